"""Streams of the stand-in, compared in shape with those of the wire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from proxy.sse import EventDecoder
from proxy.standin import create_standin

WIRE = Path(__file__).parents[1] / "wire"
CHAT = "/v1/chat/completions"
QUESTION = {
    "role": "user",
    "content": "Which port does the staging database use, and who may touch it on Fridays?",
}
LONG = [
    {"role": "user", "content": "Staging uses port 5433. " * 150},
    {"role": "assistant", "content": "Noted."},
]


def tool(name: str) -> dict[str, Any]:
    sku = {"type": "object", "properties": {"sku": {"type": "string"}}, "required": ["sku"]}
    return {"type": "function", "function": {"name": name, "parameters": sku}}


ONE_TOOL = {"tools": [tool("staging_port")]}
TWO_TOOLS = {
    "tools": [tool("staging_port"), tool("friday_rules")],
    "messages": [{**QUESTION, "content": "staging and friday, for A-17-QX"}],
}
SPLIT = {"reasoning_split": True}


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_standin(), headers={"authorization": "Bearer k"}) as client:
        yield client


def read_events(raw: bytes) -> list[Any]:
    decoder = EventDecoder()
    events = [*decoder.feed(raw), *decoder.finish()]
    return ["[DONE]" if event.data == b"[DONE]" else json.loads(event.data) for event in events]


def streamed(client: TestClient, header: str = "", **more: Any) -> list[Any]:
    body = {"model": "MiniMax-M3", "messages": [QUESTION], "stream": True, **more}
    reply = client.post(CHAT, json=body, headers={"x-standin": header})
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/event-stream")
    return read_events(reply.content)


def shape(value: Any) -> Any:
    """The keys and types of a value; of a list its first element."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return value if value == "[DONE]" else type(value).__name__


def shapes(events: list[Any]) -> list[Any]:
    """The shapes of a stream, each run of equal ones once."""
    found: list[Any] = []
    for event in events:
        if not found or found[-1] != shape(event):
            found.append(shape(event))
    return found


SAME = [
    ("stream-inline-think-done.sse", "ending=done", {"model": "MiniMax-M2.7"}),
    ("stream-inline-think-no-done.sse", "ending=none", {"model": "MiniMax-M2.7"}),
    (
        "stream-inline-think-usage-chunk.sse",
        "ending=usage",
        {"model": "MiniMax-M2.7", "messages": [*LONG, QUESTION]},
    ),
    ("stream-split-incremental-summary.sse", "ending=full_frame", SPLIT),
    ("stream-split-cumulative.sse", "ending=usage_done,reasoning=cumulative,chunk_chars=5000", SPLIT),
    ("stream-m31-flash.sse", "ending=usage_done,chunk_chars=5000", {"model": "MiniMax-M3.1-Flash"}),
    ("error-stream-base-resp-first.sse", "error=1002,error_at=first", {}),
    ("error-stream-base-resp-mid.sse", "error=1027,error_at=mid", {}),
    ("error-stream-error-object.sse", "error=1000,error_at=mid_object", {}),
    ("error-stream-truncated.sse", "cut=clean", {}),
]


@pytest.mark.parametrize(("name", "header", "more"), SAME, ids=[case[0] for case in SAME])
def test_a_stream_has_the_shapes_of_the_wire(
    client: TestClient, name: str, header: str, more: dict[str, Any]
) -> None:
    if "messages" in more:  # the capture reports cached tokens: the prompt has to be known
        streamed(client, **more)
    events = streamed(client, header, **more)
    assert shapes(events) == shapes(read_events((WIRE / name).read_bytes()))


def within(small: Any, large: Any) -> bool:
    """Whether every key of one shape is in the other with the same type."""
    if isinstance(small, dict):
        return isinstance(large, dict) and all(
            key in large and within(small[key], large[key]) for key in small
        )
    if isinstance(small, list):
        return isinstance(large, list) and len(small) == len(large) and all(map(within, small, large))
    return bool(small == large)


# These captures leave out fields that newer ones repeat in every chunk.
FEWER_FIELDS = [
    (
        "stream-tool-call-one-delta.sse",
        "ending=done,tool_deltas=whole",
        {"model": "MiniMax-M2.7", **ONE_TOOL},
    ),
    (
        "stream-tool-calls-parallel.sse",
        "tool_deltas=late_think,chunk_chars=12",
        {"model": "MiniMax-M2.7", **TWO_TOOLS},
    ),
]


@pytest.mark.parametrize(("name", "header", "more"), FEWER_FIELDS, ids=[case[0] for case in FEWER_FIELDS])
def test_a_stream_of_tool_calls_holds_all_fields_of_the_wire(
    client: TestClient, name: str, header: str, more: dict[str, Any]
) -> None:
    expected, found = (
        shapes(read_events((WIRE / name).read_bytes())),
        shapes(streamed(client, header, **more)),
    )
    assert len(found) == len(expected)
    assert within(expected, found)


def test_the_old_shape_has_empty_roles_and_a_frame_that_repeats_the_message(client: TestClient) -> None:
    *chunks, frame = streamed(client, "role=empty,ending=full_frame", model="MiniMax-M2.5")
    expected = read_events((WIRE / "stream-old-empty-role.sse").read_bytes())
    assert chunks[0]["choices"][0]["delta"]["role"] == "assistant"
    assert {chunk["choices"][0]["delta"]["role"] for chunk in chunks[1:]} == {""}
    assert shape(chunks[0]) == shape(expected[0])
    assert {json.dumps(chunk["usage"]) for chunk in chunks} == {json.dumps(expected[0]["usage"])}
    assert within(shape(expected[-1]), shape(frame))
    assert frame["object"] == "chat.completion"


def collected(events: list[Any]) -> dict[str, Any]:
    """The message a client puts together from the deltas."""
    message: dict[str, Any] = {"content": "", "reasoning_content": "", "calls": {}}
    for event in events:
        for choice in [] if event == "[DONE]" else event["choices"]:
            delta = choice.get("delta", {})
            message["content"] += delta.get("content", "")
            message["reasoning_content"] += delta.get("reasoning_content", "")
            for call in delta.get("tool_calls", []):
                known = message["calls"].setdefault(call["index"], {"id": "", "name": "", "arguments": ""})
                known["id"] += call.get("id", "")
                known["name"] += call["function"].get("name", "")
                known["arguments"] += call["function"]["arguments"]
    return message


ALIKE = [
    ("thinking inside", {}),
    ("thinking apart", SPLIT),
    ("M3.1-Flash", {"model": "MiniMax-M3.1-Flash"}),
    ("no thinking", {"thinking": {"type": "disabled"}}),
    ("cut by max_tokens while thinking", {"max_tokens": 5}),
    ("cut by max_tokens, thinking apart", {"max_tokens": 5, **SPLIT}),
    ("two calls", TWO_TOOLS),
    ("two calls, thinking apart", {**TWO_TOOLS, **SPLIT}),
    ("a long history", {"messages": [*LONG, QUESTION]}),
]


@pytest.mark.parametrize("more", [pytest.param(case[1], id=case[0]) for case in ALIKE])
@pytest.mark.parametrize(
    "header", ["chunk_chars=1", "chunk_chars=7", "", "tool_deltas=whole", "tool_deltas=late_think"]
)
def test_a_stream_says_what_the_whole_answer_says(
    client: TestClient, more: dict[str, Any], header: str
) -> None:
    body = {"model": "MiniMax-M3", "messages": [QUESTION], **more}
    whole = client.post(CHAT, json=body).json()
    choice = whole["choices"][0]
    events = streamed(client, header, stream_options={"include_usage": True}, **more)
    *chunks, last = events
    found = collected(chunks)
    assert found["content"] == choice["message"]["content"]
    assert found["reasoning_content"] == choice["message"].get("reasoning_content", "")
    calls = [{"id": call["id"], **call["function"]} for call in choice["message"].get("tool_calls", [])]
    assert list(found["calls"].values()) == calls
    assert chunks[-1]["choices"][0]["finish_reason"] == choice["finish_reason"]
    assert all(chunk["choices"][0]["delta"]["role"] == "assistant" for chunk in chunks)
    assert last["choices"] == []
    for key in ("total_tokens", "prompt_tokens", "completion_tokens", "total_characters"):
        assert last["usage"][key] == whole["usage"][key]


ENDINGS = [
    ("none", False, []),
    ("none", True, ["usage"]),
    ("done", False, ["done"]),
    ("done", True, ["usage", "done"]),
    ("usage", False, ["usage"]),
    ("usage_done", False, ["usage", "done"]),
    ("full_frame", True, ["frame"]),
]


@pytest.mark.parametrize(("ending", "wants_usage", "after"), ENDINGS)
def test_what_follows_the_last_delta(
    client: TestClient, ending: str, wants_usage: bool, after: list[str]
) -> None:
    def kind(event: Any) -> str:
        if event == "[DONE]":
            return "done"
        if event["object"] == "chat.completion":
            return "frame"
        return "delta" if event["choices"] else "usage"

    options = {"stream_options": {"include_usage": True}} if wants_usage else {}
    kinds = [kind(event) for event in streamed(client, f"ending={ending}", **options)]
    assert [name for name in kinds if name != "delta"] == after
    assert kinds[: len(kinds) - len(after)] == ["delta"] * (len(kinds) - len(after))


def test_arguments_can_come_as_an_object(client: TestClient) -> None:
    deltas = [event["choices"][0]["delta"] for event in streamed(client, "tool_deltas=object", **ONE_TOOL)]
    (call,) = [call for delta in deltas for call in delta.get("tool_calls", [])]
    assert isinstance(call["function"]["arguments"], dict)


def test_cumulative_reasoning_grows_to_the_whole_thought(client: TestClient) -> None:
    events = streamed(client, "reasoning=cumulative,chunk_chars=10", **SPLIT)
    deltas = [event["choices"][0]["delta"] for event in events]
    texts = [delta["reasoning_details"][0]["text"] for delta in deltas if "reasoning_details" in delta]
    assert len(texts) > 2
    assert all(later.startswith(earlier) for earlier, later in pairwise(texts))
    assert not any("reasoning_content" in delta for delta in deltas)
