"""Marks: the patterns that running text is read by, each linear in what it reads."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

CJK: Final = "\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
ENVIRONMENTS: Final = re.compile(
    r"(?i)(?P<open_math>\\begin\{)|(?P<close_math>\\end\{[^}\n]{0,40}\})"
    r"|(?P<open_table><table\b)|(?P<close_table></table\s*>)"
)
DISPLAY: Final = re.compile(r"(?i)\$\$|\\\[|\\begin\{|<table\b")
REST_OF_LINE: Final = re.compile(r"[ \t]*[.,;。，；]?[ \t\r]*(?:\n|\Z)")
LAST_TICKS: Final = re.compile(r"(?m)(?<!`)```++(?:[ \t\r]*+$|(?<=^```)(?!\w))")

OPENERS: Final = dict(
    zip("([{（［｛【〔「『《〈“‘„«‹»", ")]}）］｝】〕」』》〉”’“»›«", strict=True)  # „…“ and »…« are German
)
CLOSERS: Final = frozenset(OPENERS.values())
# Ends that need no space after them: CJK, Indic, Arabic, Syriac, N'Ko, Armenian, Ethiopic, Burmese, Khmer,
# Tibetan, Mongolian and smaller scripts (Unicode's Sentence_Terminal property).
HARD: Final = "\u037e。！？；｡।॥؟۔؞܀܁܂߹։።፧፨။។៕།༎᠃᠉᱾᱿꓿꘎꘏꛳꛷꣎꣏꤯꧉꩝꩞꩟꯫︒︕︖﹖﹗"
MARKS: Final = {
    **dict.fromkeys("\n\x85\u2028\u2029", "newline"),
    **dict.fromkeys(".!?…;", "soft"),
    **dict.fromkeys(HARD, "hard"),
    **dict.fromkeys([*OPENERS, *CLOSERS], "bracket"),
    **dict.fromkeys('"*', "pair"),
    **dict.fromkeys("`$\\<:", "span"),
}
MARK: Final = re.compile(f"[{re.escape(''.join(MARKS))}]")
_THAI: Final = "\u0e01-\u0e4e\u0e81-\u0ecd"  # Thai and Lao without digits: a number keeps its unit
_THAI_BASE: Final = "\u0e01-\u0e2e\u0e40-\u0e44\u0e81-\u0eae\u0ec0-\u0ec4"
THAI_LETTER: Final = re.compile(f"[{_THAI}]")
MARK_OR_SPACE: Final = re.compile(f"[{re.escape(''.join(MARKS))} ]")
# A space that may end a phrase: not behind a short word ("in") or a power of ten, not before an abbreviation.
THAI_SPACE: Final = re.compile(
    rf"(?<=[{_THAI}]{{4}})(?<!ล้าน)(?<!แสน)(?<!หมื่น)(?<!พัน)(?<!ร้อย) [ \t]*+"
    rf"(?=[{_THAI_BASE}])(?![{_THAI}]{{1,3}}\.)"
)
# By first character: what belongs together whatever stands in it. A match that ends nothing is passed over.
SPANS: Final = {
    "`": re.compile(r"`[^`\n]+`(?!`)|``(?!`)[^\n]*?(?<!`)``(?!`)|`+"),
    "$": re.compile(
        r"\$\$(?:[^$\n]++|\n(?![ \t\r]*+\n)|\$(?!\$))*+\$\$"
        r"|\$\$[ \t\r]*+\n(?:(?![ \t]*```)[^\n$]*+\n)*+[^\n$]*+\$\$"  # with blank lines
        r"|\$(?=[^\s$])[^$\n]+(?<=[^\s\\])\$(?!\d)|\$+"
    ),
    "\\": re.compile(
        r"\\\[(?:[^\\]++|\\[^\[\]])*+\\\]"
        r"|\\\((?:[^\\\n]++|\\[^()\n]|\n(?![ \t\r]*+\n))*+\\\)"
        r"|\\begin\{|\\[^\w\s]?"
    ),
    "<": re.compile(r"<(?:[tT][aA][bB][lL][eE]\b)?"),
    ":": re.compile(rf":(?://[^\s<>\"“”（）「」{HARD}，、]*[^\s<>\"“”（）「」{HARD}，、.,;:!?'*)\]])?"),
}
AFTER_SOFT: Final = frozenset(CLOSERS | set("\"'*_["))
SPACES: Final = re.compile(r"(?:(?![\n\x85\u2028\u2029])\s)*+")


def after_line(text: str, at: int) -> int:
    return text.find("\n", at) + 1 or len(text)


def match_end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def pairs(pattern: re.Pattern[str], text: str) -> dict[int, int]:
    """Start of each opener -> end of the closer that belongs to it."""
    waiting: dict[str, list[int]] = {}
    pairs = {}
    for match in pattern.finditer(text):
        side, _, what = (match.lastgroup or "").partition("_")
        if side == "open":
            waiting.setdefault(what, []).append(match.start())
        elif side == "close" and waiting.get(what):
            pairs[waiting[what].pop()] = match.end()
    return pairs


def extends(char: str) -> bool:
    """Whether the character belongs to the grapheme before it (UAX 29: Extend, SpacingMark, ZWJ)."""
    return char > "\u02ff" and (
        unicodedata.category(char) in ("Mn", "Mc", "Me")
        or char in "\u200c\u200d\uff9e\uff9f"
        or "\U0001f3fb" <= char <= "\U0001f3ff"
        or "\U000e0020" <= char <= "\U000e007f"
    )


def is_cjk(char: str) -> bool:
    return "\u3005" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff"
