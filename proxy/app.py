"""The application: one plain ASGI callable that sends every request to its route and sees every error.

Chat and pass-through speak ASGI directly, since request and response objects would cost more than the rest
of the work; the few paths of our own go through Starlette's router.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import httpx
from starlette.routing import Router
from starlette.types import Receive, Scope, Send

from proxy.auth import Doorkeeper
from proxy.chat import Chat
from proxy.errors import (
    INTERNAL,
    SHUTTING_DOWN,
    ClientLeft,
    ProxyError,
    from_exception,
    trace_of,
    wrong_method,
)
from proxy.headers import Origins
from proxy.limits import Limits
from proxy.profiles import Profile, profile_for
from proxy.relay import Exchange
from proxy.routes import OWN_PREFIX, PassThrough, below_v1, is_chat, local_routes
from proxy.settings import Settings
from proxy.trace_log import TraceLog
from proxy.upstream import Upstream

if TYPE_CHECKING:
    from proxy.decide import Decider

# Deciding on large bodies; more threads would only take turns with the event loop.
_THREADS = 2


def create_app(
    settings: Settings,
    *,
    transport: httpx.AsyncBaseTransport | None = None,
    decider: Decider | None = None,
    profile: Profile | None = None,
    log: TraceLog | None = None,
) -> App:
    """The proxy as an ASGI application; what is not handed in is made from the settings.

    transport: stands in for the network (tests); the proxy's own pool otherwise.
    """
    upstream = Upstream(settings, transport)
    if profile is None:
        profile = profile_for(None if settings.profile == "auto" else settings.profile, upstream.host)
    if decider is None:
        from proxy.decide import Decider  # noqa: PLC0415 - needs this package's settings and errors

        decider = Decider(settings, profile)
    if log is None:
        log = TraceLog(sys.stdout.buffer, level=settings.log_level, form=settings.log_format)
    return App(settings, upstream=upstream, decider=decider, profile=profile, log=log)


class App:
    """See `create_app`. `drain` is called when the server stops taking connections."""

    def __init__(
        self, settings: Settings, *, upstream: Upstream, decider: Decider, profile: Profile, log: TraceLog
    ) -> None:
        door, limits = Doorkeeper(settings), Limits(settings.max_streams, settings.max_queue)
        self._upstream = upstream
        self._log = log
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="decide")
        self._chat = Chat(
            settings,
            upstream=upstream,
            decider=decider,
            profile=profile,
            door=door,
            limits=limits,
            threads=self._threads,
        )
        self._pass_through = PassThrough(upstream, door, limits)
        self._origins = Origins(settings.cors_origins, keyless=settings.is_open)
        self._refuses_pages = settings.is_open
        self._draining = False
        self._local = Router(
            local_routes(lambda: self._draining), redirect_slashes=False, lifespan=self._lifespan
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's lifespan."""
        if scope["type"] != "http":
            await self._local(scope, receive, send)
            return
        exchange = Exchange(send)
        try:
            await self._route(scope, receive, exchange)
        except BaseException as exc:
            await self._answer_for(exc, exchange)
            if not isinstance(exc, Exception | BaseExceptionGroup):
                raise  # cancelled, or the process is to end
        finally:
            self._record(scope, exchange)

    def drain(self) -> None:
        """From now on /readyz says that no new requests are wanted."""
        self._draining = True

    async def aclose(self) -> None:
        """Close the upstream's connections and write the rest of the log."""
        await self._upstream.aclose()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._log.flush()

    async def _route(self, scope: Scope, receive: Receive, exchange: Exchange) -> None:
        named = dict(scope["headers"])
        method, path = scope["method"], scope["path"]
        origin = named.get(b"origin")
        if origin is not None:
            exchange.cors = self._origins.reply(origin)
            if self._refuses_pages and not self._origins.allow(origin):
                message = "Web pages of this origin may not use this proxy; see GATEKEEPER_CORS_ORIGINS."
                raise ProxyError(403, "permission_error", "origin_not_allowed", message)
        if is_chat(path):
            if method == "POST":
                await self._chat.serve(scope, receive, exchange, named)
                return
            if method != "OPTIONS":
                raise wrong_method("POST")
        if method == "OPTIONS":
            await exchange.answer(204, b"", self._origins.preflight(named))
            return
        below = None if path.startswith(OWN_PREFIX) else below_v1(scope.get("raw_path") or path.encode())
        if below is not None:
            await self._pass_through.serve(scope, receive, exchange, named, below)
        else:
            exchange.level = "debug"
            await self._local({**scope, "app": self}, receive, exchange.send)

    async def _answer_for(self, exc: BaseException, exchange: Exchange) -> None:
        """Tell the client what can still be told, and the log what happened."""
        if isinstance(exc, ClientLeft):
            exchange.outcome = "client_left"
            return
        error = SHUTTING_DOWN if isinstance(exc, asyncio.CancelledError) else from_exception(exc)
        exchange.outcome = error.code or error.type
        if error is INTERNAL:
            exchange.level = "error"
            exchange.figures["traceback"] = trace_of(exc)
        elif error.status >= 500:
            exchange.level = "warning"
        await exchange.fail(error)

    def _record(self, scope: Scope, exchange: Exchange) -> None:
        level, outcome, status = exchange.level, exchange.outcome, exchange.status
        if level == "info" and outcome == "ok" and status >= 400:
            level, outcome = "warning", "upstream_error"
        fields = {
            "event": "request",
            "method": scope["method"],
            "path": scope["path"][:200],
            "status": status,
            "outcome": outcome,
            **exchange.figures,
            "bytes_out": exchange.bytes_out,
            "total_ms": exchange.elapsed_ms(),
        }
        self._log.record(level, fields)

    @asynccontextmanager
    async def _lifespan(self, _: object) -> AsyncIterator[None]:
        yield
        await self.aclose()
