"""The house's arrows: who may import whom. A new arrow needs a line changed here, in sight of a reviewer."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import gatekeeper_core

ROOT = Path(__file__).parent.parent
CORE = {path.stem: path for path in sorted((ROOT / "gatekeeper_core").glob("*.py"))}
PROXY = sorted((ROOT / "proxy").rglob("*.py"))

# Numbers, words and patterns, no decisions: anybody may read them.
WORDS = frozenset(
    """abbreviations token_tables cue_fillers cue_words cue_words_asia cue_words_latin cue_words_spaced
    constraint_keys constraint_words constraint_words_asia constraint_words_latin constraint_words_spaced
    marks""".split()
)
# What every stage may import.
GROUND = frozenset({"model", "errors", "text", "tokens"}) | WORDS
# Reading: from characters to words, pieces and cues. Beside the ground each may import what it names.
READING = {
    "alternation": set(),
    "own_words": set(),
    "phrases": {"alternation", "own_words"},
    "cues": {"own_words", "phrases"},
    "constraints": {"own_words", "phrases"},
    "flow": set(),
    "units": {"flow"},
}
# The stages. None imports another; what one needs from another arrives as an argument.
STAGES = {
    "anchors": set(),
    "eligibility": set(),
    "gate": set(),
    "retrieval": set(),
    "topics": set(),
    "ranking": set(),
    "cover": set(),
    "steady": set(),
    "trim": {"units"},  # the type of its pieces
}
# The joints: they alone know the stages and their order.
JOINTS = {
    "analysis": {"anchors", "constraints", "cues"},
    "window": {"anchors", "trim", "units"},
    "case": {"anchors", "constraints", "cues", "eligibility", "gate", "ranking", "retrieval", "topics"},
    "pipeline": {"case", "constraints", "cover", "retrieval", "steady", "window"},
    "gatekeeper": {"analysis", "pipeline", "retrieval"},
    "__init__": {"analysis", "gatekeeper", "pipeline", "retrieval"},
}
GROUND_ARROWS = {
    "model": set(),
    "errors": set(),
    "text": set(),
    "tokens": {"token_tables"},
    "constraint_keys": {"cue_fillers", "phrases"},  # patterns made of filler words
}
# Of the standard library: pure computing only. No clock, no randomness, no disk, network, thread or log.
PURE = frozenset(
    """__future__ base64 binascii bisect codecs collections dataclasses enum functools graphlib heapq itertools math
    operator re statistics string types typing unicodedata""".split()
)
# Modules tested by the tests of the module that uses them.
TESTED_WITH = {
    "flow": "units",
    "errors": "gatekeeper",
    "case": "pipeline",
    "__init__": "layout",
} | dict.fromkeys(WORDS, "their readers")


def imported(path: Path) -> Iterator[str]:
    """Every module a file imports, as an absolute dotted name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            assert node.module is not None
            if node.module in ("gatekeeper_core", "proxy"):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            else:
                yield node.module


def siblings(name: str) -> set[str]:
    return {
        module.split(".")[1] if "." in module else "__init__"
        for module in imported(CORE[name])
        if module.split(".")[0] == "gatekeeper_core"
    }


def allowed(name: str) -> set[str]:
    if name in GROUND_ARROWS:
        return GROUND_ARROWS[name]
    if name in WORDS:
        return set(WORDS) - {name}
    return (READING | STAGES | JOINTS)[name] | GROUND


def test_every_module_of_the_core_has_its_place() -> None:
    assert set(CORE) == {*WORDS, *GROUND, *READING, *STAGES, *JOINTS}


@pytest.mark.parametrize("name", CORE)
def test_the_core_imports_only_what_the_table_allows(name: str) -> None:
    assert siblings(name) <= allowed(name)


def test_the_table_allows_no_arrow_that_nobody_uses() -> None:
    unused = {
        (name, target)
        for name, targets in (READING | STAGES | JOINTS | GROUND_ARROWS).items()
        for target in targets - siblings(name)
    }
    assert not unused


def test_no_stage_imports_another() -> None:
    arrows = {(name, target) for name in STAGES for target in siblings(name) if target in STAGES}
    assert not arrows


def test_the_core_has_no_circle() -> None:
    assert list(TopologicalSorter({name: siblings(name) for name in CORE}).static_order())


@pytest.mark.parametrize("name", CORE)
def test_the_core_imports_the_standard_library_and_itself(name: str) -> None:
    foreign = {module.split(".")[0] for module in imported(CORE[name])} - {"gatekeeper_core"}
    assert foreign <= sys.stdlib_module_names
    assert foreign <= PURE


@pytest.mark.parametrize("path", PROXY, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_proxy_imports_modules_and_public_names_of_the_core(path: Path) -> None:
    """`proxy` may import the core; that the core never imports `proxy` is tested above."""
    parts = [module.split(".") for module in imported(path)]
    assert {module[1] for module in parts if module[0] == "gatekeeper_core"} <= {*CORE, *gatekeeper_core.__all__}
    assert not [module for module in parts if module[0] == "tests"]


def test_the_public_names_are_sorted_complete_and_few() -> None:
    names = gatekeeper_core.__all__
    bound = {
        alias.asname or alias.name
        for node in ast.parse(CORE["__init__"].read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert names == sorted(names)
    assert set(names) == bound
    assert len(names) == len(set(names)) <= 20
    assert all(hasattr(gatekeeper_core, name) for name in names)


def test_the_root_of_the_core_has_no_logic() -> None:
    body = ast.parse(CORE["__init__"].read_text(encoding="utf-8")).body
    assert {type(node) for node in body} == {ast.Expr, ast.ImportFrom, ast.Assign}


@pytest.mark.parametrize("name", [name for name in CORE if name not in TESTED_WITH])
def test_every_module_of_the_core_has_its_mirrored_test(name: str) -> None:
    assert (ROOT / "tests" / "core" / f"test_{name}.py").is_file()


@pytest.mark.parametrize("name", CORE)
def test_every_module_says_what_it_is(name: str) -> None:
    assert ast.get_docstring(ast.parse(CORE[name].read_text(encoding="utf-8")))
