"""A streamed answer as the sequence of its events. Pure: delays and sending are the app's.

A chunk repeats role, name and all the fields around it. The finish_reason comes together with the last text.
What follows the last delta, and what goes wrong on the way, the options say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from proxy.sse import encode_event
from proxy.standin.answer import (
    FINE,
    NAME,
    NO_USAGE,
    SENSITIVITY,
    Answer,
    failed,
    reasoning_details,
    whole_call,
)
from proxy.standin.envelope import OUTPUT_FLAGGED, Refusal, base_resp, error_object
from proxy.standin.options import StandinOptions
from proxy.standin.request import ToolCall

CHUNK = "chat.completion.chunk"
DONE = encode_event(b"[DONE]")

# The first chunk comes early and is short: the opening tag and a word.
_FIRST_CHUNK_SHARE = 10
_SPEAKER = {"role": "assistant", "name": NAME, "audio_content": ""}
_CALLER = {"role": "assistant", "name": NAME}


class _End(NamedTuple):
    usage: bool = False
    frame: bool = False
    done: bool = False


_ENDS = {
    "none": _End(),
    "done": _End(done=True),
    "usage": _End(usage=True),
    "usage_done": _End(usage=True, done=True),
    "full_frame": _End(frame=True),
}

# A delta and the finish_reason in the same chunk, if there is one.
_Step = tuple[dict[str, Any], str | None]


def encode(event: dict[str, Any]) -> bytes:
    """One event. A lone surrogate of the question, which has no bytes in UTF-8, becomes a question mark."""
    text = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    return encode_event(text.encode("utf-8", "replace"))


def events(
    answer: Answer, options: StandinOptions, wants_usage: bool, error: Refusal | None
) -> Iterator[bytes]:
    """All events of the answer; `error` is what it fails with, at the place `options.error_at` names."""
    if error is not None and options.error_at == "first":
        model = answer.model.answers_as
        yield encode(failed(error, answer_id=answer.id, created=answer.created, model=model, kind=CHUNK))
        return
    steps = _steps(answer, options)
    if error is not None or options.cut != "no":
        said = list(steps)
        steps = iter(said[: max(1, len(said) // 2)])
    for number, (delta, finish) in enumerate(steps):
        sent = _old_style(delta, is_first=number == 0) if options.role == "empty" else delta
        yield encode(_chunk(answer, sent, finish, options))
    if error is not None:
        yield encode(_failure(answer, options, error))
    elif options.cut == "no":
        yield from _ending(answer, options, wants_usage)


def _ending(answer: Answer, options: StandinOptions, wants_usage: bool) -> Iterator[bytes]:
    end = _ENDS[options.ending]
    if end.frame:
        yield encode(answer.completion())
    elif end.usage or wants_usage:
        yield encode({**answer.frame(CHUNK, [], answer.usage()), "base_resp": FINE})
    if end.done:
        yield DONE


def _chunk(
    answer: Answer, delta: dict[str, Any], finish: str | None, options: StandinOptions
) -> dict[str, Any]:
    choice: dict[str, Any] = {"finish_reason": finish} if finish else {}
    choice |= {"index": 0, "delta": delta}
    usage = NO_USAGE if options.role == "empty" else None
    return {**answer.frame(CHUNK, [choice], usage), **SENSITIVITY}


def _failure(answer: Answer, options: StandinOptions, error: Refusal) -> dict[str, Any]:
    if options.error_at == "mid_object":
        return error_object(error, answer.id)
    flagged = {"output_sensitive": True, "output_sensitive_type": 1} if error.code == OUTPUT_FLAGGED else {}
    return {**answer.frame(CHUNK, [], None), **SENSITIVITY, **flagged, "base_resp": base_resp(error)}


def _old_style(delta: dict[str, Any], *, is_first: bool) -> dict[str, Any]:
    rest = {key: value for key, value in delta.items() if key not in _SPEAKER}
    return {"role": "assistant" if is_first else "", **rest}


def _steps(answer: Answer, options: StandinOptions) -> Iterator[_Step]:
    reply, size = answer.reply, options.chunk_chars
    late = options.tool_deltas == "late_think" and answer.thinking_place == "inline" and reply.calls
    if answer.thinking_place == "inline":
        content = answer.content().removesuffix("\n</think>\n") if late else answer.content()
    else:
        yield from ((delta, None) for delta in _reasoning(answer, options))
        content = reply.text
    pieces = _pieces(content, size)
    if not reply.calls:
        pieces = pieces or [""]
        yield from (({"content": piece, **_SPEAKER}, None) for piece in pieces[:-1])
        yield {"content": pieces[-1], **_SPEAKER}, reply.finish
        return
    yield from (({"content": piece, **_SPEAKER}, None) for piece in pieces)
    yield from _call_steps(reply.calls, options)
    if late:
        # As captured: the thinking ends only here, and the finish_reason comes twice.
        yield {"content": "\n</think>\n", **_SPEAKER}, reply.finish
    if options.tool_deltas in ("split", "late_think"):
        yield {"content": "", **_SPEAKER}, reply.finish


def _reasoning(answer: Answer, options: StandinOptions) -> Iterator[dict[str, Any]]:
    so_far = ""
    for piece in _pieces(answer.reply.thinking, options.chunk_chars):
        so_far += piece
        if answer.thinking_place == "content":
            yield {**_SPEAKER, "content": "", "reasoning_content": piece}
        elif options.reasoning == "cumulative":
            yield {**_SPEAKER, "content": "", "reasoning_details": reasoning_details(so_far)}
        else:
            details = reasoning_details(piece)
            yield {**_SPEAKER, "content": "", "reasoning_content": piece, "reasoning_details": details}


def _call_steps(calls: tuple[ToolCall, ...], options: StandinOptions) -> Iterator[_Step]:
    for index, call in enumerate(calls):
        whole = whole_call(call, index)
        if options.tool_deltas in ("whole", "object"):
            if options.tool_deltas == "object":
                whole["function"]["arguments"] = json.loads(call.arguments)
            last = index == len(calls) - 1
            yield {**_CALLER, "tool_calls": [whole]}, "tool_calls" if last else None
            continue
        opening = {**whole, "function": {"name": call.name, "arguments": ""}}
        yield {**_CALLER, "tool_calls": [opening]}, None
        for piece in _pieces(call.arguments, options.chunk_chars):
            part = {"function": {"arguments": piece}, "index": index}
            yield {**_CALLER, "tool_calls": [part]}, None


def _pieces(text: str, size: int) -> list[str]:
    first = max(1, size // _FIRST_CHUNK_SHARE)
    bounds = [0, *range(first, len(text), size), len(text)]
    return [text[start:end] for start, end in pairwise(bounds)] if text else []
