"""Phrase tables: the choice of tables, blanks, content words; every table of the package compiles."""

from __future__ import annotations

import pytest

from gatekeeper_core import constraints, cues
from gatekeeper_core.phrases import Phrases, content, tables_for, unwrap

CHOICES = [
    (". what is that ? . ", ("english",)),
    (". qué significa eso ? . ", ("latin",)),
    (". masih ingat nama hotelnya ? . ", ("english", "latin")),
    (". descale kettle . ", ("english", "latin")),
    (". что это ? . ", ("cyrillic",)),
    (". ما هذا ? . ", ("arabic",)),
    (". यह क्या है ? . ", ("devanagari",)),
    (". 그거 뭐야 ? . ", ("hangul",)),
    (". อันนี้คืออะไร . ", ("thai",)),
    (". これは何ですか ? . ", ("kana",)),
    (". 这个 api 怎么用 ? . ", ("han",)),
    (". please translate this for me : 你好 . ", ("han", "english")),
]


@pytest.mark.parametrize(("line", "tables"), CHOICES)
def test_tables_are_chosen_by_script_and_words(line: str, tables: tuple[str, ...]) -> None:
    assert tables_for(line) == tables


def test_a_phrase_is_whole_tokens_in_spaced_scripts_and_any_run_in_others() -> None:
    phrases = Phrases(
        {"english": {"x": r"AT(?:on|IN)"}, "han": {"x": "在"}}, {"AT": "(?<=[.] )", "IN": "inn"}
    )
    assert phrases.search(". inn . ", ("english",), "x")
    assert not phrases.search(". inns . ", ("english",), "x")
    assert not phrases.search(". go on . ", ("english",), "x")
    assert phrases.search(". 我在家 . ", ("english", "han"), "x")
    assert phrases.pattern("han", "y") is None


def test_blocks_lose_their_line_breaks() -> None:
    assert unwrap("\n    a b\n    |c\n") == "a b|c"


CONTENT = [
    (". and the price ? . ", ["price"], []),
    (". 第二个价格呢 ? . ", [], [("han", "价格")]),
    (". 왜 그 호텔은 . ", ["호텔은"], []),
    (". why ? 👍 . ", [], []),
]


@pytest.mark.parametrize(("line", "words", "runs"), CONTENT)
def test_content_is_what_fillers_leave(line: str, words: list[str], runs: list[tuple[str, str]]) -> None:
    assert content(line, tables_for(line)) == (words, runs)


def test_every_pattern_of_the_package_compiles() -> None:
    cues.prepare()
    constraints.prepare()
