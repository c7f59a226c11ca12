from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.wire_message import read

CALL = {"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": '{"port": 8080}'}}
IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA", "detail": "low"}}


def raw(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


TEXTS: list[Any] = [
    pytest.param("Hello.", "Hello.", id="a string"),
    pytest.param([{"type": "text", "text": "a"}, IMAGE, {"type": "text", "text": "b"}], "a\nb", id="text parts"),
    pytest.param([], "", id="no parts"),
    pytest.param(None, "", id="null"),
    pytest.param(5, "", id="a number"),
    pytest.param({"text": "a"}, "", id="an object"),
    pytest.param(["a", 1, None, [{}]], "", id="parts that are no objects"),
    pytest.param([{"text": 7}, {"type": {"a": 1}}, {"type": ["x"]}, {}], "", id="parts of unknown kinds"),
    pytest.param([{"type": "image_url", "image_url": {"detail": {"x": 1}}}], "", id="a detail that is an object"),
]


@pytest.mark.parametrize(("content", "text"), TEXTS)
def test_the_readable_text(content: object, text: str) -> None:
    message = read(raw(role="user", content=content))
    assert message.text == text and message.role == "user"
    assert message.trimmable is isinstance(content, str)


@pytest.mark.parametrize("role", [7, None, [], {}, True])
def test_a_role_that_is_no_string_is_nobodys(role: object) -> None:
    assert read(raw(role=role, content="x")).role == "" and read(b"{}").role == ""


CALLS: list[Any] = [
    pytest.param([CALL, {**CALL, "id": "c2"}], ("c1", "c2"), id="two calls"),
    pytest.param([{**CALL, "id": 7}, {}], ("7", "None"), id="ids that are no strings"),
    pytest.param([], (), id="no calls"),
    *(pytest.param(odd, (), id=f"{odd!r} for calls") for odd in (None, {}, CALL, "c1", 5, True, 1.5, [None, "x", [1]])),
]


@pytest.mark.parametrize(("calls", "ids"), CALLS)
def test_tool_calls(calls: object, ids: tuple[str, ...]) -> None:
    message = read(raw(role="assistant", content=None, tool_calls=calls))
    assert message.calls == ids and (not ids or not message.trimmable)


def test_the_arguments_of_a_call_are_matched_and_counted() -> None:
    message = read(raw(role="assistant", content="x", tool_calls=[CALL]))
    assert "8080" in message.terms and message.tokens > read(raw(role="assistant", content="x")).tokens
    assert "8080" in read(raw(role="assistant", function_call=CALL["function"])).terms
    assert "8080" not in message.text


@pytest.mark.parametrize(("given", "answers"), [("c1", "c1"), (7, "7"), (None, None), (12345678901234567890123, None)])
def test_what_a_result_answers(given: object, answers: str | None) -> None:
    message = read(raw(role="tool", tool_call_id=given, content="ok"))
    assert message.answers == (answers or (str(given) if given else None)) and not message.trimmable


WHOLE: list[Any] = [
    pytest.param({"role": "system"}, id="a system message"),
    pytest.param({"role": "tool"}, id="a result"),
    pytest.param({"content": "<think>well</think> yes"}, id="thinking in the text"),
    pytest.param({"content": "<mm:think>well"}, id="thinking in MiniMax's tags"),
    *(
        pytest.param({name: "x"}, id=name)
        for name in ("reasoning_content", "reasoning", "audio", "refusal", "function_call", "cache_control")
    ),
    pytest.param({"reasoning_details": [{"text": "x"}]}, id="reasoning_details"),
]


@pytest.mark.parametrize("fields", WHOLE)
def test_what_is_only_kept_whole(fields: dict[str, Any]) -> None:
    plain: dict[str, Any] = {
        "role": "assistant",
        "content": "One. Two.",
        "name": "x",
        "refusal": None,
        "tool_calls": [],
    }
    assert read(raw(**plain)).trimmable
    assert not read(raw(**{**plain, **fields})).trimmable


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param(b'{"role":"user","content":"a","content":"b"}', id="content twice"),
        pytest.param(b'{"role":"user","content":"a\\ufffdb"}', id="a lone surrogate stood here"),
        pytest.param(b'{"role":"user","content":"a\xffb"}', id="no UTF-8"),
    ],
)
def test_what_cannot_be_written_as_it_came_is_only_kept_whole(odd: bytes) -> None:
    message = read(odd)
    assert message.role == "user" and not message.trimmable


@pytest.mark.parametrize("number", [b"1e400", b"9" * 5000, b"-1E999", b"[1e400]", b'{"a":1e400}'])
def test_numbers_beyond_all_bounds_are_read_over(number: bytes) -> None:
    message = read(b'{"role":"user","content":"Hello.","n":' + number + b"}")
    assert message.text == "Hello." and message.trimmable


def test_thinking_is_paid_for() -> None:
    plain = read(raw(role="assistant", content="x"))
    for fields in ({"reasoning_content": "word " * 50}, {"reasoning_details": [{"text": "word " * 50}]}):
        assert read(raw(role="assistant", content="x", **fields)).tokens > plain.tokens + 40
    assert read(raw(role="assistant", content="x", reasoning_content=5, reasoning_details=7)).text == "x"


def test_parts_have_their_prices() -> None:
    low, high = ({"type": "image_url", "image_url": {"detail": detail}} for detail in ("low", "high"))
    costs = [read(raw(role="user", content=[part])).tokens for part in (low, high, {"type": "hologram"})]
    assert 0 < costs[0] < costs[1] and costs[2] >= 1000


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    "role content tool_calls tool_call_id function_call reasoning_content reasoning_details refusal audio x".split()
)


@given(st.dictionaries(FIELDS, st.one_of(JSON, st.sampled_from(["user", "assistant", "tool"]))))
def test_any_object_is_read(fields: dict[str, Any]) -> None:
    message = read(json.dumps(fields).encode())
    assert message.tokens >= 0 and isinstance(message.role, str) and isinstance(message.text, str)
