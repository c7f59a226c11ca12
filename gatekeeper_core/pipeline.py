"""The pipeline: eligible -> gate -> retrieve -> cover -> trim, steady in between. It alone knows the stages."""

from __future__ import annotations

from collections.abc import Sequence

from gatekeeper_core.case import Case, examine
from gatekeeper_core.constraints import in_force
from gatekeeper_core.cover import minimum_cover
from gatekeeper_core.model import (
    NO_MARKS,
    Block,
    Fill,
    Marks,
    Policy,
    Previous,
    Reason,
    Selection,
    Span,
    Trace,
    Verdict,
)
from gatekeeper_core.retrieval import Index
from gatekeeper_core.steady import grown, lacks, lowered, verdict
from gatekeeper_core.window import Window

_LEAN = 0.17  # share of the history a cover of a clear question may take
_BROAD = 0.4  # what a question that says nothing may take beyond it
_TIGHT = 0.6  # a block dearer than this share of the budget is trimmed rather than taken whole
_RELATED = 0.2  # in a cover, blocks this close to the best score come along
_BETTER = 1.05  # a block outside the window this much better than the best inside is worth a new window
_SPARED = 0.8  # share of a lowered window that is its old beginning
_LOWERED = 0.55  # share of the budget a window over it is brought down to
_CHEAP = 0.1  # share of the budget the second of the recent blocks may cost
_LEAST_TRIMMED = 40  # tokens below which an excerpt says nothing
_LEAST_ROOM = 12  # tokens below which no message fits


def select(
    blocks: Sequence[Block],
    query: str,
    policy: Policy,
    previous: Previous | None = None,
    *,
    marks: Marks = NO_MARKS,
    index: Index | None = None,
) -> Selection:
    """The blocks of history this question needs, with a verdict for every block. Same input, same output.

    `index` may be handed in to be kept between requests; it is made to fit `blocks` and changes nothing else.
    """
    case = examine(blocks, query, policy, marks, index if index is not None else Index())
    if policy.keep_all:
        return _keep_all(case)
    if previous is not None and policy.steady:
        kept = grown(previous, [block.tokens for block in blocks])
        due = _due(case, kept, previous)
        if due is None:
            return _stay(case, kept, previous)
        low = int(policy.token_budget * policy.low_water)
        if due == "over_budget":
            smaller = _lowered(case, kept)
            if sum(smaller.values()) <= policy.token_budget:
                return _stay(case, smaller, previous, note=f"reselected:{due}")
        return _choose(case, low, note=f"reselected:{due}")
    return _choose(case, policy.token_budget)


def _due(case: Case, kept: dict[int, int], previous: Previous) -> str | None:
    """Why a new window is due, or None."""
    if any(p in case.out for p in kept) or not case.marks.pinned - case.out.keys() <= kept.keys():
        return "marks"
    asks = case.signs.asks or case.signs.recalls or case.signs.regrets
    top = [p for p in case.ranking.order[: case.policy.candidates] if p not in case.out]
    scores = case.ranking.scores
    inside = max((scores[p] for p in kept), default=0.0)
    outside = max((scores[p] for p in top if p not in kept), default=0.0)
    vague = case.signs.refers or case.signs.bare
    better = outside > _BETTER * inside
    lacking = asks and (
        better or (not vague and lacks(kept, top, case.match.masks, case.match.weight, case.policy.need))
    )
    return verdict(case.gate, sum(kept.values()), lacking, case.policy)


def _lowered(case: Case, kept: dict[int, int]) -> dict[int, int]:
    """The grown window brought under the budget; what was pinned or declared stays, no correction is left behind."""
    fixed = {position: 0 for position in case.marks.pinned} | dict.fromkeys(_wishes(case), 0)
    low = int(case.policy.token_budget * _LOWERED)
    smaller = lowered(kept, case.ranking.scores, low, _SPARED, fixed)
    there = smaller.keys() | case.out.keys()
    while torn := {
        p for p in smaller if p not in case.marks.pinned and not there >= set(case.corrections.get(p, ()))
    }:
        there -= torn
        smaller = {position: cost for position, cost in smaller.items() if position not in torn}
    return smaller


def _keep_all(case: Case) -> Selection:
    window = Window(case.blocks, case.policy.token_budget)
    # A malformed block is the client's own; sending everything sends it too. What its marks take out can be the
    # other half of one, so then it stays out.
    marked = any(reason is not Reason.MALFORMED for reason in case.out.values())
    for position in range(len(case.blocks)):
        if position not in case.out or (case.out[position] is Reason.MALFORMED and not marked):
            window.force(position, Reason.PINNED if position in case.marks.pinned else Reason.FILL)
    return _selection(case, window, reselected=False, notes=())


def _stay(case: Case, kept: dict[int, int], previous: Previous, note: str = "") -> Selection:
    window = Window(case.blocks, case.policy.token_budget)
    declared = _wishes(case)
    for position, cost in kept.items():
        if position in case.marks.pinned:
            reason = Reason.PINNED
        elif position in declared:
            reason = Reason.CONSTRAINT
        else:
            reason = Reason.FILL if position < previous.blocks else Reason.RECENT_REFERENCE
        window.force(position, reason, cost)
    window.excerpts.update({at: spans for at, spans in previous.excerpts.items() if at[0] in kept})
    return _selection(case, window, reselected=bool(note), notes=(note,) if note else ())


def _choose(case: Case, budget: int, note: str = "") -> Selection:
    window = Window(case.blocks, budget)
    for position in sorted(case.marks.pinned):
        if position < len(case.blocks) and position not in case.out:
            window.force(position, Reason.PINNED)
    notes = [note] if note else []
    if window.room < 0:
        notes.append("pins_over_budget")
    _take_constraints(case, window)
    if case.signs.refers or case.signs.bare or case.signs.corrects:
        _take_recent(case, window)
    if case.policy.fill is Fill.COVER:
        if not case.fresh:
            _cover(case, window)
    else:
        _fill(case, window)
    return _selection(case, window, reselected=True, notes=tuple(notes))


def _take_recent(case: Case, window: Window) -> None:
    """The block a referring question points at; the one before it when it is cheap."""
    newest = len(case.blocks) - 1
    for position in range(newest, max(-1, newest - case.policy.recent_blocks), -1):
        cheap = case.blocks[position].tokens <= _CHEAP * case.policy.token_budget
        if position in case.out or not (position == newest or cheap):
            continue
        if not window.take(position, Reason.RECENT_REFERENCE):
            window.take_trimmed(position, Reason.RECENT_REFERENCE, case.weights, window.room)


def _wishes(case: Case) -> dict[int, dict[int, list[Span]]]:
    """Block position -> message index -> the sentences that declare what still holds."""
    declared = [(p, wish) for p, block in enumerate(case.blocks) for _, wish in block.wishes]
    spans: dict[int, dict[int, list[Span]]] = {}
    if declared:
        said_in = {id(wish): i for block in case.blocks for i, wish in block.wishes}
        for position, wish in in_force(declared):
            spans.setdefault(position, {}).setdefault(said_in[id(wish)], []).append((wish.start, wish.end))
    return spans


def _take_constraints(case: Case, window: Window) -> None:
    spans = _wishes(case)
    for position in sorted(spans, reverse=True):
        if position not in case.out:
            window.take_spans(position, Reason.CONSTRAINT, spans[position])


def _take(case: Case, window: Window, position: int, reason: Reason, *, may_trim: bool = True) -> None:
    """Takes a block, trimmed if it is dear, together with all that corrects it; all of them or none."""
    if position in case.out or position in window.reasons:
        return
    members = _corrected(case, position)
    before = window.copy() if len(members) > 1 else window
    for member in members:
        why = reason if member == position else Reason.CORRECTION
        if not _take_one(case, window, member, why, may_trim):
            window.restore(before)
            return


def _corrected(case: Case, position: int) -> list[int]:
    """The block, what corrects it, what corrects that, and so on."""
    members = [position]
    for member in members:
        members += [c for c in case.corrections.get(member, ()) if c not in members and c not in case.out]
    return members


def _take_one(case: Case, window: Window, position: int, reason: Reason, may_trim: bool) -> bool:
    share = max(int(_TIGHT * case.policy.token_budget), 1)
    if case.blocks[position].tokens <= share and window.take(position, reason):
        return True
    if may_trim and window.room >= _LEAST_TRIMMED:
        window.take_trimmed(position, reason, case.weights, min(share, window.room))
    return window.take(position, reason)


def _fill(case: Case, window: Window) -> None:
    if case.fresh and case.gate.reason == "opener":
        return
    for place, position in enumerate(case.ranking.order):
        if window.room < _LEAST_ROOM:
            break
        if position not in case.scoring:
            continue
        _take(case, window, position, Reason.FILL, may_trim=place < case.policy.candidates)


def _cover(case: Case, window: Window) -> None:
    """The least that answers: the minimum cover, then what scores nearly as well, up to a share of the history.

    A question that speaks for itself is served by little; one that names nothing needs more of what it may mean.
    """
    scores = case.ranking.scores
    match = case.telling if case.telling.terms else case.match
    order = [p for p in case.ranking.order if p not in case.out and p in case.met]
    top = order[: case.policy.candidates]
    costs = [b.tokens for b in case.blocks]
    covered = 0
    for position in window.reasons:
        covered |= match.masks[position]
    chosen = minimum_cover(
        top, match.masks, scores, costs, match.weight, case.policy, budget=window.room, covered=covered
    )
    share = int(sum(costs) * (_LEAN + _BROAD * case.vague))
    spare = max(0, window.room - share)
    for position in chosen:
        _take(case, window, position, Reason.COVERS)
    least = _RELATED * scores[order[0]] if order else 0.0
    for place, position in enumerate(order):
        if window.room - spare < _LEAST_ROOM or scores[position] < least:
            break
        if case.blocks[position].tokens <= window.room - spare or not place:
            _take(case, window, position, Reason.COVERS, may_trim=place < case.policy.candidates)


def _selection(case: Case, window: Window, *, reselected: bool, notes: tuple[str, ...]) -> Selection:
    verdicts = []
    for position, block in enumerate(case.blocks):
        kept = position in window.reasons
        reason = window.reasons.get(position) or case.out.get(position) or _why_not(case, window, position)
        cost = window.costs.get(position, 0)
        verdicts.append(
            Verdict(block.turn_id, kept, reason, round(case.ranking.scores[position], 4), block.tokens, cost)
        )
    trace = Trace(
        gate=case.gate,
        verdicts=tuple(verdicts),
        tokens_before=sum(b.tokens for b in case.blocks),
        tokens_after=sum(window.costs.values()),
        budget=case.policy.token_budget,
        reselected=reselected,
        notes=notes,
    )
    return Selection(tuple(sorted(window.reasons)), dict(window.excerpts), trace)


def _why_not(case: Case, window: Window, position: int) -> Reason:
    if case.fresh or (case.telling.lex[position] <= 0 and case.gate.kind == "switch"):
        return Reason.OFF_TOPIC
    if case.telling.lex[position] <= 0:
        return Reason.LOW_SCORE
    if case.blocks[position].tokens > window.room:
        return Reason.OVER_BUDGET
    return Reason.ALREADY_COVERED if case.policy.fill is Fill.COVER else Reason.LOW_SCORE
