from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy import profiles
from proxy.profiles import Outgoing, Prices, Profile, profile_for

MINIMAX = profile_for("minimax", "")
OPENAI = profile_for("openai", "")


@pytest.mark.parametrize(
    ("name", "host", "expected"),
    [
        (None, "api.minimax.io", "minimax"),
        (None, "api.minimax.io:443", "minimax"),
        (None, "API.MiniMaxi.com", "minimax"),
        (None, "api.minimax.cn", "minimax"),
        (None, "api.minimax.chat", "minimax"),
        (None, "api.minimaxi.chat.", "minimax"),
        (None, "minimax.io", "minimax"),
        (None, "api.minimax.io.example.com", "openai"),
        (None, "notminimax.io", "openai"),
        (None, "api.openai.com", "openai"),
        (None, "127.0.0.1:9099", "openai"),
        (None, "[::1]:9099", "openai"),
        (None, "", "openai"),
        ("minimax", "127.0.0.1", "minimax"),
        ("openai", "api.minimax.io", "openai"),
    ],
)
def test_a_name_decides_and_without_one_the_host(name: str | None, host: str, expected: str) -> None:
    assert profile_for(name, host).name == expected


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"'mini': expected one of minimax, openai"):
        profile_for("mini", "api.minimax.io")


def test_exports_are_sorted_and_complete() -> None:
    assert sorted(profiles.__all__, key=lambda name: (not name.isupper(), name)) == profiles.__all__
    assert all(hasattr(profiles, name) for name in profiles.__all__)


@pytest.mark.parametrize(
    ("model", "prices"),
    [
        ("MiniMax-M3", Prices(0.30, 0.06, 1.20)),
        ("minimax/minimax-m3", Prices(0.30, 0.06, 1.20)),
        ("MiniMax-M3.1-Flash-Preview", Prices(0.15, 0.015, 0.60)),
        ("MiniMax-M2.7", Prices(0.30, 0.06, 1.20)),
        ("MiniMax-M2.7-highspeed", Prices(0.60, 0.06, 2.40)),
        ("MiniMax-M2.5", Prices(0.30, 0.03, 1.20)),
        ("MiniMax-M2.1-lightning", Prices(0.30, 0.03, 2.40)),
        ("MiniMax-M2", Prices(0.30, 0.03, 1.20)),
        ("something-new", Prices(0.30, 0.06, 1.20)),
    ],
)
def test_prices_of_minimax(model: str, prices: Prices) -> None:
    assert MINIMAX.price_of(model) == prices


@pytest.mark.parametrize("profile", [MINIMAX, OPENAI], ids=lambda profile: profile.name)
@given(model=st.text())
def test_cached_input_never_costs_more_than_fresh(profile: Profile, model: str) -> None:
    prices = profile.price_of(model)
    assert 0 < prices.cached <= prices.input <= prices.output


def test_openai_changes_nothing() -> None:
    outgoing = Outgoing((b'{"role":"developer","content":""}', b'{"role":"system"}'), b'[{"function":{}}]')
    assert OPENAI.rewrite(outgoing) == (outgoing, ())
    assert OPENAI.rewrite(outgoing)[0] is outgoing
    assert OPENAI.refusal(500, "text/html", b"<html>") is None
    assert OPENAI.stream_filter() is None
    assert OPENAI.shape_refused(b'{"error":{"message":"chat content is empty (2013)"}}') is False
