"""deploy/gatekeeper.service as systemd itself judges it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "deploy" / "gatekeeper.service"
INSTALLED = "/opt/context-gatekeeper/.venv/bin/gatekeeper"
# systemd's own scale is 0 (least exposed) to 10; here in tenths. A proxy needs the network, which costs 0.8.
MOST_EXPOSED = 13


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that exists here, which is all that systemd asks of it."""
    text = UNIT.read_text()
    assert text.count(INSTALLED) == 1
    (tmp_path / UNIT.name).write_text(text.replace(INSTALLED, sys.executable))
    return tmp_path / UNIT.name


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.fail("systemd-analyze is not installed, and this test runs it: apt-get install systemd")
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


def test_systemd_finds_nothing_to_complain_about(unit: Path) -> None:
    result = analyze("verify", "--man=no", str(unit))
    assert (result.returncode, result.stderr) == (0, "")


def test_the_service_can_do_little_beside_its_work(unit: Path) -> None:
    result = analyze("security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(unit))
    assert result.returncode == 0, result.stdout
