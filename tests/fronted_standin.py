"""The proxy as clients meet it: over HTTP, in threads of its own, in front of an upstream that is recorded."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proxy.app import create_app
from proxy.demo import listening
from proxy.serve import server_config
from proxy.settings import Settings
from proxy.trace_log import TraceLog

Said = dict[str, Any]


class Recorder:
    """An upstream that remembers the bodies it was sent."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.requests: list[dict[str, Any]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = bytearray()

        async def heard() -> Message:
            message = await receive()
            body.extend(message.get("body", b""))
            if message["type"] == "http.request" and not message.get("more_body") and body:
                self.requests.append(json.loads(body))
            return message

        await self._app(scope, heard, send)

    @property
    def last(self) -> list[Said]:
        """The messages of the last request."""
        messages: list[Said] = self.requests[-1]["messages"]
        return messages

    @property
    def last_text(self) -> str:
        """All that the last request said, as one text."""
        return json.dumps(self.last, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Fronted:
    """A running proxy: what clients call, and what reached its upstream."""

    base_url: str
    upstream: Recorder


@contextmanager
def fronting(upstream: ASGIApp, **environ: str) -> Iterator[Fronted]:
    """A proxy with exactly these settings in front of an upstream; nothing of it is left afterwards."""
    recorder = Recorder(upstream)
    quiet = uvicorn.Config(recorder, log_config=None, access_log=False, ws="none", lifespan="off")
    with listening(quiet) as upstream_port:
        settings = Settings.from_env(
            {
                "UPSTREAM_BASE_URL": f"http://127.0.0.1:{upstream_port}/v1",
                "UPSTREAM_PROFILE": "minimax",
                "GATEKEEPER_GRACE_SECONDS": "1",
                **environ,
            }
        )
        app = create_app(settings, log=TraceLog(io.BytesIO()))
        with listening(server_config(app, settings)) as port:
            yield Fronted(f"http://127.0.0.1:{port}/v1", recorder)


def history(blocks: int) -> list[Said]:
    """A talk of so many blocks about as many things, some thirty tokens each."""
    said: list[Said] = [{"role": "system", "content": "You are a helpful assistant."}]
    for number in range(blocks):
        thing = THINGS[number % len(THINGS)]
        asked = f"What should I know about {thing} number {number}?"
        answered = f"The {thing} number {number} is kept in drawer {number + 100} and was checked in spring."
        said += [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}]
    return said


THINGS = ("lantern", "compass", "kettle", "barometer", "sextant", "telescope", "anvil", "harmonica")
