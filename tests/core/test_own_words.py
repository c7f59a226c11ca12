"""The user's own words: what is overwritten as quoted, what remains of long messages, the spoken line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gatekeeper_core.own_words import QUOTED, own_words, spoken_line

# (text, what is left once the quoted code points are taken out)
CASES = [
    ("plain words stay", "plain words stay"),
    ('say "hello there" twice', "say  twice"),
    ("say “hello” and „tschüs“ and «salut»", "say  and  and "),
    ("「これ」と『それ』と《あれ》", "とと"),
    ('他说"你好"了', "他说了"),
    ("a `code` word", "a  word"),
    ("it's the dogs' and Jim's", "it's the dogs' and Jim's"),
    ("what does 'it isn't mine' mean?", "what does  mean?"),
    ('a 5" pipe and a 6" pipe', 'a 5" pipe and a 6" pipe'),
    ("see https://example.org/it?that now", "see  now"),
    ("> quoted mail\nmine", "\nmine"),
    ("before\n```py\ncode\n```\nafter", "before\n\nafter"),
    ("before\n~~~\n```\ncode\n~~~\nafter", "before\n\nafter"),
    ("````\n```\nstill code\n````\nafter", "\nafter"),
    ("open fence\n```\ncode to the end", "open fence\n"),
]


@pytest.mark.parametrize(("text", "left"), CASES)
def test_quoted_text_is_overwritten_in_place(text: str, left: str) -> None:
    own = own_words(text, 300)
    assert len(own) == len(text)
    assert own.replace(QUOTED, "") == left


def test_only_the_two_ends_of_a_long_message_remain() -> None:
    text = "a" * 50 + "b" * 500 + "c" * 50
    assert own_words(text, 50) == "a" * 50 + QUOTED * 500 + "c" * 50


def test_the_ends_are_counted_outside_code_fences() -> None:
    text = "head\n```\n" + "x" * 500 + "\n```\n" + "m" * 100 + "tail"
    own = own_words(text, 20)
    assert own.replace(QUOTED, "") == "head\n\n" + "m" * 30 + "tail"


LINES = [
    ("No, I meant the narrow one.", ". No , I meant the narrow one . . "),
    ("v3.5 at 10:30?!", ". v3.5 at 10:30 ?! . "),
    ("不是，我是说第2个。", ". 不是 , 我是说第2个 . . "),
    ("¿Qué? (*sí*)", ". Qué ? sí . "),
    (f"a{QUOTED}{QUOTED}b", f". a {QUOTED} b . "),
    ("cafe\u0301", ". café . "),
    ("ทำไม", ". ทำไม . "),
    ("", ".  . "),
]


@pytest.mark.parametrize(("text", "line"), LINES)
def test_spoken_line(text: str, line: str) -> None:
    assert spoken_line(text) == line


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\"'`~>“”「」\n ab")), max_size=1500))
def test_own_words_keep_every_place(text: str) -> None:
    own = own_words(text, 100)
    assert len(own) == len(text)
    assert all(mine in (QUOTED, theirs) for mine, theirs in zip(own, text, strict=True))
