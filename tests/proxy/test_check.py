from __future__ import annotations

import asyncio
import io
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from rich.console import Console
from scripted import Peer, Script, Upstream
from serving import json_answer, settings

from proxy.check import Finding, findings, run
from proxy.settings import Settings

MODELS = b'{"data":[{"id":"m-1"}]}'


@contextmanager
def upstream(script: Script) -> Iterator[Upstream]:
    """An upstream in a thread of its own, since the check runs an event loop itself."""
    running, over = threading.Event(), asyncio.Event()
    scripted = Upstream(script)
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with scripted:
            running.set()
            await over.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    running.wait()
    try:
        yield scripted
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()


def answering_in_turn(*answers: tuple[bytes, bytes]) -> Script:
    """Each request gets the next of these (status, body) pairs on a connection of its own."""
    left = list(answers)

    async def script(peer: Peer) -> None:
        try:
            await peer.request()
        except asyncio.IncompleteReadError:
            return  # only looked whether somebody listens
        status, body = left.pop(0)
        await peer.send(json_answer(body, status))

    return script


def at(scripted: Upstream, **environ: str) -> Settings:
    return settings(UPSTREAM_BASE_URL=f"http://127.0.0.1:{scripted.origin.port}", **environ)


KEYS = [
    pytest.param({"MINIMAX_API_KEY": "sk-1"}, b"200 OK", MODELS, "lists its models", "", id="a good key"),
    pytest.param(
        {"MINIMAX_API_KEY": "sk-1"},
        b"401 No",
        b"{}",
        "refused with status 401",
        "api.minimax.io",
        id="a bad key",
    ),
    pytest.param({}, b"401 No", b"{}", "clients have to bring", "", id="pass-through and no key"),
    pytest.param({}, b"200 OK", MODELS, "no key is needed", "", id="an upstream that asks for none"),
    pytest.param({"MINIMAX_API_KEY": "sk-1"}, b"404 No", b"{}", "not tested", "", id="no list of models"),
    pytest.param(
        {"MINIMAX_API_KEY": "sk-1"},
        b"500 No",
        b"{}",
        "status 500",
        "OpenAI-compatible",
        id="a broken upstream",
    ),
]


@pytest.mark.parametrize(("environ", "status", "body", "found", "remedy"), KEYS)
def test_the_key_is_tested_with_the_list_of_models(
    environ: dict[str, str], status: bytes, body: bytes, found: str, remedy: str
) -> None:
    with upstream(answering_in_turn((status, body))) as scripted:
        settings_, network, key = findings(at(scripted, **environ), spend=False)
        assert not settings_.remedy and not network.remedy and "without TLS" in network.found
        assert found in key.found and remedy in key.remedy and bool(key.remedy) is bool(remedy)
        assert scripted.heads[0].startswith(b"GET /v1/models HTTP/1.1\r\n")
        assert (b"Bearer sk-1" in scripted.heads[0]) is bool(environ)


def test_one_token_is_asked_for_only_on_demand() -> None:
    answers = [(b"200 OK", MODELS), (b"200 OK", MODELS), (b"200 OK", b"{}")]
    with upstream(answering_in_turn(*answers)) as scripted:
        *_, chat = findings(at(scripted), spend=True)
        assert (chat.found, chat.remedy) == ("m-1 answers", "")
        asked = json.loads(scripted.bodies[-1])
        assert (asked["model"], asked["max_tokens"]) == ("m-1", 1)


def test_an_error_hidden_in_a_200_is_found() -> None:
    hidden = b'{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}'
    with upstream(answering_in_turn((b"200 OK", MODELS), (b"200 OK", hidden))) as scripted:
        *_, chat = findings(at(scripted, UPSTREAM_PROFILE="minimax"), spend=True)
        assert "status 402" in chat.found and "balance" in chat.found and chat.remedy


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def test_an_upstream_that_is_not_there() -> None:
    *_, network = take_until_trouble(settings(UPSTREAM_BASE_URL=f"http://127.0.0.1:{free_port()}"))
    assert "no connection to 127.0.0.1" in network.found and "firewall" in network.remedy


def test_a_name_nobody_knows() -> None:
    *_, network = take_until_trouble(settings(UPSTREAM_BASE_URL="https://nowhere.invalid"))
    assert "nowhere.invalid is not known" in network.found and "DNS" in network.remedy


def test_an_upstream_without_tls_that_is_spoken_to_in_tls() -> None:
    async def script(peer: Peer) -> None:
        await peer.reader.read(1)
        await peer.send(b"HTTP/1.1 400 Bad\r\n\r\n")

    with upstream(script) as scripted:
        *_, network = take_until_trouble(
            settings(UPSTREAM_BASE_URL=f"https://127.0.0.1:{scripted.origin.port}")
        )
    assert "does not speak TLS" in network.found and "http://" in network.remedy


def take_until_trouble(checked: Settings) -> list[Finding]:
    found = []
    for finding in findings(checked, spend=False):
        found.append(finding)
        if finding.remedy:
            break
    return found


def test_without_an_upstream_the_check_says_so_and_fails() -> None:
    shown = io.StringIO()
    assert run(Settings.from_env({}), spend=False, console=Console(file=shown, width=200)) == 1
    assert "stand-in" in shown.getvalue() and "set MINIMAX_API_KEY" in shown.getvalue()


def test_all_well_is_shown_and_is_0() -> None:
    shown = io.StringIO()
    with upstream(answering_in_turn((b"200 OK", MODELS))) as scripted:
        assert (
            run(at(scripted, MINIMAX_API_KEY="sk-1"), spend=False, console=Console(file=shown, width=200))
            == 0
        )
    assert shown.getvalue().count(" ok ") == 3 and "sk-1" not in shown.getvalue()
