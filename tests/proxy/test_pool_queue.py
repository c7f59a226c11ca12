"""The pool when all connections are in use."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from scripted import OK, Upstream, answering, get, half_answering, on_both_loops, rest

from proxy.transport import PooledTransport, Timeouts, request_written


@pytest.mark.parametrize("keep", [True, False], ids=["passing on connections", "passing on slots"])
@on_both_loops
async def test_the_queue_is_served_in_order_and_nobody_overtakes(keep: bool) -> None:
    answer = OK if keep else b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok"
    async with Upstream(answering(answer)) as upstream:
        transport = PooledTransport(max_connections=1)
        held = await get(transport, upstream.origin)
        served: list[int] = []

        async def ask(number: int) -> None:
            reply = await get(transport, upstream.origin)
            served.append(number)
            await rest(reply)

        queue = []
        for number in range(6):
            queue.append(asyncio.ensure_future(ask(number)))
            await asyncio.sleep(0)
        assert served == []
        await rest(held)
        await asyncio.gather(*queue)
        assert served == list(range(6))
        assert upstream.connections == (1 if keep else 7)
        await transport.aclose()


@on_both_loops
async def test_waiting_too_long_for_a_connection_is_a_pool_timeout() -> None:
    async with Upstream(answering(OK)) as upstream:
        transport = PooledTransport(timeouts=Timeouts(connect=0.05), max_connections=1)
        held = await get(transport, upstream.origin)
        with pytest.raises(httpx.PoolTimeout) as caught:
            await get(transport, upstream.origin)
        assert not request_written(caught.value)
        await rest(held)
        assert await rest(await get(transport, upstream.origin)) == b"ok"
        assert upstream.connections == 1
        await transport.aclose()


@pytest.mark.parametrize("early", [True, False], ids=["before its turn", "when its turn has just come"])
@pytest.mark.parametrize("whole", [True, False], ids=["a connection", "a slot"])
@on_both_loops
async def test_who_leaves_the_queue_passes_on_what_was_meant_for_him(early: bool, whole: bool) -> None:
    async with Upstream(answering(OK) if whole else half_answering) as upstream:
        transport = PooledTransport(max_connections=1)
        held = await get(transport, upstream.origin)
        leaver = asyncio.ensure_future(get(transport, upstream.origin))
        stayer = asyncio.ensure_future(get(transport, upstream.origin))
        await asyncio.sleep(0)
        if early:
            leaver.cancel()
        await held.aclose()
        if not whole and not early:
            for _ in range(100):
                if len(transport._pool._queue) == 1:
                    break  # it has the slot and has not run yet
                await asyncio.sleep(0)
        leaver.cancel()
        reply = await stayer
        assert reply.status == 200
        await reply.aclose()
        with pytest.raises(asyncio.CancelledError):
            await leaver
        await transport.aclose()


@on_both_loops
async def test_a_connection_that_dies_on_its_way_to_the_queue_is_replaced() -> None:
    async with Upstream(answering(OK)) as upstream:
        transport = PooledTransport(max_connections=1)
        held = await get(transport, upstream.origin)
        waiting = asyncio.ensure_future(get(transport, upstream.origin))
        await asyncio.sleep(0)
        await rest(held)
        (connection,) = transport._pool._open
        connection.abort()
        assert await rest(await waiting) == b"ok"
        assert upstream.connections == 2
        await transport.aclose()


@on_both_loops
async def test_another_origin_makes_room() -> None:
    async with Upstream(answering(OK)) as one, Upstream(answering(OK)) as two:
        transport = PooledTransport(max_connections=1)
        for upstream in (one, two, one, two):
            assert await rest(await get(transport, upstream.origin)) == b"ok"
        held = await get(transport, two.origin)
        waiting = asyncio.ensure_future(get(transport, one.origin))
        await asyncio.sleep(0)
        await rest(held)
        assert await rest(await waiting) == b"ok"
        assert (one.connections, two.connections) == (3, 2)
        await transport.aclose()
