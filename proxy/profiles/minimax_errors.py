"""Errors: finds MiniMax's in whatever place it put them and says them as OpenAI would.

They come as an own envelope `{"type":"error","error":{type,message,http_code},"request_id"}` with the
number in parentheses at the end of the text, or as `base_resp` with a `status_code` other than 0, the
latter at HTTP 200, as a body or inside a stream. Only the number tells an error: a `status_msg` beside
code 0 is a warning. The number is never an HTTP status.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec

from proxy.profiles.model import Failure

_NO_TEXT = "MiniMax answered with an error that has no text"
_CODE = re.compile(r"\((\d{4,5})\)\s*\Z")
_RESET = re.compile(r"resets? at (\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|[+-]\d\d:\d\d)?)")
_MISSING = re.compile(r"expr_path=([\w.\[\]]+), cause=missing required parameter")


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    type: str
    code: str | None = None
    param: str | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """An error of MiniMax as it was found. `http_status` is what MiniMax itself says it should be."""

    number: int | None
    message: str
    request_id: str | None
    http_status: int | None
    own_code: str | None
    is_openai_shaped: bool


_QUOTA = "insufficient_quota"
_FILTERED = _Answer(400, "invalid_request_error", "content_filter")
_TOO_MANY = _Answer(429, "rate_limit_error", "rate_limit_exceeded")
_BROKEN = _Answer(502, "server_error", "upstream_error")
_BAD_KEY = _Answer(401, "authentication_error", "invalid_api_key")

# MiniMax's error page and live reports. 1039 is a limit of tokens per minute, not the context length.
_BY_NUMBER = {
    1000: _Answer(500, "server_error", "upstream_error"),
    1001: _Answer(504, "server_error", "timeout"),
    1002: _TOO_MANY,
    1004: _BAD_KEY,
    1008: _Answer(402, _QUOTA, _QUOTA),
    1013: _BROKEN,
    1024: _BROKEN,
    1026: _FILTERED,
    1027: _FILTERED,
    1028: _Answer(429, _QUOTA, _QUOTA),
    1030: _Answer(429, _QUOTA, _QUOTA),
    1033: _BROKEN,
    1039: _Answer(429, "rate_limit_error", "tokens"),
    1041: _TOO_MANY,
    1042: _Answer(400, "invalid_request_error"),
    2045: _TOO_MANY,
    2049: _BAD_KEY,
    2056: _Answer(429, _QUOTA, _QUOTA),
    2061: _Answer(403, "permission_error", "model_not_available"),
    2064: _Answer(503, "server_error", "overloaded"),
}

# Nearly every fault of the client is 2013 ("invalid params"); the text says which. First match wins:
# text, status, code, param.
_INVALID = 2013
_BY_TEXT = (
    ("context window exceeds limit", 400, "context_length_exceeded", "messages"),
    ("unknown model", 404, "model_not_found", "model"),
    ("does not support max tokens", 400, None, "max_tokens"),
    ("function parameters is empty", 400, None, "tools"),
    ("function name or parameters is empty", 400, None, "tools"),
    ("invalid tool type", 400, None, "tools"),
    ("thinking", 400, None, "thinking"),
)

# The shape of the message list: roles, order, pairing, emptiness.
_SHAPE = (
    "invalid chat setting",
    "invalid message role",
    "chat content is empty",
    "tool result's tool id",
    "tool call result does not follow tool call",
)
_BAD_MESSAGES = (*_SHAPE, "invalid function arguments json string", "tool_call id format")

# For errors without a number we know. 520 and 529 are not statuses a client can be expected to know.
_BY_STATUS = {
    401: _BAD_KEY,
    402: _Answer(402, _QUOTA, _QUOTA),
    403: _Answer(403, "permission_error"),
    408: _Answer(408, "server_error", "timeout"),
    429: _TOO_MANY,
    503: _Answer(503, "server_error", "overloaded"),
    504: _Answer(504, "server_error", "timeout"),
    520: _BROKEN,
    529: _Answer(503, "server_error", "overloaded"),
}

# Waiting does not help before the plan's window ends; OpenAI's SDKs obey this header and do not retry.
_PLAN_WINDOW = 2056
_NO_RETRY = (b"x-should-retry", b"false")


class _Envelope(msgspec.Struct):
    """Every place an error can sit in a body or in the data of an event."""

    base_resp: Any = None
    error: Any = None
    type: Any = None
    request_id: Any = None
    id: Any = None


_ENVELOPE = msgspec.json.Decoder(_Envelope)


def fault_in(body: bytes) -> Fault | None:
    """The error that a JSON body or the data of an event holds; None if it holds none."""
    try:
        found = _ENVELOPE.decode(body)
    except msgspec.DecodeError:
        return None
    request_id = _text(found.request_id) or _text(found.id)
    if found.error:
        error = found.error if isinstance(found.error, dict) else {"message": found.error}
        message = _text(error.get("message")) or _NO_TEXT
        own = error.get("code")
        written = _CODE.search(message)
        number = int(written[1]) if written else _number(own)
        shaped = found.type != "error" and number is None and isinstance(error.get("type"), str)
        own_code = own if isinstance(own, str) and _number(own) is None else None
        return Fault(number, message, request_id, _number(error.get("http_code")), own_code, shaped)
    if isinstance(found.base_resp, dict) and (number := _number(found.base_resp.get("status_code"))):
        text = _text(found.base_resp.get("status_msg")) or _NO_TEXT
        return Fault(number, f"{text} ({number})", request_id, None, None, False)
    return None


def failure_of(fault: Fault, status: int, now: float | None = None) -> Failure:
    """The error for the client. `status` is the HTTP status the fault came with."""
    answer = _answer(fault, status)
    error = {
        "message": fault.message,
        "type": answer.type,
        "param": answer.param,
        "code": answer.code or fault.own_code,
    }
    if fault.request_id:  # MiniMax's support asks for it; clients skip what they do not know
        error["request_id"] = fault.request_id
    headers: list[tuple[bytes, bytes]] = []
    if fault.number == _PLAN_WINDOW:
        headers.append(_NO_RETRY)
        wait = None if now is None else _seconds_to_reset(fault.message, now)
        headers += [] if wait is None else [(b"retry-after", str(wait).encode())]
    return Failure(answer.status, msgspec.json.encode({"error": error}), tuple(headers))


def refusal(status: int, content_type: str, body: bytes, now: float | None = None) -> Failure | None:
    """Translate a complete answer of the chat endpoint that is an error, whatever its status says.

    None for a real answer, for an error that already has OpenAI's shape, and for JSON of another shape.
    A body that is not JSON at all (a gateway's page) becomes an error of its status. Not for MiniMax's
    native endpoints, whose clients look for `base_resp` themselves.
    """
    if status < 400 and b'"base_resp"' not in body and b'"error"' not in body:
        return None
    fault = fault_in(body)
    if fault is not None:
        return None if fault.is_openai_shaped and status >= 400 else failure_of(fault, status, now)
    if status < 400 or _is_json(body):
        return None
    text = f"MiniMax answered with HTTP status {status}"
    if content_type.startswith("text/plain") and body.strip():
        text += ": " + body[:200].decode("utf-8", "replace").strip()
    return failure_of(Fault(None, text, None, None, None, False), status)


def shape_refused(failure_body: bytes) -> bool:
    """Whether the error, MiniMax's or our translation of it, blames the shape of the message list.

    That is what leaving out messages could have caused: roles, order, a result without its call, no text
    left. Arguments or ids that MiniMax cannot read came from the client and are not counted.
    """
    fault = fault_in(failure_body)
    return fault is not None and fault.number == _INVALID and any(text in fault.message for text in _SHAPE)


def _answer(fault: Fault, status: int) -> _Answer:
    if fault.number == _INVALID:
        return _invalid(fault.message)
    if fault.number in _BY_NUMBER:
        return _BY_NUMBER[fault.number]
    if status < 400:
        status = fault.http_status if fault.http_status and 400 <= fault.http_status < 600 else 502
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status < 500:
        return _Answer(status, "invalid_request_error")
    return _Answer(status, _BROKEN.type, _BROKEN.code)


def _invalid(message: str) -> _Answer:
    for text, status, code, param in _BY_TEXT:
        if text in message:
            return _Answer(status, "invalid_request_error", code, param)
    missing = _MISSING.search(message)
    if missing:
        return _Answer(400, "invalid_request_error", "missing_required_parameter", missing[1])
    blames_messages = any(text in message for text in _BAD_MESSAGES)
    return _Answer(400, "invalid_request_error", None, "messages" if blames_messages else None)


def _seconds_to_reset(message: str, now: float) -> int | None:
    found = _RESET.search(message)
    if not found:
        return None
    try:
        reset = datetime.fromisoformat(found[1])
    except ValueError:
        return None
    if reset.tzinfo is None:
        reset = reset.replace(tzinfo=UTC)
    return max(1, math.ceil(reset.timestamp() - now))


def _is_json(body: bytes) -> bool:
    try:
        msgspec.json.decode(body, type=msgspec.Raw)
    except msgspec.DecodeError:
        return False
    return True


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
