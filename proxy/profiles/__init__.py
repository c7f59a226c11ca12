"""Profiles: what one kind of upstream refuses or says differently.

`profile_for` chooses one; `model` holds the values and protocols they share.
"""

from __future__ import annotations

from proxy.profiles.minimax import MiniMaxProfile
from proxy.profiles.model import Failure, Outgoing, Prices, Profile, StreamFilter
from proxy.profiles.openai import OpenAIProfile

__all__ = ["PROFILE_NAMES", "Failure", "Outgoing", "Prices", "Profile", "StreamFilter", "profile_for"]

_PROFILES: dict[str, Profile] = {"minimax": MiniMaxProfile(), "openai": OpenAIProfile()}

PROFILE_NAMES = tuple(sorted(_PROFILES))

# International, China, and the older hosts of both (chat: abab era and 2025).
_MINIMAX_DOMAINS = ("minimax.io", "minimaxi.com", "minimax.cn", "minimax.chat", "minimaxi.chat")


def profile_for(name: str | None, upstream_host: str) -> Profile:
    """The profile called `name`, or without a name the one that fits the upstream's host (port ignored).

    Raises ValueError for a name that is not in `PROFILE_NAMES`.
    """
    if name is None:
        host = upstream_host.lower().rpartition("@")[2].partition(":")[0].rstrip(".")
        known = any(host == domain or host.endswith("." + domain) for domain in _MINIMAX_DOMAINS)
        name = "minimax" if known else "openai"
    if name not in _PROFILES:
        raise ValueError(f"unknown profile {name!r}: expected one of {', '.join(PROFILE_NAMES)}")
    return _PROFILES[name]
