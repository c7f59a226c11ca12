from __future__ import annotations

import itertools
from dataclasses import fields

import pytest

from gatekeeper_core.gate import GateInput, decide
from gatekeeper_core.model import GateDecision, Policy, Reason, Verdict
from proxy.wording import CHINESE, ENGLISH, Words

BOTH = pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["English", "Chinese"])


def verdict(reason: Reason, *, kept: bool = True, tokens_kept: int = 9) -> Verdict:
    return Verdict(0, kept, reason, 1.0, 9, tokens_kept)


@BOTH
def test_every_reason_has_words(words: Words) -> None:
    assert set(words.reasons) == set(Reason)
    assert words.why(verdict(Reason.FILL)) != words.why(verdict(Reason.FILL), reselected=False)
    assert words.why(verdict(Reason.PINNED)) == words.why(verdict(Reason.PINNED), reselected=False)


def every_gate_decision() -> set[GateDecision]:
    """What the gate says to inputs low, between and high."""
    levels: dict[str, tuple[object, ...]] = {"float": (0.0, 0.3, 1.0), "int": (0, 99), "bool": (False, True)}
    inputs = itertools.product(*(levels[str(field.type)] for field in fields(GateInput)))
    return {decide(GateInput(*values), Policy()) for values in inputs}  # type: ignore[arg-type]


@BOTH
def test_every_reason_of_the_gate_has_words(words: Words) -> None:
    said = every_gate_decision()
    assert set(words.gate_reasons) == {decision.reason for decision in said}
    for decision in said:
        assert words.gate(decision).startswith(words.decisions[decision.word])


@BOTH
def test_a_block_is_kept_trimmed_or_dropped(words: Words) -> None:
    assert words.fate(verdict(Reason.COVERS)) == words.kept
    assert words.fate(verdict(Reason.COVERS, tokens_kept=5)) == words.trimmed
    assert words.fate(verdict(Reason.OFF_TOPIC, kept=False, tokens_kept=0)) == words.dropped


def test_what_has_no_words_is_shown_as_it_is() -> None:
    assert ENGLISH.note("rewrite_of_tomorrow") == "rewrite_of_tomorrow"
