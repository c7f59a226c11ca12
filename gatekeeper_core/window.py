"""The window: the blocks chosen for one request, what each costs, and the room that is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gatekeeper_core.anchors import terms
from gatekeeper_core.model import Block, Message, Reason, Span
from gatekeeper_core.tokens import estimate, message_tokens
from gatekeeper_core.trim import trim, unit_scores
from gatekeeper_core.units import Unit, units

_BLANK = " \t\r\n\f\v\u3000\xa0-*_=#>|"  # white space and the marks of rules and headings
_SHORT = 16  # code points below which a piece is joined to the next


@dataclass(slots=True)
class Window:
    """Blocks are taken one by one while they fit; sizes in tokens."""

    blocks: Sequence[Block]
    room: int
    reasons: dict[int, Reason] = field(default_factory=dict)
    costs: dict[int, int] = field(default_factory=dict)
    excerpts: dict[tuple[int, int], tuple[Span, ...]] = field(default_factory=dict)

    def take(self, position: int, reason: Reason, cost: int | None = None) -> bool:
        """Whether the block is in the window now; it is not when it does not fit."""
        if position in self.reasons:
            return True
        cost = self.blocks[position].tokens if cost is None else cost
        if cost > self.room:
            return False
        self.force(position, reason, cost)
        return True

    def force(self, position: int, reason: Reason, cost: int | None = None) -> None:
        """Takes the block whatever it costs."""
        if position not in self.reasons:
            self.reasons[position] = reason
            self.costs[position] = self.blocks[position].tokens if cost is None else cost
            self.room -= self.costs[position]

    def copy(self) -> Window:
        """The window as it is now, to go back to."""
        return Window(self.blocks, self.room, dict(self.reasons), dict(self.costs), dict(self.excerpts))

    def restore(self, before: Window) -> None:
        """Goes back to an earlier copy."""
        self.room, self.reasons = before.room, before.reasons
        self.costs, self.excerpts = before.costs, before.excerpts

    def take_trimmed(self, position: int, reason: Reason, weights: Mapping[str, float], room: int) -> bool:
        """Takes the sentences of a block that hold anchors, at most about `room` tokens of it."""
        block = self.blocks[position]
        if position in self.reasons:
            return True
        if not block.trimmable:
            return False
        kept = [excerpt(m, weights, room * m.tokens // max(block.tokens, 1)) for m in block.messages]
        cost = sum(tokens for _, tokens in kept)
        if not self.take(position, reason, cost):
            return False
        self.excerpts.update({(position, i): spans for i, (spans, _) in enumerate(kept) if spans})
        return True

    def take_spans(self, position: int, reason: Reason, wanted: Mapping[int, Sequence[Span]]) -> bool:
        """Takes named spans of some messages of a block; of the others the first piece."""
        if position in self.reasons:
            return True
        block = self.blocks[position]
        if not block.trimmable:
            return self.take(position, reason)
        cost, cut = 0, {}
        for i, message in enumerate(block.messages):
            if i in wanted:
                spans = _merged([_whole(units(message.text), span) for span in wanted[i]])
            else:
                spans = tuple((p.start, p.end) for p in _substantial(units(message.text), message.text)[:1])
            if sum(e - s for s, e in spans) < len(message.text):
                cut[position, i] = spans
                cost += message_tokens("".join(message.text[s:e] for s, e in spans))
            else:
                cost += message.tokens
        if not self.take(position, reason, cost):
            return False
        self.excerpts.update(cut)
        return True


def _merged(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Spans in order, overlapping ones joined: one sentence can declare two things."""
    out: list[Span] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return tuple(out)


def _whole(pieces: Sequence[Unit], span: Span) -> Span:
    """A span made to hold all of a list item, quotation or the like that it cuts into."""
    start, end = span
    for piece in pieces:
        if piece.kind != "sentence" and piece.start < span[1] and span[0] < piece.end:
            start, end = min(start, piece.start), max(end, piece.end)
    return start, end


def _substantial(pieces: Sequence[Unit], text: str) -> list[Unit]:
    """Pieces with the very short and the blank ones (a heading, "Yes.", a line feed) joined to what follows."""
    out: list[Unit] = []
    start = -1
    for piece in pieces:
        start = piece.start if start < 0 else start
        if len(text[start : piece.end].strip(_BLANK)) >= _SHORT:
            out.append(replace(piece, start=start))
            start = -1
    if start >= 0:
        out.append(replace(pieces[-1], start=out.pop().start if out else start))
    return out


def excerpt(message: Message, weights: Mapping[str, float], room: int) -> tuple[tuple[Span, ...], int]:
    """(spans to keep, tokens of the trimmed message); no spans when the message stays whole."""
    pieces = _substantial(units(message.text), message.text)
    if len(pieces) < 2:
        return (), message.tokens
    texts = [message.text[p.start : p.end] for p in pieces]
    spans = trim(pieces, unit_scores([terms(t) for t in texts], weights), [estimate(t) for t in texts], room)
    if sum(end - start for start, end in spans) >= len(message.text):
        return (), message.tokens
    return spans, message_tokens("".join(message.text[start:end] for start, end in spans))
