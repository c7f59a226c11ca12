"""Mends the data of one event of a MiniMax stream. Data that needs nothing comes back as it is.

Three keys decide, looked for as raw bytes. Inside a JSON string every quote is escaped, so text that
talks about `"role":""` or `"base_resp"` never matches; and a match is only a reason to look closer.
"""

from __future__ import annotations

import re

import msgspec

from proxy.profiles.raw_json import array_of, elements, members, object_of

# An empty role with the comma before it. MiniMax writes compact JSON; one space is for gateways that do not.
EMPTY_ROLE = re.compile(rb'(?:, ?|(?<=\{))"role": ?""')
_COMMA = re.compile(rb"\s*,\s*")
_ROLE_PIECES = ('"', "r", "o", "l", "e", '"', ":", " ?", '"')

_FIRST_KEY = re.compile(rb'"(delta|message)"\s{0,8}:')
FIRST_KEY_LENGTH = len(b'"message"') + 8 + len(b":")

_SUMMARY = b'"chat.completion"'
_CHUNK = b'"chat.completion.chunk"'
_PROBE = "\N{NULL}probe"


def _role_begun() -> re.Pattern[bytes]:
    nested = ""
    for piece in reversed(_ROLE_PIECES):
        nested = f"(?:{piece}{nested})?"
    return re.compile(rf"(?:, ?)?{nested}\Z".encode())


# Matches at the end of any bytes: whatever could still grow into an empty role, at worst nothing.
ROLE_BEGUN = _role_begun()


def needs_a_look(text: bytes) -> bool:
    """Whether `text` holds a byte string without which nothing in it can need mending."""
    return (
        b'"base_resp"' in text
        or b'"error"' in text
        or _SUMMARY in text
        or b'"role":""' in text
        or b'"role": ""' in text
    )


def carries_delta(data: bytes | bytearray, start: int = 0) -> bool | None:
    """Whether data, or the part of it there is, is an ordinary chunk; None while that is open.

    An ordinary chunk shows `"delta":`; the final frame that repeats the whole message shows `"message":`,
    as errors do. Everything before that key is some hundred bytes.
    """
    found = _FIRST_KEY.search(data, start)
    return None if found is None else found[1] == b"delta"


def without_empty_roles(data: bytes) -> bytes:
    """The chunk without `"role":""` in its deltas; the role was sent once and clients refuse an empty one.

    Each match is tried: with a made-up role in its place, does a delta have that role? So an argument
    object of a tool call that happens to have an empty `role` keeps it.
    """
    at = 0
    while (found := EMPTY_ROLE.search(data, at)) is not None:
        probe = found[0].replace(b'""', msgspec.json.encode(_PROBE))
        if _has_probe(data[: found.start()] + probe + data[found.end() :]):
            at = found.start()
            data = data[:at] + data[_member_end(data, found) :]
        else:
            at = found.end()
    return data


def _member_end(data: bytes, found: re.Match[bytes]) -> int:
    """Where the member ends: a first one takes the comma behind it along, others have the one before."""
    behind = None if found[0].startswith(b",") else _COMMA.match(data, found.end())
    return behind.end() if behind else found.end()


class _Delta(msgspec.Struct):
    role: object = None


class _Choice(msgspec.Struct):
    delta: _Delta | None = None


class _Chunk(msgspec.Struct):
    choices: list[_Choice] | None = None


_CHUNKS = msgspec.json.Decoder(_Chunk)


def _has_probe(data: bytes) -> bool:
    try:
        chunk = _CHUNKS.decode(data)
    except msgspec.DecodeError:
        return False
    return any(choice.delta is not None and choice.delta.role == _PROBE for choice in chunk.choices or ())


def as_chunk(data: bytes, *, spoke: bool, finished: bool) -> bytes:
    """The final frame, which repeats the whole message, as a chunk that only adds what is new.

    `spoke`: deltas went before, so the message is known; `finished`: so is the finish_reason. Normally
    both hold and what is left is the usage chunk: `choices` empty, all other fields as they were. A
    stream that is nothing but this frame keeps its message, as a delta.
    """
    try:
        top = members(data)
        if top.get("object") != _SUMMARY:
            return data
        choices = [members(choice) for choice in elements(top["choices"])]
    except (KeyError, msgspec.DecodeError):
        return data
    if not all("message" in choice for choice in choices):
        return data
    kept = [] if finished else [object_of(_as_delta(choice, spoke)) for choice in choices]
    return object_of({**top, "choices": array_of(kept), "object": _CHUNK})


def _as_delta(choice: dict[str, bytes], spoke: bool) -> dict[str, bytes]:
    return {
        "delta" if key == "message" else key: b"{}" if key == "message" and spoke else value
        for key, value in choice.items()
    }
