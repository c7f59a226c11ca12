"""Ranking: the score of every block for one question, part by part.

score = lex + neighbours + exact + standing + recency. The specification's formula (§3.3) with two additions that
labelled dialogues pay for: a block inherits a share of its neighbours' score, and an open topic has a prior.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gatekeeper_core.model import Policy

_ENDS = 0.5  # share of the score at the end of its topic that a block inherits


@dataclass(frozen=True, slots=True)
class Ranking:
    """Scores by position, and the positions from best to worst; the later block first among equals."""

    scores: list[float]
    order: list[int]


def rank(
    spread: Sequence[float],
    exact: Mapping[int, int],
    priors: Sequence[float],
    ends: Sequence[float],
    vague: float,
    policy: Policy,
) -> Ranking:
    """`spread` BM25 of each block with the neighbours' share, `exact` named things met whole, `priors` what its topic
    is worth by itself, `ends` the score where its topic was left, `vague` how little the question says, 0 to 1.
    """
    n = len(spread)
    best = max(spread, default=0.0) or 1.0
    scores = [
        spread[p] + _ENDS * ends[p] + vague * priors[p] * best + policy.recency_weight * (p + 1) / n
        for p in range(n)
    ]
    for position, count in exact.items():
        scores[position] += policy.exact_weight * count
    return Ranking(scores, sorted(range(n), key=lambda p: (-scores[p], -p)))
