"""The pipeline turn after turn: when a window stays, when a new one is due, and what survives it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from conversations import remembered, talk

from gatekeeper_core.model import NO_MARKS, Block, Fill, Marks, Policy, Previous, Reason, Selection
from gatekeeper_core.pipeline import select

COVER = Policy()
FILLED = Policy(fill=Fill.BUDGET)
BOTH = pytest.mark.parametrize("policy", [COVER, FILLED], ids=["cover", "budget"])

BIRDS = (
    ("How do finches fly in strong wind?", "Finches fold their wings between short bursts of flapping."),
    ("Do finches sleep in nests?", "Finches sleep on twigs; nests are for their young."),
    ("What do finches eat in winter?", "Finches eat seeds in winter and come to gardens."),
)
GATEWAY = (
    ("On which port does the gateway listen?", "The gateway listens on port 8080."),
    ("Where are the gateway logs?", "The gateway logs to /var/log/gateway.log at night."),
)
SMALL_TALK = {
    "thanks in English": "Thanks, that helps!",
    "thanks in Chinese": "谢谢！",
    "thanks in Thai": "ขอบคุณค่ะ",
    "thanks in Japanese": "ありがとうございます。",
    "thanks in Korean": "감사합니다!",
    "a statement": "Mine have yellow feathers and sing in the garden.",
}


def window(blocks: list[Block], *positions: int) -> Previous:
    """A window of whole blocks over all of these."""
    return Previous(len(blocks), positions, {}, {p: blocks[p].tokens for p in positions})


def stays(selection: Selection) -> bool:
    return not selection.trace.reselected


@BOTH
@pytest.mark.parametrize("query", SMALL_TALK.values(), ids=SMALL_TALK)
def test_small_talk_never_makes_a_new_window(policy: Policy, query: str) -> None:
    blocks = talk(*GATEWAY, *BIRDS)
    selection = select(blocks, query, policy, window(blocks, 0, 2))
    assert stays(selection)
    assert selection.kept == (0, 2)


@BOTH
def test_a_new_turn_is_appended(policy: Policy) -> None:
    blocks = talk(*BIRDS)
    previous = remembered(select(blocks[:2], "What do finches eat in winter?", policy))
    selection = select(blocks, "And what do finches eat in summer?", policy, previous)
    assert stays(selection)
    assert selection.kept == (*previous.kept, 2)
    assert selection.trace.verdicts[2].reason is Reason.RECENT_REFERENCE


@BOTH
def test_a_question_the_window_answers_keeps_it(policy: Policy) -> None:
    blocks = talk(*GATEWAY, *BIRDS)
    assert stays(select(blocks, "What do finches eat in winter?", policy, window(blocks, 2, 3, 4)))


@BOTH
def test_a_question_answered_outside_makes_a_new_window(policy: Policy) -> None:
    blocks = talk(*GATEWAY, *BIRDS)
    selection = select(blocks, "Which port did I say the gateway listens on?", policy, window(blocks, 2, 3, 4))
    assert selection.trace.notes == ("reselected:need",)
    assert 0 in selection.kept


def test_a_new_topic_ends_a_cover() -> None:
    blocks = talk(*GATEWAY, *BIRDS)
    query = "By the way, another question: who invented steam engines?"
    selection = select(blocks, query, COVER, window(blocks, 2, 3, 4))
    assert (selection.kept, selection.trace.notes) == ((), ("reselected:switch",))


@BOTH
def test_without_steadiness_every_request_selects_anew(policy: Policy) -> None:
    blocks = talk(*GATEWAY, *BIRDS)
    anew = replace(policy, steady=False)
    query = "What do finches eat in winter?"
    assert select(blocks, query, anew, window(blocks, 0)) == select(blocks, query, anew)


def long_talk(n: int) -> list[Block]:
    turns = [(f"What about finch number {i}?", f"Finch number {i} sings in garden {i} all day.") for i in range(n)]
    return talk(*turns)


@BOTH
def test_a_window_over_the_budget_is_brought_down_in_one_step(policy: Policy) -> None:
    blocks = long_talk(30)
    budget = sum(b.tokens for b in blocks) - 1
    small = replace(policy, token_budget=budget)
    selection = select(blocks, "Thanks, that helps!", small, window(blocks, *range(30)))
    assert selection.trace.notes == ("reselected:over_budget",)
    assert selection.trace.tokens_after <= 0.8 * budget
    assert selection.kept[0] == 0  # the cached beginning
    assert selection.kept[-1] == 29  # the newest
    after = select([*blocks, *long_talk(1)], "Thanks, that helps!", small, remembered(selection))
    assert stays(after)


@BOTH
def test_a_newest_block_over_the_budget_does_not_overflow_it(policy: Policy) -> None:
    blocks = [*long_talk(4), *talk(("And the last?", "It sings. " * 100), first_turn=4)]
    small = replace(policy, token_budget=150)
    selection = select(blocks, "Thanks, that helps!", small, window(blocks[:4], *range(4)))
    assert selection.trace.tokens_after <= 150


LASTING = {
    "a pin": (("Keep this.", "Kept."), True, Reason.PINNED),
    "a declared constraint": (("From now on always answer in French.", "Oui."), False, Reason.CONSTRAINT),
}


@BOTH
@pytest.mark.parametrize(("said", "pinned", "reason"), LASTING.values(), ids=LASTING)
@pytest.mark.parametrize("place", [0, 4, 8])
def test_what_must_stay_survives_a_lowered_window(
    policy: Policy, place: int, said: tuple[str, str], pinned: bool, reason: Reason
) -> None:
    turns = [(b.user_text, b.assistant_text) for b in long_talk(12)]
    blocks = talk(*turns[:place], said, *turns[place:])
    marks = Marks(pinned=frozenset({place})) if pinned else NO_MARKS
    for share in (0.3, 0.5, 0.7, 0.9):
        small = replace(policy, token_budget=int(share * sum(b.tokens for b in blocks)))
        selection = select(blocks, "Thanks, that helps!", small, window(blocks, *range(13)), marks=marks)
        assert selection.trace.reselected
        assert place in selection.kept, reason


CORRECTED = (
    ("Set the gateway port to 8080.", "The gateway port is 8080."),
    ("No, I meant 9090.", "Changed."),
    ("No, I meant 7070.", "Changed."),
)


def lowered_windows(marked: bool) -> Iterator[tuple[int, set[int]]]:
    """Where the corrected block stands in a long window, and what is left of that window for many budgets."""
    turns = [(b.user_text, b.assistant_text) for b in long_talk(10)]
    for place in range(0, 9, 2):
        blocks = talk(*turns[:place], *CORRECTED, *turns[place:])
        marks = Marks(pinned=frozenset({place})) if marked else NO_MARKS
        for budget in range(40, sum(b.tokens for b in blocks), 15):
            small = Policy(token_budget=budget)
            yield place, set(select(blocks, "Why?", small, window(blocks, *range(13)), marks=marks).kept)


def test_a_lowered_window_has_no_value_without_its_correction() -> None:
    for place, kept in lowered_windows(marked=False):
        assert place not in kept or place + 1 in kept
        assert place + 1 not in kept or place + 2 in kept


def test_a_lowered_window_keeps_a_pin_whose_correction_went() -> None:
    assert all(place in kept for place, kept in lowered_windows(marked=True))


@BOTH
@pytest.mark.parametrize(("said", "pinned", "reason"), LASTING.values(), ids=LASTING)
def test_a_window_that_stays_still_says_why_a_block_is_in_it(
    policy: Policy, said: tuple[str, str], pinned: bool, reason: Reason
) -> None:
    blocks = talk(said, *BIRDS)
    marks = Marks(pinned=frozenset({0})) if pinned else NO_MARKS
    selection = select(blocks, "Thanks, that helps!", policy, window(blocks, *range(4)), marks=marks)
    assert stays(selection)
    assert selection.trace.verdicts[0].reason is reason


@BOTH
def test_a_new_pin_makes_a_new_window(policy: Policy) -> None:
    blocks = talk(*GATEWAY, *BIRDS)
    selection = select(blocks, "Thanks!", policy, window(blocks, 2, 3, 4), marks=Marks(pinned=frozenset({0})))
    assert selection.trace.notes == ("reselected:marks",)
    assert 0 in selection.kept


@BOTH
def test_a_pin_on_a_block_that_may_not_be_sent_does_not_unsettle_the_window(policy: Policy) -> None:
    blocks = talk(*GATEWAY, *BIRDS)
    marks = Marks(pinned=frozenset({0}), expired=frozenset({0}))
    selection = select(blocks, "Thanks!", policy, window(blocks, 2, 3, 4), marks=marks)
    assert stays(selection)


@BOTH
def test_a_chat_of_many_turns_stays_inside_its_budget_and_mostly_only_grows(policy: Policy) -> None:
    small = replace(policy, token_budget=400)
    blocks = long_talk(40)
    previous, anew = None, 0
    for known in range(1, 40):
        selection = select(blocks[:known], f"What about finch number {known}?", small, previous)
        assert selection.trace.tokens_after <= 400
        anew += selection.trace.reselected
        previous = remembered(selection)
    assert anew < 12
