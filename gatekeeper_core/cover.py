"""Minimum cover: the fewest tokens of history that hold what the question names.

Greedy set cover (Chvátal 1979: within ln n of the best): always the block with the most still uncovered anchor
weight per cost^alpha, until the share asked for is covered or the budget is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gatekeeper_core.model import Policy


def minimum_cover(
    candidates: Sequence[int],
    masks: Sequence[int],
    scores: Sequence[float],
    costs: Sequence[int],
    weight: Callable[[int], float],
    policy: Policy,
    *,
    budget: int,
    covered: int = 0,
) -> list[int]:
    """Positions in the order they were chosen. Ties go to the better score, then to the later block.

    `masks[p]` holds the anchors of block p, `weight(mask)` their summed weight; `covered` is what is there already.
    Anchors that no candidate holds do not count against the share.
    """
    everything = covered
    for position in candidates:
        everything |= masks[position]
    goal = policy.coverage * weight(everything)
    chosen: list[int] = []
    left = list(candidates)
    while left and weight(covered) < goal:
        best = max(
            left,
            key=lambda p: (weight(masks[p] & ~covered) / max(costs[p], 1) ** policy.cost_exponent, scores[p], p),
        )
        if not masks[best] & ~covered:
            break
        left.remove(best)
        if costs[best] <= budget:
            budget -= costs[best]
            covered |= masks[best]
            chosen.append(best)
    return chosen
