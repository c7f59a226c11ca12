"""Declared constraints: the tables of `wished`, slices, chains of replacement and withdrawal, any text."""

from __future__ import annotations

import pytest
import wished
from hypothesis import given
from hypothesis import strategies as st

from gatekeeper_core.constraints import declarations, in_force, prepare
from gatekeeper_core.model import Declaration


def sentences(block: str) -> list[str]:
    return [sentence.strip() for sentence in block.split("|") if sentence.strip()]


def every(table: dict[str, str]) -> list[tuple[str, str]]:
    return [(language, sentence) for language, block in table.items() for sentence in sentences(block)]


@pytest.mark.parametrize(("language", "row"), every(wished.DECLARED))
def test_a_standing_wish_is_declared(language: str, row: str) -> None:
    text, _, keys = row.partition(" => ")
    found = declarations(text)
    assert {d.key for d in found} == set(keys.split())
    assert not any(d.withdraws for d in found)


@pytest.mark.parametrize(("language", "text"), every(wished.NOT_DECLARED))
def test_everything_else_is_no_wish(language: str, text: str) -> None:
    assert declarations(text) == ()


@pytest.mark.parametrize("row", sentences(wished.WITHDRAWN))
def test_a_withdrawal_names_what_it_takes_back(row: str) -> None:
    text, _, key = row.partition(" => ")
    assert [(d.key, d.withdraws) for d in declarations(text)] == [(key, True)]


@pytest.mark.parametrize("text", sentences(wished.UNSEEN_DECLARED))
def test_a_wish_in_unseen_words_is_declared(text: str) -> None:
    found = declarations(text)
    assert found
    assert not any(d.withdraws for d in found)


@pytest.mark.parametrize("text", sentences(wished.UNSEEN_NOT_DECLARED))
def test_no_wish_in_unseen_words(text: str) -> None:
    assert declarations(text) == ()


SLICES = [
    ("Thanks! From now on, keep it short. What is a lathe?", "From now on, keep it short."),
    ("谢谢。以后都用中文回答。法国的首都是哪里？", "以后都用中文回答。"),
    ("From now on:\n- answer in French\n- no emojis\n\nHi", "From now on:\n- answer in French\n- no emojis"),
    ("I'm vegan", "I'm vegan"),
    ("Version 3.5 is out.\nAlways answer in Thai.\nOK?", "Always answer in Thai."),
    ("これからは英語で答えてください。首都は？", "これからは英語で答えてください。"),
]


@pytest.mark.parametrize(("text", "sentence"), SLICES)
def test_the_slice_is_the_declaring_sentence(text: str, sentence: str) -> None:
    assert {text[d.start : d.end] for d in declarations(text)} == {sentence}


def test_a_wish_counts_at_either_end_of_a_long_message_but_not_in_its_middle() -> None:
    paste = "Rivers carry sediment toward distant coasts. " * 60
    wish = "From now on, always answer me in French."
    assert [d.start for d in declarations(f"{wish} {paste}")] == [0]
    assert [d.end for d in declarations(f"{paste}{wish}")] == [len(paste) + len(wish)]
    assert declarations(f"{paste}{wish} {paste}") == ()


def test_a_new_wish_outweighs_the_withdrawal_it_comes_with() -> None:
    found = declarations("Forget the French, from now on answer in German.")
    assert [(d.key, d.withdraws) for d in found] == [("language", False)]


# Messages of successive turns, and what must still stand after the last: (turn, key).
CHAINS = [
    (["From now on answer in Italian.", "From now on go back to English."], [(1, "language")]),
    (["I'm allergic to peanuts.", "I'm allergic to shellfish."], [(0, "fact"), (1, "fact")]),
    (["Never use tabs.", "Never use semicolons."], [(0, "forbidden"), (1, "forbidden")]),
    (["Never use tabs.", "hello", "Never use tabs."], [(2, "forbidden")]),
    (["Call me Sam.", "Call me Alex."], [(1, "fact")]),
    (["Always answer in French.", "All replies should be short."], [(0, "language"), (1, "length")]),
    (["Always answer in French.", "Never mind the French."], []),
    (["Always answer in French.", "Forget that."], []),
    (["Always answer in French.", "hi", "hi", "hi", "Forget that."], [(0, "language")]),
    (["I'm vegetarian.", "I'm no longer vegetarian."], []),
    (["I'm allergic to nuts.", "Always use tables.", "Forget all my rules."], [(0, "fact")]),
    (
        ["From now on be formal, and always answer in French.", "From now on answer in German."],
        [(0, "style"), (1, "language")],
    ),
    (["Never mind."], []),
    (["以后都用法语回答", "不用再用法语了"], []),
    (["以后都用法语回答", "从现在起用英文回答我"], [(1, "language")]),
    (["我对花生过敏", "以后叫我小王", "以后叫我老王"], [(0, "fact"), (2, "fact")]),
    (["以後都請用表格", "不用再用表格了"], []),
    (["ต่อไปนี้ตอบเป็นภาษาอังกฤษนะ", "ไม่ต้องตอบเป็นภาษาอังกฤษแล้ว"], []),
    (["これからは英語で答えてください", "今後は日本語で答えてください"], [(1, "language")]),
    (["これからは英語で答えてください", "もう英語で答えなくていいです"], []),
    (["앞으로는 영어로 대답해줘", "더 이상 영어로 대답하지 않아도 돼"], []),
    (["Soy vegetariana.", "A partir de ahora responde en inglés."], [(0, "fact"), (1, "language")]),
]


@pytest.mark.parametrize(("messages", "standing"), CHAINS)
def test_what_still_stands(messages: list[str], standing: list[tuple[int, str]]) -> None:
    declared = [(turn, d) for turn, text in enumerate(messages) for d in declarations(text)]
    assert [(turn, d.key) for turn, d in in_force(declared)] == standing


def test_prepare_changes_no_answer() -> None:
    before = declarations("Always answer in French.")
    prepare()
    assert declarations("Always answer in French.") == before


@given(st.text(max_size=3000))
def test_any_text_has_well_formed_declarations(text: str) -> None:
    for found in declarations(text):
        assert 0 <= found.start < found.end <= len(text)


KEYS = st.sampled_from(["language", "style", "length", "format", "persona", "forbidden", "fact", "other"])
WORDS = st.frozensets(st.sampled_from(["tabs", "nuts", "french", "short"]), max_size=3)
PAIRS = st.tuples(
    st.integers(0, 9), st.builds(Declaration, KEYS, st.just(0), st.just(1), st.booleans(), WORDS)
)


@given(st.lists(PAIRS).map(lambda pairs: sorted(pairs, key=lambda pair: pair[0])))
def test_in_force_keeps_order_invents_nothing_and_is_stable(declared: list[tuple[int, Declaration]]) -> None:
    standing = in_force(declared)
    rest = iter(declared)
    assert all(pair in rest for pair in standing)
    assert not any(d.withdraws for _, d in standing)
    assert in_force(standing) == standing
