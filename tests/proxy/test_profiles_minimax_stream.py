from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proxy.profiles import StreamFilter, profile_for
from proxy.profiles.minimax_stream import MiniMaxStream

DONE = b"data: [DONE]\n\n"
STOP = b'data: {"choices":[{"finish_reason":"stop","index":0,"delta":{"content":"."}}]}\n\n'
END = STOP + DONE
LIMIT = (
    b'{"error":{"message":"slow down (1002)","type":"rate_limit_error",'
    b'"param":null,"code":"rate_limit_exceeded"}}'
)
SLOW = b'"base_resp":{"status_code":1002,"status_msg":"slow down"}'


def new() -> StreamFilter:
    stream = profile_for("minimax", "").stream_filter()
    assert stream is not None
    return stream


def fed(chunks: list[bytes]) -> bytes:
    stream = new()
    return b"".join([*map(stream.feed, chunks), stream.finish()])


def delta(content: str, **fields: object) -> bytes:
    """An ordinary chunk, spelled as MiniMax does."""
    chunk = {"id": "06aa", "choices": [{"index": 0, "delta": {"content": content, **fields}}], "usage": None}
    return b"data: " + json.dumps(chunk, separators=(",", ":"), ensure_ascii=False).encode() + b"\n\n"


CHUNKS = [
    pytest.param(delta("Hello"), id="one event"),
    pytest.param(delta("a") + delta("b") + STOP, id="several events"),
    pytest.param(delta("a").replace(b"\n", b"\r\n"), id="CRLF"),
    pytest.param(b": comment\n\n", id="a comment"),
    pytest.param(b": comm", id="part of a comment"),
    pytest.param(delta("Hello world")[:60], id="part of a delta"),
    pytest.param(delta("a") + delta("Hello world")[:60], id="an event and part of a delta"),
    pytest.param(delta("海")[: delta("海").index("海".encode()) + 1], id="part of a character"),
    pytest.param(b"data: plain te", id="part of something else"),
    pytest.param(b"event: pi", id="part of a field"),
    pytest.param(b"", id="nothing"),
]


@pytest.mark.parametrize("chunk", CHUNKS)
def test_a_chunk_without_a_tell_tale_goes_out_at_once_as_the_same_object(chunk: bytes) -> None:
    assert new().feed(chunk) is chunk


def test_the_next_chunk_of_an_event_goes_out_as_the_same_object_too() -> None:
    stream = new()
    parts = [delta("Hello world, how are you")[:60], b"d, how", b' are you"}}],"usage":null}\n\n' + STOP]
    assert all(stream.feed(part) is part for part in parts)


HELD = [
    pytest.param(b'data: {"id":"06aa","cho', b"", id="the head of an event may belong to an error"),
    pytest.param(b": c\nevent: x\ndat", b": c\nevent: x\n", id="lines before it do not wait"),
    pytest.param(b'data: {"choices":[{"index":0,"message":{"conte', b"", id="a final frame"),
    pytest.param(b'data: {"choices":[],"usage":{"prompt_tokens":', b"", id="usage"),
    pytest.param(b'data: {"delta":{"a":"b","ro', b'data: {"delta":{"a":"b"', id="what may be an empty role"),
    pytest.param(b'data: {"delta":{"role":"', b'data: {"delta":{', id="a role before its value"),
    pytest.param(b'data: {"delta":{"role":"a', b'data: {"delta":{"role":"a', id="a role with a value flows"),
    pytest.param(b'data: {"delta":{"role":"","content":"a', b'data: {"delta":{', id="an empty role"),
]


@pytest.mark.parametrize(("chunk", "out"), HELD)
def test_only_what_may_need_mending_waits_for_the_end_of_its_event(chunk: bytes, out: bytes) -> None:
    assert new().feed(chunk) == out


PIECES = st.sampled_from(
    [
        '"',
        "\\",
        "{",
        "}",
        ",",
        ":",
        "\n",
        "data: ",
        "[DONE]",
        '"role":""',
        '"delta":',
        '"base_resp":',
        '"error":',
        "海",
    ]
)
TEXT = st.lists(PIECES | st.text(st.characters(exclude_categories=["Cs"]), max_size=5)).map("".join)


@st.composite
def ordinary_streams(draw: st.DrawFn) -> bytes:
    """Any deltas, in any spelling of JSON, to a proper end."""
    events: list[bytes] = []
    for text in draw(st.lists(TEXT, max_size=4)):
        fields = draw(
            st.permutations([("content", text), ("role", "assistant"), ("reasoning_content", text[:3])])
        )
        chunk = {"id": "1", "choices": [{"index": 0, "delta": dict(fields)}], "usage": None}
        separators = draw(st.sampled_from([(",", ":"), (", ", ": ")]))
        line = json.dumps(chunk, separators=separators, ensure_ascii=draw(st.booleans()))
        events.append(b"data: " + line.encode() + b"\n\n")
    newline = draw(st.sampled_from([b"\n", b"\r\n"]))
    return (b"".join(events) + END).replace(b"\n", newline)


@settings(max_examples=150, deadline=None)
@given(ordinary_streams(), st.data())
def test_ordinary_streams_pass_byte_for_byte_and_without_delay(stream: bytes, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    mended = new()
    came, out = b"", b""
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        came += stream[start:end]
        out += mended.feed(stream[start:end])
        assert came.startswith(out)
        waiting = came[len(out) :]
        head, _, text = came[came.replace(b"\r\n", b"\n\n").rfind(b"\n\n") + 2 :].partition(b'"delta":')
        assert len(waiting) <= (len(b', "role": "') if text else len(head) + 2)
    assert out + mended.finish() == stream


def test_what_has_gone_out_is_never_taken_back() -> None:
    """A comment behind the data can look like a delta; the event is then left as it is."""
    event = b"data: {" + SLOW + b'}\n: "delta":\n\n'
    assert fed([event]) == b"data: " + LIMIT + b'\n: "delta":\n\n'
    assert fed([event[:-1], event[-1:]]) == event


FIRST = [
    pytest.param(b'data: {"base_resp":{"status_code":1002}}\n\n', 429, id="base_resp"),
    pytest.param(b'data: {"base_resp":{"status_code":1002}}', 429, id="without its empty line"),
    pytest.param(
        b': hi\n\ndata: {"type":"error","error":{"message":"x (1008)"}}\n\n', 402, id="behind a comment"
    ),
    pytest.param(b'{"base_resp":{"status_code":1004}}', 401, id="a JSON body"),
    pytest.param(b' \n{"error":{"message":"m","http_code":"500"}}', 500, id="a JSON body behind white space"),
    pytest.param(b'data: {"base_resp":{"status_code":0}}\n\n', None, id="a warning"),
    pytest.param(b'data: {"base_resp":{"status_co', None, id="only part of it"),
    pytest.param(delta("a") + b'data: {"base_resp":{"status_code":1002}}\n\n', None, id="behind text"),
    pytest.param(delta('"base_resp"'), None, id="text"),
    pytest.param(b': "error"\n\n', None, id="only a comment"),
    pytest.param(b"", None, id="nothing"),
]


@pytest.mark.parametrize(("chunk", "status"), FIRST)
def test_an_error_in_the_first_event_becomes_a_status(chunk: bytes, status: int | None) -> None:
    failure = new().first(chunk)
    assert (failure and failure.status) == status


def test_a_good_JSON_body_in_place_of_a_stream_passes_and_gets_no_ending() -> None:
    body = b'{"choices":[{"message":{"role":""}}],"object":"chat.completion"}'
    stream = new()
    assert stream.first(body) is None
    assert stream.feed(body) is body
    assert stream.finish() == b""


@pytest.mark.parametrize(
    "head", [b'data: {"delta":{"content":"', b'data: {"message":{"content":"', b"data: plain "]
)
def test_an_event_beyond_the_limit_passes_without_being_kept(
    monkeypatch: pytest.MonkeyPatch, head: bytes
) -> None:
    monkeypatch.setattr("proxy.profiles.minimax_stream._LONGEST_EVENT", 1000)
    stream = MiniMaxStream()
    event = head + b"x" * 5000 + b'","role":"","finish_reason":"stop"}}\n\n'
    out = b""
    for at in range(0, len(event), 100):
        out += stream.feed(event[at : at + 100])
        assert len(stream._open) <= 1100
    assert out + stream.finish() == event + DONE
    assert stream.feed(DONE) is DONE
