"""Server-sent events: bytes in, events out, and back. Pure, incremental, no I/O.

The law of the format (WHATWG HTML, "Server-sent events"): a line ends with CR, LF or CRLF; an empty line
ends an event; the `data` lines of one event are joined by LF; one space after the colon is not part of
the value; a line that begins with a colon is a comment; a byte order mark may open the stream.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

# Atomic groups: CRLF is one line end, so it must never be taken apart to make an empty line of itself.
_EMPTY_LINE = re.compile(rb"(?>\r\n|\n|\r)(?>\r\n|\n|\r)")
_LINE_BREAKS = re.compile(rb"[\r\n]+")


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its joined `data`, its `event` name if it has one, and the bytes it came in."""

    data: bytes
    event: str | None
    raw: bytes


def event_end(buffer: bytes | bytearray, start: int = 0) -> int | None:
    """The index behind the first empty line at or after `start`, or None while there is none.

    An empty line that ends in a lone CR counts at once: an LF that follows later belongs to that line
    end and is read as an (empty) first line of the next event.
    """
    found = _EMPTY_LINE.search(buffer, start)
    return found.end() if found else None


def parse_event(raw: bytes) -> Event | None:
    """Read the bytes of one whole event; None when it has no `data` line (a comment, a bare `id`)."""
    values: list[bytes] = []
    name: str | None = None
    for line in raw.removeprefix(BYTE_ORDER_MARK).splitlines():
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            values.append(value)
        elif field == b"event":
            name = value.decode("utf-8", "replace") or None
    return Event(b"\n".join(values), name, raw) if values else None


def closed(raw: bytes) -> bytes:
    """`raw` with the empty line it needs before another event may follow; a CR is completed to CRLF."""
    last = raw.splitlines(keepends=True)[-1:]
    if last and last[0].strip(b"\r\n"):
        return raw + (b"\n" if raw.endswith(b"\n") else b"\n\n")
    return raw + b"\n" if raw.endswith(b"\r") else raw


class EventDecoder:
    """Cuts a byte stream, however it is split, into events."""

    def __init__(self) -> None:
        self._open = bytearray()  # bytes of the event that has not ended yet

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that `chunk` completes, in order."""
        # An empty line is at most four bytes long, so three older ones may be part of it.
        at = max(0, len(self._open) - 3)
        self._open += chunk
        events: list[Event] = []
        begin = 0
        while (end := event_end(self._open, at)) is not None:
            events.extend(_events(bytes(self._open[begin:end])))
            begin = at = end
        del self._open[:begin]
        return events

    def finish(self) -> list[Event]:
        """The event that the end of the stream left without its empty line, if there is one.

        The standard would throw it away; clients of chat APIs read it, and so do we.
        """
        rest = bytes(self._open)
        self._open.clear()
        return _events(rest)


def _events(raw: bytes) -> list[Event]:
    event = parse_event(raw)
    return [] if event is None else [event]


def encode_event(data: bytes) -> bytes:
    """One event without a name; each line of `data` becomes a `data` line."""
    return b"".join(b"data: " + line + b"\n" for line in data.splitlines() or [b""]) + b"\n"


def error_event(error_body: bytes) -> bytes:
    """The event that tells a client of a failure after the status line; no `[DONE]` may follow it.

    `error_body` is JSON in OpenAI's error shape. It goes out on one line, since many clients read an
    event as one `data` line: a line break in JSON can only stand between tokens, where a space does.
    """
    return encode_event(_LINE_BREAKS.sub(b" ", error_body.strip()))
