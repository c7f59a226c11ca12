"""Nothing a client sends, and no fault of ours, comes out of `decide` as an unforeseen exception."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from talks import (
    ALICE,
    BE_KIND,
    QUESTION,
    assistant,
    body,
    came_in_order,
    check_promises,
    decide,
    decider,
    history,
    named,
    raw_messages,
    user,
)

from proxy.analysis_cache import AnalysisCache
from proxy.controls import NO_CONTROLS
from proxy.decide import Decider
from proxy.errors import ProxyError
from proxy.profiles import profile_for
from proxy.profiles.openai import OpenAIProfile
from proxy.sessions import Sessions
from proxy.trace_log import ServerLog, TraceLog

TALK = [*history(), QUESTION]
CANARY = "canary-8f31"

CALLS: list[Any] = [{}, {"id": "x"}, 5, True, "abc", [1, None], [{"id": {}}]]
ODD: list[dict[str, Any]] = [
    {},
    {"content": 5},
    {"role": 7, "content": "x"},
    {"role": None, "content": None},
    {"role": ["user"], "content": {}},
    {"role": "narrator", "content": "x"},
    {"role": "user"},
    {"role": "user", "content": None},
    {"role": "user", "content": True},
    {"role": "user", "content": ""},
    {"role": "user", "content": []},
    {"role": "user", "content": [1, None, "x", {"type": {"a": 1}, "image_url": 5}, {"type": ["x"], "text": 7}]},
    {"role": "user", "content": [{"type": "image_url", "image_url": {"detail": {"x": 1}}}]},
    {"role": "assistant"},
    {"role": "assistant", "content": [[]], "tool_calls": None},
    *({"role": "assistant", "tool_calls": calls} for calls in CALLS),
    {"role": "tool", "tool_call_id": 7},
    {"role": "tool", "tool_call_id": [1], "content": {}},
    {"role": "tool"},
    {"role": "function", "name": 5},
    {"role": "assistant", "content": "x", "reasoning_content": 5, "reasoning_details": 7},
    {"role": "assistant", "function_call": "x", "audio": 0},
    {"role": "developer", "content": []},
    {"role": "system", "content": 7},
]
PLACES: list[Any] = [
    pytest.param(lambda odd: [*TALK[:7], odd, *TALK[7:]], id="in the history"),
    pytest.param(lambda odd: [*TALK, odd], id="behind the question"),
    pytest.param(lambda odd: [odd, *TALK], id="in front"),
    pytest.param(lambda odd: [odd], id="alone"),
    pytest.param(lambda odd: [BE_KIND, user("Note it."), odd, assistant("Noted."), QUESTION], id="in a short chat"),
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("profile", ["openai", "minimax"])
@pytest.mark.parametrize("mode", ["minimal", "budget"])
def test_odd_messages_are_decided_on_as_well(place: Callable[[Any], list[Any]], profile: str, mode: str) -> None:
    for odd in ODD:
        messages = place(odd)
        asked = body(messages)
        decision = decider(profile, MODE=mode, TOKEN_BUDGET=300).decide(asked, NO_CONTROLS, ALICE)
        assert decision.mode == mode, odd
        sent = raw_messages(decision.body)
        assert sent and (profile == "minimax" or came_in_order(raw_messages(asked), sent)), odd


@given(st.lists(st.sampled_from([*ODD, user("Is it up?"), assistant("It is."), QUESTION]), min_size=1, max_size=12))
@settings(max_examples=60, deadline=None)
def test_any_row_of_odd_messages_is_decided_on(messages: list[Any]) -> None:
    asked = body(messages)
    sent = [
        raw_messages(decider(MODE=mode, TOKEN_BUDGET=40).decide(asked, NO_CONTROLS, ALICE).body)
        for mode in ("minimal", "budget", "observe", "off")
    ]
    assert sent[2] == sent[3] == raw_messages(asked)
    assert all(sent) and all(json.loads(raw) in messages for raws in sent for raw in raws)


ODD_BODIES = [
    pytest.param(b'{"messages":[{"role":"user","content":"\xff"}]}', id="a text that is no UTF-8"),
    pytest.param(b'{"messages":[{"role":"\xff","\xfe":1},{"role":"user"}]}', id="a role and a key that are no UTF-8"),
    pytest.param(b'{"messages":[{"role":"user","content":"x\\ud800"}]}', id="a lone surrogate"),
    pytest.param(b'{"model":"\\ud800","messages":[{"role":"user"}]}', id="a model that is a lone surrogate"),
    pytest.param(b'{"model":{"a":1},"stream":"true","messages":[{"role":"user"}]}', id="a model that is an object"),
    pytest.param(b'{"messages":[{"role":"user","n":1e400,"m":' + b"9" * 5000 + b"}]}", id="numbers beyond all bounds"),
    pytest.param(b'{"max_tokens":' + b"9" * 5000 + b',"messages":[{"role":"user"}]}', id="an endless limit"),
    pytest.param(b'{"messages":[{"role":"user","role":"tool","content":"x","content":1}]}', id="keys that stand twice"),
    pytest.param(b'{"messages":[{"role":"user","n":' + b"[" * 300 + b"]" * 300 + b"}]}", id="a message 300 deep"),
]


@pytest.mark.parametrize("asked", ODD_BODIES)
@pytest.mark.parametrize("profile", ["openai", "minimax"])
def test_odd_bodies_pass_as_they_came(asked: bytes, profile: str) -> None:
    decision = decider(profile, CONTEXT_WINDOW=100_000).decide(asked, NO_CONTROLS, ALICE)
    assert b"".join(decision.body) == asked


@pytest.mark.parametrize(
    ("asked", "param"),
    [
        pytest.param(b'{"model":"\xff","messages":[{}]}', "model", id="a model that is no UTF-8"),
        pytest.param(b'{"gatekeeper":{"session":"\xff"},"messages":[{}]}', "gatekeeper", id="a session not in UTF-8"),
        pytest.param(b'{"gatekeeper":{"budget":1e400},"messages":[{}]}', "gatekeeper", id="a budget that is infinite"),
        pytest.param(b'{"gatekeeper":' + b"[" * 600 + b"]" * 600 + b',"messages":[{}]}', "gatekeeper", id="deep"),
    ],
)
def test_what_cannot_be_read_is_a_400(asked: bytes, param: str) -> None:
    with pytest.raises(ProxyError) as refused:
        decider().decide(asked, NO_CONTROLS, ALICE)
    assert (refused.value.status, refused.value.param) == (400, param)


LONG: list[Any] = [
    pytest.param("word " * 200_000, id="a million letters of words"),
    pytest.param("[{(" * 200_000, id="brackets that stay open"),
    pytest.param("`" * 300_000, id="backticks"),
    pytest.param("a" * 1_000_000, id="one word"),
    pytest.param("数据库" * 100_000, id="Chinese without an end"),
    pytest.param('"messages": [' * 50_000, id="text that looks like messages"),
]


@pytest.mark.parametrize("text", LONG)
def test_a_long_text_is_decided_on(text: str) -> None:
    asked = body([BE_KIND, user(text[: len(text) // 2]), assistant("Noted."), *TALK[1:]])
    decision = decider().decide(asked, NO_CONTROLS, ALICE)
    assert decision.mode == "minimal"


def fail(*_: object, **__: object) -> Any:
    raise RuntimeError(f"it was about {CANARY}")


class FailingProfile(OpenAIProfile):
    name = "failing"

    rewrite = fail


class FailingSessions(Sessions):
    find = fail


def broken(stage: str) -> Decider:
    """A decider one of whose stages fails."""
    judge = decider(TOKEN_BUDGET=300)
    match stage:
        case "analysis":
            judge._cache = AnalysisCache(1 << 20, fail)
        case "sessions":
            judge._sessions = FailingSessions(1 << 20)
        case "profile":
            judge._profile = FailingProfile()
        case _:
            setattr(judge, stage, fail)
    return judge


STAGES = ["analysis", "sessions", "_policy", "_choose", "_decision", "profile", "_adapt"]


@pytest.fixture
def log() -> Iterator[io.BytesIO]:
    """What the log of the proxy shows."""
    shown = io.BytesIO()
    handler = ServerLog(TraceLog(shown))
    logger = logging.getLogger("gatekeeper")
    logger.addHandler(handler)
    yield shown
    logger.removeHandler(handler)


@pytest.mark.parametrize("stage", STAGES)
def test_a_fault_of_ours_forwards_the_original(stage: str, log: io.BytesIO) -> None:
    asked = body([*TALK[:-1], user(f"{CANARY}?")])
    decision = broken(stage).decide(asked, NO_CONTROLS, ALICE)
    assert len(decision.body) == 1 and decision.body[0] is asked
    assert decision.mode == named(decision)["mode"] == "bypassed" and not decision.pruned and decision.trace is None
    log.seek(0)
    lines = [json.loads(line) for line in log]
    assert len(lines) == (2 if stage in ("profile", "_adapt") else 1)  # the profile is asked again for the whole body
    assert all("RuntimeError" in line["traceback"] for line in lines)
    assert CANARY not in log.getvalue().decode()


@pytest.mark.parametrize("stage", STAGES)
def test_the_gatekeeper_object_is_removed_even_then(stage: str) -> None:
    asked = body(TALK, gatekeeper={"budget": 300})
    decision = broken(stage).decide(asked, NO_CONTROLS, ALICE)
    assert json.loads(b"".join(decision.body)) == json.loads(body(TALK))


def test_a_fault_leaves_the_conversation_usable() -> None:
    judge = decider(TOKEN_BUDGET=300)
    more = [*TALK, assistant("KX-4471."), QUESTION]
    first = decide(judge, TALK)
    judge._decision = fail  # type: ignore[method-assign]
    assert decide(judge, more).mode == "bypassed"
    del judge._decision
    for said in (more, [*more, assistant("Still KX-4471."), user("ok")]):
        decision = decide(judge, said)
        assert decision.mode == first.mode
        check_promises(body(said), decision, 300)


def test_a_failing_profile_does_no_harm_in_mode_off() -> None:
    judge = Decider(decider()._settings, FailingProfile())
    asked = body(TALK, gatekeeper={"mode": "off"})
    decision = judge.decide(asked, NO_CONTROLS, ALICE)
    assert decision.mode == "off" and b"".join(decision.body) == decision.original
    assert profile_for("openai", "").name == "openai"
