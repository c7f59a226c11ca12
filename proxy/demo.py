"""`gatekeeper demo`: a talk through the proxy to the stand-in; after each turn, what was kept, and why."""

from __future__ import annotations

import io
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx
import msgspec
import uvicorn
from rich.cells import cell_len
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from proxy.app import create_app
from proxy.auth import Principal
from proxy.controls import Controls
from proxy.decide import Decider, Decision
from proxy.demo_talk import TALKS, Talk, Turn
from proxy.explain import colour, plain, terminal
from proxy.profiles import profile_for
from proxy.serve import server_config
from proxy.settings import Settings
from proxy.sse import EventDecoder
from proxy.standin import create_standin
from proxy.trace_log import TraceLog

# Thinking would stand in the way of what the stand-in has to say.
_REQUEST = {"model": "MiniMax-M3", "stream": True, "thinking": {"type": "disabled"}}
_BAR_CELLS = 30
_LABEL_CELLS = 9
_WHY_CELLS = 12
_PATIENCE_SECONDS = 10.0


class WatchedDecider(Decider):
    """Remembers what it decided last."""

    last: Decision | None = None

    def decide(self, body: bytes, controls: Controls, principal: Principal) -> Decision:
        self.last = super().decide(body, controls, principal)
        return self.last


@dataclass(slots=True)
class _Sums:
    before: int = 0
    after: int = 0
    # (turn, facts, whether all of them came back)
    returns: list[tuple[int, tuple[str, ...], bool]] = field(default_factory=list)


def run(lang: str = "en", console: Console | None = None) -> int:
    """Play the talk in that language; 0 if every return found its facts, else 1."""
    talk, console = TALKS[lang], console or terminal()
    console.print(Text(talk.intro.format(budget=talk.budget), "dim"))
    sums = _Sums()
    with _proxied(talk) as (client, decider):
        messages = [{"role": "system", "content": talk.system}]
        for number, turn in enumerate(talk.turns, 1):
            messages.append({"role": "user", "content": turn.question})
            answer = _ask(client, messages)
            decision = decider.last
            assert decision is not None
            _show(console, talk, number, decision, answer)
            _add(sums, number, turn, decision, answer)
            messages.append({"role": "assistant", "content": turn.answer})
    return _conclude(console, talk, sums)


@contextmanager
def listening(config: uvicorn.Config) -> Iterator[int]:
    """A server in a thread of its own on a free port of this computer; the port. It ends with the block."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(config)
    served = {"sockets": [listener]}
    thread = threading.Thread(target=server.run, kwargs=served, daemon=True, name="listening")
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(_PATIENCE_SECONDS)
        listener.close()


@contextmanager
def _proxied(talk: Talk) -> Iterator[tuple[httpx.Client, WatchedDecider]]:
    """A client of a proxy in front of the stand-in; nothing of the user's own settings counts."""
    standin = uvicorn.Config(create_standin(), log_config=None, access_log=False, ws="none", lifespan="off")
    with listening(standin) as upstream_port:
        settings = Settings.from_env(
            {
                "UPSTREAM_BASE_URL": f"http://127.0.0.1:{upstream_port}/v1",
                "UPSTREAM_PROFILE": "minimax",
                "MINIMAX_API_KEY": "sk-stand-in",
                "GATEKEEPER_TOKEN_BUDGET": str(talk.budget),
            }
        )
        profile = profile_for(settings.profile, "")
        decider = WatchedDecider(settings, profile)
        # What the proxy logs is shown better here; what goes wrong shows in the answer.
        app = create_app(settings, decider=decider, profile=profile, log=TraceLog(io.BytesIO()))
        with listening(server_config(app, settings)) as port:
            base_url = f"http://127.0.0.1:{port}/v1"
            with httpx.Client(base_url=base_url, trust_env=False, timeout=_PATIENCE_SECONDS) as client:
                yield client, decider


def _ask(client: httpx.Client, messages: list[dict[str, str]]) -> str:
    """The streamed answer's text."""
    said, decoder = [], EventDecoder()
    with client.stream("POST", "/chat/completions", json={**_REQUEST, "messages": messages}) as reply:
        reply.raise_for_status()
        for chunk in reply.iter_raw():
            for event in decoder.feed(chunk):
                if event.data != b"[DONE]":
                    choices = msgspec.json.decode(event.data)["choices"]
                    said += [choice["delta"].get("content") or "" for choice in choices or ()]
    return "".join(said)


def _add(sums: _Sums, number: int, turn: Turn, decision: Decision, answer: str) -> None:
    before, after = decision.log["tokens_before"], decision.log["tokens_after"]
    assert isinstance(before, int) and isinstance(after, int)
    sums.before += before
    sums.after += after
    if turn.facts:
        # What is asked is quoted too: only the lines after it tell what was found.
        told = "\n".join(answer.splitlines()[2:])
        sums.returns.append((number, turn.facts, all(fact in told for fact in turn.facts)))


def _show(console: Console, talk: Talk, number: int, decision: Decision, answer: str) -> None:
    trace, words = decision.trace, talk.words
    assert trace is not None
    console.print(Rule(Text(str(number), "bold"), align="left", style="dim"))
    _line(console, talk.you, Text(talk.turns[number - 1].question, "bold"))
    _line(console, talk.gate, Text(words.gate(trace.gate)))
    for note in trace.notes:
        _line(console, "", Text(words.note(note), "cyan"))
    if not trace.verdicts:
        _line(console, talk.history, Text(talk.none_yet, "dim"))
    else:
        console.print(_blocks(talk, decision))
        share = trace.tokens_after / trace.tokens_before
        figures = talk.tokens.format(before=trace.tokens_before, after=trace.tokens_after, less=1 - share)
        _line(console, talk.history, Text.assemble(_bar(console, share), f"  {figures}"))
    told = answer.splitlines()
    _line(console, talk.answer, Text(told[0], "dim"))
    if len(told) > 2:
        _line(console, "", Text(plain(told[-1])))


def _blocks(talk: Talk, decision: Decision) -> Table:
    trace, words = decision.trace, talk.words
    assert trace is not None
    table = Table(box=None, expand=True, show_header=False, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(width=_LABEL_CELLS - 1, justify="right")
    table.add_column(no_wrap=True, min_width=max(map(cell_len, (words.kept, words.trimmed, words.dropped))))
    table.add_column(no_wrap=True, min_width=_WHY_CELLS)
    table.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column(justify="right", no_wrap=True)
    for verdict in trace.verdicts:
        said = Text(plain(talk.turns[verdict.turn_id].question), "" if verdict.kept else "dim")
        table.add_row(
            str(verdict.turn_id + 1),
            Text(words.fate(verdict), colour(verdict)),
            words.why(verdict, reselected=trace.reselected),
            said,
            f"{verdict.tokens_kept}/{verdict.tokens}",
        )
    return table


def _line(console: Console, label: str, text: Text) -> None:
    """A label and a text whose further lines stand below its first."""
    table = Table(box=None, expand=True, show_header=False, padding=0, pad_edge=False)
    table.add_column(width=_LABEL_CELLS)
    table.add_column(ratio=1, overflow="fold")
    table.add_row(Text(label, "dim"), text)
    console.print(table)


def _bar(console: Console, share: float) -> Text:
    full, light = ("#", "-") if console.options.ascii_only else ("█", "░")
    cells = min(_BAR_CELLS, max(8, console.width - 4 * _LABEL_CELLS))
    sent = round(share * cells)
    return Text.assemble((full * sent, "green"), (light * (cells - sent), "dim"))


def _conclude(console: Console, talk: Talk, sums: _Sums) -> int:
    console.print(Rule(style="dim"))
    less = 1 - sums.after / sums.before
    sent = talk.sent.format(turns=len(talk.turns), before=sums.before, after=sums.after, less=less)
    console.print(Text(sent, "bold"))
    for number, facts, is_found in sums.returns:
        told = (talk.found if is_found else talk.missed).format(turn=number, facts=", ".join(facts))
        console.print(Text(told, "green" if is_found else "red"))
    return 0 if all(is_found for _, _, is_found in sums.returns) else 1
