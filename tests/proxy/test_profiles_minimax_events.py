from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proxy.profiles import StreamFilter, profile_for

DONE = b"data: [DONE]\n\n"
STOP = b'data: {"choices":[{"finish_reason":"stop","index":0,"delta":{"content":"."}}]}\n\n'
END = STOP + DONE
CUT_OFF = (
    b'data: {"error":{"message":"MiniMax ended the stream before the answer was finished",'
    b'"type":"server_error","param":null,"code":"stream_truncated"}}\n\n'
)
LIMIT = (
    b'{"error":{"message":"slow down (1002)","type":"rate_limit_error",'
    b'"param":null,"code":"rate_limit_exceeded"}}'
)
FRAME = b'{"object":"chat.completion","choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}'
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


TELL_TALES = (
    '"role":"" "role": "" ,"role":"" "base_resp":{"status_code":1} "error":{}'
    ' "chat.completion" "delta": "finish_reason":"x" [DONE]'
)

UNCHANGED = [
    pytest.param(delta(TELL_TALES) + END, id="text that talks about everything"),
    pytest.param(delta("\n\ndata: [DONE]\n\n") + END, id="text that looks like an event"),
    pytest.param(
        delta("base_resp", name="error", x="chat.completion") + END, id="values that look like keys"
    ),
    pytest.param(
        delta("", tool_calls=[{"function": {"arguments": {"role": "", "a": 1}}}]) + END, id="arguments"
    ),
    pytest.param(b'data: {"choices":[{"delta":{"role":null}}],"error":null}\n\n' + END, id="null error"),
    pytest.param(
        b'data: {"choices":[],"base_resp":{"status_code":0,"status_msg":"unknown field"}}\n\n' + END,
        id="a warning",
    ),
    pytest.param(b": thinking\n\n:\n\nevent: ping\nid: 3\nretry: 500\n\n" + END, id="comments and fields"),
    pytest.param(b'event: odd\ndata: {"type":"unknown"}\n\ndata: plain text\n\n' + END, id="unknown events"),
    pytest.param(b'data: {"broken":\n\ndata: {"role":""}\n\n' + END, id="not JSON, not a delta"),
    pytest.param(b"data:" + STOP[6:] + b"data:[DONE]\n\n", id="no space behind the colon"),
    pytest.param(b"\xef\xbb\xbf" + END, id="a byte order mark"),
    pytest.param(END.replace(b"\n", b"\r\n"), id="CRLF"),
    pytest.param(STOP + b"data: [DONE]", id="DONE without an empty line"),
    pytest.param(STOP + b"data: [DONE]\n", id="DONE with one line end"),
    pytest.param(STOP.replace(b'":"stop"', b'": "stop"') + DONE, id="spaces in JSON"),
    pytest.param(b'data: {"choices":[{\ndata: "delta":{"role":""}}]}\n\n' + END, id="data over two lines"),
    pytest.param(
        b'data: {"choices":[{"message":{}}],"object":"other","x":"chat.completion"}\n\n' + END, id="object"
    ),
    pytest.param(b'data: {"object":"chat.completion"}\n\n' + END, id="a frame without choices"),
    pytest.param(
        b'data: {"choices":[{"text":""}],"object":"chat.completion"}\n\n' + END, id="without a message"
    ),
    pytest.param(b"data:\ndata: " + FRAME + b"\n\n" + END, id="an empty line"),
    pytest.param(delta("🙂海") + END, id="multi-byte text"),
]

CHANGED = [
    pytest.param(STOP, STOP + DONE, id="DONE is added behind a finish_reason"),
    pytest.param(STOP[:-1], STOP + DONE, id="the last event has one line end"),
    pytest.param(STOP[:-2], STOP + DONE, id="the last event has no line end"),
    pytest.param(
        STOP + b'data: {"choices":[],"us', STOP + DONE, id="a torn event without a delta is dropped"
    ),
    pytest.param(STOP + b'event: x\ndata: {"ch', STOP + b"event: x\n\n" + DONE, id="its other lines are out"),
    pytest.param(STOP + b": comment", STOP + b": comment\n\n" + DONE, id="an open comment is closed"),
    pytest.param(delta("a"), delta("a") + CUT_OFF, id="no finish_reason"),
    pytest.param(delta("a")[:-4], delta("a")[:-4] + b"\n\n" + CUT_OFF, id="a torn delta"),
    pytest.param(b"", CUT_OFF, id="nothing at all"),
    pytest.param(
        b'data: {"choices":[{"finish_reason":"","delta":{}}]}\n\n',
        b'data: {"choices":[{"finish_reason":"","delta":{}}]}\n\n' + CUT_OFF,
        id="an empty finish_reason is none",
    ),
    pytest.param(
        b'data: {"choices":[{"delta":{"role":"","content":"a"}}]}\n\n' + END,
        b'data: {"choices":[{"delta":{"content":"a"}}]}\n\n' + END,
        id="an empty role in front",
    ),
    pytest.param(
        b'data: {"choices": [{"delta": {"content": "a", "role": "", "x": 1}}]}\n\n' + END,
        b'data: {"choices": [{"delta": {"content": "a", "x": 1}}]}\n\n' + END,
        id="an empty role in the middle",
    ),
    pytest.param(
        b'data: {"choices":[{"delta":{"content":"a","role":""}},{"delta":{"role":""}}]}\n\n' + END,
        b'data: {"choices":[{"delta":{"content":"a"}},{"delta":{}}]}\n\n' + END,
        id="empty roles at the end and alone",
    ),
    pytest.param(
        b'data: {"choices":[{"delta":{"tool_calls":[{"f":{"role":""}}],"role":""}}]}\n\n' + END,
        b'data: {"choices":[{"delta":{"tool_calls":[{"f":{"role":""}}]}}]}\n\n' + END,
        id="only that of the delta",
    ),
    pytest.param(
        STOP
        + b'event: m\ndata: {"choices":[{"message":{"content":"."}}],"object":"chat.completion","n":1.0}\n\n',
        STOP + b'event: m\ndata: {"choices":[],"object":"chat.completion.chunk","n":1.0}\n\n' + DONE,
        id="the final frame becomes a usage chunk",
    ),
    pytest.param(
        delta("a") + b"data: " + FRAME + b"\n\n",
        delta("a")
        + b'data: {"object":"chat.completion.chunk","choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'
        + DONE,
        id="a finish_reason that only the final frame has is kept",
    ),
    pytest.param(
        b"data: " + FRAME + b"\n\n",
        b"data: "
        + FRAME.replace(b"message", b"delta").replace(b".completion", b".completion.chunk")
        + b"\n\n"
        + DONE,
        id="a message that only the final frame has is kept",
    ),
    pytest.param(
        delta("a") + b"data: {" + SLOW + b"}\n\n" + END,
        delta("a") + b"data: " + LIMIT + b"\n\n",
        id="an error ends the stream, nothing follows",
    ),
    pytest.param(
        delta("a") + b'event: error\ndata:{"error":{"message":"slow down (1002)"}}',
        delta("a") + b"event: error\ndata:" + LIMIT + b"\n\n",
        id="an error without an empty line",
    ),
    pytest.param(
        b'data: {"choices":[{"delta":{"content":"a","role":""}}],' + SLOW + b"}\n\n" + END,
        b'data: {"choices":[{"delta":{"content":"a"}}],' + SLOW + b"}\n\ndata: " + LIMIT + b"\n\n",
        id="text that comes with an error goes first",
    ),
    pytest.param(
        b'data: {"choices":[{"delta":{}}],' + SLOW + b"}",
        b'data: {"choices":[{"delta":{}}],' + SLOW + b"}\n\ndata: " + LIMIT + b"\n\n",
        id="also when its event was left open",
    ),
    pytest.param(
        delta("a") + b'data: {"error": {"message":"m","type":"server_error","code":"c"}}\n\n' + END,
        delta("a") + b'data: {"error": {"message":"m","type":"server_error","code":"c"}}\n\n',
        id="an error in OpenAI's shape keeps its bytes",
    ),
    pytest.param(
        b'data: {"choices":[{"delta":{}}],\r\ndata:' + SLOW + b"}\r\n\r\n",
        b'data: {"choices":[{"delta":{}}],\r\ndata:' + SLOW + b"}\r\n\r\ndata: " + LIMIT + b"\n\n",
        id="an error in data over two lines",
    ),
]


def check_at_all_cuts(stream: bytes, expected: bytes) -> None:
    assert fed([stream]) == expected
    assert fed([stream[at : at + 1] for at in range(len(stream))]) == expected
    for cut in range(len(stream)):
        assert fed([stream[:cut], stream[cut:]]) == expected


@pytest.mark.parametrize("stream", UNCHANGED)
def test_what_needs_no_mending_passes_however_it_is_cut(stream: bytes) -> None:
    check_at_all_cuts(stream, stream)


@pytest.mark.parametrize(("stream", "expected"), CHANGED)
def test_what_breaks_clients_is_mended_however_it_is_cut(stream: bytes, expected: bytes) -> None:
    check_at_all_cuts(stream, expected)


@pytest.mark.parametrize(("stream", "expected"), CHANGED)
def test_it_is_mended_with_CRLF_too(stream: bytes, expected: bytes) -> None:
    crlf = stream.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    whole = fed([crlf])
    assert whole.replace(b"\r\n", b"\n") == expected.replace(b"\r\n", b"\n")
    check_at_all_cuts(crlf, whole)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from([case.values[0] for case in (*UNCHANGED, *CHANGED)]), min_size=1, max_size=3),
    st.data(),
)
def test_any_streams_in_a_row_come_out_the_same_at_any_cuts(
    streams: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(streams)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert fed(chunks) == fed([stream])
