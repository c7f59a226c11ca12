from __future__ import annotations

import io
import json
import logging
from datetime import datetime

import pytest
from serving import until

from proxy.errors import AnswerCut
from proxy.trace_log import ServerLog, TraceLog


class Torn(io.BytesIO):
    """A stream whose reader has gone."""

    writes = 0

    def write(self, _: object) -> int:
        self.writes += 1
        raise BrokenPipeError


def test_a_line_is_one_json_object_with_time_and_level() -> None:
    stream = io.BytesIO()
    TraceLog(stream).record("info", {"event": "request", "odd": "a\nb", "number": 1.5})
    line = json.loads(stream.getvalue())
    assert stream.getvalue().count(b"\n") == 1
    assert datetime.fromisoformat(line.pop("time")).tzinfo is not None
    assert line == {"level": "info", "event": "request", "odd": "a\nb", "number": 1.5}


@pytest.mark.parametrize(
    "value", ["\ud800", 1 << 70, datetime(2027, 1, 1)], ids=["a lone surrogate", "a huge number", "a time"]
)
def test_no_value_stops_the_log(value: object) -> None:
    stream = io.BytesIO()
    TraceLog(stream).record("info", {"odd": value})
    assert "odd" in json.loads(stream.getvalue())


def test_lines_below_the_level_are_left_out() -> None:
    stream = io.BytesIO()
    log = TraceLog(stream, level="warning")
    log.record("info", {"event": "a"})
    log.record("error", {"event": "b"})
    assert stream.getvalue().count(b"\n") == 1 and b'"b"' in stream.getvalue()


def test_a_line_for_reading_cannot_be_forged_by_a_value() -> None:
    stream = io.BytesIO()
    TraceLog(stream, form="text").record("info", {"path": "/a b=c\n2027 info", "none": None, "status": 200})
    line = stream.getvalue().decode()
    assert line.count("\n") == 1
    assert line.endswith('info    path="/a b=c\\n2027 info" status=200\n')


async def test_lines_are_gathered_and_written_by_themselves() -> None:
    stream = io.BytesIO()
    log = TraceLog(stream)
    log.record("info", {"event": "a"})
    log.record("info", {"event": "b"})
    assert stream.getvalue() == b""
    await until(stream.getvalue)
    assert stream.getvalue().count(b"\n") == 2


def test_a_log_that_nobody_reads_is_given_up() -> None:
    stream = Torn()
    log = TraceLog(stream)
    log.record("error", {"event": "a"})
    log.record("error", {"event": "b"})
    assert stream.writes == 1


def test_the_servers_own_messages_show_no_exception_text() -> None:
    stream = io.BytesIO()
    handler = ServerLog(TraceLog(stream))
    try:
        raise ValueError("secret" + "-text")
    except ValueError as exc:
        record = logging.LogRecord(
            "uvicorn.error", logging.ERROR, "", 0, "Failed\nsecret-text", None, (ValueError, exc, None)
        )
        handler.handle(record)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["level"], line["message"]) == ("uvicorn.error", "error", "Failed")
    assert "secret-text" not in stream.getvalue().decode() and "ValueError" in line["traceback"]


def test_an_answer_cut_on_purpose_is_no_news_of_the_server() -> None:
    stream = io.BytesIO()
    cut = AnswerCut()
    ServerLog(TraceLog(stream)).handle(
        logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "x", None, (AnswerCut, cut, None))
    )
    assert stream.getvalue() == b""
