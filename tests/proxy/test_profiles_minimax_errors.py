from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from proxy.profiles import Failure, profile_for

MINIMAX = profile_for("minimax", "")
JSON = "application/json"


def envelope(message: str, kind: str = "bad_request_error", http_code: str | int = "400") -> bytes:
    error = {"type": kind, "message": message, "http_code": http_code}
    return json.dumps({"type": "error", "error": error, "request_id": "r1"}).encode()


def base_resp(number: int | str, text: str = "some text") -> bytes:
    return json.dumps({"choices": None, "base_resp": {"status_code": number, "status_msg": text}}).encode()


def error_of(failure: Failure | None) -> tuple[int, str, str | None]:
    assert failure is not None
    error = json.loads(failure.body)["error"]
    assert set(error) <= {"message", "type", "param", "code", "request_id"}
    return failure.status, error["type"], error["code"]


NUMBERS = [
    (1000, 500, "server_error", "upstream_error"),
    (1001, 504, "server_error", "timeout"),
    (1002, 429, "rate_limit_error", "rate_limit_exceeded"),
    (1004, 401, "authentication_error", "invalid_api_key"),
    (1008, 402, "insufficient_quota", "insufficient_quota"),
    (1013, 502, "server_error", "upstream_error"),
    (1024, 502, "server_error", "upstream_error"),
    (1026, 400, "invalid_request_error", "content_filter"),
    (1027, 400, "invalid_request_error", "content_filter"),
    (1028, 429, "insufficient_quota", "insufficient_quota"),
    (1030, 429, "insufficient_quota", "insufficient_quota"),
    (1033, 502, "server_error", "upstream_error"),
    (1039, 429, "rate_limit_error", "tokens"),
    (1041, 429, "rate_limit_error", "rate_limit_exceeded"),
    (1042, 400, "invalid_request_error", None),
    (2013, 400, "invalid_request_error", None),
    (2045, 429, "rate_limit_error", "rate_limit_exceeded"),
    (2049, 401, "authentication_error", "invalid_api_key"),
    (2056, 429, "insufficient_quota", "insufficient_quota"),
    (2061, 403, "permission_error", "model_not_available"),
    (2064, 503, "server_error", "overloaded"),
]


@pytest.mark.parametrize(("number", "status", "kind", "code"), NUMBERS)
def test_a_number_means_the_same_wherever_it_stands(
    number: int, status: int, kind: str, code: str | None
) -> None:
    expected = (status, kind, code)
    assert error_of(MINIMAX.refusal(400, JSON, envelope(f"text ({number})"))) == expected
    assert error_of(MINIMAX.refusal(200, JSON, envelope(f"text ({number})"))) == expected
    assert error_of(MINIMAX.refusal(200, JSON, base_resp(number))) == expected
    assert error_of(MINIMAX.refusal(200, JSON, base_resp(str(number)))) == expected
    assert error_of(MINIMAX.refusal(500, JSON, b'{"error":{"message":"x","code":%d}}' % number)) == expected


STATUSES = [
    (400, 400, "invalid_request_error", None),
    (401, 401, "authentication_error", "invalid_api_key"),
    (402, 402, "insufficient_quota", "insufficient_quota"),
    (403, 403, "permission_error", None),
    (404, 404, "invalid_request_error", None),
    (408, 408, "server_error", "timeout"),
    (413, 413, "invalid_request_error", None),
    (429, 429, "rate_limit_error", "rate_limit_exceeded"),
    (500, 500, "server_error", "upstream_error"),
    (502, 502, "server_error", "upstream_error"),
    (503, 503, "server_error", "overloaded"),
    (504, 504, "server_error", "timeout"),
    (520, 502, "server_error", "upstream_error"),
    (529, 503, "server_error", "overloaded"),
]


@pytest.mark.parametrize(("came", "status", "kind", "code"), STATUSES)
def test_without_a_known_number_the_status_decides(
    came: int, status: int, kind: str, code: str | None
) -> None:
    expected = (status, kind, code)
    assert error_of(MINIMAX.refusal(came, JSON, envelope("text (9999)"))) == expected
    assert error_of(MINIMAX.refusal(200, JSON, envelope("text", http_code=str(came)))) == expected
    assert error_of(MINIMAX.refusal(200, JSON, envelope("text", http_code=came))) == expected
    assert error_of(MINIMAX.refusal(came, "text/html", b"<html>bad</html>")) == expected
    assert error_of(MINIMAX.refusal(came, "", b"")) == expected


PASSES = [
    pytest.param(
        200, b'{"choices":[],"base_resp":{"status_code":0,"status_msg":"unknown field"}}', id="a warning"
    ),
    pytest.param(200, b'{"choices":[],"error":null,"base_resp":null}', id="nulls"),
    pytest.param(
        200, b'{"choices":[{"message":{"content":"\\"base_resp\\" \\"error\\""}}]}', id="only talked about"
    ),
    pytest.param(
        200, b'{"choices":[{"message":{"content":"base_resp","x":"error"}}]}', id="values, not keys"
    ),
    pytest.param(200, b'{"error":', id="torn JSON at 200"),
    pytest.param(200, b"<html>", id="a page at 200"),
    pytest.param(
        500, b'{"error":{"message":"m","type":"server_error","param":null,"code":null}}', id="OpenAI's own"
    ),
    pytest.param(422, b'{"detail":[{"loc":["body"]}]}', id="JSON of another kind"),
    pytest.param(400, b'{"base_resp":{"status_code":0}}', id="no number"),
    pytest.param(400, b'{"base_resp":{"status_code":true}}', id="not a number"),
    pytest.param(400, b"[1]", id="a list"),
]


@pytest.mark.parametrize(("status", "body"), PASSES)
def test_what_is_no_error_of_minimax_keeps_its_bytes(status: int, body: bytes) -> None:
    assert MINIMAX.refusal(status, JSON, body) is None


def test_the_message_is_kept_and_names_its_number() -> None:
    failure = MINIMAX.refusal(
        200, JSON, b'{"id":"i1","base_resp":{"status_code":1008,"status_msg":"no money"}}'
    )
    assert failure is not None
    assert failure.body == (
        b'{"error":{"message":"no money (1008)","type":"insufficient_quota","param":null,'
        b'"code":"insufficient_quota","request_id":"i1"}}'
    )
    bare = MINIMAX.refusal(200, JSON, b'{"base_resp":{"status_code":1008}}')
    assert bare is not None and b"no text (1008)" in bare.body
    odd = MINIMAX.refusal(500, JSON, b'{"error":"just a string"}')
    assert odd is not None and b'"message":"just a string"' in odd.body
    empty = MINIMAX.refusal(500, JSON, b'{"error":{"type":7}}')
    assert empty is not None and b"no text" in empty.body


def test_a_short_plain_text_is_told_and_a_page_is_not() -> None:
    plain = MINIMAX.refusal(503, "text/plain; charset=utf-8", b"upstream connect error\n")
    assert plain is not None and b"HTTP status 503: upstream connect error" in plain.body
    page = MINIMAX.refusal(503, "text/html", b"<html>secret</html>")
    assert page is not None and b"secret" not in page.body


WINDOW = envelope("limit reached, resets at 2026-11-30T20:00:00Z (2056)", "rate_limit_error", "429")


@pytest.mark.parametrize(
    ("body", "seconds_before", "headers"),
    [
        pytest.param(WINDOW, None, {b"x-should-retry": b"false"}, id="no clock, no wait"),
        pytest.param(
            WINDOW, 90.5, {b"x-should-retry": b"false", b"retry-after": b"91"}, id="whole seconds up"
        ),
        pytest.param(WINDOW, -5, {b"x-should-retry": b"false", b"retry-after": b"1"}, id="already over"),
        pytest.param(
            WINDOW.replace(b"Z (", b" ("),
            60,
            {b"x-should-retry": b"false", b"retry-after": b"60"},
            id="UTC unsaid",
        ),
        pytest.param(WINDOW.replace(b"T20", b"T99"), 60, {b"x-should-retry": b"false"}, id="no such hour"),
        pytest.param(envelope("used up (2056)"), 60, {b"x-should-retry": b"false"}, id="no time in the text"),
        pytest.param(WINDOW.replace(b"2056", b"1002"), 60, {}, id="another limit"),
    ],
)
def test_a_used_up_plan_says_when_it_is_worth_trying(
    body: bytes, seconds_before: float | None, headers: dict[bytes, bytes]
) -> None:
    reset = datetime(2026, 11, 30, 20, tzinfo=UTC).timestamp()
    failure = MINIMAX.refusal(429, JSON, body, None if seconds_before is None else reset - seconds_before)
    assert failure is not None and dict(failure.headers) == headers


SHAPES = [
    ("invalid params, invalid chat setting (2013)", True),
    ("invalid params, chat content has invalid message role: system (2013)", True),
    ("invalid params, chat content is empty (2013)", True),
    ("invalid params, tool result's tool id(c1) not found (2013)", True),
    ("invalid params, tool call result does not follow tool call (2013)", True),
    ("invalid params, invalid function arguments json string, tool_call_id: c1 (2013)", False),
    ("invalid params, tool_call id format is not supported (2013)", False),
    ("invalid params, context window exceeds limit (2013)", False),
    ("invalid params, function parameters is empty (2013)", False),
    ("chat content is empty (1002)", False),
    ("chat content is empty", False),
]


@pytest.mark.parametrize(("message", "expected"), SHAPES)
def test_a_refused_shape_is_known_in_every_form_of_the_error(message: str, expected: bool) -> None:
    body = envelope(message)
    failure = MINIMAX.refusal(400, JSON, body)
    assert failure is not None
    assert MINIMAX.shape_refused(body) is expected
    assert MINIMAX.shape_refused(failure.body) is expected


def test_a_refused_shape_is_known_behind_a_200() -> None:
    assert MINIMAX.shape_refused(base_resp(2013, "invalid params, chat content is empty"))
    assert not MINIMAX.shape_refused(b"<html>")
    assert not MINIMAX.shape_refused(b'{"choices":[]}')
