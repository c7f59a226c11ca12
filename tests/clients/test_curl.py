"""curl against the proxy in front of the stand-in: what people type to try it, and what curl does by itself."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fronted_standin import Fronted, Said, fronting, history

from proxy.standin import create_standin

CURL = ["curl", "--silent", "--show-error", "--noproxy", "*", "--max-time", "20"]
MESSAGES = [*history(20), {"role": "user", "content": "In which drawer is the kettle number 10 kept?"}]
PLAIN: dict[str, Any] = {"model": "MiniMax-M3", "thinking": {"type": "disabled"}}


@pytest.fixture(scope="module")
def proxy() -> Iterator[Fronted]:
    with fronting(create_standin(), GATEKEEPER_TOKEN_BUDGET="300") as running:
        yield running


def command(proxy: Fronted, body: Path, *options: str) -> list[str]:
    headers = ["-H", "Content-Type: application/json", "-H", "Authorization: Bearer sk-1"]
    return [*CURL, *headers, *options, "--data-binary", f"@{body}", f"{proxy.base_url}/chat/completions"]


def curl(proxy: Fronted, body: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(proxy, body, *options), capture_output=True, text=True, check=True)


def written(folder: Path, messages: list[Said] = MESSAGES, **fields: Any) -> Path:
    body = folder / "request.json"
    body.write_text(json.dumps({**PLAIN, "messages": messages, **fields}))
    return body


def test_a_whole_answer_and_our_headers(proxy: Fronted, tmp_path: Path) -> None:
    head, _, answer = curl(proxy, written(tmp_path), "--include").stdout.partition("\n\n")
    assert head.startswith("HTTP/1.1 200 OK") and "x-gatekeeper-tokens-after: " in head
    assert "drawer 110" in json.loads(answer)["choices"][0]["message"]["content"]
    assert len(proxy.upstream.last) < len(MESSAGES)


def test_a_stream_arrives_while_it_is_written(proxy: Fronted, tmp_path: Path) -> None:
    """The answer would take minutes: what is read at once was not held back, and -N shows it at once."""
    body = written(tmp_path, stream=True)
    slow = ["--no-buffer", "-H", "x-standin: chunk_delay_s=0.1,answer_chars=200000"]
    with subprocess.Popen(command(proxy, body, *slow), stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        events = [line for line, _ in zip(running.stdout, range(4), strict=False) if line.strip()]
        running.kill()
    assert len(events) == 2 and all(event.startswith("data: {") for event in events)


def test_a_whole_stream_ends_with_done(proxy: Fronted, tmp_path: Path) -> None:
    events = curl(proxy, written(tmp_path, stream=True), "-N").stdout.split("\n\n")
    assert events[-2:] == ["data: [DONE]", ""]
    said = [json.loads(event.removeprefix("data: ")) for event in events[:-2]]
    assert "drawer 110" in "".join(e["choices"][0]["delta"].get("content", "") for e in said if e["choices"])


def test_a_large_body_waits_for_100_continue(proxy: Fronted, tmp_path: Path) -> None:
    long = [{"role": "user", "content": "Keep this. " * 1000}, {"role": "assistant", "content": "Kept."}]
    messages = [*long * 110, *MESSAGES]
    body = written(tmp_path, messages)
    assert body.stat().st_size > 1 << 20
    done = curl(proxy, body, "--verbose", "-H", "Expect: 100-continue")
    assert "> Expect: 100-continue" in done.stderr and "< HTTP/1.1 100 Continue" in done.stderr
    assert "drawer 110" in json.loads(done.stdout)["choices"][0]["message"]["content"]
    assert len(proxy.upstream.last) < len(messages)


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_compressed_answer_is_asked_for(proxy: Fronted, tmp_path: Path, coding: str) -> None:
    done = curl(proxy, written(tmp_path), "--compressed", "-H", f"Accept-Encoding: {coding}")
    assert "drawer 110" in json.loads(done.stdout)["choices"][0]["message"]["content"]


def test_a_chunked_request(proxy: Fronted, tmp_path: Path) -> None:
    done = curl(proxy, written(tmp_path), "-H", "Transfer-Encoding: chunked")
    assert "drawer 110" in json.loads(done.stdout)["choices"][0]["message"]["content"]


WRONG = [
    pytest.param("{", "400", "invalid_request", id="no JSON"),
    pytest.param('{"model": "gpt-none", "messages": [{"role": "user", "content": "?"}]}', "404", "model_not_found",
                 id="an unknown model"),
]


@pytest.mark.parametrize(("body", "status", "code"), WRONG)
def test_an_error_has_a_status_and_openai_s_shape(
    proxy: Fronted, tmp_path: Path, body: str, status: str, code: str
) -> None:
    file = tmp_path / "request.json"
    file.write_text(body)
    answer, _, told = curl(proxy, file, "--write-out", "\n%{http_code}").stdout.rpartition("\n")
    assert told == status and json.loads(answer)["error"]["code"] == code


def test_the_list_of_models_passes_through(proxy: Fronted) -> None:
    asked = [*CURL, "-H", "Authorization: Bearer sk-1", f"{proxy.base_url}/models"]
    listed = json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
    assert "MiniMax-M3" in [model["id"] for model in listed["data"]]
