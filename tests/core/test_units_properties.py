"""What holds of the units of any text, and of texts composed of known pieces."""

from __future__ import annotations

import json
import re
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st
from test_units import assert_partition

from gatekeeper_core.units import Kind, Unit, units

FRAGMENTS = [
    *"()[]{}`$|\"'\n*_#>-~<:;.!?…。！“”«»„‘’「」 aA1é中กক€\t\r\\",
    *["\n\n", "\r\n", "    ", "```", "~~~", "````", "```py\n", "\n```\n", "``", "$$", "\\[", "\\]", "\\("],
    *["\\)", "\\begin{a}", "\\end{a}", "<table>", "</table>", "| a | b |\n|---|---|\n", '\n{"a": 1}'],
    *["\n---\n", "\n- ", "\n1. ", "\n# ", "\n> ", "\n===\n", ". A", "! ", "Dr. ", "e.g. ", "3.14", "**"],
    *["https://a.b/c.d ", "\u0301", "\u200d", "👨\u200d👩", "🇩🇪", "\u2028", "\x85", "\ufe0f", "\ud800"],
    *["กก กก ", "「は。」と", "[1]", "\n[1,\n"],
]  # fmt: skip
any_text = st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join)


@given(any_text)
@settings(max_examples=500, deadline=None)
def test_units_are_a_partition(text: str) -> None:
    for before, unit in zip([None, *units(text)], assert_partition(text), strict=False):
        first = text[unit.start]
        if before and text[unit.start - 1] not in "\n\x85\u2028\u2029":
            assert unicodedata.category(first) not in ("Mn", "Me", "Mc")
            assert not first.isspace()


@given(any_text)
@settings(max_examples=500, deadline=None)
def test_a_unit_alone_is_one_unit(text: str) -> None:
    for unit in units(text):
        alone = text[unit.start : unit.end]
        context = unit.kind == "sentence" or (unit.kind != "code" and re.match(" {4}| {0,3}\t", alone))
        assert context or len(units(alone)) == 1


word = st.text("abcdefgxyzäöñдж中文字กขक", min_size=1, max_size=8)
prose = st.lists(st.lists(word, min_size=2, max_size=6).map(" ".join), min_size=1, max_size=3).map(
    lambda sentences: "".join(f"{sentence.capitalize()}. " for sentence in sentences).strip()
)
# What stands in a line and is never cut, around prose that would be.
wrapped = st.sampled_from(
    ['"{}"', "“{}”", "「{}」", "『{}』", "«{}»", "«\u00a0{}\u00a0»", "„{}“", "({})", "[{}]", "（{}）", "`{}`",
     "\\({}\\)", "$x {} x$", "$$ {} $$", "\\[ {} \\]", "<table>{}</table>", "\\begin{{a}}{}\\end{{a}}",
     "**{}**"]
)  # fmt: skip
inline = st.one_of(
    st.builds(str.format, wrapped, prose),
    st.sampled_from(
        ["https://a.com/b.c?d=e!f#g.(h)", "3.14", "2.10.3", "👨\u200d👩", "e.g. Paris", "main.py"]
    ),
)


@st.composite
def paragraph(draw: st.DrawFn) -> tuple[str, list[tuple[int, int]]]:
    """Prose, and the spans in it that must stay whole."""
    text, spans = draw(prose), []
    for _ in range(draw(st.integers(0, 4))):
        piece = draw(inline)
        text += " "
        spans.append((len(text), len(text) + len(piece)))
        text += f"{piece} {draw(prose)}"
    return text, spans


@st.composite
def code_fence(draw: st.DrawFn) -> str:
    mark = draw(st.sampled_from(["```", "~~~", "````", "~~~~~"]))
    shorter = mark[0] * 3 if len(mark) > 3 else "``"
    line = prose | st.sampled_from(["", shorter, f"{shorter}py", "- a", "# b", "| c |", "    d", "$$", "("])
    lines = draw(st.lists(line, max_size=5))
    indent = draw(st.sampled_from(["", "  "]))
    return "\n".join(indent + part for part in [mark + draw(st.sampled_from(["", "py"])), *lines, mark])


@st.composite
def list_item(draw: st.DrawFn) -> str:
    marker = draw(st.sampled_from(["- ", "1. ", "10) ", "一、", "①", "• "]))
    more = st.one_of(prose, st.just(""), code_fence().map(lambda code: code.replace("\n", "\n   ")))
    lines = draw(st.lists(more, max_size=3))
    return "\n".join([marker + draw(prose), *(f"   {line}" for line in lines)])


values = st.recursive(
    st.none() | st.integers() | prose | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
blocks = st.one_of(
    st.tuples(st.just("code"), code_fence()),
    st.tuples(st.just("list"), list_item()),
    st.tuples(st.just("table"), st.lists(prose, min_size=1, max_size=3).map(
        lambda cells: "| a | b |\n|---|---|\n" + "\n".join(f"| {cell} | 1. B |" for cell in cells))),
    st.tuples(st.just("table"), prose.map("<table>\n<tr>{}\n\n</tr>\n</table>".format)),
    st.tuples(st.just("json"), st.builds(
        json.dumps, st.lists(values) | st.dictionaries(st.text(max_size=4), values),
        indent=st.sampled_from([None, 2]), ensure_ascii=st.booleans())),
    st.tuples(st.just("math"), prose.map("$$\n{}\n\nx\n$$".format)),
    st.tuples(st.just("math"), prose.map("\\[\n{}\n\\]".format)),
    st.tuples(st.just("math"), prose.map("\\begin{{x}}{}\n\\end{{x}}".format)),
    st.tuples(st.just("heading"), prose.map("## {}".format)),
    st.tuples(st.just("quote"), prose.map("> {}".format)),
    st.tuples(st.just("sentence"), paragraph()),
)  # fmt: skip


@given(st.lists(blocks, min_size=1, max_size=6))
@settings(max_examples=150, deadline=None)
def test_composed_texts_are_cut_only_between_what_belongs_together(
    composed: list[tuple[Kind, str | tuple[str, list[tuple[int, int]]]]],
) -> None:
    text = ""
    whole: list[tuple[int, int, Kind]] = []
    for kind, content in composed:
        start = len(text)
        if isinstance(content, str):
            text += content + "\n\n"
            whole.append((start, len(text), kind))
            text += "Next.\n\n" if kind == "list" else ""  # else an item takes the indented block behind it
        else:
            text += content[0] + "\n\n"
            whole += [(start + begin, start + end, kind) for begin, end in content[1]]
    found = assert_partition(text)
    edges = {unit.start for unit in found}
    for begin, end, kind in whole:
        assert not edges & set(range(begin + 1, end)), text[begin:end]
        if kind != "sentence":
            assert Unit(begin, end, kind) in found
