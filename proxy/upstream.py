"""The one upstream there is: its address comes from the settings, never from a request.

Two ways lead to it behind one interface: our pooled transport, and any httpx transport handed in (the seam
for tests). This is the border where httpx's exceptions become ours, as far as the head of an answer goes.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Sequence
from typing import Protocol
from urllib.parse import urlsplit

import httpx

from proxy.errors import Header, from_exception
from proxy.settings import Settings
from proxy.transport import Origin, PooledTransport, Timeouts, request_written

Body = tuple[bytes, ...] | AsyncIterable[bytes]


class Reply(Protocol):
    """An answer whose head has arrived; it must be closed."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        ...

    @property
    def headers(self) -> Sequence[Header]:
        """Raw pairs as sent, repeated ones repeated."""
        ...

    @property
    def ended(self) -> bool:
        """Whether it is known that nothing is left to read."""
        ...

    async def read(self) -> bytes:
        """The next piece of the body as it arrived, b"" at its clean end; httpx.TransportError otherwise."""
        ...

    async def aclose(self) -> None:
        """Give the connection back, or close it when the body was not read to its end."""
        ...


class Upstream:
    """Sends requests below the base address of the settings."""

    def __init__(self, settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> None:
        parts = urlsplit(settings.upstream_url)
        self._origin = Origin(
            parts.scheme, parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        )
        self._base = parts.path.encode("ascii")
        timeouts = Timeouts(
            connect=settings.connect_timeout,
            first_byte=settings.first_byte_timeout,
            idle=settings.idle_timeout,
        )
        # Our own limit on open requests lies in front, so the pool never has to make anybody wait.
        self._transport = transport or PooledTransport(
            timeouts=timeouts, max_connections=settings.max_streams, max_idle=settings.max_streams
        )

    @property
    def host(self) -> str:
        """The host name, by which a profile is chosen."""
        return self._origin.host

    async def open(
        self, method: str, path: bytes, headers: Sequence[Header], body: Body = ()
    ) -> Reply:
        """Send one request to `path` (with its query) below the base address; wait for the answer's head.

        It is sent again, once, only if connecting failed and no byte was written; a stream never is.
        Raises ProxyError 502 or 504.
        """
        target = self._base + path
        try:
            try:
                return await self._send(method, target, headers, body)
            except httpx.TransportError as exc:
                if not _may_repeat(exc, body):
                    raise
            return await self._send(method, target, headers, body)
        except httpx.TransportError as exc:
            raise from_exception(exc) from exc

    async def aclose(self) -> None:
        """Close all connections."""
        await self._transport.aclose()

    async def _send(self, method: str, target: bytes, headers: Sequence[Header], body: Body) -> Reply:
        if isinstance(self._transport, PooledTransport):
            return await self._transport.open(method.encode("ascii"), self._origin, target, headers, body)
        origin = self._origin
        url = httpx.URL(scheme=origin.scheme, host=origin.host, port=origin.port, raw_path=target)
        content = body if isinstance(body, AsyncIterable) else b"".join(body)
        request = httpx.Request(method, url, headers=list(headers), content=content)
        return _TransportReply(await self._transport.handle_async_request(request))


def _may_repeat(exc: httpx.TransportError, body: Body) -> bool:
    """Whether nothing was sent and trying again at once makes sense: not after waiting in vain."""
    if isinstance(exc, httpx.TimeoutException) or not isinstance(body, tuple):
        return False
    return isinstance(exc, httpx.ConnectError) or not request_written(exc)


class _TransportReply:
    """An httpx.Response as a Reply."""

    __slots__ = ("_chunks", "_response", "headers", "status")

    ended = False  # httpx does not tell

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.headers: Sequence[Header] = response.headers.raw
        self._response = response
        assert isinstance(response.stream, AsyncIterable)
        self._chunks: AsyncIterator[bytes] = aiter(response.stream)

    async def read(self) -> bytes:
        async for chunk in self._chunks:
            if chunk:
                return chunk
        return b""

    async def aclose(self) -> None:
        await self._response.aclose()
