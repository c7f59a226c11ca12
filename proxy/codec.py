"""The raw-splice codec: a request body taken apart into raw pieces, and put together again by cutting.

Law: what is kept leaves as the very bytes it came in. Only one level is decoded, to find where each top-level
field and each message begins and ends; dropping a message cuts its bytes out, nothing else is written anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from proxy.errors import ProxyError

_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ITEMS = msgspec.json.Decoder(list[msgspec.Raw])
_SPACE = b" \t\n\r"
_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)", re.DOTALL
)
_KEY = re.compile(rb'[ \t\n\r,]*+("(?:[^"\\]++|\\.)*+")[ \t\n\r:]*+', re.DOTALL)
_LONE = 6  # bytes of a surrogate escape that has no partner
_REPLACEMENT = rb"\ufffd"  # what is read in the place of such an escape

Range = tuple[int, int]  # bytes of the body, end exclusive


@dataclass(frozen=True, slots=True)
class Envelope:
    """A body and where its parts are. `readable` has the same length and offsets and is strict JSON."""

    body: bytes
    readable: bytes
    fields: Mapping[str, Range]  # value of each top-level field
    entries: Mapping[str, Range]  # key and value of each
    messages: tuple[Range, ...]

    def message(self, i: int) -> bytes:
        start, end = self.messages[i]
        return self.readable[start:end]

    def original_message(self, i: int) -> bytes:
        """The client's own bytes of a message."""
        start, end = self.messages[i]
        return self.body[start:end]

    def field(self, name: str) -> bytes | None:
        """The raw JSON of a top-level field, or None."""
        found = self.fields.get(name)
        return self.readable[found[0] : found[1]] if found else None


def bad_request(message: str, param: str | None = None) -> ProxyError:
    return ProxyError(400, "invalid_request_error", "invalid_request", message, param=param)


def decode(body: bytes) -> Envelope:
    """Finds the fields and messages of a chat request.

    Raises ProxyError 400 when the body is no JSON object with a non-empty list `messages` of objects.
    """
    readable = body
    try:
        found = _FIELDS.decode(body)
    except RecursionError:
        raise bad_request("The body is nested too deeply.") from None
    except msgspec.ValidationError:
        raise bad_request("The body must be a JSON object.") from None
    except msgspec.DecodeError as first:
        readable = _ESCAPE.sub(lambda m: _REPLACEMENT if len(m[0]) == _LONE else m[0], body)
        try:
            found = _FIELDS.decode(readable)
        except (msgspec.DecodeError, RecursionError):
            raise bad_request(f"The body is not valid JSON: {first}") from None
    raw_messages = found.get("messages")
    if raw_messages is None:
        raise bad_request("The request has no 'messages'.", "messages")
    fields, entries = _locate_fields(readable, found)
    try:
        items = _ITEMS.decode(raw_messages)
    except msgspec.ValidationError:
        raise bad_request("'messages' must be a list.", "messages") from None
    if not items:
        raise bad_request("'messages' must hold at least one message.", "messages")
    return Envelope(body, readable, fields, entries, _locate_items(readable, fields["messages"][0], items))


def _locate_fields(body: bytes, found: Mapping[str, msgspec.Raw]) -> tuple[dict[str, Range], dict[str, Range]]:
    """Walks the top level once. Raises ProxyError 400 when a key stands twice: upstreams disagree on which counts."""
    fields: dict[str, Range] = {}
    entries: dict[str, Range] = {}
    at = body.index(b"{") + 1
    for name, raw in found.items():
        value = bytes(raw)
        key = _KEY.match(body, at)  # none: a number was taken for the beginning of a longer one, its own other value
        if key is None or msgspec.json.decode(key[1]) != name or not body.startswith(value, key.end()):
            raise bad_request("A field stands twice in the body.", name)
        at = key.end() + len(value)
        fields[name] = (key.end(), at)
        entries[name] = (key.start(1), at)
    if body[at:].strip(_SPACE) != b"}":
        raise bad_request("A field stands twice in the body.")
    return fields, entries


def _locate_items(body: bytes, start: int, items: Sequence[msgspec.Raw]) -> tuple[Range, ...]:
    at = start + 1
    out = []
    for i, item in enumerate(items):
        while body[at] in b" \t\n\r,":
            at += 1
        if body[at] != 0x7B:
            raise bad_request("Each message must be an object.", f"messages[{i}]")
        end = at + len(memoryview(item))
        out.append((at, end))
        at = end
    return tuple(out)


def splice(
    envelope: Envelope,
    keep: Sequence[int],
    rewritten: Mapping[int, bytes],
    *,
    replaced: Mapping[str, bytes] | None = None,
    without: Sequence[str] = (),
) -> tuple[bytes, ...]:
    """The body in pieces: messages `keep` in order, some `rewritten`; top-level fields `replaced` or left out.

    With everything kept and nothing rewritten the one piece is the body itself, the same object.
    """
    edits: list[tuple[int, int, list[bytes]]] = []
    if len(keep) != len(envelope.messages) or rewritten:
        start, end = envelope.fields["messages"]
        edits.append((start, end, _joined(envelope, keep, rewritten)))
    for name, value in (replaced or {}).items():
        edits.append((*envelope.fields[name], [value]))
    edits += [(*_entry_with_comma(envelope, name), []) for name in without if name in envelope.entries]
    if not edits:
        return (envelope.body,)
    pieces: list[bytes] = []
    at = 0
    for start, end, new in sorted(edits, key=lambda edit: edit[0]):
        pieces.append(envelope.body[at:start])
        pieces += new
        at = end
    pieces.append(envelope.body[at:])
    return tuple(piece for piece in pieces if piece)


def _joined(envelope: Envelope, keep: Sequence[int], rewritten: Mapping[int, bytes]) -> list[bytes]:
    """The messages array: runs of neighbours are one slice with the client's own separators."""
    body, at = envelope.body, envelope.messages
    pieces: list[bytes] = [b"["]
    i = 0
    while i < len(keep):
        if i:
            pieces.append(b",")
        first = keep[i]
        if first in rewritten:
            pieces.append(rewritten[first])
            i += 1
            continue
        j = i
        while j + 1 < len(keep) and keep[j + 1] == keep[j] + 1 and keep[j + 1] not in rewritten:
            j += 1
        pieces.append(body[at[first][0] : at[keep[j]][1]])
        i = j + 1
    pieces.append(b"]")
    return pieces


def _entry_with_comma(envelope: Envelope, name: str) -> Range:
    start, end = envelope.entries[name]
    body = envelope.body
    after = end
    while body[after] in _SPACE:
        after += 1
    if body[after] == 0x2C:
        return start, after + 1
    before = start - 1
    while body[before] in _SPACE:
        before -= 1
    return (before, end) if body[before] == 0x2C else (start, end)


def value(raw: bytes, name: str) -> object:
    """The decoded value of the field `name`. Raises ProxyError 400: not UTF-8, or a number beyond 64 bits."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        raise bad_request(f"{name} cannot be read.", name) from None


def is_editable(raw: bytes) -> bool:
    """Whether a message can be sent with another `content`: no key stands twice, all of it could be read."""
    if _REPLACEMENT in raw:
        return False
    try:
        raw.decode()
        _locate_fields(raw, _FIELDS.decode(raw))
    except (UnicodeDecodeError, ProxyError):
        return False
    return True


def with_content(raw: bytes, text: str) -> bytes:
    """A raw message, one that `is_editable`, whose string `content` is replaced; every other byte stays."""
    fields, _ = _locate_fields(raw, _FIELDS.decode(raw))
    start, end = fields["content"]
    return raw[:start] + msgspec.json.encode(text) + raw[end:]
