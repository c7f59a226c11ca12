from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from proxy import casts

GOOD = [
    pytest.param(casts.base_url, "https://a.test", "https://a.test/v1", id="a bare host gets /v1"),
    pytest.param(casts.base_url, "https://a.test/", "https://a.test/v1", id="a slash is no path"),
    pytest.param(casts.base_url, "https://a.test/v1", "https://a.test/v1", id="/v1 stays"),
    pytest.param(casts.base_url, "https://a.test/v1/", "https://a.test/v1", id="a trailing slash goes"),
    pytest.param(casts.base_url, "https://a.test/v1/v1", "https://a.test/v1", id="a doubled /v1 is one"),
    pytest.param(
        casts.base_url, "http://a.test:81/openai", "http://a.test:81/openai/v1", id="a path gets /v1 too"
    ),
    pytest.param(
        casts.base_url, "https://a.test/api/paas/v4", "https://a.test/api/paas/v4", id="another version"
    ),
    pytest.param(
        casts.base_url, "https://a.test/v1beta/openai", "https://a.test/v1beta/openai", id="a version inside"
    ),
    pytest.param(casts.base_url, "http://[::1]:9/v1", "http://[::1]:9/v1", id="an IPv6 address"),
    pytest.param(casts.size, "1024", 1024, id="plain bytes"),
    pytest.param(casts.size, "64MiB", 64 << 20, id="MiB"),
    pytest.param(casts.size, "2 g", 2 << 30, id="one letter, any case"),
    pytest.param(casts.seconds, "0.5", 0.5, id="half a second"),
    pytest.param(casts.whole(0), "0", 0, id="the lower bound"),
    pytest.param(casts.switch, "ON", True, id="on"),
    pytest.param(casts.switch, "no", False, id="no"),
    pytest.param(casts.price, "0.30", 0.3, id="a price"),
    pytest.param(casts.price, "", None, id="no price"),
    pytest.param(casts.one_of("auto", "openai"), "OpenAI", "openai", id="a word in any case"),
    pytest.param(casts.words, " a , ,b", ("a", "b"), id="a comma list"),
    pytest.param(casts.address, "::1", "::1", id="an address to listen on"),
    pytest.param(casts.secret, "sk-1", "sk-1", id="a key"),
]


@pytest.mark.parametrize(("cast", "text", "value"), GOOD)
def test_a_good_text_becomes_its_value(cast: Callable[[str], Any], text: str, value: object) -> None:
    assert cast(text) == value


BAD = [
    pytest.param(casts.base_url, "api.minimax.io/v1", id="an address without a scheme"),
    pytest.param(casts.base_url, "ftp://a.test", id="an address of another scheme"),
    pytest.param(casts.base_url, "https://", id="an address without a host"),
    pytest.param(casts.base_url, "https://u:p@a.test", id="an address with a password"),
    pytest.param(casts.base_url, "https://a.test/v1?key=1", id="an address with a query"),
    pytest.param(casts.base_url, "https://a.test:port/v1", id="an address with a word for a port"),
    pytest.param(casts.base_url, "https://[::1/v1", id="half an IPv6 address"),
    pytest.param(casts.base_url, "https://bücher.test", id="an address beyond ASCII"),
    pytest.param(casts.size, "64 MB and more", id="a size with words"),
    pytest.param(casts.size, "-1", id="a negative size"),
    pytest.param(casts.seconds, "0", id="no time at all"),
    pytest.param(casts.seconds, "inf", id="for ever"),
    pytest.param(casts.seconds, "ten", id="a word for a number"),
    pytest.param(casts.whole(0, 65535), "65536", id="a port too high"),
    pytest.param(casts.whole(1), "0", id="too low"),
    pytest.param(casts.whole(0), "1.5", id="a broken number"),
    pytest.param(casts.whole(0), "٣", id="a digit of another script"),
    pytest.param(casts.switch, "perhaps", id="neither on nor off"),
    pytest.param(casts.price, "-1", id="a negative price"),
    pytest.param(casts.one_of("a", "b"), "c", id="a word not in the list"),
    pytest.param(casts.secret, "sk-clé", id="a key beyond ASCII"),
    pytest.param(casts.address, "a b", id="a host with a space"),
    pytest.param(casts.client_keys, "alice:", id="a name without a key"),
    pytest.param(casts.client_keys, ":k-1", id="a key with an empty name"),
    pytest.param(casts.client_keys, "a:k-1,b:k-1", id="one key for two"),
    pytest.param(casts.client_keys, "a:k-1@2027-02-30", id="a day that does not exist"),
    pytest.param(casts.client_keys, "a:k é", id="a client key beyond ASCII"),
]


@pytest.mark.parametrize(("cast", "text"), BAD)
def test_a_bad_text_is_refused(cast: Callable[[str], Any], text: str) -> None:
    with pytest.raises(ValueError, match=r".{10}"):
        cast(text)


def test_client_keys_are_kept_as_digests_with_name_and_last_day() -> None:
    first, second, third = casts.client_keys("k-1, bob:k-2, eve:k:3@2027-01-31")
    assert (first.name, second.name, third.name) == ("client-1", "bob", "eve")
    assert (first.expires, third.expires) == (None, date(2027, 1, 31))
    assert third.digest == hashlib.sha256(b"k:3").digest()
    assert "k-1" not in repr(first) and "digest" not in repr(first)


def test_a_bad_client_key_is_not_quoted() -> None:
    with pytest.raises(ValueError) as refused:
        casts.client_keys("a:sécret")
    assert "cret" not in str(refused.value)
