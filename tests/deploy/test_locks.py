"""The lock files are exactly what pyproject.toml leads to, and the tests run with exactly what they name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUNTIME: list[str] = PROJECT["project"]["dependencies"]
DEVELOPMENT: list[str] = [*RUNTIME, *PROJECT["dependency-groups"]["dev"]]
# Markers are read as the oldest supported Python reads them, for which the locks are made.
OLDEST = PROJECT["project"]["requires-python"].removeprefix(">=")
FILES = [
    pytest.param("requirements.lock", RUNTIME, id="what the proxy runs with"),
    pytest.param("requirements-dev.lock", DEVELOPMENT, id="what its tests run with"),
]


def pins(name: str) -> dict[str, str]:
    """Package -> version, as the lock file says."""
    lines = (ROOT / name).read_text().splitlines()
    return {canonicalize_name(line.partition("==")[0]): line.partition("==")[2] for line in lines}


def closure(wanted: Iterable[str]) -> dict[str, list[Requirement]]:
    """Every package that these requirements lead to, with all that is asked of it."""
    found: dict[str, list[Requirement]] = {}
    waiting = [(Requirement(text), "") for text in wanted]
    done: set[tuple[str, str]] = set()
    while waiting:
        requirement, extra = waiting.pop()
        environment = {"python_version": OLDEST, "python_full_version": f"{OLDEST}.0", "extra": extra}
        if requirement.marker is not None and not requirement.marker.evaluate(environment):
            continue
        name = canonicalize_name(requirement.name)
        found.setdefault(name, []).append(requirement)
        for wanted_extra in {"", *requirement.extras} - {e for n, e in done if n == name}:
            done.add((name, wanted_extra))
            waiting += [(Requirement(text), wanted_extra) for text in requires(name) or ()]
    return found


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_holds_plain_pins_only(name: str) -> None:
    lines = (ROOT / name).read_text().splitlines()
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.+!-]+", line)] == []
    assert len(pins(name)) == len(lines)


@pytest.mark.parametrize(("name", "wanted"), FILES)
def test_a_lock_names_what_is_needed_and_nothing_else(name: str, wanted: list[str]) -> None:
    assert sorted(closure(wanted)) == sorted(pins(name)), "run: make lock"


@pytest.mark.parametrize(("name", "wanted"), FILES)
def test_every_pin_satisfies_all_who_ask_for_it(name: str, wanted: list[str]) -> None:
    pinned = pins(name)
    wrong = [
        f"{requirement} is pinned to {pinned[package]}"
        for package, requirements in closure(wanted).items()
        for requirement in requirements
        if not requirement.specifier.contains(pinned[package], prereleases=True)
    ]
    assert wrong == [], "run: make lock"


def test_the_tests_run_with_what_is_pinned() -> None:
    pinned = pins("requirements-dev.lock")
    assert {name: version(name) for name in pinned} == pinned, "run the tests with: make test"


def test_both_locks_agree() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()
