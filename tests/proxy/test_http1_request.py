from __future__ import annotations

from typing import Any

import httpx
import pytest

from proxy.http1 import Origin, request_head

HERE = Origin("http", "api.test", 80)


@pytest.mark.parametrize(
    ("origin", "authority"),
    [
        pytest.param(Origin("http", "api.test", 80), b"api.test", id="http's own port is left out"),
        pytest.param(Origin("https", "api.test", 443), b"api.test", id="https' own port is left out"),
        pytest.param(Origin("https", "api.test", 80), b"api.test:80", id="another scheme's port is not"),
        pytest.param(Origin("http", "::1", 8080), b"[::1]:8080", id="an IPv6 literal gets brackets"),
        pytest.param(Origin("http", "bücher.test", 80), b"xn--bcher-kva.test", id="a name in ASCII form"),
    ],
)
def test_authority(origin: Origin, authority: bytes) -> None:
    assert origin.authority == authority


HEADS = [
    pytest.param(b"GET", [], 0, b"host: api.test\r\n", 0, id="host only, when nothing is given"),
    pytest.param(b"GET", [(b"HOST", b"x")], 0, b"HOST: x\r\n", 0, id="a host given in any case is kept"),
    pytest.param(
        b"GET",
        [(b"host", b"x"), (b"Z-b", b"1"), (b"a-A", b""), (b"Z-b", b"\xff 2")],
        0,
        b"host: x\r\nZ-b: 1\r\na-A: \r\nZ-b: \xff 2\r\n",
        0,
        id="order, case, repetition and odd bytes are kept",
    ),
    pytest.param(b"POST", [], 0, b"host: api.test\r\ncontent-length: 0\r\n", 0, id="an empty POST says so"),
    pytest.param(b"DELETE", [], 0, b"host: api.test\r\n", 0, id="an empty DELETE need not"),
    pytest.param(b"DELETE", [], 3, b"host: api.test\r\ncontent-length: 3\r\n", 3, id="a DELETE with a body"),
    pytest.param(
        b"PUT",
        [(b"Content-Length", b"3")],
        3,
        b"host: api.test\r\nContent-Length: 3\r\n",
        3,
        id="length given",
    ),
    pytest.param(
        b"PUT",
        [],
        None,
        b"host: api.test\r\ntransfer-encoding: chunked\r\n",
        None,
        id="a stream goes in chunks",
    ),
    pytest.param(
        b"PUT",
        [(b"Transfer-Encoding", b"Chunked")],
        None,
        b"host: api.test\r\nTransfer-Encoding: Chunked\r\n",
        None,
        id="chunks announced by the caller",
    ),
    pytest.param(
        b"PUT",
        [(b"content-length", b"7")],
        None,
        b"host: api.test\r\ncontent-length: 7\r\n",
        7,
        id="a stream of stated length",
    ),
    pytest.param(
        b"PUT",
        [(b"Expect", b"100-continue"), (b"a", b"b")],
        0,
        b"host: api.test\r\na: b\r\ncontent-length: 0\r\n",
        0,
        id="expect is left out",
    ),
]


@pytest.mark.parametrize(("method", "headers", "length", "written", "bound"), HEADS)
def test_request_head(
    method: bytes, headers: Any, length: int | None, written: bytes, bound: int | None
) -> None:
    head = request_head(method, HERE, b"/v1/a?b=c", headers, length=length)
    assert head == (method + b" /v1/a?b=c HTTP/1.1\r\n" + written + b"\r\n", bound)


REFUSED = [
    pytest.param({"headers": [(b"a", b"b\r\nc: d")]}, id="CR LF in a value"),
    pytest.param({"headers": [(b"a", b"b\nc")]}, id="LF in a value"),
    pytest.param({"headers": [(b"a", b"\r")]}, id="CR in a value"),
    pytest.param({"headers": [(b"a", b"\0")]}, id="NUL in a value"),
    pytest.param({"headers": [(b"a\r\nb", b"c")]}, id="CR LF in a name"),
    pytest.param({"headers": [(b"a b", b"c")]}, id="a space in a name"),
    pytest.param({"headers": [(b"a:", b"c")]}, id="a colon in a name"),
    pytest.param({"headers": [(b"", b"c")]}, id="an empty name"),
    pytest.param({"target": b"/a b"}, id="a space in the target"),
    pytest.param({"target": b"/ HTTP/1.1\r\nx: y"}, id="a header in the target"),
    pytest.param({"target": b""}, id="an empty target"),
    pytest.param({"method": b"GET /x"}, id="a target in the method"),
    pytest.param({"method": b""}, id="an empty method"),
    pytest.param({"headers": [(b"content-length", b"2")]}, id="not the length of the body"),
    pytest.param({"headers": [(b"content-length", b"3"), (b"content-length", b"3")]}, id="two lengths"),
    pytest.param({"headers": [(b"content-length", b"+3")]}, id="a length that is not a number"),
    pytest.param({"headers": [(b"transfer-encoding", b"chunked")]}, id="chunks for a body of known length"),
    pytest.param({"headers": [(b"transfer-encoding", b"gzip")], "length": None}, id="a coding we do not do"),
    pytest.param(
        {"headers": [(b"transfer-encoding", b"chunked"), (b"content-length", b"3")], "length": None},
        id="both framings",
    ),
]


@pytest.mark.parametrize("given", REFUSED)
def test_a_head_that_could_break_the_framing_is_refused(given: dict[str, Any]) -> None:
    request = {"method": b"POST", "target": b"/", "headers": [], "length": 3} | given
    with pytest.raises(httpx.LocalProtocolError):
        request_head(request["method"], HERE, request["target"], request["headers"], length=request["length"])
