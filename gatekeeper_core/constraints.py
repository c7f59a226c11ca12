"""Stable constraints: what the user declared to hold for the rest of the conversation, in so many words.

Only the user's own words count, never quoted text or text given to be treated. "This time" binds its own turn
and is not declared; a plan ("from now on I'll run daily"), a report ("my sister always says …") and a
question about wishes are none. When in doubt nothing is declared: a lost wish can be repeated, an invented
one spoils every answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gatekeeper_core.constraint_keys import BY_CLAUSE, DIET, GENERIC, GENERIC_PHRASES, NAMING, NEGATION
from gatekeeper_core.constraint_words import BLANKS, ENGLISH
from gatekeeper_core.constraint_words_asia import HAN, KANA, THAI
from gatekeeper_core.constraint_words_latin import LATIN
from gatekeeper_core.constraint_words_spaced import ARABIC, CYRILLIC, DEVANAGARI, HANGUL
from gatekeeper_core.model import Declaration
from gatekeeper_core.own_words import QUOTED, own_words, spoken_line
from gatekeeper_core.phrases import Phrases, content, tables_for

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
_ENDS = 600  # code points at either end of a long message in which a declaration is looked for
_SENTENCE_END = re.compile(rf"[.!?…]+(?=[\s\"')\]{QUOTED}]|$)|[。！？；।؟]+|\n")
_CLAUSE_END = re.compile(r" [.,!?;:…]+ ")
_BULLET = re.compile(r"\n\s*(?:[-*•·]|\d+[.)、])\s*")
_ITEM = re.compile(_BULLET.pattern + r"\S[^\n]*")
_LONGEST = 300  # code points: a longer sentence is prose, not a wish
_LONGEST_THAI = 150  # Thai prose has no sentence marks: a whole paragraph would pass for one sentence
# A bare "forget that" points at the talk just before it, not at a wish of long ago.
_BARE_REACH = 2
# One value at a time: a later declaration replaces the earlier one. All other keys add up.
_SINGLE = frozenset({"language", "style", "length", "format", "persona"})
_GRAM = {"thai": 4, "kana": 2, "han": 2}  # code points of a word piece two wishes can share


def declarations(text: str) -> tuple[Declaration, ...]:
    """What one user message declares or withdraws, in order; one entry for each key a sentence concerns.

    Looks at the user's own words within 600 code points of either end. 10 to 20 µs for 100 code points
    without a declaration.
    """
    own = own_words(text, _ENDS)
    whole = spoken_line(own).lower()
    tables = tables_for(whole)
    if _PHRASES.search(whole, tables, "hint") is None:
        return ()
    found: list[Declaration] = []
    longest = _LONGEST_THAI if "thai" in tables else _LONGEST
    stop = 0
    for start, end in _sentences(own):
        if start < stop or end - start > longest:
            continue  # an item of the list just declared; prose
        listed = _with_list(own, end)
        line = spoken_line(_BULLET.sub(" . ", own[start:listed])).lower()
        task = _PHRASES.search(line, tables, "task")
        signs = _signs(line[: task.end()] + " . " if task else line, tables)
        if signs:
            stop, about = listed, _about(line, tables)
            found += [
                Declaration(key, start, stop, "undo" in signs, about) for key in _keys(line, tables, signs)
            ]
        if task:
            break  # what follows was given to be translated, summarised, corrected …
    return tuple(found)


def binds_once(text: str) -> bool:
    """Whether a user message says in so many words that what it asks holds for its own turn only."""
    line = spoken_line(own_words(text, _ENDS)).lower()
    return _PHRASES.search(line, tables_for(line), "once") is not None


def in_force(declared: Sequence[tuple[int, Declaration]]) -> tuple[tuple[int, Declaration], ...]:
    """Of (turn_id, declaration) pairs in order those that still stand.

    A declaration replaces those of earlier turns under the same key; under a key that adds up only one about
    the same words. A withdrawal removes what has its key or its words, a bare one the newest of the last two
    turns.
    """
    standing: list[tuple[int, Declaration]] = []
    for turn, new in declared:
        if new.withdraws:
            standing = _withdrawn(standing, turn, new)
        else:
            standing = [(then, old) for then, old in standing if then == turn or not _replaces(new, old)]
            standing.append((turn, new))
    return tuple(standing)


def prepare() -> None:
    """Compiles the phrases of all languages; otherwise the first declaration in a language pays for them."""
    _PHRASES.prepare()


def _sentences(own: str) -> Iterator[tuple[int, int]]:
    start = 0
    for mark in _SENTENCE_END.finditer(own):
        yield from _stripped(own, start, mark.end())
        start = mark.end()
    yield from _stripped(own, start, len(own))


def _stripped(own: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    part = own[start:end]
    if part.strip(f" \t\r\n{QUOTED}"):
        yield start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())


def _with_list(own: str, end: int) -> int:
    """The end of the list that a sentence ending in a colon announces; the sentence's own end without one."""
    if own[end - 1] not in ":：":
        return end
    while item := _ITEM.match(own, end):
        end = item.end()
    return end


def _signs(line: str, tables: tuple[str, ...]) -> frozenset[str]:
    """Which of `need`, `wish` and `undo` a sentence is."""

    def has(signal: str) -> bool:
        return _PHRASES.search(line, tables, signal) is not None

    if not has("hint") or has("once") or has("reported"):
        return frozenset()
    signs = set()
    asked = "?" in line or has("question")
    need = _PHRASES.search(line, tables, "need")
    # "I'm allergic to nuts, is pesto safe?" states before it asks; "Am I allergic to nuts?" does not.
    if need and not has("others") and (not asked or " , " in line[need.end() :]):
        signs.add("need")
    if has("about") or (asked and not has("polite")):
        return frozenset(signs)
    undo = _PHRASES.search(line, tables, "undo")
    if undo:
        # "Forget the French, from now on answer in German" declares; what it takes back is replaced by that.
        _, _, rest = line[undo.end() :].partition(" , ")
        return frozenset({"wish" if rest and _is_wish(f". {rest}", tables) else "undo"})
    if _is_wish(line, tables):
        signs.add("wish")
    return frozenset(signs)


def _is_wish(line: str, tables: tuple[str, ...]) -> bool:
    def has(signal: str) -> bool:
        return _PHRASES.search(line, tables, signal) is not None

    return has("wish") or (has("standing") and has("addressed") and not has("own"))


def _keys(line: str, tables: tuple[str, ...], signs: frozenset[str]) -> list[str]:
    if "undo" in signs:
        if _PHRASES.search(line, tables, "undo_all"):
            return ["all"]
        return [key for key, words in BY_CLAUSE.items() if words.search(line)] or [
            "fact" if DIET.search(line) else "other"
        ]
    keys = {"fact": None} if "need" in signs else {}
    if "wish" in signs:
        keys |= dict.fromkeys(key for clause in _CLAUSE_END.split(line) for key in _clause_keys(clause))
    return list(keys) or ["other"]


def _clause_keys(clause: str) -> list[str]:
    keys = [key for key, words in BY_CLAUSE.items() if words.search(clause)]
    if NEGATION.search(clause):
        # "not in French" is still about language, "not too long" about length; all else ruled out adds up.
        return [key for key in keys if key in {"language", "length"}] or ["forbidden"]
    return keys


def _about(line: str, tables: tuple[str, ...]) -> frozenset[str]:
    if NAMING.search(line):
        return frozenset({"name"})
    words, runs = content(GENERIC_PHRASES.sub(" ", line), tables)
    grams = {
        run[i : i + size]
        for name, run in runs
        for size in [_GRAM[name]]
        for i in range(max(1, len(run) - size + 1))
    }
    return frozenset(word.rstrip("s") for word in words if word not in GENERIC and word != QUOTED) | grams


def _replaces(new: Declaration, old: Declaration) -> bool:
    if new.key != old.key:
        return False
    return new.key in _SINGLE or 2 * len(new.about & old.about) > len(new.about | old.about)


def _withdrawn(
    standing: list[tuple[int, Declaration]], turn: int, undo: Declaration
) -> list[tuple[int, Declaration]]:
    if undo.key == "all":
        return [(then, old) for then, old in standing if old.key == "fact"]
    kept = [
        (then, old)
        for then, old in standing
        if not (undo.about & old.about or (undo.key == old.key and undo.key in _SINGLE))
    ]
    bare = undo.key == "other" and not undo.about
    if bare and kept and turn - kept[-1][0] <= _BARE_REACH:
        newest = kept[-1][0]
        return [(then, old) for then, old in kept if then != newest]
    return kept
