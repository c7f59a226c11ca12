"""Phrase tables: which languages a line may be in, and the regular expressions of their phrases.

A table maps signals to blocks (see `cue_words`). Patterns are compiled when first needed: a chat in one
language never pays for the other fourteen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from gatekeeper_core.alternation import factored
from gatekeeper_core.cue_fillers import FILLER_PHRASES, FILLER_WORDS, FOREIGN_HINTS
from gatekeeper_core.own_words import QUOTED

UNSPACED = frozenset({"thai", "kana", "han"})

_SCRIPTS = [
    (name, re.compile(f"[{letters}]"))
    for name, letters in (
        ("cyrillic", "\u0400-\u052f"),
        ("arabic", "\u0600-\u06ff\u0750-\u077f"),
        ("devanagari", "\u0900-\u097f"),
        ("thai", "\u0e01-\u0e4e"),
        ("hangul", "\uac00-\ud7a3\u3131-\u318e"),
        ("kana", "\u3041-\u3096\u30a1-\u30fa"),
        ("han", "\u3400-\u9fff"),
    )
]
_ENGLISH_SPEECH = re.compile(r" [a-z']+ [a-z']+ [a-z']+ [a-z']+ ")
_LETTERS = {
    "thai": re.compile("[\u0e01-\u0e3a\u0e40-\u0e4e]+"),
    "kana": re.compile("[\u3005\u3041-\u3096\u30a1-\u30fc\u3400-\u9fff]+"),
    "han": re.compile("[\u3005\u3400-\u9fff]+"),
}


class Phrases:
    """The tables of all languages for one purpose, with what their words in capitals stand for."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]], blanks: Mapping[str, str]) -> None:
        self._tables = tables
        self._blanks = {name: unwrap(block) for name, block in blanks.items()}
        self._compiled: dict[tuple[str, str], re.Pattern[str] | None] = {}

    def pattern(self, name: str, signal: str) -> re.Pattern[str] | None:
        """The pattern of a signal in one table; None where the table has none."""
        key = (name, signal)
        if key not in self._compiled:
            self._compiled[key] = self._compile(name, signal)
        return self._compiled[key]

    def search(self, line: str, names: Iterable[str], signal: str) -> re.Match[str] | None:
        """The first match of a signal in a lower-cased spoken line, tables tried in the order given."""
        for name in names:
            pattern = self.pattern(name, signal)
            if pattern and (match := pattern.search(line)):
                return match
        return None

    def prepare(self) -> None:
        """Compiles every pattern now (about half a second) so that no chat has to wait for it."""
        for name, table in self._tables.items():
            for signal in table:
                self.pattern(name, signal)

    def _compile(self, name: str, signal: str) -> re.Pattern[str] | None:
        block = self._tables[name].get(signal)
        if block is None:
            return None
        # Blanks that look back ("at the start of a sentence") stay words until the alternatives are gathered.
        anchors = tuple(blank for blank, value in self._blanks.items() if value.startswith("(?<"))
        source = factored(self._filled(unwrap(block), anchors), anchors)
        source = self._filled(source)
        return re.compile(source if name in UNSPACED else f" (?:{source})(?= )")

    def _filled(self, source: str, but: tuple[str, ...] = ()) -> str:
        for _ in range(2):  # a blank may hold other blanks, one level deep
            for blank, value in self._blanks.items():
                if blank not in but:
                    source = source.replace(blank, value)
        return source


def unwrap(block: str) -> str:
    """A block as one line: its line breaks and indentation mean nothing."""
    return "".join(line.strip() for line in block.splitlines())


def tables_for(line: str) -> tuple[str, ...]:
    """The names of the tables a lower-cased spoken line is to be looked up in, by its scripts and its
    words.
    """
    if not line.isascii():
        names = [name for name, letters in _SCRIPTS if letters.search(line)]
        if "kana" in names and "han" in names:
            names.remove("han")  # Japanese shares its characters with Chinese, not its phrases
        if names:  # one or two English words inside another script are names and terms, not speech
            return (*names, "english") if _ENGLISH_SPEECH.search(line) else tuple(names)
    words = frozenset(line.split())
    english = len(words & FILLER_WORDS["english"])
    foreign = len(words & FOREIGN_HINTS)
    if english > foreign and 3 * english >= len(words):
        return ("english",)
    return ("english", "latin") if english >= foreign else ("latin",)


def content(line: str, names: Iterable[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """What a line says beyond fillers: its spaced words, and (table, run of letters) for unspaced scripts."""
    runs: list[tuple[str, str]] = []
    fillers: list[frozenset[str]] = []
    for name in names:
        if name in FILLER_PHRASES:
            line = _fillers(name).sub(" ", line)
        if name in UNSPACED:
            runs += [(name, run) for run in _LETTERS[name].findall(line)]
            line = _LETTERS[name].sub(" ", line)
        if name in FILLER_WORDS:
            fillers.append(FILLER_WORDS[name])
    words = [
        token
        for token in line.split()
        if token == QUOTED
        or ((token[0].isalnum() or token[-1].isalnum()) and not any(token in known for known in fillers))
    ]
    return words, runs


@cache
def _fillers(name: str) -> re.Pattern[str]:
    source = unwrap(FILLER_PHRASES[name])
    return re.compile(source if name in UNSPACED else f"(?<= )(?:{source})(?= )")
