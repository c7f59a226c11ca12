from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx
import pytest
from scripted import CHUNKED, LARGE, OK, Peer, Upstream, answering, deaf, get, on_both_loops, rest, until

from proxy.connection import HIGH_WATER
from proxy.transport import PooledTransport, Timeouts, request_written

SILENCES = [
    pytest.param(b"", b"", "first_byte", id="no answer"),
    pytest.param(b"HTTP/1.1 100 Continue\r\n\r\n", b"", "first_byte", id="only an informational answer"),
    pytest.param(b"HTTP/1.1 200 OK\r\ncontent-", b"", "first_byte", id="half a head"),
    pytest.param(CHUNKED, b"", "idle", id="no body"),
    pytest.param(CHUNKED + b"2\r\nhi\r\n", b"hi", "idle", id="half a body"),
]


@pytest.mark.parametrize(("sent", "body", "limit"), SILENCES)
@on_both_loops
async def test_silence_is_a_read_timeout(sent: bytes, body: bytes, limit: str) -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(sent)
        await peer.left()

    async with Upstream(script) as upstream:
        transport = PooledTransport(timeouts=Timeouts(**{limit: 0.05}))
        got = b""
        with pytest.raises(httpx.ReadTimeout) as caught:
            reply = await get(transport, upstream.origin)
            while True:
                got += await reply.read()
        assert got == body
        assert request_written(caught.value)
        await upstream.left.wait()
        assert transport.counters.open == 0
        await transport.aclose()


@on_both_loops
async def test_an_answer_that_keeps_coming_never_times_out() -> None:
    async with Upstream(answering(CHUNKED, *[b"1\r\nx\r\n"] * 120, b"0\r\n\r\n")) as upstream:
        transport = PooledTransport(timeouts=Timeouts(first_byte=0.2, idle=0.2))
        assert await rest(await get(transport, upstream.origin)) == b"x" * 120
        await transport.aclose()


@on_both_loops
async def test_an_upstream_that_stops_reading_is_a_write_timeout() -> None:
    async with Upstream(deaf) as upstream:
        transport = PooledTransport(timeouts=Timeouts(write=0.05))
        with pytest.raises(httpx.WriteTimeout) as caught:
            await get(transport, upstream.origin, b"POST", body=[b"x" * LARGE])
        assert request_written(caught.value)
        await transport.aclose()


@on_both_loops
async def test_an_upstream_that_reads_slowly_is_not() -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        for _ in range(LARGE >> 18):
            await peer.reader.readexactly(1 << 18)
            await asyncio.sleep(0.003)
        await peer.send(OK)

    async with Upstream(script) as upstream:
        transport = PooledTransport(timeouts=Timeouts(write=0.25))
        assert await rest(await get(transport, upstream.origin, b"POST", body=[b"x" * LARGE])) == b"ok"
        await transport.aclose()


@on_both_loops
async def test_the_first_byte_is_waited_for_from_the_end_of_the_request() -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await asyncio.sleep(0.4)
        await peer.reader.readexactly(LARGE)
        await peer.send(OK)

    async with Upstream(script) as upstream:
        transport = PooledTransport(timeouts=Timeouts(first_byte=0.3))
        assert await rest(await get(transport, upstream.origin, b"POST", body=[b"x" * LARGE])) == b"ok"
        await transport.aclose()


@on_both_loops
async def test_silence_after_a_slow_request_is_a_read_timeout_too() -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await asyncio.sleep(0.05)
        await peer.left()

    async with Upstream(script) as upstream:
        transport = PooledTransport(timeouts=Timeouts(first_byte=0.05))
        with pytest.raises(httpx.ReadTimeout):
            await get(transport, upstream.origin, b"POST", body=[b"x" * LARGE])
        await transport.aclose()


def test_an_answer_that_came_in_time_is_not_late_because_the_loop_was() -> None:
    async def main() -> None:
        async with Upstream(holding_writer) as upstream:
            transport = PooledTransport(timeouts=Timeouts(first_byte=0.05))
            asked = asyncio.ensure_future(get(transport, upstream.origin))
            await until(lambda: len(upstream.bodies) == 1)
            writers[-1].write(OK)
            time.sleep(0.1)  # noqa: ASYNC251 - the loop finds bytes and deadline in the same turn
            assert await rest(await asked) == b"ok"
            assert transport.counters.spare == 1
            await transport.aclose()

    writers: list[asyncio.StreamWriter] = []

    async def holding_writer(peer: Peer) -> None:
        writers.append(peer.writer)
        await peer.request()
        await peer.left()

    asyncio.run(main())  # libuv looks at the clock first


@on_both_loops
async def test_a_slow_reader_slows_the_upstream_and_loses_nothing() -> None:
    sent = 0

    async def script(peer: Peer) -> None:
        nonlocal sent
        await peer.request()
        await peer.send(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % (LARGE))
        for _ in range(LARGE >> 18):
            peer.writer.write(b"x" * (1 << 18))
            await peer.writer.drain()
            sent += 1 << 18

    async with Upstream(script) as upstream:
        transport = PooledTransport()
        reply = await get(transport, upstream.origin)
        seen = -1
        while seen != sent:
            seen = sent
            await asyncio.sleep(0.02)
        assert sent < LARGE
        (connection,) = transport._pool._open
        assert HIGH_WATER < connection._held <= 3 * HIGH_WATER
        total = 0
        while chunk := await reply.read():
            total += len(chunk)
        assert total == LARGE
        assert transport.counters.spare == 1
        await transport.aclose()


class CountingLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        super().__init__()
        self.timers: list[asyncio.TimerHandle] = []

    def call_at(self, *args: Any, **kwargs: Any) -> asyncio.TimerHandle:
        self.timers.append(super().call_at(*args, **kwargs))
        return self.timers[-1]


def test_one_timer_serves_all_waits_of_a_connection() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, CountingLoop)
        events = [b"5\r\ndata\n\r\n"] * 50
        async with Upstream(answering(CHUNKED, *events, b"0\r\n\r\n")) as upstream:
            transport = PooledTransport()
            for _ in range(3):
                armed, pauses = len(loop.timers), len(events) + 2
                reply = await get(transport, upstream.origin)
                chunks = 0
                while await reply.read():
                    chunks += 1
                assert chunks == len(events)
                assert len(loop.timers) - armed - pauses <= 4  # connecting, head, first chunk, keep-alive
            await transport.aclose()
        assert all(timer.cancelled() or timer.when() <= loop.time() for timer in loop.timers)

    with asyncio.Runner(loop_factory=CountingLoop) as runner:
        runner.run(main())
