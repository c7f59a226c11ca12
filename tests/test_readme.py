"""The README says what the code says: settings, commands, files."""

from __future__ import annotations

import re
from pathlib import Path

from proxy.settings import readme_table

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_settings_table_is_the_one_of_the_code() -> None:
    between = re.search(r"<!-- settings -->\n(.*?)\n<!-- /settings -->", README, re.DOTALL)
    assert between is not None
    assert between[1].strip() == readme_table().strip()


def test_every_make_target_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)", README)) - {"of"} <= targets
