"""Steering the stand-in: forced errors wherever they can appear, options for all requests and for one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from proxy.standin import StandinOptions, create_standin
from proxy.standin.options import steered

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


def steer(client: TestClient, header: str, **more: Any) -> Any:
    return client.post(CHAT, json={**ASK, **more}, headers={"x-standin": header})


FORCED = [
    (1000, "error-500-unknown.json"),
    (1002, "error-429-rpm.json"),
    (1004, "error-401-auth.json"),
    (1008, "error-402-balance.json"),
    (1026, "error-422-sensitive.json"),
    (2049, "error-401-invalid-key.json"),
    (2064, "error-529-overloaded.json"),
]


@pytest.mark.parametrize(("code", "name"), FORCED, ids=[case[1] for case in FORCED])
@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_a_forced_error_has_status_and_body_of_the_wire(
    client: TestClient, code: int, name: str, stream: bool
) -> None:
    reply = steer(client, f"error={code}", stream=stream)
    assert reply.status_code == int(name.split("-")[1])
    assert without_id(reply.json()) == without_id(wire(name))


def test_an_empty_plan_window_says_when_it_fills_again(client: TestClient) -> None:
    reply = steer(client, "error=2056")
    expected = wire("error-429-plan-window.json")["error"]["message"].split("resets at")
    message = reply.json()["error"]["message"].split("resets at")
    assert reply.status_code == 429
    assert message[0] == expected[0]
    assert len(message[1]) == len(expected[1])


@pytest.mark.parametrize("status", [502, 503, 504, 520])
def test_a_gateway_answers_with_a_page(client: TestClient, status: int) -> None:
    reply = steer(client, f"error={status}")
    assert reply.status_code == status
    assert reply.headers["content-type"].startswith("text/html")
    assert reply.text.startswith("<html>")


@pytest.mark.parametrize("error_at", ["body", "first", "mid", "mid_object"])
def test_an_error_inside_http_200(client: TestClient, error_at: str) -> None:
    reply = steer(client, f"error=1008, error_at={error_at}")
    assert reply.status_code == 200
    assert without_id(reply.json()) == without_id(wire("error-200-base-resp.json"))


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_a_bare_error_inside_http_200(client: TestClient, stream: bool) -> None:
    reply = steer(client, "error=1002,error_at=bare", stream=stream)
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("application/json")
    assert reply.json() == wire("error-200-base-resp-bare.json")


@pytest.mark.parametrize(("error_at", "status"), [("body", 200), ("bare", 200), ("first", 400), ("mid", 400)])
def test_refusals_can_hide_in_http_200_too(client: TestClient, error_at: str, status: int) -> None:
    reply = steer(client, f"error_at={error_at}", model="no-such-model")
    assert reply.status_code == status
    if status == 200:
        text = "invalid params, unknown model 'no-such-model'"
        assert reply.json()["base_resp"] == {"status_code": 2013, "status_msg": text}


def test_options_hold_for_every_request() -> None:
    options = StandinOptions(force_error=1002)
    with TestClient(create_standin(options=options), headers=KEY) as client:
        assert client.post(CHAT, json=ASK).status_code == 429
        assert steer(client, "error_at=body").json()["base_resp"]["status_code"] == 1002


def test_the_context_window_can_be_made_small(client: TestClient) -> None:
    assert steer(client, "context_window=100").json()["error"] == wire("error-400-context.json")["error"]
    assert steer(client, "context_window=10000").status_code == 200


STEERED = [
    ("nothing", "", StandinOptions()),
    ("one", "ending=done", StandinOptions(ending="done")),
    (
        "several, with spaces",
        " error = 1027 , error_at=mid,, cut=clean ",
        StandinOptions(force_error=1027, error_at="mid", cut="clean"),
    ),
    (
        "numbers",
        "chunk_chars=5,answer_chars=900,chunk_delay_s=.5,first_delay_s=2,context_window=9000",
        StandinOptions("none", 2.0, 0.5, 5, 900, context_window=9000),
    ),
    (
        "shapes",
        "reasoning=cumulative,role=empty,tool_deltas=object",
        StandinOptions(reasoning="cumulative", role="empty", tool_deltas="object"),
    ),
]


@pytest.mark.parametrize(("header", "options"), [pytest.param(*case[1:], id=case[0]) for case in STEERED])
def test_the_header_changes_options(header: str, options: StandinOptions) -> None:
    assert steered(StandinOptions(), header) == options


UNREADABLE = [
    "speed=9",
    "ending",
    "ending=never",
    "chunk_chars=0",
    "chunk_delay_s=nan",
    "error=x",
    "error=999",
]


@pytest.mark.parametrize("header", UNREADABLE)
def test_a_header_that_cannot_be_read_is_refused_by_name(client: TestClient, header: str) -> None:
    reply = steer(client, header)
    assert reply.status_code == 400
    assert header.partition("=")[0] in reply.json()["error"]["message"]


def test_an_unknown_error_code_is_no_option() -> None:
    with pytest.raises(ValueError, match="9999"):
        StandinOptions(force_error=9999)
