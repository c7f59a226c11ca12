"""One chat completion: authorise, read, decide, ask the upstream, relay, learn from the answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import TYPE_CHECKING

from starlette.types import Receive, Scope

from proxy.auth import Doorkeeper, Principal
from proxy.controls import NO_CONTROLS, Controls, from_headers
from proxy.errors import Header
from proxy.headers import (
    EVENT_STREAM,
    content_type,
    ending_here,
    is_readable,
    server_timing,
    to_client,
    to_upstream,
)
from proxy.limits import Limits, inflate, read_body
from proxy.profiles import Failure, Profile, StreamFilter
from proxy.relay import Departure, Exchange, ReadAhead, closing, forward
from proxy.routes import query_of
from proxy.settings import Settings
from proxy.upstream import Reply, Upstream
from proxy.usage import UsageTap

if TYPE_CHECKING:
    from proxy.decide import Decider, Decision

# Deciding on a larger body can take longer than the 5 ms the event loop may be held.
_INLINE_BYTES = 256 * 1024
# Answers that a profile has to judge are read whole up to this size; chat answers are far smaller.
_JUDGED_BYTES = 16 * 1024 * 1024
# How long the status line waits for the first event, which may turn out to be an error.
_PEEK_SECONDS = 2.0
# A model's name is the client's text; so much of it is enough for the log.
_LONGEST_MODEL = 100


class Chat:
    """POST /v1/chat/completions."""

    def __init__(
        self,
        settings: Settings,
        *,
        upstream: Upstream,
        decider: Decider,
        profile: Profile,
        door: Doorkeeper,
        limits: Limits,
        threads: Executor,
    ) -> None:
        self._max_body_bytes = settings.max_body_bytes
        self._obeys = settings.controls
        self._upstream = upstream
        self._decider = decider
        self._profile = profile
        self._judges = profile.name != "openai"  # whose answers pass as they are
        self._door = door
        self._limits = limits
        self._threads = threads
        self._dropped = ending_here(b"accept-encoding", b"content-encoding", *door.ends_here)
        # Answers have to be read along; the body that goes up is not encoded either.
        self._added = [*door.added, (b"accept-encoding", b"identity")]

    async def serve(
        self, scope: Scope, receive: Receive, exchange: Exchange, named: Mapping[bytes, bytes]
    ) -> None:
        """Answer one request; raises ProxyError and ClientLeft."""
        principal = self._door.principal(named)
        exchange.figures["principal"] = principal.name
        controls = from_headers(named) if self._obeys else NO_CONTROLS
        place = self._limits.enter()
        try:
            body = await self._body(receive, named)
            exchange.figures["bytes_in"] = len(body)
            with Departure(receive, exchange):
                await place.turn()
                decision = await self._decide(body, controls, principal, exchange)
                headers = to_upstream(scope["headers"], self._dropped, self._added)
                reply = await self._open(decision, query_of(scope), headers, exchange)
                # An answer can take minutes; what was asked is not kept in memory for so long.
                del body
                decision = replace(decision, body=(), original=b"")
                await self._answer(decision, reply, exchange)
        finally:
            place.leave()

    async def _body(self, receive: Receive, named: Mapping[bytes, bytes]) -> bytes:
        limit = self._max_body_bytes
        body = await read_body(receive, limit, named.get(b"content-length", b""))
        coding = named.get(b"content-encoding")
        if coding is None or coding == b"identity":
            return body
        # A small body can unfold into a large one, so this never runs on the event loop.
        return await asyncio.get_running_loop().run_in_executor(self._threads, inflate, body, coding, limit)

    async def _decide(
        self, body: bytes, controls: Controls, principal: Principal, exchange: Exchange
    ) -> Decision:
        began = time.perf_counter()
        if len(body) < _INLINE_BYTES:
            decision = self._decider.decide(body, controls, principal)
        else:
            loop = asyncio.get_running_loop()
            decision = await loop.run_in_executor(
                self._threads, self._decider.decide, body, controls, principal
            )
        figures = exchange.figures
        figures["model"] = decision.model[:_LONGEST_MODEL]
        figures["mode"] = decision.mode
        figures.update(decision.log)
        if decision.mode == "bypassed":
            exchange.level = "warning"
        figures["gate_ms"] = round((time.perf_counter() - began) * 1000, 3)
        return decision

    async def _answer(self, decision: Decision, reply: Reply, exchange: Exchange) -> None:
        gate, waited = exchange.figures["gate_ms"], exchange.figures["upstream_ms"]
        assert isinstance(gate, float) and isinstance(waited, float)
        extra = [*decision.reply_headers, server_timing(gate, waited), *exchange.cors]
        tap = UsageTap()
        try:
            async with closing(reply):
                await self._relay(reply, exchange, extra, tap)
        finally:
            self._decider.learn(decision, tap.result(), exchange.status or reply.status)

    async def _open(
        self, decision: Decision, query: bytes, headers: Sequence[Header], exchange: Exchange
    ) -> Reply:
        """The upstream's reply; a pruned request refused for its shape goes out once more, whole."""
        path = b"/chat/completions" + query
        began = time.perf_counter()
        reply = await self._upstream.open("POST", path, headers, decision.body)
        exchange.figures["upstream_ms"] = round((time.perf_counter() - began) * 1000, 2)
        if reply.status != 400 or not decision.pruned or not is_readable(reply.headers):
            return reply
        ahead = ReadAhead(reply)
        try:
            refusal = await ahead.whole(_JUDGED_BYTES)
        except BaseException:
            await ahead.aclose()
            raise
        if refusal is None or not self._profile.shape_refused(refusal):
            return ahead
        await ahead.aclose()
        exchange.figures["resent"] = True
        return await self._upstream.open("POST", path, headers, (decision.original,))

    async def _relay(
        self, reply: Reply, exchange: Exchange, extra: Sequence[Header], tap: UsageTap
    ) -> None:
        media = content_type(reply.headers)
        readable = is_readable(reply.headers)
        events = readable and media == EVENT_STREAM
        mend: StreamFilter | None = None
        if self._judges and readable:
            ahead = reply = ReadAhead(reply)
            if events and reply.status == 200:
                mend = self._profile.stream_filter()
            failure = await (self._refusal(ahead, media) if mend is None else _first_failure(ahead, mend))
            if failure is not None:
                await _translate(failure, reply, exchange, extra)
                return
        head = to_client(reply.headers, reply.status, extra, rewritten=events, event_stream=events)
        await exchange.begin(reply.status, head, events=events)
        await forward(reply, exchange, tap=tap if readable else None, mend=mend)

    async def _refusal(self, ahead: ReadAhead, media: bytes) -> Failure | None:
        body = await ahead.whole(_JUDGED_BYTES)
        if body is None:
            return None
        return self._profile.refusal(ahead.status, media.decode("latin-1"), body, time.time())


async def _first_failure(ahead: ReadAhead, mend: StreamFilter) -> Failure | None:
    chunk = await ahead.peek(_PEEK_SECONDS)
    return mend.first(chunk) if chunk else None


async def _translate(
    failure: Failure, reply: Reply, exchange: Exchange, extra: Sequence[Header]
) -> None:
    """Answer with what the profile made of an upstream's error; its other headers stay."""
    own = [*failure.headers, (b"content-type", b"application/json")]
    names = {name for name, _ in own}
    head = to_client(reply.headers, failure.status, extra, rewritten=True, event_stream=False)
    head = [pair for pair in head if pair[0] not in names]
    await exchange.begin(failure.status, [*head, *own, (b"content-length", b"%d" % len(failure.body))])
    await exchange.write(failure.body, last=True)
