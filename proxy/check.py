"""`gatekeeper check`: are the settings right, is the upstream there, does it take the key; what helps?"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec
from rich.console import Console

from proxy.auth import Doorkeeper
from proxy.dial import default_ssl_context
from proxy.errors import ProxyError
from proxy.profiles import profile_for
from proxy.settings import Settings
from proxy.upstream import Body, Upstream

_CHEAPEST_MODEL = {"minimax": "MiniMax-M3.1-Flash"}
_LARGEST_ANSWER = 1 << 20


@dataclass(frozen=True, slots=True)
class Finding:
    """What one step found; `remedy` is empty when all is well."""

    step: str
    found: str
    remedy: str = ""


def run(settings: Settings, *, spend: bool, console: Console | None = None) -> int:
    """Print the findings as they come; 0 if all is well. Stops at the first trouble."""
    console = console or Console()
    for finding in findings(settings, spend=spend):
        mark = "[red]not ok[/red]" if finding.remedy else "[green]ok[/green]"
        console.print(f"{finding.step:<10} {mark}  ", end="")
        console.print(finding.found, markup=False, highlight=False)
        if finding.remedy:
            console.print(f"           -> {finding.remedy}", markup=False, highlight=False)
            return 1
    return 0


def findings(settings: Settings, *, spend: bool) -> Iterator[Finding]:
    """The findings of every step, in the order in which they depend on each other."""
    auth = "gateway" if settings.is_gateway else "pass-through"
    yield Finding("settings", f"mode {settings.mode}, {settings.token_budget} tokens of history, {auth}")
    if not settings.api_key and not settings.upstream_given:
        yield Finding(
            "upstream", "none is named, serve would answer from its stand-in", "set MINIMAX_API_KEY in .env"
        )
        return
    yield _reach(settings)
    yield asyncio.run(_models(settings))
    if spend:
        yield asyncio.run(_one_token(settings))


def _reach(settings: Settings) -> Finding:
    """Name look-up, TCP and TLS, each with its own cure."""
    parts = urlsplit(settings.upstream_url)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    where = f"{host}:{port}"
    try:
        with socket.create_connection((host, port), settings.connect_timeout) as sock:
            if parts.scheme != "https":
                return Finding("network", f"{where} answers, without TLS")
            with default_ssl_context().wrap_socket(sock, server_hostname=host) as tls:
                return Finding("network", f"{where} answers, {tls.version()}")
    except socket.gaierror:
        return Finding("network", f"the name {host} is not known", "look at UPSTREAM_BASE_URL and DNS")
    except ssl.SSLCertVerificationError as exc:
        remedy = "a proxy on the way may replace certificates: add its authority to SSL_CERT_FILE"
        return Finding("network", f"the certificate of {host} is not trusted: {exc.verify_message}", remedy)
    except ssl.SSLError:
        return Finding("network", f"{where} does not speak TLS", "use http:// if that is meant to be so")
    except OSError as exc:
        remedy = "look at UPSTREAM_BASE_URL, firewall and network; the proxy uses no HTTP_PROXY"
        return Finding("network", f"no connection to {where}: {exc.strerror or 'no answer in time'}", remedy)


async def _models(settings: Settings) -> Finding:
    status, _ = await _ask(settings, "GET", b"/models", ())
    if status == 200:
        return Finding("key", "the upstream lists its models" if settings.api_key else "no key is needed")
    if status in (401, 403) and not settings.api_key:
        return Finding("key", "the upstream wants one, which clients have to bring (pass-through)")
    if status in (401, 403):
        return Finding("key", f"MINIMAX_API_KEY is refused with status {status}", _region_hint(settings))
    if status == 404:
        return Finding("key", "the upstream has no list of models, so the key was not tested")
    remedy = "does UPSTREAM_BASE_URL point at an OpenAI-compatible API?"
    return Finding("key", f"the list of models gave status {status}", remedy)


async def _one_token(settings: Settings) -> Finding:
    profile = profile_for(None if settings.profile == "auto" else settings.profile, _host(settings))
    model = _CHEAPEST_MODEL.get(profile.name)
    if model is None:
        status, body = await _ask(settings, "GET", b"/models", ())
        model = _first_model(body) if status == 200 else ""
    request = {"model": model, "max_tokens": 1, "messages": [{"role": "user", "content": "Hi"}]}
    status, body = await _ask(settings, "POST", b"/chat/completions", (msgspec.json.encode(request),))
    failure = profile.refusal(status, "application/json", body)
    if failure is not None:
        status, body = failure.status, failure.body
    if status == 200:
        return Finding("chat", f"{model} answers")
    return Finding("chat", f"{model} gave status {status}: {_message(body)}", "see the upstream's message")


async def _ask(settings: Settings, method: str, path: bytes, body: Body) -> tuple[int, bytes]:
    """Status and body of one request; status 502 or 504 when there was no answer."""
    upstream = Upstream(settings)
    headers = [(b"content-type", b"application/json"), *Doorkeeper(settings).added]
    try:
        reply = await upstream.open(method, path, headers, body)
        content = b""
        while len(content) < _LARGEST_ANSWER and (chunk := await reply.read()):
            content += chunk
        await reply.aclose()
        return reply.status, content
    except ProxyError as exc:
        return exc.status, exc.body()
    finally:
        await upstream.aclose()


def _first_model(body: bytes) -> str:
    try:
        return str(msgspec.json.decode(body)["data"][0]["id"])
    except (msgspec.DecodeError, LookupError, TypeError):
        return ""


def _message(body: bytes) -> str:
    try:
        return str(msgspec.json.decode(body)["error"]["message"])
    except (msgspec.DecodeError, LookupError, TypeError):
        return "no reason given"


def _host(settings: Settings) -> str:
    return urlsplit(settings.upstream_url).hostname or ""


def _region_hint(settings: Settings) -> str:
    china = not _host(settings).endswith("minimax.io")
    other = "https://api.minimax.io/v1" if china else "https://api.minimaxi.com/v1"
    return f"look at the key; keys of the other region need UPSTREAM_BASE_URL={other}"
