"""What MiniMax refuses about the list of messages. Pure.

1. At most one system message, and it is the first.
2. Roles are system, user, assistant and tool; `developer` is none of them.
3. No message is empty, and something beside the system message is there. Beside tool calls an assistant's
   content may be absent or null, but not "".
4. A tool result names a call that was made before it and stands directly behind it, with nothing but other
   results in between; every call has its result there.
5. The arguments of a call are valid JSON.

Consecutive messages of one role and an assistant message at the end are allowed: no report says otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from proxy.standin.envelope import Refusal, invalid, mismatch
from proxy.standin.request import media_of, text_of

_ROLES = frozenset({"system", "user", "assistant", "tool"})
_EMPTY = invalid("chat content is empty")
_OUT_OF_ORDER = invalid("tool call result does not follow tool call")


def refuse_messages(messages: Sequence[Any]) -> Refusal | None:
    """The first of these rules that the messages break."""
    for message in messages:
        if not isinstance(message, dict):
            return mismatch("open_platform_oai.Message", message)
        calls = message.get("tool_calls") or []
        if not isinstance(calls, list):
            return mismatch("[]open_platform_oai.ToolCall", calls)
        for call in calls:
            if not isinstance(call, dict):
                return mismatch("open_platform_oai.ToolCall", call)
    return _roles(messages) or _empty(messages) or _pairs(messages)


def _roles(messages: Sequence[dict[str, Any]]) -> Refusal | None:
    roles = [message.get("role") or "" for message in messages]
    if roles[:2] == ["system", "system"]:
        return invalid("invalid chat setting")
    for index, role in enumerate(roles):
        if not isinstance(role, str) or role not in _ROLES or (role == "system" and index > 0):
            return invalid(f"chat content has invalid message role: {role}")
    return None


def _empty(messages: Sequence[dict[str, Any]]) -> Refusal | None:
    talk = [message for message in messages if message["role"] != "system"]
    return _EMPTY if not talk or any(_is_empty(message) for message in talk) else None


def _is_empty(message: dict[str, Any]) -> bool:
    content = message.get("content")
    if content is None and message["role"] == "assistant" and message.get("tool_calls"):
        return False
    return not text_of(content) and not media_of(content)


def _pairs(messages: Sequence[dict[str, Any]]) -> Refusal | None:
    known: set[str] = set()  # ids of all calls so far
    group: set[str] = set()  # ids of the calls whose results may stand here
    waiting: set[str] = set()  # those of them without a result
    for message in messages:
        if message["role"] == "tool":
            call_id = str(message.get("tool_call_id") or "")
            if call_id not in known:
                return invalid(f"tool result's tool id({call_id}) not found")
            if call_id not in group:
                return _OUT_OF_ORDER
            waiting.discard(call_id)
            continue
        if waiting:
            return _OUT_OF_ORDER
        calls = message.get("tool_calls") or [] if message["role"] == "assistant" else []
        for call in calls:
            if not _has_valid_arguments(call):
                call_id = call.get("id") or ""
                return invalid(f"invalid function arguments json string, tool_call_id: {call_id}")
        group = {str(call.get("id") or "") for call in calls}
        waiting = set(group)
        known |= group - {""}
    return _OUT_OF_ORDER if waiting else None


def _has_valid_arguments(call: dict[str, Any]) -> bool:
    function = call.get("function")
    arguments = function.get("arguments") if isinstance(function, dict) else None
    if not isinstance(arguments, str):
        return False
    try:
        json.loads(arguments)
    except (ValueError, RecursionError):
        return False
    return True
