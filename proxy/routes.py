"""Which path is whose: chat completions, the rest below /v1 (passed through), the few paths of our own."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from urllib.parse import unquote_to_bytes

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope

from proxy.auth import Doorkeeper
from proxy.errors import ClientLeft, bad_request
from proxy.headers import EVENT_STREAM, content_type, ending_here, is_readable, to_client, to_upstream
from proxy.limits import Limits
from proxy.relay import Departure, Exchange, closing, forward
from proxy.upstream import Upstream

CHAT_PATH = "/v1/chat/completions"
# Below this prefix nothing is ever passed on.
OWN_PREFIX = "/v1/gatekeeper/"


def is_chat(path: str) -> bool:
    """Whether a decoded path means chat completions: /v1 doubled or left out, slashes to spare."""
    if path == CHAT_PATH:
        return True
    segments = [s for s in path.split("/") if s]
    while segments[:1] == ["v1"]:
        segments.pop(0)
    return segments == ["chat", "completions"]


def below_v1(raw_path: bytes) -> bytes | None:
    """What stands behind /v1 (once or doubled), byte for byte; None for a path that is not below /v1.

    Raises ProxyError 400 for a path that would climb out of the base address, however it is escaped.
    """
    rest = raw_path
    while rest == b"/v1" or rest.startswith(b"/v1/"):
        rest = rest[3:]
    if len(rest) == len(raw_path):
        return None
    plain, before = unquote_to_bytes(rest), rest
    while plain != before:
        plain, before = unquote_to_bytes(plain), plain
    if any(segment in (b".", b"..") for segment in re.split(rb"[/\\;]", plain)):
        raise bad_request("The path may not hold . or .. segments.", code="invalid_path")
    return rest


def query_of(scope: Scope) -> bytes:
    """The query string as it was sent, with its question mark."""
    query: bytes = scope["query_string"]
    return b"?" + query if query else b""


class Upload:
    """A request body that is sent on while it comes in, and after its end what else the server has to say."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.over = asyncio.Event()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            more = True
            while more:
                message = await self._receive()
                if message["type"] == "http.disconnect":
                    raise ClientLeft
                if message.get("body"):
                    yield message["body"]
                more = message.get("more_body", False)
        finally:
            self.over.set()

    async def receive(self) -> Message:
        """The next message that is not uploaded: the rest after an early answer, or the departure."""
        await self.over.wait()
        return await self._receive()


class PassThrough:
    """Everything below /v1 that is not chat: bytes in both directions, query string included."""

    def __init__(self, upstream: Upstream, door: Doorkeeper, limits: Limits) -> None:
        self._upstream = upstream
        self._door = door
        self._limits = limits
        self._dropped = ending_here(*door.ends_here)

    async def serve(
        self, scope: Scope, receive: Receive, exchange: Exchange, named: Mapping[bytes, bytes], path: bytes
    ) -> None:
        """Answer one request for `path` below the base address; raises ProxyError and ClientLeft."""
        exchange.figures["principal"] = self._door.principal(named).name
        chunked = b"transfer-encoding" in named
        # A stated length goes on with its body; a chunked body gets chunks again.
        dropped = self._dropped if chunked else self._dropped - {b"content-length"}
        headers = to_upstream(scope["headers"], dropped, self._door.added)
        upload = Upload(receive)
        has_body = chunked or named.get(b"content-length", b"0") != b"0"
        if not has_body:
            upload.over.set()
        place = self._limits.enter()
        try:
            with Departure(upload.receive, exchange, unread=True):
                await place.turn()
                target = path + query_of(scope)
                reply = await self._upstream.open(
                    scope["method"], target, headers, upload if has_body else ()
                )
                async with closing(reply):
                    events = is_readable(reply.headers) and content_type(reply.headers) == EVENT_STREAM
                    head = to_client(
                        reply.headers, reply.status, exchange.cors, rewritten=events, event_stream=events
                    )
                    await exchange.begin(reply.status, head, events=events)
                    await forward(reply, exchange)
        finally:
            place.leave()


def local_routes(is_draining: Callable[[], bool]) -> list[Route]:
    """The paths this proxy answers itself."""

    async def health(request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def ready(request: Request) -> Response:
        draining = is_draining()
        return JSONResponse({"status": "draining" if draining else "ready"}, 503 if draining else 200)

    return [Route("/healthz", health), Route("/readyz", ready)]
