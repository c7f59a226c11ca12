"""`gatekeeper explain FILE`: what would be kept of a chat request and why, as a table. Calls no upstream."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gatekeeper_core.errors import GatekeeperError
from gatekeeper_core.model import Message, Trace, Verdict
from proxy import wire_message
from proxy.auth import Principal
from proxy.codec import decode
from proxy.controls import NO_CONTROLS
from proxy.decide import Decider, Decision
from proxy.errors import ProxyError
from proxy.profiles import profile_for
from proxy.segments import segment
from proxy.settings import Settings
from proxy.wording import ENGLISH

_NOBODY = Principal("explain", "explain")
# In narrower terminals (columns) figures make way for words.
_SCORE_FROM = 76
_SIZE_FROM = 60
_NARROW_WHY = 12
_LONGEST_SAID = 400  # characters of a text that may come into a table at all
_ALL_FITS = "all fits the budget"


class Unreadable(Exception):
    """The file holds no chat request; its text is one line for the user."""


def run(settings: Settings, file: str, *, as_json: bool = False, console: Console | None = None) -> int:
    """Print the decision for the request in `file` (`-`: stdin); 0, or 2 when it cannot be read.

    A `gatekeeper` object in the request counts, as it would in the proxy.
    """
    try:
        body = _body(file)
        decision = _decided(settings, body)
    except Unreadable as problem:
        print(f"gatekeeper: {'stdin' if file == '-' else file}: {problem}", file=sys.stderr)
        return 2
    console = console or terminal()
    if as_json:
        console.out(msgspec.json.format(trace_json(decision)).decode())
    elif decision.trace is None:
        console.print(_nothing_decided(decision), markup=False, highlight=False)
    else:
        show(console, decision, decision.trace, said_in(body))
    return 0


def terminal() -> Console:
    """The terminal, or the pipe, on stdout; what its encoding cannot say becomes a question mark."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return Console(highlight=False)


def plain(text: str) -> str:
    """A text on one line, without what would steer the terminal."""
    line = " ".join(text[: 2 * _LONGEST_SAID].split())
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line[:_LONGEST_SAID])


def said_in(body: bytes) -> list[str]:
    """What opens each block of history: the user's words, behind the role where it is another's."""
    envelope = decode(body)
    messages = [wire_message.read(envelope.message(i)) for i in range(len(envelope.messages))]
    return [_opening([messages[i] for i in block]) for block in segment(messages).blocks]


def colour(verdict: Verdict) -> str:
    """The colour of a verdict."""
    if not verdict.kept:
        return "red"
    return "yellow" if verdict.tokens_kept < verdict.tokens else "green"


def trace_json(decision: Decision) -> bytes:
    """The decision with its trace as JSON, without any text; `trace` is null where nothing was decided."""
    trace, log = decision.trace, decision.log
    found: dict[str, object] = {"mode": decision.mode, "model": decision.model, "trace": None}
    if trace is not None:
        verdicts = [verdict._asdict() for verdict in trace.verdicts]
        found |= {name: log[name] for name in ("decision", "tokens_before", "tokens_after", "notes")}
        found["trace"] = {**msgspec.to_builtins(trace), "verdicts": verdicts}
    return msgspec.json.encode(found)


def show(console: Console, decision: Decision, trace: Trace, said: Sequence[str]) -> None:
    """Gate, one row a block, totals, notes."""
    gate = trace.gate
    console.print(Text.assemble(("gate    ", "dim"), (ENGLISH.gate(gate), "bold")))
    console.print(Text(f"        overlap {gate.overlap:.2f}, new words {gate.new_ratio:.2f}", "dim"))
    console.print(Text.assemble(("mode    ", "dim"), f"{decision.mode}, budget {trace.budget} estimated tokens"))
    if trace.verdicts:
        console.print(_table(console, trace, said))
    dropped = sum(not verdict.kept for verdict in trace.verdicts)
    kept = len(trace.verdicts) - dropped
    less = 1 - trace.tokens_after / trace.tokens_before if trace.tokens_before else 0
    console.print(
        Text.assemble(
            ("history ", "dim"),
            (f"{trace.tokens_before} -> {trace.tokens_after} tokens ({less:.0%} less)", "bold"),
            f", {kept} blocks kept, {dropped} dropped",
        )
    )
    log = decision.log
    console.print(
        Text.assemble(("request ", "dim"), f"{log['tokens_before']} -> {log['tokens_after']} tokens in all")
    )
    notes = log["notes"]
    assert isinstance(notes, list)
    for note in notes:
        console.print(Text.assemble(("note    ", "dim"), ENGLISH.note(note)))
    if decision.mode == "observe":
        console.print(Text("note    mode observe: the original would be sent all the same", "dim"))


def _table(console: Console, trace: Trace, said: Sequence[str]) -> Table:
    has_score, has_size = console.width >= _SCORE_FROM, console.width >= _SIZE_FROM
    table = Table(box=None, expand=True, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("turn", justify="right", no_wrap=True)
    table.add_column("said", no_wrap=True, overflow="ellipsis", ratio=1, min_width=8)
    if has_size:
        table.add_column("tokens", justify="right", no_wrap=True)
    table.add_column("kept", justify="right", no_wrap=True)
    if has_score:
        table.add_column("score", justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("why", max_width=None if has_size else _NARROW_WHY)
    for verdict, words in zip(trace.verdicts, said, strict=True):
        # Nothing was sent before this request: what was not selected was kept because all of it may go.
        why = _ALL_FITS if verdict.kept and not trace.reselected else ENGLISH.why(verdict)
        table.add_row(
            str(verdict.turn_id),
            Text(words, "" if verdict.kept else "dim"),
            *([str(verdict.tokens)] if has_size else []),
            str(verdict.tokens_kept) if verdict.kept else "-",
            *([f"{verdict.score:.2f}"] if has_score else []),
            Text(ENGLISH.fate(verdict), colour(verdict)),
            why,
        )
    return table


def _opening(block: Sequence[Message]) -> str:
    asked = plain(" ".join(m.text for m in block if m.role == "user"))
    if block[0].role == "user":
        return asked or f"user: {ENGLISH.no_text}"
    return f"{plain(block[0].role)}: {plain(block[0].text) or ENGLISH.no_text}"


def _body(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as exc:
        raise Unreadable((exc.strerror or "cannot be read").lower()) from None


def _decided(settings: Settings, body: bytes) -> Decision:
    host = urlsplit(settings.upstream_url).hostname or ""
    profile = profile_for(None if settings.profile == "auto" else settings.profile, host)
    try:
        return Decider(settings, profile).decide(body, NO_CONTROLS, _NOBODY)
    except (ProxyError, GatekeeperError) as exc:
        raise Unreadable(_where_json_ends(body) or str(exc)) from None


def _where_json_ends(body: bytes) -> str | None:
    """What is wrong with a body that is no JSON, and where; None for JSON."""
    if not body.strip():
        return "empty"
    try:
        json.loads(body)
    except json.JSONDecodeError as exc:
        return f"not JSON at line {exc.lineno}, column {exc.colno}: {exc.msg}"
    except UnicodeDecodeError as exc:
        return f"not UTF-8 at byte {exc.start}"
    except RecursionError:
        return "nested too deeply"
    return None


def _nothing_decided(decision: Decision) -> str:
    if decision.mode == "off":
        return "mode off: nothing is decided, the original is sent"
    if decision.mode == "bypassed":
        return "deciding failed: the original is sent (the reason is in the log above)"
    return "no user message, so there is no question to select for: the original is sent"
