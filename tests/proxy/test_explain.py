from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from serving import settings

from proxy.cli import main
from proxy.explain import plain, run

TALK = [
    ("From now on, answer in at most two sentences.", "Will do."),
    ("The night ferry to Trelleborg has the booking code KX-4471.", "Noted. " + "Bring your papers. " * 30),
    ("How do I undo the last commit in git?", "Run git reset --soft HEAD~1."),
    ("你好，鹰嘴豆要泡多久？", "泡十二小时。"),
]


def request(question: str = "Which booking code has the night ferry to Trelleborg?", **fields: Any) -> bytes:
    messages = [{"role": "system", "content": "You are kind."}]
    for asked, answered in TALK:
        messages += [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}]
    messages.append({"role": "user", "content": question})
    return json.dumps({"model": "m", "messages": messages, **fields}).encode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "request.json"
    path.write_bytes(request())
    return path


def explained(file: Path, width: int = 100, mode: str = "minimal") -> list[str]:
    """The lines shown for a request in a terminal so wide."""
    shown = io.StringIO()
    console = Console(file=shown, width=width, color_system=None)
    assert run(settings(GATEKEEPER_MODE=mode), str(file), console=console) == 0
    return [line.rstrip() for line in shown.getvalue().splitlines()]


def row(lines: list[str], turn: int) -> list[str]:
    return next(line.split() for line in lines if line.split()[:1] == [str(turn)])


def test_each_block_has_a_row_with_its_verdict_in_words(file: Path) -> None:
    lines = explained(file)
    assert row(lines, 0)[-3:] == "a standing wish".split() and "From now on" in "\n".join(lines)
    assert {"kept", "trimmed"} & set(row(lines, 1)) and row(lines, 1)[-3:] == "covers the question".split()
    assert "dropped" in row(lines, 3)


def test_gate_and_totals_are_shown(file: Path) -> None:
    shown = "\n".join(explained(file))
    assert shown.startswith("gate ") and "        overlap " in shown and ", budget " in shown
    assert "history " in shown and "% less), " in shown and "request " in shown


def test_what_is_kept_because_all_fits_is_called_so(file: Path) -> None:
    lines = explained(file, mode="budget")
    assert [row(lines, turn)[-4:] for turn in range(4)] == ["all fits the budget".split()] * 4
    assert "(0% less), 4 blocks kept, 0 dropped" in "\n".join(lines)


@pytest.mark.parametrize("width", [24, 40, 60, 76, 200])
def test_no_line_is_wider_than_the_terminal(file: Path, width: int) -> None:
    console = Console(width=width)
    assert max(console.measure(line).maximum for line in explained(file, width)) <= width


def test_what_would_steer_the_terminal_is_taken_out(file: Path) -> None:
    file.write_bytes(request().replace(b"The night", b"\\u001b[2J\\u202eThe\\n\\t night"))
    shown = "\n".join(explained(file))
    assert "\x1b" not in shown and "\u202e" not in shown and "[2J" in shown
    assert plain("a\r\n b\x07\x1b") == "a b\ufffd\ufffd"


def test_markup_in_a_text_is_shown_as_it_is(file: Path) -> None:
    file.write_bytes(request().replace(b"The night", b"[bold]The[/] night"))
    assert "[bold]The[/] night" in "\n".join(explained(file))


def test_the_trace_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--json", "--mode", "minimal", str(file)], {}) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["mode"] == "minimal" and found["tokens_after"] < found["tokens_before"]
    assert [v["turn_id"] for v in found["trace"]["verdicts"]] == [0, 1, 2, 3]
    assert found["trace"]["verdicts"][0]["reason"] == "constraint"


def test_the_request_may_come_on_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(request())))
    assert "gate " in "\n".join(explained(Path("-")))


def test_the_controls_in_the_body_count(file: Path) -> None:
    file.write_bytes(request(gatekeeper={"pin": [7]}))
    assert row(explained(file), 3)[-4:] == "pinned by the request".split()


NOTHING_DECIDED = [
    pytest.param("off", request(), "m", "mode off: ", id="mode off"),
    pytest.param("minimal", b'{"messages": [{"role": "system"}]}', "", "no user message, ", id="nobody asks"),
]


@pytest.mark.parametrize(("mode", "body", "model", "begins"), NOTHING_DECIDED)
def test_where_nothing_is_decided_a_line_says_why(
    mode: str, body: bytes, model: str, begins: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(body)
    assert " ".join(explained(file, mode=mode)).startswith(begins)
    assert run(settings(GATEKEEPER_MODE=mode), str(file), as_json=True) == 0
    assert json.loads(capsys.readouterr().out) == {"mode": mode, "model": model, "trace": None}


UNREADABLE = [
    pytest.param(b"", "empty", id="an empty file"),
    pytest.param(b'{"model": "m",\n  "messages": [}', "not JSON at line 2, column 16: ", id="broken JSON"),
    pytest.param(b'{"messages": "\xff"}', "not UTF-8 at byte 14", id="not UTF-8"),
    pytest.param(b"[" * 100_000, "nested too deeply", id="nested too deeply"),
    pytest.param(b"[]", "The body must be a JSON object.", id="a list"),
    pytest.param(b'{"model": "m"}', "The request has no 'messages'.", id="no messages"),
    pytest.param(b'{"messages": []}', "'messages' must hold at least one message.", id="empty messages"),
    pytest.param(b'{"messages": [1]}', "Each message must be an object.", id="a number for a message"),
    pytest.param(request(gatekeeper={"budget": -1}), "gatekeeper.budget must be ", id="a wrong control"),
    pytest.param(request(gatekeeper={"pin": [99]}), "gatekeeper.pin: there is no message 99", id="a wrong pin"),
]


@pytest.mark.parametrize(("body", "problem"), UNREADABLE)
def test_an_unreadable_file_is_one_line_and_status_2(
    body: bytes, problem: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(body)
    assert run(settings(), str(file)) == 2
    told = capsys.readouterr()
    assert told.err.startswith(f"gatekeeper: {file}: {problem}") and told.err.count("\n") == 1
    assert told.out == ""


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, problem in ((tmp_path / "none", "no such file or directory"), (tmp_path, "is a directory")):
        assert run(settings(), str(path)) == 2
        assert capsys.readouterr().err == f"gatekeeper: {path}: {problem}\n"
