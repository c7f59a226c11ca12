"""Cues: what the user's words signal about the talk so far, in fifteen languages, by phrases alone.

A cue is a hint with a price. Where two readings are possible, the one that keeps the talk together wins: a
wrong "continue" costs tokens, a wrong "switch" loses an answer. Quoted text, code and the middle of long
messages do not count (`own_words`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gatekeeper_core.cue_fillers import ORDINAL_STEMS
from gatekeeper_core.cue_words import BLANKS, ENGLISH
from gatekeeper_core.cue_words_asia import HAN, KANA, THAI
from gatekeeper_core.cue_words_latin import LATIN
from gatekeeper_core.cue_words_spaced import ARABIC, CYRILLIC, DEVANAGARI, HANGUL
from gatekeeper_core.own_words import QUOTED, own_words, spoken_line
from gatekeeper_core.phrases import UNSPACED, Phrases, content, tables_for

_PHRASES = Phrases(
    {
        "english": ENGLISH,
        "latin": LATIN,
        "cyrillic": CYRILLIC,
        "arabic": ARABIC,
        "devanagari": DEVANAGARI,
        "hangul": HANGUL,
        "thai": THAI,
        "kana": KANA,
        "han": HAN,
    },
    BLANKS,
)
# Code points of unspaced scripts that carry about as much as one English word.
_WORD_LENGTH = {"thai": 6, "kana": 3, "han": 2}
# How far into a message a pronoun still points out of it; past that, something in the message itself can be
# meant.
_PRONOUN_REACH = {"thai": 45, "kana": 24, "han": 20, "hangul": 30, "english": 70}
_DEFAULT_REACH = 45

_ENDS = 300  # code points at either end of a long message that are read
_SHORT = 160  # code points: nothing longer is a mere thanks
_BARE = 80  # code points: nothing longer is too short to stand alone or a mere assent
_BARE_UNSPACED = 16  # code points: the same for one content word in Thai, Japanese or Chinese
_OPENING = 120  # code points within which a message opens a topic

_FIRST_NOUN = re.compile(
    r" (?:[Tt]he|[Aa]n?|[Mm]y|[Oo]ur|[Yy]our|some|any|every|each|\d[\d.,]*)"
    r" (?!(?:\w+ ){0,2}ones? )(?!(?:first|second|third|last|other|others|same|former|latter|above|previous"
    r"|next|rest|more|lot|bit|while|most|best|of|few|little|good|great)\b)[^\W\d]\w+"
    rf"| (?<![.!?:;…] )(?!I'|OK |Ok )[A-Z]\S+| {QUOTED} "
)
_STEMS = sorted(ORDINAL_STEMS, key=len, reverse=True)


@dataclass(frozen=True, slots=True)
class Cues:
    """What one user message signals.

    refers: it needs the turns just before. bare: too short to stand alone. asks: it wants something. closes:
    thanks, farewell or mere assent. opens: a greeting or the announcement of a new topic. corrects: it mends
    what was said. recalls: it points to earlier talk than the last turn. regrets: it complains that something
    told was forgotten. ordinal: the place in a list it points to, counted from 1; from the end -1, -2; None
    without one.
    """

    refers: bool
    bare: bool
    asks: bool
    closes: bool
    opens: bool
    corrects: bool
    recalls: bool
    regrets: bool
    ordinal: int | None


def cues(text: str) -> Cues:
    """The cues of one user message. Linear in its length; about 40 µs for 100 code points."""
    said = _Said.of(text)
    asks = "?" in said.line or said.signals("wants")
    opens = said.signals("opens", within=_OPENING)
    ordinal = _ordinal(said)
    return Cues(
        refers=ordinal is not None or said.signals("points") or _pronoun_points_back(said),
        bare=not opens and _is_bare(said),
        asks=asks,
        closes=not asks and _closes(said),
        opens=opens,
        corrects=_corrects(said),
        recalls=said.signals("recalls"),
        regrets=said.signals("regrets"),
        ordinal=ordinal,
    )


def is_correction(text: str) -> bool:
    """Whether the message mends what was said before: `cues(text).corrects` at a fraction of the price."""
    return _corrects(_Said.of(text))


def prepare() -> None:
    """Compiles the phrases of all languages; otherwise the first message in a language pays for them."""
    _PHRASES.prepare()


@dataclass(frozen=True, slots=True)
class _Said:
    """A message made ready for matching: its spoken line with case and without, and the tables that apply."""

    cased: str
    line: str
    tables: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> _Said:
        cased = spoken_line(own_words(text, _ENDS))
        line = cased.lower()
        return cls(cased, line, tables_for(line))

    def signals(self, signal: str, within: int | None = None) -> bool:
        match = _PHRASES.search(self.line, self.tables, signal)
        return match is not None and (within is None or match.start() < within)

    def content_words(self, line: str) -> int:
        """How many words of a line mean something by themselves, counted in English words."""
        words, runs = content(line, self.tables)
        letters = dict.fromkeys(self.tables, 0)
        for name, run in runs:
            letters[name] += len(run)
        return len(words) + sum(-(-count // _WORD_LENGTH.get(name, 1)) for name, count in letters.items())


def _pronoun_points_back(said: _Said) -> bool:
    for name in said.tables:
        reach = _PRONOUN_REACH.get(name, _DEFAULT_REACH)
        noun = _FIRST_NOUN.search(said.cased) if name == "english" else None
        pattern = _PHRASES.pattern(name, "pronoun")
        for match in pattern.finditer(said.line) if pattern else ():
            if match.start() > reach:
                break
            # "the rating of this hotel": in a short message a noun before the demonstrative is not the one
            # meant.
            if (
                noun is None
                or match.start() < noun.end() - 1
                or (match.lastgroup and len(said.line) <= _SHORT)
            ):
                return True
    return False


def _corrects(said: _Said) -> bool:
    return said.signals("corrects", within=_OPENING)


def _is_bare(said: _Said) -> bool:
    if len(said.line) > _BARE:
        return False
    words = said.content_words(said.line)
    if words != 1:
        return words == 0
    if not UNSPACED.isdisjoint(said.tables):
        return len(said.line) <= _BARE_UNSPACED
    return sum(token[0] not in ".,!?;:…" for token in said.line.split()) <= 2


def _closes(said: _Said) -> bool:
    if len(said.line) > _SHORT:
        return False
    rest, thanked = _without(said, said.line, "thanks")
    if not thanked and len(said.line) > _BARE:
        return False
    rest, assented = _without(said, rest, "okay")
    return (thanked and said.content_words(rest) <= 3) or (assented and said.content_words(rest) == 0)


def _without(said: _Said, line: str, signal: str) -> tuple[str, bool]:
    found = 0
    for name in said.tables:
        pattern = _PHRASES.pattern(name, signal)
        if pattern:
            line, count = pattern.subn(" ", line)
            found += count
    return line, found > 0


def _ordinal(said: _Said) -> int | None:
    match = _PHRASES.search(said.line, said.tables, "ordinal")
    if match is None:
        return None
    kind, word = next((key, value) for key, value in match.groupdict().items() if value)
    digits = "".join(filter(str.isdecimal, word))
    place = int(digits) if digits else ORDINAL_STEMS[next(stem for stem in _STEMS if word.startswith(stem))]
    return -place if kind == "back" else place
