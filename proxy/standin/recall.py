"""Finds in the messages received the sentence that fits a question best. Pure.

Word overlap weighted by rarity is enough to show whether a piece of the history reached the model. Scripts
without spaces are compared by pairs of characters.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from proxy.standin.request import Message

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
_TERM_RUNS = re.compile(f"[{_UNSPACED}]+|[^\\W_{_UNSPACED}]+")
_NO_LETTER_BEFORE = f"(?<![^\\W_{_UNSPACED}])"
_NO_LETTER_BEHIND = f"(?![^\\W_{_UNSPACED}])"
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_QUESTION_MARKS = ("?", "？")
# Words that questions are made of whatever they ask about.
_COMMON_WORDS = (
    "the and for are was were what which who when where how why does did you your our its this that with from"
    " have has had can could should would will please tell about any some use again there then them they been"
    " not but let just 什么 怎么 多少 哪个 哪些 请问 我们 你们 可以 一下 是什 是多 么是"
)
_COMMON = frozenset(_COMMON_WORDS.split())
# What people say themselves is the better source; an earlier question repeats the words but holds no answer.
_ROLE_WEIGHTS = {"user": 1.0, "system": 0.8, "tool": 0.8, "assistant": 0.7}
_QUESTION_WEIGHT = 0.4
# One shared word is chance unless it makes up this share of the question.
_SINGLE_TERM_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence, and the index and role of the message it stands in."""

    text: str
    index: int
    role: str


def terms(text: str) -> frozenset[str]:
    """What of a text is compared: words of three letters or more, character pairs, numbers."""
    found: set[str] = set()
    for run in _TERM_RUNS.findall(text.casefold()):
        if _IS_UNSPACED.match(run):
            found.update(run[at : at + 2] for at in range(max(1, len(run) - 1)))
        elif (len(run) > 2 or run.isdigit()) and run not in _COMMON:
            found.add(run[:-1] if run.endswith("s") and len(run) > 3 else run)
    return frozenset(found - _COMMON)


def recall(question: str, messages: Sequence[Message], own_line: re.Pattern[str]) -> Found | None:
    """The best sentence, the later of two equal ones, or None if none fits.

    Lines of the assistant that begin like `own_line` only repeat questions and are passed over.
    """
    held_terms = _finder(terms(question))
    sentences = [(found, held_terms(found.text)) for found in _sentences(messages, own_line)]
    frequency = Counter(term for _, held in sentences for term in held)
    weights = {term: math.log1p(len(sentences) / (frequency[term] or 1)) for term in sorted(terms(question))}
    best, best_score = None, 0.0
    for found, held in sentences:
        share = sum(weights[term] for term in sorted(held))
        if len(held) < 2 and share < _SINGLE_TERM_SHARE * sum(weights.values()):
            continue
        score = share * _ROLE_WEIGHTS[found.role]
        if found.text.endswith(_QUESTION_MARKS):
            score *= _QUESTION_WEIGHT
        if held and score >= best_score:
            best, best_score = found, score
    return best


def _finder(wanted: frozenset[str]) -> Callable[[str], set[str]]:
    """Tells which of the wanted terms a text holds; a long history is searched, not taken apart."""
    pairs = sorted(term for term in wanted if _IS_UNSPACED.match(term))
    words = sorted(wanted.difference(pairs))
    word = re.compile(f"{_NO_LETTER_BEFORE}({'|'.join(words)})s?{_NO_LETTER_BEHIND}") if words else None

    def held(text: str) -> set[str]:
        folded = text.casefold()
        found = set(word.findall(folded)) if word else set()
        return found.union(pair for pair in pairs if pair in folded)

    return held


def _sentences(messages: Sequence[Message], own_line: re.Pattern[str]) -> Iterator[Found]:
    for index, message in enumerate(messages):
        for sentence in _SENTENCE_ENDS.split(message.answer):
            text = sentence.strip()
            if text and not (message.role == "assistant" and own_line.match(text)):
                yield Found(text, index, message.role)
