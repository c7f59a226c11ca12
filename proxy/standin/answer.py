"""A whole answer as MiniMax writes it: message, usage and the fields around them. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from proxy.standin.envelope import Refusal, base_resp
from proxy.standin.models import Model
from proxy.standin.reply import Reply
from proxy.standin.request import ThinkingPlace, ToolCall

NAME = "MiniMax AI"
FINE = {"status_code": 0, "status_msg": ""}
NO_USAGE = {"total_tokens": 0, "total_characters": 0}
SENSITIVITY = {
    "input_sensitive": False,
    "output_sensitive": False,
    "input_sensitive_type": 0,
    "output_sensitive_type": 0,
    "output_sensitive_int": 0,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer. id: 32 hex digits; created: Unix time; prompt_tokens includes cached_tokens."""

    id: str
    created: int
    model: Model
    reply: Reply
    thinking_place: ThinkingPlace
    prompt_tokens: int
    cached_tokens: int

    def frame(self, kind: str, choices: list[dict[str, Any]] | None, usage: Any) -> dict[str, Any]:
        """The fields that every body and every chunk begins with."""
        return _frame(self.id, self.created, self.model.answers_as, kind, choices, usage)

    def completion(self) -> dict[str, Any]:
        """The body of an answer that is not streamed, and the last frame of some that are."""
        choice = {"finish_reason": self.reply.finish, "index": 0, "message": self.message()}
        return {**self.frame("chat.completion", [choice], self.usage()), **SENSITIVITY, "base_resp": FINE}

    def message(self) -> dict[str, Any]:
        """The assistant message, with its thinking where this request gets it."""
        said: dict[str, Any] = {"content": self.content(), "role": "assistant", "name": NAME}
        if self.reply.calls:
            said["tool_calls"] = [whole_call(call, index) for index, call in enumerate(self.reply.calls)]
        said["audio_content"] = ""
        thinking = self.reply.thinking
        if thinking and self.thinking_place != "inline":
            said["reasoning_content"] = thinking
        if thinking and self.thinking_place == "details":
            said["reasoning_details"] = reasoning_details(thinking)
        return said

    def content(self) -> str:
        """The content, with the thinking inside it where nothing else is asked for."""
        thinking, text = self.reply.thinking, self.reply.text
        if self.thinking_place != "inline" or not thinking:
            return text
        return f"<think>\n{thinking}\n</think>\n" + (f"\n{text}" if text else "")

    def usage(self) -> dict[str, Any]:
        """Tokens of prompt and output. M3 does not itemise the output, M2.x leaves out a cache count of 0."""
        output = self.reply.tokens
        usage: dict[str, Any] = {
            "total_tokens": self.prompt_tokens + output,
            "total_characters": 0,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": output,
        }
        if self.model.thinking != "optional":
            usage["completion_tokens_details"] = {"reasoning_tokens": self.reply.thinking_tokens}
        if self.cached_tokens or self.model.thinking != "always":
            usage["prompt_tokens_details"] = {"cached_tokens": self.cached_tokens}
        return usage


def failed(refusal: Refusal, *, answer_id: str, created: int, model: str, kind: str = "") -> dict[str, Any]:
    """An error where an answer was expected: no choices, no usage, and the reason in `base_resp`."""
    return {**_frame(answer_id, created, model, kind, None, NO_USAGE), "base_resp": base_resp(refusal)}


def whole_call(call: ToolCall, index: int) -> dict[str, Any]:
    """A tool call in one piece."""
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function, "index": index}


def reasoning_details(text: str) -> list[dict[str, Any]]:
    """Thinking in the form that has to come back unchanged with the next request."""
    entry = {"type": "reasoning.text", "id": "reasoning-text-1", "format": "MiniMax-response-v1", "index": 0}
    return [{**entry, "text": text}]


def _frame(
    answer_id: str, created: int, model: str, kind: str, choices: list[dict[str, Any]] | None, usage: Any
) -> dict[str, Any]:
    return {
        "id": answer_id,
        "choices": choices,
        "created": created,
        "model": model,
        "object": kind,
        "usage": usage,
    }
