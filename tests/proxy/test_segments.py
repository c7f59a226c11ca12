from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gatekeeper_core.analysis import analyse, blocks_of
from gatekeeper_core.model import Marks, Message
from proxy.controls import NO_CONTROLS, Controls
from proxy.errors import ProxyError
from proxy.segments import marks, segment

# One letter a message: system, developer, user, assistant, call and result of a, call and result of b, other.
LETTERS = "sduacrCRo"


def said(letters: str) -> list[Message]:
    messages = {
        "s": analyse("system", "S"),
        "d": analyse("developer", "D"),
        "u": analyse("user", "U"),
        "a": analyse("assistant", "A"),
        "c": analyse("assistant", "", calls=("a",)),
        "r": analyse("tool", "R", answers="a"),
        "C": analyse("assistant", "", calls=("b",)),
        "R": analyse("tool", "R", answers="b"),
        "o": analyse("", "O"),
    }
    return [messages[letter] for letter in letters]


SPLITS: list[Any] = [
    pytest.param("u", [], "u", id="one question"),
    pytest.param("suau", ["ua"], "u", id="a turn and a question"),
    pytest.param("uauau", ["ua", "ua"], "u", id="two turns"),
    pytest.param("suuauu", ["uua"], "uu", id="consecutive user messages are one"),
    pytest.param("auau", ["a", "ua"], "u", id="an assistant first is a block"),
    pytest.param("uausa", ["ua"], "usa", id="all behind the question is tail"),
    pytest.param("uaua", ["ua"], "ua", id="a prefilled answer"),
    pytest.param("uauccrr", ["ua"], "uccrr", id="a running tool loop"),
    pytest.param("ucrau", ["ucra"], "u", id="a closed tool loop is one block"),
    pytest.param("usasdu", ["ua"], "u", id="preamble inside the history belongs to no block"),
    pytest.param("usuau", ["uua"], "u", id="user messages with a system message between them are one run"),
    pytest.param("uoou", ["uoo"], "u", id="roles nobody knows answer"),
    pytest.param("uaucur", ["ua"], "ucur", id="the user spoke while a tool ran: the call comes along"),
    pytest.param("ucaucuRCur", ["uca"], "ucuRCur", id="the latest call of that name"),
    pytest.param("uCucauRr", [], "uCucauRr", id="both calls come along"),
    pytest.param("uaur", ["ua"], "ur", id="a result of nothing"),
    pytest.param("uauccrur", ["ua"], "uccrur", id="a result of a call answered before"),
]


@pytest.mark.parametrize(("letters", "blocks", "tail"), SPLITS)
def test_a_request_is_split(letters: str, blocks: list[str], tail: str) -> None:
    parts = segment(said(letters))
    assert ["".join(letters[i] for i in block) for block in parts.blocks] == blocks
    assert letters[parts.tail :] == tail


@pytest.mark.parametrize("letters", ["s", "sa", "acr", "oo", "d"])
def test_where_no_user_speaks_everything_is_fixed(letters: str) -> None:
    parts = segment(said(letters))
    assert parts.query is None and parts.fixed == tuple(range(len(letters))) and not parts.blocks


def test_the_question_is_the_last_run_of_user_messages() -> None:
    messages = [analyse("user", "a"), analyse("assistant", "b"), analyse("user", "c"), analyse("user", "d")]
    assert segment(messages).query == "c\nd"
    assert segment(said("ucur")).query == "U"


@given(st.text(LETTERS, min_size=1, max_size=14))
def test_every_message_has_one_place(letters: str) -> None:
    messages = said(letters)
    parts = segment(messages)
    assert sorted(parts.fixed + parts.history) == list(range(len(letters)))
    assert [i for block in parts.blocks for i in block] == list(parts.history)
    assert parts.query is None or {"s", "d"} & set(letters) <= {letters[i] for i in parts.fixed}
    together = blocks_of([messages[i] for i in parts.history])
    assert [len(block.messages) for block in together] == [len(block) for block in parts.blocks]
    if parts.query is not None and "u" in letters[: parts.tail]:
        assert letters[parts.tail] == "u"


PARTS = segment(said("suauaucrau"))  # blocks: 1-2, 3-4, 5-8; tail: 9
HOUR = 3600.0
MARKED: list[Any] = [
    pytest.param(NO_CONTROLS, Marks(), id="nothing asked"),
    pytest.param(Controls(pin=(2,), drop=(3, 4)), Marks(pinned=frozenset({0}), dropped=frozenset({1})), id="pin, drop"),
    pytest.param(Controls(pin=(0, 9), drop=(0, 9)), Marks(), id="preamble and tail belong to no block"),
    pytest.param(
        Controls(expires={1: HOUR, 4: HOUR - 1, 6: HOUR + 1}), Marks(expired=frozenset({0, 1})), id="expired by now"
    ),
    pytest.param(
        Controls(supersedes={8: (1, 2), 9: (4,)}), Marks(superseded=frozenset({0, 1})), id="the older ones are replaced"
    ),
]


@pytest.mark.parametrize(("controls", "wanted"), MARKED)
def test_controls_become_positions_of_blocks(controls: Controls, wanted: Marks) -> None:
    assert marks(controls, PARTS, 10, HOUR) == wanted


BEYOND = [
    pytest.param(Controls(pin=(10,)), "pin", id="pin"),
    pytest.param(Controls(drop=(1, 10)), "drop", id="drop"),
    pytest.param(Controls(expires={10: 1e12}), "expires", id="expires, not yet due"),
    pytest.param(Controls(supersedes={10: ()}), "supersedes", id="supersedes, nothing replaced"),
    pytest.param(Controls(supersedes={9: (10,)}), "supersedes", id="supersedes, the replaced one"),
]


@pytest.mark.parametrize(("controls", "field"), BEYOND)
def test_an_index_behind_the_end_is_a_400(controls: Controls, field: str) -> None:
    with pytest.raises(ProxyError) as refused:
        marks(controls, PARTS, 10, HOUR)
    assert (refused.value.status, refused.value.param) == (400, f"gatekeeper.{field}")
