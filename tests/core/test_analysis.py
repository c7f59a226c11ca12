"""Analysis: what is found out about one message, and how messages become blocks."""

from __future__ import annotations

import pytest
from conversations import TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st

from gatekeeper_core.analysis import analyse, blocks_of
from gatekeeper_core.anchors import frequencies
from gatekeeper_core.model import Message
from gatekeeper_core.tokens import message_tokens

CORRECTION = "No, I meant version 2.10.3."
WISH = "From now on always answer in French."
OPENER = "By the way, another question."
FAREWELL = "Thanks, that's all."


def test_a_user_message_has_its_cues() -> None:
    assert analyse("user", CORRECTION).corrects
    assert analyse("user", WISH).wishes
    assert analyse("user", OPENER).opens
    assert analyse("user", FAREWELL).closes


@pytest.mark.parametrize("role", ["assistant", "tool", "system"])
def test_only_the_user_corrects_declares_and_opens(role: str) -> None:
    for text in (CORRECTION, WISH, OPENER):
        message = analyse(role, text)
        assert not (message.corrects or message.wishes or message.opens)


def test_an_assistant_may_say_goodbye_in_a_short_message() -> None:
    assert analyse("assistant", FAREWELL).closes
    assert not analyse("assistant", f"{'The gateway listens on port 8080. ' * 9}{FAREWELL}").closes
    assert not analyse("tool", FAREWELL).closes


def test_pasted_material_signals_nothing() -> None:
    pasted = f"{CORRECTION} {'lorem ipsum ' * 500}"
    assert not analyse("user", pasted).corrects


def test_call_text_is_matched_and_counted_but_no_part_of_the_text() -> None:
    plain = analyse("assistant", "Let me look.")
    calling = analyse("assistant", "Let me look.", calls=("c1",), call_text='{"city": "Reykjavik"}')
    assert calling.text == plain.text
    assert calling.tokens > plain.tokens
    assert "reykjavik" in calling.terms
    assert calling.calls == ("c1",)


def test_tokens_known_better_are_taken_over() -> None:
    assert analyse("user", "a picture", tokens=2000, trimmable=False).tokens == 2000


@given(st.sampled_from(("user", "assistant", "tool")), TEXTS)
@settings(max_examples=100, deadline=None)
def test_any_text_can_be_analysed(role: str, text: str) -> None:
    message = analyse(role, text)
    assert (message.role, message.text, message.trimmable) == (role, text, True)
    assert message.tokens == message_tokens(text)
    assert message.terms == frequencies(text)
    assert all(0 <= wish.start < wish.end <= len(text) for wish in message.wishes)


def bare(role: str) -> Message:
    return Message(role=role, text="", tokens=4, trimmable=True, terms={})


GROUPS = {
    "a turn": ("ua", ["ua"]),
    "two turns": ("uaua", ["ua", "ua"]),
    "a run of user messages is one block": ("uuauuua", ["uua", "uuua"]),
    "everything that answers belongs to it": ("uataatua", ["uataat", "ua"]),
    "an assistant message first is a block of its own": ("auaa", ["a", "uaa"]),
    "an unanswered question at the end": ("uau", ["ua", "u"]),
    "nothing": ("", []),
}
ROLES = {"u": "user", "a": "assistant", "t": "tool"}


@pytest.mark.parametrize(("roles", "groups"), GROUPS.values(), ids=GROUPS)
def test_messages_become_blocks(roles: str, groups: list[str]) -> None:
    blocks = blocks_of([bare(ROLES[r]) for r in roles])
    assert ["".join(m.role[0] for m in block.messages) for block in blocks] == groups
    assert [block.turn_id for block in blocks] == list(range(len(groups)))


def test_turn_ids_may_start_later() -> None:
    assert [b.turn_id for b in blocks_of([bare("user"), bare("assistant"), bare("user")], 7)] == [7, 8]


@given(st.text("uat", max_size=30))
def test_blocks_are_the_messages_in_order_and_start_with_the_user(roles: str) -> None:
    messages = [bare(ROLES[r]) for r in roles]
    blocks = blocks_of(messages)
    assert [m for block in blocks for m in block.messages] == messages
    for block in blocks[1:]:
        said = "".join(m.role[0] for m in block.messages)
        assert said.startswith("u")
        assert "u" not in said.lstrip("u")
