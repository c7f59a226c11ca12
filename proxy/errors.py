"""What goes wrong in the proxy, and the one answer a client gets for each of it.

ProxyError(status, type, code, message)     everything a client is told, in OpenAI's error shape
SettingsError(variable, problem, example)   at start only: one line for the operator

`from_exception` is the only place where foreign exceptions (httpx's, the router's, anything unforeseen)
become a ProxyError. Messages are ours alone: no text of a request, an answer or an exception is ever quoted.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence

import httpx
import msgspec
from starlette.exceptions import HTTPException

from gatekeeper_core.errors import ControlError, GatekeeperError

Header = tuple[bytes, bytes]

_encode = msgspec.json.Encoder().encode


class ProxyError(Exception):
    """An answer of the proxy itself: HTTP status and the four fields of OpenAI's error object."""

    def __init__(
        self,
        status: int,
        type: str,
        code: str | None,
        message: str,
        param: str | None = None,
        headers: Sequence[Header] = (),
    ) -> None:
        super().__init__(message)
        self.status = status
        self.type = type
        self.code = code
        self.message = message
        self.param = param
        self.headers = tuple(headers)

    def body(self) -> bytes:
        """The JSON body, in the order of fields OpenAI uses."""
        error = {"message": self.message, "type": self.type, "param": self.param, "code": self.code}
        return _encode({"error": error})


class SettingsError(Exception):
    """A setting that stops the start; its text is one line with the name, the problem and an example."""

    def __init__(self, variable: str, problem: str, example: str) -> None:
        super().__init__(f"{variable}: {problem} (example: {variable}={example})")
        self.variable = variable
        self.problem = problem
        self.example = example


class ClientLeft(Exception):
    """The client closed its connection before it had its answer; nobody is left to be told."""


class AnswerCut(Exception):
    """Makes the server drop a connection whose answer cannot be completed, so that the client can tell."""


def bad_request(message: str, *, code: str | None = None, param: str | None = None) -> ProxyError:
    """400: the client has to change its request."""
    return ProxyError(400, "invalid_request_error", code, message, param)


def too_large(limit: int) -> ProxyError:
    """413: the body, as sent or once decompressed, passes `limit` bytes."""
    message = f"The request body is larger than the {limit} bytes this proxy accepts."
    return ProxyError(413, "invalid_request_error", "request_too_large", message)


def not_found() -> ProxyError:
    """404 for a path that is neither ours nor below /v1."""
    message = "Unknown request URL. The API begins at /v1, so base_url has to end in /v1."
    return ProxyError(404, "invalid_request_error", "unknown_url", message)


def wrong_method(allowed: str) -> ProxyError:
    """405 with the methods that would have worked."""
    message = f"This method is not allowed here; use {allowed}."
    headers = [(b"allow", allowed.encode("ascii"))]
    return ProxyError(405, "invalid_request_error", "method_not_allowed", message, headers=headers)


INTERNAL = ProxyError(500, "server_error", "internal_error", "The proxy failed to handle this request.")
SHUTTING_DOWN = ProxyError(503, "server_error", "shutting_down", "The proxy is shutting down.")

# The first row whose class fits. Connecting is told apart from waiting because the cure differs.
_UPSTREAM_FAILURES: tuple[tuple[type[Exception], int, str, str], ...] = (
    (httpx.ConnectTimeout, 504, "upstream_connect_timeout", "Connecting to the upstream took too long."),
    (httpx.PoolTimeout, 503, "upstream_busy", "No connection to the upstream became free in time."),
    (httpx.TimeoutException, 504, "upstream_timeout", "The upstream kept silent for too long."),
    (httpx.ConnectError, 502, "upstream_unreachable", "The upstream cannot be reached."),
    (httpx.ProtocolError, 502, "upstream_protocol_error", "The upstream broke off or did not speak HTTP."),
    (httpx.TransportError, 502, "upstream_connection_lost", "The connection to the upstream was lost."),
)


def from_exception(exc: BaseException) -> ProxyError:
    """The answer for an exception: itself, a row of the table, or a plain 500."""
    if isinstance(exc, ProxyError):
        return exc
    if isinstance(exc, GatekeeperError):  # the client asked the core for something that cannot be
        param = f"gatekeeper.{exc.field}" if isinstance(exc, ControlError) else None
        return ProxyError(exc.status_hint, "invalid_request_error", "invalid_value", str(exc), param)
    if isinstance(exc, HTTPException):  # from the router: nothing else raises it
        return wrong_method((exc.headers or {}).get("Allow", "")) if exc.status_code == 405 else not_found()
    for kind, status, code, message in _UPSTREAM_FAILURES:
        if isinstance(exc, kind):
            return ProxyError(status, "upstream_error", code, message)
    return INTERNAL


def trace_of(exc: BaseException) -> str:
    """Where an unforeseen exception came from: frames and class names, never its text, a prompt perhaps."""
    lines = [f"{type(exc).__name__}\n", *traceback.format_tb(exc.__traceback__)]
    cause = exc.__cause__ or exc.__context__
    if cause is not None:
        lines += ["caused by ", trace_of(cause)]
    return "".join(lines)
