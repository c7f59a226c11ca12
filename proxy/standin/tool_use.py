"""Which tools a question calls for, and with what arguments. Pure and simple: words, not understanding."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from proxy.standin.recall import terms
from proxy.standin.request import ChatRequest, Tool, ToolCall

_QUOTED = re.compile(r"[\"“「『《'‘`]([^\"”」』》'’`]{1,80})[\"”」』》'’`]")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# An identifier, or a name that does not open the sentence.
_NAMED = re.compile(r"\b(?=[\w.-]*\d)\w(?:[\w.-]*\w)?|(?<=[^\W.!?]\s)[A-Z]\w+(?:\s[A-Z]\w+)*", re.ASCII)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Words of nearly every tool's description.
_DESCRIBING_WORDS = (
    "get set list find fetch give show return call tool function given specified current value number string"
    " object name user input output result read write make new all one data"
)
_TOOL_WORDS = frozenset(_DESCRIBING_WORDS.split())
_LONGEST_TEXT = 80
_DEEPEST_SCHEMA = 5
_ID_DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"


def wanted_calls(request: ChatRequest) -> tuple[ToolCall, ...]:
    """The calls to make before answering; none unless the last message is the user's.

    A tool is wanted when the question holds its name or a word of it; only when no tool is wanted for its
    name, a word of the description counts.
    """
    if not request.may_call or not request.tools or request.messages[-1].role != "user":
        return ()
    question = request.question
    asked = terms(question) - _TOOL_WORDS
    tools = [tool for tool in request.tools if tool.name in question or asked & terms(_spaced(tool.name))]
    if not tools:
        tools = [tool for tool in request.tools if asked & terms(tool.description)]
    stem = _id_stem(request)
    return tuple(
        ToolCall(f"call_function_{stem}_{number}", tool.name, _arguments(tool, question))
        for number, tool in enumerate(tools, 1)
    )


def _spaced(name: str) -> str:
    return _CAMEL.sub(" ", name).replace("_", " ")


def _id_stem(request: ChatRequest) -> str:
    """Twelve characters that differ from question to question."""
    seed = f"{len(request.messages)} {request.question}".encode("utf-8", "surrogatepass")
    return "".join(_ID_DIGITS[byte % len(_ID_DIGITS)] for byte in blake2b(seed, digest_size=12).digest())


def _arguments(tool: Tool, question: str) -> str:
    return json.dumps(_object(tool.parameters, question, _DEEPEST_SCHEMA), ensure_ascii=False)


def _object(schema: Mapping[str, Any], question: str, depth: int) -> dict[str, Any]:
    """A value for each required property."""
    properties, required = schema.get("properties"), schema.get("required")
    if not isinstance(properties, Mapping) or not isinstance(required, list):
        return {}
    return {name: _value(properties[name], question, depth - 1) for name in required if name in properties}


def _value(schema: Any, question: str, depth: int) -> Any:
    if not isinstance(schema, Mapping) or depth < 1:
        return None
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    choices = schema.get("enum")
    if isinstance(choices, list) and choices:
        named = (choice for choice in choices if str(choice).casefold() in question.casefold())
        return next(named, choices[0])
    kind = schema.get("type")
    number = _NUMBER.search(question)
    if kind == "integer":
        return int(float(number[0])) if number else 1
    if kind == "number":
        return float(number[0]) if number else 1.0
    if kind == "boolean":
        return True
    if kind == "array":
        return [_value(schema.get("items", {}), question, depth - 1)]
    return _object(schema, question, depth) if kind == "object" else _text(question)


def _text(question: str) -> str:
    quoted = _QUOTED.search(question)
    if quoted:
        return quoted[1]
    named = _NAMED.search(question)
    return named[0] if named else question.strip()[:_LONGEST_TEXT]
