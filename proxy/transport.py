"""The upstream transport: HTTP/1.1 over pooled connections, behind httpx's interface and a leaner one.

httpx's own pool (httpcore) polls every idle connection at every request, which costs more than the rest of a
proxy. Here asyncio's callbacks say when an idle connection dies.

What is retried: a pooled connection found dead before a byte was written is replaced. Nothing else: once a
byte of a request was written it is never sent again. `request_written(error)` tells the caller which it is.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator

import httpx

from proxy.connection import Connection
from proxy.dial import Timeouts, request_written, unwritten
from proxy.http1 import Answer, Headers, Origin, request_head
from proxy.pool import ConnectionPool, Counters

__all__ = ["Counters", "Origin", "PooledTransport", "Reply", "Timeouts", "request_written"]

Body = list[bytes] | tuple[bytes, ...] | AsyncIterable[bytes]

_DEFAULT_PORTS = {"http": 80, "https": 443}


class Reply:
    """One answer. status; headers: as sent, in order, repeated ones repeated, content codings untouched.

    Always close it: `aclose` gives the connection back to the pool if the whole answer is there, else closes.
    """

    __slots__ = ("_connection", "_pool", "_whole", "headers", "status")

    def __init__(self, answer: Answer, connection: Connection, pool: ConnectionPool) -> None:
        self.status = answer.status
        self.headers = answer.headers
        self._connection: Connection | None = connection
        self._pool = pool
        self._whole = False

    @property
    def ended(self) -> bool:
        """Whether `read` will return b"": nothing is left, so that the chunk just read was the last one."""
        return self._connection is None or self._connection.exhausted()

    async def read(self) -> bytes:
        """The next piece of the body as it arrived (the bytes of one socket read), b"" at the clean end.

        Raises httpx.ReadError, ReadTimeout or RemoteProtocolError when the body is cut short, whatever cut
        it, and httpx.StreamClosed after `aclose`. An error or a cancellation closes the connection.
        """
        connection = self._connection
        if connection is None:
            if self._whole:
                return b""
            raise httpx.StreamClosed()
        try:
            while (chunk := connection.take()) is None:
                await connection.more()
                if self._connection is None:  # closed while we waited
                    raise httpx.StreamClosed()
        except BaseException:
            self._give_back()
            raise
        if not chunk:
            self._whole = True
            self._give_back()
        return chunk

    async def aclose(self) -> None:
        """Idempotent, does not wait."""
        self._give_back()

    def _give_back(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._pool.release(connection)


class _ReplyStream(httpx.AsyncByteStream):
    def __init__(self, reply: Reply) -> None:
        self._reply = reply

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while chunk := await self._reply.read():
            yield chunk

    async def aclose(self) -> None:
        await self._reply.aclose()


class PooledTransport(httpx.AsyncBaseTransport):
    """One per event loop. The time limits are those given here, not httpx's own (`extensions["timeout"]`)."""

    def __init__(
        self,
        *,
        timeouts: Timeouts = Timeouts(),  # noqa: B008 - frozen
        max_connections: int = 1000,
        max_idle: int = 128,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """ssl_context: for an authority of one's own; default: the system's and certifi's."""
        self._pool = ConnectionPool(
            timeouts, max_connections=max_connections, max_idle=max_idle, ssl_context=ssl_context
        )

    @property
    def counters(self) -> Counters:
        return self._pool.counters

    async def open(
        self, method: bytes, origin: Origin, target: bytes, headers: Headers, body: Body = ()
    ) -> Reply:
        """Send one request; returns as soon as the head of its answer is there.

        target: path and query as they go on the wire. headers: written as given, see `request_head`.
        body: its pieces, or an async iterable that is sent while it is produced.

        Raises httpx.UnsupportedProtocol, LocalProtocolError, PoolTimeout, ConnectError, ConnectTimeout
        (nothing was written), WriteError, WriteTimeout, ReadError, ReadTimeout, RemoteProtocolError (the
        request may have been taken), and whatever an async body raises. On any of these, and on
        cancellation, the connection is closed.
        """
        pieces = body if isinstance(body, (list, tuple)) else None
        try:
            if origin.scheme not in _DEFAULT_PORTS:
                raise httpx.UnsupportedProtocol(f"not http or https: {origin.scheme}")
            length = None if pieces is None else sum(map(len, pieces))
            head, length = request_head(method, origin, target, headers, length=length)
        except httpx.TransportError as error:
            unwritten(error)
            raise
        connection = self._pool.take(origin) or await self._pool.connect(origin)
        try:
            connection.begin((head, *(pieces or ())), bodiless=method == b"HEAD", uploading=pieces is None)
            if not isinstance(body, (list, tuple)):
                await _upload(connection, body, length)
            answer = await connection.head()
        except BaseException:
            connection.abort()
            raise
        return Reply(answer, connection, self._pool)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """`open` in httpx's terms. The response streams the body as it arrives, still content-encoded."""
        url = request.url
        port = url.port or _DEFAULT_PORTS.get(url.scheme, 0)
        origin = Origin(url.scheme, url.raw_host.decode("ascii"), port)
        if isinstance(request.stream, httpx.ByteStream):
            body: Body = (request.content,)
        else:
            assert isinstance(request.stream, AsyncIterable)
            body = request.stream
        method = request.method.encode("ascii")
        reply = await self.open(method, origin, url.raw_path, request.headers.raw, body)
        return httpx.Response(reply.status, headers=reply.headers, stream=_ReplyStream(reply))

    async def aclose(self) -> None:
        """Close all connections, used ones too, and wait until their sockets are closed."""
        await self._pool.aclose()


async def _upload(connection: Connection, body: AsyncIterable[bytes], length: int | None) -> None:
    """Send a body while it is produced, in chunks if no length is stated, until the upstream answers."""
    pieces = aiter(body)
    left = length or 0
    try:
        async for piece in pieces:
            left -= len(piece)
            if length is not None and left < 0:
                raise httpx.LocalProtocolError("the request body is longer than its content-length")
            if not piece:
                continue  # as a chunk it would end the body
            framed = b"%x\r\n%b\r\n" % (len(piece), piece) if length is None else piece
            if not await connection.send(framed):
                return
        if length is not None and left:
            raise httpx.LocalProtocolError("the request body is shorter than its content-length")
        await connection.send(b"" if length is not None else b"0\r\n\r\n", last=True)
    finally:
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()
