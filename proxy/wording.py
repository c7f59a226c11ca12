"""Verdicts and gate decisions in words people read, in English and Chinese. Pure.

The closed lists of reasons are the core's; a reason without words here is shown as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gatekeeper_core.model import GateDecision, Reason, Verdict


@dataclass(frozen=True, slots=True)
class Words:
    """One language's words. `reasons` are those of a selection made anew, `staying` of one that was kept."""

    kept: str
    trimmed: str
    dropped: str
    no_text: str
    colon: str
    decisions: Mapping[str, str]
    gate_reasons: Mapping[str, str]
    reasons: Mapping[str, str]
    staying: Mapping[str, str]
    notes: Mapping[str, str]

    def fate(self, verdict: Verdict) -> str:
        """What happened to a block, in one word."""
        if not verdict.kept:
            return self.dropped
        return self.trimmed if verdict.tokens_kept < verdict.tokens else self.kept

    def why(self, verdict: Verdict, *, reselected: bool = True) -> str:
        """Why, in a few words; `reselected` is the trace's."""
        reason = verdict.reason.value
        if not reselected and reason in self.staying:
            return self.staying[reason]
        return self.reasons.get(reason, reason)

    def gate(self, gate: GateDecision) -> str:
        """The gate's decision and its reason."""
        decision = self.decisions.get(gate.word, gate.word)
        return f"{decision}{self.colon}{self.gate_reasons.get(gate.reason, gate.reason)}"

    def note(self, note: str) -> str:
        """A note of the trace, or the name of a rewrite."""
        return self.notes.get(note, note)


ENGLISH = Words(
    kept="kept",
    trimmed="trimmed",
    dropped="dropped",
    no_text="(no text)",
    colon=": ",
    decisions=MappingProxyType({"continue": "continue", "switch": "switch", "return": "return"}),
    gate_reasons=MappingProxyType(
        {
            "no_history": "there is no history yet",
            "recall": "it points at earlier talk",
            "reference": "it refers to what was just said, or is too short to stand alone",
            "opener": "it opens something new in so many words",
            "overlap": "it shares much with the active topic",
            "nowhere_together": "its words stand together nowhere in the history",
            "statement": "it asks for nothing new",
            "new_words": "its words are new",
            "earlier_topic": "an older topic fits better than the active one",
            "between": "not clear enough to leave the topic",
        }
    ),
    reasons=MappingProxyType(
        {
            Reason.PINNED: "pinned by the request",
            Reason.TAIL: "part of the question",
            Reason.RECENT_REFERENCE: "question leans on it",
            Reason.COVERS: "covers the question",
            Reason.FILL: "room was left",
            Reason.CORRECTION: "corrects a kept one",
            Reason.CONSTRAINT: "a standing wish",
            Reason.OFF_TOPIC: "another topic",
            Reason.LOW_SCORE: "barely related",
            Reason.ALREADY_COVERED: "already covered",
            Reason.OVER_BUDGET: "no room in budget",
            Reason.SUPERSEDED: "replaced later",
            Reason.EXPIRED: "expired",
            Reason.NOT_PERMITTED: "left out by request",
            Reason.MALFORMED: "tool calls unpaired",
        }
    ),
    staying=MappingProxyType(
        {
            Reason.FILL: "sent before, stays",
            Reason.RECENT_REFERENCE: "new since then",
        }
    ),
    notes=MappingProxyType(
        {
            "reselected:switch": "selected anew: the topic changed",
            "reselected:need": "selected anew: the question needs something that was not being sent",
            "reselected:over_budget": "lowered in one step: the window had passed the budget",
            "reselected:marks": "selected anew: the request pins or leaves out messages",
            "pins_over_budget": "the pinned messages alone exceed the budget",
            "system_merged": "system messages are merged into one",
            "system_first": "a later system message moves to the front",
            "developer_role": "developer messages become system messages",
            "empty_text": "an empty text becomes a space",
            "tool_parameters": "a tool without parameters gets an empty schema",
        }
    ),
)

CHINESE = Words(
    kept="保留",
    trimmed="裁剪",
    dropped="舍弃",
    no_text="（无文字）",
    colon="：",
    decisions=MappingProxyType({"continue": "继续", "switch": "切换", "return": "返回"}),
    gate_reasons=MappingProxyType(
        {
            "no_history": "还没有历史",
            "recall": "指向之前说过的内容",
            "reference": "有指代词，或太短不能独立成句",
            "opener": "明说要开始新话题",
            "overlap": "与当前话题重合多",
            "nowhere_together": "这些词在历史里从未一起出现",
            "statement": "没有提出新的要求",
            "new_words": "都是新词",
            "earlier_topic": "更早的话题更符合",
            "between": "不足以判断已离开话题",
        }
    ),
    reasons=MappingProxyType(
        {
            Reason.PINNED: "请求要保留",
            Reason.TAIL: "属于当前问题",
            Reason.RECENT_REFERENCE: "问题承接它",
            Reason.COVERS: "与问题相符",
            Reason.FILL: "预算有余",
            Reason.CORRECTION: "更正了保留的内容",
            Reason.CONSTRAINT: "用户的长期要求",
            Reason.OFF_TOPIC: "别的话题",
            Reason.LOW_SCORE: "关系太小",
            Reason.ALREADY_COVERED: "已被覆盖",
            Reason.OVER_BUDGET: "预算放不下",
            Reason.SUPERSEDED: "已被后来的消息取代",
            Reason.EXPIRED: "已过期",
            Reason.NOT_PERMITTED: "请求要求去掉",
            Reason.MALFORMED: "工具调用与结果不配对",
        }
    ),
    staying=MappingProxyType(
        {Reason.FILL: "已发送，不动", Reason.RECENT_REFERENCE: "新增的一轮"}
    ),
    notes=MappingProxyType(
        {
            "reselected:switch": "重新选择：话题变了",
            "reselected:need": "重新选择：所需内容不在已发送的部分里",
            "reselected:over_budget": "超出预算，一次降下来",
        }
    ),
)
