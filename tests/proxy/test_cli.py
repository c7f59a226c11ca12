from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from proxy.cli import main, settings_of


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def given(**flags: object) -> argparse.Namespace:
    return argparse.Namespace(**{"environ": {}, **flags})


def test_without_a_command_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    shown = capsys.readouterr().out
    assert all(command in shown for command in ("serve", "check", "demo", "explain"))


@pytest.mark.parametrize(
    "flag", ["--host", "--port", "--upstream", "--profile", "--mode", "--budget", "--fill"]
)
def test_serve_has_a_flag_for_what_people_change_most(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["serve", "--help"])
    assert left.value.code == 0 and flag in capsys.readouterr().out


WRONG = [
    pytest.param(["serve", "--port", "many"], {}, "GATEKEEPER_PORT: 'many'", id="a wrong flag"),
    pytest.param(["serve"], {"GATEKEEPER_MODE": "fast"}, "GATEKEEPER_MODE: 'fast'", id="a wrong variable"),
    pytest.param(
        ["check"], {"UPSTREAM_BASE_URL": "a.test"}, "UPSTREAM_BASE_URL: 'a.test'", id="a wrong address"
    ),
    pytest.param(
        ["serve", "--host", "0.0.0.0"],
        {"MINIMAX_API_KEY": "sk-1"},
        "GATEKEEPER_API_KEYS: ",
        id="an open gateway",
    ),
]


@pytest.mark.parametrize(("argv", "environ", "begins"), WRONG)
def test_a_wrong_setting_stops_with_one_line(
    argv: list[str], environ: dict[str, str], begins: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv, environ) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"gatekeeper: {begins}") and shown.count("\n") == 1 and "(example: " in shown


def test_flags_beat_the_environment_which_beats_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_text("GATEKEEPER_MODE=off\nGATEKEEPER_FILL=cover\nGATEKEEPER_TOKEN_BUDGET=1\n")
    Path(".env").chmod(0o600)
    environ = {"GATEKEEPER_FILL": "budget", "GATEKEEPER_TOKEN_BUDGET": "2"}
    settings = settings_of(given(environ=environ, token_budget="3"))
    assert (settings.mode, settings.fill, settings.token_budget) == ("off", "budget", 3)
    assert capsys.readouterr().err == ""


def test_warnings_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    settings_of(given(environ={"GATEKEEPER_PROT": "1"}))
    assert "GATEKEEPER_PROT" in capsys.readouterr().err
