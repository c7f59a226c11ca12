from __future__ import annotations

import asyncio
import functools
import ssl
from typing import Any

import httpx
import pytest
import trustme
from scripted import CHUNKED, OK, Peer, Upstream, answering, ending, get, on_both_loops, rest, until

from proxy.transport import Counters, PooledTransport, request_written

LENGTH_5 = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"
UNFRAMED = b"HTTP/1.1 200 OK\r\n\r\n"


@functools.cache
def contexts() -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """For the upstream and for us, around an authority of their own."""
    authority = trustme.CA()
    upstream = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(upstream)
    ours = ssl.create_default_context()
    authority.configure_trust(ours)
    return upstream, ours


BROKEN = [
    pytest.param((), Peer.reset, httpx.ReadError, b"", id="reset before the head"),
    pytest.param((), ending, httpx.RemoteProtocolError, b"", id="ended before the head"),
    pytest.param((b"HTTP/1.1 2",), ending, httpx.RemoteProtocolError, b"", id="ended in the head"),
    pytest.param((b"SSH-2.0\r\n",), ending, httpx.RemoteProtocolError, b"", id="another protocol"),
    pytest.param((LENGTH_5,), Peer.reset, httpx.ReadError, b"", id="reset after the head"),
    pytest.param((LENGTH_5, b"abc"), ending, httpx.RemoteProtocolError, b"abc", id="short of the length"),
    pytest.param((CHUNKED, b"5\r\nabc"), ending, httpx.RemoteProtocolError, b"abc", id="ended in a chunk"),
    pytest.param((CHUNKED, b"5\r\nabc"), Peer.reset, httpx.ReadError, b"abc", id="reset in a chunk"),
    pytest.param(
        (CHUNKED, b"3\r\nabc\r\n"), ending, httpx.RemoteProtocolError, b"abc", id="ended between chunks"
    ),
    pytest.param(
        (CHUNKED, b"3\r\nabc\r\nxy\r\n"), ending, httpx.RemoteProtocolError, b"abc", id="a bad chunk"
    ),
    pytest.param((UNFRAMED, b"abc"), Peer.reset, httpx.ReadError, b"abc", id="reset where EOF is the end"),
]


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
@pytest.mark.parametrize(("sent", "then", "error", "body"), BROKEN)
@on_both_loops
async def test_a_broken_answer_is_an_error_and_asked_for_once(
    sent: tuple[bytes, ...], then: Any, error: type[httpx.TransportError], body: bytes, tls: bool
) -> None:
    theirs, ours = contexts() if tls else (None, None)
    async with Upstream(answering(*sent, then=then), context=theirs) as upstream:
        transport = PooledTransport(ssl_context=ours)
        got = b""
        with pytest.raises(error) as caught:
            reply = await get(transport, upstream.origin, b"POST", body=[b"bill me"])
            while True:
                got += await reply.read()
        assert got == body
        assert request_written(caught.value)
        assert upstream.bodies == [b"bill me"]
        await until(lambda: transport.counters.open == 0)
        await transport.aclose()


@pytest.mark.parametrize(
    ("clean", "outcome"), [(True, b"abc"), (False, None)], ids=["close_notify", "cut off"]
)
@on_both_loops
async def test_the_end_of_tls_ends_a_body_only_when_it_was_announced(
    clean: bool, outcome: bytes | None
) -> None:
    theirs, ours = contexts()
    script = answering(UNFRAMED, b"abc", then=ending if clean else Peer.cut)
    async with Upstream(script, context=theirs) as upstream:
        transport = PooledTransport(ssl_context=ours)
        reply = await get(transport, upstream.origin)
        if outcome is None:
            with pytest.raises(httpx.ReadError):
                await rest(reply)
        else:
            assert await rest(reply) == outcome
        await transport.aclose()


@pytest.mark.parametrize("cut", [Peer.cut, Peer.reset, ending], ids=["cut off", "reset", "ended"])
@on_both_loops
async def test_a_request_lost_on_a_used_connection_is_not_sent_again(cut: Any) -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(OK)
        await peer.request()
        cut(peer)

    async with Upstream(script) as upstream:
        transport = PooledTransport()
        await rest(await get(transport, upstream.origin))
        with pytest.raises(httpx.TransportError) as caught:
            await get(transport, upstream.origin, b"POST", body=[b"bill me"])
        assert request_written(caught.value)
        assert upstream.bodies == [b"", b"bill me"]
        await transport.aclose()


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
@on_both_loops
async def test_chunks_arrive_one_by_one_as_the_sockets_brought_them(tls: bool) -> None:
    theirs, ours = contexts() if tls else (None, None)
    go = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.request()
        for piece in (
            CHUNKED,
            b"3\r\nabc\r\n",
            b"2\r\nde\r\n1\r\nf\r\n",
            b"4\r\n\xe4\xbd",
            b"\xa0!\r\n",
            b"0\r\n\r\n",
        ):
            await peer.send(piece)
            await go.wait()
            go.clear()
        await peer.left()

    async with Upstream(script, context=theirs) as upstream:
        transport = PooledTransport(ssl_context=ours)
        reply = await get(transport, upstream.origin)
        for expected in (b"abc", b"def", b"\xe4\xbd", b"\xa0!"):
            go.set()
            assert await reply.read() == expected
            assert not reply.ended
        go.set()
        assert await reply.read() == b""
        assert reply.ended
        assert await reply.read() == b""
        assert transport.counters.spare == 1
        await transport.aclose()


@on_both_loops
async def test_the_end_of_a_short_answer_is_known_with_its_last_piece() -> None:
    async with Upstream(answering(OK)) as upstream:
        transport = PooledTransport()
        reply = await get(transport, upstream.origin)
        assert not reply.ended
        assert (await reply.read(), reply.ended) == (b"ok", True)
        await reply.aclose()
        assert transport.counters.spare == 1
        await transport.aclose()


@on_both_loops
async def test_a_closed_reply_cannot_be_read() -> None:
    async with Upstream(answering(OK)) as upstream:
        transport = PooledTransport()
        reply = await get(transport, upstream.origin)
        await reply.aclose()
        with pytest.raises(httpx.StreamClosed):
            await reply.read()
        await transport.aclose()


@on_both_loops
async def test_closing_a_reply_that_somebody_reads_ends_both() -> None:
    async with Upstream(answering(CHUNKED)) as upstream:
        transport = PooledTransport()
        reply = await get(transport, upstream.origin)
        reader = asyncio.ensure_future(reply.read())
        await asyncio.sleep(0)
        await reply.aclose()
        with pytest.raises(httpx.StreamClosed):
            await reader
        await until(lambda: transport.counters.open == 0)
        await transport.aclose()


@on_both_loops
async def test_closing_a_reply_in_the_turn_in_which_its_end_arrives_does_not_lend_out_the_connection() -> (
    None
):
    async with Upstream(answering(CHUNKED)) as upstream:
        transport = PooledTransport()
        reply = await get(transport, upstream.origin)
        reader = asyncio.ensure_future(reply.read())
        await asyncio.sleep(0)
        (connection,) = transport._pool._open
        connection.data_received(b"0\r\n\r\n")
        await reply.aclose()
        assert transport.counters.spare == 0
        with pytest.raises(httpx.StreamClosed):
            await reader
        await transport.aclose()


@on_both_loops
async def test_one_byte_at_a_time() -> None:
    wire = CHUNKED + b"3\r\nabc\r\n0\r\n\r\n"
    async with Upstream(answering(*[wire[at : at + 1] for at in range(len(wire))])) as upstream:
        transport = PooledTransport()
        for _ in range(2):
            assert await rest(await get(transport, upstream.origin)) == b"abc"
        assert upstream.connections == 1
        await transport.aclose()


@pytest.mark.parametrize(
    ("method", "answer"),
    [
        (b"HEAD", b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"),
        (b"HEAD", CHUNKED),
        (b"GET", b"HTTP/1.1 204 No\r\n\r\n"),
        (b"GET", b"HTTP/1.1 304 No\r\ncontent-length: 5\r\n\r\n"),
        (b"GET", b"HTTP/1.1 103 Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"),
    ],
    ids=["HEAD with a length", "HEAD with chunks", "204", "304 with a length", "an empty body after a hint"],
)
@on_both_loops
async def test_answers_without_a_body_end_at_once_and_leave_the_connection_usable(
    method: bytes, answer: bytes
) -> None:
    async with Upstream(answering(answer)) as upstream:
        transport = PooledTransport()
        for _ in range(2):
            reply = await get(transport, upstream.origin, method)
            assert (reply.ended, await rest(reply)) == (True, b"")
        assert upstream.connections == 1
        await transport.aclose()


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
@on_both_loops
async def test_a_body_of_thousands_of_pieces_and_one_of_megabytes(tls: bool) -> None:
    theirs, ours = contexts() if tls else (None, None)
    async with Upstream(answering(OK), context=theirs) as upstream:
        transport = PooledTransport(ssl_context=ours)
        for pieces in ([b"%d," % number for number in range(5000)], (b"x" * (3 << 20),), (b"", b"a", b"")):
            assert await rest(await get(transport, upstream.origin, b"POST", body=pieces)) == b"ok"
            assert upstream.bodies.pop() == b"".join(pieces)
        assert transport.counters == Counters(open=1, spare=1, created=1, reused=2)
        await transport.aclose()
