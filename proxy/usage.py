"""Reads what an answer cost out of the bytes that pass by, streamed or not."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

# Usage is the last thing an answer says: the last chunk of a stream, behind the choices of a JSON body.
# A full MiniMax event around it is under 1 KB; 16 KB leave room for long trailing fields.
_KEPT = 16_384
_LONGEST = 4_096  # a usage object with every detail known is some 500 bytes

_USAGE = re.compile(rb'"usage"\s*:\s*(?=\{)')
_JSON = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the upstream billed them. `cached_tokens` is None when the answer does not name them."""

    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int | None


class UsageTap:
    """Is shown every chunk of one answer, keeps the newest 16 KB (at most twice that), reads when asked."""

    def __init__(self) -> None:
        self._newest = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Look at a chunk. Costs a copy of its last 16 KB, whatever they hold."""
        self._newest += chunk[-_KEPT:]
        if len(self._newest) > 2 * _KEPT:
            del self._newest[:-_KEPT]

    def result(self) -> Usage | None:
        """The last usage seen that counts anything; None if there is none.

        `usage: null` and placeholders such as `{"total_tokens":0}` (MiniMax sends either in every chunk
        but the last) count nothing.
        """
        for end in reversed([found.end() for found in _USAGE.finditer(self._newest)]):
            usage = _read(self._newest[end : end + _LONGEST])
            if usage is not None:
                return usage
        return None


def _read(text: bytearray) -> Usage | None:
    try:
        fields, _ = _JSON.raw_decode(text.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None  # cut off before its end, or nothing like a usage object
    prompt, completion = _count(fields, "prompt_tokens"), _count(fields, "completion_tokens")
    if not prompt and not completion:
        return None
    return Usage(prompt or 0, completion or 0, _cached(fields.get("prompt_tokens_details")))


def _cached(details: Any) -> int | None:
    """Cached prompt tokens: OpenAI's name, or the one MiniMax uses once `cache_control` was sent."""
    if not isinstance(details, dict):
        return None
    cached = _count(details, "cached_tokens")
    return _count(details, "cache_read_input_tokens") if cached is None else cached


def _count(fields: dict[str, Any], name: str) -> int | None:
    value = fields.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
