"""What MiniMax refuses about a request as a whole; `message_rules` judges its messages. Pure.

Nearly all of it is HTTP 400 with code 2013, and only the text says what is wrong. The texts are those of live
reports and probes of 2025-26. Where no source tells which of two faults is named first, the order is ours.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from proxy.standin.envelope import Refusal, invalid, mismatch
from proxy.standin.message_rules import refuse_messages
from proxy.standin.models import MODELS, Model
from proxy.standin.request import asked_output

# How many characters around a syntax error the message quotes.
_EXCERPT = 16
# The name of the server's own type for each field that must have one type.
_FIELD_TYPES: tuple[tuple[str, type, str], ...] = (
    ("model", str, "string"),
    ("messages", list, "[]open_platform_oai.Message"),
    ("tools", list, "[]open_platform_oai.Tool"),
    ("stream", bool, "bool"),
    ("reasoning_split", bool, "bool"),
    ("max_tokens", int, "int64"),
    ("max_completion_tokens", int, "int64"),
    ("stream_options", dict, "open_platform_oai.StreamOptions"),
    ("thinking", dict, "open_platform_oai.ThinkingConfig"),
)
_THINKING_TYPES = ("adaptive", "disabled")
_LONGEST_EXACT_INTEGER = 19  # digits of an int64; longer ones are read as floating point


def decode(raw: bytes) -> dict[str, Any] | Refusal:
    """The body as a JSON object, or the refusal of one that is not."""
    try:
        body = json.loads(raw, parse_int=_integer, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        text = error.doc
        cut_off = error.msg.startswith("Unterminated") or error.pos >= len(text.rstrip())
        return _syntax_error(raw, len(raw) if cut_off else len(text[: error.pos].encode("utf-8", "replace")))
    except UnicodeDecodeError as error:
        return _syntax_error(raw, error.start)
    except (ValueError, RecursionError):
        return _syntax_error(raw, 0)
    if not isinstance(body, dict):
        return mismatch("open_platform_oai.ChatCompletionRequest", body)
    return body


def refuse(body: Mapping[str, Any]) -> Refusal | None:
    """The first rule the body breaks, except for the length of its prompt, which has to be counted first."""
    for field in ("model", "messages"):
        if body.get(field) is None:
            return invalid(f"binding: expr_path={field}, cause=missing required parameter")
    for field, kind, server_type in _FIELD_TYPES:
        value = body.get(field)
        if value is not None and (not isinstance(value, kind) or (kind is int and isinstance(value, bool))):
            return mismatch(server_type, value)
    model = MODELS.get(body["model"])
    if model is None:
        return invalid(f"unknown model '{body['model']}'")
    return (
        _thinking(body, model)
        or _output(body, model)
        or _tools(body.get("tools") or [])
        or refuse_messages(body["messages"])
    )


def overlong(prompt_tokens: int, window: int) -> Refusal | None:
    """The refusal of a prompt that does not fit into the window, both in tokens."""
    return invalid("context window exceeds limit") if prompt_tokens > window else None


def _thinking(body: Mapping[str, Any], model: Model) -> Refusal | None:
    asked = (body.get("thinking") or {}).get("type")
    if asked is None or model.thinking == "always":
        return None
    if asked not in _THINKING_TYPES:
        return invalid(f'invalid thinking.type: "{asked}" (allowed: {", ".join(_THINKING_TYPES)})')
    if asked == "disabled" and model.thinking == "required":
        return invalid("model requires adaptive thinking")
    return None


def _output(body: Mapping[str, Any], model: Model) -> Refusal | None:
    asked = asked_output(body)
    if asked is None or model.output_cap is None or asked <= model.output_cap:
        return None
    return invalid(f"model[{model.id}] does not support max tokens > {model.output_cap}")


def _tools(tools: list[Any]) -> Refusal | None:
    for tool in tools:
        if not isinstance(tool, dict):
            return mismatch("open_platform_oai.Tool", tool)
        kind = tool.get("type") or ""
        if kind == "web_search":
            return invalid("web_search is not support")
        if kind != "function":
            return invalid(f"invalid tool type: {kind}")
        function = tool.get("function")
        if not isinstance(function, dict) or not function.get("name"):
            return invalid("function name or parameters is empty")
        if not function.get("parameters"):
            return invalid("function parameters is empty")
    return None


def _syntax_error(raw: bytes, at: int) -> Refusal:
    """The message of the server's JSON decoder: what is wrong, the text around it, a mark below the place."""
    if at >= len(raw):
        what, begin, end, before, behind = "eof", 0, len(raw), 0, 0
    else:
        begin, end = max(0, at - _EXCERPT), min(len(raw), at + _EXCERPT)
        what, before, behind = "invalid char", at - begin, end - at - 1
    excerpt = raw[begin:end].decode("utf-8", "replace")
    mark = "." * before + "^" + "." * behind
    message = f"Syntax error at index {at}: {what}\n\n\t{excerpt}\n\t{mark}\n"
    return invalid(json.dumps(message, ensure_ascii=False))


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _LONGEST_EXACT_INTEGER else float(digits)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
