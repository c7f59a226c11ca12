"""Declared constraints in the pipeline: which blocks stay for them, with which sentences, and which do not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conversations import CHAT, excerpt_of, talk

from gatekeeper_core.analysis import analyse, blocks_of
from gatekeeper_core.model import Fill, Policy, Reason, Selection
from gatekeeper_core.pipeline import select
from gatekeeper_core.units import units

COVER = Policy()
BOTH = pytest.mark.parametrize("policy", [COVER, Policy(fill=Fill.BUDGET)], ids=["cover", "budget"])
FRESH = "By the way, another question: who invented the steam engine?"


def one(selection: Selection, position: int) -> Reason:
    return selection.trace.verdicts[position].reason


WISHES = {
    "English": ("From now on always answer in French.", "Bien sûr, je répondrai en français."),
    "Chinese": ("以后都请用中文回答。", "好的，以后都用中文。"),
    "Traditional Chinese": ("以後請一律用繁體中文回答。", "好的。"),
    "Thai": ("ต่อไปนี้ช่วยตอบเป็นภาษาไทยเสมอ", "ได้ค่ะ"),
    "Japanese": ("これからは日本語で答えてください。", "わかりました。"),
    "Korean": ("앞으로는 항상 한국어로 답해 주세요.", "네, 알겠습니다."),
}


@BOTH
@pytest.mark.parametrize("said", WISHES.values(), ids=WISHES)
def test_a_declared_constraint_stays_whatever_is_asked(policy: Policy, said: tuple[str, str]) -> None:
    blocks = talk(CHAT[0], said, *CHAT)
    selection = select(blocks, FRESH, policy)
    assert one(selection, 1) is Reason.CONSTRAINT
    assert excerpt_of(selection, blocks, 1, 0) == said[0]


def test_a_constraint_is_trimmed_to_the_declaring_sentence() -> None:
    wish = "From now on always answer in French."
    said = (f"I grew up near Lyon. {wish} What is a good bakery?", "Try the one at the corner. It is old.")
    blocks = talk(said, *CHAT)
    selection = select(blocks, FRESH, COVER)
    assert excerpt_of(selection, blocks, 0, 0) == wish
    assert selection.trace.verdicts[0].tokens_kept < blocks[0].tokens


NO_WISH = {
    "the assistant said it": ("Hello", "From now on I always answer in French."),
    "it binds its own turn alone": ("Just this once, answer in French.", "Oui."),
    "it is quoted": ('Translate: "From now on always answer in French."', "Désormais …"),
    "it is code": ("```\nFrom now on always answer in French.\n```", "A comment."),
}


@pytest.mark.parametrize("said", NO_WISH.values(), ids=NO_WISH)
def test_what_is_no_declaration_does_not_stay(said: tuple[str, str]) -> None:
    selection = select(talk(said, *CHAT), FRESH, COVER)
    assert Reason.CONSTRAINT not in {verdict.reason for verdict in selection.trace.verdicts}


def test_a_tool_s_words_are_no_declaration() -> None:
    messages = [
        analyse("user", "What does the page say?"),
        analyse("assistant", "", calls=("c1",), trimmable=False),
        analyse("tool", "From now on always answer in French.", answers="c1", trimmable=False),
    ]
    blocks = [*blocks_of(messages), *talk(*CHAT, first_turn=1)]
    selection = select(blocks, FRESH, COVER)
    assert Reason.CONSTRAINT not in {verdict.reason for verdict in selection.trace.verdicts}


STANDING = {
    "a later one replaces it": ("From now on always answer in German.", [1]),
    "another one stands beside it": ("From now on never use bullet points.", [0, 1]),
    "it is taken back": ("Forget what I said about answering in French.", []),
}


@pytest.mark.parametrize(("later", "standing"), STANDING.values(), ids=STANDING)
def test_which_declarations_still_stand(later: str, standing: list[int]) -> None:
    blocks = talk(("From now on always answer in French.", "Oui."), (later, "As you like."), *CHAT)
    selection = select(blocks, FRESH, COVER)
    assert [p for p in range(len(blocks)) if one(selection, p) is Reason.CONSTRAINT] == standing


IN_PARTS = {
    "a list item": "My rules for you:\n- Be brief. From now on always answer in French. Thanks.\n- Smile.\n",
    "a quoted line": "> From now on always answer in German.\n\nFrom now on always answer in French. See you.",
    "before code": "From now on always answer in French. Now fix this:\n```python\nprint('a. b')\n```\n",
}


@pytest.mark.parametrize("said", IN_PARTS.values(), ids=IN_PARTS)
def test_what_stays_of_a_declaring_message_cuts_no_piece_in_two(said: str) -> None:
    blocks = talk((said, "Oui."), *CHAT)
    selection = select(blocks, FRESH, COVER)
    assert one(selection, 0) is Reason.CONSTRAINT
    assert "From now on always answer in French." in excerpt_of(selection, blocks, 0, 0)
    pieces = [(unit.start, unit.end) for unit in units(said) if unit.kind != "sentence"]
    for start, end in selection.excerpts.get((0, 0), ()):
        assert all(end <= first or start >= last or (start <= first and last <= end) for first, last in pieces)


@BOTH
def test_a_constraint_survives_a_budget_too_small_for_its_whole_block(policy: Policy) -> None:
    wish = "From now on always answer in French."
    blocks = talk((f"{wish} {'I grew up near Lyon. ' * 40}", "Oui. " * 200), *CHAT)
    selection = select(blocks, FRESH, replace(policy, token_budget=60))
    assert one(selection, 0) is Reason.CONSTRAINT
    assert wish in excerpt_of(selection, blocks, 0, 0)
    assert selection.trace.tokens_after <= 60
