"""What is no chat request is a 400 in OpenAI's shape; whatever comes is read in one pass."""

from __future__ import annotations

import json

import pytest

from proxy.codec import decode, splice, value
from proxy.errors import ProxyError

M = b'"messages":[{"role":"user","content":"Hi"}]'
DEEP = 100_000
REFUSED = [
    pytest.param(b"", None, id="nothing"),
    pytest.param(b" \n", None, id="white space"),
    pytest.param(b"[]", None, id="a list"),
    pytest.param(b"null", None, id="null"),
    pytest.param(b'"messages"', None, id="a string"),
    pytest.param(b"\xef\xbb\xbf{" + M + b"}", None, id="a byte order mark"),
    pytest.param(("{" + M.decode() + "}").encode("utf-16"), None, id="UTF-16"),
    pytest.param(b"{" + M + b"} {}", None, id="something behind it"),
    pytest.param(b"{" + M + b",}", None, id="a comma too many"),
    pytest.param(b"{" + M, None, id="cut off"),
    pytest.param(b"{'a':1," + M + b"}", None, id="single quotes"),
    pytest.param(b'{"a":NaN,' + M + b"}", None, id="NaN"),
    pytest.param(b'{"a":-Infinity,' + M + b"}", None, id="Infinity"),
    pytest.param(b'{"a":01,' + M + b"}", None, id="a leading zero"),
    pytest.param(b'{"a":"\x00",' + M + b"}", None, id="a control character"),
    pytest.param(b'{"\xff":1,' + M + b"}", None, id="a key that is no UTF-8"),
    pytest.param(b'{"a":"\\ud800", "b":}', None, id="broken besides a lone surrogate"),
    pytest.param(b'["\\ud800"]', None, id="a lone surrogate in a list"),
    pytest.param(b'{"model":"m"}', "messages", id="no messages"),
    pytest.param(b'{"messages":null}', "messages", id="messages null"),
    pytest.param(b'{"messages":{}}', "messages", id="messages an object"),
    pytest.param(b'{"messages":"[]"}', "messages", id="messages a string"),
    pytest.param(b'{"messages":[ ]}', "messages", id="no message"),
    pytest.param(b'{"messages":[{},null]}', "messages[1]", id="null for a message"),
    pytest.param(b'{"messages":["x"]}', "messages[0]", id="a string for a message"),
    pytest.param(b'{"messages":[{},{},[{}]]}', "messages[2]", id="a list for a message"),
    pytest.param(b"{" + M + b"," + M + b"}", None, id="messages twice"),
    pytest.param(b'{"a":1,' + M + b',"a":1}', None, id="a field twice, the same value"),
    pytest.param(b'{"a":1,"a":2,' + M + b"}", "a", id="a field twice, another value"),
    pytest.param(b'{"a":12,"a":1,"b":3,' + M + b"}", None, id="a field twice, a number that begins the other"),
    pytest.param(b"{" + M + b',"a":1.5,"b":3,"a":1}', None, id="a field twice, the whole part of the other"),
    pytest.param(b'{"a":"x","\\u0061":"x",' + M + b"}", None, id="a field twice, spelled in two ways"),
    pytest.param(b'{"a":' + b"[" * DEEP + b"]" * DEEP + b"," + M + b"}", None, id="a deep field"),
    pytest.param(b'{"a":' + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"," + M + b"}", None, id="a deep object"),
    pytest.param(b'{"messages":[{"a":' + b"[" * DEEP + b"]" * DEEP + b"}]}", None, id="a deep message"),
    pytest.param(
        b'{"messages":[{"role":"user","content":' + b"[" * DEEP + b"]" * DEEP + b"}]}", None, id="deep content"
    ),
    pytest.param(b'{"a":' * DEEP, None, id="deep and cut off"),
    pytest.param(b'{"s":"\\ud800","a":' + b"[" * DEEP + b"]" * DEEP + b"}", None, id="deep, with a lone surrogate"),
]


@pytest.mark.parametrize(("body", "param"), REFUSED)
def test_what_is_no_chat_request_is_a_400(body: bytes, param: str | None) -> None:
    with pytest.raises(ProxyError) as refused:
        decode(body)
    error = json.loads(refused.value.body())["error"]
    assert refused.value.status == 400 and error.keys() == {"message", "type", "param", "code"}
    assert error["type"] == "invalid_request_error"
    assert param is None or error["param"] == param


def test_the_text_of_a_refusal_quotes_nothing() -> None:
    for body in (b'{"canary": canary}', b'{"canary":1,"canary":"canary",' + M + b"}", b'"canary"'):
        with pytest.raises(ProxyError) as refused:
            decode(body)
        assert "canary" not in refused.value.message


SIZE = 5_000_000
LARGE = [
    pytest.param(b'{"' + b"k" * SIZE + b'":1,' + M + b"}", id="a long key"),
    pytest.param(b'{"' + b"\\n" * (SIZE // 2) + b'":1,' + M + b"}", id="a long key of escapes"),
    pytest.param(b"{" + b" " * SIZE + M + b"}", id="space before a key"),
    pytest.param(b'{"a"' + b" " * (SIZE // 2) + b":" + b"\n" * (SIZE // 2) + b"1," + M + b"}", id="around a colon"),
    pytest.param(b'{"a":1' + b" " * SIZE + b"," + M + b"}", id="space before a comma"),
    pytest.param(b'{"messages":[' + b" " * SIZE + b"{}]}", id="space before a message"),
    pytest.param(b'{"a":"' + b'\\"messages\\": [' * (SIZE // 14) + b'",' + M + b"}", id="text like messages"),
    pytest.param(b'{"a":' + b"9" * SIZE + b"," + M + b"}", id="a number of five million digits"),
    pytest.param(b'{"a":"\\ud800' + b"\\\\" * (SIZE // 10) + b'",' + M + b"}", id="escapes behind a lone surrogate"),
    pytest.param(b"{" + b"".join(b'"%d":1,' % i for i in range(50_000)) + M + b"}", id="many fields"),
    pytest.param(b'{"messages":[' + b",".join([b"{}"] * 100_000) + b"]}", id="many messages"),
    pytest.param(b'{"messages":[{"content":"' + b"[{" * (SIZE // 2) + b'"}]}', id="brackets in a text"),
]


@pytest.mark.parametrize("body", LARGE)
def test_a_large_body_is_read_in_one_pass(body: bytes) -> None:
    envelope = decode(body)
    assert splice(envelope, range(len(envelope.messages)), {})[0] is body
    assert len(b"".join(splice(envelope, [0], {}, without=["a"]))) <= len(body)


@pytest.mark.parametrize("body", [b'{"' + b'a":"' * 500_000, b'{"a":"' + b"x" * SIZE, b"{" * SIZE, b'"' * SIZE])
def test_a_large_broken_body_is_refused_in_one_pass(body: bytes) -> None:
    with pytest.raises(ProxyError):
        decode(body)


def test_a_value_or_a_400_that_names_its_field() -> None:
    assert value(b' {"pin":[1]}', "gatekeeper") == {"pin": [1]}
    for raw in (b'"\xff"', b"1e400", b"[" * DEEP):
        with pytest.raises(ProxyError) as refused:
            value(raw, "gatekeeper")
        assert (refused.value.status, refused.value.param) == (400, "gatekeeper")
