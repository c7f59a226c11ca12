"""Analysed messages, remembered by their raw bytes.

The key is the message itself, not a digest of it: nobody can place an entry that another message would find.
Bounded in bytes; the least recently used go first.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from gatekeeper_core.model import Message

_PER_TERM = 100  # bytes of a dict entry and its short string, measured with tracemalloc
_PER_MESSAGE = 600


class AnalysisCache:
    """raw message -> analysed message; `read` is asked once for each."""

    def __init__(self, limit: int, read: Callable[[bytes], Message]) -> None:
        self._limit = limit
        self._read = read
        self._known: OrderedDict[bytes, Message] = OrderedDict()
        self._lock = threading.Lock()
        self.bytes = 0

    def get(self, raw: bytes) -> Message:
        """The analysis of one message. Raises whatever `read` raises."""
        found = self._known.get(raw)
        if found is not None:
            with suppress(KeyError):  # another thread may have evicted it meanwhile; the value still holds
                self._known.move_to_end(raw)
            return found
        message = self._read(raw)
        with self._lock:
            if raw not in self._known:
                self._known[raw] = message
                self.bytes += cost(raw, message)
                while self.bytes > self._limit and len(self._known) > 1:
                    old_raw, old = self._known.popitem(last=False)
                    self.bytes -= cost(old_raw, old)
            return self._known.get(raw, message)


def cost(raw: bytes, message: Message) -> int:
    """Bytes one entry is accounted for with."""
    return len(raw) + sys.getsizeof(message.text) + _PER_TERM * len(message.terms) + _PER_MESSAGE
