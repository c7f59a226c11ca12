"""Trim: which pieces stay for a given room, and that they are whole slices in order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from conversations import TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st

from gatekeeper_core.anchors import terms
from gatekeeper_core.model import Span
from gatekeeper_core.tokens import estimate
from gatekeeper_core.trim import trim, unit_scores
from gatekeeper_core.units import Unit, units

# Five pieces of ten characters.
PIECES = [Unit(10 * i, 10 * i + 10, "sentence") for i in range(5)]

CHOICES: dict[str, tuple[list[float], int, list[Span]]] = {
    "the best piece alone when there is room for one": ([0, 1, 3, 2, 0], 10, [(20, 30)]),
    "by score while there is room, back in order": ([3, 0, 1, 0, 2], 20, [(0, 10), (40, 50)]),
    "adjacent pieces are one span": ([0, 1, 2, 3, 0], 30, [(10, 40)]),
    "what scores nothing is left out though there is room": ([0, 0, 5, 0, 0], 50, [(20, 30)]),
    "earlier ones first at equal score": ([1, 1, 1, 1, 1], 20, [(0, 20)]),
    "the first piece when nothing scores": ([0, 0, 0, 0, 0], 50, [(0, 10)]),
    "the best piece at any price": ([0, 2, 1, 0, 0], 3, [(10, 20)]),
    "everything when all score and fit": ([1, 2, 3, 2, 1], 50, [(0, 50)]),
}


@pytest.mark.parametrize(("scores", "room", "spans"), CHOICES.values(), ids=CHOICES)
def test_which_pieces_stay(scores: list[float], room: int, spans: list[Span]) -> None:
    assert trim(PIECES, scores, [10] * 5, room) == tuple(spans)


def test_a_piece_that_does_not_fit_makes_way_for_a_smaller_one() -> None:
    assert trim(PIECES, [3, 2, 1, 0, 0], [10, 90, 10, 10, 10], 25) == ((0, 10), (20, 30))


def test_a_unit_scores_each_of_its_anchors_once() -> None:
    assert unit_scores([["a", "a", "b"], ["c"]], {"a": 2.0, "b": 1.0})[0] == 3.0


def test_a_unit_inherits_a_share_of_the_one_before_it_alone() -> None:
    first, second, third = unit_scores([["a"], ["x"], ["x"]], {"a": 2.0})
    assert first == 2.0
    assert 0 < second < first
    assert third == 0


def test_no_units_score_nothing() -> None:
    assert unit_scores([], {"a": 1.0}) == []


WANTED = st.dictionaries(
    st.sampled_from(("port", "rye", "bread", "8080", "gatewai", "连接", "数据", "พอร", "python", "a")),
    st.floats(0.1, 9),
    max_size=4,
)


def trimmed(text: str, wanted: dict[str, float], room: int) -> tuple[Sequence[Unit], tuple[Span, ...]]:
    pieces = units(text)
    texts = [text[piece.start : piece.end] for piece in pieces]
    scores = unit_scores([terms(piece) for piece in texts], wanted)
    return pieces, trim(pieces, scores, [estimate(piece) for piece in texts], room)


@given(TEXTS.filter(bool), WANTED, st.integers(0, 200))
@settings(max_examples=80, deadline=None)
def test_what_stays_are_whole_units_in_order(text: str, wanted: dict[str, float], room: int) -> None:
    pieces, spans = trimmed(text, wanted, room)
    assert spans
    assert all(start < end for start, end in spans)
    assert all(spans[i][1] < spans[i + 1][0] for i in range(len(spans) - 1))
    assert {start for start, _ in spans} <= {piece.start for piece in pieces}
    assert {end for _, end in spans} <= {piece.end for piece in pieces}


@given(TEXTS.filter(bool), WANTED, st.integers(0, 200))
@settings(max_examples=80, deadline=None)
def test_what_stays_fits_the_room_unless_it_is_one_piece(text: str, wanted: dict[str, float], room: int) -> None:
    pieces, spans = trimmed(text, wanted, room)
    kept = [p for p in pieces if any(start <= p.start and p.end <= end for start, end in spans)]
    assert len(kept) == 1 or sum(estimate(text[p.start : p.end]) for p in kept) <= room


PLAIN = st.lists(
    st.sampled_from(
        (
            "The gateway listens on port 8080. ",
            "Rye bread bakes for an hour. ",
            "It rains. ",
            "数据库的连接池设为三十。",
            "天气很好。",
            "We met on Monday. ",
        )
    ),
    min_size=1,
    max_size=9,
).map("".join)


@given(PLAIN, WANTED)
@settings(max_examples=80, deadline=None)
def test_trimming_twice_changes_nothing(text: str, wanted: dict[str, float]) -> None:
    _, spans = trimmed(text, wanted, 10_000)
    once = "".join(text[start:end] for start, end in spans)
    _, again = trimmed(once, wanted, 10_000)
    assert again == ((0, len(once)),)
