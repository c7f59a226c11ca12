"""Retrieval: the index however it came about, BM25 against its bare formula, neighbours, corrections."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter

import pytest
from conversations import conversations, talk
from hypothesis import given, settings
from hypothesis import strategies as st

from gatekeeper_core.analysis import analyse
from gatekeeper_core.anchors import exact_phrases, terms, wanted
from gatekeeper_core.model import Block, Message
from gatekeeper_core.retrieval import K1, B, Index, Match, discriminating, exact_matches, idf, with_neighbours
from gatekeeper_core.text import FAINT


def state(index: Index) -> tuple[object, ...]:
    said = [block.messages for block in index.blocks]
    return index.postings, index.lengths, index.cohesion, index.corrected, index.entries, said


def test_idf_falls_with_every_block_and_is_never_negative() -> None:
    weights = [idf(10, df) for df in range(11)]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] > 0
    assert idf(10, 3) == pytest.approx(math.log(1 + 7.5 / 3.5))


def test_the_index_grows_and_knows_how_many_blocks_hold_a_term() -> None:
    index = Index(talk(("red fox", ""), ("red hen", "red")))
    assert (len(index), index.df("red"), index.df("fox"), index.df("owl")) == (2, 2, 1, 0)
    assert index.entries == 3 + 1 == sum(map(len, index.postings.values()))


@given(conversations(7), st.lists(st.tuples(st.integers(0, 7), conversations(3)), max_size=4))
@settings(max_examples=25, deadline=None)
def test_fitting_is_the_same_as_building_anew(
    start: list[Block], edits: list[tuple[int, list[Block]]]
) -> None:
    """Edits, regenerations and branches: a common beginning, then other blocks."""
    index, blocks = Index(), start
    index.fit(blocks)
    for keep, more in edits:
        blocks = blocks[:keep] + more
        index.fit(blocks)
        assert state(index) == state(Index(blocks))
    index.fit([])
    assert state(index) == state(Index())


@given(conversations(6), conversations(6))
@settings(max_examples=25, deadline=None)
def test_going_back_to_a_branch_leaves_no_trace_of_the_other(one: list[Block], other: list[Block]) -> None:
    index = Index(one)
    index.fit([*one, *other])
    index.fit([*one[:1], *other])
    index.fit(one)
    assert state(index) == state(Index(one))


def test_blocks_rebuilt_from_the_same_messages_are_the_same() -> None:
    blocks = talk(("red fox", "brown"), ("red hen", "white"))
    index = Index(blocks)
    kept = list(index.blocks)
    index.fit([Block(block.turn_id, block.messages) for block in blocks])
    assert all(mine is before for mine, before in zip(index.blocks, kept, strict=True))


WORDS = st.lists(st.sampled_from("ant bee cow dog elk fox".split()), max_size=12)


def plain(position: int, user: list[str], reply: list[str]) -> Block:
    return Block(position, tuple(
        Message(role=role, text=" ".join(words), tokens=9, trimmable=True, terms=Counter(words))
        for role, words in (("user", user), ("assistant", reply))
    ))  # fmt: skip


@given(
    st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=6),
    st.dictionaries(st.sampled_from("ant bee cow dog owl".split()), st.sampled_from([1.0, FAINT]), max_size=5),
    st.sampled_from([(1.5, 0.7), (1.0, 1.0)]),
)
@settings(max_examples=80, deadline=None)
def test_bm25_is_the_bare_formula(
    corpus: list[tuple[list[str], list[str]]], asked: dict[str, float], sides: tuple[float, float]
) -> None:
    blocks = [plain(i, *turn) for i, turn in enumerate(corpus)]
    match = Match(Index(blocks), asked, *sides)
    n = len(corpus)
    average = sum(len(user) + len(reply) for user, reply in corpus) / n
    for position, (user, reply) in enumerate(corpus):
        score = 0.0
        for term, worth in asked.items():
            df = sum(term in u or term in r for u, r in corpus)
            tf = sides[0] * user.count(term) + sides[1] * reply.count(term)
            if tf:
                norm = K1 * (1 - B + B * (len(user) + len(reply)) / average)
                score += worth * math.log(1 + (n - df + 0.5) / (df + 0.5)) * tf * (K1 + 1) / (tf + norm)
        assert match.lex[position] == pytest.approx(score)
        held = {term for term in asked if term in user or term in reply}
        assert match.matched(match.masks[position]) == held
        assert match.weight(match.masks[position]) == pytest.approx(
            sum(w for t, w in zip(match.terms, match.weights, strict=True) if t in held)
        )
    missing = sum(worth for term, worth in asked.items() if all(term not in u + r for u, r in corpus))
    whole = sum(asked.values())
    assert match.new_ratio == pytest.approx(missing / whole if whole else 0.0)


def test_a_question_meets_nothing_in_an_empty_history() -> None:
    match = Match(Index(), wanted("red fox"), 1.5, 0.7)
    assert (match.lex, match.masks, match.new_ratio) == ([], [], 1.0)


def test_empty_texts_score_nothing() -> None:
    assert Match(Index(talk(("", ""), ("", ""))), wanted("fox"), 1.5, 0.7).lex == [0.0, 0.0]


def test_a_term_said_a_thousand_times_is_only_saturated() -> None:
    many, more = (Match(Index(talk(("fox " * n, "hen"))), {"fox": 1.0}, 1.5, 0.7).lex[0] for n in (200, 1000))
    assert many == pytest.approx(more, rel=0.05)


NEIGHBOURS = {
    "nobody": ([], []),
    "a block alone": ([2.0], [2.0]),
    "all alike zero": ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
}


@pytest.mark.parametrize(("lex", "spread"), NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_without_neighbours_a_score_stays(lex: list[float], spread: list[float]) -> None:
    assert with_neighbours(lex) == spread


def test_a_block_inherits_less_the_further_away_and_nothing_beyond_two() -> None:
    spread = with_neighbours([0.0, 0.0, 0.0, 9.0, 0.0, 0.0, 0.0])
    assert spread == spread[::-1]
    assert 9.0 == spread[3] > spread[2] > spread[1] > spread[0] == 0.0


def test_only_the_better_of_two_neighbours_counts() -> None:
    assert with_neighbours([4.0, 0.0, 8.0])[1] == with_neighbours([0.0, 0.0, 8.0])[1]


PHRASES = {
    "an identifier in the user's text": ("where is max_retries", {1: 1}),
    "a number in the answer": ("who said 8080", {0: 1}),
    "a quoted phrase, letter case aside": ("“Rye Bread”", {2: 1}),
    "words apart are no phrase": ("“bread rye”", {}),
    "a Chinese phrase inside a sentence": ("《连接池》", {3: 1}),
    "a Korean phrase before its particle": ("「데이터」", {4: 1}),
    "nothing named": ("which port", {}),
}


@pytest.mark.parametrize(("query", "matches"), PHRASES.values(), ids=PHRASES)
def test_what_is_named_is_met_whole(query: str, matches: dict[int, int]) -> None:
    blocks = talk(
        ("Which port?", "Port 8080."),
        ("And MAX_RETRIES?", "Five."),
        ("How is rye bread made?", "Of bread flour."),
        ("数据库", "数据库的连接池设为三十。"),
        ("데이터를 지워 주세요", "네."),
    )
    assert exact_matches(Index(blocks), {p: terms(p) for p in exact_phrases(query)}) == matches


def test_coverage_is_judged_without_faint_terms() -> None:
    assert discriminating(wanted("what is the port")) == {"port": 1.0}


CORRECTED = {
    "the block before it": ((("Book a table for four.", "Done."), ("No, I meant six.", "Six it is.")), {1: 0}),
    "in Chinese": ((("端口设为八千。", "好的。"), ("不是这个意思，改成九千。", "好的。")), {1: 0}),
    "the earlier block that shares its words": (
        (
            ("Set the gateway timeout to thirty seconds.", "The gateway timeout is thirty."),
            ("How is rye bread made?", "With sourdough."),
            ("And how long does it bake?", "An hour."),
            ("No, I meant a gateway timeout of sixty seconds.", "Changed."),
        ),
        {3: 0},
    ),
    "nothing before it": ((("No, I meant six.", "Six what?"),), {}),
}


@pytest.mark.parametrize(("turns", "corrected"), CORRECTED.values(), ids=CORRECTED)
def test_a_correction_finds_what_it_corrects(turns: tuple[tuple[str, str], ...], corrected: dict[int, int]) -> None:
    assert Index(talk(*turns)).corrected == corrected


def test_cohesion_counts_shared_words_that_are_rare() -> None:
    akin, apart = (
        Index(talk(("red fox", "den"), ("cow", "hay"), (text, "x"))).cohesion[2] for text in ("cow hay", "owl")
    )
    assert akin > apart == 0.0


HASHED = """
import sys
from gatekeeper_core import analyse, blocks_of, Index
turns = [[f"w{(i * i + j * j) % 61}ord" for j in range(i)] for i in range(1, 40)]
index = Index(blocks_of([analyse(r, " ".join(t)) for t in turns for r in ("user", "assistant")]))
sys.stdout.write(repr((index.cohesion, index.corrected)))
"""


def test_the_index_does_not_depend_on_hash_order() -> None:
    runs = {
        subprocess.run(
            [sys.executable, "-c", HASHED], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_analysed_tool_calls_are_found_by_their_arguments() -> None:
    block = Block(0, (analyse("user", "Look it up"), analyse("assistant", "", calls=("c",), call_text='{"q": "owls"}')))
    assert Match(Index([block]), wanted("owls"), 1.5, 0.7).lex[0] > 0
