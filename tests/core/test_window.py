"""The window: what fits, what a block costs once it is trimmed, and which spans of it stay."""

from __future__ import annotations

import pytest
from conversations import TEXTS, plain_turns, talk
from hypothesis import given, settings
from hypothesis import strategies as st

from gatekeeper_core.analysis import analyse
from gatekeeper_core.model import Block, Message, Reason
from gatekeeper_core.tokens import message_tokens
from gatekeeper_core.units import units
from gatekeeper_core.window import Window, excerpt

LONG = (
    "Gateways route requests. The port is 8080. It was chosen in spring. Nobody remembers why. "
    "The logs go to a file. That file is rotated at night. Backups are kept for a month."
)
PORT = {"port": 2.0, "8080": 3.0}


def window(room: int = 10_000, *turns: tuple[str, str]) -> Window:
    return Window(talk(*(turns or (("Which port?", LONG), ("Thanks", "Welcome")))), room)


def sent(one: Window, position: int, message: int) -> str:
    text = one.blocks[position].messages[message].text
    return "".join(text[s:e] for s, e in one.excerpts.get((position, message), ((0, len(text)),)))


def test_a_block_that_fits_is_taken_and_paid_for() -> None:
    one = window(100)
    assert one.take(1, Reason.COVERS)
    assert one.reasons == {1: Reason.COVERS}
    assert one.costs == {1: one.blocks[1].tokens}
    assert one.room == 100 - one.blocks[1].tokens


def test_a_block_that_does_not_fit_is_left() -> None:
    one = window(3)
    assert not one.take(1, Reason.COVERS)
    assert (one.reasons, one.room) == ({}, 3)


def test_a_block_fits_a_room_of_exactly_its_size() -> None:
    size = talk(("a", "b"))[0].tokens
    assert window(size, ("a", "b")).take(0, Reason.COVERS)
    assert not window(size - 1, ("a", "b")).take(0, Reason.COVERS)


@pytest.mark.parametrize("again", ["take", "force", "take_trimmed", "take_spans"])
def test_a_block_taken_twice_is_paid_for_once_and_keeps_its_first_reason(again: str) -> None:
    one = window(1000)
    one.take(0, Reason.COVERS)
    room = one.room
    match again:
        case "take":
            assert one.take(0, Reason.FILL)
        case "force":
            one.force(0, Reason.FILL)
        case "take_trimmed":
            assert one.take_trimmed(0, Reason.FILL, PORT, 10)
        case "take_spans":
            assert one.take_spans(0, Reason.FILL, {0: [(0, 5)]})
    assert (one.room, one.reasons, one.excerpts) == (room, {0: Reason.COVERS}, {})


def test_a_forced_block_may_overdraw_the_room() -> None:
    one = window(0)
    one.force(0, Reason.PINNED)
    assert one.room == -one.blocks[0].tokens


def test_a_trimmed_block_keeps_the_sentence_with_the_anchors_and_costs_what_is_left() -> None:
    one = window()
    assert one.take_trimmed(0, Reason.COVERS, PORT, 30)
    assert "The port is 8080." in sent(one, 0, 1)
    assert "Backups" not in sent(one, 0, 1)
    assert one.costs[0] == sum(message_tokens(sent(one, 0, i)) for i in (0, 1)) < one.blocks[0].tokens


def test_a_short_message_of_a_trimmed_block_stays_whole() -> None:
    one = window()
    one.take_trimmed(0, Reason.COVERS, PORT, 30)
    assert sent(one, 0, 0) == "Which port?"


def test_a_trimmed_block_that_still_does_not_fit_is_left() -> None:
    one = window(5)
    assert not one.take_trimmed(0, Reason.COVERS, PORT, 5)
    assert (one.reasons, one.excerpts, one.room) == ({}, {}, 5)


def test_a_block_that_is_not_plain_text_is_never_trimmed() -> None:
    one = Window([Block(0, (analyse("user", LONG, trimmable=False),))], 10_000)
    assert not one.take_trimmed(0, Reason.COVERS, PORT, 20)
    assert one.take_spans(0, Reason.CONSTRAINT, {0: [(0, 24)]})
    assert (one.excerpts, one.costs[0]) == ({}, one.blocks[0].tokens)


def test_named_spans_stay_and_of_the_other_messages_the_first_piece() -> None:
    said = "It rains a lot. Always answer in French. The cat sleeps."
    one = window(1000, (said, LONG))
    assert one.take_spans(0, Reason.CONSTRAINT, {0: [(16, 40)]})
    assert sent(one, 0, 0) == "Always answer in French."
    assert sent(one, 0, 1).strip() == "Gateways route requests."
    assert one.costs[0] == sum(message_tokens(sent(one, 0, i)) for i in (0, 1))


def test_overlapping_spans_are_joined() -> None:
    one = window(1000, (LONG, "ok"))
    one.take_spans(0, Reason.CONSTRAINT, {0: [(25, 42), (0, 24), (20, 25)]})
    assert one.excerpts[0, 0] == ((0, 42),)


def test_spans_of_a_whole_message_are_no_excerpt() -> None:
    one = window(1000, ("Always answer in French.", "Oui."))
    one.take_spans(0, Reason.CONSTRAINT, {0: [(0, 24)]})
    assert (one.excerpts, one.costs[0]) == ({}, one.blocks[0].tokens)


def test_an_empty_answer_beside_named_spans_stays_empty() -> None:
    one = window(1000, ("It rains a lot. Always answer in French.", ""))
    one.take_spans(0, Reason.CONSTRAINT, {0: [(16, 40)]})
    assert sent(one, 0, 1) == ""


@pytest.mark.parametrize("text", ["", "One sentence only.", "```\none. two.\n```"])
def test_a_message_of_one_piece_is_not_trimmed(text: str) -> None:
    message = analyse("assistant", text)
    assert excerpt(message, PORT, 1) == ((), message.tokens)


LEADING = {
    "line feeds": "\n\nGateways route requests. The logs go to a file. Backups are kept.",
    "a thematic break": "---\nGateways route requests. The logs go to a file. Backups are kept.",
}


@pytest.mark.parametrize("text", LEADING.values(), ids=LEADING)
def test_what_is_kept_of_an_answer_is_never_blank(text: str) -> None:
    """Upstreams refuse messages without a visible character."""
    spans, _ = excerpt(analyse("assistant", text), {}, 3)
    assert any(c.isalnum() for s, e in spans for c in text[s:e])
    one = window(1000, ("It rains. Always answer in French.", text))
    one.take_spans(0, Reason.CONSTRAINT, {0: [(10, 34)]})
    assert any(c.isalnum() for c in sent(one, 0, 1))


def boundaries(message: Message) -> set[int]:
    return {0, *(unit.end for unit in units(message.text))}


@given(
    st.lists(plain_turns(), min_size=1, max_size=4),
    st.dictionaries(st.sampled_from(("port", "rye", "8080", "连接", "พอร")), st.floats(0.1, 5), max_size=3),
    st.integers(0, 120),
    st.integers(0, 300),
)
@settings(max_examples=80, deadline=None)
def test_a_trimmed_block_is_inside_its_room_and_cuts_no_unit(
    turns: list[list[Message]], weights: dict[str, float], room: int, have: int
) -> None:
    blocks = [Block(i, tuple(turn)) for i, turn in enumerate(turns)]
    one = Window(blocks, have)
    for position in range(len(blocks)):
        one.take_trimmed(position, Reason.COVERS, weights, room)
    assert one.room == have - sum(one.costs.values()) >= 0
    for (position, i), spans in one.excerpts.items():
        message = blocks[position].messages[i]
        assert position in one.reasons
        assert {at for span in spans for at in span} <= boundaries(message)
        assert "" != sent(one, position, i) != message.text


@given(TEXTS, st.integers(0, 100))
@settings(max_examples=80, deadline=None)
def test_an_excerpt_costs_what_its_text_costs(text: str, room: int) -> None:
    message = analyse("assistant", text)
    spans, tokens = excerpt(message, PORT, room)
    kept = "".join(text[s:e] for s, e in spans) if spans else text
    assert tokens == message_tokens(kept)
