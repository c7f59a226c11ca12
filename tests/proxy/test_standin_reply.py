from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.standin.answer import Answer
from proxy.standin.models import MODELS
from proxy.standin.reply import Reply, compose
from proxy.standin.request import read_request

STAGING = "Our staging database runs Postgres on port 5433. Nobody may touch it on Fridays."
HIKING = "I like hiking in the Alps."


def replied(*messages: Any, **more: Any) -> Reply:
    listed = [
        message
        if isinstance(message, dict)
        else {"role": "user" if index % 2 == 0 else "assistant", "content": message}
        for index, message in enumerate(messages)
    ]
    return compose(read_request({"model": "MiniMax-M3", "messages": listed, **more}), 321)


PORT = "Which port does the staging database use?"
NOTHING = "Earlier, nothing I received is about that."


def earlier(number: int, text: str, role: str = "user") -> str:
    return f"Earlier, in message {number} ({role}): “{text}”"


CHINESE = "测试数据库的端口是5433，周五不要动它。"
THAI = "ฐานข้อมูลทดสอบใช้พอร์ต 5433"
RECALLED = [
    (
        "a statement",
        [STAGING, "Noted.", HIKING, "Nice.", PORT],
        earlier(1, "Our staging database runs Postgres on port 5433."),
    ),
    (
        "another sentence of it",
        [STAGING, "Noted.", "When may nobody touch it?"],
        earlier(1, "Nobody may touch it on Fridays."),
    ),
    ("not what was pruned away", [HIKING, "Nice.", PORT], NOTHING),
    (
        "not by question words alone",
        ["What is the best way to cook rice?", "Steam it.", "What is the capital of France?"],
        NOTHING,
    ),
    (
        "the later of two values",
        ["The port is 5433.", "Ok.", "The port is 6000.", "Ok.", "What is the port?"],
        earlier(3, "The port is 6000."),
    ),
    (
        "what the assistant said",
        ["Pick a name.", "The project is called Heron.", "How is the project called?"],
        earlier(2, "The project is called Heron.", "assistant"),
    ),
    (
        "a statement rather than the same question",
        [PORT, "The staging database uses port 5433.", PORT],
        earlier(2, "The staging database uses port 5433.", "assistant"),
    ),
    ("not its own echo", [HIKING, f"You asked: “{PORT}”", PORT], NOTHING),
    (
        "Chinese",
        [CHINESE, "好的。", "我喜欢爬山。", "真好！", "测试数据库的端口是多少？"],
        f"前文第 1 条（user）：“{CHINESE}”",
    ),
    ("Chinese, nothing there", ["我喜欢爬山。", "真好！", "密码在哪里？"], "前文里没有与此有关的内容。"),
    ("Thai", [THAI, "รับทราบ", "ฉันชอบปีนเขา", "ดีมาก", "ฐานข้อมูลทดสอบใช้พอร์ตอะไร"], earlier(1, THAI)),
]


@pytest.mark.parametrize(("messages", "line"), [pytest.param(*case[1:], id=case[0]) for case in RECALLED])
def test_it_quotes_what_the_messages_it_received_say(messages: list[str], line: str) -> None:
    assert replied(*messages).text.splitlines()[-1] == line


def test_it_says_how_much_it_received_and_repeats_the_question() -> None:
    lines = replied(HIKING, "Nice.", "Which  port\ndoes staging use?").text.splitlines()
    assert lines[:2] == [
        "I received 3 messages, 321 tokens of prompt.",
        "You asked: “Which port does staging use?”",
    ]


def test_a_first_question_has_no_earlier_part() -> None:
    system = {"role": "system", "content": "Be brief."}
    assert len(replied(system, {"role": "user", "content": "Why is the sky blue?"}).text.splitlines()) == 2


def test_a_system_text_can_be_quoted() -> None:
    system = {"role": "system", "content": "The shop opens at nine."}
    text = replied(system, {"role": "user", "content": "When does the shop open?"}).text
    assert text.endswith("message 1 (system): “The shop opens at nine.”")


def test_the_same_request_gets_the_same_answer() -> None:
    talk = [STAGING, "Noted.", "Which port does the staging database use?"]
    assert replied(*talk) == replied(*talk)


def test_thinking_can_be_switched_off_where_the_model_allows_it() -> None:
    assert replied("Hi there.").thinking
    assert not replied("Hi there.", thinking={"type": "disabled"}).thinking
    assert replied("Hi there.", thinking={"type": "disabled"}, model="MiniMax-M2.7").thinking


def test_an_answer_can_be_made_long() -> None:
    request = read_request({"model": "MiniMax-M3", "messages": [{"role": "user", "content": "Hi."}]})
    assert 5000 <= len(compose(request, 10, 5000).text) < 5100


def tool(name: str, description: str = "", **parameters: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {}, **parameters}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": schema}}


WEATHER = tool(
    "get_weather",
    "Get the weather of a city",
    properties={
        "city": {"type": "string"},
        "days": {"type": "integer"},
        "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        "verbose": {"type": "boolean"},
    },
    required=["city", "days", "unit"],
)
STOCK = tool(
    "stockLevel",
    "How many crates of an article are left",
    properties={"sku": {"type": "string"}},
    required=["sku"],
)
CALLED = [
    ("a word of the name", "What is the weather in New York for 3 days in Fahrenheit?", ["get_weather"]),
    ("a word of a camel-case name", "Is A-17 in stock?", ["stockLevel"]),
    ("the whole name", "Call get_weather now", ["get_weather"]),
    ("two at once", "Tell me the weather in Oslo and the stock of A-17", ["get_weather", "stockLevel"]),
    ("a word of the description when no name fits", "How many crates are there?", ["stockLevel"]),
    ("no match, no call", "Tell me a joke", []),
    ("a word every tool is described with is none", "Get me the current name of it", []),
]


@pytest.mark.parametrize(("question", "names"), [pytest.param(*case[1:], id=case[0]) for case in CALLED])
def test_a_tool_is_called_when_the_question_mentions_it(question: str, names: list[str]) -> None:
    reply = replied(question, tools=[WEATHER, STOCK])
    assert [call.name for call in reply.calls] == names
    assert reply.finish == ("tool_calls" if names else "stop")
    assert bool(reply.text) is not bool(names)


def test_calls_have_the_ids_of_minimax() -> None:
    calls = replied("weather and stock", tools=[WEATHER, STOCK]).calls
    stems = {call.id.rsplit("_", 1)[0] for call in calls}
    assert [call.id[-2:] for call in calls] == ["_1", "_2"]
    assert len(stems) == 1
    assert len(stems.pop().removeprefix("call_function_")) == 12


def test_arguments_come_from_the_question() -> None:
    (call,) = replied("What is the weather in New York for 3 days in Fahrenheit?", tools=[WEATHER]).calls
    assert json.loads(call.arguments) == {"city": "New York", "days": 3, "unit": "fahrenheit"}


OBJECT = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
VALUES = [
    ("a quoted text", {"type": "string"}, "Call f with “blue whale” now", "blue whale"),
    ("an identifier", {"type": "string"}, "Call f for A-17 now", "A-17"),
    ("the question where nothing stands out", {"type": "string"}, "call f please", "call f please"),
    ("a constant", {"const": 5}, "call f", 5),
    ("a default", {"type": "string", "default": "x"}, "call f", "x"),
    ("the first of the choices", {"enum": ["a1", "b1"]}, "call f", "a1"),
    ("a number", {"type": "number"}, "call f with 2.5", 2.5),
    ("a number where none is named", {"type": "number"}, "call f", 1.0),
    ("an integer where none is named", {"type": "integer"}, "call f", 1),
    ("a boolean", {"type": "boolean"}, "call f", True),
    ("a list", {"type": "array", "items": {"type": "integer"}}, "call f with 4", [4]),
    ("an object", OBJECT, "call f", {"n": 1}),
    ("a schema that is none", True, "call f", None),
]


@pytest.mark.parametrize(
    ("schema", "question", "value"), [pytest.param(*case[1:], id=case[0]) for case in VALUES]
)
def test_a_required_property_gets_a_fitting_value(schema: Any, question: str, value: Any) -> None:
    f = tool("f", properties={"p": schema, "q": {"type": "string"}}, required=["p"])
    (call,) = replied(question, tools=[f]).calls
    assert json.loads(call.arguments) == {"p": value}


def test_tool_choice_none_is_respected_and_required_forces_nothing() -> None:
    assert not replied("weather?", tools=[WEATHER], tool_choice="none").calls
    assert not replied("Tell me a joke", tools=[WEATHER], tool_choice="required").calls


def test_it_answers_once_the_results_are_there() -> None:
    question = {"role": "user", "content": "weather and stock of A-17?"}
    calls = replied(question, tools=[WEATHER, STOCK]).calls
    listed = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
        for call in calls
    ]
    results = [
        {"role": "tool", "tool_call_id": call.id, "content": text}
        for call, text in zip(calls, ["Sunny, 21 °C", "7 crates"], strict=True)
    ]
    reply = replied(question, {"role": "assistant", "tool_calls": listed}, *results, tools=[WEATHER, STOCK])
    assert not reply.calls
    assert reply.finish == "stop"
    assert reply.text.splitlines()[2:] == [
        "get_weather returned: “Sunny, 21 °C”",
        "stockLevel returned: “7 crates”",
    ]


@given(
    limit=st.integers(1, 120),
    question=st.text(min_size=1, max_size=80),
    place=st.sampled_from(["inline", "details", "content"]),
    model=st.sampled_from(list(MODELS.values())),
    cached=st.integers(0, 50),
    with_tools=st.booleans(),
)
def test_output_stays_within_its_limit_and_usage_adds_up(
    limit: int, question: str, place: Any, model: Any, cached: int, with_tools: bool
) -> None:
    asked = "weather " + question if with_tools else question
    more = {"tools": [WEATHER]} if with_tools else {}
    reply = replied({"role": "user", "content": asked}, max_tokens=limit, **more)
    assert reply.tokens <= limit
    unlimited = replied({"role": "user", "content": asked}, **more)
    assert (reply.finish == "length") is (unlimited.tokens > limit)
    assert unlimited.thinking.startswith(reply.thinking)
    assert unlimited.text.startswith(reply.text)
    usage = Answer("id", 0, model, reply, place, 50, cached).usage()
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert usage["total_characters"] == 0
    assert usage["completion_tokens"] >= usage.get("completion_tokens_details", {}).get("reasoning_tokens", 0)
    assert usage.get("prompt_tokens_details", {}).get("cached_tokens", 0) == cached


def test_a_small_limit_leaves_nothing_but_thinking() -> None:
    reply = replied("Which port does the staging database use, and who may touch it?", max_tokens=5)
    answer = Answer("id", 0, MODELS["MiniMax-M2.7"], reply, "inline", 50, 0)
    assert reply.finish == "length"
    assert not reply.text
    assert answer.content() == f"<think>\n{reply.thinking}\n</think>\n"
