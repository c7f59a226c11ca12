"""deploy/nginx.conf streams: nothing is held back, nothing is lost, a client that leaves is noticed inside.

Each script waits for the other end before it goes on, so what is held back anywhere never comes to its end.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fronted import NAME, Front, fronted

from proxy.settings import Settings

CHAT = "/v1/chat/completions"
EVENT_STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
OK = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"
MOST = Settings.from_env({}).max_body_bytes


def event(text: str) -> bytes:
    return b"data: %b\n\n" % text.encode()


def chunk(piece: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(piece), piece)


def head(length: int, *lines: bytes, target: bytes = CHAT.encode()) -> bytes:
    """The head of a POST with so many bytes of body."""
    fixed = (b"POST %b HTTP/1.1" % target, b"host: " + NAME.encode(), b"content-length: %d" % length)
    return b"\r\n".join((*fixed, *lines)) + b"\r\n\r\n"


async def head_of(reader: asyncio.StreamReader) -> bytes:
    return await reader.readuntil(b"\r\n\r\n")


async def message_of(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Head and body of a request or an answer that states its length."""
    start = await head_of(reader)
    length = start.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
    return start, await reader.readexactly(int(length or 0))


async def answering(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A gatekeeper that answers each request of a connection with OK."""
    while not reader.at_eof():
        try:
            await message_of(reader)
        except asyncio.IncompleteReadError:
            return
        writer.write(OK)


def client(front: Front) -> httpx.AsyncClient:
    base = f"https://127.0.0.1:{front.port}"
    return httpx.AsyncClient(base_url=base, verify=front.trust, trust_env=False, timeout=15)


def named() -> dict[str, object]:
    """For httpx: the certificate is for the name, the connection goes to this computer."""
    return {"sni_hostname": NAME}


async def test_every_event_reaches_the_client_before_the_next_is_sent(tmp_path: Path) -> None:
    events = [event(text) for text in ("{}", "泪", "x" * 20000, "[DONE]")]
    heard = [asyncio.Event() for _ in range(len(events) + 1)]

    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await message_of(reader)
        writer.write(EVENT_STREAM)
        await heard[0].wait()
        for piece, reached in zip(events, heard[1:], strict=True):
            writer.write(chunk(piece))
            await reached.wait()
        writer.write(b"0\r\n\r\n")

    async with (
        fronted(script, tmp_path) as front,
        client(front) as http,
        http.stream("POST", CHAT, json={"stream": True}, extensions=named()) as answer,
    ):
        heard[0].set()  # the head alone came through
        got, reached = b"", 0
        async for piece in answer.aiter_raw():
            got += piece
            while reached < len(events) and got.endswith(b"".join(events[: reached + 1])):
                reached += 1
                heard[reached].set()
        assert got == b"".join(events)
        assert answer.headers["content-type"] == "text/event-stream"
        assert "content-encoding" not in answer.headers


async def test_a_body_reaches_the_gatekeeper_while_it_is_being_sent(tmp_path: Path) -> None:
    half_came = asyncio.Event()

    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        assert await reader.readexactly(5) == b"first"
        half_came.set()
        assert await reader.readexactly(6) == b"second"
        writer.write(OK)

    async with fronted(script, tmp_path) as front:
        reader, writer = await front.connect()
        writer.write(head(11) + b"first")
        await half_came.wait()
        writer.write(b"second")
        assert (await head_of(reader)).startswith(b"HTTP/1.1 200 ")
        writer.transport.abort()


async def test_the_largest_body_the_gatekeeper_takes_is_let_through(tmp_path: Path) -> None:
    body = bytes(range(256)) * (MOST // 256)
    came: list[bytes] = []

    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.append((await message_of(reader))[1])
        writer.write(OK)

    async with fronted(script, tmp_path) as front, client(front) as http:
        answer = await http.post(CHAT, content=body, extensions=named())
    assert answer.status_code == 200
    assert came == [body]


async def test_a_larger_body_is_refused_before_it_is_sent_in_openais_shape(tmp_path: Path) -> None:
    async with fronted(answering, tmp_path) as front:
        reader, writer = await front.connect()
        writer.write(head(MOST + 1))
        start, body = await message_of(reader)
        assert start.startswith(b"HTTP/1.1 413 ")
        assert json.loads(body)["error"]["code"] == "request_too_large"
        assert front.inward == []
        writer.close()


def departures() -> Iterator[tuple[str, bytes, bytes]]:
    """When the client leaves: (name, what it had sent, what it had been sent)."""
    yield "while it sends its question", head(1000) + b"half", b""
    yield "before the answer begins", head(2) + b"{}", b""
    yield "in a silence within the answer", head(2) + b"{}", EVENT_STREAM + chunk(event("{}"))


@pytest.mark.parametrize(("sent", "answered"), [pytest.param(s, a, id=n) for n, s, a in departures()])
async def test_the_gatekeeper_notices_a_client_that_leaves(
    tmp_path: Path, sent: bytes, answered: bytes
) -> None:
    came, left = asyncio.Event(), asyncio.Event()

    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        came.set()
        writer.write(answered)
        while await reader.read(65536):
            pass
        left.set()

    async with fronted(script, tmp_path) as front:
        reader, writer = await front.connect()
        writer.write(sent)
        await came.wait()
        if answered:
            await reader.readuntil(event("{}"))
        writer.transport.abort()
        await left.wait()


async def test_an_answer_that_is_cut_off_looks_cut_off(tmp_path: Path) -> None:
    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await message_of(reader)
        writer.write(EVENT_STREAM + chunk(event("{}")))

    async with fronted(script, tmp_path) as front, client(front) as http:
        with pytest.raises(httpx.RemoteProtocolError):
            await http.post(CHAT, json={}, extensions=named())


async def test_connections_inwards_are_kept_and_used_again(tmp_path: Path) -> None:
    async with fronted(answering, tmp_path) as front, client(front) as http:
        for _ in range(3):
            answer = await http.post(CHAT, json={}, extensions=named())
            assert answer.status_code == 200
        assert len(front.inward) == 1


async def test_the_gatekeeper_is_told_what_the_client_said(tmp_path: Path) -> None:
    heads: list[bytes] = []

    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await head_of(reader))
        writer.write(OK)

    async with fronted(script, tmp_path) as front, client(front) as http:
        headers = {"authorization": "Bearer k-1", "host": NAME, "accept-encoding": "gzip"}
        await http.get("/v1/models?a=%2F&b", headers=headers, extensions=named())
    request, *lines = heads[0].split(b"\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in lines if line)
    assert request == b"GET /v1/models?a=%2F&b HTTP/1.1"
    assert fields[b"authorization"] == b"bearer k-1"
    assert fields[b"host"] == NAME.encode()
    assert b"connection" not in fields


async def test_a_key_in_the_query_string_is_not_logged(tmp_path: Path) -> None:
    async with fronted(answering, tmp_path) as front, client(front) as http:
        await http.get("/v1/models?key=k-secret", extensions=named())
    line = front.access_log.read_text()
    assert "GET /v1/models 200" in line
    assert "k-secret" not in line


async def test_metrics_are_not_for_the_world(tmp_path: Path) -> None:
    async with fronted(answering, tmp_path) as front, client(front) as http:
        assert (await http.get("/metrics", extensions=named())).status_code == 404
        assert front.inward == []


async def test_a_gatekeeper_that_is_away_is_a_502_in_openais_shape(tmp_path: Path) -> None:
    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await message_of(reader)

    async with fronted(script, tmp_path) as front, client(front) as http:
        answer = await http.post(CHAT, json={}, extensions=named())
    assert answer.status_code == 502
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["error"]["type"] == "server_error"
    assert len(front.inward) == 1  # what was sent once is not sent again
