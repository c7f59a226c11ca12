"""The files in deploy/ agree with the settings, and with each other, on ports, times, sizes and names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proxy.serve import server_config
from proxy.settings import VARIABLES, Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DEFAULTS = Settings.from_env({})
FILES = [path.name for path in sorted(DEPLOY.iterdir()) if path.is_file() and path.name != ".env"]


def number(file: str, pattern: str) -> int:
    """The one number that the pattern finds in a file of deploy/."""
    (found,) = re.findall(pattern, (DEPLOY / file).read_text(), re.MULTILINE)
    return int(found)


@pytest.mark.parametrize("file", FILES)
def test_every_variable_named_exists(file: str) -> None:
    known = {variable.name for variable in VARIABLES.values()}
    named = set(re.findall(r"\b(?:GATEKEEPER|UPSTREAM|MINIMAX)_[A-Z_]+\b", (DEPLOY / file).read_text()))
    assert named <= known


@pytest.mark.parametrize(
    ("file", "pattern"),
    [
        ("nginx.conf", r"^    server 127\.0\.0\.1:(\d+);"),
        ("Dockerfile", r"^EXPOSE (\d+)$"),
        ("Dockerfile", r"GATEKEEPER_PORT=(\d+)$"),
        ("compose.yaml", r"- 127\.0\.0\.1:8080:(\d+)$"),
        ("compose.yaml", r"http://gatekeeper:(\d+)/v1$"),
    ],
)
def test_the_port_is_the_default_port(file: str, pattern: str) -> None:
    assert number(file, pattern) == DEFAULTS.port


def test_nginx_waits_longer_than_the_gatekeeper() -> None:
    longest = max(DEFAULTS.connect_timeout + DEFAULTS.first_byte_timeout, DEFAULTS.idle_timeout)
    assert number("nginx.conf", r"proxy_read_timeout (\d+)s;") > longest


def test_nginx_takes_bodies_of_the_same_size() -> None:
    assert number("nginx.conf", r"client_max_body_size (\d+)m;") << 20 == DEFAULTS.max_body_bytes


def test_nginx_is_the_side_that_closes_idle_connections() -> None:
    config = server_config(None, DEFAULTS)  # type: ignore[arg-type]  # only its numbers are looked at
    assert number("nginx.conf", r"^    keepalive_timeout (\d+)s;") < config.timeout_keep_alive


@pytest.mark.parametrize(
    ("file", "pattern"),
    [("compose.yaml", r"stop_grace_period: (\d+)s"), ("gatekeeper.service", r"^TimeoutStopSec=(\d+)$")],
)
def test_open_answers_may_finish_before_the_process_is_killed(file: str, pattern: str) -> None:
    assert number(file, pattern) > DEFAULTS.grace_seconds


def test_the_service_has_sockets_for_every_stream() -> None:
    most = 2 * DEFAULTS.max_streams + DEFAULTS.max_queue
    assert number("gatekeeper.service", r"^LimitNOFILE=(\d+)$") > 2 * most


def test_only_what_the_dockerfile_copies_enters_the_build() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    copies = re.findall(r"^COPY (?!--from)(.*) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert rules[0] == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == set(" ".join(copies).split())


def test_keys_are_ignored_by_git() -> None:
    rules = (ROOT / ".gitignore").read_text().splitlines()
    assert {".env", "deploy/.env"} <= set(rules)
