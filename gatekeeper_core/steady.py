"""Steady selection: whether the last window still serves, so that the prompt's beginning stays cached.

A provider bills a cached prefix at a tenth to a fifth. Changing an early block re-bills everything after it,
so the window only grows by what is new, until one of three things is worth a new one: a change of topic, a
window over the budget, or a question whose words lie outside the window.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence

from gatekeeper_core.model import Fill, GateDecision, Policy, Previous


def grown(previous: Previous, costs: Sequence[int]) -> dict[int, int]:
    """The previous window with every block that came since: position -> tokens it is sent with."""
    window = {position: previous.costs[position] for position in previous.kept}
    window.update((position, costs[position]) for position in range(previous.blocks, len(costs)))
    return window


def lowered(
    window: dict[int, int], scores: Sequence[float], low: int, spared: float, fixed: Container[int] = ()
) -> dict[int, int]:
    """The window brought down to `low` tokens in one step, its beginning untouched as far as that goes.

    What is cached is the beginning: blocks after the first `spared` share of `low` go first, the worst before the
    better, the newest block and the `fixed` ones never.
    """
    total = sum(window.values())
    seen = 0
    later: list[int] = []
    early: list[int] = []
    for position in sorted(window):
        (early if seen < spared * low else later).append(position)
        seen += window[position]
    last = max(window)
    gone = set()
    for position in [*sorted(later, key=lambda p: (scores[p], p)), *sorted(early, key=lambda p: (scores[p], p))]:
        if total <= low:
            break
        if position != last and position not in fixed:
            gone.add(position)
            total -= window[position]
    return {position: cost for position, cost in window.items() if position not in gone}


def lacks(
    window: Iterable[int],
    candidates: Sequence[int],
    masks: Sequence[int],
    weight: Callable[[int], float],
    need: float,
) -> bool:
    """Whether the best candidate outside holds at least `need` of the question's weight that the window does not."""
    inside = 0
    members = set(window)
    everything = 0
    for position in members:
        inside |= masks[position]
    for mask in masks:
        everything |= mask
    whole = weight(everything)
    if whole <= 0:
        return False
    missed = max((weight(masks[p] & ~inside) for p in candidates if p not in members), default=0.0)
    return missed >= need * whole


def verdict(gate: GateDecision, tokens: int, lacking: bool, policy: Policy) -> str | None:
    """Why a new selection is due, or None when the window stays."""
    if tokens > policy.token_budget:
        return "over_budget"
    if gate.kind == "switch" and not gate.returns and policy.fill is Fill.COVER:
        return "switch"  # a cover is the least context; a filled budget is kept, what was said may be asked for again
    if lacking:
        return "need"
    return None
