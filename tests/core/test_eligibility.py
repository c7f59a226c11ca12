"""Eligibility: which blocks may be considered at all, the first reason that holds, and well-formed tool loops."""

from __future__ import annotations

import pytest
from conversations import talk

from gatekeeper_core.eligibility import ineligible, is_well_formed
from gatekeeper_core.model import NO_MARKS, Block, Marks, Message, Reason


def said(step: str) -> Message:
    """`user`, `assistant`, `calls a,b` or `result a` as a message."""
    kind, _, ids = step.partition(" ")
    role = {"calls": "assistant", "result": "tool"}.get(kind, kind)
    return Message(
        role=role,
        text="",
        tokens=4,
        trimmable=kind in ("user", "assistant"),
        terms={},
        calls=tuple(ids.split(",")) if kind == "calls" else (),
        answers=ids if kind == "result" and ids else None,
    )


def block(steps: str, turn: int = 0) -> Block:
    return Block(turn, tuple(said(step.strip()) for step in steps.split("|")))


WELL_FORMED = {
    "plain turns": "user | assistant",
    "a question without an answer": "user",
    "an assistant message alone": "assistant",
    "one call and its result": "user | calls a | result a | assistant",
    "results in another order": "user | calls a,b | result b | result a | assistant",
    "call after call": "user | calls a | result a | calls b | result b",
    "ids used again in the next call": "user | calls a | result a | calls a | result a | assistant",
    "text before the calls": "user | assistant | calls a | result a",
}
MALFORMED = {
    "a call without a result": "user | calls a",
    "one of two results is missing": "user | calls a,b | result a | assistant",
    "a message between call and result": "user | calls a | assistant | result a",
    "a new call before the result": "user | calls a | calls b | result b | result a",
    "a result without a call": "user | result a",
    "a result of another call": "user | calls a | result b",
    "the same result twice": "user | calls a | result a | result a",
    "a result without an id": "user | calls a | result",
    "a result before its call": "user | result a | calls a",
}


@pytest.mark.parametrize("steps", WELL_FORMED.values(), ids=WELL_FORMED)
def test_well_formed(steps: str) -> None:
    assert is_well_formed(block(steps))


@pytest.mark.parametrize("steps", MALFORMED.values(), ids=MALFORMED)
def test_malformed(steps: str) -> None:
    assert not is_well_formed(block(steps))
    assert ineligible([block(steps)], NO_MARKS) == {0: Reason.MALFORMED}


ONE = frozenset({0})
FIRST_REASON = {
    "dropped": (Marks(dropped=ONE), Reason.NOT_PERMITTED),
    "expired": (Marks(expired=ONE), Reason.EXPIRED),
    "superseded": (Marks(superseded=ONE), Reason.SUPERSEDED),
    "dropped and expired": (Marks(dropped=ONE, expired=ONE), Reason.NOT_PERMITTED),
    "expired and superseded": (Marks(expired=ONE, superseded=ONE), Reason.EXPIRED),
    "a pin beats none of them": (Marks(pinned=ONE, dropped=ONE), Reason.NOT_PERMITTED),
}


@pytest.mark.parametrize(("marks", "reason"), FIRST_REASON.values(), ids=FIRST_REASON)
@pytest.mark.parametrize("steps", ["user | assistant", "user | calls a"])
def test_the_first_reason_that_holds(steps: str, marks: Marks, reason: Reason) -> None:
    assert ineligible([block(steps), block("user", 1)], marks) == {0: reason}


def test_without_marks_every_plain_turn_is_eligible() -> None:
    assert ineligible(talk(("a", "b"), ("", ""), ("c", "d")), NO_MARKS) == {}


def test_marks_are_positions_not_turn_ids() -> None:
    blocks = talk(("a", "b"), ("c", "d"), first_turn=7)
    assert ineligible(blocks, Marks(dropped=frozenset({1}))) == {1: Reason.NOT_PERMITTED}
