"""Flow: where running text ends and where it may be cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

from gatekeeper_core.abbreviations import MONTH, ORDINAL, WORD, is_abbreviation
from gatekeeper_core.marks import (
    AFTER_SOFT,
    CLOSERS,
    ENVIRONMENTS,
    HARD,
    LAST_TICKS,
    MARK,
    MARK_OR_SPACE,
    MARKS,
    OPENERS,
    REST_OF_LINE,
    SPACES,
    SPANS,
    THAI_LETTER,
    THAI_SPACE,
    after_line,
    extends,
    is_cjk,
    match_end,
    pairs,
)

Kind = Literal["sentence", "code", "table", "list", "math", "json", "heading", "quote", "blank"]

_REFERENCE: Final = re.compile(r"\[\d{1,3}\]")
_THAI_PIECE: Final = 80  # characters: Thai has no full stop, its phrases alone are too small to be sentences


class Flow:
    """Running text: where it ends, and where it may be cut outside of quotations and brackets that close."""

    __slots__ = ("_displays", "_mark", "_opened", "_text", "_ticks", "_waiting", "cuts", "own")

    def __init__(self, text: str) -> None:
        self.cuts: list[int] = []
        self.own: dict[int, Kind] = {}  # start of a line -> kind of a display that has its lines to itself
        self._text = text
        self._mark = MARK_OR_SPACE if not text.isascii() and THAI_LETTER.search(text) else MARK
        self._opened: list[tuple[str, int]] = []
        self._waiting: dict[str, int] = {}
        self._displays: dict[int, int] | None = None
        self._ticks = -1

    def scan(self, start: int, resume: Callable[[int], tuple[int, bool]]) -> int:
        """End of the text that starts here; `resume(line start)` says where it goes on, if it does."""
        self.cuts, self._opened, self._waiting = [], [], {}
        text, at, line, search = self._text, start, start, self._mark.search
        while match := search(text, at):
            begin = match.start()
            at = begin + 1
            role = MARKS.get(text[begin])
            if role == "newline":
                at, more = resume(at)
                if not more:
                    return at
                self.cuts.append(at)
                line = at
            elif role == "soft":
                at = self._after_end(begin, hard=False)
            elif role == "hard":
                at = self._after_end(begin, hard=True)
            elif role == "span":
                at = self._after_span(begin, line)
            elif role == "bracket":
                self._bracket(begin)
            elif role == "pair":
                at = self._pair(begin)
            elif space := THAI_SPACE.match(text, begin):
                at = space.end()
                if begin - (self.cuts[-1] if self.cuts else start) >= _THAI_PIECE:
                    self.cuts.append(at)
        return len(text)

    def _pair(self, begin: int) -> int:
        """Marks whose opener and closer look alike: the space around them tells."""
        text, mark = self._text, self._text[begin]
        if mark == "*":
            mark = "**"
            if not text.startswith(mark, begin):
                return begin + 1
        at = begin + len(mark)
        before, after = text[begin - 1 : begin], text[at : at + 1]
        if before.strip() and before not in OPENERS and self._waiting.get(mark):
            self._close(mark)
        elif after.strip() and not (mark == '"' and before.isdigit()):  # 5" are inches
            self._open(mark)
        return at

    def _bracket(self, begin: int) -> None:
        text, mark = self._text, self._text[begin]
        before, after = text[begin - 1 : begin], text[begin + 1 : begin + 2]
        if mark == "’" and before.isalnum() and after.isalnum():
            return  # an apostrophe
        if self._waiting.get(mark) and (before.strip() or mark not in "“«"):
            self._close(mark)
        elif mark in OPENERS and (after.strip() or (mark != "»" and before not in (":", ";", "-"))):  # :(
            self._open(OPENERS[mark])

    def _open(self, closer: str) -> None:
        self._opened.append((closer, len(self.cuts)))
        self._waiting[closer] = self._waiting.get(closer, 0) + 1

    def _close(self, closer: str) -> None:
        """Forget the cuts since the opener, and the openers after it that nobody closed."""
        found, kept = "", 0
        while found != closer:
            found, kept = self._opened.pop()
            self._waiting[found] -= 1
        del self.cuts[kept:]

    def _after_span(self, begin: int, line: int) -> int:
        """Where to read on behind a formula, table, code span or URL."""
        text = self._text
        at = match_end(SPANS[text[begin]], text, begin)
        mark = text[begin : begin + 2]
        if mark == "``" and text.count("`", begin, at) == at - begin > 2:
            return self._after_ticks(at)
        if mark in ("\\b", "<t", "<T"):
            if self._displays is None:
                self._displays = pairs(ENVIRONMENTS, text)
            if begin not in self._displays:
                return at
            at = self._displays[begin]
        elif mark not in ("$$", "\\[") or at - begin < 4:  # not a display, or one that nobody closed
            return at
        if not text[line:begin].strip() and REST_OF_LINE.match(text, at):
            self.own[line] = "table" if mark[0] == "<" else "math"
        return at

    def _after_ticks(self, at: int) -> int:
        """A fence in the middle of a line: code up to the next one there, or up to one that ends a block."""
        close = self._text.find("```", at, after_line(self._text, at))
        if close >= 0:
            return close + 3
        if self._ticks <= at:
            last = LAST_TICKS.search(self._text, at)
            self._ticks = last.end() if last else len(self._text) + 1
        return self._ticks if self._ticks <= len(self._text) else at

    def _after_end(self, begin: int, *, hard: bool) -> int:
        """Note the cut behind a sentence end and what closes with it; returns where to read on."""
        text, at = self._text, begin + 1
        following = text[at : at + 1]
        if hard:
            if following in HARD:
                return at
        elif not (following.isspace() or following in AFTER_SOFT or is_cjk(following)):
            return at
        after = self._after_closers(at)
        space = match_end(SPACES, text, after)
        following = text[space : space + 1]
        if not following or following in "\n\x85\u2028\u2029" or extends(following):
            return after
        if hard or text[begin - 1 : at] == "……":
            # 「はい。」と言った, “好。”的
            particle = after > at and ("\u3041" <= following <= "\u3096" or following in "的了吗呢吧啊嗎")
            ends = following not in "，、：,:—" and not particle
        elif space == after:  # 真的吗?我不信: only between CJK characters
            ends = text[begin] in ".!?" and is_cjk(following) and is_cjk(text[begin - 1 : begin])
        else:
            ends = following not in ",.;:!?…)]}" and self._stops(begin, space, quoted=after > at)
        if ends:
            self.cuts.append(space)
        return space if ends else after

    def _after_closers(self, at: int) -> int:
        text = self._text
        while char := text[at : at + 1]:
            if self._waiting.get(char):
                self._close(char)
            elif self._waiting.get("**") and text.startswith("**", at):
                self._close("**")
                at += 1
            elif char in " \u00a0\u202f" and text[at + 1 : at + 2] == "»" and self._waiting.get("»"):
                self._close("»")  # « Oui. »
                at += 1
            elif char in "'*_" and text[at + 1 : at + 2].strip():
                break
            elif reference := _REFERENCE.match(text, at):
                at = reference.end() - 1
            elif char not in "'*_" and (char not in CLOSERS or char in OPENERS):
                break
            at += 1
        return at

    def _stops(self, begin: int, space: int, *, quoted: bool) -> bool:
        """Whether the mark at `begin`, with white space up to `space`, ends a sentence."""
        text, mark = self._text, self._text[begin]
        before, following = text[begin - 1 : begin], text[space]
        if mark == ";":  # the Greek question mark
            return "\u0370" <= before <= "\u03ff" or "\u1f00" <= before <= "\u1fff"
        if quoted and following.islower():  # "Really?" he asked
            return False
        if mark != ".":
            return mark != "…" or following.isupper()
        if before in ".…":
            return False
        word = WORD.search(text, max(0, begin - 32), begin)
        if not word:
            return not following.islower()
        if before.isdigit():
            counts = len(word[0]) <= 2 and (
                word.start() == (self.cuts or [-1])[-1]
                or MONTH.match(text, space)
                or ORDINAL.search(text, max(0, begin - 16), begin)
            )
            return not (counts or following.islower() or following.isdigit())
        return not is_abbreviation(word[0].replace("-", "").casefold(), following)
