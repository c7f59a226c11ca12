"""One raw message read for its meaning: role, readable text, tool calls, what its parts cost. Never written back."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from gatekeeper_core.analysis import analyse
from gatekeeper_core.model import Message
from gatekeeper_core.tokens import PART_TOKENS, message_tokens
from proxy.codec import is_editable

# Fields of a message that carry thinking or sound: such a message is kept or dropped whole.
_WHOLE = ("reasoning_content", "reasoning_details", "reasoning", "audio", "refusal", "function_call", "cache_control")
_THINKING = ("<think>", "<mm:think>")
_OTHER_PART_TOKENS = 1000  # a kind of part nobody has told us the price of


def read(raw: bytes) -> Message:
    """The analysed message; whatever is of an unexpected type is read as absent."""
    try:
        fields: Any = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        # What msgspec refuses: numbers beyond 64 bits, strings that are not UTF-8.
        fields = json.loads(raw.decode("utf-8", "replace"), parse_int=str)
    role = fields.get("role")
    content = fields.get("content")
    text, part_tokens = _text_of(content)
    called = fields.get("tool_calls")
    calls = [c for c in called if isinstance(c, dict)] if isinstance(called, list) else []
    call_text = _call_text(fields, calls)
    answers = fields.get("tool_call_id")
    thinking = _thinking_text(fields)
    trimmable = (
        isinstance(content, str)
        and role in ("user", "assistant")
        and not calls
        and not any(fields.get(name) for name in _WHOLE)
        and not any(mark in text for mark in _THINKING)
        and is_editable(raw)
    )
    return analyse(
        role if isinstance(role, str) else "",
        text,
        tokens=message_tokens(text, extra_json=call_text + thinking) + part_tokens,
        trimmable=trimmable,
        calls=tuple(str(c.get("id")) for c in calls),
        answers=str(answers) if answers is not None else None,
        call_text=call_text,
    )


def _text_of(content: Any) -> tuple[str, int]:
    """(readable text, tokens of the parts that are no text)."""
    if isinstance(content, str):
        return content, 0
    texts: list[str] = []
    tokens = 0
    for part in content if isinstance(content, list) else ():
        if not isinstance(part, dict):
            continue
        if isinstance(part.get("text"), str):
            texts.append(part["text"])
        else:
            tokens += _part_tokens(part)
    return "\n".join(texts), tokens


def _part_tokens(part: dict[str, Any]) -> int:
    kind = part.get("type")
    image = part.get("image_url")
    detail = image.get("detail") if isinstance(image, dict) else None
    return PART_TOKENS.get(f"{kind}:{detail}", PART_TOKENS.get(str(kind), _OTHER_PART_TOKENS))


def _call_text(fields: dict[str, Any], calls: list[dict[str, Any]]) -> str:
    legacy = fields.get("function_call")
    said = [*calls, legacy] if isinstance(legacy, dict) else calls
    return json.dumps(said, ensure_ascii=False) if said else ""


def _thinking_text(fields: dict[str, Any]) -> str:
    found = fields.get("reasoning_content")
    if isinstance(found, str):
        return found
    details = fields.get("reasoning_details")
    return json.dumps(details, ensure_ascii=False) if details else ""
