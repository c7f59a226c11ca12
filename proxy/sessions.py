"""Conversations, recognised without help from the client.

What is kept of one is the list of its messages, the index over its blocks and what its last request sent. The
next request of the same chat extends exactly that list; an edit, a regeneration or a branch shares only its
beginning, so it takes over the index and selects anew. Entries belong to one principal and are found through
its id: nobody meets another's. Bounded in bytes; losing an entry only costs a re-selection.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from gatekeeper_core.model import Block, Message, Previous
from gatekeeper_core.retrieval import Index

Key = tuple[str, str, Message]  # principal id, the client's session name, the first message of the history

_PER_ENTRY = 60  # bytes of a posting with its share of the dictionary
_PER_MESSAGE = 120
_TRAIL = 4  # requests a client can take back and still be recognised
_BRANCHES = 8  # conversations with the same beginning that are told apart


@dataclass(slots=True, eq=False)
class Conversation:
    """One chat as its last request left it. `busy` is held while a request uses the index.

    `messages` are those of the last request, tail included; the first `closed` of them are behind the tail.
    `trail` holds what the last requests sent, each with the number of messages it had.
    """

    messages: list[Message] = field(default_factory=list)
    closed: int = 0
    blocks: list[Block] = field(default_factory=list)
    index: Index = field(default_factory=Index)
    trail: list[tuple[int, Previous]] = field(default_factory=list)
    busy: threading.Lock = field(default_factory=threading.Lock)

    @property
    def bytes(self) -> int:
        # A message the analysis cache has let go of lives on here, text and all.
        texts = sum(sys.getsizeof(message.text) for message in self.messages)
        return _PER_ENTRY * self.index.entries + _PER_MESSAGE * len(self.messages) + texts

    def shared(self, messages: Sequence[Message]) -> int:
        """How many messages from the start are the same."""
        mine = self.messages  # read once: a request of another thread may be replacing it
        n = min(len(mine), len(messages))
        if mine[:n] == messages[:n]:
            return n
        return next(i for i in range(n) if mine[i] is not messages[i])

    def ancestor(self, messages: Sequence[Message]) -> Previous | None:
        """What the latest request sent whose whole list these messages go on with; later ones are forgotten."""
        shared = self.shared(messages)
        while self.trail and self.trail[-1][0] > shared:
            self.trail.pop()
        return self.trail[-1][1] if self.trail else None

    def remember(self, messages: list[Message], closed: int, sent: Previous) -> None:
        """What the request with these messages sent."""
        self.messages, self.closed = messages, closed
        self.trail.append((len(messages), sent))
        del self.trail[:-_TRAIL]


class Sessions:
    """The conversations of all principals, least recently used first out."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._known: OrderedDict[Key, list[Conversation]] = OrderedDict()
        self._sizes: dict[int, int] = {}
        self._lock = threading.Lock()
        self.bytes = 0

    def find(self, key: Key, messages: Sequence[Message]) -> Conversation:
        """The conversation whose history these messages go on with, locked for the caller; else a new one."""
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
                best = max(known, key=lambda c: c.shared(messages))
                if best.shared(messages) >= best.closed and best.busy.acquire(blocking=False):
                    return best
        fresh = Conversation()
        fresh.busy.acquire()
        return fresh

    def keep(self, key: Key, conversation: Conversation) -> None:
        """Remembers a conversation and lets go of its lock."""
        size = conversation.bytes
        with self._lock:
            branches = self._known.setdefault(key, [])
            self._known.move_to_end(key)
            if conversation in branches:
                branches.remove(conversation)
            branches.append(conversation)
            self._account(conversation, size)
            if len(branches) > _BRANCHES:
                self._forget(branches.pop(0))
            while self.bytes > self._limit and len(self._known) > 1:
                _, old = self._known.popitem(last=False)
                for gone in old:
                    self._forget(gone)
        conversation.busy.release()

    def _account(self, conversation: Conversation, size: int) -> None:
        self.bytes += size - self._sizes.get(id(conversation), 0)
        self._sizes[id(conversation)] = size

    def _forget(self, conversation: Conversation) -> None:
        self.bytes -= self._sizes.pop(id(conversation), 0)
