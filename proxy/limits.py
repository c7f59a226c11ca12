"""How much one request, and all of them together, may take: body bytes, open answers, places in the queue."""

from __future__ import annotations

import asyncio
import zlib
from collections import deque

from starlette.types import Receive

from proxy.errors import ClientLeft, ProxyError, bad_request, too_large

# zlib window bits: gzip or zlib by its header; deflate without any header, as some clients send it.
_ANY_HEADER, _NO_HEADER = 47, -15
_CODINGS = (b"gzip", b"x-gzip", b"deflate")
# Clients send one. Each costs a copy of all that follow, so a body of empty members would be a trap.
_MOST_MEMBERS = 16


async def read_body(receive: Receive, limit: int, declared: bytes = b"") -> bytes:
    """The whole request body; `declared` is its Content-Length header.

    Raises ProxyError 413 beyond `limit` bytes, before reading when the client says so; ClientLeft.
    """
    if declared.isdigit() and int(declared) > limit:
        raise too_large(limit)
    pieces: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeft
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        if size > limit:
            raise too_large(limit)
        more = message.get("more_body", False)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def inflate(body: bytes, coding: bytes, limit: int) -> bytes:
    """The body without its Content-Encoding, at most `limit` bytes of it however small it was packed.

    Raises ProxyError 415 for a coding that is not gzip or deflate, 413 beyond the limit, 400 for bad bytes.
    """
    coding = coding.strip().lower()
    if coding not in _CODINGS:
        message = "This content-encoding is not supported; send gzip, deflate or none."
        # RFC 9110 §12.5.3: says which codings would have been accepted.
        accepted = [(b"accept-encoding", b"gzip, deflate")]
        raise ProxyError(
            415, "invalid_request_error", "unsupported_encoding", message, "content-encoding", accepted
        )
    try:
        return _inflated(body, _ANY_HEADER, limit)
    except zlib.error:
        if coding != b"deflate":
            raise _undecodable() from None
    try:
        return _inflated(body, _NO_HEADER, limit)
    except zlib.error:
        raise _undecodable() from None


def _inflated(body: bytes, window: int, limit: int) -> bytes:
    pieces: list[bytes] = []
    size, rest = 0, body
    # gzip may consist of several members, one behind the other.
    while rest:
        stream = zlib.decompressobj(window)
        pieces.append(stream.decompress(rest, limit - size + 1))
        size += len(pieces[-1])
        if size > limit:
            raise too_large(limit)
        if not stream.eof or len(pieces) > _MOST_MEMBERS:
            raise zlib.error("cut off, or too many members")
        rest = stream.unused_data
    return b"".join(pieces)


def _undecodable() -> ProxyError:
    return bad_request("The body is not what its content-encoding says.", code="invalid_encoding")


class Limits:
    """Counts the requests inside: at most `streams` are open to the upstream, `queue` more wait in order."""

    def __init__(self, streams: int, queue: int) -> None:
        self._streams = streams
        self._most = streams + queue
        self._inside = 0
        self._open = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    def enter(self) -> Place:
        """A place inside, to be left again; raises ProxyError 503 when there is none."""
        if self._inside >= self._most:
            message = "The proxy has too many open requests; try again in a moment."
            raise ProxyError(503, "server_error", "overloaded", message, headers=[(b"retry-after", b"1")])
        self._inside += 1
        return Place(self)

    async def _turn(self) -> None:
        if self._open < self._streams:
            self._open += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()  # it came in the very moment the client left
            elif turn in self._waiting:
                self._waiting.remove(turn)
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._open -= 1


class Place:
    """One request's place inside the limits."""

    __slots__ = ("_has_turn", "_limits")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._has_turn = False

    async def turn(self) -> None:
        """Wait until this request may open an answer; first come, first served."""
        await self._limits._turn()
        self._has_turn = True

    def leave(self) -> None:
        """Make room; to be called once, whatever happened."""
        if self._has_turn:
            self._limits._pass_on()
        self._limits._inside -= 1
