"""How the stand-in behaves: for all requests by `StandinOptions`, for one request by the header `x-standin`.

The header holds `name=value` pairs between commas, for example
`x-standin: ending=full_frame,error=1027,error_at=mid`; a name is that of an option, `error` stands for
`force_error`. An unknown name or value is refused like any other bad parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, get_args

from proxy.standin.envelope import is_known

HEADER = "x-standin"

Ending = Literal["done", "none", "usage", "usage_done", "full_frame"]
ErrorAt = Literal["status", "body", "bare", "first", "mid", "mid_object"]
Cut = Literal["no", "clean", "abort"]
Reasoning = Literal["incremental", "cumulative"]
Role = Literal["repeat", "empty"]
ToolDeltas = Literal["split", "late_think", "whole", "object"]

_LONGEST_DELAY_S = 600.0


@dataclass(frozen=True, slots=True)
class StandinOptions:
    """The behaviours seen of MiniMax that a request cannot choose.

    ending: what follows the last delta: nothing, `[DONE]`, a usage chunk, a whole `chat.completion` frame.
        `include_usage` adds the usage chunk to `none` and `done`.
    first_delay_s, chunk_delay_s: seconds before the first byte and between two chunks.
    chunk_chars, answer_chars: characters per chunk (MiniMax's are coarse) and at least in an answer.
    force_error: fail with this code: one of MiniMax's, or 502, 503, 504, 520 for a gateway's page.
    error_at: an HTTP status (`status`), HTTP 200 with a whole (`body`) or `bare` `base_resp`, the `first`
        event of a stream, the middle of it as `base_resp` (`mid`) or as an error object (`mid_object`). The
        first three also hold for refusals by the rules; where nothing streams the last three mean `body`.
    cut: stop in the middle of a stream: the body ends there (`clean`) or the connection breaks (`abort`).
    reasoning: whether `reasoning_details[].text` holds the new text or all text so far.
    role: `assistant` in every chunk, or `""` after the first and zeros for usage, as in old captures.
    tool_deltas: calls in pieces; the same with the thinking closed behind them; each whole; arguments as an
        object instead of a string.
    context_window: tokens of prompt, in place of the model's own window.
    """

    ending: Ending = "none"
    first_delay_s: float = 0.0
    chunk_delay_s: float = 0.0
    chunk_chars: int = 100
    answer_chars: int = 0
    force_error: int | None = None
    error_at: ErrorAt = "status"
    cut: Cut = "no"
    reasoning: Reasoning = "incremental"
    role: Role = "repeat"
    tool_deltas: ToolDeltas = "split"
    context_window: int | None = None

    def __post_init__(self) -> None:
        """Raises ValueError for an error code that does not exist."""
        if self.force_error is not None and not is_known(self.force_error):
            raise ValueError(f"unknown error code {self.force_error}")


def _one_of(kind: Any) -> Callable[[str], str]:
    allowed = get_args(kind)

    def read(value: str) -> str:
        if value not in allowed:
            raise ValueError(f"is not one of {', '.join(allowed)}")
        return value

    return read


def _seconds(value: str) -> float:
    seconds = float(value)
    if not 0 <= seconds <= _LONGEST_DELAY_S:
        raise ValueError(f"is not between 0 and {_LONGEST_DELAY_S:.0f} seconds")
    return seconds


def _positive(value: str) -> int:
    number = int(value)
    if number < 1:
        raise ValueError("is not positive")
    return number


_READERS: Mapping[str, tuple[str, Callable[[str], Any]]] = MappingProxyType(
    {
        "ending": ("ending", _one_of(Ending)),
        "first_delay_s": ("first_delay_s", _seconds),
        "chunk_delay_s": ("chunk_delay_s", _seconds),
        "chunk_chars": ("chunk_chars", _positive),
        "answer_chars": ("answer_chars", _positive),
        "error": ("force_error", _positive),
        "error_at": ("error_at", _one_of(ErrorAt)),
        "cut": ("cut", _one_of(Cut)),
        "reasoning": ("reasoning", _one_of(Reasoning)),
        "role": ("role", _one_of(Role)),
        "tool_deltas": ("tool_deltas", _one_of(ToolDeltas)),
        "context_window": ("context_window", _positive),
    }
)


def steered(options: StandinOptions, header: str) -> StandinOptions:
    """The options with what the header changes. Raises ValueError, naming the pair it cannot read."""
    changes: dict[str, Any] = {}
    for pair in header.split(","):
        name, _, value = (part.strip() for part in pair.partition("="))
        if not name and not value:
            continue
        if name not in _READERS:
            raise ValueError(f"{HEADER}: unknown option '{name}'")
        field, read = _READERS[name]
        try:
            changes[field] = read(value)
        except ValueError as problem:
            raise ValueError(f"{HEADER}: {name}={value}: {problem}") from problem
    return replace(options, **changes)
