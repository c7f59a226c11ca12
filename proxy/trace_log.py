"""The log: one line per request with verdicts, counts and times; never a message's text, never a key.

Lines are gathered for a twentieth of a second and written in one go, since a write for each request would
cost as much as the rest of the log.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import BinaryIO

import msgspec

from proxy.errors import AnswerCut, trace_of

_GATHER_SECONDS = 0.05
_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
_NOTHING = 50

_encode = msgspec.json.Encoder(enc_hook=str).encode
# What may stand in a line for reading without quotes, so that no value can pass for another field or line.
_WORD = re.compile(r"[^\s\"=]+")


class TraceLog:
    """Writes lines of figures to a binary stream, at or above a level."""

    def __init__(self, stream: BinaryIO, *, level: str = "info", form: str = "json") -> None:
        self._stream = stream
        self._least = _LEVELS[level]
        self._line = _json_line if form == "json" else _text_line
        self._lines: list[bytes] = []

    def record(self, level: str, fields: Mapping[str, object]) -> None:
        """Log one line; `fields` are figures and names, in the order they shall stand."""
        if _LEVELS[level] < self._least:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self._lines.append(self._line({"time": now, "level": level, **fields}))
        if len(self._lines) > 1:
            return  # the first of them has seen to it that all will be written
        try:
            asyncio.get_running_loop().call_later(_GATHER_SECONDS, self.flush)
        except RuntimeError:  # no event loop, so nobody would come back for it
            self.flush()

    def flush(self) -> None:
        """Write what was gathered."""
        lines, self._lines = self._lines, []
        try:
            self._stream.write(b"".join(lines))
            self._stream.flush()
        except OSError:
            self._least = _NOTHING  # nobody reads the log any more; requests go on without


class ServerLog(logging.Handler):
    """Takes what uvicorn and asyncio log: the first line of a message and where an exception came from.

    Their texts may quote exceptions, and those a prompt, so no more than that gets through.
    """

    def __init__(self, log: TraceLog) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record unless it tells of an answer that was cut on purpose."""
        exc = record.exc_info[1] if record.exc_info else None
        if isinstance(exc, AnswerCut):
            return
        fields = {"event": record.name, "message": record.getMessage().partition("\n")[0]}
        if exc is not None:
            fields["traceback"] = trace_of(exc)
        self._log.record("error" if record.levelno >= logging.ERROR else "warning", fields)


def _json_line(fields: Mapping[str, object]) -> bytes:
    try:
        return _encode(fields) + b"\n"
    except (OverflowError, ValueError):  # a number beyond 64 bits, a lone surrogate
        return json.dumps(fields, default=str).encode("ascii") + b"\n"


def _text_line(fields: Mapping[str, object]) -> bytes:
    time, level, *rest = fields.items()
    words = " ".join(f"{name}={_word(str(value))}" for name, value in rest if value is not None)
    return f"{time[1]} {level[1]:<7} {words}\n".encode("utf-8", "backslashreplace")


def _word(value: str) -> str:
    return value if value.isprintable() and _WORD.fullmatch(value) else json.dumps(value)
