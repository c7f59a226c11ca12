"""A chat request as the stand-in understands it: typed, and read once the rules have let it pass."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from proxy.standin.models import MODELS, Model

# Where thinking goes in an answer: `<think>` inside the content; `reasoning_content` and
# `reasoning_details`; `reasoning_content` alone.
ThinkingPlace = Literal["inline", "details", "content"]

_THINK = re.compile(r"<think>.*?</think>\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool; `arguments` is JSON as text."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `media` holds the types of its parts that are not text."""

    role: str
    text: str
    reasoning: str = ""
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    media: tuple[str, ...] = ()

    @property
    def answer(self) -> str:
        """The text without the thinking inside it."""
        return _THINK.sub("", self.text)


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool of the request; `definition` is all of it as JSON."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    definition: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What of a request matters for the answer. max_tokens: None for no limit."""

    model: Model
    messages: tuple[Message, ...]
    tools: tuple[Tool, ...]
    may_call: bool
    streams: bool
    wants_usage: bool
    thinks: bool
    thinking_place: ThinkingPlace
    max_tokens: int | None

    @property
    def last_user(self) -> int:
        """The index of the last user message; the number of messages if there is none."""
        at = [index for index, message in enumerate(self.messages) if message.role == "user"]
        return at[-1] if at else len(self.messages)

    @property
    def question(self) -> str:
        """The text of the last user message."""
        at = self.last_user
        return self.messages[at].text if at < len(self.messages) else ""


def read_request(body: Mapping[str, Any]) -> ChatRequest:
    """Read a body that no rule refused."""
    model = MODELS[body["model"]]
    thinking = body.get("thinking")
    switched_off = isinstance(thinking, Mapping) and thinking.get("type") == "disabled"
    return ChatRequest(
        model=model,
        messages=tuple(_message(raw) for raw in body["messages"]),
        tools=tuple(_tool(raw) for raw in body.get("tools") or ()),
        may_call=body.get("tool_choice") != "none",  # "required" and a named tool do not force a call
        streams=body.get("stream") is True,
        wants_usage=_mapping(body.get("stream_options")).get("include_usage") is True,
        thinks=not (switched_off and model.thinking == "optional"),
        thinking_place=_thinking_place(model, body.get("reasoning_split") is True),
        max_tokens=asked_output(body),
    )


def asked_output(body: Mapping[str, Any]) -> int | None:
    """The output tokens asked for under the current name or the old one; None without a usable number."""
    for name in ("max_completion_tokens", "max_tokens"):
        value = body.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
    return None


def text_of(content: Any) -> str:
    """The text of a message's content: a text, or parts whose texts stand together with nothing between."""
    if isinstance(content, str):
        return content
    return "".join(str(part["text"]) for part in _parts(content) if isinstance(part.get("text"), str))


def media_of(content: Any) -> tuple[str, ...]:
    """The types of the parts that are not text."""
    return tuple(str(part.get("type")) for part in _parts(content) if part.get("type") != "text")


def _parts(content: Any) -> list[Mapping[str, Any]]:
    return [part for part in content if isinstance(part, Mapping)] if isinstance(content, list) else []


def _thinking_place(model: Model, split: bool) -> ThinkingPlace:
    if model.thinking == "required":
        return "content"  # M3.1-Flash does not support `reasoning_split: false`
    return "details" if split else "inline"


def _message(raw: Mapping[str, Any]) -> Message:
    content = raw.get("content")
    reasoning = raw.get("reasoning_content")
    if not isinstance(reasoning, str):
        reasoning = text_of(raw.get("reasoning_details"))
    return Message(
        role=str(raw["role"]),
        text=text_of(content),
        reasoning=reasoning,
        calls=tuple(_call(call) for call in raw.get("tool_calls") or ()),
        call_id=str(raw.get("tool_call_id") or ""),
        media=media_of(content),
    )


def _call(raw: Mapping[str, Any]) -> ToolCall:
    function = _mapping(raw.get("function"))
    arguments = str(function.get("arguments") or "")
    return ToolCall(str(raw.get("id") or ""), str(function.get("name") or ""), arguments)


def _tool(raw: Mapping[str, Any]) -> Tool:
    function = _mapping(raw.get("function"))
    return Tool(
        name=str(function["name"]),
        description=str(function.get("description") or ""),
        parameters=_mapping(function.get("parameters")),
        definition=json.dumps(raw, ensure_ascii=False, separators=(",", ":")),
    )


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
