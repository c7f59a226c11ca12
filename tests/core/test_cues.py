"""What the user's words signal: the tables of `said`, quoting, long messages, any text at all."""

from __future__ import annotations

import pytest
import said
import said_unseen
from hypothesis import given
from hypothesis import strategies as st

from gatekeeper_core.cues import Cues, cues, is_correction, prepare


def sentences(block: str) -> list[str]:
    return [sentence.strip() for sentence in block.split("|") if sentence.strip()]


def every(table: dict[str, str]) -> list[tuple[str, str]]:
    return [(key, sentence) for key, block in table.items() for sentence in sentences(block)]


@pytest.mark.parametrize(("language", "text"), every(said.REFERS))
def test_refers_to_the_turns_before(language: str, text: str) -> None:
    assert cues(text).refers


@pytest.mark.parametrize(("language", "text"), every(said.STANDS_ALONE))
def test_does_not_refer(language: str, text: str) -> None:
    assert not cues(text).refers


@pytest.mark.parametrize(("cue", "text"), every(said.SIGNALS) + every(said_unseen.SIGNALS))
def test_signals(cue: str, text: str) -> None:
    assert getattr(cues(text), cue)


@pytest.mark.parametrize(("cue", "text"), every(said.DOES_NOT_SIGNAL) + every(said_unseen.DOES_NOT_SIGNAL))
def test_does_not_signal(cue: str, text: str) -> None:
    assert not getattr(cues(text), cue)


@pytest.mark.parametrize(
    ("place", "text"), [(place, text) for place, block in said.ORDINALS.items() for text in sentences(block)]
)
def test_ordinal(place: int | None, text: str) -> None:
    assert cues(text).ordinal == place


@pytest.mark.parametrize("text", sentences(said_unseen.FOLLOWS_ON))
def test_a_follow_up_needs_the_turns_before(text: str) -> None:
    found = cues(text)
    assert found.refers or found.bare


@pytest.mark.parametrize("text", sentences(said_unseen.SELF_CONTAINED))
def test_a_self_contained_question_needs_nothing(text: str) -> None:
    found = cues(text)
    assert not (found.refers or found.bare or found.closes or found.corrects or found.recalls)


def test_a_message_without_words_is_bare() -> None:
    assert cues("") == Cues(False, True, False, False, False, False, False, False, None)


QUOTED = [
    ('What does "no, I meant the other one" express?', "corrects"),
    ("Translate 「これはそれです」 into English", "refers"),
    ("Count the words:\n```\nscratch that, as I said, the second one\n```", "corrects"),
    ("> as I already told you, it is the second one\n\nPlease rate the tone of mails like mine.", "regrets"),
    ("Summarise https://example.org/again?it=that&continue for Anna.", "refers"),
    ("“我刚才说过”的英文翻译有哪些写法？", "regrets"),
    ("Rate the sentence 'actually, make it three' from one to ten.", "corrects"),
]


@pytest.mark.parametrize(("text", "cue"), QUOTED)
def test_quoted_words_signal_nothing(text: str, cue: str) -> None:
    assert not getattr(cues(text), cue)


def test_the_middle_of_a_long_message_signals_nothing() -> None:
    paste = "Rivers carry sediment toward distant coasts. " * 20
    assert not cues(f"{paste} Scratch that. {paste}").corrects
    assert cues(f"{paste} Do you remember the name of my dog?").recalls


def test_is_correction_agrees_with_the_full_answer() -> None:
    for text in sentences(said.SIGNALS["corrects"]) + sentences(said.DOES_NOT_SIGNAL["corrects"]):
        assert is_correction(text) is cues(text).corrects


def test_prepare_changes_no_answer() -> None:
    before = cues("Why is that?")
    prepare()
    assert cues("Why is that?") == before


@given(st.text(max_size=2000))
def test_any_text_has_cues(text: str) -> None:
    found = cues(text)
    assert not (found.closes and found.asks)
    assert found.refers or found.ordinal is None


@given(st.text(alphabet="nota but,.?'\"`是不那呢ถ를 ", max_size=1200))
def test_repetitive_text_has_cues(text: str) -> None:
    assert isinstance(cues(text), Cues)
