"""Minimum cover: within the greedy bound of brute force, inside the budget, and its stop conditions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from gatekeeper_core.cover import minimum_cover
from gatekeeper_core.model import Policy

ALL = replace(Policy(), coverage=1.0)
BY_COST = replace(ALL, cost_exponent=1.0)
PLENTY = 10**9


def count(mask: int) -> float:
    return float(mask.bit_count())


def weighing(weights: Sequence[float]) -> Callable[[int], float]:
    return lambda mask: sum(w for i, w in enumerate(weights) if mask >> i & 1)


def cover(masks: Sequence[int], policy: Policy = ALL, **more: object) -> list[int]:
    n = len(masks)
    given_: dict[str, object] = {"scores": [0.0] * n, "costs": [1] * n, "weight": count, "budget": PLENTY, **more}
    return minimum_cover(
        range(n),
        masks,
        given_["scores"],  # type: ignore[arg-type]
        given_["costs"],  # type: ignore[arg-type]
        given_["weight"],  # type: ignore[arg-type]
        policy,
        budget=given_["budget"],  # type: ignore[arg-type]
        covered=given_.get("covered", 0),  # type: ignore[arg-type]
    )


def union(masks: Sequence[int], chosen: Sequence[int]) -> int:
    out = 0
    for position in chosen:
        out |= masks[position]
    return out


def subsets(n: int) -> Iterator[tuple[int, ...]]:
    return (chosen for size in range(n + 1) for chosen in combinations(range(n), size))


def test_one_block_that_holds_all_beats_two_halves() -> None:
    assert cover([0b0011, 0b1100, 0b1111]) == [2]


def test_blocks_are_listed_in_the_order_they_were_chosen() -> None:
    assert cover([0b0001, 0b1110]) == [1, 0]


def test_it_stops_when_the_share_is_covered() -> None:
    assert cover([0b0111, 0b1000], replace(Policy(), coverage=0.75)) == [0]


def test_what_is_there_already_is_not_chosen_again() -> None:
    assert cover([0b0011, 0b0100], covered=0b0011) == [1]
    assert cover([0b0011], covered=0b0011) == []


def test_an_anchor_that_no_candidate_holds_does_not_count() -> None:
    assert cover([0b01], weight=weighing([1.0, 100.0])) == [0]


def test_a_block_over_the_budget_is_passed_over() -> None:
    assert cover([0b11, 0b01, 0b10], costs=[9, 4, 4], budget=8) == [2, 1]


def test_equal_gain_goes_to_the_better_score_then_to_the_later_block() -> None:
    assert cover([1, 1, 1], scores=[2.0, 3.0, 1.0]) == [1]
    assert cover([1, 1, 1], scores=[2.0, 2.0, 2.0]) == [2]


def test_cost_counts_as_the_exponent_says() -> None:
    assert cover([0b11, 0b01, 0b10], costs=[100, 1, 1]) == [0]
    assert set(cover([0b11, 0b01, 0b10], BY_COST, costs=[100, 1, 1])) == {1, 2}


def test_nothing_to_cover_chooses_nothing() -> None:
    assert cover([]) == []
    assert cover([0, 0]) == []
    assert cover([0b1], budget=0) == []


MASKS = st.lists(st.integers(0, 255), min_size=1, max_size=8)
WEIGHTS = st.lists(st.integers(1, 20).map(float), min_size=8, max_size=8)
COSTS = st.lists(st.integers(1, 30), min_size=8, max_size=8)


@given(MASKS, WEIGHTS, st.sampled_from([0.5, 0.85, 1.0]))
@settings(max_examples=80, deadline=None)
def test_each_step_closes_its_share_of_the_gap_to_the_best(
    masks: list[int], weights: list[float], share: float
) -> None:
    """Nemhauser et al. 1978: after k steps at most (1 - 1/m)^k of the goal is missing, m the fewest that reach it."""
    weight = weighing(weights)
    goal = share * weight(union(masks, range(len(masks))))
    chosen = cover(masks, replace(ALL, coverage=share), weight=weight)
    assert weight(union(masks, chosen)) >= goal
    fewest = next(len(some) for some in subsets(len(masks)) if weight(union(masks, some)) >= goal)
    for k in range(len(chosen) + 1):
        missing = goal - weight(union(masks, chosen[:k]))
        assert missing <= goal * (1 - 1 / max(fewest, 1)) ** k + 1e-9


@given(MASKS, COSTS)
@settings(max_examples=80, deadline=None)
def test_per_cost_it_is_within_the_harmonic_bound_of_the_cheapest(masks: list[int], costs: list[int]) -> None:
    """Chvátal 1979: at most H(d) times the cheapest cover, d the most anchors in one block."""
    everything = union(masks, range(len(masks)))
    chosen = cover(masks, BY_COST, costs=costs)
    cheapest = min(sum(costs[p] for p in some) for some in subsets(len(masks)) if union(masks, some) == everything)
    harmonic = math.fsum(1 / i for i in range(1, max(mask.bit_count() for mask in masks) + 1))
    assert union(masks, chosen) == everything
    assert sum(costs[p] for p in chosen) <= harmonic * cheapest + 1e-9


@given(MASKS, COSTS, st.integers(0, 60), st.integers(0, 255), st.sampled_from([0.0, 0.5, 1.0]))
@settings(max_examples=80, deadline=None)
def test_it_stays_inside_the_budget_and_stops_only_for_a_reason(
    masks: list[int], costs: list[int], budget: int, covered: int, exponent: float
) -> None:
    policy = replace(ALL, coverage=0.85, cost_exponent=exponent)
    chosen = cover(masks, policy, costs=costs, budget=budget, covered=covered)
    assert len(set(chosen)) == len(chosen)
    spent, have = 0, covered
    for position in chosen:
        assert masks[position] & ~have
        have |= masks[position]
        spent += costs[position]
    assert spent <= budget
    if count(have) < 0.85 * count(covered | union(masks, range(len(masks)))):
        left = [p for p in range(len(masks)) if masks[p] & ~have and p not in chosen]
        assert all(costs[p] > budget - spent for p in left)
