"""`gatekeeper serve`: the server, its log, the stand-in without an upstream, the first words to the user."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import threading
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn

from proxy.app import App, create_app
from proxy.settings import Settings
from proxy.trace_log import ServerLog, TraceLog

if TYPE_CHECKING:
    from proxy.decide import Decider

# Longer than usual proxies in front of us keep their idle connections (60 s), so that it is never we who
# close one that is just being used.
_KEEP_ALIVE_SECONDS = 75
# Connections that wait to be accepted; a whole crowd of clients may come back at once after a restart.
_BACKLOG = 2048
# A thread that decides lets go of the interpreter after so long; the event loop waits no longer for it.
_SWITCH_SECONDS = 0.001


def run(settings: Settings, *, decider: Decider | None = None) -> int:
    """Serve until SIGTERM or SIGINT; 0 after an orderly end, 1 if the port cannot be had.

    decider: instead of the one made from the settings, as for `create_app`.
    """
    if not settings.api_key and not settings.upstream_given:
        settings = _with_standin(settings)
    try:
        listener = _listen(settings.host, settings.port)
    except OSError as exc:
        where = f"{settings.host}:{settings.port}"
        print(f"gatekeeper: cannot listen on {where}: {exc.strerror}", file=sys.stderr)
        return 1
    log = TraceLog(sys.stdout.buffer, level=settings.log_level, form=settings.log_format)
    for name in ("uvicorn.error", "asyncio", "gatekeeper"):
        logging.getLogger(name).addHandler(ServerLog(log))
        logging.getLogger(name).propagate = False
    sys.setswitchinterval(_SWITCH_SECONDS)
    app = create_app(settings, log=log, decider=decider)
    print(greeting(settings, listener.getsockname()[1]), file=sys.stderr, flush=True)
    # uvicorn hands the signal on once all has ended; the default action would make a failure of that.
    signal.signal(signal.SIGTERM, _leave)
    try:
        _Server(server_config(app, settings), app).run(sockets=[listener])
    finally:
        log.flush()
    return 0


def server_config(app: App, settings: Settings) -> uvicorn.Config:
    """uvicorn as this proxy needs it: C parser and loop, no access log, no header beside the upstream's."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=settings.grace_seconds,
    )


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._app.drain()
        super().handle_exit(sig, frame)


def greeting(settings: Settings, port: int) -> str:
    """What a user needs to know at start; no key is shown."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    if not settings.is_gateway:
        auth = "pass-through: each client's own Authorization goes upstream"
    elif settings.client_keys:
        auth = f"gateway: one of {len(settings.client_keys)} client keys is needed"
    else:
        auth = "gateway: the upstream key is held here, any program on this computer may use it"
    lines = [
        "context gatekeeper",
        f"  base_url   http://{host}:{port}/v1   <- point your client here",
        f"  upstream   {settings.upstream_url} (profile {settings.profile})",
        f"  mode       {settings.mode}, {settings.token_budget} tokens of history",
        f"  auth       {auth}",
    ]
    if settings.inspect == "text":
        lines.append("  WARNING    GATEKEEPER_INSPECT=text: the inspector shows what people write")
    return "\n".join(lines)


def _prepare() -> None:
    from gatekeeper_core import ContextGatekeeper, constraints, cues  # noqa: PLC0415 - imported beside, not before

    cues.prepare()
    constraints.prepare()
    rehearsal = ContextGatekeeper()
    rehearsal.add_turn("Which port does the test server use?", "It uses port 8081.")
    rehearsal.select("Which port was it?")


def _leave(signum: int, frame: FrameType | None) -> None:
    sys.exit(0)


def _listen(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def _with_standin(settings: Settings) -> Settings:
    """The settings with a stand-in for MiniMax as upstream, which has been started in a thread of its own."""
    from proxy.standin import create_standin  # noqa: PLC0415 - only without an upstream

    listener = _listen("127.0.0.1", 0)
    config = uvicorn.Config(create_standin(), log_config=None, access_log=False, ws="none", lifespan="off")
    server = uvicorn.Server(config)
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True, name="standin").start()
    print(
        "NO UPSTREAM: neither MINIMAX_API_KEY nor UPSTREAM_BASE_URL is set, so answers come from a built-in "
        "stand-in,\nnot from a model. Set MINIMAX_API_KEY (see .env.example) to talk to MiniMax.",
        file=sys.stderr,
    )
    profile = "minimax" if settings.profile == "auto" else settings.profile
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    # It wants a key, as MiniMax does; any will do, so that clients need none of their own.
    return replace(settings, upstream_url=url, profile=profile, api_key="sk-stand-in")
