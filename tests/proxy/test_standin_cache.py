from __future__ import annotations

from typing import Any

import pytest

from proxy.standin.cache import MIN_TOKENS, PrefixCache
from proxy.standin.prompt import Prompt, Unit, measure
from proxy.standin.request import read_request

LONG = "The harbour master counts every crate that leaves the quay before noon. " * 40


def prompt(*names: str, tokens: int = 200) -> Prompt:
    return Prompt(tuple(Unit(name.encode(), tokens) for name in names), tokens * len(names))


def measured(*messages: tuple[str, str], model: str = "MiniMax-M3", **more: Any) -> Prompt:
    listed = [{"role": role, "content": content} for role, content in messages]
    return measure(read_request({"model": model, "messages": listed, **more}))


def test_the_longest_common_prefix_of_all_recent_prompts_counts() -> None:
    cache = PrefixCache()
    assert cache.cached_tokens("me", prompt("a", "b", "c")) == 0
    assert cache.cached_tokens("me", prompt("a", "x", "c")) == 200
    assert cache.cached_tokens("me", prompt("a", "b", "y")) == 400
    assert cache.cached_tokens("me", prompt("a", "b", "c")) == 600


def test_a_prompt_that_begins_differently_gets_nothing() -> None:
    cache = PrefixCache()
    cache.cached_tokens("me", prompt("a", "b", "c"))
    assert cache.cached_tokens("me", prompt("z", "b", "c")) == 0


def test_accounts_share_nothing() -> None:
    cache = PrefixCache()
    cache.cached_tokens("me", prompt("a", "b", "c"))
    assert cache.cached_tokens("you", prompt("a", "b", "c")) == 0


def test_short_prompts_are_neither_kept_nor_served() -> None:
    cache = PrefixCache()
    short, long = prompt("a", "b"), prompt("a", "b", "c")
    assert short.tokens < MIN_TOKENS <= long.tokens
    assert cache.cached_tokens("me", short) == 0
    assert cache.cached_tokens("me", long) == 0
    assert cache.cached_tokens("me", short) == 0
    assert cache.cached_tokens("me", long) == 600


def test_the_oldest_prompt_is_forgotten() -> None:
    cache = PrefixCache(prompts=2)
    for first in "abc":
        cache.cached_tokens("me", prompt(first, "x", "y"))
    assert cache.cached_tokens("me", prompt("b", "x", "y")) == 600
    assert cache.cached_tokens("me", prompt("a", "x", "y")) == 0


def test_a_conversation_that_only_grows_takes_one_place() -> None:
    cache = PrefixCache(prompts=2)
    cache.cached_tokens("me", prompt("other", "x", "y"))
    for length in range(3, 20):
        cache.cached_tokens("me", prompt(*"abcdefghijklmnopqrst"[:length]))
    assert cache.cached_tokens("me", prompt("other", "x", "y")) == 600


def test_tools_come_before_the_system_text_and_that_before_the_messages() -> None:
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
    with_tool = measured(("system", "S"), ("user", "U"), tools=[tool])
    without = measured(("system", "S"), ("user", "U"))
    assert [unit.digest for unit in with_tool.units[-2:]] == [unit.digest for unit in without.units[-2:]]
    assert len(with_tool.units) == len(without.units) + 2
    assert with_tool.tokens - without.tokens == sum(unit.tokens for unit in with_tool.units[1:3])
    cache = PrefixCache()
    assert cache.cached_tokens("me", measured(("system", LONG), ("user", "U"))) == 0
    template_alone = cache.cached_tokens("me", measured(("system", LONG), ("user", "U"), tools=[tool]))
    assert template_alone == with_tool.units[0].tokens


def test_a_change_of_an_early_message_loses_everything_behind_it() -> None:
    cache = PrefixCache()
    talk = [("user", LONG), ("assistant", "Noted."), ("user", LONG + "!"), ("assistant", "Fine.")]
    whole = measured(*talk, ("user", "And now?"))
    cache.cached_tokens("me", whole)
    assert (
        cache.cached_tokens("me", measured(*talk, ("user", "Something else?")))
        == whole.tokens - whole.units[-1].tokens
    )
    changed = measured(("user", "short"), *talk[1:], ("user", "And now?"))
    assert cache.cached_tokens("me", changed) == whole.units[0].tokens


def test_another_model_has_a_cache_of_its_own() -> None:
    cache = PrefixCache()
    cache.cached_tokens("me", measured(("user", LONG)))
    assert cache.cached_tokens("me", measured(("user", LONG), model="MiniMax-M2.7")) == 0


THOUGHT = "<think>\nA long thought about crates, quays and noon.\n</think>\n\nSeven."


@pytest.mark.parametrize(
    ("model", "is_billed"),
    [("MiniMax-M2.7", False), ("MiniMax-M3", True)],
    ids=["M2.7 drops thinking of earlier turns", "M3 keeps it"],
)
def test_old_thinking_in_the_prompt(model: str, is_billed: bool) -> None:
    def tokens(content: str) -> int:
        return measured(("user", "How many?"), ("assistant", content), ("user", "Sure?"), model=model).tokens

    assert (tokens(THOUGHT) > tokens("Seven.")) is is_billed


def test_thinking_of_the_running_turn_is_always_in_the_prompt() -> None:
    def tokens(content: str) -> int:
        return measured(("user", "How many?"), ("assistant", content), model="MiniMax-M2.7").tokens

    assert tokens(THOUGHT) > tokens("Seven.")


def test_without_a_system_message_m2_adds_its_own() -> None:
    bare = measured(("user", "Hi."), model="MiniMax-M2.7")
    assert bare.tokens - measured(("system", ""), ("user", "Hi."), model="MiniMax-M2.7").tokens == 30 - 4


def test_pictures_and_returned_reasoning_are_counted() -> None:
    def tokens(content: Any, **more: Any) -> int:
        message = {"role": "assistant", "content": content, **more}
        return measure(read_request({"model": "MiniMax-M3", "messages": [message]})).tokens

    text = [{"type": "text", "text": "See."}]
    assert tokens([*text, {"type": "image_url", "image_url": {"url": "x"}}]) - tokens(text) == 1500
    assert tokens("See.", reasoning_content="I look closely.") > tokens("See.")
    details = [{"type": "reasoning.text", "text": "I look closely."}]
    assert tokens("See.", reasoning_details=details) == tokens("See.", reasoning_content="I look closely.")
