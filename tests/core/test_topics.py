"""Topics: a partition of the conversation, where people say it turns, and what an open topic is worth."""

from __future__ import annotations

from conversations import conversations, talk
from hypothesis import given, settings
from hypothesis import strategies as st

from gatekeeper_core.analysis import analyse
from gatekeeper_core.model import Block
from gatekeeper_core.retrieval import Index
from gatekeeper_core.topics import Topic, standing, topics, where_left

GATEWAY = [
    ("Which port does the gateway use?", "The gateway uses port 8080 by default."),
    ("Can the gateway port be changed?", "The gateway port is set in the gateway config."),
    ("Where is the gateway config?", "The gateway config lies beside the gateway binary."),
]
BREAD = [
    ("By the way, how is rye bread made?", "Rye bread needs sourdough, rye flour and time."),
    ("How much rye flour?", "For one rye bread take a kilo of rye flour and sourdough."),
    ("How hot for rye bread?", "Bake rye bread with sourdough at 220 degrees."),
]


def found(blocks: list[Block]) -> list[Topic]:
    return topics(blocks, Index(blocks).cohesion)


def test_evenly_connected_blocks_are_one_topic() -> None:
    assert topics(talk(*GATEWAY, *GATEWAY), [0.0, 1.0, 1.0, 1.0, 1.0, 1.0]) == [Topic(0, 5, False)]


def test_a_block_that_shares_clearly_fewer_words_starts_a_topic() -> None:
    assert [t.first for t in topics(talk(*GATEWAY, *GATEWAY), [0.0, 1.0, 1.0, 0.1, 1.0, 1.0])] == [0, 3]


def test_an_announced_change_of_matter_starts_a_topic() -> None:
    assert [(t.first, t.last) for t in found(talk(*GATEWAY, *BREAD))] == [(0, 2), (3, 5)]


def test_the_same_change_is_seen_in_chinese() -> None:
    blocks = talk(
        ("数据库连接池应该设多大？", "数据库连接池建议设为三十。"),
        ("数据库连接池满了会怎样？", "数据库连接池满了请求会排队。"),
        ("数据库连接池怎么监控？", "看数据库连接池的等待时间。"),
        ("换个话题，红烧肉怎么做？", "红烧肉要先焯水，再炒糖色。"),
        ("红烧肉要炖多久？", "红烧肉小火炖一个小时。"),
        ("红烧肉放什么糖？", "红烧肉放冰糖。"),
    )
    assert 3 in [topic.first for topic in found(blocks)]


def test_thanks_close_a_topic() -> None:
    assert found(talk(*GATEWAY, ("Thanks, that's all.", "You're welcome!")))[-1].closed
    assert not found(talk(*GATEWAY))[-1].closed


def test_no_blocks_have_no_topics() -> None:
    assert found([]) == []
    assert standing([], [], []) == []
    assert where_left([], []) == []


def test_an_open_topic_is_worth_more_than_a_closed_one() -> None:
    blocks = talk(*GATEWAY)
    lex = [0.0] * 3
    left_open, closed = (standing([Topic(0, 2, value)], blocks, lex) for value in (False, True))
    assert all(a > b for a, b in zip(left_open, closed, strict=True))


def test_a_topic_left_after_few_turns_is_worth_more_than_a_long_one() -> None:
    blocks = talk(*GATEWAY, *BREAD)
    prior = standing([Topic(0, 0, True), Topic(1, 5, True)], blocks, [0.0] * 6)
    assert prior[0] > max(prior[1:])


def test_the_end_of_a_topic_is_worth_more_than_its_start() -> None:
    prior = standing([Topic(0, 2, False)], talk(*GATEWAY), [0.0] * 3)
    assert prior == sorted(prior)
    assert prior[0] < prior[-1]


def test_tool_output_without_a_word_of_the_question_is_worth_less() -> None:
    messages = (
        analyse("user", "Check"),
        analyse("assistant", "", calls=("c",)),
        analyse("tool", "out", answers="c"),
    )
    blocks = [Block(0, messages)]
    unmet, met = (standing([Topic(0, 0, False)], blocks, [score])[0] for score in (0.0, 1.0))
    assert 0 < unmet < met


def test_where_a_topic_was_left_counts_its_end_most() -> None:
    one = [Topic(0, 3, False)]
    at_end, at_start = (where_left(one, lex) for lex in ([0.0, 0.0, 0.0, 4.0], [4.0, 0.0, 0.0, 0.0]))
    assert all(a > b for a, b in zip(at_end, at_start, strict=True))
    assert at_end == sorted(at_end)


def test_a_topic_says_nothing_about_another() -> None:
    assert where_left([Topic(0, 1, False), Topic(2, 3, False)], [0.0, 0.0, 3.0, 3.0])[:2] == [0.0, 0.0]


@given(conversations(), st.lists(st.floats(0, 9), min_size=12, max_size=12))
@settings(max_examples=40, deadline=None)
def test_topics_are_a_partition_with_bounded_priors(blocks: list[Block], scores: list[float]) -> None:
    parts = found(blocks)
    assert [p for topic in parts for p in range(topic.first, topic.last + 1)] == list(range(len(blocks)))
    assert sum(map(len, parts)) == len(blocks)
    lex = scores[: len(blocks)]
    prior, left = standing(parts, blocks, lex), where_left(parts, lex)
    assert len(prior) == len(left) == len(blocks)
    assert all(0 <= share <= 1 for share in prior)
    assert all(0 <= score <= max(scores, default=0.0) + 1e-9 for score in left)
