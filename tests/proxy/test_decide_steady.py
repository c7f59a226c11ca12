"""Conversations: what one request was sent with stands at the beginning of the next, and nobody meets another's."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from talks import (
    ALICE,
    ASKING,
    BE_KIND,
    BOB,
    MATTERS,
    Said,
    assistant,
    body,
    check_promises,
    decider,
    named,
    raw_messages,
    tool_turn,
    user,
)

from proxy.auth import Principal
from proxy.controls import NO_CONTROLS
from proxy.decide import Decider, Decision

BUDGET = 350
FEW = settings(max_examples=25, deadline=None)


def turn(random: Random, number: int) -> list[Said]:
    """One question and all that answers it."""
    asked = random.choice(ASKING)
    if random.random() < 0.2:
        return tool_turn(asked, f"call-{number}", f"other-{number}")[: random.choice((4, 5))]
    answered = random.choice(MATTERS)[1]
    asking = [user(asked)] if random.random() < 0.8 else [user("One more thing."), user(asked)]
    return [*asking, assistant(f"({number}) {answered}"[: random.choice((30, 200, 900))])]


def talk(random: Random, turns: int) -> list[list[Said]]:
    """What a client sends, request by request; a tool loop asks once for each step."""
    said: list[Said] = [BE_KIND]
    requests = []
    for number in range(turns):
        for message in turn(random, number):
            if message["role"] == "assistant" and said[-1]["role"] != "assistant":
                requests.append([*said])
            said.append(message)
        if said[-1]["role"] != "assistant":  # a tool loop whose last answer is missing
            said.append(assistant("Done."))
    return requests


def ask(judge: Decider, said: list[Said], who: Principal = ALICE, budget: int | None = BUDGET) -> Decision:
    asked = body(said)
    decision = judge.decide(asked, NO_CONTROLS, who)
    assert decision.mode != "bypassed"
    check_promises(asked, decision, budget)
    return decision


def same(one: Decision, other: Decision) -> bool:
    """Whether both send and say the same; ids apart."""
    told = [{**named(decision), "trace-id": ""} for decision in (one, other)]
    return b"".join(one.body) == b"".join(other.body) and told[0] == told[1] and one.trace == other.trace


@given(st.randoms(use_true_random=False), st.sampled_from(["minimal", "budget"]), st.sampled_from([60, BUDGET, 3000]))
@FEW
def test_without_a_new_selection_the_prompt_only_grows(random: Random, mode: str, budget: int) -> None:
    judge = decider(MODE=mode, TOKEN_BUDGET=budget)
    before: list[bytes] = []
    steady = 0
    for said in talk(random, 9):
        decision = ask(judge, said, budget=budget)
        sent = raw_messages(decision.body)
        assert decision.trace is not None
        if before and not decision.trace.reselected:
            assert sent[: len(before)] == before
            steady += 1
        before = sent
    assert steady or budget < 3000


def test_a_tool_loop_grows_without_a_new_selection() -> None:
    judge = decider(TOKEN_BUDGET=3000)
    said = [BE_KIND, user("Hello."), assistant("Hello!"), *tool_turn("Which port does the gateway use?", "a", "b")[:2]]
    asked, call, one, two, _ = tool_turn("Which port does the gateway use?", "a", "b")
    start = [BE_KIND, user("Hello."), assistant("Hello!"), asked]
    first = raw_messages(ask(judge, start, budget=3000).body)
    second = raw_messages(ask(judge, [*start, call, one, two], budget=3000).body)
    assert second[: len(first)] == first and said[:3] == start[:3]


def test_steadiness_can_be_switched_off() -> None:
    judge = decider(STEADY="off", TOKEN_BUDGET=BUDGET)
    for said in talk(Random(3), 6):
        decision = ask(judge, said)
        assert decision.trace is not None and decision.trace.reselected
        assert same(decision, ask(decider(STEADY="off", TOKEN_BUDGET=BUDGET), said))


def edited(random: Random, said: list[Said]) -> list[Said]:
    """The request after an edit, a regeneration, a cut or a branch somewhere in the chat."""
    asked = [i for i, message in enumerate(said) if message["role"] == "user"]
    match random.randrange(4):
        case 0:
            at = random.choice(asked)
            return [*said[:at], user(f"{said[at]['content']} (edited)"), *said[at + 1 :]]
        case 1:
            return said
        case 2:
            return said[: random.choice(asked) + 1]
        case _:
            at = random.choice(asked)
            return [*said[:at], user("Something else: " + random.choice(ASKING))]


@given(st.randoms(use_true_random=False), st.sampled_from(["minimal", "budget"]))
@FEW
def test_edits_regenerations_and_branches_keep_every_promise(random: Random, mode: str) -> None:
    judge = decider(MODE=mode, TOKEN_BUDGET=BUDGET)
    for said in talk(random, 6):
        ask(judge, said)
        if random.random() < 0.5:
            ask(judge, edited(random, said))


@given(st.randoms(use_true_random=False), st.sampled_from(["minimal", "budget"]))
@FEW
def test_two_chats_with_the_same_opening_keep_every_promise(random: Random, mode: str) -> None:
    judge = decider(MODE=mode, TOKEN_BUDGET=BUDGET)
    opening = talk(Random(1), 2)[-1]
    chats = [[[*opening, *said[1:]] for said in talk(random, 5)] for _ in range(2)]
    for pair in zip(*chats, strict=False):
        for said in pair:
            ask(judge, said)


def interleaved(random: Random, lengths: list[int]) -> list[int]:
    order = [chat for chat, n in enumerate(lengths) for _ in range(n)]
    random.shuffle(order)
    return order


CHATS: list[Any] = [
    pytest.param((ALICE, BOB), True, id="two principals with the same words"),
    pytest.param((ALICE, BOB), False, id="two principals"),
    pytest.param((ALICE, ALICE), False, id="two chats of one principal"),
]


@pytest.mark.parametrize(("who", "alike"), CHATS)
@pytest.mark.parametrize("seed", range(4))
def test_chats_do_not_influence_each_other(who: tuple[Principal, Principal], alike: bool, seed: int) -> None:
    random = Random(seed)
    chats = [talk(Random(seed if alike else 100 + n), 6) for n in range(2)]
    if not alike:  # not even the first word is shared
        first = [[BE_KIND, user(f"I am {n}."), assistant("Hi.")] for n in range(2)]
        chats = [[first[n] + said[1:] for said in chat] for n, chat in enumerate(chats)]
    together, alone = decider(TOKEN_BUDGET=BUDGET), [decider(TOKEN_BUDGET=BUDGET) for _ in chats]
    steps = [iter(chat) for chat in chats]
    for chat in interleaved(random, [len(chat) for chat in chats]):
        said = next(steps[chat])
        assert same(ask(together, said, who[chat]), ask(alone[chat], said, who[chat]))


@given(st.randoms(use_true_random=False), st.sampled_from(["minimal", "budget"]))
@FEW
def test_state_that_is_lost_costs_a_selection_and_nothing_else(random: Random, mode: str) -> None:
    judge = decider(MODE=mode, TOKEN_BUDGET=BUDGET)
    for said in talk(random, 6):
        if random.random() < 0.3:
            judge = decider(MODE=mode, TOKEN_BUDGET=BUDGET)
        ask(judge, said)


@pytest.mark.parametrize("small", ["CACHE_BYTES", "SESSION_BYTES"])
def test_hardly_any_memory_is_enough(small: str) -> None:
    environ: dict[str, Any] = {small: 2000}
    judge = decider(TOKEN_BUDGET=BUDGET, **environ)
    for seed in range(3):
        for said in talk(Random(seed), 6):
            ask(judge, said)


def test_two_named_sessions_do_not_share_what_they_sent() -> None:
    together, alone = decider(TOKEN_BUDGET=BUDGET), {name: decider(TOKEN_BUDGET=BUDGET) for name in ("one", "two")}
    for said in talk(Random(5), 6):
        for name, judge in alone.items():
            asked = body(said, gatekeeper={"session": name})
            assert same(together.decide(asked, NO_CONTROLS, ALICE), ask(judge, said))


def test_threads_on_overlapping_conversations_keep_every_promise() -> None:
    judge = decider(TOKEN_BUDGET=BUDGET)
    opening = talk(Random(1), 2)[-1]
    chats = [[[*opening, *said[1:]] for said in talk(Random(seed), 5)] for seed in (1, 2)]

    def run(number: int) -> None:
        random = Random(number)
        for said in chats[number % 2]:
            ask(judge, said)
            ask(judge, edited(random, said), random.choice((ALICE, BOB)))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(run, range(4)))
    finally:
        sys.setswitchinterval(interval)
