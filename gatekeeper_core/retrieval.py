"""Retrieval: an inverted index of the conversation's blocks, and BM25 over it.

The index grows with the conversation. What it answers depends on its blocks alone, not on how it came to hold
them: `fit` drops blocks that are not there any more and appends new ones, so an edit or a branch costs only
what changed. BM25 as in Robertson & Zaragoza 2009, idf in Lucene's never-negative form.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from gatekeeper_core.model import Block
from gatekeeper_core.text import FAINT, is_faint

K1 = 1.2  # saturation of tf; sweep 0.9–1.5 moved less than one point
B = 0.75  # how much a long block's tf is discounted
_CAP = 63  # tf above this is saturated under any K1; six bits of a posting
_SIDE = 32  # while merging: the user's tf above this bit, the reply's below
_REPLY = (1 << _SIDE) - 1
_NEIGHBOURS = (0.5, 0.3)  # share of the score a block inherits from the better block 1 and 2 turns away


def idf(n: int, df: int) -> float:
    """Inverse document frequency of a term in `df` of `n` blocks."""
    return math.log(1 + (n - df + 0.5) / (df + 0.5))


class Index:
    """Postings of the blocks of one conversation: term -> positions packed with the tf on both sides."""

    def __init__(self, blocks: Sequence[Block] = ()) -> None:
        self.blocks: list[Block] = []
        self.postings: dict[str, list[int]] = {}
        self.lengths: list[int] = []
        self.entries = 0  # postings held, for whoever accounts for memory
        self.cohesion: list[float] = []  # how much of its words a block shares with the two before it
        self.corrected: dict[int, int] = {}  # correcting block -> the block it corrects
        self.fit(blocks)

    def __len__(self) -> int:
        return len(self.blocks)

    def fit(self, blocks: Sequence[Block]) -> None:
        """Makes the index hold exactly these blocks; those of the common beginning are not touched."""
        same = 0
        for mine, theirs in zip(self.blocks, blocks, strict=False):
            if mine is not theirs and mine.messages != theirs.messages:
                break
            same += 1
        while len(self.blocks) > same:
            self._pop()
        for block in blocks[same:]:
            self._append(block)

    def _append(self, block: Block) -> None:
        merged: dict[str, int] = {}
        for message in block.messages:
            shift = _SIDE if message.role == "user" else 0
            for term, tf in message.terms.items():
                merged[term] = merged.get(term, 0) + (tf << shift)
        base = len(self.blocks) << 12
        postings = self.postings
        for term, tfs in merged.items():
            entry = base | min(tfs >> _SIDE, _CAP) << 6 | min(tfs & _REPLY, _CAP)
            known = postings.get(term)
            if known is None:
                postings[term] = [entry]
            else:
                known.append(entry)
        self.entries += len(merged)
        self.blocks.append(block)
        self.lengths.append(sum(sum(m.terms.values()) for m in block.messages))
        self.cohesion.append(self._cohesion(len(self.blocks) - 1, merged))
        if block.corrects and len(self.blocks) > 1:
            self.corrected[len(self.blocks) - 1] = self._target(len(self.blocks) - 1, merged)

    def _pop(self) -> None:
        block = self.blocks.pop()
        self.lengths.pop()
        self.cohesion.pop()
        self.corrected.pop(len(self.blocks), None)
        for term in {term for m in block.messages for term in m.terms}:
            entries = self.postings[term]
            entries.pop()
            self.entries -= 1
            if not entries:
                del self.postings[term]

    def _cohesion(self, position: int, mine: Mapping[str, int]) -> float:
        """Summed idf of the words shared with the one and (half) two blocks before, over the blocks' sizes."""
        total, n = 0.0, len(self.blocks)
        for back, share in ((1, 1.0), (2, 0.5)):
            if position < back:
                break
            other = {t for m in self.blocks[position - back].messages for t in m.terms}
            met = sum(idf(n, len(self.postings[t])) for t in mine if t in other and not is_faint(t))
            total += share * met / math.sqrt(len(mine) * len(other) + 1)
        return total

    def _target(self, position: int, mine: Mapping[str, int]) -> int:
        """The earlier block a correction speaks about: most shared anchor weight, the latest of equals."""
        shared = [0.0] * position
        for term in mine:
            entries = self.postings[term]
            weight = 0.0 if is_faint(term) else idf(len(self.blocks), len(entries))
            for entry in entries[:-1]:
                shared[entry >> 12] += weight
        best = max(range(position), key=lambda p: (shared[p], p))
        return best if shared[best] > 2 * shared[position - 1] else position - 1

    def df(self, term: str) -> int:
        return len(self.postings.get(term, ()))


class Match:
    """What one question met in the index: BM25 scores, and which of its anchors stand in which block."""

    __slots__ = ("lex", "masks", "new_ratio", "terms", "weights")

    def __init__(self, index: Index, wanted: Mapping[str, float], user_weight: float, assistant_weight: float) -> None:
        n = len(index)
        self.lex = [0.0] * n
        self.masks = [0] * n  # bit i set: anchor i of `terms` stands in the block
        self.terms: list[str] = []
        self.weights: list[float] = []  # anchor weight: what it is worth times idf
        average = sum(index.lengths) / n if n else 1.0
        norms = [K1 * (1 - B + B * length / average) for length in index.lengths] if average else [K1] * n
        everywhere = sum(wanted.values())
        missing = 0.0
        lex, masks = self.lex, self.masks
        for term, worth in wanted.items():
            entries = index.postings.get(term)
            if not entries:
                missing += worth
                continue
            weight = worth * idf(n, len(entries))
            bit = 1 << len(self.terms)
            self.terms.append(term)
            self.weights.append(weight)
            gain = weight * (K1 + 1)
            for entry in entries:
                position = entry >> 12
                tf = user_weight * (entry >> 6 & _CAP) + assistant_weight * (entry & _CAP)
                lex[position] += gain * tf / (tf + norms[position])
                masks[position] |= bit
        self.new_ratio = missing / everywhere if everywhere else 0.0

    def weight(self, mask: int) -> float:
        """Summed anchor weight of the anchors set in a mask."""
        return sum(w for i, w in enumerate(self.weights) if mask >> i & 1)

    def matched(self, mask: int) -> frozenset[str]:
        return frozenset(t for i, t in enumerate(self.terms) if mask >> i & 1)


def exact_matches(index: Index, phrases: Mapping[str, Sequence[str]]) -> dict[int, int]:
    """How many of the phrases (phrase -> its terms) each block holds whole, letter case aside."""
    out: dict[int, int] = {}
    for phrase, parts in phrases.items():
        rarest = min((index.postings[term] for term in parts if term in index.postings), key=len, default=[])
        for entry in rarest:
            block = index.blocks[entry >> 12]
            if any(phrase in message.text.lower() for message in block.messages):
                out[entry >> 12] = out.get(entry >> 12, 0) + 1
    return out


def with_neighbours(lex: Sequence[float]) -> list[float]:
    """Each score plus a share of the better neighbour's: an answer often stands one turn beside the words."""
    n = len(lex)
    out = list(lex)
    for distance, share in enumerate(_NEIGHBOURS, 1):
        for i in range(n):
            before = lex[i - distance] if i >= distance else 0.0
            after = lex[i + distance] if i + distance < n else 0.0
            out[i] += share * (before if before > after else after)
    return out


def discriminating(wanted: Mapping[str, float]) -> dict[str, float]:
    """The anchors without the faint ones: what novelty and coverage are judged by."""
    return {term: worth for term, worth in wanted.items() if worth > FAINT}
