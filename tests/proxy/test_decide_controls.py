"""What a client asks of one request, by header values or by the `gatekeeper` object."""

from __future__ import annotations

import json
import time
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
    user,
)

from proxy.controls import NO_CONTROLS, Controls
from proxy.errors import ProxyError

TALK = [*history(), QUESTION]
BUDGET = 600

WISHES = [
    pytest.param(Controls(mode="off"), None, "off", id="the header's mode"),
    pytest.param(Controls(mode="off"), {"mode": "observe"}, "observe", id="the object wins"),
    pytest.param(NO_CONTROLS, {"mode": "BUDGET"}, "budget", id="the object's mode, in any case"),
]


@pytest.mark.parametrize(("controls", "wish", "mode"), WISHES)
def test_a_request_chooses_its_mode(controls: Controls, wish: object, mode: str) -> None:
    asked = body(TALK) if wish is None else body(TALK, gatekeeper=wish)
    assert decider().decide(asked, controls, ALICE).mode == mode


@pytest.mark.parametrize("mode", ["minimal", "budget", "observe", "off"])
@pytest.mark.parametrize("obeyed", ["on", "off"])
@pytest.mark.parametrize("profile", ["openai", "minimax"])
def test_the_object_never_reaches_the_upstream(mode: str, obeyed: str, profile: str) -> None:
    plain = body(TALK, stream=True)
    asked = body(TALK, gatekeeper={"budget": 400}, stream=True)
    decision = decider(profile, MODE=mode, CONTROLS=obeyed).decide(asked, NO_CONTROLS, ALICE)
    assert b"gatekeeper" not in b"".join(decision.body) and b"gatekeeper" not in decision.original
    assert json.loads(decision.original) == json.loads(plain) and decision.streaming
    if mode in ("observe", "off"):
        assert b"".join(decision.body) == decision.original


def test_controls_that_are_switched_off_are_not_even_looked_at() -> None:
    assert decide(decider(CONTROLS="off"), TALK, gatekeeper=7).mode == "minimal"


@pytest.mark.parametrize("by_header", [True, False])
def test_a_request_names_its_budget(by_header: bool) -> None:
    controls = Controls(budget=200) if by_header else NO_CONTROLS
    asked = body(TALK) if by_header else body(TALK, gatekeeper={"budget": 200})
    check_promises(body(TALK), decider().decide(asked, controls, ALICE), 200)


PINNED = user("(1) How long does rye bread bake?")


def texts(messages: list[Said]) -> str:
    return json.dumps(messages, ensure_ascii=False)


def test_a_pin_keeps_a_block_and_a_drop_leaves_it_out() -> None:
    plain = forwarded(decide(decider(TOKEN_BUDGET=BUDGET), TALK))
    assert PINNED not in plain and "KX-4471" in texts(plain)
    pinned = forwarded(decide(decider(TOKEN_BUDGET=BUDGET), TALK, gatekeeper={"pin": [4]}))
    assert TALK[3:5] == [message for message in pinned if message in TALK[3:5]]
    for wish in ({"drop": [6]}, {"drop": [5]}, {"drop": [5], "pin": [6]}):
        assert "KX-4471" not in texts(forwarded(decide(decider(TOKEN_BUDGET=BUDGET), TALK, gatekeeper=wish)))


MARKS: list[Any] = [
    pytest.param({"expires": {"6": 1}}, True, id="expired long ago"),
    pytest.param({"expires": {"6": "1999-12-31T23:59:59Z"}}, True, id="expired in another century"),
    pytest.param({"expires": {"6": time.time() + 3600}}, False, id="expires in an hour"),
    pytest.param({"supersedes": {"9": 6}}, True, id="replaced by a later message"),
    pytest.param({"supersedes": {"9": [2, 4]}}, False, id="others are replaced"),
]


@pytest.mark.parametrize(("wish", "out"), MARKS)
@pytest.mark.parametrize("mode", ["minimal", "budget"])
def test_what_is_expired_or_superseded_is_not_used(wish: object, out: bool, mode: str) -> None:
    sent = forwarded(decide(decider(MODE=mode, TOKEN_BUDGET=5000), TALK, gatekeeper=wish))
    assert ("KX-4471" in texts(sent)) is not out


def test_marks_hold_in_a_steady_conversation_too() -> None:
    judge = decider(TOKEN_BUDGET=BUDGET)
    assert "KX-4471" in texts(forwarded(decide(judge, TALK)))
    more = [*TALK, assistant("KX-4471."), user("And which deck are the cabins on?")]
    assert FERRY[:40] not in texts(forwarded(decide(judge, more, gatekeeper={"drop": [6]})))


@pytest.mark.parametrize("where", [0, len(TALK) - 1])
def test_marks_on_preamble_and_tail_change_nothing(where: int) -> None:
    sent = forwarded(decide(decider(), TALK, gatekeeper={"drop": [where], "expires": {str(where): 1}}))
    assert sent[0] == BE_KIND and sent[-1] == QUESTION


def test_pins_beyond_the_budget_are_sent_with_a_warning() -> None:
    decision = decide(decider(TOKEN_BUDGET=50), TALK, gatekeeper={"pin": [4, 6]})
    assert named(decision)["warning"] and all(TALK[i] in forwarded(decision) for i in (3, 4, 5, 6))


N = len(TALK)
WRONG: list[Any] = [
    pytest.param({"pin": [N]}, "gatekeeper.pin", id="a pin behind the end"),
    pytest.param({"drop": [0, 1 << 40]}, "gatekeeper.drop", id="a drop far behind the end"),
    pytest.param({"expires": {str(N): 1}}, "gatekeeper.expires", id="an expiry behind the end"),
    pytest.param({"supersedes": {str(N): 0}}, "gatekeeper.supersedes", id="a replacement behind the end"),
    pytest.param({"expires": {"0": 10**400}}, "gatekeeper", id="a moment beyond all numbers"),
    pytest.param({"budget": 10**5000}, "gatekeeper", id="a budget beyond all numbers"),
    pytest.param({"mode": "fast"}, "gatekeeper.mode", id="a mode nobody knows"),
    pytest.param({"budget": -1}, "gatekeeper.budget", id="a negative budget"),
    pytest.param({"color": 1}, "gatekeeper", id="a field nobody knows"),
    pytest.param(None, "gatekeeper", id="null"),
]


@pytest.mark.parametrize(("wish", "param"), WRONG)
def test_a_wrong_control_is_a_400_that_names_it(wish: Any, param: str) -> None:
    if isinstance(wish, dict) and "budget" in wish and wish["budget"] > 0:
        wish = "@"  # Python does not print so long a number
    asked = body(TALK, gatekeeper=wish).replace(b'"@"', b'{"budget":' + b"9" * 5000 + b"}")
    with pytest.raises(ProxyError) as refused:
        decider().decide(asked, NO_CONTROLS, ALICE)
    assert refused.value.status == 400 and (refused.value.param or "").startswith(param)


def test_a_wrong_control_leaves_the_conversation_usable() -> None:
    judge = decider()
    with pytest.raises(ProxyError):
        decide(judge, TALK, gatekeeper={"pin": [N]})
    assert decide(judge, TALK).trace is not None
