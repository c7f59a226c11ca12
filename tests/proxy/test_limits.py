from __future__ import annotations

import asyncio
import gzip
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive

from proxy.errors import ClientLeft, ProxyError
from proxy.limits import Limits, Place, inflate, read_body


def receiving(*bodies: bytes | None) -> Receive:
    """An ASGI receive that gives these pieces; None: the client leaves."""
    pieces = list(bodies)

    async def receive() -> dict[str, Any]:
        piece = pieces.pop(0)
        if piece is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

    return receive


async def test_a_body_is_put_together() -> None:
    assert await read_body(receiving(b"ab", b"", b"c"), 3) == b"abc"
    assert await read_body(receiving(b""), 0) == b""


async def test_a_body_in_one_piece_is_not_copied() -> None:
    piece = b"x" * 1000
    assert await read_body(receiving(piece), 1000) is piece


async def test_a_body_beyond_the_limit_is_not_read_on() -> None:
    receive = receiving(b"ab", b"cd", b"never read")
    with pytest.raises(ProxyError) as refused:
        await read_body(receive, 3)
    assert refused.value.status == 413
    assert (await receive())["body"] == b"never read"


async def test_a_body_that_says_it_is_too_large_is_not_read_at_all() -> None:
    with pytest.raises(ProxyError, match="larger than the 3 bytes"):
        await read_body(receiving(), 3, b"4")


async def test_a_client_that_leaves_inside_its_body_is_noticed() -> None:
    with pytest.raises(ClientLeft):
        await read_body(receiving(b"a", None), 3)


def raw_deflate(data: bytes) -> bytes:
    squeezer = zlib.compressobj(wbits=-15)
    return squeezer.compress(data) + squeezer.flush()


PACKED = [
    pytest.param(gzip.compress(b"tea"), b"gzip", id="gzip"),
    pytest.param(gzip.compress(b"te") + gzip.compress(b"a"), b"X-GZIP", id="gzip in two members"),
    pytest.param(zlib.compress(b"tea"), b"deflate", id="deflate"),
    pytest.param(raw_deflate(b"tea"), b" Deflate ", id="deflate without its header"),
]


@pytest.mark.parametrize(("body", "coding"), PACKED)
def test_a_packed_body_is_unpacked(body: bytes, coding: bytes) -> None:
    assert inflate(body, coding, 3) == b"tea"


@given(st.binary(max_size=300), st.sampled_from([b"gzip", b"deflate"]))
def test_unpacking_undoes_packing(data: bytes, coding: bytes) -> None:
    packed = gzip.compress(data) if coding == b"gzip" else zlib.compress(data)
    assert inflate(packed, coding, len(data)) == data


REFUSED = [
    pytest.param(gzip.compress(b"x" * 5000), b"gzip", 413, id="a bomb"),
    pytest.param(gzip.compress(b"xx") * 2, b"gzip", 413, id="too much in two members"),
    pytest.param(gzip.compress(b"") * 100, b"gzip", 400, id="many empty members"),
    pytest.param(gzip.compress(b"tea")[:-9], b"gzip", 400, id="a torn body"),
    pytest.param(b"{}", b"gzip", 400, id="not packed at all"),
    pytest.param(b"{}", b"deflate", 400, id="not packed at all, either way"),
    pytest.param(b"{}", b"br", 415, id="brotli"),
    pytest.param(gzip.compress(b"{}"), b"gzip, gzip", 415, id="packed twice"),
]


@pytest.mark.parametrize(("body", "coding", "status"), REFUSED)
def test_what_cannot_be_unpacked_is_refused(body: bytes, coding: bytes, status: int) -> None:
    with pytest.raises(ProxyError) as refused:
        inflate(body, coding, 3)
    assert refused.value.status == status


def test_a_refused_coding_says_which_would_do() -> None:
    with pytest.raises(ProxyError) as refused:
        inflate(b"", b"zstd", 3)
    assert refused.value.headers == ((b"accept-encoding", b"gzip, deflate"),)


async def waiting(place: Place) -> asyncio.Task[None]:
    task = asyncio.create_task(place.turn())
    await asyncio.sleep(0)
    return task


async def test_turns_are_taken_in_order() -> None:
    limits = Limits(1, 2)
    first, second, third = limits.enter(), limits.enter(), limits.enter()
    await first.turn()
    after_first, after_second = await waiting(second), await waiting(third)
    first.leave()
    await after_first
    assert not after_second.done()
    second.leave()
    await after_second


async def test_beyond_the_queue_there_is_no_place() -> None:
    limits = Limits(1, 1)
    first = limits.enter()
    limits.enter()
    with pytest.raises(ProxyError) as refused:
        limits.enter()
    assert (refused.value.status, refused.value.headers) == (503, ((b"retry-after", b"1"),))
    first.leave()
    limits.enter()


@pytest.mark.parametrize("when", ["while waiting", "in the moment of its turn"])
async def test_whoever_leaves_the_queue_takes_no_turn_with_him(when: str) -> None:
    limits = Limits(1, 2)
    first, second, third = limits.enter(), limits.enter(), limits.enter()
    await first.turn()
    gone, next_one = await waiting(second), await waiting(third)
    if when == "while waiting":
        gone.cancel()
        await asyncio.sleep(0)
        first.leave()
    else:
        first.leave()
        gone.cancel()
    await asyncio.wait((gone,))
    second.leave()
    async with asyncio.timeout(1):
        await next_one


async def test_both_at_once_leave_nothing_behind() -> None:
    limits = Limits(1, 1)
    first, second = limits.enter(), limits.enter()
    await first.turn()
    gone = await waiting(second)
    gone.cancel()
    first.leave()  # before the cancelled one has run
    await asyncio.wait((gone,))
    second.leave()
    last = limits.enter()
    async with asyncio.timeout(1):
        await last.turn()
