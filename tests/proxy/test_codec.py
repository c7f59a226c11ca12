"""The law of the codec: what is kept leaves as the very bytes it came in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proxy.codec import decode, is_editable, splice, with_content

SPACE = st.sampled_from(["", "", " ", "\n\t", "\r\n  "])
NUMBERS = st.sampled_from(["0", "-0", "1.0", "1e400", "-1E-5", "12345678901234567890", "9" * 400, "0.10"])
LETTERS = st.one_of(
    st.sampled_from(
        [
            "\\u00e9", "\\ud83d\\ude00", "\\uD800", "\\udc00", "\\udc00\\ud800", "\\ufffd", '\\"', "\\\\", "\\/", "\\n",
            '\\"messages\\": [', "{", "}", "[", "]", ",", ":", "messages", "\u2028", "👩‍👩‍👧", "\x7f",
        ]
    ),
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters='"\\'),
)  # fmt: skip
STRINGS = st.lists(LETTERS, max_size=6).map(lambda letters: '"' + "".join(letters) + '"')
KEYS = ['"messages"', '"a"', '"é\\n"', '"gatekeeper"', '"\\ud83d\\ude00"', '"\\udfff"', '"a\\"b"', '""', '"model"']


def joined(draw: st.DrawFn, opening: str, parts: Sequence[str], closing: str) -> str:
    """JSON parts in brackets, white space wherever it may stand."""
    padded = (draw(SPACE) + part + draw(SPACE) for part in parts)
    return opening + (",".join(padded) or draw(SPACE)) + closing


@st.composite
def entries(draw: st.DrawFn, keys: Sequence[str], values: st.SearchStrategy[str]) -> list[str]:
    return [f"{key}{draw(SPACE)}:{draw(SPACE)}{draw(values)}" for key in keys]


def objects(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    @st.composite
    def drawn(draw: st.DrawFn) -> str:
        keys = draw(st.lists(st.sampled_from(KEYS), max_size=4))  # below the top level a key may stand twice
        return joined(draw, "{", draw(entries(keys, values)), "}")

    return drawn()


def lists(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    @st.composite
    def drawn(draw: st.DrawFn) -> str:
        return joined(draw, "[", draw(st.lists(values, max_size=3)), "]")

    return drawn()


LEAVES = st.one_of(st.sampled_from(["null", "true", "false"]), NUMBERS, STRINGS)
FEW = settings(max_examples=20, deadline=None)  # drawing a body takes fifty times as long as reading it
VALUES = st.recursive(LEAVES, lambda inner: st.one_of(objects(inner), lists(inner)), max_leaves=8)


@st.composite
def bodies(draw: st.DrawFn) -> bytes:
    """A request in any spelling: an object with a list of objects called messages, somewhere among other fields."""
    messages = joined(draw, "[", draw(st.lists(objects(VALUES), min_size=1, max_size=5)), "]")
    others = draw(entries(draw(st.lists(st.sampled_from(KEYS[1:]), unique=True)), VALUES))
    name = draw(st.sampled_from(['"messages"', '"mess\\u0061ges"']))
    fields = draw(st.permutations([f"{name}{draw(SPACE)}:{draw(SPACE)}{messages}", *others]))
    return (draw(SPACE) + joined(draw, "{", fields, "}") + draw(SPACE)).encode()


def parsed(body: bytes) -> list[tuple[str, Any]]:
    """Every key and number as it was spelled, keys that stand twice twice."""
    found: list[tuple[str, Any]] = json.loads(body, object_pairs_hook=list, parse_float=str, parse_int=str)
    return found


@FEW
@given(bodies())
def test_what_keeps_everything_is_the_same_buffer(body: bytes) -> None:
    envelope = decode(body)
    pieces = splice(envelope, range(len(envelope.messages)), {})
    assert len(pieces) == 1 and pieces[0] is body
    assert len(envelope.readable) == len(body)


@FEW
@given(bodies(), st.data())
def test_a_dropped_message_is_all_that_is_missing(body: bytes, data: st.DataObject) -> None:
    envelope = decode(body)
    keep = [i for i in range(len(envelope.messages)) if data.draw(st.booleans())] or [0]
    short = b"".join(splice(envelope, keep, {}))
    wanted = [(k, [v[i] for i in keep] if k == "messages" else v) for k, v in parsed(body)]
    assert parsed(short) == wanted
    again = decode(short)
    kept = [again.original_message(j) for j in range(len(keep))]
    assert kept == [envelope.original_message(i) for i in keep]


@FEW
@given(bodies(), st.data())
def test_a_field_left_out_or_replaced_is_all_that_changes(body: bytes, data: st.DataObject) -> None:
    envelope = decode(body)
    others = [name for name in envelope.fields if name != "messages"]
    gone = data.draw(st.sets(st.sampled_from([*others, "absent"]))) if others else set()
    new = {name: b'"new"' for name in others if name not in gone and data.draw(st.booleans())}
    keep = [i for i in range(len(envelope.messages)) if data.draw(st.booleans())] or [0]
    # Two neighbours left out at once would share a comma; the proxy only ever leaves out its own field.
    for name in sorted(gone):
        body = b"".join(splice(decode(body), range(len(envelope.messages)), {}, without=[name]))
    assert parsed(body) == [(k, v) for k, v in parsed(envelope.body) if as_read(k) not in gone]
    short = b"".join(splice(decode(body), keep, {}, replaced=new))
    wanted = [
        (k, [v[i] for i in keep] if k == "messages" else "new" if as_read(k) in new else v) for k, v in parsed(body)
    ]
    assert parsed(short) == wanted


def as_read(key: str) -> str:
    """A key as the envelope names it: a lone surrogate has no name in UTF-8."""
    return key.encode("utf-8", "replace").decode() if key.isascii() else key.replace("\udfff", "\ufffd")


@FEW
@given(bodies(), st.data())
def test_a_rewritten_message_stands_between_its_neighbours(body: bytes, data: st.DataObject) -> None:
    envelope = decode(body)
    n = len(envelope.messages)
    new = data.draw(st.dictionaries(st.integers(0, n - 1), st.just(b'{"content":"short"}')))
    again = decode(b"".join(splice(envelope, range(n), new)))
    assert [again.original_message(i) for i in range(n)] == [
        new.get(i) or envelope.original_message(i) for i in range(n)
    ]


def test_a_field_and_its_comma_are_left_out_wherever_they_stand() -> None:
    for body in (b'{"x" : 1 , "messages":[{}]}', b'{"messages":[{}] , "x":1 }', b'{"a":0,"x":{},"messages":[{}]}'):
        short = b"".join(splice(decode(body), [0], {}, without=["x", "absent"]))
        assert json.loads(short) == {k: v for k, v in json.loads(body).items() if k != "x"}


def test_runs_of_neighbours_keep_the_separators_between_them() -> None:
    body = b'{"messages":[ {"a":1} ,\n {"b":1}  ,{"c":1},{"d":1} ]}'
    assert b"".join(splice(decode(body), [0, 1, 3], {})) == b'{"messages":[{"a":1} ,\n {"b":1},{"d":1}]}'


def test_text_that_is_no_utf8_passes_untouched() -> None:
    body = b'{"a":"\xff","messages":[{"content":"\xed\xa0\x80"},{}]}'
    assert b"".join(splice(decode(body), [0], {})) == b'{"a":"\xff","messages":[{"content":"\xed\xa0\x80"}]}'


EDITABLE = [
    pytest.param(b'{"role":"user","content":"a"}', True, id="plain"),
    pytest.param(b'{"content":"a","n":1e400,"x":{"a":1,"a":2}}', True, id="odd numbers, twice a key further down"),
    pytest.param(b'{"role":"user","content":"a","content":"b"}', False, id="content twice"),
    pytest.param(b'{"n":12,"n":1,"content":"a"}', False, id="another key twice"),
    pytest.param(b'{"content":"a\\ufffd"}', False, id="a lone surrogate stood here"),
    pytest.param(b'{"content":"a\xff"}', False, id="no UTF-8"),
]


@pytest.mark.parametrize(("raw", "can"), EDITABLE)
def test_a_message_is_edited_only_where_nothing_else_changes(raw: bytes, can: bool) -> None:
    assert is_editable(raw) is can


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_new_content_leaves_every_other_byte(text: str) -> None:
    raw = b'{ "name" : "\\u00e9\xc3\xa9","content" :  "old, \\"content\\":" , "n":1.0, "x":{"content":"z"} }'
    before, after = raw.split(b'"old, \\"content\\":"')
    edited = with_content(raw, text)
    assert edited.startswith(before) and edited.endswith(after)
    assert json.loads(edited)["content"] == text
