"""The values the stages pass on: what a block says about its messages, and that nobody can change one."""

from __future__ import annotations

import dataclasses

import pytest

from gatekeeper_core.analysis import analyse
from gatekeeper_core.model import NO_MARKS, Block, Fill, GateDecision, Marks, Message, Policy, Reason


def message(role: str, text: str = "", *, tokens: int = 5, trimmable: bool = True, **more: object) -> Message:
    return dataclasses.replace(
        Message(role=role, text=text, tokens=tokens, trimmable=trimmable, terms={}),
        **more,  # type: ignore[arg-type]
    )


def test_a_block_joins_what_each_side_said() -> None:
    block = Block(
        3,
        (
            message("user", "one", tokens=1),
            message("user", "two", tokens=2),
            message("assistant", "three", tokens=4),
            message("tool", "four", tokens=8),
        ),
    )
    assert (block.user_text, block.assistant_text) == ("one\ntwo", "three\nfour")
    assert (block.tokens_user, block.tokens_assistant, block.tokens) == (3, 12, 15)


def test_the_anchor_list_has_every_term_once_in_order_of_appearance() -> None:
    block = Block(0, (analyse("user", "port gateway port"), analyse("assistant", "gateway 8080")))
    assert block.anchors == [*analyse("user", "port gateway 8080").terms]


def test_a_block_is_trimmable_only_if_all_its_messages_are() -> None:
    assert Block(0, (message("user"), message("assistant"))).trimmable
    assert not Block(0, (message("user"), message("assistant", trimmable=False))).trimmable


@pytest.mark.parametrize("one", [message("assistant", calls=("c",)), message("tool", answers="c")])
def test_a_call_or_a_result_makes_a_tool_block(one: Message) -> None:
    assert Block(0, (message("user"), one)).calls_tools
    assert not Block(0, (message("user"), message("assistant"))).calls_tools


def test_declarations_carry_the_index_of_their_message() -> None:
    declaring = analyse("user", "From now on always answer in French.")
    block = Block(0, (message("user"), declaring, message("assistant")))
    assert block.wishes == tuple((1, wish) for wish in declaring.wishes)
    assert declaring.wishes


CUES = {
    "a block opens by its first message": ("opens", (True, False, False), True),
    "a later message opens nothing": ("opens", (False, True, True), False),
    "a block closes by its first message": ("closes", (True, False, False), True),
    "a block closes by its last message": ("closes", (False, False, True), True),
    "a message in the middle closes nothing": ("closes", (False, True, False), False),
    "any message of it corrects": ("corrects", (False, True, False), True),
}


@pytest.mark.parametrize(("cue", "said", "expected"), CUES.values(), ids=CUES)
def test_cues_of_a_block(cue: str, said: tuple[bool, ...], expected: bool) -> None:
    block = Block(0, tuple(dataclasses.replace(message("user"), **{cue: value}) for value in said))  # type: ignore[arg-type]
    assert getattr(block, cue) is expected


def test_messages_are_compared_by_identity() -> None:
    assert message("user", "same") != message("user", "same")


FROZEN = {
    "a message": (message("user"), "text"),
    "a block": (Block(0, (message("user"),)), "turn_id"),
    "a policy": (Policy(), "token_budget"),
    "marks": (NO_MARKS, "pinned"),
}


@pytest.mark.parametrize(("value", "name"), FROZEN.values(), ids=FROZEN)
def test_values_are_frozen(value: object, name: str) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, name, None)


WORDS = {
    "going on": ("continue", False, "continue"),
    "a new topic": ("switch", False, "switch"),
    "back to an old topic": ("switch", True, "return"),
}


@pytest.mark.parametrize(("kind", "returns", "word"), WORDS.values(), ids=WORDS)
def test_the_word_of_a_gate_decision(kind: str, returns: bool, word: str) -> None:
    assert GateDecision(kind, returns, 0.0, 0.0, "").word == word


def test_the_defaults_are_the_specification_s() -> None:
    policy = Policy()
    assert policy.token_budget == 4000
    assert (policy.gate_continue, policy.gate_switch, policy.gate_new) == (0.45, 0.20, 0.70)
    weights = (policy.user_weight, policy.assistant_weight, policy.exact_weight, policy.recency_weight)
    assert weights == (1.5, 0.7, 1.0, 0.2)
    assert (policy.candidates, policy.coverage) == (20, 0.85)
    assert policy.fill is Fill.COVER


def test_the_reasons_are_the_closed_list_of_the_design() -> None:
    kept = "pinned tail recent_reference covers fill correction constraint"
    left_out = "off_topic low_score already_covered over_budget superseded expired not_permitted malformed"
    assert {reason.value for reason in Reason} == set(f"{kept} {left_out}".split())


def test_no_marks_mark_nothing() -> None:
    assert Marks() == NO_MARKS
    assert not (NO_MARKS.pinned | NO_MARKS.dropped | NO_MARKS.expired | NO_MARKS.superseded)
