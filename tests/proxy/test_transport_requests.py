"""What goes out: streamed bodies, refusals, and the interface of httpx."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from scripted import CHUNKED, OK, Peer, Upstream, answering, ending, get, on_both_loops, rest, until

from proxy.transport import Counters, Origin, PooledTransport, request_written


async def hello(*, fail: bool = False) -> AsyncIterator[bytes]:
    for piece in (b"hello", b"", b"world"):
        yield piece
    if fail:
        raise LookupError("the client is gone")


@pytest.mark.parametrize(
    ("headers", "framing"),
    [([], b"transfer-encoding: chunked\r\n"), ([(b"Content-Length", b"10")], b"Content-Length: 10\r\n")],
    ids=["in chunks", "of stated length"],
)
@on_both_loops
async def test_a_streamed_body(headers: Any, framing: bytes) -> None:
    async with Upstream(answering(OK)) as upstream:
        transport = PooledTransport()
        for _ in range(2):
            reply = await get(transport, upstream.origin, b"POST", headers=headers, body=hello())
            assert await rest(reply) == b"ok"
        assert upstream.bodies == [b"helloworld"] * 2
        assert framing in upstream.heads[0]
        assert upstream.connections == 1
        await transport.aclose()


@pytest.mark.parametrize(
    ("headers", "fail", "error"),
    [
        ([(b"content-length", b"9")], False, httpx.LocalProtocolError),
        ([(b"content-length", b"11")], False, httpx.LocalProtocolError),
        ([], True, LookupError),
    ],
    ids=["longer than stated", "shorter than stated", "its source fails"],
)
@on_both_loops
async def test_a_streamed_body_that_fails_is_cut_off(
    headers: Any, fail: bool, error: type[Exception]
) -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.left()

    async with Upstream(script) as upstream:
        transport = PooledTransport()
        with pytest.raises(error) as caught:
            await get(transport, upstream.origin, b"POST", headers=headers, body=hello(fail=fail))
        assert request_written(caught.value)
        await upstream.left.wait()
        await transport.aclose()


@on_both_loops
async def test_a_streamed_body_ends_with_an_upstream_that_is_gone() -> None:
    async def script(peer: Peer) -> None:
        await peer.head()

    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 65536

    async with Upstream(script) as upstream:
        transport = PooledTransport()
        with pytest.raises(httpx.TransportError) as caught:
            await get(transport, upstream.origin, b"POST", body=endless())
        assert request_written(caught.value)
        await until(lambda: transport.counters.open == 0)
        await transport.aclose()


REFUSED = [
    pytest.param("http", [(b"a", b"b\r\nc: d")], httpx.LocalProtocolError, id="a header inside a header"),
    pytest.param("http", [(b"content-length", b"1")], httpx.LocalProtocolError, id="not the body's length"),
    pytest.param("ftp", [], httpx.UnsupportedProtocol, id="another scheme"),
]


@pytest.mark.parametrize(("scheme", "headers", "error"), REFUSED)
@on_both_loops
async def test_what_must_not_go_out_is_refused_before_connecting(
    scheme: str, headers: Any, error: type[httpx.TransportError]
) -> None:
    async with Upstream(answering(OK)) as upstream:
        transport = PooledTransport()
        origin = Origin(scheme, upstream.origin.host, upstream.origin.port)
        with pytest.raises(error) as caught:
            await get(transport, origin, b"POST", headers=headers, body=[b"hello"])
        assert not request_written(caught.value)
        assert upstream.connections == 0
        await transport.aclose()


@on_both_loops
async def test_the_request_is_written_as_given() -> None:
    async with Upstream(answering(OK)) as upstream:
        transport = PooledTransport()
        headers = ((b"X-B", b"2"), (b"Host", b"elsewhere.test"), (b"x-a", b"1"), (b"X-B", b"3"))
        await rest(await transport.open(b"POST", upstream.origin, b"/v1/a?b=%20c", headers, (b"hi", b"!")))
        assert upstream.heads == [
            b"POST /v1/a?b=%20c HTTP/1.1\r\nX-B: 2\r\nHost: elsewhere.test\r\nx-a: 1\r\nX-B: 3\r\n"
            b"content-length: 3\r\n\r\n"
        ]
        await transport.aclose()


def url(upstream: Upstream) -> str:
    return f"http://{upstream.origin.authority.decode()}/v1/models?limit=2"


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"], ids=["IPv4", "an IPv6 literal"])
@on_both_loops
async def test_httpx_sends_and_receives_through_it(host: str) -> None:
    answer = b"HTTP/1.1 201 Created\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\ncontent-length: 2\r\n\r\n{}"
    async with Upstream(answering(answer), host=host) as upstream:
        transport = PooledTransport()
        async with httpx.AsyncClient(transport=transport) as client:
            response = await client.post(url(upstream), json={"a": 1})
            assert (response.status_code, response.json()) == (201, {})
            assert response.headers.raw[:2] == [(b"Set-Cookie", b"a=1"), (b"set-cookie", b"b=2")]
            assert (await client.put(url(upstream), content=hello())).status_code == 201
            assert (await client.get(url(upstream))).status_code == 201
        assert upstream.bodies == [b'{"a":1}', b"helloworld", b""]
        assert upstream.heads[0].startswith(b"POST /v1/models?limit=2 HTTP/1.1\r\nHost: ")
        assert transport.counters == Counters(open=0, spare=0, created=1, reused=2)


@on_both_loops
async def test_httpx_streams_through_it_still_encoded() -> None:
    packed = gzip.compress(b"hello")
    answer = b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: %d\r\n\r\n" % len(packed)
    async with Upstream(answering(answer + packed[:9], packed[9:])) as upstream:
        transport = PooledTransport()
        async with httpx.AsyncClient(transport=transport) as client:
            async with client.stream("GET", url(upstream)) as response:
                assert [chunk async for chunk in response.aiter_raw()] == [packed[:9], packed[9:]]
            assert (await client.get(url(upstream))).content == b"hello"
        assert transport.counters.reused == 1


@on_both_loops
async def test_httpx_sees_its_own_exceptions() -> None:
    async with (
        Upstream(answering(CHUNKED, b"5\r\nabc", then=ending)) as upstream,
        httpx.AsyncClient(transport=PooledTransport()) as client,
    ):
        with pytest.raises(httpx.RemoteProtocolError) as caught:
            await client.get(url(upstream))
        assert caught.value.request.url == url(upstream)
        with pytest.raises(httpx.UnsupportedProtocol):
            await client.get("ftp://127.0.0.1/")
