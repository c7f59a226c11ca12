"""Headers in both directions as raw pairs: order and repetition survive, hop-by-hop fields end here. Pure.

to_upstream   the client's request -> what the upstream is told
to_client     the upstream's answer -> what the client is told
Origins       which web pages may call, and the headers a browser wants to see (CORS)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proxy.errors import Header

# RFC 9110 §7.6.1, with the two names only seen in the wild: keep-alive and proxy-connection.
HOP_BY_HOP = frozenset(
    {
        b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"proxy-connection",
        b"te", b"trailer", b"transfer-encoding", b"upgrade",
    }
)  # fmt: skip
# Made anew for the upstream's connection, or saying who and where the client is, which is not ours to tell.
_OURS = frozenset({b"host", b"content-length", b"expect", b"forwarded", b"x-real-ip"})
_PRIVATE = (b"x-gatekeeper-", b"x-forwarded-")
_USUAL_CONNECTION = (b"keep-alive", b"close")

# Which pages may read an answer is for this proxy to say, see Origins.
_ANSWER_ENDS = HOP_BY_HOP | {b"access-control-allow-origin", b"access-control-allow-credentials"}
_UNFRAMED = _ANSWER_ENDS | {b"content-length"}
_UNBUFFERED = ((b"x-accel-buffering", b"no"), (b"cache-control", b"no-cache"))

EVENT_STREAM = b"text/event-stream"
EXPOSED = (
    b"access-control-expose-headers",
    b"x-gatekeeper-trace-id, x-gatekeeper-mode, x-gatekeeper-decision, x-gatekeeper-tokens-before, "
    b"x-gatekeeper-tokens-after, x-gatekeeper-blocks-kept, x-gatekeeper-blocks-dropped, server-timing",
)
# Pages and desktop applications that run on the user's own computer.
_LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]", "0.0.0.0", "tauri.localhost"})
_LOCAL_SCHEMES = frozenset(
    {"app", "capacitor", "chrome-extension", "moz-extension", "tauri", "vscode-webview"}
)


def ending_here(*others: bytes) -> frozenset[bytes]:
    """The names of request headers that never go on, and those that do not in one way of running."""
    return HOP_BY_HOP | _OURS | frozenset(others)


def to_upstream(
    headers: Sequence[Header], dropped: frozenset[bytes], added: Sequence[Header]
) -> list[Header]:
    """The request headers for the upstream; host and framing are made by the transport from its own facts.

    dropped: made by `ending_here`. added: at the end, in the place of what was dropped.
    """
    dropped = _with_named(headers, dropped)
    kept = [pair for pair in headers if pair[0] not in dropped and not pair[0].startswith(_PRIVATE)]
    kept += added
    return kept


def to_client(
    headers: Sequence[Header], status: int, extra: Sequence[Header], *, rewritten: bool, event_stream: bool
) -> list[Header]:
    """The answer's headers for the client, names in lower case, `extra` at the end.

    rewritten: the body may not be the upstream's, so its length is not either. An event stream is marked
    so that nothing in front of this proxy holds it back.
    """
    lowered = [(name.lower(), value) for name, value in headers]
    # 204 and 304 have no body, whatever length they state (RFC 9110 §8.6); servers stumble over it.
    unframed = rewritten or status in (204, 304)
    dropped = _with_named(lowered, _UNFRAMED if unframed else _ANSWER_ENDS)
    kept = [pair for pair in lowered if pair[0] not in dropped]
    if event_stream:
        names = {name for name, _ in kept}
        kept += [pair for pair in _UNBUFFERED if pair[0] not in names]
    kept += extra
    kept.append(EXPOSED)
    return kept


def _with_named(headers: Sequence[Header], dropped: frozenset[bytes]) -> frozenset[bytes]:
    """`dropped` and the names that the sender declared hop-by-hop for this connection."""
    for name, value in headers:
        if name == b"connection" and value not in _USUAL_CONNECTION:
            dropped |= {token.strip().lower() for token in value.split(b",")}
    return dropped


def value_of(headers: Sequence[Header], wanted: bytes) -> bytes:
    """The first value of a header whatever its case, b"" when missing; `wanted` in lower case."""
    for name, value in headers:
        if len(name) == len(wanted) and name.lower() == wanted:
            return value
    return b""


def content_type(headers: Sequence[Header]) -> bytes:
    """The media type without parameters, in lower case."""
    return value_of(headers, b"content-type").partition(b";")[0].strip().lower()


def is_readable(headers: Sequence[Header]) -> bool:
    """Whether the body is not compressed, so that it can be read along."""
    return value_of(headers, b"content-encoding") in (b"", b"identity")


def server_timing(gate_ms: float, upstream_ms: float) -> Header:
    """How long this proxy thought and the upstream took to begin its answer, both in milliseconds."""
    return b"server-timing", b"gate;dur=%.2f, upstream;dur=%.1f" % (gate_ms, upstream_ms)


class Origins:
    """Which web pages may call this proxy.

    Browsers let a page read an answer only if the answer allows its origin, but some requests are sent all
    the same. Where clients bring a key, no page can do harm without it, so any may call. Where no key is
    asked for, a foreign page could spend the operator's money unseen, so only pages and applications of
    this computer may call.
    """

    def __init__(self, configured: Sequence[str], *, keyless: bool) -> None:
        self._listed = frozenset(origin.rstrip("/").lower() for origin in configured)
        self._any = "*" in self._listed or (not configured and not keyless)
        self._local = not configured

    def allow(self, origin: bytes) -> bool:
        """Whether the page of this Origin header may call; a request without one (b"") comes from no page."""
        if self._any or not origin:
            return True
        text = origin.decode("latin-1").lower()
        if text in self._listed:
            return True
        scheme, _, rest = text.partition("://")
        host = rest if rest.endswith("]") else rest.rpartition(":")[0] or rest
        return self._local and (host in _LOCAL_HOSTS or scheme in _LOCAL_SCHEMES)

    def reply(self, origin: bytes) -> tuple[Header, ...]:
        """Headers for an answer that goes to this origin."""
        if not origin or not self.allow(origin):
            return ()
        if self._any:
            return ((b"access-control-allow-origin", b"*"),)
        return ((b"access-control-allow-origin", origin), (b"vary", b"origin"))

    def preflight(self, headers: Mapping[bytes, bytes]) -> list[Header]:
        """Headers for the answer to OPTIONS beside those of `reply`; it needs no key, browsers send none."""
        if not self.reply(headers.get(b"origin", b"")):
            return []
        wanted = headers.get(b"access-control-request-headers", b"authorization, content-type")
        reply = [
            (b"access-control-allow-methods", b"GET, POST, PUT, PATCH, DELETE, OPTIONS"),
            # Named one by one: a star would not cover Authorization.
            (b"access-control-allow-headers", wanted),
            (b"access-control-max-age", b"86400"),
        ]
        if headers.get(b"access-control-request-private-network") == b"true":
            reply.append((b"access-control-allow-private-network", b"true"))
        return reply
