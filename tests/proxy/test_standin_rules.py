"""Each rule of the stand-in: a request, and the very text MiniMax refuses it with."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.standin.envelope import Refusal
from proxy.standin.rules import decode, overlong, refuse

CALL_ID = "call_function_zz11yy22xx33_1"


def said(role: str, content: Any = "Hi.", **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def call(call_id: str = CALL_ID, arguments: Any = '{"sku": "A-17"}') -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": "stock_level", "arguments": arguments}}


def result(call_id: str = CALL_ID, content: Any = "7 crates") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def calling(*calls: Any, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "tool_calls": list(calls), **more}


def chat(*messages: Any, model: str = "MiniMax-M3", **more: Any) -> dict[str, Any]:
    return {"model": model, "messages": list(messages), **more}


def tool(**function: Any) -> dict[str, Any]:
    return {"type": "function", "function": function}


USER = said("user")
SCHEMA = {"type": "object", "properties": {}}
TWO = (call("one"), call("two"))

MISSING = "binding: expr_path={}, cause=missing required parameter"
LATE_SYSTEM = "chat content has invalid message role: system"
EMPTY = "chat content is empty"
NOT_FOUND = f"tool result's tool id({CALL_ID}) not found"
NO_ID = "tool result's tool id() not found"
ORDER = "tool call result does not follow tool call"
ARGUMENTS = f"invalid function arguments json string, tool_call_id: {CALL_ID}"
NO_NAME = "function name or parameters is empty"
NO_PARAMETERS = "function parameters is empty"
TOO_MUCH = "model[MiniMax-M3] does not support max tokens > 524288"
ENABLED = 'invalid thinking.type: "enabled" (allowed: adaptive, disabled)'
M31 = "MiniMax-M3.1-Flash"


def role(name: str) -> str:
    return f"chat content has invalid message role: {name}"


def type_of(field: str, value: str) -> str:
    prefix = "" if field == "int64" else "open_platform_oai."
    return f"Mismatch type {prefix}{field} with value {value}"


REFUSED = [
    ("the model is missing", {"messages": [USER]}, MISSING.format("model")),
    ("the messages are missing", {"model": "MiniMax-M3"}, MISSING.format("messages")),
    ("an unknown model", chat(USER, model="no-such-model"), "unknown model 'no-such-model'"),
    ("ids are case-sensitive", chat(USER, model="minimax-m3"), "unknown model 'minimax-m3'"),
    ("a retired model", chat(USER, model="MiniMax-Text-01"), "unknown model 'MiniMax-Text-01'"),
    ("no highspeed M3", chat(USER, model="MiniMax-M3-highspeed"), "unknown model 'MiniMax-M3-highspeed'"),
    ("a message is no object", chat("Hi"), type_of("Message", "string")),
    ("a tool call is no object", chat(USER, calling(3)), type_of("ToolCall", "number")),
    ("max_tokens is a boolean", chat(USER, max_tokens=True), type_of("int64", "bool")),
    ("thinking is a boolean", chat(USER, thinking=False), type_of("ThinkingConfig", "bool")),
    ("thinking is a list", chat(USER, thinking=[]), type_of("ThinkingConfig", "array")),
    ("a tool is no object", chat(USER, tools=["x"]), type_of("Tool", "string")),
    ("M3 knows no thinking enabled", chat(USER, thinking={"type": "enabled"}), ENABLED),
    (
        "M3.1-Flash always thinks",
        chat(USER, model=M31, thinking={"type": "disabled"}),
        "model requires adaptive thinking",
    ),
    ("too much output", chat(USER, max_tokens=524_289), TOO_MUCH),
    ("too much output, new name", chat(USER, max_completion_tokens=10**6), TOO_MUCH),
    ("a tool without type", chat(USER, tools=[{"name": "f", "input_schema": {}}]), "invalid tool type: "),
    ("a tool of another type", chat(USER, tools=[{"type": "retrieval"}]), "invalid tool type: retrieval"),
    ("the built-in search", chat(USER, tools=[{"type": "web_search"}]), "web_search is not support"),
    ("a tool without function", chat(USER, tools=[{"type": "function"}]), NO_NAME),
    ("a tool without name", chat(USER, tools=[tool(parameters=SCHEMA)]), NO_NAME),
    ("a tool without parameters", chat(USER, tools=[tool(name="f")]), NO_PARAMETERS),
    ("a tool with empty parameters", chat(USER, tools=[tool(name="f", parameters={})]), NO_PARAMETERS),
    ("two system messages", chat(said("system"), said("system"), USER), "invalid chat setting"),
    ("a late system message", chat(said("system"), USER, said("system"), USER), LATE_SYSTEM),
    ("a late and only system message", chat(USER, said("system"), USER), LATE_SYSTEM),
    ("the role developer", chat(said("developer"), USER), role("developer")),
    ("a role of old", chat(USER, said("function")), role("function")),
    ("no role", chat({"content": "Hi."}), role("")),
    ("a role that is a list", chat({"role": ["user"], "content": "Hi."}), role("['user']")),
    ("no messages at all", chat(), EMPTY),
    ("nothing but a system message", chat(said("system")), EMPTY),
    ("an empty user message", chat(said("user", "")), EMPTY),
    ("a user message of null", chat(said("user", None)), EMPTY),
    ("a user message without content", chat({"role": "user"}), EMPTY),
    ("no parts", chat(said("user", [])), EMPTY),
    ("one empty part", chat(said("user", [{"type": "text", "text": ""}])), EMPTY),
    ("an empty assistant message", chat(USER, said("assistant", ""), USER), EMPTY),
    ("an assistant of null without calls", chat(USER, said("assistant", None), USER), EMPTY),
    ("calls beside an empty content", chat(USER, calling(call(), content=""), result()), EMPTY),
    ("an empty tool result", chat(USER, calling(call()), result(content="")), EMPTY),
    ("a tool result of null", chat(USER, calling(call()), result(content=None)), EMPTY),
    ("a result of an unknown call", chat(USER, result()), NOT_FOUND),
    ("a result before its call", chat(USER, result(), calling(call())), NOT_FOUND),
    ("a result without id", chat(USER, calling(call()), said("tool", "7")), NO_ID),
    ("empty ids on both sides", chat(USER, calling(call("")), result("")), NO_ID),
    ("a user message before the result", chat(USER, calling(call()), USER, result()), ORDER),
    ("an answer before the result", chat(USER, calling(call()), said("assistant"), result()), ORDER),
    ("a result once more, later", chat(USER, calling(call()), result(), USER, result()), ORDER),
    ("a call without result, talk goes on", chat(USER, calling(call()), USER), ORDER),
    ("a call without result at the end", chat(USER, calling(call())), ORDER),
    ("one of two results missing", chat(USER, calling(*TWO), result("one"), USER), ORDER),
    ("arguments cut off", chat(USER, calling(call(arguments='{"sku": "A-')), result()), ARGUMENTS),
    ("empty arguments", chat(USER, calling(call(arguments="")), result()), ARGUMENTS),
    ("arguments as an object", chat(USER, calling(call(arguments={})), result()), ARGUMENTS),
    ("a call without function", chat(USER, calling({"id": CALL_ID}), result()), ARGUMENTS),
]

ACCEPTED = [
    ("one question", chat(USER)),
    ("a system message first", chat(said("system"), USER)),
    ("an empty system message", chat(said("system", ""), USER)),
    ("one space as content", chat(said("user", " "))),
    ("a picture without text", chat(said("user", [{"type": "image_url", "image_url": {"url": "x"}}]))),
    ("users in a row", chat(USER, USER, said("assistant"), said("assistant"), USER)),
    ("an assistant message at the end", chat(USER, said("assistant"))),
    ("a call without content", chat(USER, calling(call()), result())),
    ("a call with null as content", chat(USER, calling(call(), content=None), result())),
    ("a call with a space as content", chat(USER, calling(call(), content=" "), result(content=" "))),
    ("parallel calls, results in any order", chat(USER, calling(*TWO), result("two"), result("one"), USER)),
    ("the same id in two groups", chat(USER, calling(call()), result(), calling(call()), result())),
    ("two results of one call", chat(USER, calling(call()), result(), result(), USER)),
    ("a foreign id", chat(USER, calling(call("toolu_01")), result("toolu_01"))),
    ("a tool without properties", chat(USER, tools=[tool(name="f", parameters=SCHEMA)])),
    ("the largest output", chat(USER, max_completion_tokens=524_288)),
    ("M2.7 takes any number", chat(USER, model="MiniMax-M2.7", max_tokens=10**9)),
    ("M2.7 ignores the switch", chat(USER, model="MiniMax-M2.7", thinking={"type": "enabled"})),
    ("M3 without thinking", chat(USER, thinking={"type": "disabled"})),
    ("thinking without type", chat(USER, model=M31, thinking={})),
    ("ignored fields", chat(USER, n=3, stop=["x"], user="me", logit_bias={}, tool_choice="required")),
    ("null for what has a default", chat(USER, stream=None, tools=None, thinking=None, max_tokens=None)),
]


@pytest.mark.parametrize(("body", "text"), [pytest.param(*case[1:], id=case[0]) for case in REFUSED])
def test_a_broken_rule_is_named_in_minimaxs_words(body: dict[str, Any], text: str) -> None:
    assert refuse(body) == Refusal(2013, f"invalid params, {text}")


@pytest.mark.parametrize("body", [pytest.param(case[1], id=case[0]) for case in ACCEPTED])
def test_what_no_report_calls_refused_is_accepted(body: dict[str, Any]) -> None:
    assert refuse(body) is None


@pytest.mark.parametrize(
    ("body", "server_type"),
    [
        ({"model": "MiniMax-M3", "messages": "Hi"}, "[]open_platform_oai.Message"),
        (chat(USER, tools="x"), "[]open_platform_oai.Tool"),
        (chat(USER, said("assistant", tool_calls="x")), "[]open_platform_oai.ToolCall"),
        (chat(USER, stream="yes"), "bool"),
        (chat(USER, stream_options="x"), "open_platform_oai.StreamOptions"),
    ],
    ids=["messages", "tools", "tool_calls", "stream", "stream_options"],
)
def test_a_field_of_the_wrong_type_is_refused(body: dict[str, Any], server_type: str) -> None:
    assert refuse(body) == Refusal(2013, f"invalid params, Mismatch type {server_type} with value string")


SYNTAX = [
    (
        "cut off",  # body and text of a live probe
        b'{"model": "MiniMax-M2.7-highspeed", "messages": [{"role": "user", "content": "Hi"}',
        "82: eof",
        r"{\"model\": \"MiniMax-M2.7-highspeed\", "
        r"\"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}",
        "^",
    ),
    ("empty", b"", "0: eof", "", "^"),
    ("a string cut off", b'{"a": "b', "8: eof", r"{\"a\": \"b", "^"),
    ("a stray comma", b'{"a": 1,, 2}', "8: invalid char", r"{\"a\": 1,, 2}", "........^..."),
    ("counted in bytes", '{"é": x}'.encode(), "7: invalid char", r"{\"é\": x}", ".......^."),
    ("not UTF-8", b'{"a": "\xff"}', "7: invalid char", r"{\"a\": \"�\"}", ".......^.."),
    ("NaN", b'{"a": NaN}', "0: invalid char", r"{\"a\": NaN}", "^........."),
]


@pytest.mark.parametrize(
    ("raw", "place", "quoted", "mark"), [pytest.param(*case[1:], id=case[0]) for case in SYNTAX]
)
def test_a_body_that_is_no_json_is_refused_with_the_place(
    raw: bytes, place: str, quoted: str, mark: str
) -> None:
    text = rf'"Syntax error at index {place}\n\n\t{quoted}\n\t{mark}\n"'
    assert decode(raw) == Refusal(2013, f"invalid params, {text}")


def test_a_long_body_is_quoted_around_the_place() -> None:
    refusal = decode(b'{"a": "' + b"x" * 100 + b'" oops "' + b"y" * 100 + b'"}')
    assert isinstance(refusal, Refusal)
    quoted, mark = json.loads(refusal.text.removeprefix("invalid params, ")).split("\n\t")[1:]
    assert quoted.strip() == "x" * 14 + '" oops "' + "y" * 10
    assert mark == "." * 16 + "^" + "." * 15 + "\n"


@pytest.mark.parametrize("raw", [b"[" * 200_000, b'{"a":' * 200_000], ids=["lists", "objects"])
def test_a_body_nested_too_deeply_is_refused(raw: bytes) -> None:
    assert isinstance(decode(raw), Refusal)


def test_a_body_must_be_an_object() -> None:
    refusal = decode(b"[]")
    assert isinstance(refusal, Refusal)
    assert (
        refusal.text
        == "invalid params, Mismatch type open_platform_oai.ChatCompletionRequest with value array"
    )


def test_very_long_numbers_are_read() -> None:
    assert decode(b'{"a": ' + b"9" * 10_000 + b"}") == {"a": float("inf")}


def test_a_prompt_longer_than_the_window_is_refused() -> None:
    assert overlong(204_800, 204_800) is None
    assert overlong(204_801, 204_800) == Refusal(2013, "invalid params, context window exceeds limit")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
FIELDS = {"role": st.sampled_from(["system", "user", "assistant", "tool", "developer"]) | JSON}
FIELDS |= {name: JSON for name in ("content", "tool_calls", "tool_call_id", "reasoning_content", "name")}
MESSAGE = st.fixed_dictionaries({}, optional=FIELDS) | JSON


@given(
    st.fixed_dictionaries(
        {"model": st.sampled_from(["MiniMax-M3", "MiniMax-M2.7"]) | JSON},
        optional={
            "messages": st.lists(MESSAGE, max_size=4) | JSON,
            "tools": st.lists(JSON, max_size=2) | JSON,
        },
    )
)
def test_no_body_breaks_the_rules_themselves(body: dict[str, Any]) -> None:
    assert isinstance(refuse(body), Refusal | None)
