"""The values the stages pass to each other. All frozen: a stage answers with new values, it changes none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

Span = tuple[int, int]  # a slice of a text, in code points


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declared constraint, or the withdrawal of one.

    key: language, style, length, format, persona (one value at a time); forbidden, fact (allergies, diet, name),
    other (these add up); all (only withdrawn). start, end: the declaring sentences as a slice of the user's text, in
    code points. withdraws: takes back instead of declaring. about: the content words it is about.
    """

    key: str
    start: int
    end: int
    withdraws: bool
    about: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Message:
    """One message, analysed. Compared by identity: the analysis cache hands out one object per raw message."""

    role: str
    text: str  # all readable text, parts joined by a line feed
    tokens: int  # the whole message: text, tool calls, pictures, framing
    trimmable: bool  # one plain string and nothing else: sentences may be left out
    terms: Mapping[str, int]  # tf of its anchors
    calls: tuple[str, ...] = ()  # ids of the tool calls it makes
    answers: str | None = None  # the tool call id it is the result of
    wishes: tuple[Declaration, ...] = ()  # what a user message declares to hold from now on
    once: bool = False  # a user message whose wish binds its own turn only
    corrects: bool = False  # a user message that corrects what was said
    opens: bool = False  # a user message that opens a conversation or a topic
    closes: bool = False  # thanks or farewell


@dataclass(frozen=True, eq=False)
class Block:
    """One user message (or a run of them) with everything that answers it: the smallest thing kept or dropped."""

    turn_id: int
    messages: tuple[Message, ...]

    @cached_property
    def tokens(self) -> int:
        return sum(m.tokens for m in self.messages)

    @property
    def user_text(self) -> str:
        return "\n".join(m.text for m in self.messages if m.role == "user")

    @property
    def assistant_text(self) -> str:
        return "\n".join(m.text for m in self.messages if m.role != "user")

    @property
    def tokens_user(self) -> int:
        return sum(m.tokens for m in self.messages if m.role == "user")

    @property
    def tokens_assistant(self) -> int:
        return self.tokens - self.tokens_user

    @cached_property
    def trimmable(self) -> bool:
        """Closed plain-text turns only: a tool call, a picture or thinking makes the block whole or nothing."""
        return all(m.trimmable for m in self.messages)

    @cached_property
    def calls_tools(self) -> bool:
        return any(m.calls or m.answers is not None or m.role == "tool" for m in self.messages)

    @property
    def anchors(self) -> list[str]:
        """The specification's anchor list: every distinct term, in order of first appearance."""
        return list(dict.fromkeys(term for m in self.messages for term in m.terms))

    @cached_property
    def wishes(self) -> tuple[tuple[int, Declaration], ...]:
        """(message index, declaration) of everything declared in this block."""
        return tuple((i, wish) for i, message in enumerate(self.messages) for wish in message.wishes)

    @cached_property
    def once(self) -> bool:
        return any(m.once for m in self.messages)

    @cached_property
    def corrects(self) -> bool:
        return any(m.corrects for m in self.messages)

    @cached_property
    def opens(self) -> bool:
        return self.messages[0].opens

    @cached_property
    def closes(self) -> bool:
        return self.messages[0].closes or self.messages[-1].closes


class Fill(StrEnum):
    COVER = "cover"  # stop when the question is covered
    BUDGET = "budget"  # go on by score until the budget is used


@dataclass(frozen=True, slots=True)
class Policy:
    """Every threshold with its default. The defaults are the specification's (§3.2–3.4) unless a comment says else."""

    token_budget: int = 4000
    fill: Fill = Fill.COVER
    steady: bool = True
    keep_all: bool = False  # everything eligible stays: the history is inside the budget and that is what was asked
    gate_continue: float = 0.45
    gate_switch: float = 0.20
    gate_new: float = 0.70
    user_weight: float = 1.5
    assistant_weight: float = 0.7
    exact_weight: float = 1.0
    recency_weight: float = 0.2
    candidates: int = 20
    coverage: float = 0.85
    cost_exponent: float = 0.0  # alpha of gain / cost^alpha; BM25 already divides by length
    recent_blocks: int = 2  # most blocks a referring question brings along
    low_water: float = 0.6  # share of the budget a steady window is brought down to when it passes the budget
    need: float = 0.2  # share of a question's anchor weight that must lie outside the window to re-select


class Reason(StrEnum):
    """Why a block is in or out: a closed list, one reason a block."""

    PINNED = "pinned"
    TAIL = "tail"
    RECENT_REFERENCE = "recent_reference"
    COVERS = "covers"
    FILL = "fill"
    CORRECTION = "correction"
    CONSTRAINT = "constraint"
    OFF_TOPIC = "off_topic"
    LOW_SCORE = "low_score"
    ALREADY_COVERED = "already_covered"
    OVER_BUDGET = "over_budget"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    NOT_PERMITTED = "not_permitted"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Marks:
    """What the client said about single blocks, as positions; empty unless a request control says so."""

    pinned: frozenset[int] = frozenset()
    dropped: frozenset[int] = frozenset()
    expired: frozenset[int] = frozenset()
    superseded: frozenset[int] = frozenset()


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True)
class GateDecision:
    """`kind` is the gate's word; `returns` marks a switch back to something said earlier."""

    kind: str  # continue | switch
    returns: bool
    overlap: float  # share of the question's anchor weight met in the active topic
    new_ratio: float  # share of it met nowhere in the conversation
    reason: str

    @property
    def word(self) -> str:
        return "return" if self.kind == "switch" and self.returns else self.kind


class Verdict(NamedTuple):
    """What happened to one block; a tuple, since every request makes one for every block."""

    turn_id: int
    kept: bool
    reason: Reason
    score: float
    tokens: int
    tokens_kept: int


@dataclass(frozen=True, slots=True)
class Trace:
    """All verdicts and figures of one request; no text."""

    gate: GateDecision
    verdicts: tuple[Verdict, ...]
    tokens_before: int  # history tokens received
    tokens_after: int  # history tokens kept
    budget: int
    reselected: bool
    notes: tuple[str, ...] = ()


Excerpts = Mapping[tuple[int, int], tuple[Span, ...]]  # (block position, message index) -> spans kept of its text


@dataclass(frozen=True, slots=True)
class Selection:
    """`kept` are positions of blocks in conversation order; `excerpts` the spans kept of a trimmed message."""

    kept: tuple[int, ...]
    excerpts: Excerpts
    trace: Trace


@dataclass(frozen=True, slots=True)
class Previous:
    """What the last request of this conversation sent: its window over the first `blocks` blocks."""

    blocks: int
    kept: tuple[int, ...]
    excerpts: Excerpts
    costs: Mapping[int, int]  # position -> tokens it was sent with
