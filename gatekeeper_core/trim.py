"""Trim: the sentences of a long message that the question needs, as slices of the original.

Sentences are kept whole and in order, byte for byte; what `units` calls one piece (a code block, a table, a list
item, a formula, JSON) stays or goes as one piece. Nothing is put where something was left out: models copy such
marks into their answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gatekeeper_core.model import Span
from gatekeeper_core.units import Unit

_BESIDE = 0.5  # share of a sentence's weight that the next one inherits: the answer often follows the words


def unit_scores(unit_terms: Sequence[Sequence[str]], weights: Mapping[str, float]) -> list[float]:
    """Anchor weight met in each unit, plus a share of the one before it."""
    own = [sum(weights.get(term, 0.0) for term in dict.fromkeys(found)) for found in unit_terms]
    return [score + _BESIDE * (own[i - 1] if i else 0.0) for i, score in enumerate(own)]


def trim(pieces: Sequence[Unit], scores: Sequence[float], costs: Sequence[int], room: int) -> tuple[Span, ...]:
    """The spans to keep so that their costs fit `room` tokens; never empty: the best piece stays at any price.

    Pieces are taken by score, earlier ones first at equal score; pieces that score nothing are left out unless
    nothing scores. Adjacent pieces come back as one span.
    """
    order = sorted(range(len(pieces)), key=lambda i: (-scores[i], i))
    keep = {order[0]}
    left = room - costs[order[0]]
    for i in order[1:]:
        if scores[i] <= 0:
            break
        if costs[i] <= left:
            keep.add(i)
            left -= costs[i]
    spans: list[Span] = []
    for i in sorted(keep):
        piece = pieces[i]
        if spans and spans[-1][1] == piece.start:
            spans[-1] = (spans[-1][0], piece.end)
        else:
            spans.append((piece.start, piece.end))
    return tuple(spans)
