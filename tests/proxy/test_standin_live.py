"""The stand-in behind a real uvicorn on loopback: pacing, clients that leave, connections that break."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import openai
import pytest
import uvicorn
from starlette.applications import Starlette

from proxy.standin import create_standin

CHAT = "/v1/chat/completions"
ASK = {"model": "MiniMax-M3", "messages": [{"role": "user", "content": "Is there tea?"}]}
STREAM = {**ASK, "stream": True}


async def until(holds: Callable[[], bool]) -> None:
    """Wait until the condition holds; fails after two seconds."""
    for _ in range(400):
        if holds():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came true")


@pytest.fixture
def app() -> Starlette:
    return create_standin()


@pytest.fixture
async def url(app: Starlette) -> AsyncIterator[str]:
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", ws="none", log_level="critical"))
    running = asyncio.create_task(server.serve(sockets=[listener]))
    await until(lambda: server.started)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    await running
    listener.close()


@pytest.fixture
async def client(url: str) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"authorization": "Bearer k"}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=10) as client:
        yield client


async def settled(app: Starlette, **counts: int) -> None:
    """Wait until the app's counts of streams are these."""
    streams = app.state.streams
    await until(lambda: all(getattr(streams, name) == count for name, count in counts.items()))


def stream(client: httpx.AsyncClient, header: str, body: dict[str, Any] = STREAM) -> Any:
    return client.stream("POST", CHAT, json=body, headers={"x-standin": header})


async def test_chunks_arrive_one_by_one(client: httpx.AsyncClient, app: Starlette) -> None:
    arrivals = []
    async with stream(client, "chunk_delay_s=0.03,chunk_chars=40,ending=done") as reply:
        async for line in reply.aiter_lines():
            if line.startswith("data: "):
                arrivals.append((time.monotonic(), line))
    assert len(arrivals) > 4
    assert arrivals[-1][1] == "data: [DONE]"
    assert arrivals[-1][0] - arrivals[0][0] > 0.03 * (len(arrivals) - 2)
    await settled(app, open=0, finished=1, left=0)


async def test_it_stops_when_the_client_leaves(client: httpx.AsyncClient, app: Starlette) -> None:
    async with stream(client, "answer_chars=100000,chunk_delay_s=0.01") as reply:
        async for _ in reply.aiter_raw():
            break
        assert app.state.streams.open == 1
    await settled(app, open=0, finished=0, left=1)


async def test_it_stops_in_a_long_silence(client: httpx.AsyncClient, app: Starlette) -> None:
    async with stream(client, "chunk_delay_s=600") as reply:
        async for _ in reply.aiter_raw():
            break
    await settled(app, open=0, finished=0, left=1)


async def test_it_stops_without_any_delay(client: httpx.AsyncClient, app: Starlette) -> None:
    async with stream(client, "answer_chars=5000000") as reply:
        async for _ in reply.aiter_raw():
            break
    await settled(app, open=0, finished=0, left=1)


@pytest.mark.parametrize("body", [ASK, STREAM], ids=["whole", "stream"])
async def test_it_stops_when_the_client_leaves_before_the_first_byte(
    client: httpx.AsyncClient, app: Starlette, body: dict[str, Any]
) -> None:
    with pytest.raises(httpx.ReadTimeout):
        await client.post(CHAT, json=body, headers={"x-standin": "first_delay_s=600"}, timeout=0.2)
    await settled(app, open=0, finished=0, left=1)


async def test_the_first_byte_can_be_late(client: httpx.AsyncClient) -> None:
    begun = time.monotonic()
    reply = await client.post(CHAT, json=ASK, headers={"x-standin": "first_delay_s=0.1"})
    assert reply.status_code == 200
    assert time.monotonic() - begun >= 0.1


async def test_a_connection_can_break_in_the_middle(client: httpx.AsyncClient, app: Starlette) -> None:
    received = b""
    with pytest.raises(httpx.RemoteProtocolError):
        async with stream(client, "cut=abort,chunk_chars=20") as reply:
            async for chunk in reply.aiter_raw():
                received += chunk
    assert received.startswith(b"data: ")
    assert b"finish_reason" not in received
    await settled(app, open=0)


async def test_a_stream_can_end_in_the_middle_without_a_word(client: httpx.AsyncClient) -> None:
    async with stream(client, "cut=clean") as reply:
        body = await reply.aread()
    assert body.endswith(b"}\n\n")
    assert b"finish_reason" not in body


async def test_a_connection_serves_one_request_after_another(client: httpx.AsyncClient) -> None:
    texts = [(await client.post(CHAT, json=ASK)).json()["choices"][0]["message"] for _ in range(3)]
    assert texts[0] == texts[1] == texts[2]


async def test_many_streams_at_once(client: httpx.AsyncClient, app: Starlette) -> None:
    async def ask(number: int) -> str:
        question = {"role": "user", "content": f"Is there tea number {number}?"}
        async with stream(client, "chunk_chars=30", {**STREAM, "messages": [question]}) as reply:
            raw: bytes = await reply.aread()
            return raw.decode()

    for number, body in enumerate(await asyncio.gather(*(ask(number) for number in range(20)))):
        deltas = [
            json.loads(line.removeprefix("data: "))["choices"][0]["delta"] for line in body.split("\n\n")[:-1]
        ]
        assert f"You asked: “Is there tea number {number}?”" in "".join(delta["content"] for delta in deltas)
    await settled(app, open=0, finished=20, left=0)


async def test_openais_own_client_reads_a_stream_and_its_usage(url: str) -> None:
    async with openai.AsyncOpenAI(base_url=f"{url}/v1", api_key="k", max_retries=0) as sdk:
        chunks = await sdk.chat.completions.create(
            model="MiniMax-M3",
            messages=[{"role": "user", "content": "Is there tea?"}],
            stream=True,
            stream_options={"include_usage": True},
        )
        said, usage = "", None
        async for chunk in chunks:
            said += "".join(choice.delta.content or "" for choice in chunk.choices)
            usage = chunk.usage or usage
    assert said.startswith("<think>\n")
    assert "You asked: “Is there tea?”" in said
    assert usage is not None
    assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens


async def test_openais_own_client_goes_through_a_tool_loop(url: str) -> None:
    sku = {"type": "object", "properties": {"sku": {"type": "string"}}, "required": ["sku"]}
    tools: list[Any] = [
        {"type": "function", "function": {"name": name, "parameters": sku}}
        for name in ("stock_level", "price_of")
    ]
    talk: list[Any] = [{"role": "user", "content": "Stock and price of A-17?"}]
    async with openai.AsyncOpenAI(base_url=f"{url}/v1", api_key="k", max_retries=0) as sdk:
        first = await sdk.chat.completions.create(model="MiniMax-M3", messages=talk, tools=tools)
        message = first.choices[0].message
        assert first.choices[0].finish_reason == "tool_calls"
        assert message.tool_calls is not None
        talk.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls:
            talk.append({"role": "tool", "tool_call_id": call.id, "content": f"{call.function.name}: 7"})  # type: ignore[union-attr]
        second = await sdk.chat.completions.create(model="MiniMax-M3", messages=talk, tools=tools)
    assert second.choices[0].finish_reason == "stop"
    assert "stock_level returned: “stock_level: 7”" in (second.choices[0].message.content or "")
    assert "price_of returned: “price_of: 7”" in (second.choices[0].message.content or "")
