from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from gatekeeper_core.analysis import analyse
from gatekeeper_core.model import Message
from proxy.analysis_cache import AnalysisCache, cost

ROOMY = 1 << 20


class Reader:
    """Reads a raw message as its text and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []

    def __call__(self, raw: bytes) -> Message:
        self.asked.append(raw)
        return analyse("user", raw.decode())


def each_cost(raw: bytes) -> int:
    return cost(raw, analyse("user", raw.decode()))


def test_a_message_is_read_once_and_handed_out_as_one_object() -> None:
    reader = Reader()
    cache = AnalysisCache(ROOMY, reader)
    first = cache.get(b"Where is the tea?")
    assert cache.get(bytes(bytearray(b"Where is the tea?"))) is first
    assert reader.asked == [b"Where is the tea?"]
    assert cache.get(b"Where is the tea? ") is not first


def test_what_it_holds_is_accounted_for() -> None:
    cache = AnalysisCache(ROOMY, Reader())
    raws = [b"one", b"two words", b"one", b"many more words than that " * 40]
    for raw in raws:
        cache.get(raw)
    assert cache.bytes == sum(each_cost(raw) for raw in set(raws))


def test_the_least_recently_used_goes_first() -> None:
    reader = Reader()
    cache = AnalysisCache(2 * each_cost(b"a1"), reader)
    for raw in (b"a1", b"a2", b"a1", b"a3", b"a1", b"a2"):
        cache.get(raw)
    assert reader.asked == [b"a1", b"a2", b"a3", b"a2"]
    assert cache.bytes == 2 * each_cost(b"a1")


def test_a_message_larger_than_the_cache_is_held_alone() -> None:
    cache = AnalysisCache(10, Reader())
    for raw in (b"first", b"second", b"third"):
        assert cache.get(raw).text == raw.decode()
        assert cache.bytes == each_cost(raw)


def test_what_could_not_be_read_is_not_remembered() -> None:
    failing = [True]

    def read(raw: bytes) -> Message:
        if failing.pop():
            raise ValueError
        return analyse("user", raw.decode())

    cache = AnalysisCache(ROOMY, read)
    with pytest.raises(ValueError):
        cache.get(b"x")
    assert cache.bytes == 0
    failing.append(False)
    assert cache.get(b"x").text == "x"


def test_threads_share_one_object_and_the_books_are_right() -> None:
    raws = [b"message %d" % i for i in range(60)]
    cache = AnalysisCache(ROOMY, Reader())
    tight = AnalysisCache(20 * each_cost(raws[0]), Reader())

    def run(_: int) -> list[Message]:
        for raw in raws * 5:
            assert tight.get(raw).text == raw.decode()
        return [cache.get(raw) for raw in raws]

    with ThreadPoolExecutor(4) as threads:
        seen = list(threads.map(run, range(4)))
    assert all(message is seen[0][i] for messages in seen for i, message in enumerate(messages))
    assert cache.bytes == sum(map(each_cost, raws)) and tight.bytes <= 20 * each_cost(raws[-1])
