"""Units: the smallest pieces of a text that trimming may keep or drop.

The law: units follow each other without gap or overlap. A line's indentation belongs to that line, all other
white space to the unit before it. What only makes sense whole (code, table, list item, formula, JSON,
quotation, bracket, URL, grapheme) is never cut inside. In doubt there is no cut: a long unit costs tokens, a
torn sentence costs the answer. Time is linear: what was searched for once is remembered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from gatekeeper_core.flow import Flow, Kind
from gatekeeper_core.marks import CJK, DISPLAY, REST_OF_LINE, after_line, match_end, pairs


@dataclass(frozen=True, slots=True)
class Unit:
    """The slice [start, end) of a text, in code points.

    A "list" is one item, a "quote" one line of a Markdown block quote, a "blank" the white space before the
    first word or a thematic break.
    """

    start: int
    end: int
    kind: Kind


_HAN_NUMBER: Final = "[一二三四五六七八九十百]{1,4}"
# Markers that need a space after them, then those that are plain by their shape.
_MARKER: Final = (
    r"(?:[-*+•‣◦·]|\d{1,3}[.)]|[a-zA-Z]\)|[ivx]{1,4}[.)]|[가나다라마바사][.)]|[아자차카타파하]\))(?=\s|\Z)"
    rf"|\d{{1,3}}(?:[、．]|[.)](?=[{CJK}]))|{_HAN_NUMBER}[、．.]|第{_HAN_NUMBER}[、，]"
    rf"|[(（](?:\d{{1,3}}|{_HAN_NUMBER}|[a-zA-Z])[)）]|[①-⓿❶-➓㈠-㈩•・●○■□◆◇▪➤►✓✔✅☑]|\d\ufe0f?\u20e3"
)
_EDGE: Final = r"(?:[|│┃║┌├└╔╠╚┏┣┗╭╰]|\+[-=])"
# What starts at the start of a line; the group that matched last is its name.
_BLOCK: Final = re.compile(
    r"(?P<indent>[ \t]*+)(?:"
    r"(?P<fence>(?P<quoted>(?:>[ \t]*)*+)(?P<mark>```+(?=[^`\n]*(?:\n|\Z))|~~~+))"
    r"|(?P<rule>(?P<stroke>[-*_])[ \t]*+(?:(?P=stroke)[ \t]*+){2,}\r?(?=\n|\Z))"
    r"|(?P<heading>#{1,6}(?=\s|\Z))"
    rf"|(?P<table>(?:>[ \t]*)*+{_EDGE}[^\n]*\n[ \t>]*+{_EDGE}"
    r"|[^\n|]*+\|[^\n]*+\n[ \t>]*+(?=[^\n]*-)(?=[^\n]*\|)[-|:+ \t]++\r?(?=\n|\Z))"
    rf"|(?P<list>{_MARKER})"
    r"|(?P<quote>>)"
    r"|(?P<json>[\[{])"
    r"|(?P<underlined>[^\r\n]{1,200}+(?<![\s.!?。！？:：;；,，])\r?\n {0,3}(?:===+|---+)[ \t]*+\r?(?=\n|\Z))"
    r"|(?P<text>))"
)
_LINES: Final[dict[str, Kind]] = {
    "heading": "heading", "underlined": "heading", "quote": "quote", "rule": "blank"
}  # fmt: skip
_FENCE: Final = re.compile(r"(?m)^(?P<indent>[ \t]*+)(?:>[ \t]*)*+(?P<mark>```+|~~~+)(?P<rest>[^\n]*)")
_OUTSIDE_QUOTE: Final = re.compile(r"\n(?![ \t]*>)")
_ROWS: Final = re.compile(rf"(?:(?:[ \t>]*+{_EDGE}|[^\n|]*+\|)[^\n]*(?:\n|\Z))*+")
_INDENTED: Final = re.compile(r"(?:(?: {4}| {0,3}\t)[^\n]*+(?:\n|\Z)|[^\S\n]*+\n)*+")
_CODE_LINE: Final = 200  # characters: an indented line longer than this is a paragraph of prose, not code
_BLANKS: Final = re.compile(r"(?:[^\S\n]*+\n)*+(?:[^\S\n]++\Z)?")
_BLANK_LINE: Final = re.compile(r"\n(?=[^\S\n]*+\n)")
_JSON: Final = re.compile(
    r"[\[{]\s*+(?:[\[\]{}\"']|-?\d[\d.eE+-]*+\s*+[,\]]|//|/\*|(?:true|false|null|True|False|None)\b|[A-Za-z_$][\w$]*\s*:)"
)
_CUT_OFF_JSON: Final = re.compile(r"\{\s*+\"[^\"\n]*\"\s*:|\[\s*+[\[{\"]")
_BRACKETS: Final = re.compile(
    r"\"(?:[^\"\\\n]++|\\.)*+\"|(?P<open_list>\[)|(?P<close_list>\])|(?P<open_map>\{)|(?P<close_map>\})"
)


def units(text: str) -> tuple[Unit, ...]:
    """Cut a text into units; joined in order they are the text again. Raises nothing."""
    splitter = _Splitter(text)
    splitter.run()
    return tuple(splitter.found)


def _columns(indent: str) -> int:
    return len(indent.expandtabs(4))


class _Splitter:
    """Walks over a text block by block."""

    __slots__ = ("_brackets", "_flow", "_nesting", "_text", "_unquoted", "found")

    def __init__(self, text: str) -> None:
        self.found: list[Unit] = []
        self._text = text
        self._flow = Flow(text)
        self._brackets: dict[int, int] | None = None
        self._nesting = True
        self._unquoted = -1

    def run(self) -> None:
        text, at, fresh = self._text, match_end(_BLANKS, self._text, 0), True
        if at:
            self.found.append(Unit(0, at, "blank"))
        while at < len(text):
            line, kind = self._block(at, fresh)
            end = match_end(_BLANKS, text, line)
            fresh = kind != "list" and (kind != "sentence" or end > line)
            if kind == "sentence":
                for cut in self._flow.cuts:
                    self.found.append(Unit(at, cut, self._flow.own.get(at, kind)))
                    at = cut
                kind = self._flow.own.get(at, kind)
            self.found.append(Unit(at, end, kind))
            at = end

    def _block(self, at: int, fresh: bool) -> tuple[int, Kind]:
        """End and kind of the block that starts here; `fresh`: indented code may start here."""
        text = self._text
        head = self._head(at)
        kind = head.lastgroup or ""
        if kind == "fence":
            return self._fence_end(head), "code"
        end = after_line(text, at)
        if fresh and _columns(head["indent"]) >= 4 and end - at <= _CODE_LINE:
            return match_end(_INDENTED, text, at), "code"
        if kind == "list":
            return self._item_end(head), "list"
        if kind == "table":
            return match_end(_ROWS, text, at), "table"
        if kind == "json" and (json_end := self._json_end(head)):
            return json_end, "json"
        if kind in _LINES:
            return after_line(text, end) if kind == "underlined" else end, _LINES[kind]
        return self._flow.scan(at, self._resume), "sentence"

    def _head(self, at: int) -> re.Match[str]:
        head = _BLOCK.match(self._text, at)
        assert head is not None  # its last alternative is empty
        return head

    def _resume(self, line: int) -> tuple[int, bool]:
        """A paragraph goes on at the next line unless that is blank or starts another block."""
        if line == len(self._text) or match_end(_BLANKS, self._text, line) > line:
            return line, False
        head = self._head(line)
        return line, head.lastgroup == "text" or (head.lastgroup == "json" and not self._json_end(head))

    def _item_end(self, head: re.Match[str]) -> int:
        """An item takes what is indented deeper than its marker, and a line right after an unfinished one."""
        text, column, end = self._text, _columns(head["indent"]), head.end()
        spaced = text[end : end + 1].isspace()

        def resume(line: int) -> tuple[int, bool]:
            while (at := match_end(_BLANKS, text, line)) < len(text):
                following = self._head(at)
                kind = following.lastgroup
                if kind == "list" or _columns(following["indent"]) <= column:
                    unfinished = text[max(0, line - 80) : line].rstrip()[-1:] not in ".!?:;…。！？：；"
                    lazy = spaced and unfinished and at == line and kind == "text"
                    return line, lazy and not DISPLAY.match(text, following.end())
                if kind != "fence":
                    return at, True
                line = self._fence_end(following)
            return line, False

        inside = self._head(end)
        if inside.lastgroup != "fence":
            return self._flow.scan(end, resume)
        at, more = resume(self._fence_end(inside))
        return self._flow.scan(at, resume) if more else at

    def _fence_end(self, head: re.Match[str]) -> int:
        """CommonMark's rule, but a fence with a language inside of another nests, if all of them close."""
        text, mark, body = self._text, head["mark"], after_line(self._text, head.end())
        edge = text.rfind("\n", 0, head.end()) + 1
        deepest = _columns(text[edge : head.start("mark")]) + 3
        limit = len(text)
        if head["quoted"]:
            if self._unquoted <= head.end():
                outside = _OUTSIDE_QUOTE.search(text, head.end())
                self._unquoted = outside.end() if outside else limit
            limit = self._unquoted
        first, depth = 0, 1
        for line in _FENCE.finditer(text, body, limit):
            if not line["mark"].startswith(mark) or _columns(line["indent"]) > deepest:
                continue
            if not line["rest"].strip():
                depth -= 1
                first = first or after_line(text, line.end())
                if not (depth and self._nesting):
                    return after_line(text, line.end())
            elif len(line["mark"]) == len(mark) and "`" not in line["rest"]:
                depth += 1
        # Once an inner fence stayed open nesting is off, else a long text would be searched for each fence.
        self._nesting = self._nesting and not first
        return first or limit

    def _json_end(self, head: re.Match[str]) -> int:
        """End of JSON that has its lines to itself, else 0; cut-off JSON lasts until a blank line."""
        text, start = self._text, head.start("json")
        if not _JSON.match(text, start):
            return 0
        if self._brackets is None:
            self._brackets = pairs(_BRACKETS, text)
        end = self._brackets.get(start)
        if end is not None:
            rest = REST_OF_LINE.match(text, end)
            return rest.end() if rest else 0
        if not _CUT_OFF_JSON.match(text, start):
            return 0
        blank = _BLANK_LINE.search(text, start)
        return blank.end() if blank else len(text)
