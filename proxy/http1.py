"""HTTP/1.1 as values, no socket in sight: the head of a request, and an answer fed with what a socket gave.

The parser is llhttp (httptools), strict: two lengths, both framings, bare LF, folded or malformed headers are
errors. Added here is what it does not know: the end of an answer at EOF, answers to HEAD, a limit on heads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import httptools
import httpx

Headers = Sequence[tuple[bytes, bytes]]

# Bytes without a body byte among them: status line, headers, informational answers, chunk extensions,
# trailers. Four times what common servers allow (nginx: 4 x 16 KB); beyond it the peer is not talking to us.
MAX_HEAD = 256 * 1024

# RFC 9110 §5.6.2
_TOKEN = b"!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_TARGET = bytes(byte for byte in range(0x21, 0x100) if byte != 0x7F)  # all but controls and space
_METHODS_WITH_LENGTH = frozenset((b"POST", b"PUT", b"PATCH"))  # RFC 9110 §8.6: these say so even when empty


class Origin(NamedTuple):
    """Where requests go. scheme: http or https; host: a name or an IP literal without brackets.

    A tuple because the pool looks it up at every request.
    """

    scheme: str
    host: str
    port: int

    @property
    def authority(self) -> bytes:
        """The value of `host`: with the port only when it is not the scheme's own."""
        name = self.host if self.host.isascii() else self.host.encode("idna").decode("ascii")
        host = f"[{name}]" if ":" in name else name
        default = 443 if self.scheme == "https" else 80
        return (host if self.port == default else f"{host}:{self.port}").encode("ascii")


def request_head(
    method: bytes, origin: Origin, target: bytes, headers: Headers, *, length: int | None
) -> tuple[bytes, int | None]:
    """The bytes of a request head, and the length its body must have (bytes); None: it follows in chunks.

    length: of the body, None if it is a stream, which goes out in chunks unless the headers state its length.
    The headers are written as given (order, case, repetition). Added when missing: `host`, and the framing,
    which includes `content-length: 0` for methods that have to state it. Left out: `expect`, since nobody
    would wait for the 100.

    Raises httpx.LocalProtocolError for whatever could break the framing: CR, LF or NUL in a value, a
    malformed name, method or target, a length or transfer coding that is not the body's.
    """
    names = {name.lower() for name, _ in headers}
    if not method or method.translate(None, _TOKEN) or not target or target.translate(None, _TARGET):
        raise httpx.LocalProtocolError("malformed method or target")
    if b"" in names or b"".join(names).translate(None, _TOKEN):
        raise httpx.LocalProtocolError("malformed header name")
    if b"expect" in names:
        headers = [header for header in headers if header[0].lower() != b"expect"]
    lines = [b"%b %b HTTP/1.1" % (method, target)]
    if b"host" not in names:
        lines.append(b"host: " + origin.authority)
    lines += [b": ".join(header) for header in headers]
    if b"content-length" in names or b"transfer-encoding" in names:
        length = _stated_length(headers, length)
    elif length is None:
        lines.append(b"transfer-encoding: chunked")
    elif length or method in _METHODS_WITH_LENGTH:
        lines.append(b"content-length: %d" % length)
    lines += (b"", b"")
    head = b"\r\n".join(lines)
    if head.count(b"\n") >= len(lines) or head.count(b"\r") >= len(lines) or b"\0" in head:
        raise httpx.LocalProtocolError("CR, LF or NUL in a header value")
    return head, length


def _stated_length(headers: Headers, length: int | None) -> int | None:
    """What the caller's own framing says of the body; refused if the body would not fit it."""
    framings = [(name.lower(), value) for name, value in headers]
    lengths = [value for name, value in framings if name == b"content-length"]
    codings = [value for name, value in framings if name == b"transfer-encoding"]
    if len(lengths) + len(codings) != 1:
        raise httpx.LocalProtocolError("more than one framing of the request body")
    if codings:
        if length is not None or codings[0].lower() != b"chunked":
            raise httpx.LocalProtocolError("transfer-encoding does not fit the request body")
        return None
    if not lengths[0].isdigit() or (length is not None and int(lengths[0]) != length):
        raise httpx.LocalProtocolError("content-length is not the length of the request body")
    return int(lengths[0])


class Answer:
    """One response: feed it the bytes of each socket read, get back the body bytes among them.

    status, headers: of the final answer, valid once head_done; as sent, in order, repeated ones repeated.
    complete: the framing says that the body has ended. reusable: the connection can carry another exchange.
    error: httpx.RemoteProtocolError once the peer has broken the protocol.
    """

    __slots__ = (
        "_barren", "_bodiless", "_ends_by_close", "_parser", "_pieces",
        "complete", "error", "head_done", "headers", "reusable", "status",
    )  # fmt: skip

    def __init__(self, *, bodiless: bool) -> None:
        """bodiless: the request was HEAD, so that a stated length is no promise."""
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.head_done = self.complete = False
        self.reusable = True
        self.error: httpx.RemoteProtocolError | None = None
        self._bodiless = bodiless
        self._ends_by_close = False
        self._barren = 0  # bytes since the last body byte
        self._pieces: list[bytes] = []
        # None once all is over: parser and answer hold each other, and garbage collection is dear.
        self._parser: httptools.HttpResponseParser | None = httptools.HttpResponseParser(self)

    def feed(self, data: bytes) -> bytes:
        """Take in one socket read; the body bytes it held, b"" if none."""
        if self._parser is None:
            self.reusable = False  # bytes behind the end
            return b""
        self._barren += len(data)
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade) as error:
            self._break(f"invalid answer: {error}")
        pieces = self._pieces
        if not pieces:
            if self._barren > MAX_HEAD:
                self._break(f"more than {MAX_HEAD} bytes of headers")
            return b""
        chunk = pieces[0] if len(pieces) == 1 else b"".join(pieces)
        pieces.clear()
        return chunk

    def end(self) -> None:
        """The peer has ended its side in good order: whole if the answer is framed by that, else broken."""
        if self._ends_by_close:
            self._finish()
        elif self.head_done:
            self._break("peer closed connection without sending complete message body")
        else:
            self._break("Server disconnected without sending a response.")

    def _finish(self) -> None:
        self.complete = True
        self._parser = None

    def _break(self, why: str) -> None:
        self.reusable = False
        self._parser = None
        if not self.complete and self.error is None:
            self.error = httpx.RemoteProtocolError(why)

    # -- called by the parser ------------------------------------------------------------

    def on_message_begin(self) -> None:
        if self.complete:
            self.reusable = False  # an answer to no question

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self.head_done:  # else a trailer
            self.headers.append((name, value.rstrip(b" \t")))  # llhttp keeps the white space behind a value

    def on_headers_complete(self) -> None:
        parser = self._parser
        if parser is None:
            return
        status = parser.get_status_code()
        if 100 <= status < 200:
            self.headers = []  # informational: the answer proper follows
            return
        size = self._barren  # an upper bound: the read may have brought more than the head
        if size > MAX_HEAD and sum(len(name) + len(value) + 4 for name, value in self.headers) > MAX_HEAD:
            return self._break(f"more than {MAX_HEAD} bytes of headers")
        if status < 100:
            return self._break(f"invalid status {status}")
        if not parser.should_keep_alive():
            if parser.get_http_version() not in ("1.0", "1.1"):
                return self._break(f"invalid version HTTP/{parser.get_http_version()}")
            self.reusable = False
            self._ends_by_close = self._unframed()
        self.status = status
        self.head_done = True
        if self._bodiless:
            self._finish()

    def on_body(self, piece: bytes) -> None:
        if self._parser is None:
            self.reusable = False  # bytes behind the end
        else:
            self._barren = 0
            self._pieces.append(piece)

    def on_message_complete(self) -> None:
        if self.head_done:  # else an informational answer
            self._finish()

    def _unframed(self) -> bool:
        """Whether only EOF can end this body. In doubt no: a cut body must not look whole."""
        for name, value in self.headers:
            lower = name.lower()
            if lower == b"content-length" or (lower == b"transfer-encoding" and b"chunked" in value.lower()):
                return False
        return True
