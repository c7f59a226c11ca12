from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from scripted import Peer, answering
from serving import CHAT, EVENTS, chunk, head_of, json_answer, post, serving, silent, until

from proxy.errors import ProxyError
from proxy.routes import below_v1, is_chat

BEGUN_UPLOAD = b"POST /v1/files HTTP/1.1\r\nhost: {host}\r\ncontent-length: 99999\r\n\r\n"

CHAT_PATHS = [
    ("/v1/chat/completions", True),
    ("/v1/chat/completions/", True),
    ("/chat/completions", True),
    ("/v1/v1/chat/completions", True),
    ("/v1//chat/completions", True),
    ("//v1/chat/completions", True),
    ("/v1/chat/completions/abc", False),
    ("/v1/completions", False),
    ("/evil.test/v1/chat/completions", False),
    ("//evil.test/v1/chat/completions", False),
    ("/v2/chat/completions", False),
    ("/", False),
]


@pytest.mark.parametrize(("path", "chat"), CHAT_PATHS)
def test_which_paths_mean_chat(path: str, chat: bool) -> None:
    assert is_chat(path) is chat


BELOW = [
    (b"/v1/models", b"/models"),
    (b"/v1/models/", b"/models/"),
    (b"/v1/v1/models", b"/models"),
    (b"/v1", b""),
    (b"/v1/", b"/"),
    (b"/v1/models/org%2Fname", b"/models/org%2Fname"),
    (b"/v1/files/a..b", b"/files/a..b"),
    (b"/v1//evil.test/x", b"//evil.test/x"),
    (b"/v1/http:%2F%2Fevil.test", b"/http:%2F%2Fevil.test"),
    (b"/v1x/models", None),
    (b"/models", None),
    (b"//evil.test/v1/models", None),
    (b"*", None),
]


@pytest.mark.parametrize(("path", "below"), BELOW)
def test_what_stands_below_v1(path: bytes, below: bytes | None) -> None:
    assert below_v1(path) == below


@pytest.mark.parametrize(
    "path",
    [
        b"/v1/../admin",
        b"/v1/a/./b",
        b"/v1/%2e%2E/admin",
        b"/v1/a/..%2fadmin",
        b"/v1/..%5Cadmin",
        b"/v1/%252e%252e/admin",
        b"/v1/..;/admin",
    ],
)
def test_no_path_climbs_out_of_the_base_address(path: bytes) -> None:
    with pytest.raises(ProxyError) as refused:
        below_v1(path)
    assert refused.value.status == 400


TARGETS = [
    pytest.param("GET", "/v1/models", b"GET /v1/models HTTP/1.1", id="a list"),
    pytest.param("GET", "/v1/models/?a=b%2Fc&d", b"GET /v1/models/?a=b%2Fc&d HTTP/1.1", id="slash and query"),
    pytest.param("DELETE", "/v1/v1/files/f-1", b"DELETE /v1/files/f-1 HTTP/1.1", id="a doubled /v1"),
    pytest.param("POST", "/v1/embeddings", b"POST /v1/embeddings HTTP/1.1", id="a POST"),
    pytest.param(
        "GET", "/v1/chat/completions/c-1", b"GET /v1/chat/completions/c-1 HTTP/1.1", id="a stored chat"
    ),
]


@pytest.mark.parametrize(("method", "path", "line"), TARGETS)
async def test_everything_below_v1_reaches_the_upstream_as_it_is(method: str, path: str, line: bytes) -> None:
    body = b'{"odd":1.0}' if method == "POST" else b""
    async with serving(answering(json_answer(b'{"a":1}'))) as proxy:
        answer = await proxy.client.request(method, path, content=body, headers={"x-a": "1"})
        assert answer.content == b'{"a":1}' and answer.headers["content-length"] == "7"
        head = proxy.upstream.heads[0]
        assert head.startswith(line + b"\r\n") and b"\r\nx-a: 1\r\n" in head
        assert b"\r\nhost: 127.0.0.1:%d\r\n" % proxy.upstream.origin.port in head
        assert proxy.upstream.bodies == [body]
        assert (await proxy.line())["path"] == path.split("?", maxsplit=1)[0]


async def test_a_head_request_gets_the_length_without_the_body() -> None:
    head = b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n"
    async with serving(answering(head)) as proxy:
        answer = await proxy.client.head("/v1/models")
        assert (answer.headers["content-length"], answer.content) == ("99", b"")


@pytest.mark.parametrize("status", [b"204 No Content", b"304 Not Modified"])
async def test_an_answer_without_a_body_ends_at_once(status: bytes) -> None:
    async with serving(answering(b"HTTP/1.1 " + status + b"\r\netag: x\r\n\r\n")) as proxy:
        assert (await proxy.client.get("/v1/models")).status_code == int(status[:3])
        assert (await proxy.client.get("/v1/models")).status_code == int(status[:3])


@pytest.mark.parametrize("sized", [True, False], ids=["with its length stated", "in chunks"])
async def test_an_upload_is_sent_on_while_it_comes_in(sized: bool) -> None:
    began, go_on = asyncio.Event(), asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.reader.readuntil(b"first")
        began.set()
        await peer.reader.readuntil(b"second")
        await peer.send(json_answer(b"{}"))
        await peer.left()

    async def body() -> AsyncIterator[bytes]:
        yield b"first"
        await began.wait()
        go_on.set()
        yield b"second"

    async with serving(script) as proxy:
        headers = {"content-length": "11"} if sized else {}
        answer = await proxy.client.post("/v1/files", content=body(), headers=headers)
        assert answer.status_code == 200 and go_on.is_set()
        framing = b"content-length: 11" if sized else b"transfer-encoding: chunked"
        assert framing in proxy.upstream.heads[0]


async def test_an_answer_that_comes_before_the_upload_ends_is_passed_on() -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.send(json_answer(b'{"error":{}}', b"413 Too Large"))
        await peer.left()

    async with serving(script) as proxy:
        reader, writer = await proxy.connect(BEGUN_UPLOAD)
        head = asyncio.create_task(head_of(reader))
        while not head.done():
            writer.write(b"x")  # the upload goes on until the answer is there
            await asyncio.sleep(0.005)
        assert head.result().startswith(b"HTTP/1.1 413 ")


async def test_a_client_that_leaves_inside_its_upload_takes_the_upstream_request_with_it() -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.left()

    async with serving(script) as proxy:
        _, writer = await proxy.connect(BEGUN_UPLOAD)
        await until(lambda: proxy.upstream.heads)
        writer.transport.abort()
        async with asyncio.timeout(1):
            await proxy.upstream.left.wait()
        assert (await proxy.line())["outcome"] == "client_left"


@pytest.mark.parametrize("with_body", [True, False], ids=["behind its upload", "without a body"])
async def test_a_client_that_leaves_while_it_waits_takes_the_upstream_request_with_it(
    with_body: bool,
) -> None:
    async with serving(silent) as proxy:
        _, writer = await proxy.connect(post(b"{}" if with_body else b"", path=b"/v1/embeddings"))
        await until(lambda: proxy.upstream.bodies)
        writer.transport.abort()
        async with asyncio.timeout(1):
            await proxy.upstream.left.wait()


async def test_a_broken_stream_elsewhere_below_v1_is_told_of_as_in_chat() -> None:
    script = answering(EVENTS, chunk(b"data: {}\n\n"), then=Peer.reset)
    async with serving(script) as proxy:
        answer = await proxy.client.post("/v1/responses", json={})
        assert answer.content.startswith(b'data: {}\n\ndata: {"error":{')


async def test_what_is_ours_is_never_passed_on() -> None:
    async with serving(silent) as proxy:
        answer = await proxy.client.get("/v1/gatekeeper/unknown")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_url")
        assert proxy.upstream.connections == 0


@pytest.mark.parametrize("path", ["/v1/chat/completions/", "/chat/completions", "/v1/v1/chat/completions"])
async def test_every_spelling_of_chat_reaches_the_one_path(path: str) -> None:
    async with serving(answering(json_answer(b"{}"))) as proxy:
        answer = await proxy.client.post(path + "?api-version=1&t=a%2Fb", json={"model": "m"})
        assert answer.headers["x-gatekeeper-mode"] == "off"
        assert proxy.upstream.heads[0].startswith(
            b"POST " + CHAT.encode() + b"?api-version=1&t=a%2Fb HTTP/1.1\r\n"
        )
