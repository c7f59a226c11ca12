"""A loopback upstream that does exactly what a test scripts, and what the transport tests share.

Nothing here is timed: a pause only separates two pieces on the wire.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
import os
import socket
import ssl
import struct
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest
import uvloop

from proxy.transport import Origin, PooledTransport, Reply

Script = Callable[["Peer"], Awaitable[None]]


class Peer:
    """The upstream's end of one connection."""

    def __init__(
        self, upstream: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.upstream = upstream
        self.reader = reader
        self.writer = writer

    async def head(self) -> bytes:
        head = await self.reader.readuntil(b"\r\n\r\n")
        self.upstream.heads.append(head)
        return head

    async def request(self) -> None:
        """Read one whole request and remember it."""
        lower = (await self.head()).lower()
        body = b""
        if b"transfer-encoding: chunked" in lower:
            while size := int(await self.reader.readline(), 16):
                body += (await self.reader.readexactly(size + 2))[:-2]
            await self.reader.readline()
        elif b"content-length: " in lower:
            body = await self.reader.readexactly(int(lower.split(b"content-length: ")[1].split(b"\r\n")[0]))
        self.upstream.bodies.append(body)

    async def send(self, *pieces: bytes) -> None:
        """Each piece is a socket read of its own at the other end."""
        for piece in pieces:
            self.writer.write(piece)
            await self.writer.drain()
            await asyncio.sleep(0.002)

    def cut(self) -> None:
        """End without TLS's close_notify; without TLS the same as a plain end."""
        self.writer.transport.abort()

    def reset(self) -> None:
        linger = struct.pack("ii", 1, 0)
        self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.writer.transport.abort()

    async def left(self) -> None:
        """Wait until the client has closed its end."""
        try:
            while await self.reader.read(65536):
                pass
        except ConnectionError:
            pass
        self.upstream.left.set()


class Upstream:
    """`async with Upstream(script) as upstream`: the script runs for each connection, which ends with it."""

    def __init__(
        self, script: Script, *, context: ssl.SSLContext | None = None, host: str = "127.0.0.1"
    ) -> None:
        self.script = script
        self.heads: list[bytes] = []
        self.bodies: list[bytes] = []
        self.connections = 0
        self.left = asyncio.Event()
        self.origin = Origin("http", "", 0)
        self._context = context
        self._host = host
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Upstream:
        self._server = await asyncio.start_server(
            self._serve, self._host, 0, ssl=self._context, limit=1 << 20, backlog=2048
        )
        port = self._server.sockets[0].getsockname()[1]
        self.origin = Origin("https" if self._context else "http", self._host, port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.connections += 1
        try:
            await self.script(Peer(self, reader, writer))
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()


def answering(*pieces: bytes, then: Callable[[Peer], None] | None = None) -> Script:
    """Answer every request with these pieces, then end the connection so, or keep it."""

    async def script(peer: Peer) -> None:
        while True:
            await peer.request()
            await peer.send(*pieces)
            if then is not None:
                then(peer)
                return

    return script


def ending(peer: Peer) -> None:
    """For `then`: a plain end of the connection."""


async def half_answering(peer: Peer) -> None:
    """Sends half an answer, then waits until the client has left."""
    await peer.request()
    await peer.send(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\no")
    await peer.left()


async def deaf(peer: Peer) -> None:
    """Reads a head and nothing more, answers nothing."""
    await peer.head()
    peer.writer.transport.pause_reading()  # type: ignore[attr-defined]
    await asyncio.Event().wait()


LARGE = 32 << 20  # bytes; more than the sockets of both ends take in
OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
CHUNKED = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"


async def get(transport: PooledTransport, origin: Origin, method: bytes = b"GET", **more: Any) -> Reply:
    return await transport.open(method, origin, b"/", more.get("headers", ()), more.get("body", ()))


async def rest(reply: Reply) -> bytes:
    """The body to its end; the reply is closed."""
    body = b""
    try:
        while chunk := await reply.read():
            body += chunk
    finally:
        await reply.aclose()
    return body


async def until(condition: Callable[[], bool]) -> None:
    """Let the loop turn until it holds."""
    for _ in range(5000):
        if condition():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it never came true")


def sockets() -> int:
    """Open sockets of this process."""
    count = 0
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(FileNotFoundError):  # the listing's own
            count += os.readlink(f"/proc/self/fd/{name}").startswith("socket:")
    return count


def on_both_loops(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run under asyncio and uvloop; afterwards no task, socket or unhandled error may be left."""

    def checked(run: Callable[[Coroutine[Any, Any, None]], None], **arguments: Any) -> None:
        complaints: list[dict[str, Any]] = []

        async def main() -> None:
            asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
            before = sockets()
            await test(**arguments)
            await until(lambda: sockets() == before and len(asyncio.all_tasks()) == 1)

        run(main())
        assert complaints == []

    parameters = [inspect.Parameter("run", inspect.Parameter.KEYWORD_ONLY)]
    signature = inspect.signature(test)
    functools.update_wrapper(checked, test)
    del checked.__wrapped__  # type: ignore[attr-defined]  # pytest would look through it and find a coroutine
    checked.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*signature.parameters.values(), *parameters]
    )
    return pytest.mark.parametrize("run", [asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])(checked)
