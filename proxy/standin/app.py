"""The stand-in as an ASGI app: `POST /v1/chat/completions`, `GET /v1/models`, nothing else.

The path of a request: options, key, body, rules, length, forced error, answer.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from dataclasses import dataclass, replace

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from proxy.standin.answer import Answer
from proxy.standin.cache import PrefixCache
from proxy.standin.envelope import GATEWAY, NO_KEY, WRONG_KEY, Refusal, failure, invalid
from proxy.standin.models import LISTED
from proxy.standin.options import HEADER, StandinOptions, steered
from proxy.standin.prompt import Prompt, measure
from proxy.standin.reply import Reply, compose
from proxy.standin.request import ChatRequest, read_request
from proxy.standin.respond import EventStream, Exchange, Streams, gateway_page
from proxy.standin.rules import decode, overlong, refuse
from proxy.standin.stream import events

# MiniMax's limit for a request with pictures in it.
_LARGEST_BODY = 64 * 1024 * 1024
# Never sent: the client has closed the connection (nginx's number for it).
_CLIENT_LEFT = 499


@dataclass(frozen=True, slots=True)
class _Accepted:
    request: ChatRequest
    prompt: Prompt
    reply: Reply


def create_standin(*, api_key: str | None = None, options: StandinOptions | None = None) -> Starlette:
    """The stand-in as an ASGI app.

    api_key: the only bearer key it takes; None: any that is not empty. Each key is an account with a cache of
    its own. options: its behaviour; the header `x-standin` changes it for one request. `app.state.streams`
    counts the streams.
    """
    standin = _Standin(api_key, options or StandinOptions())
    routes = [
        Route("/v1/chat/completions", standin.chat, methods=["POST"]),
        Route("/v1/models", standin.models, methods=["GET"]),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: _no_such_path})
    app.router.redirect_slashes = False
    app.state.streams = standin.streams
    return app


class _Standin:
    def __init__(self, api_key: str | None, options: StandinOptions) -> None:
        self._api_key = api_key
        self._options = options
        self._cache = PrefixCache()
        self.streams = Streams()

    async def models(self, request: Request) -> Response:
        exchange = Exchange()
        account = self._account(request)
        if isinstance(account, Refusal):
            return exchange.refused(account, self._options)
        listed = [
            {"id": model.id, "object": "model", "created": model.created, "owned_by": "minimax"}
            for model in LISTED
        ]
        return exchange.json({"object": "list", "data": listed})

    async def chat(self, request: Request) -> Response:
        exchange = Exchange()
        try:
            options = steered(self._options, request.headers.get(HEADER, ""))
        except ValueError as problem:
            return exchange.refused(invalid(str(problem)), self._options)
        account = self._account(request)
        if isinstance(account, Refusal):
            return exchange.refused(account, options)
        raw = await _body(request)
        if raw is None:
            return exchange.codeless(413, "request body too large")
        # Long prompts take long to count: not on the event loop, which may be the proxy's own.
        model, judged = await run_in_threadpool(_judge, raw, options)
        if options.first_delay_s and await _left_within(request, options.first_delay_s):
            self.streams.left += 1
            return Response(status_code=_CLIENT_LEFT)
        if isinstance(judged, Refusal):
            return exchange.refused(judged, options, model)
        return self._answered(exchange, account, judged, options)

    def _answered(
        self, exchange: Exchange, account: str, accepted: _Accepted, options: StandinOptions
    ) -> Response:
        asked, prompt = accepted.request, accepted.prompt
        code = options.force_error
        if code is not None and code in GATEWAY:
            return gateway_page(code)
        error = None if code is None else failure(code, exchange.now)
        in_stream = asked.streams and options.error_at in ("first", "mid", "mid_object")
        if error is not None and not in_stream:
            shown = options if options.error_at in ("status", "bare") else replace(options, error_at="body")
            return exchange.refused(error, shown, asked.model.answers_as)
        answer = Answer(
            id=exchange.id,
            created=int(exchange.now),
            model=asked.model,
            reply=accepted.reply,
            thinking_place=asked.thinking_place,
            prompt_tokens=prompt.tokens,
            cached_tokens=self._cache.cached_tokens(account, prompt),
        )
        headers = exchange.headers(is_chat=True)
        if asked.streams:
            said = events(answer, options, asked.wants_usage, error)
            return EventStream(said, options, self.streams, headers)
        return exchange.json(answer.completion(), is_chat=True)

    def _account(self, request: Request) -> str | Refusal:
        """The account that the key belongs to."""
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        key = key.strip()
        if scheme.lower() != "bearer" or not key:
            return failure(NO_KEY, 0)
        if self._api_key is not None and not hmac.compare_digest(key.encode(), self._api_key.encode()):
            return failure(WRONG_KEY, 0)
        return hashlib.sha256(key.encode()).hexdigest()


def _judge(raw: bytes, options: StandinOptions) -> tuple[str, _Accepted | Refusal]:
    """The model asked for, and the answer to give or why there is none."""
    body = decode(raw)
    if isinstance(body, Refusal):
        return "", body
    model = str(body.get("model") or "")
    refusal = refuse(body)
    if refusal is not None:
        return model, refusal
    request = read_request(body)
    prompt = measure(request)
    refusal = overlong(prompt.tokens, options.context_window or request.model.window)
    if refusal is not None:
        return model, refusal
    return model, _Accepted(request, prompt, compose(request, prompt.tokens, options.answer_chars))


async def _body(request: Request) -> bytes | None:
    """The body, or None if it is larger than MiniMax takes."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LARGEST_BODY:
            return None
    return bytes(body)


async def _left_within(request: Request, seconds: float) -> bool:
    """Wait so long, or until the client leaves; whether it left."""
    try:
        async with asyncio.timeout(seconds):
            while (await request.receive())["type"] != "http.disconnect":
                continue
    except TimeoutError:
        return False
    return True


def _no_such_path(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return Exchange().codeless(status, f"{status} page not found" if status == 404 else str(error))
