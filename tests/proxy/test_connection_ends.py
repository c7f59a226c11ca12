"""Exchanges that end before their time: we leave, or the upstream answers too soon."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from scripted import CHUNKED, LARGE, Peer, Upstream, deaf, get, on_both_loops, rest, until

from proxy.transport import PooledTransport


async def two_pieces_and_silence() -> AsyncIterator[bytes]:
    yield b"hello"
    yield b"world"
    await asyncio.Event().wait()


PHASES = [
    pytest.param(b"", (), 0, id="waiting for the head"),
    pytest.param(CHUNKED, (), 0, id="waiting for the first chunk"),
    pytest.param(CHUNKED + b"2\r\nhi\r\n", (), 1, id="waiting for another chunk"),
    pytest.param(b"", two_pieces_and_silence, 0, id="uploading"),
]


@pytest.mark.parametrize(("sent", "body", "chunks"), PHASES)
@on_both_loops
async def test_a_cancelled_request_closes_its_connection_at_once(sent: bytes, body: Any, chunks: int) -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.send(sent)
        await peer.left()

    async with Upstream(script) as upstream:
        transport = PooledTransport()
        got: list[bytes] = []

        async def ask() -> None:
            reply = await get(transport, upstream.origin, b"POST", body=body and body())
            while True:
                got.append(await reply.read())

        task = asyncio.ensure_future(ask())
        await until(lambda: len(upstream.heads) == 1 and len(got) == chunks)
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await upstream.left.wait()
        await until(lambda: transport.counters.open == 0)
        await transport.aclose()


@on_both_loops
async def test_a_request_cancelled_while_it_is_written_closes_its_connection() -> None:
    async with Upstream(deaf) as upstream:
        transport = PooledTransport()
        task = asyncio.ensure_future(get(transport, upstream.origin, b"POST", body=[b"x" * LARGE]))
        await until(lambda: len(upstream.heads) == 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: transport.counters.open == 0)
        await transport.aclose()


@pytest.mark.parametrize("piece", [0, 65536, 1], ids=["all at once", "a broad stream", "a thin stream"])
@on_both_loops
async def test_an_answer_may_come_before_the_request_is_out(piece: int) -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.send(b"HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\n\r\nbig")
        await asyncio.Event().wait()

    closed: list[bool] = []

    async def endless() -> AsyncIterator[bytes]:
        try:
            while True:
                yield b"x" * piece
                await asyncio.sleep(0)
        finally:
            closed.append(True)

    async with Upstream(script) as upstream:
        transport = PooledTransport()
        body = endless() if piece else [b"x" * LARGE]
        reply = await get(transport, upstream.origin, b"POST", body=body)
        assert (reply.status, await rest(reply)) == (413, b"big")
        assert closed == [True] * bool(piece)
        await until(lambda: transport.counters.open == 0)  # the rest of the request can no longer follow
        await transport.aclose()
