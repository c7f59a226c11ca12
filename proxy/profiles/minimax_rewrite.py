"""Requests: changes the few shapes MiniMax answers with 400, code 2013, and nothing else.

1. One system message, and it is the first: later ones are merged into it in order (`invalid chat setting`,
   `invalid message role: system`).
2. `developer` is not among its roles: it becomes `system`.
3. An empty text is refused (`chat content is empty`): it becomes one space.
4. A function tool needs `parameters` (`function parameters is empty`): it gets an empty object schema.

Messages that need none of this keep their very bytes object. A message that is changed is joined again
from its raw members. One that cannot be read at all is left for MiniMax to judge.
"""

from __future__ import annotations

import msgspec

from proxy.profiles.model import Outgoing
from proxy.profiles.raw_json import array_of, elements, members, object_of

_PREAMBLE_ROLES = frozenset({"system", "developer"})

# One space, for every role. For tool results it worked in every report. For an assistant message that
# only calls tools the reports also name null and an absent content, but they disagree; text beside
# tool calls is the shape of MiniMax's own replies, so a space cannot be refused for being there.
_SPACE = b'" "'

_NO_PARAMETERS = b'{"type":"object","properties":{}}'
_GAP = rb"\n\n"  # between merged texts, as it is spelled inside a JSON string


class _Head(msgspec.Struct, frozen=True):
    """What must be known of a message; an absent field is an empty Raw."""

    role: str = ""
    content: msgspec.Raw = msgspec.Raw()
    tool_calls: msgspec.Raw = msgspec.Raw()
    function_call: msgspec.Raw = msgspec.Raw()


_HEAD = msgspec.json.Decoder(_Head)
_UNREADABLE = _Head()

_Message = tuple[bytes, _Head]


def rewrite(outgoing: Outgoing) -> tuple[Outgoing, tuple[str, ...]]:
    """The request MiniMax will accept, and the names of the rewrites made, in this order.

    `system_merged`, `system_first`, `developer_role`, `empty_text`, `tool_parameters`; the same object
    and () when the request was fine, the same tuple of messages when only tools were not.
    """
    messages, names = _with_one_system([(raw, _read(raw)) for raw in outgoing.messages])
    filled = tuple(_filled(raw, head) for raw, head in messages)
    if any(new is not raw for new, (raw, _) in zip(filled, messages, strict=True)):
        names.append("empty_text")
    kept = filled if names else outgoing.messages
    tools = None if outgoing.tools is None else _with_parameters(outgoing.tools)
    if tools is not outgoing.tools:
        names.append("tool_parameters")
    return (Outgoing(kept, tools), tuple(names)) if names else (outgoing, ())


def _read(raw: bytes) -> _Head:
    try:
        return _HEAD.decode(raw)
    except msgspec.DecodeError:
        return _UNREADABLE


def _with_one_system(messages: list[_Message]) -> tuple[list[_Message], list[str]]:
    preamble = [message for message in messages if message[1].role in _PREAMBLE_ROLES]
    developers = any(head.role == "developer" for _, head in preamble)
    late = bool(preamble) and preamble[0] is not messages[0]
    if not developers and not late and len(preamble) <= 1:
        return messages, []
    system = _merged([raw for raw, _ in preamble], developers)
    if system is None:
        return messages, []
    rest = [message for message in messages if message[1].role not in _PREAMBLE_ROLES]
    names = {"system_merged": len(preamble) > 1, "system_first": late, "developer_role": developers}
    return [(system, _read(system)), *rest], [name for name, made in names.items() if made]


def _merged(preamble: list[bytes], developers: bool) -> bytes | None:
    """One system message with all texts in order; None when a content is neither text nor parts.

    Everything else of the first message stays (its `name`, fields we do not know); of the later ones
    only the content has a place to go.
    """
    if len(preamble) == 1 and not developers:
        return preamble[0]
    fields = members(preamble[0])
    contents = [members(raw).get("content", b"null") for raw in preamble]
    if any(content[:1] not in (b'"', b"[", b"n") for content in contents):
        return None
    said = [content for content in contents if _spaced(content) is None]
    fields["role"] = b'"system"'
    if said:
        fields["content"] = _joined(said)
    return object_of(fields)


def _joined(contents: list[bytes]) -> bytes:
    """Contents as one: texts as one text; as soon as one is a list of parts, a list of parts.

    Parts are kept apart because they may carry marks (`cache_control`) that a joined text would lose.
    """
    if len(contents) == 1:
        return contents[0]
    if all(content.startswith(b'"') for content in contents):
        return b'"' + _GAP.join(content[1:-1] for content in contents) + b'"'
    parts: list[bytes] = []
    for content in contents:
        is_text = content.startswith(b'"')
        own = [object_of({"type": b'"text"', "text": content})] if is_text else elements(content)
        # Templates put the texts of parts together with nothing between them.
        parts += [_after_gap(own[0]), *own[1:]] if parts else own
    return array_of(parts)


def _after_gap(part: bytes) -> bytes:
    try:
        fields = members(part)
    except msgspec.DecodeError:
        return part
    text = fields.get("text", b"")
    if not text.startswith(b'"'):
        return part
    return object_of({**fields, "text": b'"' + _GAP + text[1:]})


def _filled(raw: bytes, head: _Head) -> bytes:
    """The same object unless its content has no text; an absent content is not ours to invent."""
    content = bytes(head.content)
    if content == b"null" and _calls(head):
        return raw  # what OpenAI's own clients send beside tool calls, and accepted
    spaced = _spaced(content)
    return raw if spaced is None else object_of({**members(raw), "content": spaced})


def _calls(head: _Head) -> bool:
    made = (bytes(head.tool_calls), bytes(head.function_call))
    return head.role == "assistant" and any(calls not in (b"", b"[]", b"null") for calls in made)


def _spaced(content: bytes) -> bytes | None:
    """The content with one space for the text it lacks; None when it has text or other parts."""
    if content in (b'""', b"null", b"[]"):
        return _SPACE
    if not content.startswith(b"[") or b'""' not in content:
        return None
    try:
        parts = [members(part) for part in elements(content)]
    except msgspec.DecodeError:
        return None
    if any(part.get("text") != b'""' for part in parts):
        return None
    return array_of([object_of({**parts[0], "text": _SPACE}), *map(object_of, parts[1:])])


def _with_parameters(tools: bytes) -> bytes:
    """The same object unless a function has no parameters: absent, null or `{}`."""
    try:
        old = elements(tools)
    except msgspec.DecodeError:
        return tools
    new = [_described(tool) for tool in old]
    return array_of(new) if any(a is not b for a, b in zip(new, old, strict=True)) else tools


def _described(tool: bytes) -> bytes:
    try:
        fields = members(tool)
        function = members(fields["function"])
        parameters = function.get("parameters", b"null")
        if parameters != b"null" and (not parameters.startswith(b"{") or members(parameters)):
            return tool
    except (KeyError, msgspec.DecodeError):
        return tool
    return object_of({**fields, "function": object_of({**function, "parameters": _NO_PARAMETERS})})
