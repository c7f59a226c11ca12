"""The connections to all origins: how many, which one is used next, how long an unused one is kept.

The law of this file:
1. A slot is taken before connecting and given back when the socket is really closed.
2. An unused connection is taken last in, first out, in constant time; the others are not looked at.
3. Whoever finds no slot queues, first come first served. While anybody queues no slot is free: one given back
   goes straight to the head of the queue, so nobody can overtake it.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from dataclasses import dataclass

import httpx

from proxy.connection import Connection
from proxy.dial import Timeouts, default_ssl_context, dial, unwritten
from proxy.http1 import Origin


@dataclass(frozen=True, slots=True)
class Counters:
    """open: connected now; spare: those of them unused; created, reused: connections handed out so far."""

    open: int
    spare: int
    created: int
    reused: int


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in the queue. given: a connection, or None for a slot to connect in."""

    origin: Origin
    given: asyncio.Future[Connection | None]


class ConnectionPool:
    """`take` or `connect`, then one exchange, then `release`."""

    def __init__(
        self, timeouts: Timeouts, *, max_connections: int, max_idle: int, ssl_context: ssl.SSLContext | None
    ) -> None:
        self._timeouts = timeouts
        self._max_connections = max_connections
        self._max_idle = max_idle
        self._ssl_context = ssl_context
        self._slots = 0  # connecting or connected
        self._open: set[Connection] = set()
        self._spare: dict[Origin, dict[Connection, None]] = {}  # oldest first
        self._spares = 0
        self._queue: deque[_Place] = deque()
        self._sweeper: asyncio.TimerHandle | None = None
        self._closed: asyncio.Event | None = None  # set once no connection is left after `aclose`
        self._created = self._reused = 0

    @property
    def counters(self) -> Counters:
        return Counters(len(self._open), self._spares, self._created, self._reused)

    def take(self, origin: Origin) -> Connection | None:
        """An unused connection, if there is one that is certainly alive."""
        spare = self._spare.get(origin)
        if not spare:
            return None
        now = asyncio.get_running_loop().time()
        while spare:
            connection, _ = spare.popitem()
            self._spares -= 1
            if connection.spare_until > now and connection.usable():
                self._reused += 1
                return connection
            connection.abort()
        return None

    async def connect(self, origin: Origin) -> Connection:
        """A connection for an origin that has none to spare, waiting for a slot if all are taken.

        Raises httpx.PoolTimeout, ConnectTimeout or ConnectError; in each case nothing was written.
        """
        while self._slots >= self._max_connections:
            connection = await self._wait_in_queue(origin)
            if connection is None:
                break  # a slot, already counted as ours
            if connection.usable():
                self._reused += 1
                return connection
            connection.abort()  # died on its way to us
        else:
            self._slots += 1
        return await self._dial(origin)

    def release(self, connection: Connection) -> None:
        """Take back a connection whose exchange has ended, for whatever reason."""
        if connection.finish():
            self._keep(connection)

    async def aclose(self) -> None:
        """Close all connections, used ones too, and wait until their sockets are closed."""
        if self._closed is None:
            self._closed = asyncio.Event()
            if self._sweeper is not None:
                self._sweeper.cancel()
            for place in self._queue:
                if not place.given.done():
                    place.given.set_exception(unwritten(httpx.ConnectError("the transport is closed")))
            for connection in tuple(self._open):
                connection.abort(httpx.ReadError("the transport is closed"))
            if not self._open:
                self._closed.set()
        await self._closed.wait()

    async def _dial(self, origin: Origin) -> Connection:
        """Connect in a slot that was taken before."""
        connection = Connection(origin, self._timeouts, self._on_lost)
        try:
            if self._closed is not None:
                raise unwritten(httpx.ConnectError("the transport is closed"))
            context = self._context() if origin.scheme == "https" else None
            await dial(origin, connection, context=context, seconds=self._timeouts.connect)
            if self._closed is not None or not connection.alive:
                raise unwritten(httpx.ConnectError("closed as soon as it was connected"))
        except BaseException:
            if connection.made:
                connection.abort()  # the slot comes back when the socket is closed
            else:
                self._free_slot()
            raise
        self._open.add(connection)
        self._created += 1
        return connection

    def _context(self) -> ssl.SSLContext:
        if self._ssl_context is None:
            self._ssl_context = default_ssl_context()  # slow, so not before it is needed
        return self._ssl_context

    def _on_lost(self, connection: Connection) -> None:
        self._open.discard(connection)
        spare = self._spare.get(connection.origin)
        if spare is not None and connection in spare:
            del spare[connection]
            self._spares -= 1
        self._free_slot()
        if self._closed is not None and not self._open:
            self._closed.set()

    # -- unused connections --------------------------------------------------------------

    def _keep(self, connection: Connection) -> None:
        """Give a healthy connection to the head of the queue, or keep it for later."""
        place = self._next_in_queue() if self._queue else None
        if place is not None and place.origin == connection.origin:
            place.given.set_result(connection)
        elif place is not None:
            self._queue.appendleft(place)
            connection.abort()  # its slot is what they wait for
        elif self._closed is not None or self._spares >= self._max_idle:
            connection.abort()
        else:
            loop = asyncio.get_running_loop()
            connection.spare_until = loop.time() + self._timeouts.keepalive
            self._spare.setdefault(connection.origin, {})[connection] = None
            self._spares += 1
            if self._sweeper is None:
                self._sweeper = loop.call_at(connection.spare_until, self._sweep)

    def _sweep(self) -> None:
        """Close what nobody has used for `keepalive` seconds; come back when the next one is due."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        for connection in [c for spare in self._spare.values() for c in spare if c.spare_until <= now]:
            self._drop(connection)
        due = min((next(iter(spare)).spare_until for spare in self._spare.values() if spare), default=None)
        self._sweeper = None if due is None else loop.call_at(due, self._sweep)

    def _drop(self, connection: Connection) -> None:
        del self._spare[connection.origin][connection]
        self._spares -= 1
        connection.abort()

    # -- the queue -----------------------------------------------------------------------

    async def _wait_in_queue(self, origin: Origin) -> Connection | None:
        """A connection, or None: a slot is ours."""
        place = _Place(origin, asyncio.get_running_loop().create_future())
        self._queue.append(place)
        unused = next((spare for spare in self._spare.values() if spare), None)
        if unused is not None:
            self._drop(next(iter(unused)))  # of another origin; its slot comes to the queue
        try:
            async with asyncio.timeout(self._timeouts.connect):
                return await place.given
        except BaseException as error:
            self._leave_queue(place)
            if isinstance(error, TimeoutError):
                raise unwritten(httpx.PoolTimeout("all connections are in use")) from error
            raise

    def _leave_queue(self, place: _Place) -> None:
        """Give back what came too late."""
        given = place.given
        if given.done() and not given.cancelled() and given.exception() is None:
            connection = given.result()
            if connection is None:
                self._free_slot()
            else:
                self._keep(connection)
        elif place in self._queue:
            self._queue.remove(place)

    def _next_in_queue(self) -> _Place | None:
        while self._queue:
            place = self._queue.popleft()
            if not place.given.done():  # else cancelled, and not yet able to leave by itself
                return place
        return None

    def _free_slot(self) -> None:
        place = self._next_in_queue()
        if place is None:
            self._slots -= 1
        else:
            place.given.set_result(None)
