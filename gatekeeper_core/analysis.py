"""Analysis: everything the stages want to know of one message, found out once.

A message is analysed when it is first seen and remembered by whoever holds it; the next request of the same
conversation brings it again and costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from gatekeeper_core.anchors import frequencies
from gatekeeper_core.constraints import binds_once, declarations
from gatekeeper_core.cues import cues
from gatekeeper_core.model import Block, Message
from gatekeeper_core.tokens import message_tokens

_CUE_LENGTH = 2000  # longer user messages are pasted material: no greeting, farewell or correction is looked for


def analyse(
    role: str,
    text: str,
    *,
    tokens: int | None = None,
    trimmable: bool = True,
    calls: tuple[str, ...] = (),
    answers: str | None = None,
    call_text: str = "",
) -> Message:
    """One message with its anchors and cues. `call_text` is the text of its tool calls: matched, never trimmed."""
    searched = f"{text}\n{call_text}" if call_text else text
    signs = cues(text) if role == "user" and len(text) <= _CUE_LENGTH else None
    return Message(
        role=role,
        text=text,
        tokens=message_tokens(text, extra_json=call_text) if tokens is None else tokens,
        trimmable=trimmable,
        terms=frequencies(searched),
        calls=calls,
        answers=answers,
        wishes=declarations(text) if role == "user" else (),
        once=role == "user" and len(text) <= _CUE_LENGTH and binds_once(text),
        corrects=signs.corrects if signs else False,
        opens=signs.opens if signs else False,
        closes=signs.closes if signs else role == "assistant" and len(text) <= 200 and cues(text).closes,
    )


def blocks_of(messages: Sequence[Message], first_turn: int = 0) -> list[Block]:
    """Messages (no preamble, no tail) grouped into blocks: a run of user messages starts a new one."""
    groups: list[list[Message]] = []
    for message in messages:
        if not groups or (message.role == "user" and groups[-1][-1].role != "user"):
            groups.append([message])
        else:
            groups[-1].append(message)
    return [Block(first_turn + i, tuple(group)) for i, group in enumerate(groups)]
