from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.profiles.raw_json import array_of, elements, members, object_of

SPELLINGS = (
    b'{"a" : 1.0, "b":[1e400 , 12345678901234567890],"c\\u0064":"\\u4f60", "e":{ } ,"\xe6\xb5\xb7":null}'
)


def test_values_keep_their_spelling() -> None:
    assert members(SPELLINGS) == {
        "a": b"1.0",
        "b": b"[1e400 , 12345678901234567890]",
        "cd": b'"\\u4f60"',
        "e": b"{ }",
        "海": b"null",
    }
    assert elements(b' [ 1.0 ,"x", [ ] ] ') == [b"1.0", b'"x"', b"[ ]"]


def test_of_a_doubled_key_the_last_value_counts() -> None:
    assert members(b'{"a":1,"b":2,"a":3}') == {"a": b"3", "b": b"2"}


@pytest.mark.parametrize("raw", [b"", b"[1]", b'{"a":1', b'{"a":1} x', b'{"a":"\\ud800"}', b'{"a":NaN}'])
def test_what_is_no_object_is_a_decode_error(raw: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        members(raw)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON = st.recursive(
    st.none() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=5,
)


@given(st.dictionaries(TEXTS, JSON, max_size=4))
def test_what_is_taken_apart_is_put_together_again(fields: dict[str, object]) -> None:
    values = list(fields.values())
    assert json.loads(object_of(members(json.dumps(fields).encode()))) == fields
    assert json.loads(array_of(elements(json.dumps(values).encode()))) == values
