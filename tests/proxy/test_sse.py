from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.sse import (
    Event,
    EventDecoder,
    closed,
    encode_event,
    error_event,
    event_end,
    parse_event,
)

STREAMS = [
    pytest.param(b"data: a\n\ndata: b\n\n", [(b"a", None), (b"b", None)], id="two events with LF"),
    pytest.param(b"data: a\r\n\r\ndata: b\r\n\r\n", [(b"a", None), (b"b", None)], id="CRLF"),
    pytest.param(b"data: a\r\rdata: b\r\r", [(b"a", None), (b"b", None)], id="lone CR"),
    pytest.param(b"data: a\r\n\ndata: b\n\r\n", [(b"a", None), (b"b", None)], id="line ends mixed"),
    pytest.param(b"\xef\xbb\xbfdata: a\n\n", [(b"a", None)], id="a byte order mark opens the stream"),
    pytest.param(b"data:a\n\ndata:  b\n\n", [(b"a", None), (b" b", None)], id="one space at most is dropped"),
    pytest.param(b"data: a\ndata: b\n\n", [(b"a\nb", None)], id="data lines are joined by LF"),
    pytest.param(b"data\n\n", [(b"", None)], id="a data line without a colon is empty data"),
    pytest.param(b": ping\n\n:\n\ndata: a\n\n", [(b"a", None)], id="comments are no events"),
    pytest.param(b"id: 3\nretry: 500\n\n", [], id="fields without data are no event"),
    pytest.param(b"event: error\nid: 1\ndata: a\n\n", [(b"a", "error")], id="the name of an event"),
    pytest.param(b"event\ndata: a\n\n", [(b"a", None)], id="an empty name is none"),
    pytest.param(b"\n\n\n\ndata: a\n\n\n", [(b"a", None)], id="empty lines between events"),
    pytest.param("data: 海🙂\n\n".encode(), [("海🙂".encode(), None)], id="multi-byte text"),
    pytest.param(b"data: a\n\ndata: b", [(b"a", None), (b"b", None)], id="the last event has no empty line"),
    pytest.param(b"data: a\n\ndata: b\n", [(b"a", None), (b"b", None)], id="the last event has one line end"),
    pytest.param(b"", [], id="nothing"),
]


def decoded(chunks: list[bytes]) -> list[tuple[bytes, str | None]]:
    decoder = EventDecoder()
    events = [event for chunk in chunks for event in decoder.feed(chunk)]
    return [(event.data, event.event) for event in events + decoder.finish()]


@pytest.mark.parametrize(("stream", "expected"), STREAMS)
def test_a_stream_is_cut_into_events_however_it_is_split(
    stream: bytes, expected: list[tuple[bytes, str | None]]
) -> None:
    assert decoded([stream]) == expected
    assert decoded([stream[i : i + 1] for i in range(len(stream))]) == expected
    for cut in range(len(stream) + 1):
        assert decoded([stream[:cut], stream[cut:]]) == expected


def test_an_event_is_given_out_as_soon_as_its_empty_line_is_there() -> None:
    decoder = EventDecoder()
    assert decoder.feed(b"data: a\n") == []
    assert decoder.feed(b"\n") == [Event(b"a", None, b"data: a\n\n")]
    assert decoder.feed(b"data: b\r\n\r") == [Event(b"b", None, b"data: b\r\n\r")]
    assert decoder.feed(b"\ndata: c\r\n\r\n") == [Event(b"c", None, b"\ndata: c\r\n\r\n")]
    assert decoder.finish() == []


def test_the_raw_bytes_of_all_events_are_the_stream() -> None:
    stream = b": hi\nevent: x\r\ndata: a\r\n\r\ndata:b\n\ndata: c"
    decoder = EventDecoder()
    events = decoder.feed(stream) + decoder.finish()
    assert b"".join(event.raw for event in events) == stream


@given(st.lists(st.binary().filter(lambda value: not set(value) & set(b"\r\n"))), st.data())
def test_what_is_encoded_is_decoded(values: list[bytes], draw: st.DataObject) -> None:
    stream = b"".join(encode_event(value) for value in values)
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(stream)), max_size=5)))
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert decoded(chunks) == [(value, None) for value in values]


def test_data_of_several_lines_is_encoded_as_several_data_lines() -> None:
    assert encode_event(b"a\nb") == b"data: a\ndata: b\n\n"
    assert encode_event(b"[DONE]") == b"data: [DONE]\n\n"


def test_an_error_event_is_one_line_of_data() -> None:
    pretty = b'{\n"error": {\r\n"message": "x"}}\n'
    assert error_event(pretty) == b'data: { "error": { "message": "x"}}\n\n'


def test_the_end_of_an_event_is_behind_its_empty_line() -> None:
    assert event_end(b"data: a\n") is None
    assert event_end(b"data: a\r\n") is None
    assert event_end(b"data: a\n\nrest") == 9
    assert event_end(b"\n\ndata: a\n\n", 2) == 11


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"", b""),
        (b"data: a", b"data: a\n\n"),
        (b"data: a\n", b"data: a\n\n"),
        (b"data: a\n\n", b"data: a\n\n"),
        (b"data: a\r\n", b"data: a\r\n\n"),
        (b"data: a\r\n\r", b"data: a\r\n\r\n"),
        (b"data: a\r\n\r\n", b"data: a\r\n\r\n"),
        (b"data: a\r", b"data: a\r\n\n"),
    ],
)
def test_an_event_is_closed_with_the_line_ends_it_lacks(raw: bytes, expected: bytes) -> None:
    assert closed(raw) == expected
    assert event_end(expected) in (None, len(expected))


def test_an_event_without_data_is_none() -> None:
    assert parse_event(b": comment\n\n") is None
    assert parse_event(b"data: a\nevent: \xff\n\n") == Event(b"a", "\ufffd", b"data: a\nevent: \xff\n\n")
