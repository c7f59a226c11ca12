"""Opening a TCP or TLS connection to an origin, with the time limits and the errors that belong to it.

uvloop's create_connection knows no happy eyeballs, so the race between addresses (RFC 8305) is run here, for
every loop alike.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any, TypeVar

import certifi
import httpx

from proxy.http1 import Origin

# RFC 8305 §5: the recommended time to wait for one address before trying the next one beside it (seconds).
ATTEMPT_DELAY = 0.25
# A thinking model is silent for minutes. Probes after 60 s, then every 15 s, keep NAT and firewalls from
# forgetting the connection and find a dead peer within two minutes (Linux's own default is two hours).
KEEPALIVE_PROBES = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}

Failure = TypeVar("Failure", bound=httpx.TransportError)
Address = tuple[Any, Any, int, str, Any]  # as getaddrinfo gives it: family, type, protocol, name, sockaddr


@dataclass(frozen=True, slots=True)
class Timeouts:
    """All limits in seconds. There is none on a whole request: a long answer that keeps coming is healthy."""

    connect: float = 10  # waiting for a free connection; then again for name look-up, TCP and TLS together
    first_byte: float = 900  # from the last byte of the request to the head of the answer
    idle: float = 600  # silence while somebody waits for the next piece of a body
    write: float = 60  # the upstream takes no byte of the request
    keepalive: float = 20  # an unused connection is kept so long, which is less than servers do (60-75)


def unwritten(error: Failure) -> Failure:
    """Mark an error as raised before any byte of the request was written (read by `request_written`)."""
    error.__dict__["request_written"] = False
    return error


def request_written(error: BaseException) -> bool:
    """Whether any byte of the request may have reached the upstream; only if not may it be sent again.

    True for every error that does not say otherwise.
    """
    return bool(getattr(error, "request_written", True))


def default_ssl_context() -> ssl.SSLContext:
    """Trusts the system's authorities and certifi's; asks for HTTP/1.1 by ALPN."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    context.set_alpn_protocols(["http/1.1"])
    return context


def cut_off(transport: asyncio.BaseTransport) -> bool:
    """Whether a TLS peer has left without close_notify: then anybody on the way may have ended the stream."""
    tls: ssl.SSLObject | None = transport.get_extra_info("ssl_object")
    if tls is None:
        return False
    try:
        return bool(tls.read(1))  # b"" once close_notify has come
    except ssl.SSLZeroReturnError:
        return False
    except ssl.SSLError:
        return True  # it would wait for more


async def dial(
    origin: Origin, protocol: asyncio.Protocol, *, context: ssl.SSLContext | None, seconds: float
) -> None:
    """Connect the protocol; with a context through TLS, the host's name checked and sent as SNI.

    Raises httpx.ConnectTimeout after so many seconds (name look-up, TCP and TLS together), httpx.ConnectError
    for everything else that goes wrong. Nothing is left open then, nor on cancellation.
    """
    loop = asyncio.get_running_loop()
    name = origin.host if context is not None else None
    try:
        async with asyncio.timeout(seconds):
            sock = await first_to_connect(await _addresses(origin))
            try:
                await loop.create_connection(lambda: protocol, sock=sock, ssl=context, server_hostname=name)
            except BaseException:
                sock.close()
                raise
    except TimeoutError as error:
        raise unwritten(httpx.ConnectTimeout(f"no connection to {origin.host}:{origin.port}")) from error
    except (OSError, UnicodeError) as error:  # UnicodeError: a name that cannot be encoded for DNS
        raise unwritten(httpx.ConnectError(f"{origin.host}:{origin.port}: {error}")) from error


async def _addresses(origin: Origin) -> list[Address]:
    """The origin's addresses, families alternating from the resolver's favourite on (RFC 8305 §4)."""
    kind = socket.SOCK_STREAM
    try:
        found: list[Address] = list(
            socket.getaddrinfo(origin.host, origin.port, type=kind, flags=socket.AI_NUMERICHOST)
        )
    except socket.gaierror:  # a name, not a literal: ask the resolver, in its thread
        found = list(await asyncio.get_running_loop().getaddrinfo(origin.host, origin.port, type=kind))
    favourite = [address for address in found if address[0] == found[0][0]]
    others = [address for address in found if address[0] != found[0][0]]
    return [address for address in chain.from_iterable(zip_longest(favourite, others)) if address is not None]


async def first_to_connect(addresses: Sequence[Address]) -> socket.socket:
    """The socket that connects first, attempts starting ATTEMPT_DELAY apart or as soon as one fails."""
    untried = deque(addresses)
    running: set[asyncio.Task[socket.socket]] = set()
    failures: list[BaseException] = []
    try:
        while untried or running:
            if untried:
                running.add(asyncio.ensure_future(_connect(untried.popleft())))
            patience = ATTEMPT_DELAY if untried else None
            done, _ = await asyncio.wait(running, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            for attempt in done:
                running.discard(attempt)
                failure = attempt.exception()
                if failure is None:
                    return attempt.result()
                failures.append(failure)
        raise OSError("; ".join(str(failure) for failure in failures))
    finally:
        for loser in running:
            loser.cancel()
            loser.add_done_callback(_close_late_winner)


def _close_late_winner(attempt: asyncio.Task[socket.socket]) -> None:
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result().close()


async def _connect(address: Address) -> socket.socket:
    family, kind, protocol, _, where = address
    sock = socket.socket(family, kind, protocol)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in KEEPALIVE_PROBES.items():
            if hasattr(socket, option):  # names differ between systems
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
        await asyncio.get_running_loop().sock_connect(sock, where)
    except BaseException:
        sock.close()
        raise
    return sock
