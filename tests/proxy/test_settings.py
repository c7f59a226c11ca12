from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from proxy.errors import SettingsError
from proxy.settings import (
    VARIABLES,
    Settings,
    Variable,
    env_example,
    is_loopback,
    read_environment,
    readme_table,
    warnings_about,
)

ROOT = Path(__file__).parents[2]


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = Settings.from_env({})
    assert settings.upstream_url == "https://api.minimax.io/v1" and not settings.upstream_given
    assert (settings.mode, settings.token_budget, settings.fill) == ("minimal", 4000, "auto")
    assert (settings.host, settings.port) == ("127.0.0.1", 8080)
    assert settings.max_body_bytes == 64 << 20
    assert not settings.is_gateway


def test_an_empty_variable_counts_as_absent() -> None:
    assert Settings.from_env({v.name: "  " for v in VARIABLES.values()}) == Settings.from_env({})


def test_every_example_is_accepted() -> None:
    for name, variable in VARIABLES.items():
        environ = {"GATEKEEPER_API_KEYS": "k-1", variable.name: variable.example}
        assert getattr(Settings.from_env(environ), name) == variable.cast(variable.example)


def test_a_flag_beats_the_environment_and_none_is_no_flag() -> None:
    environ = {"GATEKEEPER_PORT": "1", "GATEKEEPER_MODE": "off"}
    settings = Settings.from_env(environ, {"port": "2", "mode": None})
    assert (settings.port, settings.mode) == (2, "off")


def test_naming_the_upstream_is_noticed_even_if_it_is_the_default() -> None:
    assert Settings.from_env({}, {"upstream_url": "https://api.minimax.io"}).upstream_given
    assert Settings.from_env({"UPSTREAM_BASE_URL": "https://api.minimax.io/v1"}).upstream_given


# Any list of words is a list of origins: one that no page has simply allows nobody.
PARTICULAR = [v for v in VARIABLES.values() if v.name != "GATEKEEPER_CORS_ORIGINS"]


@pytest.mark.parametrize("variable", PARTICULAR, ids=[v.name for v in PARTICULAR])
def test_a_wrong_value_stops_with_one_line_that_names_the_variable_and_an_example(variable: Variable) -> None:
    with pytest.raises(SettingsError) as stopped:
        Settings.from_env({variable.name: "wrong\x00 value"})
    text = str(stopped.value)
    assert text.startswith(f"{variable.name}: ") and f"{variable.name}=" in text and "\n" not in text


TOGETHER = [
    pytest.param({"MINIMAX_API_KEY": "sk-1"}, None, id="an open gateway on loopback"),
    pytest.param({"MINIMAX_API_KEY": "sk-1", "GATEKEEPER_HOST": "::1"}, None, id="an open gateway on ::1"),
    pytest.param(
        {"MINIMAX_API_KEY": "sk-1", "GATEKEEPER_HOST": "0.0.0.0"},
        "GATEKEEPER_API_KEYS",
        id="an open gateway for everybody",
    ),
    pytest.param(
        {"MINIMAX_API_KEY": "sk-1", "GATEKEEPER_HOST": "example.test"},
        "GATEKEEPER_API_KEYS",
        id="an open gateway on a name",
    ),
    pytest.param(
        {"MINIMAX_API_KEY": "sk-1", "GATEKEEPER_HOST": "0.0.0.0", "GATEKEEPER_API_KEYS": "k-1"},
        None,
        id="a gateway with keys for everybody",
    ),
    pytest.param({"GATEKEEPER_HOST": "0.0.0.0"}, None, id="pass-through for everybody"),
    pytest.param({"GATEKEEPER_API_KEYS": "k-1"}, None, id="client keys before an upstream without a key"),
]


@pytest.mark.parametrize(("environ", "stops"), TOGETHER)
def test_what_may_listen_where(environ: dict[str, str], stops: str | None) -> None:
    if stops is None:
        Settings.from_env(environ)
        return
    with pytest.raises(SettingsError) as stopped:
        Settings.from_env(environ)
    assert stopped.value.variable == stops


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("LOCALHOST", True),
        ("0.0.0.0", False),
        ("a", False),
    ],
)
def test_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


def test_keys_are_not_shown() -> None:
    settings = Settings.from_env({"MINIMAX_API_KEY": "sk-secret", "GATEKEEPER_API_KEYS": "a:k-secret"})
    assert "secret" not in repr(settings)


def test_a_wrong_key_is_not_quoted() -> None:
    with pytest.raises(SettingsError) as stopped:
        Settings.from_env({"MINIMAX_API_KEY": "sk-sécret"})
    assert "cret" not in str(stopped.value)


def test_the_real_environment_wins_over_the_file_and_dollars_are_plain(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text("A=file\nB='b$HOME${HOME}'\nC\n")
    environ = {"A": "real"}
    assert read_environment(environ, dotenv) == {"A": "real", "B": "b$HOME${HOME}"}
    assert environ == {"A": "real"}
    assert read_environment(environ, tmp_path / "none") == environ


def test_a_file_that_others_can_read_and_an_unknown_variable_are_warned_about(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text("")
    dotenv.chmod(0o600)
    assert warnings_about({"GATEKEEPER_PORT": "1", "OTHER": "x"}, dotenv) == []
    dotenv.chmod(0o644)
    readable, unknown = warnings_about({"GATEKEEPER_PROT": "1"}, dotenv)
    assert "chmod 600" in readable and "GATEKEEPER_PROT" in unknown


def test_the_example_file_is_the_one_generated() -> None:
    assert (ROOT / ".env.example").read_text() == env_example()


def test_every_field_comes_from_a_variable() -> None:
    assert {f.name for f in fields(Settings)} - set(VARIABLES) == {"upstream_given"}


def test_the_table_has_a_row_for_every_variable() -> None:
    assert readme_table().count("\n") == len(VARIABLES) + 1
    assert all(f"| `{variable.name}` |" in readme_table() for variable in VARIABLES.values())
