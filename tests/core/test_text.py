"""Folding: spellings a reader takes for one word become one, others stay apart."""

from __future__ import annotations

import unicodedata

import pytest
from conversations import ANY_TEXT
from hypothesis import given

from gatekeeper_core.text import FAINT, fold, is_faint

ONE_WORD = {
    "composed and decomposed accents": ("café", "cafe\u0301"),
    "with and without accents": ("déjà vu", "deja vu"),
    "Vietnamese tones": ("Tiếng Việt", "Tieng Viet"),
    "fullwidth Latin and digits": ("ＧＰＴ４", "GPT4"),
    "halfwidth Katakana": ("ｶﾞｲﾄﾞ", "ガイド"),
    "Greek accents": ("Αθήνα", "Αθηνα"),
    "Russian yo": ("ёлка", "елка"),
    "Arabic vowel marks": ("كِتَاب", "كتاب"),
    "Arabic alef forms": ("أحمد", "احمد"),
    "Arabic taa marbuta": ("مدرسة", "مدرسه"),
    "Arabic tatweel": ("كـتاب", "كتاب"),
    "Hebrew points": ("שָׁלוֹם", "שלום"),
    "Devanagari nukta": ("सड़क", "सडक"),
    "Devanagari candrabindu": ("हाँ", "हां"),
    "composed and decomposed Hangul": ("한국", unicodedata.normalize("NFD", "한국")),
    "ligature": ("ﬁle", "file"),
    "CJK compatibility ideograph": ("\uf9d1", "\u516d"),
}


@pytest.mark.parametrize(("one", "other"), ONE_WORD.values(), ids=ONE_WORD)
def test_two_spellings_of_one_word_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


TWO_WORDS = {
    "case is kept for identifiers": ("Config", "config"),
    "Japanese voicing marks are letters": ("が", "か"),
    "Thai tone marks are letters": ("ใกล้", "ใกล"),
    "simplified and traditional stay apart": ("国", "國"),
    "Devanagari vowels are letters": ("की", "का"),
    "Korean vowels are letters": ("강", "궁"),
}


@pytest.mark.parametrize(("one", "other"), TWO_WORDS.values(), ids=TWO_WORDS)
def test_two_words_stay_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_ascii_comes_back_as_the_same_object() -> None:
    text = "plain ASCII, whatever (it) says!"
    assert fold(text) is text


@given(ANY_TEXT)
def test_canonically_equivalent_texts_fold_alike(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@given(ANY_TEXT)
def test_folding_never_invents_letters(text: str) -> None:
    assert len(fold(text)) <= len(unicodedata.normalize("NFKD", text))


FAINT_TERMS = {
    "an English function word": ("which", True),
    "one Chinese character": ("我", True),
    "one Thai character": ("ก", True),
    "one ASCII letter": ("x", False),
    "one digit": ("7", False),
    "a content word": ("gateway", False),
    "a Chinese 2-gram": ("数据", False),
    "nothing": ("", False),
}


@pytest.mark.parametrize(("term", "faint"), FAINT_TERMS.values(), ids=FAINT_TERMS)
def test_faint_terms(term: str, faint: bool) -> None:
    assert is_faint(term) is faint


def test_a_faint_term_still_weighs_something() -> None:
    assert 0 < FAINT < 1
