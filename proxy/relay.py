"""The answer on its way from the upstream to the client.

The law of this file:
1. A chunk goes out as it came and when it came: not merged, not held, not decoded.
2. Before the status line an error is a status. After it, it is one error event at an event boundary, without
   [DONE]; where that is impossible the connection is cut, so that no torn answer looks whole.
3. Whoever leaves is noticed in every phase, and all that was done for him stops at once.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from email.utils import formatdate

from starlette.types import Message, Receive, Send

from proxy.errors import AnswerCut, ClientLeft, Header, ProxyError
from proxy.headers import EXPOSED
from proxy.profiles import StreamFilter
from proxy.sse import error_event
from proxy.upstream import Reply
from proxy.usage import UsageTap


class Exchange:
    """One request and its answer: what has been sent so far, and the figures for its line in the log."""

    __slots__ = (
        "_before", "_last", "_send", "bytes_out", "complete", "cors", "events", "figures", "level", "outcome",
        "started", "status",
    )  # fmt: skip

    def __init__(self, send: Send) -> None:
        self._send = send
        self._before = self._last = b""
        self.started = time.perf_counter()
        self.status = 0  # 0: the status line has not gone out
        self.bytes_out = 0
        self.complete = False
        self.events = False  # the body is an event stream that can take an event of ours
        self.cors: Sequence[Header] = ()
        self.outcome = "ok"
        self.level = "info"
        self.figures: dict[str, object] = {}

    def elapsed_ms(self) -> float:
        """Milliseconds since the request arrived."""
        return round((time.perf_counter() - self.started) * 1000, 2)

    async def begin(self, status: int, headers: list[Header], *, events: bool = False) -> None:
        """Send the status line and headers; events: see `break_off`."""
        self.status = status
        self.events = events
        try:
            await self._send({"type": "http.response.start", "status": status, "headers": headers})
        except OSError as exc:  # how servers of ASGI 2.4 report a client that has left
            raise ClientLeft from exc

    async def write(self, chunk: bytes, *, last: bool = False) -> None:
        """Send a piece of the body."""
        self.bytes_out += len(chunk)
        self._before, self._last = self._last, chunk
        self.complete = last
        try:
            await self._send({"type": "http.response.body", "body": chunk, "more_body": not last})
        except OSError as exc:
            raise ClientLeft from exc

    async def send(self, message: Message) -> None:
        """An ASGI `send` for applications that make the whole answer themselves."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": [*message["headers"], _date(), *self.cors]}
        else:
            self.complete = not message.get("more_body", False)
        await self._send(message)

    async def answer(self, status: int, body: bytes, headers: Sequence[Header] = ()) -> None:
        """Send a JSON answer of our own; b"" only with a status that has no body (204)."""
        described = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        own = [*(described if body else ()), _date(), *headers, *self.cors, EXPOSED]
        await self.begin(status, own)
        await self.write(body, last=True)

    async def fail(self, error: ProxyError) -> None:
        """Tell the client of an error in the way that is still open; raises AnswerCut when none is."""
        if self.status == 0:
            await self.answer(error.status, error.body(), error.headers)
        elif not self.complete:
            gap = _gap(self._before[-4:] + self._last[-4:]) if self.events else None
            if gap is None:
                raise AnswerCut
            await self.write(gap + error_event(error.body()), last=True)


def _date() -> Header:
    return b"date", formatdate(usegmt=True).encode("ascii")


def _gap(tail: bytes) -> bytes | None:
    """What ends the event that `tail` leaves open; None inside a line, which cannot be taken back."""
    if not tail or tail.endswith((b"\n\n", b"\r\n\r\n", b"\r\r")):
        return b""
    return b"\n" if tail.endswith((b"\n", b"\r")) else None


class Departure:
    """While entered, a client that leaves cancels the task that works for it, which then raises ClientLeft.

    The request's body must have been read, unless `unread`: then what comes of it is thrown away.
    """

    def __init__(self, receive: Receive, exchange: Exchange, *, unread: bool = False) -> None:
        self._receive = receive
        self._exchange = exchange
        self._unread = unread
        self._left = False

    def __enter__(self) -> None:
        owner = asyncio.current_task()
        assert owner is not None
        self._owner = owner
        self._watcher = asyncio.get_running_loop().create_task(self._watch())

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._watcher.cancel()
        if self._left and kind is not None and issubclass(kind, asyncio.CancelledError):
            self._owner.uncancel()
            raise ClientLeft

    async def _watch(self) -> None:
        more = self._unread
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                break
            if not more:
                return  # a server that speaks out of turn has nothing more to say
            more = message.get("more_body", False)
        if not self._exchange.complete:
            self._left = True
            self._owner.cancel()


class ReadAhead:
    """A reply of which a part is read before it is clear what becomes of it; it still reads as the whole."""

    def __init__(self, reply: Reply) -> None:
        self.status = reply.status
        self.headers = reply.headers
        self._reply = reply
        self._ahead: deque[bytes] = deque()
        self._reading: asyncio.Task[bytes] | None = None

    @property
    def ended(self) -> bool:
        """As for any Reply."""
        return not self._ahead and self._reading is None and self._reply.ended

    async def read(self) -> bytes:
        """As for any Reply."""
        if self._ahead:
            return self._ahead.popleft()
        if self._reading is None:
            return await self._reply.read()
        chunk = await self._reading
        self._reading = None
        return chunk

    async def peek(self, seconds: float) -> bytes:
        """The first chunk if it comes within so many seconds, else b""; nothing is lost either way."""
        self._reading = asyncio.get_running_loop().create_task(self._reply.read())
        await asyncio.wait((self._reading,), timeout=seconds)
        if not self._reading.done():
            return b""
        chunk = self._reading.result()
        self._ahead.append(chunk)
        self._reading = None
        return chunk

    async def whole(self, limit: int) -> bytes | None:
        """The whole body, or None as soon as it passes `limit` bytes."""
        size = 0
        while chunk := await self._reply.read():
            self._ahead.append(chunk)
            size += len(chunk)
            if size > limit:
                return None
        return b"".join(self._ahead)

    async def aclose(self) -> None:
        """As for any Reply."""
        if self._reading is not None:
            self._reading.cancel()
        await self._reply.aclose()


class closing:
    """Closes a reply in the end, even while the task is being cancelled."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply

    async def __aenter__(self) -> None:
        return None

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            await self._reply.aclose()
        else:
            await asyncio.shield(self._reply.aclose())


async def forward(
    reply: Reply, exchange: Exchange, *, tap: UsageTap | None = None, mend: StreamFilter | None = None
) -> None:
    """Send a reply's body on as it arrives; a copy is shown to the tap, `mend` may change the chunks."""
    while chunk := await reply.read():
        if tap is not None:
            tap.feed(chunk)
        if mend is not None:
            chunk = mend.feed(chunk)
        elif reply.ended:
            await exchange.write(chunk, last=True)
            return
        if chunk:
            await exchange.write(chunk)
    await exchange.write(mend.finish() if mend is not None else b"", last=True)
