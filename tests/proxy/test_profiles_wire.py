"""Every payload of tests/wire, as a client of each profile sees it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import openai
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proxy.profiles import Failure, profile_for
from proxy.sse import EventDecoder
from proxy.usage import Usage, UsageTap

WIRE = Path(__file__).parents[1] / "wire"
MINIMAX = profile_for("minimax", "")
OPENAI = profile_for("openai", "")

PASSES = [
    "chat-length-think-only.json",
    "chat-plain-inline-think.json",
    "chat-plain-split.json",
    "chat-tool-call.json",
    "models-list.json",
    "ok-200-base-resp-warning.json",
    "usage-explicit-cache.json",
]

BAD = "invalid_request_error"
QUOTA = "insufficient_quota"
# payload: (HTTP status it came with), status, type, code, param the client gets
ERRORS: dict[str, tuple[int, int, str, str | None, str | None]] = {
    "error-200-base-resp-bare.json": (200, 429, "rate_limit_error", "rate_limit_exceeded", None),
    "error-200-base-resp.json": (200, 402, QUOTA, QUOTA, None),
    "error-400-context.json": (400, 400, BAD, "context_length_exceeded", "messages"),
    "error-400-empty-content.json": (400, 400, BAD, None, "messages"),
    "error-400-late-system.json": (400, 400, BAD, None, "messages"),
    "error-400-max-tokens.json": (400, 400, BAD, None, "max_tokens"),
    "error-400-missing-messages.json": (400, 400, BAD, "missing_required_parameter", "messages"),
    "error-400-no-parameters.json": (400, 400, BAD, None, "tools"),
    "error-400-thinking-type.json": (400, 400, BAD, None, "thinking"),
    "error-400-tool-args.json": (400, 400, BAD, None, "messages"),
    "error-400-tool-id.json": (400, 400, BAD, None, "messages"),
    "error-400-tool-order.json": (400, 400, BAD, None, "messages"),
    "error-400-two-system.json": (400, 400, BAD, None, "messages"),
    "error-400-unknown-model.json": (400, 404, BAD, "model_not_found", "model"),
    "error-401-auth.json": (401, 401, "authentication_error", "invalid_api_key", None),
    "error-401-invalid-key.json": (401, 401, "authentication_error", "invalid_api_key", None),
    "error-402-balance.json": (402, 402, QUOTA, QUOTA, None),
    "error-422-sensitive.json": (422, 400, BAD, "content_filter", None),
    "error-429-plan-window.json": (429, 429, QUOTA, QUOTA, None),
    "error-429-rpm.json": (429, 429, "rate_limit_error", "rate_limit_exceeded", None),
    "error-500-unknown.json": (500, 500, "server_error", "upstream_error", None),
    "error-529-overloaded.json": (529, 503, "server_error", "overloaded", None),
    "error-responses-api.json": (400, 400, BAD, "invalid_prompt", "messages"),
}


@dataclass(frozen=True)
class Seen:
    """What a client reads out of a stream."""

    text: str = ""
    reasoning: str = ""
    arguments: tuple[str, ...] = ()
    finish: tuple[str, ...] = ()
    roles: frozenset[str] = frozenset({"assistant"})
    usage: Usage | None = None
    error: tuple[str, str | None] | None = None
    done: bool = True


THINK = (
    "<think>\nThe reader asks for a colour. Blue fits.\n</think>\n\nBlue, like a clear sky over the harbour."
)
HALF = "<think>\nFine.\n</think>\nHere is the first half"
STOP = ("stop",)
STREAMS = {
    "error-stream-base-resp-first.sse": Seen(
        error=("rate_limit_error", "rate_limit_exceeded"), roles=frozenset(), done=False
    ),
    "error-stream-base-resp-mid.sse": Seen(HALF, error=(BAD, "content_filter"), done=False),
    "error-stream-error-object.sse": Seen(HALF, error=("server_error", "upstream_error"), done=False),
    "error-stream-truncated.sse": Seen(
        "<think>\nThis thought never", error=("server_error", "stream_truncated"), done=False
    ),
    "stream-inline-think-done.sse": Seen(THINK, finish=STOP),
    "stream-inline-think-no-done.sse": Seen(THINK, finish=STOP),
    "stream-inline-think-usage-chunk.sse": Seen(THINK, finish=STOP, usage=Usage(640, 34, 443)),
    "stream-m31-flash.sse": Seen(
        "Four letters.", "Counting the letters gives four.", finish=STOP, usage=Usage(190, 15, 128)
    ),
    "stream-old-empty-role.sse": Seen(
        "<think>\nEasy.\n</think>\n\nYes, it does.", finish=STOP, usage=Usage(51, 14, None)
    ),
    "stream-split-cumulative.sse": Seen("The total is 13.", finish=STOP, usage=Usage(178, 19, 0)),
    "stream-split-incremental-summary.sse": Seen(
        "The total is 13.", "The sum of 8 and 5 is 13.", finish=STOP, usage=Usage(178, 19, 128)
    ),
    "stream-tool-call-one-delta.sse": Seen(
        "<think>\nOne lookup will do.\n</think>\n", arguments=('{"sku": "A-17"}',), finish=("tool_calls",)
    ),
    "stream-tool-calls-parallel.sse": Seen(
        "<think>\nTwo lookups are independent, so I send both.\n</think>\n",
        arguments=('{"sku": "A-17"}', '{"sku": "A-17", "currency": "EUR"}'),
        finish=("tool_calls", "tool_calls"),
    ),
}


def fed(chunks: list[bytes]) -> bytes:
    stream = MINIMAX.stream_filter()
    assert stream is not None
    return b"".join([*map(stream.feed, chunks), stream.finish()])


def read(stream: bytes) -> Seen:
    decoder = EventDecoder()
    events = [event.data for event in decoder.feed(stream)]
    assert decoder.finish() == []
    done = events[-1] == b"[DONE]"
    chunks: list[dict[str, Any]] = [json.loads(event) for event in events[: -1 if done else None]]
    errors = [chunk for chunk in chunks if chunk.get("error")]
    assert errors == chunks[len(chunks) - len(errors) :], "nothing comes after an error"
    assert len(errors) <= 1
    chunks = chunks[: len(chunks) - len(errors)]
    assert all(chunk["object"] == "chat.completion.chunk" for chunk in chunks)
    choices = [choice for chunk in chunks for choice in chunk["choices"]]
    deltas = [choice["delta"] for choice in choices]
    arguments: dict[int, str] = {}
    for call in (call for delta in deltas for call in delta.get("tool_calls", [])):
        arguments[call["index"]] = arguments.get(call["index"], "") + call["function"]["arguments"]
    tap = UsageTap()
    tap.feed(stream)
    return Seen(
        "".join(delta.get("content") or "" for delta in deltas),
        "".join(delta.get("reasoning_content") or "" for delta in deltas),
        tuple(arguments[index] for index in sorted(arguments)),
        tuple(choice["finish_reason"] for choice in choices if choice.get("finish_reason")),
        frozenset(delta["role"] for delta in deltas if "role" in delta),
        tap.result(),
        (errors[0]["error"]["type"], errors[0]["error"]["code"]) if errors else None,
        done,
    )


def test_every_payload_is_in_one_of_the_tables() -> None:
    expected = {*PASSES, *ERRORS, *STREAMS, "README.md", "error-400-headers.txt"}
    assert {path.name for path in WIRE.iterdir()} == expected
    assert len(expected) == 45


@pytest.mark.parametrize("name", PASSES)
def test_a_good_answer_passes(name: str) -> None:
    assert MINIMAX.refusal(200, "application/json", (WIRE / name).read_bytes()) is None


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_is_translated(name: str) -> None:
    came, status, kind, code, param = ERRORS[name]
    body = (WIRE / name).read_bytes()
    failure = MINIMAX.refusal(came, "application/json; charset=utf-8", body)
    assert failure is not None and failure.status == status
    answer = json.loads(failure.body)
    assert list(answer) == ["error"]
    error = answer["error"]
    assert (error["type"], error["code"], error["param"]) == (kind, code, param)
    original = json.loads(body)
    text = original["error"]["message"] if "error" in original else original["base_resp"]["status_msg"]
    assert error["message"].startswith(text)
    assert error.get("request_id") == (original.get("request_id") or original.get("id"))


def test_the_status_of_an_error_with_headers_is_that_of_its_body() -> None:
    head = (WIRE / "error-400-headers.txt").read_bytes()
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads((WIRE / "error-400-tool-args.json").read_bytes())["request_id"].encode() in head


@pytest.mark.parametrize("name", [*PASSES, *ERRORS])
def test_the_openai_profile_passes_every_body(name: str) -> None:
    status = ERRORS[name][0] if name in ERRORS else 200
    assert OPENAI.refusal(status, "application/json", (WIRE / name).read_bytes()) is None
    assert OPENAI.stream_filter() is None


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_is_read_the_same_however_it_is_cut(name: str, newline: bytes) -> None:
    stream = (WIRE / name).read_bytes().replace(b"\n", newline)
    whole = fed([stream])
    assert read(whole) == STREAMS[name]
    assert fed([stream[at : at + 1] for at in range(len(stream))]) == whole
    for cut in range(0, len(stream), 7):
        assert fed([stream[:cut], stream[cut:]]) == whole


@pytest.mark.parametrize("name", STREAMS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_stream_is_read_the_same_at_random_cuts(name: str, data: st.DataObject) -> None:
    stream = (WIRE / name).read_bytes()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert fed(chunks) == fed([stream])


UNTOUCHED = [
    "stream-inline-think-done.sse",
    "stream-m31-flash.sse",
    "stream-split-cumulative.sse",
    "stream-tool-call-one-delta.sse",
]


@pytest.mark.parametrize("name", UNTOUCHED)
def test_a_stream_that_needs_nothing_passes_as_the_same_objects(name: str) -> None:
    stream = MINIMAX.stream_filter()
    assert stream is not None
    for chunk in (WIRE / name).read_bytes().split(b"\n\n")[:-1]:
        event = chunk + b"\n\n"
        assert stream.first(event) is None
        assert stream.feed(event) is event
    assert stream.finish() == b""


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("error-stream-base-resp-first.sse", 429),
        ("error-200-base-resp.json", 402),
        ("error-200-base-resp-bare.json", 429),
        *((name, None) for name in STREAMS if name != "error-stream-base-resp-first.sse"),
        *((name, None) for name in PASSES),
    ],
)
def test_an_error_in_the_first_chunk_becomes_a_status(name: str, status: int | None) -> None:
    stream = MINIMAX.stream_filter()
    assert stream is not None
    failure = stream.first((WIRE / name).read_bytes())
    assert (failure.status if isinstance(failure, Failure) else None) == status


class _Upstream(BaseHTTPRequestHandler):
    """Answers every POST with the stream its path names, mended byte by byte."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        stream = (WIRE / self.path.split("/")[1]).read_bytes()
        body = fed([stream[at : at + 1] for at in range(len(stream))])
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Be quiet."""


@pytest.fixture(scope="module")
def upstream() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Upstream) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("name", STREAMS)
def test_the_openai_sdk_reads_what_the_table_says(name: str, upstream: str) -> None:
    """The reader at the other end: a real client."""
    expected = STREAMS[name]
    text, error = "", None
    with openai.OpenAI(api_key="k", base_url=f"{upstream}/{name}") as client:
        messages: Any = [{"role": "user", "content": "Hi"}]
        try:
            for chunk in client.chat.completions.create(model="m", messages=messages, stream=True):
                text += "".join(choice.delta.content or "" for choice in chunk.choices)
        except openai.APIError as failure:
            error = (failure.type, failure.code)
    assert (text, error) == (expected.text, expected.error)
