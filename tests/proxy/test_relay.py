from __future__ import annotations

import asyncio

import httpx
import pytest
from scripted import Peer, answering
from serving import (
    ASK,
    CHAT,
    EVENTS,
    STREAM,
    chunk,
    json_answer,
    serving,
)

from proxy.relay import ReadAhead, _gap

ONE = b'data: {"choices":[{"delta":{"content":"tea"}}]}\n\n'
BODY = b'{"model":"m","messages":[{"role":"user","content":"Is there tea?"}]}'


async def test_a_chunk_reaches_the_client_before_the_next_one_exists() -> None:
    seen = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(EVENTS + chunk(ONE))
        await seen.wait()
        await peer.send(chunk(b"data: [DONE]\n\n"), b"0\r\n\r\n")

    async with serving(script) as proxy, proxy.client.stream("POST", CHAT, json=STREAM) as answer:
        pieces = answer.aiter_raw()
        assert await anext(pieces) == ONE
        seen.set()
        assert [piece async for piece in pieces] == [b"data: [DONE]\n\n"]


PIECES = [
    pytest.param([b"data:{}\n\n"], id="no space behind the colon"),
    pytest.param([b"data: {}\r\n\r\ndata: [DONE]\r\n\r\n"], id="CRLF"),
    pytest.param([b": thinking\n\n", b":\n\n", ONE], id="comments"),
    pytest.param([b"data: \xe4\xbd", b"\xa0\n\n"], id="a character split between chunks"),
    pytest.param([b"event: error\ndata: {}\n\n"], id="an error event without anything after it"),
    pytest.param([ONE], id="no [DONE]"),
    pytest.param([b"\x00\xff not an event at all"], id="not even text"),
    pytest.param([], id="an empty stream"),
]


@pytest.mark.parametrize("pieces", PIECES)
async def test_a_stream_passes_byte_for_byte(pieces: list[bytes]) -> None:
    script = answering(EVENTS, *map(chunk, pieces), b"0\r\n\r\n")
    async with serving(script) as proxy, proxy.client.stream("POST", CHAT, json=STREAM) as answer:
        assert [piece async for piece in answer.aiter_raw()] == pieces
    assert (await proxy.line())["outcome"] == "ok"


async def test_event_streams_ask_nobody_to_hold_them_back() -> None:
    async with serving(answering(EVENTS, b"0\r\n\r\n")) as proxy:
        answer = await proxy.client.post(CHAT, json=STREAM)
    assert answer.headers["x-accel-buffering"] == "no"
    assert answer.headers["cache-control"] == "no-cache"


async def test_both_ends_keep_their_connections_for_the_next_request() -> None:
    async with serving(answering(json_answer(b"{}"))) as proxy:
        for _ in range(3):
            assert (await proxy.client.post(CHAT, json=ASK)).content == b"{}"
        assert proxy.upstream.connections == 1


# -- an upstream that dies ----------------------------------------------------------------------------------

GAPS = [
    pytest.param(b"", b"", id="nothing was sent"),
    pytest.param(b"data: {}\n\n", b"", id="behind an event"),
    pytest.param(b"data: {}\r\n\r\n", b"", id="behind an event with CRLF"),
    pytest.param(b"data: {}\n", b"\n", id="behind a line"),
    pytest.param(b"data: {}\r\n", b"\n", id="behind a line with CRLF"),
    pytest.param(b"data: {", None, id="inside a line"),
]


@pytest.mark.parametrize(("tail", "gap"), GAPS)
def test_what_ends_an_open_event(tail: bytes, gap: bytes | None) -> None:
    assert _gap(tail) == gap


@pytest.mark.parametrize(
    ("sent", "gap"),
    [
        pytest.param([ONE], b"", id="behind an event"),
        pytest.param([b"data: {}\n"], b"\n", id="behind a line"),
        pytest.param([b"data: {}\n", b"\n"], b"", id="behind an empty line of its own"),
    ],
)
async def test_a_stream_that_breaks_between_lines_ends_with_one_error_event(
    sent: list[bytes], gap: bytes
) -> None:
    script = answering(EVENTS, *map(chunk, sent), then=Peer.reset)
    async with serving(script) as proxy:
        answer = await proxy.client.post(CHAT, json=STREAM)
        assert answer.status_code == 200
        before, event = answer.content[: len(b"".join(sent))], answer.content[len(b"".join(sent)) :]
        assert before == b"".join(sent)
        assert event.startswith(gap + b'data: {"error":{"message":') and event.endswith(b"\n\n")
        assert event.count(b"data:") == 1 and b"[DONE]" not in answer.content
        line = await proxy.line()
    assert (line["outcome"], line["level"]) == ("upstream_connection_lost", "warning")


async def test_a_stream_that_breaks_inside_a_line_is_cut() -> None:
    script = answering(EVENTS, chunk(b'data: {"choices"'), then=Peer.reset)
    async with serving(script) as proxy:
        with pytest.raises(httpx.RemoteProtocolError, match="incomplete chunked"):
            await proxy.client.post(CHAT, json=STREAM)


async def test_a_json_answer_that_breaks_is_cut() -> None:
    script = answering(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}", then=Peer.reset)
    async with serving(script) as proxy:
        with pytest.raises(httpx.RemoteProtocolError, match="without sending complete message body"):
            await proxy.client.post(CHAT, json=ASK)


async def test_a_compressed_stream_that_breaks_is_cut() -> None:
    head = EVENTS.replace(b"\r\n\r\n", b"\r\ncontent-encoding: gzip\r\n\r\n")
    async with serving(answering(head, chunk(b"\x1f\x8b\n\n"), then=Peer.reset)) as proxy:
        with pytest.raises(httpx.RemoteProtocolError):
            async with proxy.client.stream("POST", CHAT, json=STREAM) as answer:
                async for _ in answer.aiter_raw():
                    pass


# -- reading ahead ------------------------------------------------------------------------------------------


class Canned:
    """A reply of these pieces; the first comes when `go` is set."""

    status = 200
    headers: tuple[tuple[bytes, bytes], ...] = ()
    ended = False

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)
        self.go = asyncio.Event()
        self.closed = False

    async def read(self) -> bytes:
        await self.go.wait()
        return self.pieces.pop(0) if self.pieces else b""

    async def aclose(self) -> None:
        self.closed = True


async def everything(reply: ReadAhead) -> list[bytes]:
    pieces = []
    while piece := await reply.read():
        pieces.append(piece)
    return pieces


async def test_peeking_takes_nothing_away() -> None:
    reply = Canned(b"a", b"b")
    reply.go.set()
    ahead = ReadAhead(reply)
    assert await ahead.peek(1) == b"a"
    assert await everything(ahead) == [b"a", b"b"]


async def test_peeking_at_silence_loses_nothing() -> None:
    reply = Canned(b"a", b"b")
    ahead = ReadAhead(reply)
    assert await ahead.peek(0.001) == b""
    reply.go.set()
    assert await everything(ahead) == [b"a", b"b"]


async def test_closing_while_peeking_ends_the_reading() -> None:
    reply = Canned()
    ahead = ReadAhead(reply)
    await ahead.peek(0.001)
    await ahead.aclose()
    await asyncio.sleep(0)
    assert reply.closed and len(asyncio.all_tasks()) == 1


async def test_a_whole_body_can_be_had_and_is_still_read_in_its_pieces() -> None:
    reply = Canned(b"a", b"b")
    reply.go.set()
    ahead = ReadAhead(reply)
    assert await ahead.whole(2) == b"ab"
    assert await everything(ahead) == [b"a", b"b"]


async def test_a_body_beyond_the_limit_is_not_had_whole_but_nothing_of_it_is_lost() -> None:
    reply = Canned(b"a", b"b", b"c")
    reply.go.set()
    ahead = ReadAhead(reply)
    assert await ahead.whole(1) is None
    assert await everything(ahead) == [b"a", b"b", b"c"]
