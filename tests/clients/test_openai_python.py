"""openai-python, sync and async, against the proxy in front of the stand-in; every talk is long enough to be pruned."""

from __future__ import annotations

import inspect
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import openai
import pytest
from fronted_standin import Fronted, Said, fronting, history
from starlette.applications import Starlette

from proxy.standin import create_standin

KEY = "sk-right"
MODEL = "MiniMax-M3"
PLAIN = {"thinking": {"type": "disabled"}}
ASKED = "In which drawer is the kettle number 10 kept?"
TOOLS: list[Any] = [
    {
        "type": "function",
        "function": {
            "name": name,
            "description": f"{name} of a city",
            "parameters": {
                "type": "object",
                "properties": {"city": {"type": "string"}},
                "required": ["city"],
            },
        },
    }
    for name in ("weather", "clock")
]


@pytest.fixture(scope="module")
def standin() -> Starlette:
    return create_standin(api_key=KEY)


@pytest.fixture(scope="module")
def proxy(standin: Starlette) -> Iterator[Fronted]:
    with fronting(standin, GATEKEEPER_TOKEN_BUDGET="300") as running:
        yield running


@pytest.fixture(params=[openai.OpenAI, openai.AsyncOpenAI], ids=["sync", "async"])
async def client(request: pytest.FixtureRequest, proxy: Fronted) -> AsyncIterator[Any]:
    # Every test is a conversation of its own, though all of them begin alike.
    own = {"x-gatekeeper-session": request.node.name}
    made = request.param(base_url=proxy.base_url, api_key=KEY, max_retries=0, timeout=20, default_headers=own)
    yield made
    await done(made.close())


async def done(result: Any) -> Any:
    """What a call of either client gives."""
    return await result if inspect.isawaitable(result) else result


async def each(stream: Any) -> AsyncIterator[Any]:
    """The chunks of either client's stream."""
    if hasattr(stream, "__aiter__"):
        async for chunk in stream:
            yield chunk
    else:
        for chunk in stream:
            yield chunk


async def create(client: Any, messages: list[Said], **fields: Any) -> Any:
    extra = fields.pop("extra_body", {})
    return await done(
        client.chat.completions.create(model=MODEL, messages=messages, extra_body={**PLAIN, **extra}, **fields)
    )


def asking(question: str) -> list[Said]:
    return [*history(20), {"role": "user", "content": question}]


def was_pruned(proxy: Fronted, messages: list[Said]) -> bool:
    """Whether less than the whole talk reached the upstream, with its ends as they were."""
    received = proxy.upstream.last
    assert received[0] == messages[0] and received[-1] == messages[-1]
    return len(received) < len(messages)


async def until(happened: Callable[[], bool]) -> None:
    """Wait for what happens in another thread; fails after five seconds."""
    end = time.monotonic() + 5
    while not happened():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)  # noqa: ASYNC251 - the servers run in other threads


async def test_a_whole_answer(client: Any, proxy: Fronted) -> None:
    messages = asking(ASKED)
    answer = await create(client, messages)
    assert "drawer 110" in answer.choices[0].message.content
    assert answer.usage.prompt_tokens > 0 and answer.choices[0].finish_reason == "stop"
    assert was_pruned(proxy, messages)


async def test_a_streamed_answer(client: Any, proxy: Fronted) -> None:
    messages = asking(ASKED)
    stream = await create(client, messages, stream=True, stream_options={"include_usage": True})
    chunks = [chunk async for chunk in each(stream)]
    said = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
    assert "drawer 110" in said and len(chunks) > 2
    assert [c.usage.prompt_tokens > 0 for c in chunks if not c.choices] == [True]
    assert was_pruned(proxy, messages)


async def test_a_long_talk_is_pruned_in_every_turn(client: Any, proxy: Fronted) -> None:
    messages = history(20)
    for number in (3, 11, 4):
        messages.append({"role": "user", "content": f"In which drawer is thing number {number}, please?"})
        answer = await create(client, messages)
        assert was_pruned(proxy, messages)
        messages.append(answer.choices[0].message.model_dump(exclude_none=True))


async def test_the_parse_and_stream_helpers(client: Any, proxy: Fronted) -> None:
    """`chat.completions.stream` puts the chunks together again, as `stream=False` would have given them."""
    messages = asking(ASKED)
    manager = client.chat.completions.stream(model=MODEL, messages=messages, extra_body=PLAIN)
    if hasattr(manager, "__aenter__"):
        async with manager as stream:
            final = await stream.get_final_completion()
    else:
        with manager as stream:
            final = stream.get_final_completion()
    assert "drawer 110" in final.choices[0].message.content
    assert was_pruned(proxy, messages)


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
async def test_parallel_tool_calls_over_several_rounds(client: Any, proxy: Fronted, streamed: bool) -> None:
    messages = history(20)
    for city in ("Lisbon", "Oslo", "Turin"):
        messages.append({"role": "user", "content": f"Weather and clock in {city}?"})
        said = await tool_turn(client, messages, streamed)
        assert [call["function"]["name"] for call in said["tool_calls"]] == ["weather", "clock"]
        assert [json.loads(c["function"]["arguments"])["city"] for c in said["tool_calls"]] == [city, city]
        messages.append(said)
        for call in said["tool_calls"]:
            result = f"{call['function']['name']} of {city} is fine"
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})
        said = await tool_turn(client, messages, streamed)
        assert f"weather of {city} is fine" in said["content"] and f"clock of {city}" in said["content"]
        assert proxy.upstream.last[-4:] == messages[-4:]  # the question, its two calls, both results
        assert was_pruned(proxy, messages) and calls_and_results_match(proxy.upstream.last)
        messages.append(said)


async def tool_turn(client: Any, messages: list[Said], streamed: bool) -> Said:
    """The assistant message of one request with tools, as a client appends it to its history."""
    answer = await create(client, messages, tools=TOOLS, stream=streamed)
    if not streamed:
        said: Said = answer.choices[0].message.model_dump(include={"role", "content", "tool_calls"})
        return {name: value for name, value in said.items() if value}
    content = ""
    calls: list[Said] = []
    async for chunk in each(answer):
        for choice in chunk.choices:
            content += choice.delta.content or ""
            for part in choice.delta.tool_calls or ():
                if part.index == len(calls):
                    calls.append({"id": part.id, "type": "function", "function": {"name": "", "arguments": ""}})
                calls[part.index]["function"]["name"] += part.function.name or ""
                calls[part.index]["function"]["arguments"] += part.function.arguments or ""
    spoken: Said = {"role": "assistant", "content": content or None}
    return {**spoken, "tool_calls": calls} if calls else spoken


def calls_and_results_match(messages: list[Said]) -> bool:
    called = [call["id"] for message in messages for call in message.get("tool_calls") or ()]
    return called == [message["tool_call_id"] for message in messages if message["role"] == "tool"]


async def test_raw_responses_show_our_headers(client: Any) -> None:
    raw = await done(
        client.chat.completions.with_raw_response.create(
            model=MODEL, messages=asking(ASKED), extra_body=PLAIN, extra_headers={"x-gatekeeper-budget": "200"}
        )
    )
    assert raw.headers["x-gatekeeper-mode"] == "minimal"
    assert raw.headers["x-gatekeeper-decision"] in ("continue", "switch", "return")
    assert int(raw.headers["x-gatekeeper-tokens-after"]) < int(raw.headers["x-gatekeeper-tokens-before"])
    kept, dropped = (int(raw.headers[f"x-gatekeeper-blocks-{which}"]) for which in ("kept", "dropped"))
    assert kept + dropped == 20 and dropped > 0
    assert raw.headers["x-gatekeeper-trace-id"] and "gate;dur=" in raw.headers["server-timing"]
    assert "drawer 110" in (await done(raw.parse())).choices[0].message.content


async def test_controls_come_in_by_extra_body_and_stay_here(client: Any, proxy: Fronted) -> None:
    messages = asking(ASKED)
    await create(client, messages, extra_body={"gatekeeper": {"mode": "off"}})
    assert proxy.upstream.last == messages and "gatekeeper" not in proxy.upstream.requests[-1]


def standing_in(behaviour: str) -> dict[str, Any]:
    """A request to which the stand-in behaves in this way."""
    return {"extra_headers": {"x-standin": behaviour}}


LIMITED = "rate_limit_exceeded"
REFUSED = [
    pytest.param({"model": "gpt-none"}, openai.NotFoundError, "model_not_found", id="an unknown model"),
    pytest.param({"messages": []}, openai.BadRequestError, "invalid_request", id="no messages"),
    pytest.param(
        {"extra_headers": {"x-gatekeeper-mode": "fast"}}, openai.BadRequestError, "invalid_value", id="a wrong control"
    ),
    pytest.param(standing_in("error=2013"), openai.BadRequestError, None, id="a wrong parameter"),
    pytest.param(standing_in("error=1002"), openai.RateLimitError, LIMITED, id="too many requests"),
    pytest.param(standing_in("error=1008"), openai.APIStatusError, "insufficient_quota", id="no balance"),
    pytest.param(
        standing_in("error=1002,error_at=body"), openai.RateLimitError, LIMITED, id="an error at HTTP 200"
    ),
]


@pytest.mark.parametrize(("fields", "kind", "code"), REFUSED)
async def test_refusals_are_the_exceptions_of_the_client(
    client: Any, fields: dict[str, Any], kind: type[openai.APIStatusError], code: str | None
) -> None:
    for stream in (False, True):
        asked = {"model": MODEL, "messages": asking(ASKED), "stream": stream, **fields}
        with pytest.raises(kind) as refused:
            await done(client.chat.completions.create(**asked))
        assert refused.value.message and refused.value.type
        assert code is None or refused.value.code == code


async def test_a_wrong_key_is_an_authentication_error(client: Any) -> None:
    stranger = client.with_options(api_key="sk-wrong")
    with pytest.raises(openai.AuthenticationError) as refused:
        await create(stranger, asking(ASKED))
    assert refused.value.code == "invalid_api_key"


async def test_an_error_in_the_middle_of_a_stream_is_raised(client: Any) -> None:
    header = {"x-standin": "error=1027,error_at=mid,answer_chars=800"}
    stream = await create(client, asking(ASKED), stream=True, extra_headers=header)
    said = ""
    with pytest.raises(openai.APIError) as failed:
        async for chunk in each(stream):
            said += chunk.choices[0].delta.content or ""
    assert said and failed.value.code == "content_filter"


async def test_leaving_in_the_middle_of_a_stream_ends_it_upstream(client: Any, standin: Starlette) -> None:
    streams = standin.state.streams
    finished, left = streams.finished, streams.left
    header = {"x-standin": "chunk_delay_s=0.05,answer_chars=100000"}
    stream = await create(client, asking(ASKED), stream=True, extra_headers=header)
    async for chunk in each(stream):
        if chunk.choices[0].delta.content:
            break
    await done(stream.close())
    await until(lambda: streams.left == left + 1)
    assert (streams.open, streams.finished) == (0, finished)
    assert "drawer 110" in (await create(client, asking(ASKED))).choices[0].message.content
