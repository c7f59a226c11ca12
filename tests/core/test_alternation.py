"""Factored alternations match where the plain ones do."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gatekeeper_core.alternation import factored, split

WRITTEN = [
    ("(?:at|in) (?:a|b)|and", "a(?:t (?:a|b)|nd)|in (?:a|b)"),
    ("(?:the )?end|ends?", "the end|end(?:|s?)"),
    ("[ab]c|ad", "a(?:c|d)|bc"),
    ("ax?|b+", "ax?|bb*"),
    ("(?<!a)bc|bd", "b(?:(?<!ab)c|d)"),
    ("x?y", "xy|y"),
    (r"\w+|(?:a|b)*c|(?P<n>a|b)", r"\w+|(?:a|b)*c|(?P<n>a|b)"),
    ("ATa|ATb|c", "AT(?:a|b)|c"),
]


@pytest.mark.parametrize(("source", "expected"), WRITTEN)
def test_what_begins_alike_is_gathered(source: str, expected: str) -> None:
    assert factored(source, ("AT",)) == expected


def test_an_alternative_that_would_grow_too_much_stays_as_it_is() -> None:
    source = "(?:" + "|".join(f"{a}{b}" for a in "abcdefghij" for b in "abcdefghij") + ")" + "z" * 100
    assert factored(source) == source


def test_split_knows_groups_classes_and_escapes() -> None:
    assert split(r"a(?:b|c)|[|]]|\||d") == ["a(?:b|c)", "[|]]", r"\|", "d"]


ATOMS = st.sampled_from(
    ["a", "b", "c", "[ab]", "a?", "b+", "(?:a|b)", "(?:ab |c)?", "(?<!a)", "(?=b)", r"\w", "(?:a|bc)*"]
)
SOURCES = st.lists(st.lists(ATOMS, min_size=1, max_size=5).map("".join), min_size=1, max_size=6).map("|".join)


@given(SOURCES, st.text(alphabet="abc ", max_size=12))
def test_it_matches_in_the_same_places(source: str, text: str) -> None:
    plain, quick = re.compile(f"(?:{source})(?= |$)"), re.compile(f"(?:{factored(source)})(?= |$)")
    for place in range(len(text) + 1):
        assert bool(plain.match(text, place)) is bool(quick.match(text, place))
