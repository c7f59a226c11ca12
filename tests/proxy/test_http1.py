from __future__ import annotations

from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.http1 import MAX_HEAD, Answer


def fed(pieces: list[bytes], *, bodiless: bool = False) -> tuple[Answer, bytes]:
    answer = Answer(bodiless=bodiless)
    return answer, b"".join([answer.feed(piece) for piece in pieces])


def bytewise(wire: bytes) -> list[bytes]:
    return [wire[at : at + 1] for at in range(len(wire))]


L2 = (b"content-length", b"2")
GOOD = [
    pytest.param(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi", 200, [L2], b"hi", True, id="length"),
    pytest.param(
        b"HTTP/1.1 529 \r\nTransfer-Encoding: chunked\r\n\r\n"
        b"2;ext=1\r\nhi\r\n3\r\n yo\r\n0\r\nTrail: x\r\n\r\n",
        529,
        [(b"Transfer-Encoding", b"chunked")],
        b"hi yo",
        True,
        id="chunks with an extension and a trailer, an unusual status without a reason",
    ),
    pytest.param(
        b"HTTP/1.1 200 OK\r\nSet-Cookie: a \r\nX:\r\nset-cookie:  b\r\nY: \xe4\xbd\xa0\r\n"
        b"content-length: 2\r\n\r\nhi",
        200,
        [(b"Set-Cookie", b"a"), (b"X", b""), (b"set-cookie", b"b"), (b"Y", b"\xe4\xbd\xa0"), L2],
        b"hi",
        True,
        id="repeated, empty and odd headers in order and case",
    ),
    pytest.param(
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n"
        b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi",
        200,
        [L2],
        b"hi",
        True,
        id="informational answers are passed over",
    ),
    pytest.param(b"HTTP/1.1 204 No\r\ncontent-length: 2\r\n\r\n", 204, [L2], b"", True, id="204"),
    pytest.param(b"HTTP/1.1 304 No\r\ncontent-length: 2\r\n\r\n", 304, [L2], b"", True, id="304"),
    pytest.param(
        b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nhi",
        200,
        [(b"connection", b"close"), L2],
        b"hi",
        False,
        id="connection: close",
    ),
    pytest.param(b"HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nhi", 200, [L2], b"hi", False, id="HTTP/1.0"),
]


@pytest.mark.parametrize("cut", [lambda wire: [wire], bytewise], ids=["whole", "bytewise"])
@pytest.mark.parametrize(("wire", "status", "headers", "body", "reusable"), GOOD)
def test_an_answer(cut: Any, wire: bytes, status: int, headers: Any, body: bytes, reusable: bool) -> None:
    answer, got = fed(cut(wire))
    assert (answer.error, answer.complete, answer.head_done) == (None, True, True)
    assert (answer.status, answer.headers, got, answer.reusable) == (status, headers, body, reusable)


@pytest.mark.parametrize("cut", [lambda wire: [wire], bytewise], ids=["whole", "bytewise"])
def test_an_answer_to_head_has_no_body_whatever_it_says(cut: Any) -> None:
    answer, body = fed(cut(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n"), bodiless=True)
    assert (answer.complete, answer.reusable, answer.status, body) == (True, True, 200, b"")
    assert answer.feed(b"hi") == b""
    assert not answer.reusable


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"HTTP/1.1 200 OK\r\n\r\n", id="no framing"),
        pytest.param(b"HTTP/1.0 200 OK\r\n\r\n", id="HTTP/1.0 without a length"),
        pytest.param(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n", id="identity"),
    ],
)
def test_an_answer_framed_by_its_end(head: bytes) -> None:
    answer, body = fed([head, b"h", b"i"])
    assert (body, answer.complete) == (b"hi", False)
    answer.end()
    assert (answer.complete, answer.error, answer.reusable) == (True, None, False)


CUT = [
    pytest.param(b"", "without sending a response", id="before the first byte"),
    pytest.param(b"HTTP/1.1 200 OK\r\nx: ", "without sending a response", id="in the head"),
    pytest.param(
        b"HTTP/1.1 100 Continue\r\n\r\n", "without sending a response", id="after an informational answer"
    ),
    pytest.param(
        b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nhi", "complete message body", id="short of the length"
    ),
    pytest.param(
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "complete", id="before the first chunk"
    ),
    pytest.param(
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhi", "complete", id="in a chunk"
    ),
    pytest.param(
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n", "complete", id="between chunks"
    ),
    pytest.param(
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", "complete", id="in the last chunk"
    ),
    pytest.param(
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked, gzip\r\n\r\n2\r\nhi\r\n",
        "complete",
        id="framed doubtfully",
    ),
]


@pytest.mark.parametrize(("wire", "message"), CUT)
def test_an_answer_cut_short_is_an_error(wire: bytes, message: str) -> None:
    answer, _ = fed([wire])
    assert answer.error is None
    answer.end()
    assert not answer.complete
    assert isinstance(answer.error, httpx.RemoteProtocolError)
    assert message in str(answer.error)


BROKEN = [
    pytest.param(b"SSH-2.0-OpenSSH_9.2\r\n", id="another protocol"),
    pytest.param(b"\x15\x03\x01\x00\x02\x02", id="a TLS alert"),
    pytest.param(b"HTTP/2.0 200 OK\r\ncontent-length: 0\r\n\r\n", id="HTTP/2 on a text line"),
    pytest.param(b"HTTP/0.9 200 OK\r\ncontent-length: 0\r\n\r\n", id="HTTP/0.9"),
    pytest.param(b"HTTP/1.1 099 OK\r\ncontent-length: 0\r\n\r\n", id="a status below 100"),
    pytest.param(b"HTTP/1.1 2000 OK\r\n\r\n", id="a status of four digits"),
    pytest.param(
        b"HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", id="a switch of protocols"
    ),
    pytest.param(b"HTTP/1.1 200 OK\r\na b: c\r\n\r\n", id="a space in a name"),
    pytest.param(b"HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n", id="a folded header"),
    pytest.param(b"HTTP/1.1 200 OK\r\na: \0\r\n\r\n", id="NUL in a value"),
    pytest.param(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n", id="two lengths"),
    pytest.param(b"HTTP/1.1 200 OK\r\ncontent-length: -2\r\n\r\n", id="a negative length"),
    pytest.param(
        b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n", id="both framings"
    ),
    pytest.param(
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n", id="a chunk size that is no number"
    ),
]


@pytest.mark.parametrize("cut", [lambda wire: [wire], bytewise], ids=["whole", "bytewise"])
@pytest.mark.parametrize("wire", BROKEN)
def test_whoever_breaks_the_protocol_is_told_so(wire: bytes, cut: Any) -> None:
    answer, _ = fed(cut(wire))
    assert isinstance(answer.error, httpx.RemoteProtocolError)
    assert not answer.complete


def test_what_came_before_the_break_is_handed_out() -> None:
    answer, body = fed([b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\nzz\r\n"])
    assert body == b"hi"
    assert answer.error is not None


@pytest.mark.parametrize(
    "stray",
    [b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", b"HT", b"garbage"],
    ids=["a second answer", "the beginning of one", "garbage"],
)
def test_bytes_behind_the_end_spoil_the_connection_but_not_the_answer(stray: bytes) -> None:
    wire = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"
    for pieces in ([wire + stray], [wire, stray]):
        answer, body = fed(pieces)
        assert (body, answer.complete, answer.error, answer.status) == (b"hi", True, None, 200)
        assert len(answer.headers) == 1
        assert not answer.reusable


ENDLESS = [
    pytest.param(b"HTTP/1.1 200 OK\r\n", b"a: b\r\n", id="headers"),
    pytest.param(b"HTTP/1.1 200 OK\r\na: ", b"b", id="one header"),
    pytest.param(b"", b"HTTP/1.1 100 Continue\r\n\r\n", id="informational answers"),
    pytest.param(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", b"a: b\r\n", id="trailers"),
    pytest.param(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;", b"ext", id="a chunk extension"),
]


@pytest.mark.parametrize(("begin", "again"), ENDLESS)
def test_endless_heads_are_refused(begin: bytes, again: bytes) -> None:
    answer, _ = fed([begin])
    block = again * (16384 // len(again))
    for _ in range(MAX_HEAD // len(block) + 2):
        answer.feed(block)
    assert isinstance(answer.error, httpx.RemoteProtocolError)
    assert "bytes of headers" in str(answer.error)


def test_a_long_body_is_no_head() -> None:
    answer, body = fed([b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"])
    for _ in range(5):
        for piece in (b"ffff\r\n" + b"x" * 0xFFFF + b"\r\n", b"1\r\n", b"y\r\n"):
            body += answer.feed(piece)
    assert (answer.error, len(body)) == (None, 5 << 16)


@pytest.mark.parametrize(
    ("size", "refused"), [(MAX_HEAD - 100, False), (MAX_HEAD + 100, True)], ids=["just fits", "too large"]
)
def test_the_limit_counts_the_head_and_not_the_body_that_comes_with_it(size: int, refused: bool) -> None:
    head = b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\na: " + b"x" * (size - 40) + b"\r\n\r\n"
    answer, body = fed([head[:50000], head[50000:] + b"y" * 100000])
    assert (answer.error is not None) is refused
    assert len(body) == (0 if refused else 100000)


@st.composite
def cut_answers(draw: st.DrawFn) -> tuple[bytes, bytes, list[bytes]]:
    pieces = draw(st.lists(st.binary(min_size=1, max_size=30), max_size=5))
    if draw(st.booleans()):
        framed = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
        wire = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n" + framed
    else:
        body = b"".join(pieces)
        wire = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)
    cuts = sorted(draw(st.sets(st.integers(1, len(wire) - 1), max_size=6)))
    return wire, b"".join(pieces), [wire[a:b] for a, b in zip([0, *cuts], [*cuts, len(wire)], strict=True)]


@given(cut_answers())
def test_cuts_change_nothing(case: tuple[bytes, bytes, list[bytes]]) -> None:
    _, body, pieces = case
    answer, got = fed(pieces)
    assert (got, answer.complete, answer.error, answer.reusable) == (body, True, None, True)


@given(cut_answers(), st.data())
def test_no_beginning_of_an_answer_looks_whole(
    case: tuple[bytes, bytes, list[bytes]], data: st.DataObject
) -> None:
    wire, body, _ = case
    answer, got = fed([wire[: data.draw(st.integers(0, len(wire) - 1))]])
    answer.end()
    assert not answer.complete
    assert answer.error is not None
    assert body.startswith(got)
