from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.headers import (
    EXPOSED,
    HOP_BY_HOP,
    Origins,
    content_type,
    ending_here,
    is_readable,
    server_timing,
    to_client,
    to_upstream,
)

Pairs = list[tuple[bytes, bytes]]

UP = [
    pytest.param(
        [(b"x-keep", b"1"), (b"x-keep", b"2")],
        [(b"x-keep", b"1"), (b"x-keep", b"2")],
        id="repeated ones stay",
    ),
    pytest.param([(name, b"x") for name in sorted(HOP_BY_HOP)], [], id="hop-by-hop ones end here"),
    pytest.param(
        [(b"connection", b"keep-alive, X-Drop-Me"), (b"x-drop-me", b"1"), (b"a", b"b")],
        [(b"a", b"b")],
        id="those named by Connection end here",
    ),
    pytest.param(
        [(b"host", b"h"), (b"content-length", b"3"), (b"expect", b"100-continue")], [], id="framing is ours"
    ),
    pytest.param(
        [
            (b"x-forwarded-for", b"1"),
            (b"forwarded", b"1"),
            (b"x-real-ip", b"1"),
            (b"x-gatekeeper-mode", b"off"),
        ],
        [],
        id="who the client is and what it asks of us is not told",
    ),
    pytest.param(
        [(b"authorization", b"Bearer x")], [(b"authorization", b"Bearer x")], id="a key goes on as it is"
    ),
    pytest.param([(b"x-odd", b"\xff\xfe")], [(b"x-odd", b"\xff\xfe")], id="odd bytes stay"),
]


@pytest.mark.parametrize(("given_", "wanted"), UP)
def test_what_the_upstream_is_told(given_: Pairs, wanted: Pairs) -> None:
    assert to_upstream(given_, ending_here(), ()) == wanted


def test_a_key_is_replaced_and_identity_asked_for() -> None:
    dropped = ending_here(b"authorization", b"accept-encoding", b"content-encoding")
    sent = [(b"authorization", b"a"), (b"accept-encoding", b"gzip"), (b"content-encoding", b"gzip")]
    added = [(b"authorization", b"b"), (b"accept-encoding", b"identity")]
    assert to_upstream(sent, dropped, added) == added


DOWN = [
    pytest.param(
        [(b"Set-Cookie", b"a"), (b"set-cookie", b"b")],
        [(b"set-cookie", b"a"), (b"set-cookie", b"b")],
        id="repeated ones stay, in lower case",
    ),
    pytest.param(
        [(b"Connection", b"close, X-Y"), (b"X-Y", b"1"), (b"Transfer-Encoding", b"chunked")],
        [],
        id="hop-by-hop ones end here",
    ),
    pytest.param(
        [(b"Content-Length", b"3"), (b"Content-Encoding", b"gzip")],
        [(b"content-length", b"3"), (b"content-encoding", b"gzip")],
        id="an untouched body keeps its length",
    ),
    pytest.param(
        [(b"Date", b"d"), (b"Server", b"s")], [(b"date", b"d"), (b"server", b"s")], id="date and server stay"
    ),
    pytest.param([(b"Access-Control-Allow-Origin", b"*")], [], id="who may read is ours to say"),
]


@pytest.mark.parametrize(("given_", "wanted"), DOWN)
def test_what_the_client_is_told(given_: Pairs, wanted: Pairs) -> None:
    head = to_client(given_, 200, [(b"x-extra", b"1")], rewritten=False, event_stream=False)
    assert head == [*wanted, (b"x-extra", b"1"), EXPOSED]


@pytest.mark.parametrize(("status", "rewritten"), [(204, False), (304, False), (200, True)])
def test_a_length_that_no_longer_fits_is_left_out(status: int, rewritten: bool) -> None:
    assert to_client([(b"content-length", b"9")], status, (), rewritten=rewritten, event_stream=False) == [
        EXPOSED
    ]


def test_an_event_stream_is_marked_once() -> None:
    marked = to_client([(b"Cache-Control", b"no-store")], 200, (), rewritten=True, event_stream=True)
    assert marked == [(b"cache-control", b"no-store"), (b"x-accel-buffering", b"no"), EXPOSED]


@given(st.lists(st.tuples(st.sampled_from([*sorted(HOP_BY_HOP), b"x-a", b"host"]), st.binary(max_size=5))))
def test_no_hop_by_hop_header_ever_gets_through(headers: Pairs) -> None:
    up = to_upstream(headers, ending_here(), ())
    down = to_client(headers, 200, (), rewritten=False, event_stream=False)
    assert not HOP_BY_HOP & {name for name, _ in [*up, *down]}


def test_the_media_type_stands_without_parameters() -> None:
    assert content_type([(b"Content-Type", b"Text/Event-Stream ; charset=utf-8")]) == b"text/event-stream"
    assert content_type([]) == b""


@pytest.mark.parametrize(("coding", "readable"), [(b"gzip", False), (b"identity", True)])
def test_a_compressed_body_cannot_be_read_along(coding: bytes, readable: bool) -> None:
    assert is_readable([(b"Content-Encoding", coding)]) is readable
    assert is_readable([])


def test_server_timing() -> None:
    assert server_timing(1.234, 56.78) == (b"server-timing", b"gate;dur=1.23, upstream;dur=56.8")


ORIGINS = [
    pytest.param((), False, b"https://any.test", True, id="any page, where a key is needed"),
    pytest.param((), True, b"", True, id="no page at all"),
    pytest.param((), True, b"http://localhost:3000", True, id="a page of this computer"),
    pytest.param((), True, b"http://127.0.0.1", True, id="a page of this computer by address"),
    pytest.param((), True, b"http://[::1]:5173", True, id="a page of this computer by IPv6 address"),
    pytest.param((), True, b"app://obsidian.md", True, id="a desktop application"),
    pytest.param((), True, b"https://evil.test", False, id="a foreign page where no key is needed"),
    pytest.param((), True, b"https://localhost.evil.test", False, id="a foreign page that looks local"),
    pytest.param((), True, b"https://evil.test/localhost", False, id="nonsense that ends locally"),
    pytest.param((), True, b"null", False, id="a page without an origin"),
    pytest.param(("https://a.test/",), True, b"https://A.test", True, id="a listed page"),
    pytest.param(("https://a.test",), False, b"https://b.test", False, id="an unlisted page"),
    pytest.param(("https://a.test",), True, b"http://localhost", False, id="a local page that is not listed"),
    pytest.param(("*",), True, b"https://any.test", True, id="a star"),
]


@pytest.mark.parametrize(("configured", "keyless", "origin", "allowed"), ORIGINS)
def test_which_pages_may_call(
    configured: tuple[str, ...], keyless: bool, origin: bytes, allowed: bool
) -> None:
    origins = Origins(configured, keyless=keyless)
    assert origins.allow(origin) is allowed
    assert bool(origins.reply(origin)) is (allowed and origin != b"")


def test_a_particular_origin_is_named_and_varied_on() -> None:
    reply = Origins((), keyless=True).reply(b"http://localhost:3000")
    assert reply == ((b"access-control-allow-origin", b"http://localhost:3000"), (b"vary", b"origin"))


def test_a_preflight_names_the_headers_asked_for() -> None:
    asked = {
        b"origin": b"http://localhost",
        b"access-control-request-headers": b"authorization,x-custom",
        b"access-control-request-private-network": b"true",
    }
    reply = dict(Origins((), keyless=True).preflight(asked))
    assert reply[b"access-control-allow-headers"] == b"authorization,x-custom"
    assert b"POST" in reply[b"access-control-allow-methods"]
    assert reply[b"access-control-allow-private-network"] == b"true"
    assert Origins((), keyless=True).preflight({**asked, b"origin": b"https://evil.test"}) == []
