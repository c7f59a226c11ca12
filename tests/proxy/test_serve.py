from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from serving import CHAT, settings

from proxy.serve import greeting

# A proxy as `gatekeeper serve` runs it, but for the decider; its upstream sends an event and then waits.
PROGRAM = """
import asyncio, sys, threading
from scripted import Upstream
from serving import EVENTS, Recorder, chunk, json_answer
from proxy.serve import run
from proxy.settings import Settings

async def script(peer):
    await peer.request()
    if b'"stream"' not in peer.upstream.bodies[-1]:
        return await peer.send(json_answer(b"{}", b"200 OK", b"Date: then", b"Server: theirs"))
    await peer.send(EVENTS, chunk(b"data: {}\\n\\n"))
    await asyncio.sleep(%(pause)s)
    await peer.send(chunk(b"data: [DONE]\\n\\n"), b"0\\r\\n\\r\\n")

async def upstream():
    async with Upstream(script) as scripted:
        ports.append(scripted.origin.port)
        ready.set()
        await asyncio.sleep(60)

ports, ready = [], threading.Event()
threading.Thread(target=asyncio.run, args=(upstream(),), daemon=True).start()
ready.wait()
environ = {"UPSTREAM_BASE_URL": f"http://127.0.0.1:{ports[0]}", "GATEKEEPER_PORT": "0",
           "GATEKEEPER_GRACE_SECONDS": "%(grace)s"}
sys.exit(run(Settings.from_env(environ), decider=Recorder()))
"""


ALONE = """
import sys
from serving import Recorder
from proxy.serve import run
from proxy.settings import Settings
sys.exit(run(Settings.from_env({"GATEKEEPER_PORT": "0"}), decider=Recorder()))
"""


@contextmanager
def running(program: str) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client, bytes]]:
    """The program, a client for it, and its first words."""
    here = Path(__file__)
    path = f"{here.parent}:{here.parents[2]}"
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONPATH": path},
    )
    assert process.stdout is not None and process.stderr is not None
    with process, process.stdout, process.stderr:
        try:
            words, port = b"", None
            while port is None:
                line = process.stderr.readline()
                assert line, "it did not start"
                words += line
                port = re.search(rb"base_url +http://127.0.0.1:(\d+)/v1", line)
            base_url = f"http://127.0.0.1:{port[1].decode()}"
            with httpx.Client(base_url=base_url, trust_env=False, timeout=10) as client:
                yield process, client, words
        finally:
            process.kill()


def logged(process: subprocess.Popen[bytes]) -> list[dict[str, object]]:
    assert process.stdout is not None
    lines = [json.loads(line) for line in process.stdout.read().splitlines()]
    return [line for line in lines if line["event"] == "request"]


def test_sigterm_lets_an_open_stream_finish_and_is_an_orderly_end() -> None:
    with running(PROGRAM % {"pause": 0.4, "grace": 10}) as (process, client, _):
        with client.stream("POST", CHAT, json={"model": "m", "stream": True}) as answer:
            pieces = answer.iter_raw()
            assert next(pieces) == b"data: {}\n\n"
            process.send_signal(signal.SIGTERM)
            assert b"".join(pieces) == b"data: [DONE]\n\n"
        assert process.wait(10) == 0
        assert [line["outcome"] for line in logged(process)] == ["ok"]


def test_after_the_grace_period_an_open_stream_is_told() -> None:
    with running(PROGRAM % {"pause": 30, "grace": 0}) as (process, client, _):
        with client.stream("POST", CHAT, json={"model": "m", "stream": True}) as answer:
            pieces = answer.iter_raw()
            assert next(pieces) == b"data: {}\n\n"
            process.send_signal(signal.SIGTERM)
            assert b"shutting_down" in b"".join(pieces)
        assert process.wait(10) == 0
        assert logged(process)[0]["outcome"] == "shutting_down"


def test_the_server_adds_no_headers_beside_the_upstreams() -> None:
    with running(PROGRAM % {"pause": 0, "grace": 0}) as (process, client, _):
        answer = client.post(CHAT, json={"model": "m"})
        assert (answer.headers.get_list("date"), answer.headers.get_list("server")) == (["then"], ["theirs"])
        assert len(client.get("/healthz").headers.get_list("date")) == 1
        process.send_signal(signal.SIGINT)
        process.wait(10)


def test_without_an_upstream_a_stand_in_answers_and_that_is_said_loudly() -> None:
    with running(ALONE) as (process, client, words):
        assert words.startswith(b"NO UPSTREAM") and b"MINIMAX_API_KEY" in words
        asked = {"model": "MiniMax-M3", "messages": [{"role": "user", "content": "Is there tea?"}]}
        answer = client.post(CHAT, json=asked)
        assert (
            answer.status_code == 200 and "Is there tea?" in answer.json()["choices"][0]["message"]["content"]
        )
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0


GREETINGS = [
    pytest.param({}, "pass-through", id="pass-through"),
    pytest.param({"MINIMAX_API_KEY": "sk-1"}, "any program on this computer", id="an open gateway"),
    pytest.param(
        {"MINIMAX_API_KEY": "sk-1", "GATEKEEPER_API_KEYS": "k-1,k-2"}, "one of 2 client keys", id="a gateway"
    ),
    pytest.param({"GATEKEEPER_INSPECT": "text"}, "WARNING", id="an inspector that shows texts"),
]


@pytest.mark.parametrize(("environ", "says"), GREETINGS)
def test_the_first_words_say_where_to_point_a_client_and_who_may_come_in(
    environ: dict[str, str], says: str
) -> None:
    words = greeting(settings(**environ), 81)
    assert "http://127.0.0.1:81/v1" in words and says in words and "http://127.0.0.1:9/v1" in words
    assert "sk-1" not in words and "k-2" not in words


def test_a_port_in_use_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        environ = {"PYTHONPATH": str(Path(__file__).parents[2])}
        port = str(taken.getsockname()[1])
        argv = [sys.executable, "-m", "proxy", "serve", "--port", port, "--upstream", "http://127.0.0.1:9"]
        ended = subprocess.run(argv, capture_output=True, env=environ, timeout=20, check=False)
    assert ended.returncode == 1
    assert (
        ended.stderr.startswith(b"gatekeeper: cannot listen on 127.0.0.1:") and ended.stderr.count(b"\n") == 1
    )
