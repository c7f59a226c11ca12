from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from scripted import Peer, answering
from serving import (
    ASK,
    CHAT,
    EVENTS,
    STREAM,
    Recorder,
    chunk,
    head_of,
    json_answer,
    post,
    serving,
    settings,
    silent,
    until,
)

from proxy.app import App, create_app
from proxy.profiles import profile_for
from proxy.trace_log import TraceLog

GATEWAY = {"MINIMAX_API_KEY": "sk-up"}
KEYED = {**GATEWAY, "GATEKEEPER_API_KEYS": "alice:k-1"}
BODY = b'{"model":"m","messages":[]}'


def over(answer: Any, **environ: str) -> App:
    """The application with a transport handed in, as a user's tests would have it."""
    return create_app(
        settings(**environ),
        transport=httpx.MockTransport(answer),
        decider=Recorder(),  # type: ignore[arg-type]
        profile=profile_for("openai", ""),
    )


async def test_a_transport_handed_in_takes_the_place_of_the_network() -> None:
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, json={"a": 1}, headers={"set-cookie": "a"})

    transport = httpx.ASGITransport(over(answer, **GATEWAY))
    async with httpx.AsyncClient(transport=transport, base_url="http://proxy") as client:
        reply = await client.post(CHAT, json=ASK)
    assert reply.json() == {"a": 1} and reply.headers["set-cookie"] == "a"
    assert seen[0].url == "http://127.0.0.1:9/v1/chat/completions"
    assert seen[0].headers["authorization"] == "Bearer sk-up"


SHAPES = [
    pytest.param("GET", "/", 404, "unknown_url", id="the root"),
    pytest.param("POST", "/models", 404, "unknown_url", id="a path without /v1"),
    pytest.param("GET", "//evil.test/v1/models", 404, "unknown_url", id="a path that names a host"),
    pytest.param("GET", "/v1/%2e%2e/x", 400, "invalid_path", id="a path that climbs"),
    pytest.param("GET", CHAT, 405, "method_not_allowed", id="GET where POST is meant"),
    pytest.param("DELETE", CHAT, 405, "method_not_allowed", id="DELETE where POST is meant"),
    pytest.param("POST", "/healthz", 405, "method_not_allowed", id="POST where GET is meant"),
]


@pytest.mark.parametrize(("method", "path", "status", "code"), SHAPES)
async def test_every_error_of_ours_has_openais_shape(method: str, path: str, status: int, code: str) -> None:
    async with serving(silent) as proxy:
        answer = await proxy.client.request(method, f"http://127.0.0.1:{proxy.port}{path}")
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (status, code)
        assert set(error) == {"message", "type", "param", "code"} and answer.headers["date"]
        assert ("allow" in answer.headers) is (status == 405)
        assert proxy.upstream.connections == 0


async def test_the_unforeseen_is_a_500_whose_place_but_not_whose_text_is_logged() -> None:
    async with serving(silent, decider=Recorder(raises=RuntimeError("secret text"))) as proxy:
        answer = await proxy.client.post(CHAT, json=ASK)
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal_error")
        line = await proxy.line()
        assert (line["level"], line["outcome"]) == ("error", "internal_error")
        assert "RuntimeError" in line["traceback"] and "in decide" in line["traceback"]
        assert b"secret text" not in proxy.log_stream.getvalue() and "secret text" not in answer.text


async def test_the_unforeseen_behind_a_whole_answer_harms_nobody() -> None:
    class Forgetful(Recorder):
        def learn(self, *_: object) -> None:
            raise ExceptionGroup("two", [KeyError("a"), ValueError("b")])

    async with serving(answering(json_answer(b"{}")), decider=Forgetful()) as proxy:
        for _ in range(2):
            assert (await proxy.client.post(CHAT, json=ASK)).content == b"{}"
        assert (await proxy.line())["level"] == "error"
        assert proxy.upstream.connections == 1


async def test_unusual_paths_do_not_break_the_log() -> None:
    async with serving(silent) as proxy:
        await proxy.client.get("/" + "x" * 3000 + "%0A%ff")
        assert len((await proxy.line())["path"]) == 200


# -- who may come in ----------------------------------------------------------------------------------------

DOORS = [
    pytest.param({}, {}, 200, None, id="pass-through without a key"),
    pytest.param({}, {"authorization": "Bearer sk-1"}, 200, b"Bearer sk-1", id="pass-through with a key"),
    pytest.param(GATEWAY, {}, 200, b"Bearer sk-up", id="an open gateway"),
    pytest.param(
        GATEWAY, {"authorization": "Bearer sk-1"}, 200, b"Bearer sk-up", id="an open gateway and some key"
    ),
    pytest.param(KEYED, {"authorization": "Bearer k-1"}, 200, b"Bearer sk-up", id="a gateway and its key"),
    pytest.param(KEYED, {}, 401, None, id="a gateway without a key"),
    pytest.param(KEYED, {"authorization": "Bearer sk-up"}, 401, None, id="a gateway and the upstream's key"),
    pytest.param(
        KEYED, {"authorization": "Bearer sk-clé".encode("latin-1")}, 401, None, id="a key beyond ASCII"
    ),
]


@pytest.mark.parametrize("path", [CHAT, "/v1/embeddings"])
@pytest.mark.parametrize(("environ", "headers", "status", "sent"), DOORS)
async def test_who_may_come_in_and_whose_key_goes_up(
    environ: dict[str, str], headers: Any, status: int, sent: bytes | None, path: str
) -> None:
    async with serving(answering(json_answer(b"{}")), **environ) as proxy:
        answer = await proxy.client.post(path, content=BODY, headers=headers)
        assert answer.status_code == status
        assert len(proxy.upstream.bodies) == (status == 200)
        if status == 200:
            keys = [
                line
                for line in proxy.upstream.heads[0].split(b"\r\n")
                if line.lower().startswith(b"authorization")
            ]
            assert keys == ([] if sent is None else [b"authorization: " + sent])


async def test_a_preflight_needs_no_key() -> None:
    async with serving(silent, **KEYED) as proxy:
        asked = {"origin": "https://app.test", "access-control-request-headers": "authorization"}
        answer = await proxy.client.options(CHAT, headers=asked)
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer.headers.get_list("access-control-allow-origin") == ["*"]
        assert answer.headers["access-control-allow-headers"] == "authorization"
        assert "content-length" not in answer.headers


PAGES = [
    pytest.param({}, "https://any.test", 200, "*", id="any page, clients bring their keys"),
    pytest.param(
        GATEWAY, "http://localhost:3000", 200, "http://localhost:3000", id="a local page, no key is needed"
    ),
    pytest.param(GATEWAY, "https://evil.test", 403, None, id="a foreign page, no key is needed"),
    pytest.param(
        {"GATEKEEPER_CORS_ORIGINS": "https://a.test"}, "https://b.test", 200, None, id="an unlisted page"
    ),
]


@pytest.mark.parametrize(("environ", "origin", "status", "allowed"), PAGES)
async def test_which_pages_may_call_and_read(
    environ: dict[str, str], origin: str, status: int, allowed: str | None
) -> None:
    raw = json_answer(b"{}", b"200 OK", b"Access-Control-Allow-Origin: https://upstream.test")
    async with serving(answering(raw), **environ) as proxy:
        for method, path in (("POST", CHAT), ("GET", "/v1/models"), ("GET", "/healthz")):
            answer = await proxy.client.request(method, path, json=ASK, headers={"origin": origin})
            assert answer.status_code == status
            assert answer.headers.get("access-control-allow-origin") == allowed


async def test_errors_can_be_read_by_the_pages_that_may_call() -> None:
    async with serving(silent, **KEYED) as proxy:
        answer = await proxy.client.post(CHAT, json=ASK, headers={"origin": "https://any.test"})
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (401, "*")


# -- overload and the end -----------------------------------------------------------------------------------


async def test_beyond_the_limits_there_is_a_503_with_retry_after() -> None:
    async with serving(silent, GATEKEEPER_MAX_STREAMS="1", GATEKEEPER_MAX_QUEUE="0") as proxy:
        await proxy.connect(post(BODY))
        await until(lambda: proxy.upstream.bodies)
        for path in (CHAT, "/v1/embeddings"):
            answer = await proxy.client.post(path, json=ASK)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert (await proxy.client.get("/healthz")).status_code == 200


@pytest.mark.parametrize("status", [b"429 Slow", b"500 Broken"])
async def test_failed_streams_give_their_connections_back(status: bytes) -> None:
    script = answering(json_answer(b'{"error":{}}', status))
    async with serving(script, GATEKEEPER_MAX_STREAMS="2", GATEKEEPER_MAX_QUEUE="50") as proxy:
        answers = await asyncio.gather(*(proxy.client.post(CHAT, json=STREAM) for _ in range(50)))
        assert {answer.status_code for answer in answers} == {int(status[:3])}
        assert proxy.upstream.connections <= 2


async def test_ready_until_the_server_drains() -> None:
    async with serving(silent) as proxy:
        assert (await proxy.client.get("/readyz")).json() == {"status": "ready"}
        proxy.app.drain()
        answer = await proxy.client.get("/readyz")
        assert (answer.status_code, answer.json()) == (503, {"status": "draining"})
        assert (await proxy.client.get("/healthz")).json() == {"status": "ok"}


async def test_what_is_ours_is_logged_as_debug() -> None:
    async with serving(silent) as proxy:
        await proxy.client.get("/healthz")
        assert (await proxy.line())["level"] == "debug"


async def test_an_open_stream_is_told_when_the_server_gives_up_waiting() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(EVENTS, chunk(b"data: {}\n\n"))
        await peer.left()

    async with serving(script) as proxy:
        reader, _ = await proxy.connect(post(BODY))
        await reader.readuntil(b"data: {}\n\n")
        (task,) = [t for t in asyncio.all_tasks() if "run_asgi" in repr(t.get_coro())]
        task.cancel()
        rest = await reader.read()
        assert b'"code":"shutting_down"' in rest and b"[DONE]" not in rest
        await proxy.upstream.left.wait()
        assert (await proxy.line())["outcome"] == "shutting_down"


async def test_the_lifespan_closes_what_is_open() -> None:
    closed = []

    class Closing(httpx.MockTransport):
        async def aclose(self) -> None:
            closed.append(True)

    stream = _Stream()
    app = create_app(
        settings(),
        transport=Closing(lambda _: httpx.Response(200)),
        decider=Recorder(),  # type: ignore[arg-type]
        profile=profile_for("openai", ""),
        log=TraceLog(stream),  # type: ignore[arg-type]
    )
    messages = iter(["lifespan.startup", "lifespan.shutdown"])
    sent = []

    async def receive() -> dict[str, Any]:
        return {"type": next(messages)}

    async def send(message: Any) -> None:
        sent.append(message["type"])

    await app({"type": "lifespan", "app": app}, receive, send)
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert closed == [True] and stream.flushed


class _Stream:
    flushed = False

    def write(self, _: bytes) -> None:
        pass

    def flush(self) -> None:
        self.flushed = True


async def test_an_upgrade_ends_here() -> None:
    async with serving(silent) as proxy:
        upgrade = (
            b"GET /v1/realtime HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"
        )
        await proxy.connect(upgrade)
        await until(lambda: proxy.upstream.heads)
        assert b"upgrade" not in proxy.upstream.heads[0].lower()


async def test_two_requests_sent_at_once_are_answered_in_order() -> None:
    async with serving(answering(json_answer(b"{}"))) as proxy:
        reader, _ = await proxy.connect(post(BODY) + post(BODY, path=b"/v1/embeddings"))
        for _ in range(2):
            assert (await head_of(reader)).startswith(b"HTTP/1.1 200 ")
            assert await reader.readexactly(2) == b"{}"
        assert [head.split()[1] for head in proxy.upstream.heads] == [
            b"/v1/chat/completions",
            b"/v1/embeddings",
        ]
