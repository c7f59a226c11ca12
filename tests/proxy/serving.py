"""The proxy behind uvicorn's own protocol on a loopback port, with a decider that decides nothing.

What is scripted: the upstream (see `scripted`), the decision, the profile's judgement.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from scripted import Peer, Script, Upstream
from uvicorn.server import ServerState

from proxy.app import create_app
from proxy.auth import Principal
from proxy.controls import Controls
from proxy.errors import bad_request
from proxy.profiles import Profile, profile_for
from proxy.serve import server_config
from proxy.settings import Settings
from proxy.trace_log import TraceLog
from proxy.usage import Usage

CHAT = "/v1/chat/completions"
ASK = {"model": "m", "messages": [{"role": "user", "content": "Is there tea?"}]}
STREAM = {**ASK, "stream": True}
EVENTS = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"


async def until(happened: Callable[[], object]) -> None:
    """Wait for what no event tells of."""
    while not happened():  # noqa: ASYNC110
        await asyncio.sleep(0.002)


def settings(**environ: str) -> Settings:
    """Settings from exactly these variables."""
    return Settings.from_env({"UPSTREAM_BASE_URL": "http://127.0.0.1:9", **environ})


def chunk(data: bytes) -> bytes:
    """One chunk of a chunked body."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def json_answer(body: bytes, status: bytes = b"200 OK", *headers: bytes) -> bytes:
    """A whole JSON answer on the wire."""
    lines = [
        b"HTTP/1.1 " + status,
        b"content-type: application/json",
        b"content-length: %d" % len(body),
        *headers,
    ]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


@dataclass(frozen=True)
class Decision:
    """What the proxy needs to know of a decision."""

    body: tuple[bytes, ...]
    original: bytes
    mode: str = "off"
    streaming: bool = False
    model: str = "m"
    pruned: bool = False
    reply_headers: tuple[tuple[bytes, bytes], ...] = ((b"x-gatekeeper-mode", b"off"),)
    log: Mapping[str, object] = field(default_factory=lambda: {"tokens_before": 7, "tokens_after": 5})


@dataclass
class Recorder:
    """Stands in for the decider: sends the body on, or what `pruned_to` says; remembers what it was told."""

    pruned_to: bytes | None = None
    mode: str = "off"
    raises: Exception | None = None
    asked: list[tuple[Controls, Principal]] = field(default_factory=list)
    learned: list[tuple[Usage | None, int]] = field(default_factory=list)

    def decide(self, body: bytes, controls: Controls, principal: Principal) -> Decision:
        self.asked.append((controls, principal))
        if self.raises is not None:
            raise self.raises
        try:
            envelope = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
        except (msgspec.DecodeError, RecursionError):
            raise bad_request("The body is not a JSON object.") from None
        model = msgspec.json.decode(envelope.get("model", b'"?"'))
        sent = (body,) if self.pruned_to is None else (self.pruned_to,)
        return Decision(sent, body, mode=self.mode, model=model, pruned=self.pruned_to is not None)

    def learn(self, decision: Decision, usage: Usage | None, status: int) -> None:
        self.learned.append((usage, status))


@dataclass
class Served:
    """A running proxy."""

    port: int
    upstream: Upstream
    decider: Recorder
    client: httpx.AsyncClient
    app: Any
    log_stream: io.BytesIO
    log: TraceLog
    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    def lines(self) -> list[dict[str, Any]]:
        """The log so far."""
        self.log.flush()
        return [json.loads(line) for line in self.log_stream.getvalue().splitlines()]

    async def line(self) -> dict[str, Any]:
        """The log line of the only request, once it is there."""
        await until(self.lines)
        return self.lines()[-1]

    async def connect(self, request: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A raw connection on which these bytes have been sent."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers.append(writer)
        writer.write(request.replace(b"{host}", b"127.0.0.1:%d" % self.port))
        return reader, writer


@asynccontextmanager
async def serving(
    script: Script,
    *,
    decider: Recorder | None = None,
    profile: Profile | None = None,
    **environ: str,
) -> AsyncIterator[Served]:
    """`async with serving(script, GATEKEEPER_…="…") as proxy`; nothing of it is left afterwards."""
    async with Upstream(script) as upstream:
        environ = {"UPSTREAM_BASE_URL": f"http://127.0.0.1:{upstream.origin.port}", **environ}
        set_up = Settings.from_env(environ)
        decider = decider or Recorder()
        stream = io.BytesIO()
        log = TraceLog(stream, level="debug")
        chosen = profile or profile_for("openai", "")
        app = create_app(set_up, decider=decider, profile=chosen, log=log)  # type: ignore[arg-type]
        config = server_config(app, set_up)
        config.load()
        state = ServerState()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: config.http_protocol_class(config=config, server_state=state, app_state={}),  # type: ignore[call-arg, arg-type]
            "127.0.0.1",
            0,
        )
        port = server.sockets[0].getsockname()[1]
        base_url = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=base_url, trust_env=False, timeout=10) as client:
            served = Served(port, upstream, decider, client, app, stream, log)
            try:
                yield served
            finally:
                server.close()
                for end in [
                    *(w.transport for w in served.writers),
                    *(c.transport for c in state.connections),
                ]:
                    end.abort()
                await asyncio.gather(*state.tasks, return_exceptions=True)
                await app.aclose()


async def head_of(reader: asyncio.StreamReader) -> bytes:
    """The head of an answer on a raw connection."""
    return await reader.readuntil(b"\r\n\r\n")


def post(body: bytes, *headers: bytes, path: bytes = b"/v1/chat/completions") -> bytes:
    """A chat request on the wire."""
    lines = [b"POST " + path + b" HTTP/1.1", b"host: {host}", b"content-length: %d" % len(body), *headers]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


async def silent(peer: Peer) -> None:
    """A script that takes a request and never answers; `upstream.left` is set when it is given up."""
    await peer.request()
    await peer.left()
