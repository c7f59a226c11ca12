"""The prompt a request becomes: units in the order MiniMax builds it, each with its tokens and a digest.

template, tools, system, messages: that is also the order in which its cache matches prefixes. The hidden
parts (template, default system text, the preface of the tools) are counted because MiniMax bills them.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from gatekeeper_core.tokens import estimate
from proxy.standin.models import Model
from proxy.standin.request import ChatRequest, Message

# Turn marks and the role around one message.
_FRAME = 4
# The first tool of a request costs some 200 tokens, a second one some 75: the difference is the preface.
_TOOLS_PREFACE = 125
_MEDIA_TOKENS = {"image_url": 1500, "video_url": 5000}
_OTHER_MEDIA_TOKENS = 1000
_FIELD_END = "\x1f"


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of the prompt that is cached whole or not at all."""

    digest: bytes
    tokens: int


@dataclass(frozen=True, slots=True)
class Prompt:
    """All units of one request; `tokens` is their sum."""

    units: tuple[Unit, ...]
    tokens: int


def measure(request: ChatRequest) -> Prompt:
    """Count and digest the prompt of a request."""
    model = request.model
    has_system = request.messages[0].role == "system"
    hidden = model.template + (0 if has_system else model.default_system)
    units = [Unit(_digest(model.answers_as), hidden)]
    if request.tools:
        units.append(Unit(_digest("tools"), _TOOLS_PREFACE))
        units += [Unit(_digest(tool.definition), estimate(tool.definition)) for tool in request.tools]
    last_user = request.last_user
    units += [_unit(message, model, index < last_user) for index, message in enumerate(request.messages)]
    return Prompt(tuple(units), sum(unit.tokens for unit in units))


def _unit(message: Message, model: Model, is_old: bool) -> Unit:
    text, reasoning = message.text, message.reasoning
    if is_old and message.role == "assistant" and not model.keeps_old_thinking:
        text, reasoning = message.answer, ""
    calls = _FIELD_END.join(f"{call.id} {call.name} {call.arguments}" for call in message.calls)
    tokens = _FRAME + estimate(text) + estimate(reasoning) + estimate(calls)
    tokens += sum(_MEDIA_TOKENS.get(kind, _OTHER_MEDIA_TOKENS) for kind in message.media)
    fields = (message.role, text, reasoning, calls, message.call_id, *message.media)
    return Unit(_digest(_FIELD_END.join(fields)), tokens)


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
