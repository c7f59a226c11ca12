"""One connection to the upstream: an asyncio protocol that carries one exchange at a time.

The law of this file:
1. Whatever the socket says is known at once: bytes, EOF and resets arrive as callbacks, nothing is polled.
2. One socket read wakes the reader at most once and becomes at most one chunk; chunks are never merged.
3. One timer per connection, armed lazily: a wait stores its deadline, the timer looks again when it fires.
4. Closing is `abort`: at once, without a flush and without waiting for anybody.
"""

from __future__ import annotations

import asyncio
import select
from collections import deque
from collections.abc import Callable, Sequence
from typing import cast

import httpx

from proxy.dial import Timeouts, cut_off
from proxy.http1 import Answer, Origin

# Unread body bytes at which the socket is no longer read, and at which reading goes on.
HIGH_WATER = 256 * 1024
LOW_WATER = 64 * 1024


class Connection(asyncio.Protocol):
    """An exchange: `begin`, `send` for each piece of a streamed body, `head`, `take` and `more`, `finish`.

    `send`, `head` and `take` raise httpx.WriteError, WriteTimeout, ReadError, ReadTimeout or
    RemoteProtocolError, all of which mean that the request may have been taken. One task at a time may wait.
    """

    _transport: asyncio.Transport
    _poller: select.poll

    def __init__(self, origin: Origin, timeouts: Timeouts, on_lost: Callable[[Connection], None]) -> None:
        self.origin = origin
        self.made = False  # once it is, on_lost will be called, when the socket is closed
        self.spare_until = 0.0  # loop time until which the pool may keep it unused
        self._answer: Answer | None = None  # of the exchange that is running
        self._loop = asyncio.get_running_loop()
        self._timeouts = timeouts
        self._on_lost = on_lost
        self._ready: deque[bytes] = deque()  # one chunk per socket read
        self._held = 0  # bytes in it
        self._unsent = 0  # bytes of the request the system had not taken when we last looked
        self._read_paused = self._write_paused = self._uploading = False
        self._error: Exception | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._deadline = 0.0
        self._late: type[httpx.TimeoutException] = httpx.ReadTimeout

    @property
    def alive(self) -> bool:
        """Whether it is connected and neither side has begun to close."""
        return self.made and not self._transport.is_closing()

    def usable(self) -> bool:
        """Whether an unused connection can carry a request: open, and nothing to read, not even EOF.

        The one system call closes the gap between the peer's FIN and our next look at the socket: a request
        written into that gap could not be sent again.
        """
        return self.alive and not self._poller.poll(0)

    def begin(self, pieces: Sequence[bytes], *, bodiless: bool, uploading: bool) -> None:
        """Write a request. bodiless: it is a HEAD; uploading: its body follows through `send`."""
        self._answer = Answer(bodiless=bodiless)
        self._uploading = uploading
        self._write(pieces)

    async def send(self, piece: bytes, *, last: bool = False) -> bool:
        """Write more of the request; False when the upstream has answered already and will not read on."""
        answer = self._running()
        while self._write_paused and not answer.head_done and self._error is None:
            await self._wait(self._timeouts.write, httpx.WriteTimeout)
        if answer.head_done:
            return False
        if self._error is not None:
            raise self._error
        self._write((piece,))
        self._uploading = not last
        return True

    async def head(self) -> Answer:
        """The answer, once its status and headers are there."""
        answer = self._running()
        while not answer.head_done:
            if self._error is not None:
                raise self._error
            if self._write_paused:
                await self._wait(self._timeouts.write, httpx.WriteTimeout)
            else:
                await self._wait(self._timeouts.first_byte, httpx.ReadTimeout)
        return answer

    def take(self) -> bytes | None:
        """The body bytes of the oldest unread socket read; b"" at the clean end; None: wait for `more`."""
        if not self._ready:
            if self._running().complete:
                return b""
            if self._error is not None:
                raise self._error
            return None
        chunk = self._ready.popleft()
        self._held -= len(chunk)
        if self._read_paused and self._held <= LOW_WATER and self.alive:
            self._read_paused = False
            self._transport.resume_reading()
        return chunk

    async def more(self) -> None:
        """Return when there may be something to `take`."""
        await self._wait(self._timeouts.idle, httpx.ReadTimeout)

    def exhausted(self) -> bool:
        """Whether nothing is left to take: the whole answer has arrived and was taken."""
        return not self._ready and self._running().complete

    def finish(self) -> bool:
        """End the exchange, dropping what was not taken. True: another one may follow; else it is closed."""
        answer, self._answer = self._answer, None
        busy = self._waiter is not None or self._write_paused or self._uploading or self._read_paused
        self._ready.clear()
        self._held = 0
        if answer is None or busy or not (answer.complete and answer.reusable and self.alive):
            self.abort()
            return False
        return True

    def abort(self, error: Exception | None = None) -> None:
        """Close at once: the peer sees it within a turn of the loop, whoever waits gets the error. Idempotent."""
        if self._error is None:
            self._error = error or httpx.ReadError("connection closed here")
        self._transport.abort()
        self._wake()

    def _write(self, pieces: Sequence[bytes]) -> None:
        if self._transport.is_closing():
            raise httpx.WriteError("connection closed")
        if self.origin.scheme == "https":
            self._transport.write(b"".join(pieces))  # TLS would make a record of each of a thousand pieces
        else:
            self._transport.writelines(pieces)
        self._unsent = self._transport.get_write_buffer_size()
        if self._unsent and not self._write_paused:
            self._limit_writing()  # looks again: writelines of 3.12.0-8 and 3.13.0-1 forgets (CVE-2024-12254)

    def _limit_writing(self) -> None:
        """Pause as soon as anything is left over: `_write_paused` then means "the request is not out yet"."""
        # Not 0: asyncio's TLS layer compares with >= and would take an empty buffer for a full one.
        self._transport.set_write_buffer_limits(high=1, low=0)

    def _running(self) -> Answer:
        assert self._answer is not None, "no exchange is running"
        return self._answer

    # -- waiting -------------------------------------------------------------------------

    async def _wait(self, seconds: float, late: type[httpx.TimeoutException]) -> None:
        self._late = late
        deadline = self._deadline = self._loop.time() + seconds
        if self._timer is None or self._timer.when() > deadline:
            self._arm(deadline)
        self._waiter = self._loop.create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _wake(self) -> None:
        waiter = self._waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    def _arm(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(when, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        if self._waiter is None or self._waiter.done():
            return  # nobody waits (any longer); the next wait arms the timer again
        now = self._loop.time()
        unsent = self._transport.get_write_buffer_size()
        if self._late is httpx.WriteTimeout and unsent < self._unsent:
            self._unsent = unsent  # slow, but the upstream is taking the request
            self._deadline = now + self._timeouts.write
        if now < self._deadline:
            self._arm(self._deadline)
        else:
            self.abort(self._late(f"{self.origin.host}: no progress for the time allowed"))

    # -- called by asyncio ---------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one in all but name
        self._limit_writing()
        self._poller = select.poll()
        self._poller.register(transport.get_extra_info("socket").fileno(), select.POLLIN)
        self.made = True

    def data_received(self, data: bytes) -> None:
        answer = self._answer
        if answer is None:
            self.abort()  # nobody asked: whatever these bytes are, they must not become an answer
            return
        chunk = answer.feed(data)
        if chunk:
            self._ready.append(chunk)
            self._held += len(chunk)
            if self._held > HIGH_WATER and not self._read_paused:
                self._read_paused = True
                self._transport.pause_reading()
        if answer.error is not None:
            self.abort(answer.error)
        elif answer.head_done:
            self._wake()

    def eof_received(self) -> None:
        answer = self._answer
        if answer is not None and not answer.complete:
            if cut_off(self._transport):
                self._error = httpx.ReadError("TLS connection cut off")
            else:
                answer.end()
                self._error = answer.error
        self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._error is None:
            kind = httpx.WriteError if self._write_paused else httpx.ReadError
            self._error = kind(str(exc or "connection closed"))
            self._error.__cause__ = exc
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._wake()
        self._on_lost(self)

    def pause_writing(self) -> None:
        self._write_paused = True

    def resume_writing(self) -> None:
        self._write_paused = False
        self._wake()
