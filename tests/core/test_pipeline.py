"""The pipeline on generated conversations: what holds for every selection, whatever was said."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from conversations import QUERIES, conversations, excerpt_of, remembered
from hypothesis import given, settings
from hypothesis import strategies as st

from gatekeeper_core.eligibility import ineligible, is_well_formed
from gatekeeper_core.model import NO_MARKS, Block, Fill, Marks, Policy, Reason, Selection
from gatekeeper_core.pipeline import select
from gatekeeper_core.retrieval import Index
from gatekeeper_core.tokens import message_tokens
from gatekeeper_core.units import units

KEPT = {
    Reason.PINNED,
    Reason.RECENT_REFERENCE,
    Reason.COVERS,
    Reason.FILL,
    Reason.CORRECTION,
    Reason.CONSTRAINT,
}
LEFT_OUT = {
    Reason.OFF_TOPIC,
    Reason.LOW_SCORE,
    Reason.ALREADY_COVERED,
    Reason.OVER_BUDGET,
    Reason.SUPERSEDED,
    Reason.EXPIRED,
    Reason.NOT_PERMITTED,
    Reason.MALFORMED,
}
POLICIES = st.builds(
    Policy,
    token_budget=st.sampled_from((0, 11, 30, 60, 120, 300, 4000)),
    fill=st.sampled_from(Fill),
    steady=st.booleans(),
)
POSITIONS = st.frozensets(st.integers(0, 8), max_size=2)
MARKS = st.one_of(
    st.just(NO_MARKS),
    st.builds(Marks, pinned=POSITIONS, dropped=POSITIONS, expired=POSITIONS, superseded=POSITIONS),
)


def within(marks: Marks, blocks: Sequence[Block]) -> Marks:
    """The marks that point at a block."""
    there = frozenset(range(len(blocks)))
    return Marks(marks.pinned & there, marks.dropped & there, marks.expired & there, marks.superseded & there)


def assert_sound(selection: Selection, blocks: Sequence[Block], policy: Policy, marks: Marks) -> None:
    trace = selection.trace
    assert selection.kept == tuple(sorted(set(selection.kept)))
    assert [verdict.turn_id for verdict in trace.verdicts] == [block.turn_id for block in blocks]
    out = ineligible(blocks, marks)
    for position, (verdict, block) in enumerate(zip(trace.verdicts, blocks, strict=True)):
        assert verdict.kept == (position in selection.kept)
        assert verdict.reason in (KEPT if verdict.kept else LEFT_OUT)
        assert verdict.tokens == block.tokens
        if position in out:
            assert (verdict.kept, verdict.reason) == (False, out[position])
        if not verdict.kept:
            assert verdict.tokens_kept == 0
    assert trace.tokens_before == sum(block.tokens for block in blocks)
    assert trace.tokens_after == sum(verdict.tokens_kept for verdict in trace.verdicts)
    assert trace.budget == policy.token_budget


def assert_inside_budget(selection: Selection, policy: Policy) -> None:
    pinned = any(verdict.reason is Reason.PINNED for verdict in selection.trace.verdicts)
    noted = "pins_over_budget" in selection.trace.notes
    if not pinned:
        assert not noted
    if not noted:
        assert selection.trace.tokens_after <= policy.token_budget


def assert_excerpts_are_slices(selection: Selection, blocks: Sequence[Block]) -> None:
    for (position, i), spans in selection.excerpts.items():
        assert position in selection.kept
        assert blocks[position].trimmable
        text = blocks[position].messages[i].text
        assert spans
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(one[1] < other[0] for one, other in pairwise(spans))
        assert excerpt_of(selection, blocks, position, i).strip()
    for position in selection.kept:
        whole = all((position, i) not in selection.excerpts for i in range(len(blocks[position].messages)))
        cost = selection.trace.verdicts[position].tokens_kept
        if whole:
            assert cost == blocks[position].tokens
        else:
            texts = [excerpt_of(selection, blocks, position, i) for i in range(len(blocks[position].messages))]
            assert cost == sum(map(message_tokens, texts))


def assert_cuts_no_unit(selection: Selection, blocks: Sequence[Block]) -> None:
    for (position, i), spans in selection.excerpts.items():
        text = blocks[position].messages[i].text
        edges = {0, *(unit.end for unit in units(text))}
        if selection.trace.verdicts[position].reason is not Reason.CONSTRAINT:
            assert {at for span in spans for at in span} <= edges


@given(conversations(), QUERIES, POLICIES, MARKS)
@settings(max_examples=80, deadline=None)
def test_every_first_selection_is_sound(blocks: list[Block], query: str, policy: Policy, marks: Marks) -> None:
    marks = within(marks, blocks)
    selection = select(blocks, query, policy, marks=marks)
    assert_sound(selection, blocks, policy, marks)
    assert_inside_budget(selection, policy)
    assert_excerpts_are_slices(selection, blocks)
    assert_cuts_no_unit(selection, blocks)
    assert selection.trace.reselected
    assert all(is_well_formed(blocks[position]) for position in selection.kept)
    eligible_pins = marks.pinned - ineligible(blocks, marks).keys()
    assert eligible_pins <= set(selection.kept)


@given(conversations(), QUERIES, QUERIES, POLICIES, st.integers(0, 9), MARKS)
@settings(max_examples=80, deadline=None)
def test_every_next_selection_is_sound(
    blocks: list[Block], first: str, query: str, policy: Policy, known: int, marks: Marks
) -> None:
    marks = within(marks, blocks)
    previous = remembered(select(blocks[:known], first, policy))
    selection = select(blocks, query, policy, previous, marks=marks)
    assert_sound(selection, blocks, policy, marks)
    assert_inside_budget(selection, policy)
    assert_excerpts_are_slices(selection, blocks)
    assert all(is_well_formed(blocks[position]) for position in selection.kept)


@given(conversations(), QUERIES, QUERIES, POLICIES, st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_without_a_new_selection_the_window_only_grows(
    blocks: list[Block], first: str, query: str, policy: Policy, known: int
) -> None:
    previous = remembered(select(blocks[:known], first, policy))
    selection = select(blocks, query, policy, previous)
    if not selection.trace.reselected:
        assert selection.kept == (*previous.kept, *range(previous.blocks, len(blocks)))
        assert selection.excerpts == previous.excerpts
        sent = {position: selection.trace.verdicts[position].tokens_kept for position in previous.kept}
        assert sent == previous.costs
        assert not selection.trace.notes
    else:
        assert not policy.steady or any(note.startswith("reselected:") for note in selection.trace.notes)


@given(conversations(), QUERIES, POLICIES, MARKS)
@settings(max_examples=30, deadline=None)
def test_the_same_input_gives_the_same_selection(
    blocks: list[Block], query: str, policy: Policy, marks: Marks
) -> None:
    marks = within(marks, blocks)
    once, again = (select(blocks, query, policy, marks=marks) for _ in range(2))
    assert once == again


@given(conversations(), conversations(4), QUERIES, POLICIES)
@settings(max_examples=40, deadline=None)
def test_an_index_used_before_changes_nothing(
    blocks: list[Block], others: list[Block], query: str, policy: Policy
) -> None:
    index = Index([*blocks[:2], *others])
    assert select(blocks, query, policy, index=index) == select(blocks, query, policy, index=Index())
    assert select(blocks, query, policy, index=index) == select(blocks, query, policy)


@given(conversations(), QUERIES, POLICIES)
@settings(max_examples=25, deadline=None)
def test_keeping_all_keeps_all_whole(blocks: list[Block], query: str, policy: Policy) -> None:
    selection = select(blocks, query, replace(policy, keep_all=True))
    assert selection.kept == tuple(range(len(blocks)))
    assert (selection.excerpts, selection.trace.tokens_after) == ({}, selection.trace.tokens_before)
    assert not selection.trace.reselected


@given(conversations(), QUERIES, POLICIES)
@settings(max_examples=60, deadline=None)
def test_a_value_is_never_kept_without_its_correction(blocks: list[Block], query: str, policy: Policy) -> None:
    selection = select(blocks, query, policy)
    out = ineligible(blocks, NO_MARKS)
    for correcting, corrected in Index(blocks).corrected.items():
        if corrected in selection.kept and correcting not in out:
            assert correcting in selection.kept


@given(conversations(), QUERIES, POLICIES, st.integers(0, 50))
@settings(max_examples=40, deadline=None)
def test_turn_ids_are_only_names(blocks: list[Block], query: str, policy: Policy, first: int) -> None:
    renamed = [Block(block.turn_id + first, block.messages) for block in blocks]
    mine, theirs = select(blocks, query, policy), select(renamed, query, policy)
    assert (mine.kept, mine.excerpts) == (theirs.kept, theirs.excerpts)
    assert [v.turn_id for v in theirs.trace.verdicts] == [b.turn_id for b in renamed]


def test_an_empty_history_gives_an_empty_selection() -> None:
    for fill in Fill:
        selection = select([], "anything?", Policy(fill=fill))
        assert (selection.kept, selection.excerpts, selection.trace.verdicts) == ((), {}, ())
        assert selection.trace.gate.reason == "no_history"


HASHED = """
import sys
from gatekeeper_core import analyse, blocks_of, select, Policy
prose = [" ".join(f"Fact {i * j % 13} of case{(i * i + j) % 31} names w{(i + j * j) % 61}." for j in range(30))
         for i in range(1, 13)]
blocks = blocks_of([analyse(role, text) for text in prose for role in ("user", "assistant")])
query = "Which case names w5, w21, w38 and w60 in fact 7?"
sys.stdout.write(repr([select(blocks, query, Policy(token_budget=b)) for b in (100, 400, 1500)]))
"""


def test_a_selection_does_not_depend_on_hash_order() -> None:
    runs = {
        subprocess.run(
            [sys.executable, "-c", HASHED], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
