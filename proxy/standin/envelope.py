"""How MiniMax says no: its codes with their HTTP status and text, its error bodies, its headers.

An error is either the chat path's own envelope with a real status and the code in parentheses at the end of
the message, or a `base_resp` inside HTTP 200.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

INVALID_PARAMS = 2013
NO_KEY = 1004
WRONG_KEY = 2049
PLAN_WINDOW = 2056
OUTPUT_FLAGGED = 1027

_PLAN_WINDOW_S = 5 * 3600

# code -> (HTTP status, error type, text). Statuses: live reports of the chat path, for codes only seen
# elsewhere MiniMax's newer pages.
_CODES: Mapping[int, tuple[int, str, str]] = MappingProxyType(
    {
        1000: (500, "server_error", "unknown error, 999"),
        1001: (504, "timeout_error", "request timeout"),
        1002: (429, "rate_limit_error", "rate limit exceeded(RPM)"),
        NO_KEY: (
            401,
            "authorized_error",
            "login fail: Please carry the API secret key in the 'Authorization' field of the request header",
        ),
        1008: (402, "insufficient_balance_error", "insufficient balance"),
        1013: (500, "server_error", "internal service error"),
        1024: (500, "server_error", "internal error"),
        1026: (422, "unprocessable_entity_error", "input new_sensitive"),
        OUTPUT_FLAGGED: (422, "unprocessable_entity_error", "output new_sensitive"),
        1033: (500, "server_error", "system error"),
        1039: (429, "rate_limit_error", "token limit"),
        1041: (429, "rate_limit_error", "conn limit"),
        1042: (400, "bad_request_error", "invisible character ratio limit"),
        INVALID_PARAMS: (400, "bad_request_error", "invalid params"),
        2045: (429, "rate_limit_error", "rate growth limit"),
        WRONG_KEY: (401, "authorized_error", "invalid api key"),
        PLAN_WINDOW: (
            429,
            "rate_limit_error",
            "usage limit exceeded, 5-hour usage limit reached for Token Plan Starter (100/100 used), "
            "resets at {reset}",
        ),
        2061: (403, "permission_error", "your current token plan not support model"),
        2064: (529, "overloaded_error", "server cluster is currently under high load, please retry later"),
    }
)

# Statuses that come from the gateway in front of MiniMax, as a page and not as JSON.
GATEWAY = MappingProxyType(
    {502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout", 520: "Web Server Error"}
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """One error of MiniMax: its code and its text without the code."""

    code: int
    text: str

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return _CODES[self.code][0]


def invalid(text: str) -> Refusal:
    """The error of nearly every fault of the caller; only the text tells them apart."""
    return Refusal(INVALID_PARAMS, f"invalid params, {text}")


def mismatch(server_type: str, value: Any) -> Refusal:
    """The error for a value of the wrong JSON type; `server_type` is what the server calls the right one."""
    return invalid(f"Mismatch type {server_type} with value {_json_type(value)}")


def failure(code: int, now: float) -> Refusal:
    """The error with its usual text; `now` is Unix time. Raises KeyError for a code MiniMax does not have."""
    reset = datetime.fromtimestamp((now // _PLAN_WINDOW_S + 1) * _PLAN_WINDOW_S, UTC)
    return Refusal(code, _CODES[code][2].format(reset=f"{reset:%Y-%m-%dT%H:%M:%SZ}"))


def is_known(code: int) -> bool:
    """Whether a forced error can be this code."""
    return code in _CODES or code in GATEWAY


def error_object(refusal: Refusal, request_id: str) -> dict[str, Any]:
    """The chat path's own envelope."""
    status, kind, _ = _CODES[refusal.code]
    message = f"{refusal.text} ({refusal.code})"
    return _error(kind, message, status, request_id)


def codeless(status: int, message: str, request_id: str) -> dict[str, Any]:
    """The envelope of a request that never reached the API (path, method, size) and so has no code."""
    kind = "not_found_error" if status == 404 else "invalid_request_error"
    return _error(kind, message, status, request_id)


def base_resp(refusal: Refusal) -> dict[str, Any]:
    """The `base_resp` of an error."""
    return {"status_code": refusal.code, "status_msg": refusal.text}


def gateway_page(status: int) -> str:
    """The HTML a gateway answers with when MiniMax behind it does not."""
    title = f"{status} {GATEWAY[status]}"
    head = f"<head><title>{title}</title></head>"
    return f"<html>\r\n{head}\r\n<body>\r\n<center><h1>{title}</h1></center>\r\n</body>\r\n</html>\r\n"


def headers(trace_id: str, now: float, *, is_chat: bool) -> dict[str, str]:
    """What MiniMax sends with every answer. There is no `Retry-After` and no `x-ratelimit-*` among them.

    Whether the connection closes is left to the server: captures that show `Connection: close` came from
    clients that had asked for it.
    """
    sent = {
        "Trace-Id": trace_id,
        "Minimax-Request-Id": secrets.token_hex(16),
        "alb_receive_time": f"{now:.3f}",
        "alb_request_id": secrets.token_hex(20),
    }
    if is_chat:
        sent |= {"X-Session-Id": secrets.token_hex(16), "X-Mm-Request-Id": secrets.token_hex(16)}
    return sent


def _json_type(value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, list):
        return "array"
    return "null" if value is None else "object"


def _error(kind: str, message: str, status: int, request_id: str) -> dict[str, Any]:
    error = {"type": kind, "message": message, "http_code": str(status)}
    return {"type": "error", "error": error, "request_id": request_id}
