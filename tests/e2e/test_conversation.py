"""The specification's end-to-end test (§5): a talk with a change of topic, over HTTP, in two languages.

Against the stand-in always; against the real service too when MINIMAX_API_KEY is set, here or in .env.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
from fronted_standin import Fronted, Said, fronting, history
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from gatekeeper_core.tokens import message_tokens
from proxy.settings import Settings, read_environment
from proxy.standin import create_standin

ENVIRON = read_environment(os.environ, Path(".env"))
KEY = ENVIRON.get("MINIMAX_API_KEY", "")
UPSTREAMS = ["stand-in", *([pytest.param("live", marks=pytest.mark.live)] if KEY else [])]
MODEL = "MiniMax-M3.1-Flash"
SLACK = 1.1  # the proxy corrects its estimates by what the upstream counted, in either direction


@dataclass(frozen=True, slots=True)
class Script:
    """One talk: two facts of a topic, a follow-up, another topic, a reference to it, and a return."""

    system: str
    facts: str
    more: str
    follow_up: str
    told: str
    switch: str
    reference: str
    back: str
    told_back: str


SCRIPTS = {
    "English": Script(
        system="Answer in one short sentence.",
        facts="Our database server atlas-7 runs PostgreSQL 15.4 and its replication lag is 90 seconds.",
        more="The nightly backup of atlas-7 starts at 03:25 and goes to the bucket cold-storage.",
        follow_up="How large is the replication lag of the database server atlas-7?",
        told="90",
        switch="Which spices belong into a Moroccan lamb tagine with apricots?",
        reference="Can you explain that further?",
        back="Back to the database server: at what time does the nightly backup of atlas-7 start?",
        told_back="03:25",
    ),
    "Chinese": Script(
        system="请用一句话简短回答。",
        facts="我们的数据库服务器 atlas-7 运行 PostgreSQL 15.4，主从复制延迟是 90 秒。",
        more="atlas-7 的每日备份在凌晨 03:25 开始，存到 cold-storage 桶里。",
        follow_up="数据库服务器 atlas-7 的主从复制延迟是多少？",
        told="90",
        switch="摩洛哥杏干炖羊肉要放哪些香料？",
        reference="这个能继续展开说说吗？",
        back="回到数据库服务器，atlas-7 的每日备份几点开始？",
        told_back="03:25",
    ),
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn: the messages that reached the upstream, and what came back."""

    received: list[Said]
    answer: str

    def holds(self, text: str) -> bool:
        return any(text in str(message["content"]) for message in self.received)


def relay(base_url: str) -> ASGIApp:
    """The real service as an ASGI app, so that what reaches it can be recorded."""

    async def forward(request: Request) -> StreamingResponse:
        client = httpx.AsyncClient(base_url=base_url, timeout=120)
        headers = {name: request.headers[name] for name in ("authorization", "content-type")}
        asked = client.build_request("POST", "/chat/completions", content=await request.body(), headers=headers)
        reply = await client.send(asked, stream=True)
        kept = {"content-type": reply.headers["content-type"]}
        return StreamingResponse(
            reply.aiter_bytes(), reply.status_code, kept, background=BackgroundTask(client.aclose)
        )

    return Starlette(routes=[Route("/v1/chat/completions", forward, methods=["POST"])])


@pytest.fixture(scope="module", params=UPSTREAMS)
def upstream(request: pytest.FixtureRequest) -> ASGIApp:
    if request.param == "live":
        return relay(Settings.from_env(ENVIRON).upstream_url)
    return create_standin()


def asking(proxy: Fronted) -> openai.OpenAI:
    return openai.OpenAI(base_url=proxy.base_url, api_key=KEY or "sk-stand-in", max_retries=0, timeout=120)


def answer_to(client: openai.OpenAI, messages: list[Any]) -> str:
    """The streamed answer of the model, without its thinking."""
    stream = client.chat.completions.create(model=MODEL, messages=messages, stream=True, max_tokens=4000)
    return "".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices)


def play(proxy: Fronted, script: Script, questions: list[str]) -> Iterator[Exchange]:
    """The talk, turn by turn; the whole history goes out every time, as chat clients do it."""
    messages: list[Said] = [{"role": "system", "content": script.system}]
    with asking(proxy) as client:
        for question in questions:
            messages.append({"role": "user", "content": question})
            answer = answer_to(client, messages)
            messages.append({"role": "assistant", "content": answer})
            yield Exchange(proxy.upstream.last, answer)


@pytest.fixture(scope="module", params=list(SCRIPTS))
def script(request: pytest.FixtureRequest) -> Script:
    return SCRIPTS[request.param]


@pytest.fixture(scope="module")
def talk(upstream: ASGIApp, script: Script) -> dict[str, Exchange]:
    """Every turn of the talk by its name in the script, played once for all checks."""
    names = ["facts", "more", "follow_up", "switch", "reference", "back"]
    with fronting(upstream) as proxy:
        played = play(proxy, script, [getattr(script, name) for name in names])
        return dict(zip(names, played, strict=True))


def test_within_a_topic_a_later_question_finds_what_was_said(talk: dict[str, Exchange], script: Script) -> None:
    assert talk["follow_up"].holds(script.facts)
    assert script.told in talk["follow_up"].answer


def test_after_a_change_of_topic_nothing_of_the_old_one_is_sent(
    talk: dict[str, Exchange], script: Script
) -> None:
    assert [message["role"] for message in talk["switch"].received] == ["system", "user"]
    assert not talk["reference"].holds(script.facts) and not talk["reference"].holds("atlas-7")


def test_a_referring_word_brings_the_last_block_along(talk: dict[str, Exchange], script: Script) -> None:
    received = talk["reference"].received
    assert received[-1]["content"] == script.reference
    assert received[-3]["content"] == script.switch and received[-2]["content"] == talk["switch"].answer
    assert len(received) <= 1 + 2 * 2 + 1  # system, at most two blocks, the question


def test_a_return_finds_what_was_said_before_the_change(talk: dict[str, Exchange], script: Script) -> None:
    assert talk["back"].holds(script.more)
    assert script.told_back in talk["back"].answer


@pytest.mark.parametrize("mode", ["minimal", "budget"])
@pytest.mark.parametrize("budget", [150, 600])
def test_the_history_sent_stays_within_the_budget(upstream: ASGIApp, mode: str, budget: int) -> None:
    environ = {"GATEKEEPER_MODE": mode, "GATEKEEPER_TOKEN_BUDGET": str(budget)}
    messages = history(40)
    with fronting(upstream, **environ) as proxy, asking(proxy) as client:
        for question in ("In which drawer is the barometer number 3 kept?", "And the sextant number 12?"):
            messages.append({"role": "user", "content": question})
            answer = answer_to(client, messages)
            received = proxy.upstream.last
            assert received[0] == messages[0] and received[-1] == messages[-1]
            sent = sum(message_tokens(message["content"]) for message in received[1:-1])
            assert sent <= SLACK * budget
            assert len(received) < len(messages)
            messages.append({"role": "assistant", "content": answer})
