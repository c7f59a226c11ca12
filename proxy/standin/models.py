"""The models the stand-in serves, with the limits MiniMax enforces (its pages and live probes, 2025-26)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Thinking = Literal["optional", "always", "required"]


@dataclass(frozen=True, slots=True)
class Model:
    """One model.

    window: tokens of prompt it accepts.
    output_cap: the most output tokens a request may ask for; None where any number is accepted silently.
    thinking: `optional` can be switched off, `always` ignores the switch, `required` refuses it.
    template: hidden tokens around every prompt.
    default_system: tokens of the system text it adds where the caller sends none.
    keeps_old_thinking: whether thinking of earlier user turns is part of the prompt (and of its bill).
    served_as: the id that answers carry.
    """

    id: str
    created: int
    window: int
    output_cap: int | None
    thinking: Thinking
    template: int
    default_system: int
    keeps_old_thinking: bool
    listed: bool = True
    served_as: str = ""

    @property
    def answers_as(self) -> str:
        """The `model` of its answers."""
        return self.served_as or self.id


def _m3(name: str, created: int, thinking: Thinking, *, listed: bool = True, served_as: str = "") -> Model:
    # The smallest prompts report 160-180 tokens, hence a template of some 150.
    return Model(name, created, 1_000_000, 524_288, thinking, 150, 0, True, listed, served_as)


def _m2(name: str, created: int, *, window: int = 204_800, listed: bool = True) -> Model:
    # Its open template renders thinking only after the last user message, and adds a default system text.
    return Model(name, created, window, None, "always", 8, 30, False, listed)


_ALL = (
    _m3("MiniMax-M3.1-Flash", 1_792_368_000, "required"),
    # Served, but missing from the list.
    _m3(
        "MiniMax-M3.1-Flash-Preview", 1_792_368_000, "required", listed=False, served_as="MiniMax-M3.1-Flash"
    ),
    _m3("MiniMax-M3", 1_780_272_000, "optional"),
    _m2("MiniMax-M2.7", 1_773_799_200),
    _m2("MiniMax-M2.7-highspeed", 1_773_799_200),
    _m2("MiniMax-M2.5", 1_770_948_000),
    _m2("MiniMax-M2.5-highspeed", 1_770_948_000),
    _m2("MiniMax-M2.1", 1_766_455_200),
    _m2("MiniMax-M2.1-highspeed", 1_766_455_200),
    _m2("MiniMax-M2", 1_761_530_400),
    _m2("M2-her", 1_761_530_400, window=65_536, listed=False),
)

MODELS: Mapping[str, Model] = MappingProxyType({model.id: model for model in _ALL})
LISTED = tuple(model for model in _ALL if model.listed)
