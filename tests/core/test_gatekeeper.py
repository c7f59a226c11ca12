"""The specification's class: its interface (§4), its four checks (§5) in three languages, its constraints (§3.6)."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

import pytest
from conversations import TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st

from gatekeeper_core.errors import BudgetError, ControlError, GatekeeperError
from gatekeeper_core.gatekeeper import ContextGatekeeper
from gatekeeper_core.tokens import message_tokens

Turn = tuple[str, str]


@dataclass(frozen=True)
class Talk:
    """A conversation of two topics with questions about it."""

    first: tuple[Turn, ...]
    second: tuple[Turn, ...]
    recall: str  # asks for what the first turn of the first topic said
    fresh: str  # a third topic
    refer: str  # goes on without naming anything


TALKS = {
    "English": Talk(
        (
            ("How large should the database connection pool be?", "Start with a pool of thirty connections."),
            ("What happens when the pool is exhausted?", "Requests queue until a connection is free."),
            ("How do I watch the pool?", "Watch the wait time of the connection pool."),
        ),
        (
            ("By the way, how do I make rye bread?", "Mix rye flour, water and sourdough."),
            ("How long does rye bread bake?", "Rye bread bakes for an hour."),
        ),
        "How large should the connection pool of the database be again?",
        "By the way, another question: who painted The Night Watch?",
        "Why is that?",
    ),
    "Chinese": Talk(
        (
            ("数据库连接池应该设多大？", "连接池建议从三十个连接开始。"),
            ("连接池耗尽了会怎样？", "请求会排队等待空闲连接。"),
            ("怎么监控连接池？", "观察连接池的等待时间。"),
        ),
        (
            ("换个话题，黑麦面包怎么做？", "把黑麦粉、水和酵头混合。"),
            ("黑麦面包要烤多久？", "黑麦面包要烤一个小时。"),
        ),
        "之前说数据库连接池应该设多大？",
        "换个话题，《夜巡》是谁画的？",
        "为什么？继续展开一下这个",
    ),
    "Thai": Talk(
        (
            ("ควรตั้งขนาดพูลการเชื่อมต่อฐานข้อมูลเท่าไร", "เริ่มจากพูลสามสิบการเชื่อมต่อ"),
            ("ถ้าพูลการเชื่อมต่อเต็มจะเกิดอะไรขึ้น", "คำขอจะรอจนกว่าจะมีการเชื่อมต่อว่าง"),
            ("จะดูพูลการเชื่อมต่อได้อย่างไร", "ดูเวลารอของพูลการเชื่อมต่อ"),
        ),
        (
            ("เปลี่ยนเรื่อง ขนมปังข้าวไรย์ทำอย่างไร", "ผสมแป้งข้าวไรย์ น้ำ และหัวเชื้อ"),
            ("ขนมปังข้าวไรย์อบกี่นาที", "อบขนมปังข้าวไรย์หกสิบนาที"),
        ),
        "ที่คุยกันก่อนหน้านี้ ควรตั้งขนาดพูลการเชื่อมต่อฐานข้อมูลเท่าไร",
        "เปลี่ยนเรื่อง ใครวาดภาพเดอะไนท์วอทช์",
        "ทำไมล่ะ อันนี้อธิบายต่อหน่อย",
    ),
}
EACH = pytest.mark.parametrize("talk", TALKS.values(), ids=TALKS)


def keeper(*turns: Turn, budget: int = 4000) -> ContextGatekeeper:
    made = ContextGatekeeper(token_budget=budget)
    for user, assistant in turns:
        made.add_turn(user, assistant)
    return made


def ids(selected: list[dict[str, str | int]]) -> list[int]:
    return [int(turn["turn_id"]) for turn in selected]


def cost(selected: list[dict[str, str | int]]) -> int:
    return sum(message_tokens(str(turn[side])) for turn in selected for side in ("user", "assistant"))


SIGNATURES = {
    "__init__": "(self, token_budget: int = 4000) -> None",
    "add_turn": "(self, user_text: str, assistant_text: str) -> None",
    "set_constraint": "(self, key: str, value: str) -> None",
}


@pytest.mark.parametrize(("name", "signature"), SIGNATURES.items())
def test_the_interface_is_the_specification_s(name: str, signature: str) -> None:
    written = inspect.signature(getattr(ContextGatekeeper, name), eval_str=True)
    assert str(written) == signature


def test_the_reading_methods_take_what_the_specification_says() -> None:
    assert list(inspect.signature(ContextGatekeeper.select).parameters) == ["self", "query"]
    assert list(inspect.signature(ContextGatekeeper.get_constraints).parameters) == ["self"]


def test_a_selected_turn_is_a_dict_of_user_assistant_and_turn_id() -> None:
    selected = keeper(("Which port?", "Port 8080.")).select("Why?")
    assert selected == [{"user": "Which port?", "assistant": "Port 8080.", "turn_id": 0}]
    assert list(selected[0]) == ["user", "assistant", "turn_id"]


def test_nothing_is_selected_from_nothing() -> None:
    assert keeper().select("anything") == []


@EACH
def test_a_later_question_of_the_topic_recalls_its_turns(talk: Talk) -> None:
    assert 0 in ids(keeper(*talk.first).select(talk.recall))


@EACH
def test_after_a_switch_the_old_topic_stays_out(talk: Talk) -> None:
    assert ids(keeper(*talk.first, *talk.second).select(talk.fresh)) == []


@EACH
def test_inside_the_new_topic_the_old_one_stays_out(talk: Talk) -> None:
    asked = keeper(*talk.first, *talk.second[:1])
    assert not {0, 1, 2} & set(ids(asked.select(talk.second[1][0])))


@EACH
def test_going_back_recalls_the_old_topic(talk: Talk) -> None:
    assert 0 in ids(keeper(*talk.first, *talk.second).select(talk.recall))


@EACH
def test_a_referring_word_brings_the_last_one_or_two_turns(talk: Talk) -> None:
    turns = [*talk.first, *talk.second]
    for known in range(1, len(turns) + 1):
        assert known - 1 in ids(keeper(*turns[:known]).select(talk.refer))


@EACH
@pytest.mark.parametrize("budget", [0, 10, 40, 80, 200])
def test_the_budget_is_respected(talk: Talk, budget: int) -> None:
    asked = keeper(*talk.first, *talk.second, budget=budget)
    for query in (talk.recall, talk.fresh, talk.refer, talk.second[1][0]):
        assert cost(asked.select(query)) <= budget


def test_long_turns_come_back_trimmed_to_slices() -> None:
    prose = " ".join(f"Sentence {i} tells of birds and their nests." for i in range(60))
    answer = f"{prose} The gateway listens on port 8080. {prose}"
    asked = keeper(("Tell me about the gateway.", answer), ("And birds?", "They fly."), budget=200)
    (turn,) = (t for t in asked.select("On which port does the gateway listen?") if t["turn_id"] == 0)
    assert "The gateway listens on port 8080." in str(turn["assistant"])
    assert len(str(turn["assistant"])) < len(answer)
    assert cost([turn]) <= 200


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=6), TEXTS, st.sampled_from([0, 30, 100, 4000]))
@settings(max_examples=40, deadline=None)
def test_any_talk_gives_turns_in_order_inside_the_budget(turns: list[Turn], query: str, budget: int) -> None:
    asked = keeper(*turns, budget=budget)
    selected = asked.select(query)
    assert ids(selected) == sorted(set(ids(selected)))
    assert cost(selected) <= budget
    assert selected == asked.select(query) == keeper(*turns, budget=budget).select(query)
    for turn in selected:
        user, assistant = turns[int(turn["turn_id"])]
        assert len(str(turn["user"])) <= len(user)
        assert len(str(turn["assistant"])) <= len(assistant)
    assert [v.turn_id for v in asked.explain(query).trace.verdicts if v.kept] == ids(selected)


def test_asking_changes_nothing() -> None:
    talk = TALKS["English"]
    asked = keeper(*talk.first, *talk.second)
    before = asked.select(talk.recall)
    asked.select(talk.fresh)
    assert asked.select(talk.recall) == before


def test_constraints_are_set_read_and_replaced() -> None:
    made = keeper()
    assert made.get_constraints() == {}
    made.set_constraint("language", "French")
    made.set_constraint("style", "brief")
    made.set_constraint("language", "中文")
    assert list(made.get_constraints().items()) == [("language", "中文"), ("style", "brief")]


def test_the_constraints_read_are_a_copy() -> None:
    made = keeper()
    made.set_constraint("language", "French")
    made.get_constraints()["language"] = "German"
    assert made.get_constraints() == {"language": "French"}


def test_two_conversations_share_nothing() -> None:
    one, other = keeper(("Which port?", "8080")), keeper()
    one.set_constraint("language", "French")
    assert (other.get_constraints(), other.select("Why?")) == ({}, [])


@pytest.mark.parametrize("budget", [-1, -4000])
def test_a_negative_budget_is_refused(budget: int) -> None:
    with pytest.raises(BudgetError, match=str(budget)) as caught:
        ContextGatekeeper(token_budget=budget)
    assert caught.value.budget == budget
    assert isinstance(caught.value, GatekeeperError)


def test_errors_carry_a_status_hint_and_their_field() -> None:
    error = ControlError("pin", "there is no message 9")
    assert (error.field, error.status_hint, str(error)) == ("pin", 400, "pin: there is no message 9")
