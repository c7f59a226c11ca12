"""Mends an event stream of MiniMax's chat endpoint while it passes.

The rules:
1. A chunk of whole events without a tell-tale goes out as the same object, unread.
2. Nothing waits longer than for the end of its own event, and a client can use no part of an event
   before that end. Bytes wait only while they may still turn out to need mending: the head of an event
   until it shows `"delta":` (an ordinary chunk: from there on it flows), a `"role":""` and the few bytes
   that may become one, and events without a delta (errors, usage, the final frame).
3. What comes out does not depend on where the stream was cut.
4. An error becomes one `data: {"error": …}` event and the end: no `[DONE]`, nothing after it.
5. A stream that ends behind a finish_reason gets the `[DONE]` it lacks, one that ends without either an
   error.

Left as they are: `usage` placeholders with zeros in chunks that are not the last (openai-python, the AI
SDK and LangChain read them as no usage; a strict client may want `null`, but then every chunk of such a
stream would have to be parsed), a role repeated in every chunk, thinking in whatever field it comes.
"""

from __future__ import annotations

import re

import msgspec

from proxy.profiles.minimax_errors import failure_of, fault_in, refusal
from proxy.profiles.minimax_events import (
    EMPTY_ROLE,
    FIRST_KEY_LENGTH,
    ROLE_BEGUN,
    as_chunk,
    carries_delta,
    needs_a_look,
    without_empty_roles,
)
from proxy.profiles.model import Failure
from proxy.sse import EventDecoder, closed, encode_event, error_event, event_end, parse_event

_OK = 200
_USUAL_ENDS = (b"\n\n", b"\r\n\r\n")
_DONE = re.compile(rb"(?:\A|(?<=[\r\n]))data: ?\[DONE\]")
_FINISHED = re.compile(rb'"finish_reason"\s*:\s*"[^"]')

# The start of a data line that holds an object, or of a line that may become one.
_OBJECT_LINE = re.compile(
    rb"(?:\A|(?<=[\r\n])|(?<=\A\xef\xbb\xbf))(?:data:[ \t]*\{|d(?:a(?:t(?:a(?::[ \t]*)?)?)?)?\Z)"
)

# The longest reply is 524,288 tokens, some 2 MB; an event above this is not one of ours and just passes.
_LONGEST_EVENT = 8 * 1024 * 1024
# What stays in view of such an event: more than the longest byte string looked for.
_VIEW = 64

_CUT_OFF = msgspec.json.encode(
    {
        "error": {
            "message": "MiniMax ended the stream before the answer was finished",
            "type": "server_error",
            "param": None,
            "code": "stream_truncated",
        }
    }
)


class MiniMaxStream:
    """The filter of one answer; see the rules above."""

    def __init__(self) -> None:
        self._open = bytearray()  # the event that has not ended yet
        self._sent = 0  # how much of it has gone out
        self._is_chunk: bool | None = None  # whether it shows a delta; None: not known yet
        self._too_long = False  # it is passed on without being kept
        self._is_stream = True
        self._failed = False
        self._spoke = False
        self._finished = False
        self._done = False

    def first(self, chunk: bytes) -> Failure | None:
        """An error in the first event, or in a JSON body sent in place of a stream, as a real status."""
        if chunk.lstrip().startswith(b"{"):
            self._is_stream = False
            return refusal(_OK, "application/json", chunk)
        if not needs_a_look(chunk):
            return None
        decoder = EventDecoder()
        events = [*decoder.feed(chunk), *decoder.finish()]
        fault = fault_in(events[0].data) if events else None
        return None if fault is None else failure_of(fault, _OK)

    def feed(self, chunk: bytes) -> bytes:
        """What of the stream can go out now; `chunk` itself when that is all of it."""
        if self._failed:
            return b""
        if not self._is_stream:
            return chunk
        if not self._open and chunk.endswith(_USUAL_ENDS) and not needs_a_look(chunk):
            self._watch(chunk)
            return chunk
        out = self._by_events(chunk)
        return chunk if out == chunk else out

    def finish(self) -> bytes:
        """The rest of a last event, then `[DONE]` or an error where the upstream left it out."""
        if self._failed or not self._is_stream:
            return b""
        rest, gap = self._last_event()
        if self._failed or self._done:
            return rest
        return rest + gap + (encode_event(b"[DONE]") if self._finished else error_event(_CUT_OFF))

    def _by_events(self, chunk: bytes) -> bytes:
        fresh = len(self._open)
        begin, at = 0, max(0, fresh - 3)  # an empty line is at most four bytes long
        self._open += chunk
        out: list[bytes] = []
        complete = _last_end(chunk)
        calm = bytes(self._open[: fresh + complete]) if complete else b""
        if calm and not needs_a_look(calm):  # however many events these are, they owe all their bytes
            out.append(self._ended(calm))
            begin = at = len(calm)
            fresh = 0
        while not self._failed and (end := event_end(self._open, at)) is not None:
            out.append(self._ended(bytes(self._open[begin:end])))
            begin = at = end
            fresh = 0
        if self._failed:
            self._open.clear()
            return b"".join(out)
        del self._open[:begin]
        until = self._releasable(fresh)
        out.append(bytes(self._open[self._sent : until]))
        self._sent = until
        if len(self._open) > _LONGEST_EVENT:
            self._forget()
        return b"".join(out)

    def _releasable(self, fresh: int) -> int:
        """How much of the open event may be out before its end; its bytes from `fresh` on are new."""
        text = self._open
        if self._too_long or len(text) > _LONGEST_EVENT:
            return len(text)
        if self._is_chunk is None:
            line = _OBJECT_LINE.search(text)
            if line is None:
                return len(text)
            self._is_chunk = carries_delta(text, max(line.start(), fresh - FIRST_KEY_LENGTH))
            if not self._is_chunk:
                return max(self._sent, line.start())
        if not self._is_chunk:
            return self._sent
        empty_role = EMPTY_ROLE.search(text, self._sent)
        held = empty_role or ROLE_BEGUN.search(text, max(self._sent, len(text) - _VIEW))
        return held.start() if held else len(text)

    def _ended(self, event: bytes) -> bytes:
        """What is still owed of an event that is now whole."""
        out = event
        if not self._too_long and needs_a_look(event):
            out = self._mended(event)
            if not out.startswith(event[: self._sent]):
                out = event  # the beginning is out already: no way to mend it any more
        self._watch(event)
        owed = out[self._sent :]
        self._sent, self._is_chunk, self._too_long = 0, None, False
        return owed

    def _mended(self, event: bytes) -> bytes:
        parsed = parse_event(event)
        if parsed is None:
            return event
        data = parsed.data
        fault = fault_in(data)
        self._failed = fault is not None
        if fault is not None and fault.is_openai_shaped:
            return closed(event)
        error = None if fault is None else failure_of(fault, _OK).body
        whole = event.count(data) == 1  # data that came over several lines is not
        if carries_delta(data) or not whole:
            mended = event.replace(data, without_empty_roles(data)) if whole else event
            return mended if error is None else closed(mended) + error_event(error)
        if error is not None:
            return closed(event.replace(data, error))
        return event.replace(data, as_chunk(data, spoke=self._spoke, finished=self._finished))

    def _watch(self, text: bytes | bytearray) -> None:
        """Remember what decides how the stream may end. As raw bytes these strings are never text."""
        self._spoke = self._spoke or b'"delta"' in text
        if b'"finish_reason"' in text and _FINISHED.search(text):
            self._finished = True
        if b"[DONE]" in text and _DONE.search(text):
            self._done = True

    def _forget(self) -> None:
        self._watch(self._open)
        self._too_long = True
        del self._open[:-_VIEW]
        self._sent = len(self._open)

    def _last_event(self) -> tuple[bytes, bytes]:
        """What is owed of an event that never got its empty line, and the line ends it lacks.

        A torn event of which nothing is out is dropped, as the standard says; a complete one counts.
        """
        event = bytes(self._open)
        parsed = parse_event(event)
        torn = parsed is not None and parsed.data.startswith(b"{") and not _is_object(parsed.data)
        rest = event[self._sent :]
        if not torn:
            rest = self._ended(event)
        elif not self._is_chunk and not self._too_long:
            event, rest = event[: self._sent], b""
        whole = rest or event
        return rest, closed(whole)[len(whole) :]


def _last_end(chunk: bytes) -> int:
    """The index behind the last empty line, if it is written as usual; 0 if there is none."""
    return max((at + len(end) for end in _USUAL_ENDS if (at := chunk.rfind(end)) >= 0), default=0)


def _is_object(text: bytes) -> bool:
    try:
        msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except msgspec.DecodeError:
        return False
    return True
