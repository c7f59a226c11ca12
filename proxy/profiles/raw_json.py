"""Takes JSON apart one level deep and puts it together again from the raw pieces.

Numbers, escapes and everything below the first level keep their spelling: nobody re-encodes them. What
msgspec cannot read (among others a lone surrogate escape) raises `msgspec.DecodeError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ARRAY = msgspec.json.Decoder(list[msgspec.Raw])


def members(raw: bytes) -> dict[str, bytes]:
    """The members of an object in order, each value as its raw JSON; of a doubled key the last value."""
    return {key: bytes(value) for key, value in _OBJECT.decode(raw).items()}


def elements(raw: bytes) -> list[bytes]:
    """The elements of an array, each as its raw JSON."""
    return [bytes(value) for value in _ARRAY.decode(raw)]


def object_of(fields: Mapping[str, bytes]) -> bytes:
    """An object made of raw values."""
    return b"{" + b",".join(msgspec.json.encode(key) + b":" + value for key, value in fields.items()) + b"}"


def array_of(values: Iterable[bytes]) -> bytes:
    """An array made of raw values."""
    return b"[" + b",".join(values) + b"]"
