"""What the stand-in answers: it shows what it received, so that one sees what a pruned history still holds.

It counts the messages and tokens it got, repeats the question and quotes the sentence of the history that
fits it best. Same request, same answer. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from gatekeeper_core.tokens import estimate
from proxy.standin.recall import recall
from proxy.standin.request import ChatRequest, ToolCall
from proxy.standin.tool_use import wanted_calls

FinishReason = Literal["stop", "length", "tool_calls"]

_QUOTE_CHARS = 300
_HAN = re.compile("[\u3400-\u9fff]")
_GAPS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Reply:
    """Thinking, text and tool calls of one answer, and why it ended."""

    thinking: str
    text: str
    calls: tuple[ToolCall, ...]
    finish: FinishReason

    @property
    def thinking_tokens(self) -> int:
        """Tokens of the thinking."""
        return estimate(self.thinking)

    @property
    def tokens(self) -> int:
        """All output tokens; thinking counts among them."""
        calls = sum(estimate(call.name) + estimate(call.arguments) for call in self.calls)
        return self.thinking_tokens + estimate(self.text) + calls


@dataclass(frozen=True, slots=True)
class _Phrases:
    received: str
    asked: str
    earlier: str
    nothing: str
    tool: str
    thought: str
    calling: str
    filler: str


_ENGLISH = _Phrases(
    received="I received {messages} messages, {tokens} tokens of prompt.",
    asked="You asked: “{question}”",
    earlier="Earlier, in message {number} ({role}): “{text}”",
    nothing="Earlier, nothing I received is about that.",
    tool="{name} returned: “{text}”",
    thought="The user asks: “{question}”. I look for it in the {messages} messages I was given.",
    calling="The user asks: “{question}”. For that I call {names}.",
    filler="This is sentence {number} of a longer answer.",
)
_CHINESE = _Phrases(
    received="我收到了 {messages} 条消息，提示共 {tokens} 个 token。",
    asked="你问的是：“{question}”",
    earlier="前文第 {number} 条（{role}）：“{text}”",
    nothing="前文里没有与此有关的内容。",
    tool="{name} 返回：“{text}”",
    thought="用户问：“{question}”。我在收到的 {messages} 条消息里找。",
    calling="用户问：“{question}”。为此我调用 {names}。",
    filler="这是长回答的第 {number} 句。",
)

# Lines of earlier answers of ours repeat questions; quoting them back would prove nothing.
OWN_LINE = re.compile(r"I received \d+ messages|You asked: |Earlier, |我收到了 \d+ 条消息|你问的是：|前文")


def compose(request: ChatRequest, prompt_tokens: int, answer_chars: int = 0) -> Reply:
    """The answer to a request of so many prompt tokens.

    Its text has at least `answer_chars` characters unless it calls tools or the request limits its tokens.
    """
    phrases = _CHINESE if _HAN.search(request.question) else _ENGLISH
    calls = wanted_calls(request)
    question = _clip(request.question)
    if calls:
        thinking = phrases.calling.format(question=question, names=", ".join(call.name for call in calls))
        reply = Reply(thinking, "", calls, "tool_calls")
    else:
        thinking = phrases.thought.format(question=question, messages=len(request.messages))
        text = "\n".join(_lines(request, prompt_tokens, phrases))
        reply = Reply(thinking, _lengthened(text, answer_chars, phrases), (), "stop")
    if not request.thinks:
        reply = replace(reply, thinking="")
    return reply if request.max_tokens is None else _cut(reply, request.max_tokens)


def _lines(request: ChatRequest, prompt_tokens: int, phrases: _Phrases) -> list[str]:
    messages, at = request.messages, request.last_user
    lines = [phrases.received.format(messages=len(messages), tokens=prompt_tokens)]
    lines.append(phrases.asked.format(question=_clip(request.question)))
    names = {call.id: call.name for message in messages for call in message.calls}
    results = [message for message in messages[at + 1 :] if message.role == "tool"]
    if results:
        lines += [
            phrases.tool.format(name=names[result.call_id], text=_clip(result.text)) for result in results
        ]
        return lines
    found = recall(request.question, messages[:at], OWN_LINE)
    if found is not None:
        text = _clip(found.text)
        lines.append(phrases.earlier.format(number=found.index + 1, role=found.role, text=text))
    elif any(message.role == "user" for message in messages[:at]):
        lines.append(phrases.nothing)
    return lines


def _clip(text: str) -> str:
    line = _GAPS.sub(" ", text).strip()
    return line if len(line) <= _QUOTE_CHARS else line[: _QUOTE_CHARS - 1] + "…"


def _lengthened(text: str, chars: int, phrases: _Phrases) -> str:
    parts, length = [text], len(text)
    while length < chars:
        parts.append(phrases.filler.format(number=len(parts)))
        length += 1 + len(parts[-1])
    return "\n".join(parts)


def _cut(reply: Reply, limit: int) -> Reply:
    """The reply with at most `limit` output tokens; thinking comes first and may use up all of them."""
    if reply.tokens <= limit:
        return reply
    thinking = _fitting(reply.thinking, limit)
    left = limit - estimate(thinking) if thinking == reply.thinking else 0
    # A call that does not fit is dropped whole: arguments cut off would be no JSON.
    return Reply(thinking, _fitting(reply.text, left), (), "length")


def _fitting(text: str, limit: int) -> str:
    """The longest beginning of the text that is known to have at most `limit` tokens."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate(text[:middle]) <= limit:
            low = middle
        else:
            high = middle - 1
    return text[:low]
