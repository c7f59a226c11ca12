from __future__ import annotations

import gzip
import json
import sys
import threading
import zlib
from typing import Any

import pytest
from scripted import Peer, answering
from serving import (
    ASK,
    CHAT,
    EVENTS,
    STREAM,
    Decision,
    Recorder,
    chunk,
    head_of,
    json_answer,
    post,
    serving,
    silent,
)

from proxy.auth import Principal
from proxy.controls import Controls
from proxy.errors import bad_request
from proxy.profiles import profile_for
from proxy.usage import Usage

BODY = json.dumps(ASK).encode()
USED = b'{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3}}'


async def test_the_body_goes_up_byte_for_byte_with_the_clients_headers_and_no_others() -> None:
    body = b'{"model": "m",\n "x":1.0, "x":1e400, "messages":[] }'
    async with serving(answering(json_answer(b"{}"))) as proxy:
        reader, _ = await proxy.connect(
            post(
                body,
                b"Authorization: Bearer sk-1",
                b"Accept-Encoding: gzip",
                b"X-A: 1",
                b"X-A: 2",
                b"Te: trailers",
            )
        )
        await head_of(reader)
        names_and_values = proxy.upstream.heads[0].lower().split(b"\r\n")[1:-2]
        assert sorted(names_and_values) == sorted(
            [
                b"host: 127.0.0.1:%d" % proxy.upstream.origin.port,
                b"authorization: bearer sk-1",
                b"accept-encoding: identity",
                b"x-a: 1",
                b"x-a: 2",
                b"content-length: %d" % len(body),
            ]
        )
        assert proxy.upstream.bodies == [body]


async def test_the_answer_comes_back_with_its_headers_and_ours() -> None:
    raw = json_answer(
        b'{"a":1}', b"200 OK", b"Set-Cookie: a=1", b"Set-Cookie: b=2", b"Date: then", b"Server: theirs"
    )
    async with serving(answering(raw)) as proxy:
        answer = await proxy.client.post(CHAT, json=ASK)
    assert answer.content == b'{"a":1}' and answer.headers["content-length"] == "7"
    assert answer.headers.get_list("set-cookie") == ["a=1", "b=2"]
    assert (answer.headers.get_list("date"), answer.headers.get_list("server")) == (["then"], ["theirs"])
    assert answer.headers["x-gatekeeper-mode"] == "off"
    assert answer.headers["server-timing"].startswith("gate;dur=")
    assert "x-gatekeeper-tokens-after" in answer.headers["access-control-expose-headers"]


STATUSES = [
    pytest.param(b"429 Slow", b'{"error":{}}', id="a rate limit"),
    pytest.param(b"529 Odd", b"<html>\xc3\x9cberlastet</html>", id="a status nobody knows"),
    pytest.param(b"400 Bad", b'{"error":{}}', id="a refusal"),
]


@pytest.mark.parametrize("profile", ["openai", "minimax"])
@pytest.mark.parametrize(("status", "body"), STATUSES)
async def test_an_upstream_error_keeps_its_status_and_its_other_headers(
    status: bytes, body: bytes, profile: str
) -> None:
    raw = json_answer(body, status, b"retry-after: 7")
    async with serving(answering(raw), profile=profile_for(profile, "")) as proxy:
        answer = await proxy.client.post(CHAT, json=STREAM)
        assert answer.headers["retry-after"] == "7"
        line = await proxy.line()
        assert (line["outcome"], line["level"]) == ("upstream_error", "warning")
    if profile == "openai":
        assert (answer.status_code, answer.content) == (int(status[:3]), body)


PACKED = [
    pytest.param("gzip", gzip.compress(BODY), id="gzip"),
    pytest.param("deflate", zlib.compress(BODY), id="deflate"),
    pytest.param("identity", BODY, id="identity"),
]


@pytest.mark.parametrize(("coding", "body"), PACKED)
async def test_a_packed_request_goes_up_unpacked(coding: str, body: bytes) -> None:
    async with serving(answering(json_answer(b"{}"))) as proxy:
        answer = await proxy.client.post(CHAT, content=body, headers={"content-encoding": coding})
        assert answer.status_code == 200
        assert proxy.upstream.bodies == [BODY] and b"content-encoding" not in proxy.upstream.heads[0]


REFUSED = [
    pytest.param({"content-encoding": "br"}, BODY, 415, id="an unknown coding"),
    pytest.param({"content-encoding": "gzip"}, BODY, 400, id="a lie about the coding"),
    pytest.param({"content-encoding": "gzip"}, gzip.compress(b" " * 5000), 413, id="a bomb"),
    pytest.param({}, b" " * 4097, 413, id="a body too large"),
    pytest.param({"x-gatekeeper-budget": "many"}, BODY, 400, id="a wrong control"),
    pytest.param({}, b"no json", 400, id="no JSON"),
    pytest.param({}, b"[]", 400, id="no object"),
    pytest.param({}, b"\xff", 400, id="no UTF-8"),
    pytest.param({}, b"[" * 4096, 400, id="endless nesting"),
]


@pytest.mark.parametrize(("headers", "body", "status"), REFUSED)
async def test_what_cannot_be_read_is_refused_in_openais_shape(
    headers: Any, body: bytes, status: int
) -> None:
    async with serving(silent, GATEKEEPER_MAX_BODY_BYTES="4096") as proxy:
        answer = await proxy.client.post(CHAT, content=body, headers=headers)
        assert answer.status_code == status
        assert set(answer.json()["error"]) == {"message", "type", "param", "code"}
        assert proxy.upstream.connections == 0
        again = await proxy.client.get("/healthz")
        assert again.status_code == 200


async def test_a_body_too_large_is_answered_while_it_is_still_being_sent() -> None:
    async with serving(silent, GATEKEEPER_MAX_BODY_BYTES="4096") as proxy:
        reader, _ = await proxy.connect(post(b"").replace(b"content-length: 0", b"content-length: 5000"))
        assert (await head_of(reader)).startswith(b"HTTP/1.1 413 ")


async def test_an_expectation_is_met_before_the_body_is_sent() -> None:
    async with serving(answering(json_answer(b"{}"))) as proxy:
        request = post(BODY, b"Expect: 100-continue").split(b"\r\n\r\n")[0] + b"\r\n\r\n"
        reader, writer = await proxy.connect(request)
        assert await head_of(reader) == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(BODY)
        assert (await head_of(reader)).startswith(b"HTTP/1.1 200 ")
        assert b"expect" not in proxy.upstream.heads[0].lower()


async def test_a_compressed_answer_passes_untouched() -> None:
    packed = gzip.compress(USED)
    raw = json_answer(packed, b"200 OK", b"content-encoding: gzip")
    for profile in ("openai", "minimax"):
        async with serving(answering(raw), profile=profile_for(profile, "")) as proxy:
            async with proxy.client.stream("POST", CHAT, json=ASK) as answer:
                assert b"".join([piece async for piece in answer.aiter_raw()]) == packed
                assert answer.headers["content-encoding"] == "gzip"
                assert answer.headers["content-length"] == str(len(packed))
            assert proxy.decider.learned == [(None, 200)]


# -- the decision -------------------------------------------------------------------------------------------


async def test_the_decider_is_told_who_asks_and_for_what() -> None:
    keys = {"GATEKEEPER_API_KEYS": "alice:k-1"}
    async with serving(answering(json_answer(b"{}")), **keys) as proxy:
        headers = {"authorization": "Bearer k-1", "x-gatekeeper-budget": "7"}
        await proxy.client.post(CHAT, json=ASK, headers=headers)
        ((controls, principal),) = proxy.decider.asked
        assert (controls, principal.name) == (Controls(budget=7), "alice")
        assert b"k-1" not in proxy.upstream.heads[0] and b"x-gatekeeper" not in proxy.upstream.heads[0]


async def test_controls_can_be_switched_off() -> None:
    async with serving(answering(json_answer(b"{}")), GATEKEEPER_CONTROLS="off") as proxy:
        await proxy.client.post(CHAT, json=ASK, headers={"x-gatekeeper-budget": "many"})
        assert proxy.decider.asked[0][0] == Controls()
        assert b"x-gatekeeper" not in proxy.upstream.heads[0]


@pytest.mark.parametrize(("size", "thread"), [(100, "MainThread"), (300_000, "decide")])
async def test_only_a_large_body_is_decided_in_a_thread(size: int, thread: str) -> None:
    class Watching(Recorder):
        where = ""

        def decide(self, body: bytes, controls: Controls, principal: Principal) -> Decision:
            Watching.where = threading.current_thread().name
            return super().decide(body, controls, principal)

    async with serving(answering(json_answer(b"{}")), decider=Watching()) as proxy:
        asked = {"model": "m", "messages": [{"role": "user", "content": "x" * size}]}
        assert (await proxy.client.post(CHAT, json=asked)).status_code == 200
    assert Watching.where.startswith(thread)


@pytest.mark.parametrize(
    "body",
    [json_answer(USED), EVENTS + chunk(b"data: " + USED + b"\n\n") + b"0\r\n\r\n"],
    ids=["a JSON answer", "a stream"],
)
@pytest.mark.parametrize("profile", ["openai", "minimax"])
async def test_the_decider_learns_what_the_answer_cost(body: bytes, profile: str) -> None:
    async with serving(answering(body), profile=profile_for(profile, "")) as proxy:
        await proxy.client.post(CHAT, json=ASK)
        assert proxy.decider.learned == [(Usage(9, 3, None), 200)]


async def test_what_was_asked_is_not_kept_while_the_answer_takes_its_time() -> None:
    class Keeping(Recorder):
        body = b""

        def decide(self, body: bytes, controls: Controls, principal: Principal) -> Decision:
            self.body = body
            return super().decide(body, controls, principal)

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(EVENTS, chunk(b"data: {}\n\n"))
        await peer.left()

    decider = Keeping()
    async with serving(script, decider=decider) as proxy:
        reader, _ = await proxy.connect(post(BODY))
        await reader.readuntil(b"data: {}\n\n")
        holders = sys.getrefcount(decider.body)
    assert holders == 2  # the decider's attribute and the argument of the call


async def test_a_refusal_by_the_decider_is_told() -> None:
    async with serving(silent, decider=Recorder(raises=bad_request("No.", param="messages"))) as proxy:
        answer = await proxy.client.post(CHAT, json=ASK)
        assert (answer.status_code, answer.json()["error"]["param"]) == (400, "messages")
        assert (await proxy.line())["level"] == "info"


async def test_a_decision_that_was_bypassed_raises_a_warning() -> None:
    async with serving(answering(json_answer(b"{}")), decider=Recorder(mode="bypassed")) as proxy:
        assert (await proxy.client.post(CHAT, json=ASK)).status_code == 200
        line = await proxy.line()
        assert (line["level"], line["mode"], line["outcome"]) == ("warning", "bypassed", "ok")


# -- the log ------------------------------------------------------------------------------------------------


async def test_the_log_has_figures_and_names_but_no_text_and_no_key() -> None:
    async with serving(answering(json_answer(USED))) as proxy:
        headers = {"authorization": "Bearer sk-secret", "x-api-key": "sk-other"}
        await proxy.client.post(CHAT + "?key=sk-third", json=ASK, headers=headers)
        line = await proxy.line()
        text = proxy.log_stream.getvalue().decode()
    wanted = {"method": "POST", "path": CHAT, "status": 200, "outcome": "ok", "model": "m", "mode": "off"}
    assert wanted.items() <= line.items()
    assert (line["tokens_before"], line["tokens_after"], line["bytes_out"]) == (7, 5, len(USED))
    assert {"gate_ms", "upstream_ms", "total_ms", "bytes_in", "principal"} <= set(line)
    assert not any(secret in text for secret in ("sk-secret", "sk-other", "sk-third", "tea", "choices"))


async def test_a_models_name_is_cut_in_the_log() -> None:
    async with serving(answering(json_answer(b"{}"))) as proxy:
        await proxy.client.post(CHAT, json={**ASK, "model": "x" * 5000})
        assert (await proxy.line())["model"] == "x" * 100
