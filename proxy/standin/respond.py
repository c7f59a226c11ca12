"""Turns what the stand-in decided into HTTP responses."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Any

from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from proxy.standin import envelope
from proxy.standin.answer import failed
from proxy.standin.envelope import Refusal
from proxy.standin.options import StandinOptions

_JSON = "application/json; charset=utf-8"


@dataclass(slots=True)
class Streams:
    """Counts of streams: open now, sent to their end, cut short because the client left."""

    open: int = 0
    finished: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request's identity: `id` is the Trace-Id, the request_id of errors and the id of answers."""

    id: str = field(default_factory=lambda: secrets.token_hex(16))
    now: float = field(default_factory=time.time)

    def headers(self, *, is_chat: bool = False) -> dict[str, str]:
        """See `envelope.headers`."""
        return envelope.headers(self.id, self.now, is_chat=is_chat)

    def json(self, body: dict[str, Any], status: int = 200, *, is_chat: bool = False) -> Response:
        """A JSON response. A lone surrogate, which has no bytes in UTF-8, becomes a question mark."""
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        headers = self.headers(is_chat=is_chat)
        return Response(text.encode("utf-8", "replace"), status, headers, media_type=_JSON)

    def refused(self, refusal: Refusal, options: StandinOptions, model: str = "") -> Response:
        """A refusal in place of an answer: with its status, or at HTTP 200 where the options say so."""
        if options.error_at == "bare":
            return self.json({"base_resp": envelope.base_resp(refusal)})
        if options.error_at == "body":
            return self.json(failed(refusal, answer_id=self.id, created=int(self.now), model=model))
        return self.json(envelope.error_object(refusal, self.id), refusal.status)

    def codeless(self, status: int, message: str) -> Response:
        """A refusal without a code: a path, method or size that never reaches the API."""
        return self.json(envelope.codeless(status, message, self.id), status)


def gateway_page(status: int) -> Response:
    """What a gateway answers when it does not reach MiniMax; nothing in it is MiniMax's."""
    return Response(envelope.gateway_page(status), status, media_type="text/html")


class EventStream(StreamingResponse):
    """A stream of events that stops when the client leaves, keeps count, and can break off on purpose."""

    def __init__(
        self, events: Iterator[bytes], options: StandinOptions, streams: Streams, headers: dict[str, str]
    ) -> None:
        paced = _paced(events, options.chunk_delay_s)
        super().__init__(paced, headers=headers, media_type="text/event-stream; charset=utf-8")
        self._aborts = options.cut == "abort"
        self._streams = streams
        self._is_finished = False

    async def stream_response(self, send: Send) -> None:
        """Send everything, but not the end of the body when the connection is to break."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for chunk in self.body_iterator:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        if not self._aborts:  # a server that misses the end closes the connection, as a crash would
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        self._is_finished = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The base class cancels the sending when the client leaves."""
        self._streams.open += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.open -= 1
            if self._is_finished:
                self._streams.finished += 1
            else:
                self._streams.left += 1


async def _paced(events: Iterator[bytes], delay_s: float) -> AsyncIterator[bytes]:
    for number, event in enumerate(events):
        if number:
            await asyncio.sleep(delay_s)  # without a delay, too: the loop gets to see that the client left
        yield event
