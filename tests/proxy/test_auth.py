from __future__ import annotations

from datetime import date

import pytest
from serving import settings

from proxy.auth import Doorkeeper
from proxy.errors import ProxyError

KEYS = {"MINIMAX_API_KEY": "sk-up", "GATEKEEPER_API_KEYS": "alice:k-1,alice:k-2,bob:k-3@2027-01-31"}


def bearer(value: bytes) -> dict[bytes, bytes]:
    return {b"authorization": value}


REFUSED = [
    pytest.param({}, "invalid_api_key", id="no key"),
    pytest.param(bearer(b"Bearer k-9"), "invalid_api_key", id="an unknown key"),
    pytest.param(bearer(b"Bearer "), "invalid_api_key", id="an empty key"),
    pytest.param(bearer(b"k-1"), "invalid_api_key", id="a key without a scheme"),
    pytest.param(bearer(b"Basic k-1"), "invalid_api_key", id="another scheme"),
    pytest.param(bearer(b"Bearer sk-up"), "invalid_api_key", id="the upstream's key"),
    pytest.param(bearer("Bearer sk-clé-ü".encode("latin-1")), "invalid_api_key", id="Latin-1 bytes"),
    pytest.param(bearer("Bearer 钥匙".encode()), "invalid_api_key", id="UTF-8 bytes"),
    pytest.param(bearer(b"Bearer k-3"), "expired_api_key", id="a key past its last day"),
]


@pytest.mark.parametrize(("headers", "code"), REFUSED)
def test_without_a_good_key_nobody_comes_in(headers: dict[bytes, bytes], code: str) -> None:
    door = Doorkeeper(settings(**KEYS), today=lambda: date(2027, 2, 1))
    with pytest.raises(ProxyError) as refused:
        door.principal(headers)
    assert (refused.value.status, refused.value.code) == (401, code)
    assert refused.value.headers[0][0] == b"www-authenticate"


def test_the_last_day_of_a_key_is_a_good_day() -> None:
    door = Doorkeeper(settings(**KEYS), today=lambda: date(2027, 1, 31))
    assert door.principal(bearer(b"bearer  k-3")).name == "bob"


def test_two_keys_are_two_principals_even_under_one_name() -> None:
    door = Doorkeeper(settings(**KEYS))
    first, second = door.principal(bearer(b"Bearer k-1")), door.principal(bearer(b"Bearer k-2"))
    assert first.name == second.name == "alice"
    assert first.id != second.id and first == door.principal(bearer(b"Bearer k-1"))


def test_in_pass_through_equal_credentials_are_one_principal() -> None:
    door = Doorkeeper(settings())
    one = door.principal(bearer(b"Bearer sk-1"))
    assert one == door.principal(bearer(b"Bearer sk-1")) != door.principal(bearer(b"Bearer sk-2"))
    assert door.principal({b"api-key": b"x"}) != door.principal({b"x-api-key": b"y"})
    assert door.principal({}).id == "anonymous"
    assert "sk-1" not in repr(one)


def test_ids_cannot_be_compared_between_two_runs() -> None:
    headers = bearer(b"Bearer sk-1")
    assert Doorkeeper(settings()).principal(headers).id != Doorkeeper(settings()).principal(headers).id


WAYS = [
    pytest.param({}, (), (), id="pass-through: the client's own goes on"),
    pytest.param(
        {"MINIMAX_API_KEY": "sk-up"},
        (b"authorization",),
        ((b"authorization", b"Bearer sk-up"),),
        id="gateway: the upstream key goes in its place",
    ),
    pytest.param(
        {"GATEKEEPER_API_KEYS": "k-1"}, (b"authorization",), (), id="client keys alone: nothing goes on"
    ),
]


@pytest.mark.parametrize(("environ", "ends_here", "added"), WAYS)
def test_what_goes_upstream(environ: dict[str, str], ends_here: object, added: object) -> None:
    door = Doorkeeper(settings(**environ))
    assert (door.ends_here, door.added) == (ends_here, added)
