from __future__ import annotations

import json

import httpx
import pytest
from starlette.exceptions import HTTPException

from gatekeeper_core.errors import ControlError
from proxy.errors import INTERNAL, ProxyError, SettingsError, from_exception, too_large, trace_of

TABLE = [
    pytest.param(httpx.ConnectError("x"), 502, "upstream_error", "upstream_unreachable", id="not there"),
    pytest.param(
        httpx.ConnectTimeout("x"),
        504,
        "upstream_error",
        "upstream_connect_timeout",
        id="no connection in time",
    ),
    pytest.param(httpx.ReadTimeout("x"), 504, "upstream_error", "upstream_timeout", id="silent"),
    pytest.param(httpx.PoolTimeout("x"), 503, "upstream_error", "upstream_busy", id="no connection free"),
    pytest.param(
        httpx.RemoteProtocolError("x"), 502, "upstream_error", "upstream_protocol_error", id="not HTTP"
    ),
    pytest.param(httpx.ReadError("x"), 502, "upstream_error", "upstream_connection_lost", id="broken"),
    pytest.param(HTTPException(404), 404, "invalid_request_error", "unknown_url", id="no such path"),
    pytest.param(
        HTTPException(405, headers={"Allow": "GET"}),
        405,
        "invalid_request_error",
        "method_not_allowed",
        id="no such method",
    ),
    pytest.param(
        ControlError("pin", "9 is no message"),
        400,
        "invalid_request_error",
        "invalid_value",
        id="a wrong control",
    ),
    pytest.param(RuntimeError("x"), 500, "server_error", "internal_error", id="unforeseen"),
    pytest.param(ExceptionGroup("x", [ValueError("y")]), 500, "server_error", "internal_error", id="a group"),
]


@pytest.mark.parametrize(("exc", "status", "kind", "code"), TABLE)
def test_every_exception_has_one_answer(exc: Exception, status: int, kind: str, code: str) -> None:
    error = from_exception(exc)
    assert (error.status, error.type, error.code) == (status, kind, code)


def test_our_own_error_is_its_answer() -> None:
    error = too_large(7)
    assert from_exception(error) is error


def test_the_body_has_the_four_fields_of_openai() -> None:
    body = json.loads(ProxyError(400, "invalid_request_error", None, "No “x”.", "x").body())
    assert body == {
        "error": {"message": "No “x”.", "type": "invalid_request_error", "param": "x", "code": None}
    }


def test_an_answer_for_the_unforeseen_tells_nothing() -> None:
    assert b"secret" not in from_exception(RuntimeError("secret")).body()


def test_a_trace_tells_where_but_not_what() -> None:
    def fails() -> None:
        try:
            raise KeyError("secret-1")
        except KeyError as exc:
            raise ValueError("secret-2") from exc

    with pytest.raises(ValueError) as raised:
        fails()
    trace = trace_of(raised.value)
    assert "ValueError" in trace and "KeyError" in trace and "in fails" in trace
    assert "secret-2" not in trace.replace('raise ValueError("secret-2")', "")


def test_a_settings_error_is_one_line() -> None:
    assert str(SettingsError("A", "is odd", "1")) == "A: is odd (example: A=1)"
    assert INTERNAL.status == 500
