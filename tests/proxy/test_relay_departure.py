"""A client that leaves, in every phase of its request; and one that is merely slow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from scripted import Peer
from serving import EVENTS, Served, chunk, head_of, post, serving, silent, until

ONE = b'data: {"choices":[{"delta":{"content":"tea"}}]}\n\n'
BODY = b'{"model":"m","messages":[{"role":"user","content":"Is there tea?"}]}'


async def leave_in_the_body(proxy: Served) -> None:
    _, writer = await proxy.connect(post(BODY)[:-5])
    await asyncio.sleep(0.02)
    writer.transport.abort()
    assert (await proxy.line())["outcome"] == "client_left"


async def leave_before_the_head(proxy: Served) -> None:
    _, writer = await proxy.connect(post(BODY))
    await until(lambda: proxy.upstream.bodies)
    writer.transport.abort()


async def leave_in_the_stream(proxy: Served) -> None:
    reader, writer = await proxy.connect(post(BODY))
    await reader.readuntil(b"\n\n")
    writer.transport.abort()


def stream_on(peer_sends: bytes) -> Callable[[Peer], Any]:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(EVENTS, chunk(peer_sends))
        await peer.left()

    return script


@pytest.mark.parametrize("leave", [leave_before_the_head, leave_in_the_stream])
async def test_a_client_that_leaves_takes_the_upstream_request_with_it(leave: Any) -> None:
    script = silent if leave is leave_before_the_head else stream_on(ONE)
    async with serving(script) as proxy:
        await leave(proxy)
        async with asyncio.timeout(1):
            await proxy.upstream.left.wait()
        assert (await proxy.line())["outcome"] == "client_left"


async def test_a_client_that_leaves_inside_its_own_request_costs_nothing_upstream() -> None:
    async with serving(silent) as proxy:
        await leave_in_the_body(proxy)
        assert proxy.upstream.connections == 0


async def test_a_client_that_leaves_while_it_waits_for_its_turn_makes_room() -> None:
    limits = {"GATEKEEPER_MAX_STREAMS": "1", "GATEKEEPER_MAX_QUEUE": "1"}
    async with serving(silent, **limits) as proxy:
        _, first = await proxy.connect(post(BODY))
        await until(lambda: proxy.upstream.bodies)
        _, second = await proxy.connect(post(BODY))
        await asyncio.sleep(0.02)
        second.transport.abort()
        assert (await proxy.line())["outcome"] == "client_left"
        await proxy.connect(post(BODY))
        first.transport.abort()
        await until(lambda: len(proxy.upstream.bodies) == 2)


async def test_a_slow_client_slows_the_upstream_down() -> None:
    sent = 0

    async def script(peer: Peer) -> None:
        nonlocal sent
        await peer.request()
        await peer.send(EVENTS)
        try:
            while True:
                peer.writer.write(chunk(b"x" * 65536))
                await peer.writer.drain()
                sent += 65536
        except ConnectionError:
            peer.upstream.left.set()

    async with serving(script) as proxy:
        reader, writer = await proxy.connect(post(BODY))
        await head_of(reader)
        while True:
            before = sent
            await asyncio.sleep(0.1)
            if sent == before:
                break
        assert sent < 64 << 20
        writer.transport.abort()
        await proxy.upstream.left.wait()
