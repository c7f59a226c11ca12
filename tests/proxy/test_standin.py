"""The stand-in as an app: paths, keys, headers, errors in every place, steering."""

from __future__ import annotations

import json
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from proxy.standin import create_standin

WIRE = Path(__file__).parents[1] / "wire"
CHAT = "/v1/chat/completions"
KEY = {"authorization": "Bearer some-key"}
ASK = {"model": "MiniMax-M3", "messages": [{"role": "user", "content": "Is there tea?"}]}


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_standin(), headers=KEY) as client:
        yield client


def wire(name: str) -> Any:
    return json.loads((WIRE / name).read_text())


def without_id(body: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key not in ("request_id", "id", "created")}


def user(content: Any = "Hi.") -> dict[str, Any]:
    return {"role": "user", "content": content}


SYSTEM = {"role": "system", "content": "Be brief."}
BAD_ID = "call_function_zz11yy22xx33_1"
RESULT = {"role": "tool", "tool_call_id": BAD_ID, "content": "7"}


def calling(arguments: str = "{}") -> dict[str, Any]:
    call = {"id": BAD_ID, "type": "function", "function": {"name": "f", "arguments": arguments}}
    return {"role": "assistant", "tool_calls": [call]}


REFUSALS = [
    ("error-400-two-system.json", {"messages": [SYSTEM, SYSTEM, user()]}),
    ("error-400-late-system.json", {"messages": [user(), SYSTEM]}),
    ("error-400-tool-id.json", {"messages": [user(), RESULT]}),
    ("error-400-tool-order.json", {"messages": [user(), calling(), user(), RESULT]}),
    ("error-400-tool-args.json", {"messages": [user(), calling("{"), RESULT]}),
    ("error-400-empty-content.json", {"messages": [user("")]}),
    ("error-400-unknown-model.json", {"model": "no-such-model"}),
    ("error-400-missing-messages.json", {"messages": None}),
    ("error-400-max-tokens.json", {"max_tokens": 10**6}),
    ("error-400-thinking-type.json", {"thinking": {"type": "enabled"}}),
    ("error-400-no-parameters.json", {"tools": [{"type": "function", "function": {"name": "f"}}]}),
    ("error-400-context.json", {"messages": [user("word " * 90_000)], "model": "M2-her"}),
]


@pytest.mark.parametrize(("name", "change"), REFUSALS, ids=[case[0] for case in REFUSALS])
def test_a_refusal_has_the_bytes_of_the_wire(client: TestClient, name: str, change: dict[str, Any]) -> None:
    reply = client.post(CHAT, json={**ASK, **change})
    assert reply.status_code == 400
    assert without_id(reply.json()) == without_id(wire(name))
    assert reply.json()["request_id"] == reply.headers["trace-id"]


def test_the_headers_of_an_error_are_those_of_the_wire(client: TestClient) -> None:
    lines = (WIRE / "error-400-headers.txt").read_text().splitlines()[1:]
    names = {line.partition(":")[0].lower() for line in lines if line} - {"connection"}
    reply = client.post(CHAT, content=b"{")
    assert names <= set(reply.headers)
    assert reply.headers["content-type"] == "application/json; charset=utf-8"
    assert not {"retry-after", "x-ratelimit-limit-requests"} & set(reply.headers)


def test_an_answer_has_the_fields_of_the_wire(client: TestClient) -> None:
    reply = client.post(CHAT, json=ASK)
    assert reply.status_code == 200
    assert list(reply.json()) == list(wire("chat-tool-call.json"))
    assert reply.json()["id"] == reply.headers["trace-id"]
    assert {"x-session-id", "x-mm-request-id", "minimax-request-id"} <= set(reply.headers)
    assert reply.json()["choices"][0]["message"]["content"].startswith("<think>\n")


@pytest.mark.parametrize("path", ["/v1/embeddings", "/v1/chat/completions/", "/chat/completions", "/"])
def test_other_paths_do_not_exist(client: TestClient, path: str) -> None:
    reply = client.post(path, json=ASK)
    assert reply.status_code == 404
    error = {"type": "not_found_error", "message": "404 page not found", "http_code": "404"}
    assert without_id(reply.json()) == {"type": "error", "error": error}


def test_other_methods_are_refused_in_the_same_envelope(client: TestClient) -> None:
    reply = client.get(CHAT)
    assert reply.status_code == 405
    assert reply.json()["error"]["http_code"] == "405"


def test_the_list_of_models_has_the_shape_of_the_wire(client: TestClient) -> None:
    listed = client.get("/v1/models").json()
    assert set(listed) == {"object", "data"}
    for entry in wire("models-list.json")["data"]:
        assert entry in listed["data"]
    assert "MiniMax-M3.1-Flash-Preview" not in {entry["id"] for entry in listed["data"]}


def test_a_model_that_is_not_listed_can_be_served_as_another(client: TestClient) -> None:
    reply = client.post(CHAT, json={**ASK, "model": "MiniMax-M3.1-Flash-Preview"})
    assert reply.json()["model"] == "MiniMax-M3.1-Flash"


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic abc", "some-key"])
@pytest.mark.parametrize(("method", "path"), [("POST", CHAT), ("GET", "/v1/models")])
def test_a_request_without_a_key_is_refused(method: str, path: str, header: str) -> None:
    with TestClient(create_standin()) as client:
        reply = client.request(method, path, json=ASK, headers={"authorization": header})
    assert reply.status_code == 401
    assert without_id(reply.json()) == without_id(wire("error-401-auth.json"))


def test_with_a_key_of_its_own_it_takes_no_other() -> None:
    with TestClient(create_standin(api_key="the-key")) as client:
        wrong = client.post(CHAT, json=ASK, headers={b"authorization": "Bearer other-kéy".encode()})
        right = client.post(CHAT, json=ASK, headers={"authorization": "bearer the-key"})
    assert wrong.status_code == 401
    assert without_id(wrong.json()) == without_id(wire("error-401-invalid-key.json"))
    assert right.status_code == 200


async def test_a_body_larger_than_minimax_takes_is_refused_before_its_end() -> None:
    read, sent = 0, []

    async def receive() -> dict[str, Any]:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": b" " * 1024 * 1024, "more_body": True}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    headers = [(b"authorization", b"Bearer k")]
    await create_standin()(
        {"type": "http", "method": "POST", "path": CHAT, "headers": headers}, receive, send
    )
    assert read == 65
    assert sent[0]["status"] == 413
    assert json.loads(sent[1]["body"])["error"]["type"] == "invalid_request_error"


def test_a_lone_surrogate_is_answered(client: TestClient) -> None:
    raw = json.dumps({**ASK, "messages": [user("half a \ud83d smile")]}).encode()
    reply = client.post(CHAT, content=raw)
    assert "half a ? smile" in reply.json()["choices"][0]["message"]["content"]


def test_usage_reports_the_cache_of_this_account(client: TestClient) -> None:
    history = [user("The harbour master counts crates. " * 100), {"role": "assistant", "content": "Noted."}]

    def usage(question: str, **headers: str) -> dict[str, Any]:
        body = {**ASK, "messages": [*history, user(question)]}
        found: dict[str, Any] = client.post(CHAT, json=body, headers=headers).json()["usage"]
        return found

    first, second = usage("How many?"), usage("Who counts?")
    other = usage("Who counts?", authorization="Bearer another-key")
    assert first["prompt_tokens_details"] == {"cached_tokens": 0}
    cached = second["prompt_tokens_details"]["cached_tokens"]
    assert 512 < cached < second["prompt_tokens"]
    assert other["prompt_tokens_details"] == {"cached_tokens": 0}


def test_a_count_of_zero_is_left_out_by_m2(client: TestClient) -> None:
    usage = client.post(CHAT, json={**ASK, "model": "MiniMax-M2.7"}).json()["usage"]
    assert "prompt_tokens_details" not in usage
    assert usage["completion_tokens_details"]["reasoning_tokens"] > 0
