from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import httpx
import pytest
from scripted import Peer, answering
from scripted import Upstream as Scripted
from serving import json_answer, settings

from proxy.errors import ProxyError
from proxy.upstream import Reply, Upstream

BASES = [
    pytest.param("http://a.test", b"/v1/x?q=1", id="without /v1"),
    pytest.param("http://a.test/v1", b"/v1/x?q=1", id="with /v1"),
    pytest.param("http://a.test/v1/", b"/v1/x?q=1", id="with a slash"),
    pytest.param("http://a.test/openai", b"/openai/v1/x?q=1", id="below a path"),
]


def through(answer: Callable[[httpx.Request], httpx.Response], **environ: str) -> Upstream:
    return Upstream(settings(**environ), httpx.MockTransport(answer))


async def text_of(reply: Reply) -> bytes:
    text = b""
    while piece := await reply.read():
        text += piece
    await reply.aclose()
    return text


@pytest.mark.parametrize(("base", "target"), BASES)
async def test_a_path_is_put_below_the_base_address(base: str, target: bytes) -> None:
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200)

    await through(answer, UPSTREAM_BASE_URL=base).open("GET", b"/x?q=1", [])
    assert seen[0].url.raw_path == target and seen[0].url.host == "a.test"


@pytest.mark.parametrize("pooled", [True, False], ids=["over the wire", "through a transport handed in"])
async def test_both_ways_give_the_same_reply_and_add_no_headers(pooled: bool) -> None:
    raw = json_answer(b"{}", b"418 Odd", b"Set-Cookie: a", b"Set-Cookie: b")
    async with Scripted(answering(raw)) as scripted:
        environ = settings(UPSTREAM_BASE_URL=f"http://127.0.0.1:{scripted.origin.port}")
        upstream = Upstream(environ, None if pooled else httpx.AsyncHTTPTransport())
        reply = await upstream.open("POST", b"/x", [(b"x-a", b"1")], (b"te", b"a"))
        assert reply.status == 418
        assert [v for k, v in reply.headers if k.lower() == b"set-cookie"] == [b"a", b"b"]
        assert await text_of(reply) == b"{}"
        assert scripted.bodies == [b"tea"]
        names = {line.split(b":")[0].lower() for line in scripted.heads[0].splitlines()[1:] if line}
        assert names == {b"host", b"x-a", b"content-length"}
        await upstream.aclose()


async def test_a_body_is_sent_while_it_is_made() -> None:
    async def made() -> AsyncIterator[bytes]:
        yield b"te"
        yield b"a"

    seen: list[bytes] = []

    async def answer(request: httpx.Request) -> httpx.Response:
        seen.append(await request.aread())
        return httpx.Response(200, content=b"ok")

    upstream = Upstream(settings(), httpx.MockTransport(answer))
    assert await text_of(await upstream.open("POST", b"/x", [], made())) == b"ok"
    assert seen == [b"tea"]


FAILURES = [
    pytest.param(httpx.ConnectError("x"), 2, 502, "upstream_unreachable", id="no connection: tried twice"),
    pytest.param(
        httpx.ConnectTimeout("x"), 1, 504, "upstream_connect_timeout", id="no connection in time: once"
    ),
    pytest.param(httpx.ReadError("x"), 1, 502, "upstream_connection_lost", id="lost after sending: once"),
    pytest.param(httpx.WriteError("x"), 1, 502, "upstream_connection_lost", id="lost while sending: once"),
    pytest.param(httpx.RemoteProtocolError("x"), 1, 502, "upstream_protocol_error", id="cut off: once"),
    pytest.param(httpx.ReadTimeout("x"), 1, 504, "upstream_timeout", id="silence: once"),
]


@pytest.mark.parametrize(("failure", "tries", "status", "code"), FAILURES)
async def test_only_what_was_never_sent_is_sent_again(
    failure: Exception, tries: int, status: int, code: str
) -> None:
    count = 0

    def answer(request: httpx.Request) -> httpx.Response:
        nonlocal count
        count += 1
        raise failure

    with pytest.raises(ProxyError) as failed:
        await through(answer).open("POST", b"/x", [], (b"tea",))
    assert (failed.value.status, failed.value.code, count) == (status, code, tries)


async def test_a_streamed_body_is_never_sent_again() -> None:
    count = 0

    async def made() -> AsyncIterator[bytes]:
        yield b"tea"

    def answer(request: httpx.Request) -> httpx.Response:
        nonlocal count
        count += 1
        raise httpx.ConnectError("x")

    with pytest.raises(ProxyError):
        await through(answer).open("POST", b"/x", [], made())
    assert count == 1


async def test_a_lost_answer_is_not_asked_for_twice() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        peer.reset()

    async with Scripted(script) as scripted:
        upstream = Upstream(settings(UPSTREAM_BASE_URL=f"http://127.0.0.1:{scripted.origin.port}"))
        with pytest.raises(ProxyError):
            await upstream.open("POST", b"/x", [], (b"tea",))
        assert scripted.connections == 1
        await upstream.aclose()


async def test_waiting_has_the_limits_of_the_settings() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.left()

    async with Scripted(script) as scripted:
        environ = {"UPSTREAM_BASE_URL": f"http://127.0.0.1:{scripted.origin.port}"}
        upstream = Upstream(settings(**environ, GATEKEEPER_FIRST_BYTE_TIMEOUT="0.02"))
        with pytest.raises(ProxyError) as failed:
            await upstream.open("POST", b"/x", [], (b"tea",))
        assert (failed.value.status, failed.value.code) == (504, "upstream_timeout")
        await upstream.aclose()
