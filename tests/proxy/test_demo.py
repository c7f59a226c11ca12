from __future__ import annotations

import io
import threading

import pytest
from rich.console import Console

from proxy.cli import main
from proxy.demo import run
from proxy.demo_talk import TALKS

LANGUAGES = pytest.mark.parametrize("lang", sorted(TALKS))


@LANGUAGES
def test_the_talk_is_played_and_its_returns_find_their_facts(lang: str) -> None:
    talk, shown = TALKS[lang], io.StringIO()
    assert run(lang, Console(file=shown, width=100, color_system=None)) == 0
    text = shown.getvalue()
    assert all(turn.question[:12] in text for turn in talk.turns)
    assert all(fact in text.splitlines()[-1] + text.splitlines()[-2] for t in talk.turns for fact in t.facts)
    assert talk.words.dropped in text and talk.words.reasons["constraint"] in text
    assert "listening" not in [thread.name for thread in threading.enumerate()]


@LANGUAGES
def test_the_talk_shows_what_a_talk_has(lang: str) -> None:
    turns = TALKS[lang].turns
    assert len(turns) >= 8
    asked_again = [turn for turn in turns if turn.facts]
    for turn in asked_again:
        at = turns.index(turn)
        early = " ".join(t.question for t in turns[: at - 3])
        assert all(fact in early and fact not in turn.question for fact in turn.facts)


def test_it_works_without_a_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["demo"], {}) == 0
    assert "Sent in " in capfd.readouterr().out


def test_a_language_nobody_wrote_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["demo", "--lang", "xx"], {})
    assert left.value.code == 2 and "--lang" in capsys.readouterr().err
