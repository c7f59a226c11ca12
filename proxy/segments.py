"""Segmenting a request: preamble, blocks of history, tail; and the client's marks as positions of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gatekeeper_core.model import Marks, Message
from proxy.codec import bad_request
from proxy.controls import Controls

_PREAMBLE = ("system", "developer")


@dataclass(frozen=True, slots=True)
class Segments:
    """Indices into `messages`. `fixed`: preamble (wherever it stands) and tail; `history`: the rest, in `blocks`."""

    fixed: tuple[int, ...]
    history: tuple[int, ...]
    blocks: tuple[tuple[int, ...], ...]
    tail: int
    query: str | None  # the question: text of the last run of user messages; None when no user speaks


def segment(messages: Sequence[Message]) -> Segments:
    """Splits a request. The tail starts at the last run of user messages; without one everything is fixed."""
    n = len(messages)
    last = max((i for i, m in enumerate(messages) if m.role == "user"), default=None)
    if last is None:
        return Segments(tuple(range(n)), (), (), 0, None)
    asked = _run_start(messages, last)
    tail = _with_callers(messages, asked)
    history = tuple(i for i in range(tail) if messages[i].role not in _PREAMBLE)
    fixed = tuple(i for i in range(tail) if messages[i].role in _PREAMBLE) + tuple(range(tail, n))
    blocks: list[list[int]] = []
    for i in history:
        if not blocks or (messages[i].role == "user" and messages[blocks[-1][-1]].role != "user"):
            blocks.append([i])
        else:
            blocks[-1].append(i)
    query = "\n".join(m.text for m in messages[asked:] if m.role == "user")
    return Segments(fixed, history, tuple(map(tuple, blocks)), tail, query)


def _run_start(messages: Sequence[Message], at: int) -> int:
    """The first message of the run of user messages that ends before or at `at`."""
    while at and messages[at].role != "user":
        at -= 1
    while at and messages[at - 1].role == "user":
        at -= 1
    return at


def _with_callers(messages: Sequence[Message], tail: int) -> int:
    """Where the tail starts when results in it answer calls from before it: the user spoke while a tool ran."""
    rest = messages[tail:]
    orphans = {m.answers for m in rest if m.answers is not None} - {call for m in rest for call in m.calls}
    at = tail
    while orphans and at:
        at -= 1
        if not orphans.isdisjoint(messages[at].calls):
            orphans -= set(messages[at].calls)
            tail = _run_start(messages, at)
    return tail


def marks(controls: Controls, parts: Segments, n: int, now: float) -> Marks:
    """The controls as block positions; `now` in Unix seconds. Raises ProxyError 400 for an index out of range."""
    if not (controls.pin or controls.drop or controls.expires or controls.supersedes):
        return Marks()
    at = {i: position for position, block in enumerate(parts.blocks) for i in block}

    def positions(field: str, indices: Sequence[int]) -> frozenset[int]:
        for i in indices:
            if i >= n:
                raise bad_request(f"gatekeeper.{field}: there is no message {i}.", f"gatekeeper.{field}")
        return frozenset(at[i] for i in indices if i in at)

    expired = [i for i, moment in controls.expires.items() if moment <= now]
    positions("expires", list(controls.expires))
    replaced = [old for older in controls.supersedes.values() for old in older]
    positions("supersedes", list(controls.supersedes))
    return Marks(
        pinned=positions("pin", controls.pin),
        dropped=positions("drop", controls.drop),
        expired=positions("expires", expired),
        superseded=positions("supersedes", replaced),
    )
