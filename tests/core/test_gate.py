"""The topic gate: the specification's thresholds, referring words, and what wins when two rules hold."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gatekeeper_core.gate import GateInput, decide
from gatekeeper_core.model import Policy

POLICY = Policy()
# A request that shares nothing with a history of ten turns, and one that goes on with the topic.
APART = GateInput(overlap=0.0, new_ratio=0.9, best_cover=0.3, rare_cover=0.3, anchors=5, blocks=10, asks=True)
CLOSE = replace(APART, overlap=0.8, new_ratio=0.1, best_cover=0.8)
EARLIER = replace(APART, new_ratio=0.1, best_cover=0.7)
BETWEEN = replace(APART, overlap=0.3, new_ratio=0.5)

DECISIONS = {
    "much overlap continues": (CLOSE, "continue"),
    "new words without overlap switch": (APART, "switch"),
    "between the thresholds continues": (BETWEEN, "continue"),
    "little overlap but few new words continues": (replace(APART, new_ratio=0.5, best_cover=0.0), "continue"),
    "the words of an earlier topic return": (EARLIER, "return"),
    "without history there is nothing to leave": (replace(APART, blocks=0), "continue"),
    "a referring word continues whatever is new": (replace(APART, refers=True), "continue"),
    "a referring word beats an earlier topic": (replace(EARLIER, refers=True), "continue"),
    "a statement leaves no topic": (replace(APART, asks=False), "continue"),
    "an announced new topic switches whatever overlaps": (replace(CLOSE, opens=True), "switch"),
    "pointing at earlier talk of this topic continues": (replace(CLOSE, recalls=True), "continue"),
    "pointing at earlier talk of another topic returns": (replace(EARLIER, recalls=True), "return"),
    "pointing at earlier talk beats an opener": (replace(EARLIER, recalls=True, opens=True), "return"),
    "scraps everywhere and nothing together switch": (
        replace(BETWEEN, best_cover=0.05, rare_cover=0.0, anchors=20, blocks=30),
        "switch",
    ),
    "a short history cannot show that": (
        replace(BETWEEN, best_cover=0.05, rare_cover=0.0, anchors=20, blocks=2),
        "continue",
    ),
    "a short question cannot show that": (
        replace(BETWEEN, best_cover=0.05, rare_cover=0.0, anchors=2, blocks=30),
        "continue",
    ),
}


@pytest.mark.parametrize(("seen", "word"), DECISIONS.values(), ids=DECISIONS)
def test_decisions(seen: GateInput, word: str) -> None:
    assert decide(seen, POLICY).word == word


THRESHOLDS = {
    "overlap exactly at 0.45 is between": ({"overlap": 0.45, "best_cover": 0.5}, "between"),
    "overlap just above 0.45": ({"overlap": 0.4501}, "overlap"),
    "overlap exactly at 0.20 is between": ({"overlap": 0.20}, "between"),
    "new words exactly at 0.70 are not enough": ({"new_ratio": 0.70, "best_cover": 0.0, "blocks": 2}, "between"),
    "new words just above 0.70": ({"new_ratio": 0.7001, "best_cover": 0.0}, "new_words"),
}


@pytest.mark.parametrize(("figures", "reason"), THRESHOLDS.values(), ids=THRESHOLDS)
def test_the_thresholds_are_strict(figures: dict[str, float], reason: str) -> None:
    assert decide(replace(APART, **figures), POLICY).reason == reason  # type: ignore[arg-type]


def test_the_thresholds_are_the_policy_s() -> None:
    assert decide(replace(APART, best_cover=0.0), replace(POLICY, gate_new=0.95)).kind == "continue"
    assert decide(BETWEEN, replace(POLICY, gate_continue=0.25)).reason == "overlap"


SHARES = st.floats(0, 1)
INPUTS = st.builds(
    GateInput,
    overlap=SHARES,
    new_ratio=SHARES,
    best_cover=SHARES,
    rare_cover=SHARES,
    anchors=st.integers(0, 40),
    blocks=st.integers(0, 40),
    refers=st.booleans(),
    recalls=st.booleans(),
    opens=st.booleans(),
    asks=st.booleans(),
)


@given(INPUTS)
def test_every_decision_has_a_kind_figures_and_a_reason(seen: GateInput) -> None:
    made = decide(seen, POLICY)
    assert made.kind in ("continue", "switch")
    assert made.word in ("continue", "switch", "return")
    assert made.overlap == pytest.approx(seen.overlap, abs=1e-4)
    assert made.new_ratio == pytest.approx(seen.new_ratio, abs=1e-4)
    assert made.reason
    assert made == decide(seen, POLICY)


@given(INPUTS)
def test_nothing_but_an_announcement_or_a_recall_leaves_what_overlaps(seen: GateInput) -> None:
    if seen.overlap > POLICY.gate_continue and not seen.opens:
        assert decide(seen, POLICY).kind == "continue"


@given(INPUTS)
def test_a_referring_word_always_stays_unless_it_points_further_back(seen: GateInput) -> None:
    assert decide(replace(seen, refers=True, recalls=False), POLICY).kind == "continue"


@given(INPUTS)
def test_the_specification_s_switch(seen: GateInput) -> None:
    plain = replace(seen, refers=False, recalls=False, asks=True, blocks=max(1, seen.blocks))
    if seen.overlap < POLICY.gate_switch and seen.new_ratio > POLICY.gate_new:
        assert decide(plain, POLICY).word == "switch"
