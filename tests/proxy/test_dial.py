from __future__ import annotations

import asyncio
import contextlib
import functools
import socket
import ssl
from collections.abc import Iterator

import httpx
import pytest
import trustme
from scripted import OK, Upstream, answering, on_both_loops, sockets, until

from proxy.dial import (
    KEEPALIVE_PROBES,
    _close_late_winner,
    default_ssl_context,
    dial,
    first_to_connect,
    request_written,
    unwritten,
)
from proxy.http1 import Origin


class Listener(asyncio.Protocol):
    """Remembers what became of the connection."""

    def __init__(self) -> None:
        self.lost = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set_result(exc)

    async def close(self) -> None:
        self.transport.close()
        await self.lost


@contextlib.contextmanager
def deaf_port() -> Iterator[Origin]:
    """A port that answers no SYN: its backlog is full."""
    with socket.socket() as listening, socket.socket() as filler:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        filler.connect(listening.getsockname())
        yield Origin("http", *listening.getsockname())


@contextlib.contextmanager
def closed_port() -> Iterator[Origin]:
    """A port nobody listens on and nobody else will be given."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield Origin("http", *bound.getsockname())


@functools.cache
def authority() -> trustme.CA:
    return trustme.CA()


def serving(*names: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority().issue_cert(*names).configure_cert(context)
    context.set_alpn_protocols(["h2", "http/1.1"])
    return context


def trusting() -> ssl.SSLContext:
    context = default_ssl_context()
    authority().configure_trust(context)
    return context


@on_both_loops
async def test_a_refused_connection_is_an_error_before_writing() -> None:
    with closed_port() as origin, pytest.raises(httpx.ConnectError) as caught:
        await dial(origin, Listener(), context=None, seconds=5)
    assert not request_written(caught.value)


@pytest.mark.parametrize(
    "host",
    ["nonexistent.invalid", "a..b", "x" * 70 + ".invalid"],
    ids=["a name that does not exist", "an empty label", "a label too long"],
)
@on_both_loops
async def test_a_name_that_leads_nowhere_is_a_connect_error(host: str) -> None:
    with pytest.raises(httpx.ConnectError) as caught:
        await dial(Origin("http", host, 80), Listener(), context=None, seconds=5)
    assert not request_written(caught.value)


@on_both_loops
async def test_a_connection_that_nobody_takes_times_out() -> None:
    with deaf_port() as origin, pytest.raises(httpx.ConnectTimeout) as caught:
        await dial(origin, Listener(), context=None, seconds=0.05)
    assert not request_written(caught.value)


@on_both_loops
async def test_a_handshake_that_nobody_answers_times_out() -> None:
    async with Upstream(lambda peer: peer.left()) as upstream:
        with pytest.raises(httpx.ConnectTimeout):
            await dial(upstream.origin, Listener(), context=trusting(), seconds=0.05)
        await upstream.left.wait()


@pytest.mark.parametrize("tls", [False, True], ids=["while connecting", "in the handshake"])
@on_both_loops
async def test_cancelling_leaves_no_socket(tls: bool) -> None:
    async with Upstream(lambda peer: peer.left()) as upstream:
        with deaf_port() as deaf:
            before = sockets()
            origin, context = (upstream.origin, trusting()) if tls else (deaf, None)
            task = asyncio.ensure_future(dial(origin, Listener(), context=context, seconds=5))
            await until(lambda: bool(upstream.connections) if tls else sockets() > before)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            if not tls:
                assert sockets() == before
        if tls:
            await upstream.left.wait()


@on_both_loops
async def test_an_ipv6_literal() -> None:
    async with Upstream(answering(OK), host="::1") as upstream:
        listener = Listener()
        await dial(upstream.origin, listener, context=None, seconds=5)
        await listener.close()


@on_both_loops
async def test_the_socket_is_set_up_for_long_silences_and_small_writes() -> None:
    async with Upstream(answering(OK)) as upstream:
        listener = Listener()
        await dial(upstream.origin, listener, context=None, seconds=5)
        sock = listener.transport.get_extra_info("socket")
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        for option, value in KEEPALIVE_PROBES.items():
            assert sock.getsockopt(socket.IPPROTO_TCP, getattr(socket, option)) == value
        await listener.close()


def address(origin: Origin) -> tuple[int, int, int, str, tuple[str, int]]:
    return socket.AF_INET, socket.SOCK_STREAM, 0, "", (origin.host, origin.port)


@on_both_loops
async def test_the_next_address_is_tried_when_one_refuses() -> None:
    async with Upstream(answering(OK)) as upstream:
        with closed_port() as closed:
            sock = await first_to_connect([address(closed), address(upstream.origin)])
        assert sock.getpeername() == (upstream.origin.host, upstream.origin.port)
        sock.close()


@on_both_loops
async def test_the_next_address_is_tried_beside_one_that_hangs_and_the_loser_is_closed() -> None:
    async with Upstream(answering(OK)) as upstream:
        with deaf_port() as deaf:
            before = sockets()
            sock = await first_to_connect([address(deaf), address(upstream.origin)])
            assert sock.getpeername() == (upstream.origin.host, upstream.origin.port)
            sock.close()
            await until(lambda: sockets() <= before + 1)  # the upstream's end


@on_both_loops
async def test_a_loser_that_connected_all_the_same_is_closed() -> None:
    sock = socket.socket()

    async def late() -> socket.socket:
        return sock

    attempt = asyncio.ensure_future(late())
    await attempt
    _close_late_winner(attempt)
    assert sock.fileno() == -1


def test_a_context_that_cannot_begin_is_a_connect_error_and_leaves_no_socket() -> None:
    async def main() -> None:
        async with Upstream(answering(OK)) as upstream:
            with pytest.raises(httpx.ConnectError):
                await dial(upstream.origin, Listener(), context=serving("localhost"), seconds=5)

    asyncio.run(main())  # uvloop itself forgets the socket


@on_both_loops
async def test_when_all_refuse_all_reasons_are_told() -> None:
    with closed_port() as one, closed_port() as two, pytest.raises(OSError) as caught:
        await first_to_connect([address(one), address(two)])
    assert str(one.port) in str(caught.value)
    assert str(two.port) in str(caught.value)


@on_both_loops
async def test_tls_sends_the_name_and_agrees_on_http_1() -> None:
    seen: list[str | None] = []
    server = serving("localhost")
    server.sni_callback = lambda _, name, __: seen.append(name)
    async with Upstream(answering(OK), context=server) as upstream:
        listener = Listener()
        await dial(
            Origin("https", "localhost", upstream.origin.port), listener, context=trusting(), seconds=5
        )
        assert listener.transport.get_extra_info("ssl_object").selected_alpn_protocol() == "http/1.1"
        assert seen == ["localhost"]
        listener.transport.abort()  # type: ignore[attr-defined]
        await listener.lost


@pytest.mark.parametrize(
    ("name", "trusted"),
    [("other.test", True), ("localhost", False)],
    ids=["a certificate for another name", "an authority we do not know"],
)
@on_both_loops
async def test_a_certificate_that_proves_nothing_is_a_connect_error(name: str, trusted: bool) -> None:
    async with Upstream(answering(OK), context=serving(name)) as upstream:
        context = trusting() if trusted else default_ssl_context()
        origin = Origin("https", "localhost", upstream.origin.port)
        with pytest.raises(httpx.ConnectError, match="certificate") as caught:
            await dial(origin, Listener(), context=context, seconds=5)
        assert not request_written(caught.value)


@on_both_loops
async def test_tls_with_a_server_that_speaks_none_is_a_connect_error() -> None:
    async def refuse(peer: object) -> None:
        peer.writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")  # type: ignore[attr-defined]

    async with Upstream(refuse) as upstream:
        with pytest.raises(httpx.ConnectError):
            await dial(upstream.origin, Listener(), context=trusting(), seconds=5)


def test_only_marked_errors_say_that_nothing_was_written() -> None:
    assert request_written(httpx.ConnectError("from elsewhere"))
    assert request_written(ValueError())
    assert not request_written(unwritten(httpx.ConnectError("ours")))
