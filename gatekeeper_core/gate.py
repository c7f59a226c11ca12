"""The topic gate: does this question go on with the active topic, or does it leave it?

A wrong switch loses an answer, a wrong continue costs tokens: between the thresholds the gate says continue.
"""

from __future__ import annotations

from dataclasses import dataclass

from gatekeeper_core.model import GateDecision, Policy

# Beyond the specification's rule, found on labelled dialogues: a self-contained request for something nearly
# none of whose words stand together anywhere in the history opens a new topic.
_BEST_COVER = 0.25  # share of the question's anchor weight in the block that holds most of it
_RARE_COVER = 0.1  # the same of its rare anchors, those of one or two blocks
_NEW_WORDS = 0.2  # share of its anchors met nowhere
_LEAST_BLOCKS = 6  # a shorter history cannot show that a word is new
_LEAST_ANCHORS = 8  # a shorter question cannot stand alone


@dataclass(frozen=True, slots=True)
class GateInput:
    """What the gate is told about a question. Shares are 0 to 1, of the question's anchor weight."""

    overlap: float  # met in the active topic
    new_ratio: float  # met nowhere
    best_cover: float  # met in the one block that holds most
    rare_cover: float  # met in the one block that holds most, of anchors in one or two blocks only
    anchors: int  # anchors that discriminate
    blocks: int
    refers: bool = False  # a referring word, or too short to stand alone
    recalls: bool = False  # points at earlier talk
    opens: bool = False  # a greeting, "by the way", "another question"
    asks: bool = False  # a question or an imperative


def decide(seen: GateInput, policy: Policy) -> GateDecision:
    """The gate's decision with the reason for it, one of a closed list of words; the first rule that holds."""
    apart = seen.overlap < policy.gate_switch
    rules = (
        (not seen.blocks, "continue", False, "no_history"),
        (seen.recalls and not apart, "continue", False, "recall"),
        (seen.recalls, "switch", True, "recall"),
        (seen.refers, "continue", False, "reference"),
        (seen.opens, "switch", False, "opener"),
        (seen.overlap > policy.gate_continue, "continue", False, "overlap"),
        (_nowhere_together(seen), "switch", False, "nowhere_together"),
        # Small talk shares few words with what it answers; only who asks for something can leave the topic.
        (apart and not seen.asks, "continue", False, "statement"),
        (apart and seen.new_ratio > policy.gate_new, "switch", False, "new_words"),
        (apart and seen.best_cover > seen.overlap, "switch", True, "earlier_topic"),
        (True, "continue", False, "between"),
    )
    kind, returns, reason = next((k, back, why) for holds, k, back, why in rules if holds)
    return GateDecision(kind, returns, round(seen.overlap, 4), round(seen.new_ratio, 4), reason)


def _nowhere_together(seen: GateInput) -> bool:
    """A self-contained request of which no block holds more than scraps, and nothing rare."""
    return (
        seen.asks
        and seen.best_cover < _BEST_COVER
        and seen.rare_cover < _RARE_COVER
        and seen.new_ratio > _NEW_WORDS
        and seen.blocks >= _LEAST_BLOCKS
        and seen.anchors >= _LEAST_ANCHORS
    )
