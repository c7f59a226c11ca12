"""MiniMax's passive prompt cache: what a prompt shares with the start of an earlier one is billed for less.

It holds for calls of at least 512 input tokens and matches from the start of the prompt. The true block size
is not published; here a unit (the tools' preface, a tool, a message) is the block. Its true lifetime floats
with the load; here it is the number of recent prompts.
"""

from __future__ import annotations

from collections import deque

from proxy.standin.prompt import Prompt, Unit

# Input tokens from which on MiniMax caches (its page on prompt caching).
MIN_TOKENS = 512


class PrefixCache:
    """The most recent prompts of all accounts; one conversation that only grows takes one place.

    It holds digests and counts, some 150 bytes for each message of each prompt.
    """

    def __init__(self, prompts: int = 64) -> None:
        self._recent: deque[tuple[str, tuple[Unit, ...]]] = deque(maxlen=prompts)

    def cached_tokens(self, account: str, prompt: Prompt) -> int:
        """Tokens of the longest prefix this account has sent before; remembers the prompt."""
        if prompt.tokens < MIN_TOKENS:
            return 0
        longest, grown = 0, None
        for place, (owner, units) in enumerate(self._recent):
            if owner != account:
                continue
            common = _common(units, prompt.units)
            longest = max(longest, common)
            if common == len(units):
                grown = place
        if grown is not None:
            del self._recent[grown]
        self._recent.append((account, prompt.units))
        return sum(unit.tokens for unit in prompt.units[:longest])


def _common(old: tuple[Unit, ...], new: tuple[Unit, ...]) -> int:
    """How many units both begin with."""
    count = 0
    for before, now in zip(old, new, strict=False):
        if before != now:
            break
        count += 1
    return count
