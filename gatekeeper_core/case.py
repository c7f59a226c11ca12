"""The case: one question and everything the stages find out about it before anything is chosen."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from gatekeeper_core.anchors import exact_phrases, terms, wanted
from gatekeeper_core.constraints import declarations
from gatekeeper_core.cues import Cues, cues
from gatekeeper_core.eligibility import ineligible
from gatekeeper_core.gate import GateInput, decide
from gatekeeper_core.model import Block, GateDecision, Marks, Policy, Reason
from gatekeeper_core.ranking import Ranking, rank
from gatekeeper_core.retrieval import Index, Match, discriminating, exact_matches, idf, with_neighbours
from gatekeeper_core.topics import Topic, standing, topics, where_left

_CLEAR = 0.6  # share of a question's anchor weight in one block from which on it speaks for itself
_VAGUE = 3.5  # weight of topics against words in a question that says nothing by itself; sweep 1–4
_SHORT_HISTORY = 6  # blocks below which idf says little
_ACTIVE_BLOCKS = 8  # the active topic is judged by its last blocks


@dataclass(frozen=True, slots=True)
class Case:
    """One question and everything found out about it."""

    blocks: Sequence[Block]
    policy: Policy
    marks: Marks
    out: dict[int, Reason]  # ineligible blocks
    signs: Cues
    match: Match
    telling: Match  # the same without function words
    gate: GateDecision
    vague: float  # how little the question says by itself, 0 to 1
    ranking: Ranking
    corrections: Mapping[int, Sequence[int]]  # block -> later blocks that correct it
    weights: Mapping[str, float]  # anchor -> weight
    met: Container[int]  # blocks whose topic shares a telling word with the question
    scoring: Container[int]  # blocks that may fill the budget: after a switch only those that speak of the matter

    @property
    def fresh(self) -> bool:
        """The question opens a topic the history knows nothing of."""
        return self.gate.kind == "switch" and not self.gate.returns


def examine(blocks: Sequence[Block], query: str, policy: Policy, marks: Marks, index: Index) -> Case:
    """Runs the stages up to the ranking; `index` is made to fit `blocks`."""
    index.fit(blocks)
    asked = wanted(query)
    signs = cues(query)
    match = Match(index, asked, policy.user_weight, policy.assistant_weight)
    found = topics(blocks, index.cohesion)
    gate, telling, best_cover = _gate(index, query, asked, found, signs, policy)
    vague = max(0.0, _CLEAR - best_cover) / _CLEAR
    named = {phrase: terms(phrase) for phrase in exact_phrases(query)}
    ranking = rank(
        with_neighbours(match.lex),
        exact_matches(index, named),
        standing(found, blocks, telling.lex),
        where_left(found, match.lex),
        _VAGUE * vague,
        policy,
    )
    corrections: dict[int, list[int]] = {}
    for correcting, target in index.corrected.items():
        corrections.setdefault(target, []).append(correcting)
    weights = dict(zip(match.terms, match.weights, strict=True))
    return Case(
        blocks,
        policy,
        marks,
        ineligible(blocks, marks),
        signs,
        match,
        telling,
        gate,
        vague,
        ranking,
        corrections,
        weights,
        _met(found, telling.lex),
        _scoring(blocks, gate, match.lex, telling.lex),
    )


def _met(found: Sequence[Topic], lex: Sequence[float]) -> Container[int]:
    spans = [range(topic.first, topic.last + 1) for topic in found]
    return {position for span in spans if any(lex[p] > 0 for p in span) for position in span}


def _scoring(
    blocks: Sequence[Block], gate: GateDecision, lex: Sequence[float], telling: Sequence[float]
) -> Container[int]:
    """Blocks that may fill up the budget. When a fresh topic opens, those that share a word with it, and none when the
    user said so in so many words; otherwise all but the one-time wishes, which bound their own turn, unless named."""
    if gate.kind == "switch" and not gate.returns:
        return {p for p, score in enumerate(lex) if score > 0} if gate.reason != "opener" else ()
    return {p for p, block in enumerate(blocks) if not block.once or telling[p] > 0}


def _gate(
    index: Index, query: str, asked: dict[str, float], found: Sequence[Topic], signs: Cues, policy: Policy
) -> tuple[GateDecision, Match, float]:
    telling = discriminating(asked)
    declares = bool(declarations(query))  # a wish about the answers leaves no topic
    judged = Match(index, telling, 1.0, 1.0)
    unseen = sum(worth for term, worth in telling.items() if not index.df(term))
    whole = sum(judged.weights) + unseen * idf(len(index), 0) or 1.0
    active = 0
    if found:
        for position in range(max(found[-1].first, found[-1].last + 1 - _ACTIVE_BLOCKS), found[-1].last + 1):
            active |= judged.masks[position]
    held = set(judged.masks)
    best = max(map(judged.weight, held), default=0.0)
    rare = sum(1 << i for i, term in enumerate(judged.terms) if index.df(term) <= 2)
    best_rare = max((judged.weight(mask & rare) for mask in held), default=0.0)
    # In a short history every known term is common and weighs little: there the plain share of anchors counts.
    plain = active.bit_count() / len(telling) if telling and len(index) < _SHORT_HISTORY else 0.0
    seen = GateInput(
        overlap=max(judged.weight(active) / whole, plain),
        new_ratio=judged.new_ratio,
        best_cover=best / whole,
        rare_cover=best_rare / whole,
        anchors=len(telling),
        blocks=len(index),
        refers=signs.refers or signs.bare,
        recalls=signs.recalls,
        opens=signs.opens,
        asks=signs.asks and not declares,
    )
    return decide(seen, policy), judged, seen.best_cover
