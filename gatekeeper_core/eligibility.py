"""Eligibility: which blocks may be considered at all, before anybody asks whether they are relevant.

Order of the questions: permitted, expired, superseded, well formed. The first that fails is the one reason.
"""

from __future__ import annotations

from collections.abc import Sequence

from gatekeeper_core.model import Block, Marks, Reason


def ineligible(blocks: Sequence[Block], marks: Marks) -> dict[int, Reason]:
    """Position -> reason, for each block that stays out whatever the question is. A pin beats none of these."""
    out: dict[int, Reason] = {}
    for position, block in enumerate(blocks):
        if position in marks.dropped:
            out[position] = Reason.NOT_PERMITTED
        elif position in marks.expired:
            out[position] = Reason.EXPIRED
        elif position in marks.superseded:
            out[position] = Reason.SUPERSEDED
        elif not is_well_formed(block):
            out[position] = Reason.MALFORMED
    return out


def is_well_formed(block: Block) -> bool:
    """Every tool call is followed at once by exactly its results, and no result stands alone.

    Ids are unique only within one assistant message and the results behind it, so pairing goes by position first.
    """
    if not block.calls_tools:
        return True
    waiting: list[str] = []
    for message in block.messages:
        if message.answers is not None or message.role == "tool":
            if message.answers not in waiting:
                return False
            waiting.remove(message.answers)
            continue
        if waiting:
            return False
        waiting = list(message.calls)
    return not waiting
