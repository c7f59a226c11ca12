"""Steady selection: how a window grows, is brought down, and what makes a new one due."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gatekeeper_core.model import Fill, GateDecision, Policy, Previous
from gatekeeper_core.steady import grown, lacks, lowered, verdict

CONTINUE = GateDecision("continue", False, 0.5, 0.1, "overlap")
SWITCH = GateDecision("switch", False, 0.0, 0.9, "new_words")
RETURN = GateDecision("switch", True, 0.0, 0.1, "earlier_topic")


def count(mask: int) -> float:
    return float(mask.bit_count())


GROWN: dict[str, tuple[Previous, list[int], dict[int, int]]] = {
    "new blocks are appended at full cost": (Previous(1, (0,), {}, {0: 5}), [5, 6, 7], {0: 5, 1: 6, 2: 7}),
    "what was left out stays out": (Previous(3, (1,), {}, {1: 6}), [5, 6, 7, 8], {1: 6, 3: 8}),
    "a trimmed block costs what it was sent with": (Previous(2, (0,), {}, {0: 2}), [50, 60], {0: 2}),
    "an empty window starts with what is new": (Previous(1, (), {}, {}), [5, 6], {1: 6}),
    "nothing new changes nothing": (Previous(2, (1,), {}, {1: 6}), [5, 6], {1: 6}),
}  # fmt: skip


@pytest.mark.parametrize(("previous", "costs", "window"), GROWN.values(), ids=GROWN)
def test_a_window_grows_by_what_is_new(previous: Previous, costs: list[int], window: dict[int, int]) -> None:
    assert grown(previous, costs) == window


def test_a_lowered_window_loses_the_worst_of_its_later_blocks_first() -> None:
    window = dict.fromkeys(range(6), 10)
    assert list(lowered(window, [0, 0, 9, 1, 5, 0], 40, 0.5)) == [0, 1, 2, 5]


def test_the_beginning_goes_only_when_the_rest_is_not_enough() -> None:
    window = dict.fromkeys(range(4), 10)
    assert list(lowered(window, [1, 5, 9, 9], 20, 0.9)) == [1, 3]


def test_a_window_that_is_low_enough_stays() -> None:
    assert lowered({1: 5, 4: 6}, [0] * 5, 11, 0.8) == {1: 5, 4: 6}


WINDOWS = st.dictionaries(st.integers(0, 20), st.integers(1, 50), min_size=1, max_size=12)


@given(
    WINDOWS,
    st.lists(st.integers(0, 9).map(float), min_size=21, max_size=21),
    st.integers(0, 300),
    st.sampled_from([0.0, 0.5, 0.8, 1.0]),
)
def test_a_lowered_window_is_a_part_of_it_with_the_newest_block(
    window: dict[int, int], scores: list[float], low: int, spared: float
) -> None:
    left = lowered(dict(window), scores, low, spared)
    assert left.items() <= window.items()
    assert max(window) in left
    assert sum(left.values()) <= low or len(left) == 1
    if sum(window.values()) <= low:
        assert left == window


# Bits are anchors; blocks 0 and 1 are the window, 2 and 3 lie outside.
LACKING: dict[str, tuple[list[int], list[int], bool]] = {
    "an anchor stands only outside": ([0b0001, 0b0010, 0b1100, 0], [2], True),
    "the window holds them all": ([0b0011, 0b1100, 0b1111, 0], [2], False),
    "outside is no candidate": ([0b0001, 0b0010, 0b1100, 0], [3], False),
    "no block holds an anchor": ([0, 0, 0, 0], [2, 3], False),
    "too little stands outside": ([0b0111, 0, 0b1000, 0], [2], False),
    "two halves outside are not one block": ([0b0011, 0, 0b0100, 0b1000], [2, 3], False),
}


@pytest.mark.parametrize(("masks", "candidates", "lacking"), LACKING.values(), ids=LACKING)
def test_whether_the_window_lacks_what_the_question_needs(
    masks: list[int], candidates: list[int], lacking: bool
) -> None:
    assert lacks([0, 1], candidates, masks, count, 0.4) is lacking


def test_a_candidate_of_the_window_is_never_missed() -> None:
    assert not lacks([0], [0], [0b1], count, 0.1)


COVER = Policy(token_budget=100)
FILLED = replace(COVER, fill=Fill.BUDGET)
DUE: dict[str, tuple[GateDecision, int, bool, Policy, str | None]] = {
    "a window that serves stays": (CONTINUE, 100, False, COVER, None),
    "over the budget": (CONTINUE, 101, False, COVER, "over_budget"),
    "over the budget beats a switch": (SWITCH, 101, True, COVER, "over_budget"),
    "a switch ends a cover": (SWITCH, 50, False, COVER, "switch"),
    "a switch does not end a filled window": (SWITCH, 50, False, FILLED, None),
    "a return stays when the window serves": (RETURN, 50, False, COVER, None),
    "a return that lacks something": (RETURN, 50, True, COVER, "need"),
    "a need is a need in either fill": (CONTINUE, 50, True, FILLED, "need"),
}


@pytest.mark.parametrize(("gate", "tokens", "lacking", "policy", "due"), DUE.values(), ids=DUE)
def test_why_a_new_selection_is_due(
    gate: GateDecision, tokens: int, lacking: bool, policy: Policy, due: str | None
) -> None:
    assert verdict(gate, tokens, lacking, policy) == due
