from __future__ import annotations

from pathlib import Path

import pytest

from proxy.usage import Usage, UsageTap

WIRE = Path(__file__).parents[1] / "wire"
EXPLICIT = (WIRE / "usage-explicit-cache.json").read_bytes().strip()
OPENAI = (
    b'{"id":"c1","choices":[{"message":{"content":"Hi"}}],"usage":{"prompt_tokens":21,"completion_tokens":2,'
    b'"total_tokens":23,"prompt_tokens_details":{"cached_tokens":16,"audio_tokens":0}},"service_tier":"default"}'
)

ANSWERS = [
    pytest.param("chat-plain-split.json", Usage(181, 24, 128), id="a JSON body"),
    pytest.param("chat-plain-inline-think.json", Usage(44, 31, None), id="no details of the prompt"),
    pytest.param("ok-200-base-resp-warning.json", Usage(30, 3, None), id="no details at all"),
    pytest.param("stream-inline-think-usage-chunk.sse", Usage(640, 34, 443), id="null until the end"),
    pytest.param("stream-m31-flash.sse", Usage(190, 15, 128), id="DONE behind the usage chunk"),
    pytest.param("stream-split-cumulative.sse", Usage(178, 19, 0), id="nothing cached is not unknown"),
    pytest.param("stream-old-empty-role.sse", Usage(51, 14, None), id="placeholders, then the final frame"),
    pytest.param("stream-inline-think-done.sse", None, id="usage: null to the end"),
    pytest.param("error-200-base-resp.json", None, id="a placeholder in an error"),
    pytest.param("error-stream-truncated.sse", None, id="a stream that stops"),
]


def tapped(answer: bytes, size: int) -> Usage | None:
    tap = UsageTap()
    for at in range(0, len(answer), size):
        tap.feed(answer[at : at + size])
    return tap.result()


@pytest.mark.parametrize(("name", "expected"), ANSWERS)
@pytest.mark.parametrize("size", [1, 7, 400, 1_000_000])
def test_the_usage_of_an_answer_is_read_however_it_is_split(
    name: str, expected: Usage | None, size: int
) -> None:
    assert tapped((WIRE / name).read_bytes(), size) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param(OPENAI, Usage(21, 2, 16), id="OpenAI's own form, fields behind it"),
        pytest.param(b'{"usage" : ' + EXPLICIT + b"}", Usage(650, 450, 620), id="explicit cache form"),
        pytest.param(b'{"usage":{"prompt_tokens":5,"completion_tokens":0}}', Usage(5, 0, None), id="empty"),
        pytest.param(b'{"usage":{"completion_tokens":4}}', Usage(0, 4, None), id="prompt not counted"),
        pytest.param(b'{"usage":{"prompt_tokens":0,"completion_tokens":0}}', None, id="zeros count nothing"),
        pytest.param(b'{"usage":{"prompt_tokens":"5","completion_tokens":true}}', None, id="not numbers"),
        pytest.param(b'{"usage":{"prompt_tokens":5,', None, id="cut off"),
        pytest.param(b'{"usage":{' + b'"a":[' * 4000, None, id="nested without end"),
        pytest.param(rb'{"content":"\"usage\":{\"prompt_tokens\":9}"}', None, id="only talked about"),
        pytest.param(
            b'{"usage":{"prompt_tokens":9,"completion_tokens":1,"prompt_tokens_details":null}}',
            Usage(9, 1, None),
            id="details are null",
        ),
        pytest.param(
            b'data: {"usage":{"prompt_tokens":9,"completion_tokens":1}}\n\ndata: {"usage":null}\n\n',
            Usage(9, 1, None),
            id="null behind the real one",
        ),
        pytest.param(
            b'data: {"usage":{"prompt_tokens":9,"completion_tokens":1}}\n\n'
            b'data: {"usage":{"prompt_tokens":9,"completion_tokens":2}}\n\n',
            Usage(9, 2, None),
            id="the last of several counts",
        ),
    ],
)
def test_forms_of_usage(answer: bytes, expected: Usage | None) -> None:
    assert tapped(answer, 16) == expected


def test_usage_is_found_behind_a_long_answer_and_little_is_kept() -> None:
    tap = UsageTap()
    for _ in range(1000):
        tap.feed(b'data: {"choices":[{"delta":{"content":"' + b"x" * 500 + b'"}}]}\n\n')
        assert len(tap._newest) <= 2 * 16_384
    tap.feed(b"y" * 1_000_000 + b'"usage":{"prompt_tokens":9,"completion_tokens":1}' + b"z" * 10_000)
    assert tap.result() == Usage(9, 1, None)
