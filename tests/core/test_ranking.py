"""Ranking: each part of the score by itself, and the order among equals."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gatekeeper_core.model import Policy
from gatekeeper_core.ranking import Ranking, rank

BARE = replace(Policy(), recency_weight=0.0)
NONE = [0.0, 0.0, 0.0]


def ranked(policy: Policy = BARE, **parts: object) -> Ranking:
    usual: dict[str, object] = {"spread": NONE, "exact": {}, "priors": NONE, "ends": NONE, "vague": 0.0}
    return rank(policy=policy, **(usual | parts))  # type: ignore[arg-type]


def test_no_blocks_rank_to_nothing() -> None:
    assert rank([], {}, [], [], 0.5, Policy()) == Ranking([], [])


def test_the_spread_score_counts_as_it_is() -> None:
    assert ranked(spread=[1.0, 3.0, 2.0]) == Ranking([1.0, 3.0, 2.0], [1, 2, 0])


def test_the_later_block_comes_first_among_equals() -> None:
    assert ranked().order == [2, 1, 0]


def test_recency_is_a_weak_prior_that_grows_to_its_weight() -> None:
    scores = ranked(replace(BARE, recency_weight=0.3)).scores
    assert scores == pytest.approx([0.1, 0.2, 0.3])


def test_named_things_met_whole_add_their_weight_each() -> None:
    assert ranked(replace(BARE, exact_weight=2.0), spread=[1.0, 1.0, 1.0], exact={0: 1, 2: 3}).scores == [3.0, 1.0, 7.0]


def test_topic_priors_count_only_as_far_as_the_question_is_vague() -> None:
    priors = [0.0, 1.0, 0.0]
    spread = [4.0, 0.0, 0.0]
    assert ranked(spread=spread, priors=priors).scores[1] == 0
    half = ranked(spread=spread, priors=priors, vague=0.5).scores[1]
    assert ranked(spread=spread, priors=priors, vague=1.0).scores[1] == 2 * half > 0


def test_priors_order_the_blocks_when_no_word_is_met() -> None:
    assert ranked(priors=[1.0, 0.2, 0.5], vague=1.0).order == [0, 2, 1]


def test_the_end_of_a_topic_lifts_its_blocks_by_less_than_its_own_score() -> None:
    assert 0 < ranked(ends=[2.0, 0.0, 0.0]).scores[0] < 2.0


SCORES = st.lists(st.floats(0, 50), min_size=3, max_size=3)


@given(SCORES, SCORES, SCORES, st.floats(0, 4))
def test_the_order_is_that_of_the_scores(
    spread: list[float], priors: list[float], ends: list[float], vague: float
) -> None:
    found = ranked(Policy(), spread=spread, priors=priors, ends=ends, vague=vague)
    assert sorted(found.order) == [0, 1, 2]
    for better, worse in zip(found.order, found.order[1:], strict=False):
        assert (found.scores[better], better) > (found.scores[worse], worse)


@given(SCORES, st.integers(0, 2), st.floats(0, 50))
def test_more_words_met_never_lower_a_block(spread: list[float], position: int, more: float) -> None:
    raised = [score + more * (i == position) for i, score in enumerate(spread)]
    before, after = (ranked(Policy(), spread=some).order.index(position) for some in (spread, raised))
    assert after <= before
