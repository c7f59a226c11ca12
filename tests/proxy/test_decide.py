"""What is sent upstream for one request, and what is said about it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from talks import (
    ALICE,
    BE_KIND,
    FERRY,
    QUESTION,
    Said,
    assistant,
    body,
    check_promises,
    decide,
    decider,
    forwarded,
    history,
    named,
    raw_messages,
    tool_turn,
    user,
)

from proxy.controls import NO_CONTROLS
from proxy.errors import ProxyError
from proxy.usage import Usage

TALK = [*history(), QUESTION]
BUDGET = 600

UNTOUCHED = [
    pytest.param("off", BUDGET, id="off"),
    pytest.param("observe", BUDGET, id="observe"),
    pytest.param("budget", 100_000, id="budget, all of it fits"),
]


@pytest.mark.parametrize(("mode", "budget"), UNTOUCHED)
@pytest.mark.parametrize("profile", ["openai", "minimax"])
def test_the_very_buffer_goes_out(mode: str, budget: int, profile: str) -> None:
    asked = body(TALK)
    decision = decider(profile, MODE=mode, TOKEN_BUDGET=budget).decide(asked, NO_CONTROLS, ALICE)
    assert len(decision.body) == 1 and decision.body[0] is asked and decision.original is asked
    assert decision.mode == mode and not decision.pruned


@pytest.mark.parametrize("asked", ["By the way, which spices belong into a tagine?", "Thanks, bye!", "ok"])
def test_inside_the_budget_no_question_prunes(asked: str) -> None:
    judge = decider(MODE="budget", TOKEN_BUDGET=100_000)
    for messages in (history(3), history(), [*history(3), user("x"), assistant("y"), {"role": "tool"}]):
        whole = body([*messages, user(asked)])
        assert judge.decide(whole, NO_CONTROLS, ALICE).body[0] is whole


@pytest.mark.parametrize("mode", ["minimal", "budget"])
@pytest.mark.parametrize("budget", [0, 60, 300, BUDGET, 1000])
def test_a_long_history_is_pruned_to_the_budget(mode: str, budget: int) -> None:
    asked = body(TALK)
    decision = decider(MODE=mode, TOKEN_BUDGET=budget).decide(asked, NO_CONTROLS, ALICE)
    check_promises(asked, decision, budget)
    assert decision.pruned and decision.original is asked
    if budget >= 300:
        assert any("KX-4471" in str(message["content"]) for message in forwarded(decision))


def test_all_but_messages_is_the_same_bytes() -> None:
    said = json.dumps(TALK).encode()
    asked = b'{ "n": 1.0, "messages": ' + said + b' ,"big":12345678901234567890,"m\\u0061":"\\ud800"}'
    sent = b"".join(decider().decide(asked, NO_CONTROLS, ALICE).body)
    assert len(sent) < len(asked)
    assert sent.startswith(b'{ "n": 1.0, "messages": [')
    assert sent.endswith(b'] ,"big":12345678901234567890,"m\\u0061":"\\ud800"}')


def test_a_message_with_a_lone_surrogate_is_sent_whole_or_not_at_all() -> None:
    odd = json.dumps(assistant(FERRY)).encode().replace(b"papers", b"pap\\ud800ers")
    odd = odd.replace(b'"role"', b'"\\udfff":1,"role"')
    said = [json.dumps(message).encode() for message in TALK]
    said[6] = odd
    asked = b'{"messages":[' + b",".join(said) + b"]}"
    sent = raw_messages(decider(TOKEN_BUDGET=BUDGET).decide(asked, NO_CONTROLS, ALICE).body)
    assert len(sent) < len(said) and odd in sent
    tight = raw_messages(decider(TOKEN_BUDGET=120).decide(asked, NO_CONTROLS, ALICE).body)
    assert not any(b"KX-4471" in raw for raw in tight)


def test_a_key_that_stands_twice_in_a_message_does_no_harm() -> None:
    said = [json.dumps(message).encode() for message in TALK]
    said[6] = said[6].replace(b'"role"', b'"content": "x", "role"')
    asked = b'{"messages":[' + b",".join(said) + b"]}"
    for budget in (120, BUDGET):
        decision = decider(TOKEN_BUDGET=budget).decide(asked, NO_CONTROLS, ALICE)
        ferry = [raw for raw in raw_messages(decision.body) if b"KX-4471" in raw]
        assert decision.mode == "minimal" and ferry in ([], [said[6]])


FIGURES = {"trace-id", "mode", "decision", "tokens-before", "tokens-after", "blocks-kept", "blocks-dropped"}


def test_the_reply_headers_tell_what_was_decided() -> None:
    decision = decide(decider(TOKEN_BUDGET=BUDGET), TALK)
    told = named(decision)
    assert told.keys() == FIGURES and told["mode"] == "minimal"
    assert int(told["tokens-after"]) < int(told["tokens-before"])
    assert int(told["blocks-kept"]) + int(told["blocks-dropped"]) == 12
    assert told["trace-id"] == decision.log["trace_id"] and len(told["trace-id"]) == 16
    assert "KX-4471" not in repr(decision.log) and "ferry" not in repr(decision.trace)


def test_observe_tells_what_it_would_have_done() -> None:
    seen, done = (named(decide(decider(MODE=mode, TOKEN_BUDGET=BUDGET), TALK)) for mode in ("observe", "minimal"))
    for told in (seen, done):
        del told["trace-id"]
    assert seen == {**done, "mode": "observe"}


@pytest.mark.parametrize("mode", ["off", "minimal"])
def test_where_nothing_is_decided_the_headers_say_the_mode(mode: str) -> None:
    told = named(decide(decider(MODE=mode), [BE_KIND, assistant("Hello.")]))
    assert told.keys() == {"trace-id", "mode"} and told["mode"] == mode


SHAPES: list[Any] = [
    pytest.param([*history(), *tool_turn("Is the gateway up?", "a", "b"), QUESTION], id="a closed tool turn"),
    pytest.param([*history(), *tool_turn("Is the ferry booked?", "a")[:-1]], id="a running tool loop"),
    pytest.param([*tool_turn("x", "a"), *history()[1:], *tool_turn("KX-4471?", "a")[:-1]], id="an id used again"),
    pytest.param([*history(), user("Wait."), user("About the ferry:"), QUESTION], id="consecutive user messages"),
    pytest.param([*history(), QUESTION, assistant("The code is")], id="a prefilled answer"),
    pytest.param([assistant("Welcome!"), *history()[1:], QUESTION], id="an assistant first"),
    pytest.param([{"role": "developer", "content": "Be brief."}, *history()[1:], QUESTION], id="a developer message"),
    pytest.param([*history(), BE_KIND, *history()[1:], {"role": "developer"}, QUESTION], id="late ones"),
    pytest.param([*history(), QUESTION, {"role": "system", "content": "Now."}], id="a system message at the end"),
    pytest.param([QUESTION], id="one message"),
    pytest.param([BE_KIND, *[user(f"Line {i}.") for i in range(50)]], id="only user messages"),
    pytest.param([BE_KIND, assistant("Hello."), {"role": "system", "content": "x"}], id="nobody asks"),
]


@pytest.mark.parametrize("messages", SHAPES)
@pytest.mark.parametrize("mode", ["minimal", "budget"])
def test_every_promise_is_kept(messages: list[Said], mode: str) -> None:
    asked = body(messages)
    for budget in (0, 150, BUDGET):
        decision = decider(MODE=mode, TOKEN_BUDGET=budget).decide(asked, NO_CONTROLS, ALICE)
        assert decision.mode == mode
        check_promises(asked, decision, budget)


def test_a_call_and_its_result_that_were_parted_are_left_out() -> None:
    asked, call, result, told = tool_turn("Which booking code has the ferry?", "a")
    for parted in ([asked, call, told], [asked, result, told], [asked, call, user("Wait."), result, told]):
        for mode in ("minimal", "budget"):
            sent = forwarded(decide(decider(MODE=mode, TOKEN_BUDGET=900), [*history(), *parted, QUESTION]))
            assert call not in sent and result not in sent


def test_a_result_in_the_tail_brings_its_call_along() -> None:
    asked, call, result, _ = tool_turn("Is the gateway up?", "a")
    sent = forwarded(decide(decider(), [*history(), asked, call, user("Hurry, please."), result]))
    assert sent[-4:] == [asked, call, user("Hurry, please."), result]


def test_no_more_than_the_model_can_read() -> None:
    judge = decider(MODE="budget", TOKEN_BUDGET=100_000, CONTEXT_WINDOW=1000)
    for fields, room in (({"max_tokens": 300}, 700), ({"max_completion_tokens": 800, "max_tokens": 1}, 200), ({}, 0)):
        asked = body(TALK, **fields)
        check_promises(asked, judge.decide(asked, NO_CONTROLS, ALICE), room)


@pytest.mark.parametrize("limit", [None, -1, 1.5, "300", 10**30, []])
def test_a_limit_that_says_nothing_is_not_believed(limit: object) -> None:
    assert decide(decider(CONTEXT_WINDOW=8000), TALK, max_tokens=limit).mode == "minimal"


def test_too_many_messages_are_refused() -> None:
    with pytest.raises(ProxyError) as refused:
        decide(decider(MAX_MESSAGES=5), TALK)
    assert refused.value.param == "messages"


def test_the_minimax_profile_rewrites_what_is_left() -> None:
    late = {"role": "developer", "content": "Name the code only."}
    messages = [*history(), late, user(""), assistant("?"), QUESTION]
    tools = [{"type": "function", "function": {"name": "look_up"}}]
    wish = {"pin": [messages.index(assistant("?"))]}
    decision = decide(decider("minimax", TOKEN_BUDGET=BUDGET), messages, tools=tools, gatekeeper=wish)
    sent = json.loads(b"".join(decision.body))
    assert decision.pruned and sent["messages"][0]["content"] == "Be kind.\n\nName the code only."
    assert [m["role"] for m in sent["messages"]].count("system") == 1 and late not in sent["messages"]
    assert "KX-4471" in str(sent["messages"]) and sent["messages"][-1] == QUESTION
    assert all(message["content"] for message in sent["messages"])
    assert sent["tools"][0]["function"].keys() > {"name"} and "gatekeeper" not in sent
    assert "system_merged" in str(decision.log["notes"])


def test_the_openai_profile_rewrites_nothing() -> None:
    late = {"role": "developer", "content": ""}
    asked = body([*history(), late, user(""), QUESTION], tools=[{"type": "function"}])
    decision = decider(TOKEN_BUDGET=BUDGET).decide(asked, NO_CONTROLS, ALICE)
    check_promises(asked, decision, BUDGET)
    assert b'"tools": [{"type": "function"}]' in b"".join(decision.body)


def test_model_names_that_clients_invent_do_not_fill_memory() -> None:
    judge = decider(mode="budget")
    talk = history(40)

    def counted(model: str) -> bytes:
        return dict(decide(judge, talk, model=model).reply_headers)[b"x-gatekeeper-tokens-before"]

    uncorrected = counted("first")
    for n in range(400):
        decision = decide(judge, talk, model="first" if n == 0 else f"invented-{n}")
        judge.learn(decision, Usage(round(decision.estimated * 1.5), 1, None), 200)
        if n == 0:
            assert counted("first") != uncorrected
    assert counted("first") == uncorrected
