"""Anchors: the terms of a text in every script, what is named exactly, and what a question wants."""

from __future__ import annotations

import unicodedata

import pytest
from conversations import TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st

from gatekeeper_core.anchors import exact_phrases, frequencies, stem, terms, wanted
from gatekeeper_core.text import FAINT, is_faint

# A text, and terms that must be among its anchors.
FOUND = {
    "English words are stemmed": ("The pumps were leaking", {"pump", "leak"}),
    "a possessive is the word": ("Anna's pump", {"anna", "pump"}),
    "case does not matter": ("POSTGRES Postgres", {"postgr"}),
    "snake_case whole and in parts": ("max_retry_count", {"max_retry_count", "max", "retri", "count"}),
    "camelCase whole and in parts": ("parseHttpRequest", {"parsehttprequest", "pars", "http", "request"}),
    "capitals before a word": ("XMLParser", {"xmlparser", "xml", "parser"}),
    "dotted names": ("os.path.join", {"os.path.join", "path", "join"}),
    "package paths": ("pkg::fn", {"pkg::fn", "pkg", "fn"}),
    "file paths": ("/etc/nginx/site.conf", {"etc/nginx/site.conf", "nginx"}),
    "flags": ("--dry-run", {"dry-run", "dry", "run"}),
    "environment names": ("DATABASE_URL", {"database_url", "url"}),
    "versions": ("v2.10.3 and 3.14", {"v2.10.3", "3.14"}),
    "numbers with units": ("500MB", {"500mb"}),
    "dates": ("2024-05-01", {"2024-05-01", "2024", "05"}),
    "URLs": ("https://example.org/docs", {"https://example.org/docs", "exampl", "doc"}),
    "e-mail addresses": ("ann@example.org", {"ann@example.org", "ann"}),
    "error codes": ("E11000 ORA-00942", {"e11000", "ora-00942"}),
    "Chinese grams": ("数据库", {"数据", "据库"}),
    "a Chinese run ends at a digit": ("2010年五月", {"2010", "年五", "五月"}),
    "a Chinese run ends at a Latin word": ("用Redis缓存", {"redis", "缓存"}),
    "Japanese grams of both scripts": ("東京タワー", {"東京", "京タ", "タワ"}),
    "Thai 3-grams": ("เกตเวย์", {"เกต", "กตเ", "ตเว"}),
    "a Thai run ends at a digit": ("ราคา500บาท", {"500", "บาท"}),
    "Lao, Khmer and Burmese 3-grams": ("ສະບາຍ ជំរាប မြန်မာ", {"ສະບ", "ជំរ", "မြန"}),
    "Korean words and 2-grams": ("데이터베이스를", {"데이터베이스를", "데이", "베이"}),
    "Cyrillic words share their beginning": ("параметры", {"параметры", "парам~"}),
    "accents do not matter": ("Ça dépend", {"depend"}),
    "fullwidth is the same": ("ＡＰＩ", {"api"}),
    "Arabic marks do not matter": ("مَدْرَسَة", {"مدرسه"}),
    "Hindi words keep their vowel signs": ("गेटवे पोर्ट", {"गेटवे", "पोर्ट"}),
    "Tamil words keep their vowel signs": ("வணக்கம் நண்பா", {"வணக்கம்", "நண்பா"}),
    "a Hindi sentence ends at its danda": ("पोर्ट। गेटवे", {"पोर्ट", "गेटवे"}),
}


@pytest.mark.parametrize(("text", "expected"), FOUND.values(), ids=FOUND)
def test_anchors_of_a_text(text: str, expected: set[str]) -> None:
    assert expected <= set(terms(text))


# Two ways to say the same thing share an anchor that is not faint.
AKIN = {
    "singular and plural": ("a battery", "two batteries"),
    "forms of a verb": ("baking bread", "how is it baked"),
    "doubled consonant": ("we stopped", "stop"),
    "adverb": ("run it quickly", "is it quick"),
    "Russian cases": ("настройка", "настройку"),
    "Korean particles": ("데이터베이스는", "데이터베이스에서"),
    "German compounds with a hyphen": ("E-Mail-Adresse", "adresse"),
    "Thai inside a sentence": ("พอร์ตเกตเวย์", "เกตเวย์ของเรา"),
    "Chinese inside a sentence": ("连接池多大", "我们的连接池"),
    "identifier and its words": ("maxRetryCount", "the retry count"),
}


@pytest.mark.parametrize(("one", "other"), AKIN.values(), ids=AKIN)
def test_kindred_texts_share_an_anchor(one: str, other: str) -> None:
    assert {term for term in terms(one) if not is_faint(term)} & set(terms(other))


STEMS = {
    "bus": "bus",
    "glass": "glass",
    "boxes": "box",
    "cities": "citi",
    "city": "citi",
    "baking": "bak",
    "baked": "bak",
    "bakes": "bak",
    "running": "run",
    "string": "string",
    "bring": "bring",
    "falling": "fall",
    "quickly": "quick",
    "the": "the",
    "x86s": "x86s",
}


@pytest.mark.parametrize(("word", "root"), STEMS.items())
def test_light_stems(word: str, root: str) -> None:
    assert stem(word) == root


EXACT = {
    "straight double quotes": ('what about "blue heron"?', "blue heron"),
    "curly quotes": ("what about “Blue Heron”?", "blue heron"),
    "corner brackets": ("「青い鳥」とは", "青い鳥"),
    "white corner brackets": ("『青い鳥』とは", "青い鳥"),
    "book title marks": ("《红楼梦》讲什么", "红楼梦"),
    "guillemets": ("que dit «le rouge»", "le rouge"),
    "back-ticked code": ("what does `git rebase` do", "git rebase"),
    "an identifier": ("where is max_retries set", "max_retries"),
    "camelCase": ("where is maxRetries set", "maxretries"),
    "a version": ("is 2.10.3 out", "2.10.3"),
    "an error code": ("what is E11000", "e11000"),
    "a path": ("open src/app.py", "src/app.py"),
    "a number": ("who has 42 points", "42"),
}


@pytest.mark.parametrize(("query", "phrase"), EXACT.values(), ids=EXACT)
def test_what_a_question_names_exactly(query: str, phrase: str) -> None:
    assert phrase in exact_phrases(query)


NOTHING_EXACT = {
    "plain words": "which port does the gateway use",
    "an apostrophe": "what's the dogs' name, isn't it Rex's?",
    "empty quotes": 'what is "" here',
    "one digit": "the 2 of us",
    "nothing": "",
}


@pytest.mark.parametrize("query", NOTHING_EXACT.values(), ids=NOTHING_EXACT)
def test_nothing_is_named_exactly(query: str) -> None:
    assert exact_phrases(query) == ()


@given(TEXTS)
@settings(max_examples=100, deadline=None)
def test_frequencies_and_wanted_count_the_same_terms(text: str) -> None:
    found = terms(text)
    assert frequencies(text) == {term: found.count(term) for term in found}
    assert list(wanted(text)) == list(dict.fromkeys(found))
    assert all(worth == (FAINT if is_faint(term) else 1.0) for term, worth in wanted(text).items())


@given(TEXTS)
@settings(max_examples=100, deadline=None)
def test_no_anchor_is_empty_or_holds_white_space(text: str) -> None:
    assert all(term and not any(c.isspace() for c in term) for term in terms(text))


@given(TEXTS)
@settings(max_examples=100, deadline=None)
def test_composition_does_not_change_the_anchors(text: str) -> None:
    assert terms(unicodedata.normalize("NFD", text)) == terms(unicodedata.normalize("NFC", text))


@given(st.lists(TEXTS, max_size=3))
@settings(deadline=None)
def test_lines_are_read_one_by_one(lines: list[str]) -> None:
    assert terms("\n".join(lines)) == [term for line in lines for term in terms(line)]


@given(TEXTS)
@settings(deadline=None)
def test_exact_phrases_are_lower_case_and_distinct(text: str) -> None:
    found = exact_phrases(text)
    assert len(set(found)) == len(found)
    assert all(phrase and phrase == phrase.lower() for phrase in found)
