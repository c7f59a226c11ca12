from __future__ import annotations

import asyncio
import resource
import socket
from typing import Any

import httpx
import pytest
from scripted import (
    CHUNKED,
    OK,
    Peer,
    Upstream,
    answering,
    get,
    half_answering,
    on_both_loops,
    rest,
    sockets,
    until,
)

from proxy.transport import Counters, Origin, PooledTransport, Reply, Timeouts, request_written


async def numbered(peer: Peer) -> None:
    """Answers with the number of the connection."""
    number = peer.upstream.connections
    while True:
        await peer.request()
        await peer.send(b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n%d" % number)


@on_both_loops
async def test_the_connection_used_last_is_used_next() -> None:
    async with Upstream(numbered) as upstream:
        transport = PooledTransport()
        replies = [await get(transport, upstream.origin) for _ in range(3)]
        for reply in (replies[0], replies[2], replies[1]):
            await rest(reply)
        assert transport.counters == Counters(open=3, spare=3, created=3, reused=0)
        again = [await get(transport, upstream.origin) for _ in range(3)]
        assert [await rest(reply) for reply in again] == [b"2", b"3", b"1"]
        assert transport.counters == Counters(open=3, spare=3, created=3, reused=3)
        await transport.aclose()


NOT_REUSED = [
    pytest.param(
        b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok", id="connection: close"
    ),
    pytest.param(b"HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok", id="HTTP/1.0"),
    pytest.param(OK + b"!", id="bytes behind the answer"),
    pytest.param(OK + OK, id="two answers to one question"),
]


@pytest.mark.parametrize("answer", NOT_REUSED)
@on_both_loops
async def test_a_connection_that_cannot_be_trusted_is_not_reused(answer: bytes) -> None:
    async with Upstream(answering(answer)) as upstream:
        transport = PooledTransport()
        for _ in range(2):
            assert await rest(await get(transport, upstream.origin)) == b"ok"
            assert transport.counters.spare == 0
        assert upstream.connections == 2
        await transport.aclose()


@pytest.mark.parametrize(
    ("pieces", "spare"),
    [
        ((OK,), 1),
        ((CHUNKED + b"2\r\nok\r\n", b"0\r\n\r\n"), 1),
        ((CHUNKED + b"2\r\nok\r\n",), 0),
        ((b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nok",), 0),
    ],
    ids=["all has arrived", "all has arrived in two reads", "chunks not ended", "length not reached"],
)
@on_both_loops
async def test_an_unread_body_is_dropped_only_if_it_is_there(pieces: tuple[bytes, ...], spare: int) -> None:
    async with Upstream(answering(*pieces)) as upstream:
        transport = PooledTransport()
        reply = await get(transport, upstream.origin)
        await asyncio.sleep(0.02)
        await reply.aclose()
        await reply.aclose()
        assert transport.counters.spare == spare
        await until(lambda: transport.counters.open == spare)
        await transport.aclose()


@pytest.mark.parametrize("stray", [b"", b"HTTP/1.1 408 Timeout\r\n\r\n"], ids=["an end", "stray bytes"])
@on_both_loops
async def test_an_unused_connection_is_dropped_as_soon_as_the_upstream_stirs(stray: bytes) -> None:
    now = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(OK)
        await now.wait()
        if stray:
            await peer.send(stray)
            await peer.left()

    async with Upstream(script) as upstream:
        transport = PooledTransport()
        await rest(await get(transport, upstream.origin))
        assert transport.counters.spare == 1
        now.set()
        await until(lambda: transport.counters == Counters(open=0, spare=0, created=1, reused=0))
        await rest(await get(transport, upstream.origin))
        assert (upstream.connections, len(upstream.heads)) == (2, 2)
        await transport.aclose()


@on_both_loops
async def test_an_end_the_loop_has_not_seen_yet_is_noticed_before_writing() -> None:
    loop = asyncio.get_running_loop()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        transport = PooledTransport()
        origin = Origin("http", *listening.getsockname())
        first = asyncio.ensure_future(get(transport, origin, b"POST"))
        one, _ = await loop.sock_accept(listening)
        await loop.sock_recv(one, 65536)
        await loop.sock_sendall(one, OK)
        await rest(await first)
        assert transport.counters.spare == 1

        one.close()  # and at once, without a turn of the loop:
        second = get(transport, origin, b"POST")
        first_step = asyncio.ensure_future(second)
        two, _ = await loop.sock_accept(listening)
        assert (await loop.sock_recv(two, 65536)).startswith(b"POST ")
        await loop.sock_sendall(two, OK)
        assert await rest(await first_step) == b"ok"
        two.close()
        await transport.aclose()


@on_both_loops
async def test_an_unused_connection_is_closed_after_a_while() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(OK)
        await peer.left()

    async with Upstream(script) as upstream:
        transport = PooledTransport(timeouts=Timeouts(keepalive=0.05))
        replies = [await get(transport, upstream.origin) for _ in range(3)]
        for reply in replies:
            await rest(reply)
            await asyncio.sleep(0.01)
        await upstream.left.wait()
        await until(lambda: transport.counters.open == 0)
        assert transport.counters.spare == 0
        await transport.aclose()


@on_both_loops
async def test_a_connection_past_its_time_is_not_used_even_if_nobody_closed_it_yet() -> None:
    async with Upstream(numbered) as upstream:
        transport = PooledTransport(timeouts=Timeouts(keepalive=0))
        assert await rest(await get(transport, upstream.origin)) == b"1"
        assert await rest(await get(transport, upstream.origin)) == b"2"
        await transport.aclose()


@on_both_loops
async def test_no_more_than_max_idle_are_kept() -> None:
    async with Upstream(numbered) as upstream:
        transport = PooledTransport(max_idle=2)
        for reply in [await get(transport, upstream.origin) for _ in range(5)]:
            await rest(reply)
        assert transport.counters.spare == 2
        await until(lambda: transport.counters.open == 2)
        await transport.aclose()


@on_both_loops
async def test_failing_to_connect_gives_the_slot_back() -> None:
    async with Upstream(answering(OK)) as upstream:
        transport = PooledTransport(max_connections=1)
        for _ in range(3):
            with pytest.raises(httpx.ConnectError):
                await get(transport, Origin("http", "nonexistent.invalid", 80))
        assert await rest(await get(transport, upstream.origin)) == b"ok"
        await transport.aclose()


@on_both_loops
async def test_closing_closes_all_and_tells_everybody() -> None:
    async with Upstream(half_answering) as upstream:
        transport = PooledTransport(max_connections=1)
        reply = await get(transport, upstream.origin)
        assert await reply.read() == b"o"
        reader: asyncio.Future[Any] = asyncio.ensure_future(reply.read())
        waiter = asyncio.ensure_future(get(transport, upstream.origin))
        await asyncio.sleep(0)
        await asyncio.gather(transport.aclose(), transport.aclose())
        assert transport.counters.open == 0
        with pytest.raises(httpx.ReadError, match="closed"):
            await reader
        for late in (waiter, get(transport, upstream.origin)):
            with pytest.raises(httpx.ConnectError, match="closed") as caught:
                await late
            assert not request_written(caught.value)
        await upstream.left.wait()


@on_both_loops
async def test_a_thousand_connections_come_and_go() -> None:
    count = min(1000, (resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 200) // 2)
    async with Upstream(answering(OK)) as upstream:
        transport = PooledTransport(max_idle=count)
        before = sockets()
        replies: list[Reply] = await asyncio.gather(*[get(transport, upstream.origin) for _ in range(count)])
        await asyncio.gather(*[rest(reply) for reply in replies])
        assert transport.counters == Counters(open=count, spare=count, created=count, reused=0)
        assert sockets() == before + 2 * count
        assert await rest(await get(transport, upstream.origin)) == b"ok"
        assert transport.counters.reused == 1
        await transport.aclose()
        assert transport.counters == Counters(open=0, spare=0, created=count, reused=1)
        await until(lambda: sockets() == before)
