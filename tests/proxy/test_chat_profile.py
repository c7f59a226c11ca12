"""What a profile makes of an answer: a request sent again, a hidden error told, a stream mended."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from scripted import Peer, answering
from serving import ASK, CHAT, EVENTS, STREAM, Recorder, chunk, json_answer, post, serving, until

from proxy.profiles import profile_for

MINIMAX = profile_for("minimax", "")
BODY = json.dumps(ASK).encode()
USED = b'{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3}}'
HIDDEN = b'{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}'
REFUSED_SHAPE = json.dumps(
    {
        "type": "error",
        "error": {
            "type": "bad_request_error",
            "message": "invalid params, tool call result does not follow tool call (2013)",
            "http_code": "400",
        },
        "request_id": "1",
    }
).encode()


def first_then(*answers: bytes) -> Any:
    async def script(peer: Peer) -> None:
        while True:
            await peer.request()
            await peer.send(answers[min(len(peer.upstream.bodies), len(answers)) - 1])

    return script


async def test_a_pruned_request_refused_for_its_shape_goes_out_once_more_as_it_was() -> None:
    script = first_then(json_answer(REFUSED_SHAPE, b"400 Bad"), json_answer(USED))
    async with serving(script, decider=Recorder(pruned_to=b"{}"), profile=MINIMAX) as proxy:
        answer = await proxy.client.post(CHAT, content=BODY)
        assert (answer.status_code, answer.content) == (200, USED)
        assert proxy.upstream.bodies == [b"{}", BODY] and proxy.upstream.connections == 1
        assert (await proxy.line())["resent"] is True


RESENT_NEVER = [
    pytest.param(None, REFUSED_SHAPE, MINIMAX, id="it was not pruned"),
    pytest.param(
        b"{}",
        b'{"error":{"message":"no such model (2013)"}}',
        MINIMAX,
        id="it was refused for something else",
    ),
    pytest.param(b"{}", REFUSED_SHAPE, profile_for("openai", ""), id="the profile cannot tell"),
]


@pytest.mark.parametrize(("pruned_to", "refusal", "profile"), RESENT_NEVER)
async def test_any_other_refused_request_does_not(
    pruned_to: bytes | None, refusal: bytes, profile: Any
) -> None:
    script = first_then(json_answer(refusal, b"400 Bad"))
    async with serving(script, decider=Recorder(pruned_to=pruned_to), profile=profile) as proxy:
        assert (await proxy.client.post(CHAT, content=BODY)).status_code in (400, 404)
        assert len(proxy.upstream.bodies) == 1


async def test_a_refusal_that_goes_on_is_told_and_not_asked_a_third_time() -> None:
    script = first_then(json_answer(REFUSED_SHAPE, b"400 Bad"))
    async with serving(script, decider=Recorder(pruned_to=b"{}"), profile=MINIMAX) as proxy:
        assert (await proxy.client.post(CHAT, content=BODY)).status_code == 400
        assert len(proxy.upstream.bodies) == 2


@pytest.mark.parametrize(
    "raw",
    [json_answer(HIDDEN), EVENTS + chunk(b"data: " + HIDDEN + b"\n\n") + b"0\r\n\r\n"],
    ids=["in a JSON answer", "in the first event"],
)
async def test_an_error_hidden_in_a_200_gets_its_status(raw: bytes) -> None:
    raw = raw.replace(b"\r\n\r\n", b"\r\nTrace-Id: t-1\r\n\r\n", 1)
    async with serving(answering(raw), profile=MINIMAX) as proxy:
        answer = await proxy.client.post(CHAT, json=STREAM)
        assert answer.status_code == 402
        assert answer.json()["error"]["code"] == "insufficient_quota"
        assert (answer.headers["content-type"], answer.headers["trace-id"]) == ("application/json", "t-1")
        assert answer.headers["content-length"] == str(len(answer.content))
        assert proxy.decider.learned == [(None, 402)]


async def test_a_stream_that_lacks_its_end_gets_one_from_the_profile() -> None:
    event = b'data: {"choices":[{"index":0,"delta":{"content":"tea"},"finish_reason":"stop"}]}\n\n'
    async with serving(answering(EVENTS, chunk(event), b"0\r\n\r\n"), profile=MINIMAX) as proxy:
        answer = await proxy.client.post(CHAT, json=STREAM)
    assert answer.content == event + b"data: [DONE]\n\n"


async def test_an_answer_too_large_to_judge_passes_as_it_is() -> None:
    body = b'{"base_resp":{"status_code":0},"x":"' + b"x" * (17 << 20) + b'"}'
    async with serving(answering(json_answer(body)), profile=MINIMAX) as proxy:
        answer = await proxy.client.post(CHAT, json=ASK)
    assert answer.content == body


async def test_an_upstream_lost_before_the_first_event_is_a_status() -> None:
    async with serving(answering(EVENTS, then=Peer.reset), profile=MINIMAX) as proxy:
        answer = await proxy.client.post(CHAT, json=STREAM)
        assert (answer.status_code, answer.json()["error"]["type"]) == (502, "upstream_error")


async def test_a_client_that_leaves_while_the_first_event_is_awaited_is_noticed() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(EVENTS)
        await peer.left()

    async with serving(script, profile=MINIMAX) as proxy:
        _, writer = await proxy.connect(post(BODY))
        await until(lambda: proxy.upstream.bodies)
        await asyncio.sleep(0.02)
        writer.transport.abort()
        async with asyncio.timeout(1):
            await proxy.upstream.left.wait()
        assert (await proxy.line())["outcome"] == "client_left"
