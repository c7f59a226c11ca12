"""The pipeline on conversations written by hand: corrections, marks, references, switches, trimming."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conversations import CHAT, excerpt_of, remembered, talk

from gatekeeper_core.analysis import analyse, blocks_of
from gatekeeper_core.model import Block, Fill, Marks, Policy, Reason, Selection
from gatekeeper_core.pipeline import select

COVER = Policy()
FILLED = Policy(fill=Fill.BUDGET)
BOTH = pytest.mark.parametrize("policy", [COVER, FILLED], ids=["cover", "budget"])

def reasons(selection: Selection) -> list[str]:
    return [verdict.reason.value for verdict in selection.trace.verdicts]


def one(selection: Selection, position: int) -> Reason:
    return selection.trace.verdicts[position].reason


CORRECTED = {
    "in English": (
        ("Set the gateway port to 8080.", "The gateway port is 8080."),
        ("No, I meant 9090.", "Changed to 9090."),
        "Which gateway port did we set?",
    ),
    "in Chinese": (
        ("数据库的连接池设为二十。", "连接池已设为二十。"),
        ("不是这个意思，改成三十。", "已改。"),
        "数据库的连接池设了多少？",
    ),
    "in Thai": (
        ("ตั้งพอร์ตเกตเวย์เป็น 8080", "ตั้งพอร์ตเกตเวย์เป็น 8080 แล้ว"),
        ("ไม่ใช่ ฉันหมายถึง 9090", "เปลี่ยนแล้ว"),
        "เราตั้งพอร์ตเกตเวย์เป็นอะไร",
    ),
}


@BOTH
@pytest.mark.parametrize(("said", "correction", "query"), CORRECTED.values(), ids=CORRECTED)
def test_a_correction_travels_with_what_it_corrects(
    policy: Policy, said: tuple[str, str], correction: tuple[str, str], query: str
) -> None:
    selection = select(talk(*CHAT[:2], said, correction, *CHAT), query, policy)
    assert {2, 3} <= set(selection.kept)


@BOTH
def test_a_correction_of_a_correction_travels_too(policy: Policy) -> None:
    said = (
        ("Set the gateway port to 8080.", "The gateway port is 8080."),
        ("No, I meant 9090.", "Changed."),
        ("No, I meant 7070.", "Changed."),
        ("No, I meant 6060.", "Changed."),
        ("No, I meant 5050.", "Changed."),
    )
    assert {0, 1, 2, 3, 4} <= set(select(talk(*said, *CHAT), "Which gateway port did we set?", policy).kept)


@BOTH
def test_the_old_value_stays_out_when_its_correction_does_not_fit(policy: Policy) -> None:
    said = ("Set the gateway port to 8080.", "The gateway port is 8080.")
    blocks = talk(said, ("No, I meant 9090.", "Changed to 9090."), *CHAT)
    tight = replace(policy, token_budget=blocks[0].tokens + blocks[1].tokens - 1)
    assert 0 not in select(blocks, "Which gateway port did we set?", tight).kept


REFERRING = {
    "English": "Can you explain that further?",
    "English, one word": "Why?",
    "Chinese": "继续",
    "Chinese, the second one": "第二个呢？",
    "Traditional Chinese": "這個再說詳細一點",
    "Thai": "อันนี้หมายความว่าอะไร",
    "Japanese": "それについてもっと詳しく",
    "Korean": "그거 더 자세히 설명해 줘",
    "Spanish": "¿Y eso por qué?",
    "Russian": "А это почему?",
}


@BOTH
@pytest.mark.parametrize("query", REFERRING.values(), ids=REFERRING)
def test_a_referring_question_brings_the_last_block(policy: Policy, query: str) -> None:
    selection = select(talk(*CHAT), query, policy)
    assert one(selection, 7) is Reason.RECENT_REFERENCE
    assert selection.trace.gate.kind == "continue"


GONE = {
    "dropped": (Marks(dropped=frozenset({2})), "not_permitted"),
    "expired": (Marks(expired=frozenset({2})), "expired"),
    "superseded": (Marks(superseded=frozenset({2})), "superseded"),
}


@BOTH
@pytest.mark.parametrize(("marks", "reason"), GONE.values(), ids=GONE)
def test_marked_blocks_stay_out_even_if_they_hold_the_answer(policy: Policy, marks: Marks, reason: str) -> None:
    blocks = talk(*CHAT)
    query = "Why are flamingos pink?"
    assert 2 in select(blocks, query, policy).kept
    assert reasons(select(blocks, query, policy, marks=marks))[2] == reason
    whole = replace(policy, keep_all=True)
    assert reasons(select(blocks, query, whole, marks=marks))[2] == reason


@BOTH
def test_a_mark_set_later_takes_a_block_out_of_the_window(policy: Policy) -> None:
    blocks = talk(*CHAT)
    previous = remembered(select(blocks, "Why are flamingos pink?", policy))
    selection = select(blocks, "Why?", policy, previous, marks=Marks(dropped=frozenset({2})))
    assert 2 not in selection.kept
    assert selection.trace.notes == ("reselected:marks",)


@BOTH
def test_a_pin_keeps_a_block_whole_that_nobody_asked_for(policy: Policy) -> None:
    selection = select(talk(*CHAT), "Why are flamingos pink?", policy, marks=Marks(pinned=frozenset({0})))
    assert (one(selection, 0), selection.trace.notes) == (Reason.PINNED, ())


@BOTH
def test_pins_may_pass_the_budget_and_the_note_says_so(policy: Policy) -> None:
    selection = select(talk(*CHAT), "Why?", replace(policy, token_budget=20), marks=Marks(pinned=frozenset({0, 1})))
    assert selection.kept == (0, 1)
    assert "pins_over_budget" in selection.trace.notes


def tools(text: str) -> list[Block]:
    call = analyse("assistant", "", calls=("c1",), trimmable=False, call_text='{"city": "Reykjavik"}')
    result = analyse("tool", text, answers="c1", trimmable=False)
    return blocks_of([analyse("user", "How warm is Reykjavik?"), call, result, analyse("assistant", "Nine degrees.")])


@BOTH
def test_a_tool_block_is_kept_whole_or_not_at_all(policy: Policy) -> None:
    blocks = [*tools("Nine degrees in Reykjavik. " * 20), *talk(*CHAT, first_turn=1)]
    selection = select(blocks, "How warm was it in Reykjavik?", policy)
    assert 0 in selection.kept
    assert not [at for at in selection.excerpts if at[0] == 0]
    small = select(blocks, "How warm was it in Reykjavik?", replace(policy, token_budget=blocks[0].tokens - 1))
    assert (0 in small.kept, one(small, 0)) == (False, Reason.OVER_BUDGET)


@BOTH
def test_a_call_without_its_result_stays_out(policy: Policy) -> None:
    broken = Block(0, tuple(m for m in tools("Nine degrees")[0].messages if m.answers is None))
    selection = select([broken, *talk(*CHAT, first_turn=1)], "How warm was it in Reykjavik?", policy)
    assert one(selection, 0) is Reason.MALFORMED


@BOTH
def test_after_a_switch_nothing_that_does_not_score_is_added(policy: Policy) -> None:
    query = "By the way, another question: how do I configure nginx as a reverse proxy for websockets?"
    selection = select(talk(*CHAT), query, policy)
    assert (selection.kept, selection.trace.gate.word) == ((), "switch")
    assert set(reasons(selection)) == {"off_topic"}


def test_a_filled_budget_takes_what_a_cover_leaves() -> None:
    blocks = talk(*CHAT)
    query = "Do owls see colours?"
    cover, filled = (select(blocks, query, policy) for policy in (COVER, FILLED))
    assert 5 in cover.kept
    assert set(cover.kept) < set(filled.kept) == set(range(8))


LONG = " ".join(f"Sentence {i} tells of birds and their nests in some detail." for i in range(40))


@BOTH
def test_of_a_dear_block_the_sentences_with_the_anchors_stay(policy: Policy) -> None:
    answer = f"{LONG} The gateway listens on port 8080. {LONG}"
    blocks = talk(("Tell me all about the gateway.", answer), *CHAT)
    selection = select(blocks, "On which port does the gateway listen?", replace(policy, token_budget=300))
    assert "The gateway listens on port 8080." in excerpt_of(selection, blocks, 0, 1)
    assert selection.trace.verdicts[0].tokens_kept < 300


@BOTH
def test_the_user_s_question_stays_with_the_sentences_of_its_answer(policy: Policy) -> None:
    """Specification §3.5: the matching question sentence is kept along with what is kept of the answer."""
    asked = f"{LONG} My gateway runs at home. {LONG} Where does it listen?"
    blocks = talk((asked, f"{LONG} The gateway listens on port 8080. {LONG}"), *CHAT)
    selection = select(blocks, "On which port does the gateway listen?", replace(policy, token_budget=600))
    assert "Where does it listen?" in excerpt_of(selection, blocks, 0, 0)
