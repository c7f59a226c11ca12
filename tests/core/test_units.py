"""Units: partition of a text, sentence ends in many scripts, and what is never cut inside."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from gatekeeper_core.units import Kind, Unit, units


def pieces(text: str) -> list[str]:
    return [text[unit.start : unit.end] for unit in units(text)]


def kinds(text: str) -> list[tuple[str, str]]:
    return [(unit.kind, text[unit.start : unit.end]) for unit in units(text)]


def tagged(piece: str) -> tuple[str, str]:
    kind, colon, rest = piece.partition(":")
    return (kind, rest) if colon and kind in get_args(Kind) else ("sentence", piece)


def assert_partition(text: str) -> tuple[Unit, ...]:
    found = units(text)
    assert "".join(text[unit.start : unit.end] for unit in found) == text
    assert all(unit.start < unit.end for unit in found)
    assert [unit.start for unit in found[1:]] == [unit.end for unit in found[:-1]]
    return found


# "¦" stands where a text is to be cut.
SENTENCES = {
    "English": "The pump runs. ¦Does it leak? ¦Yes! ¦Then call us… ¦We come.",
    "English, lower case": "hello there. ¦how are you? ¦fine thanks",
    "English quotation and brackets": (
        'She said "Go. Now." ¦Then she left. ¦(It rained. A lot.) ¦“Why? How?” he asked. ¦End.'
    ),
    "English contractions": "It’s late. ¦He said ‘Stop. Don’t.’ ¦Dogs’ tails wag. ¦Fin.",
    "English sentence after a number": "I am 25. ¦My name is Ann. ¦Version 2.10.3. ¦It costs $5. ¦OK.",
    "English inline enumeration": "Steps: 1. Open it. ¦2. Close it. ¦Done.",
    "English emphasis": "**Note. This.** ¦*Really.* ¦Then go.",
    "English footnote": "It is old.[1] ¦It is new.[23] ¦So.",
    "Chinese": "今天天气很好。¦我们去公园吧！¦你觉得怎么样？¦先吃饭；¦再走……¦好的。",
    "Chinese quotation": "他说：“好。真的！”¦然后走了。¦《书。名》很好。¦（这是一句。那也是一句。）¦完。",
    "Chinese quotation goes on": "“好。”，他说。¦他问“真的吗？”的时候。",
    "Chinese with ASCII marks": '真的吗?¦我不信!¦他说"好。走。"¦然后停3.5秒. ¦好',
    "Traditional Chinese": "「好。走吧！」¦他說。¦『真的？』¦是的。",
    "Japanese": "「はい。わかりました。」と言った。¦次の文です。¦本当ですか？¦はい！\n¦『題。名』を読む。",
    "Korean": "안녕하세요. ¦저는 학생입니다. ¦네. ¦정말요? ¦버전 3.14입니다.",
    "Spanish": "Hola. ¦¿Qué tal? ¦¡Bien! ¦El Sr. López, p.ej. vive aquí. ¦«Uno. Dos.» ¦Fin.",
    "German": (
        "Am 3. Oktober kam z.B. Herr Dr. Müller. ¦Der 2. Weltkrieg endete. ¦Er rief: „Ja. Nein.“ ¦"
        "»Gut. So.« ¦Es kostet ca. 5 Euro inkl. Versand, d. h. wenig. ¦Ende."
    ),
    "French": "Ça va ? ¦Oui ! ¦« Bien. Merci. » ¦M. Dupont habite ici, cf. p. 5. ¦Fin.",
    "Russian": (
        "Он жил в г. Москве, т.е. далеко. ¦А. С. Пушкин писал. ¦«Да. Нет.» ¦Это 5 тыс. руб. за год. "
    ),
    "Greek": "Τι κάνεις; ¦Καλά. ¦Πάμε;",
    "Arabic": "هل أنت بخير؟ ¦نعم. ¦قال د. أحمد ذلك. ¦انتهى!",
    "Urdu": "یہ ہے۔ ¦وہ ہے۔",
    "Hindi": "यह एक वाक्य है। ¦डॉ. राम आए॥ ¦क्या हुआ? ¦अंत।",
    "Armenian": "Բարեւ։ ¦Ինչպես ես։",
    "Ethiopic": "ሰላም። ¦እንዴት ነህ፧ ¦ደህና።",
    "Burmese": "မင်္ဂလာပါ။ ¦ကောင်းပါတယ်။",
    "Khmer": "សួស្តី។ ¦អរគុណ។",
    "Thai": (
        "สวัสดีครับ ผมชื่อสมชาย ผมอยากถามเกี่ยวกับการติดตั้งโปรแกรม ซึ่งมีขนาด 10 เมกะไบต์ ¦"
        "และต้องใช้เวลา 5 นาที ขอบคุณมากครับ ผมจะรอคำตอบ จากคุณนะครับ วันนี้อากาศดีมาก เราไปเที่ยวกันไหม"
    ),
    "Thai numbers keep their units": (
        "ซึ่งสถาปนาขึ้นเป็นราชอาณาจักรเอกราชที่ตั้งอยู่ในหมู่เกาะทางใต้ของมหาสมุทรแปซิฟิกในปี พ.ศ. 2432 และมีงบ 10 ล้าน ดอลลาร์ ¦"
        "ต่อมาได้เปลี่ยนชื่อ"
    ),
    "Thai, ends that Thai does have": "จริงหรือ? ¦ใช่! ¦ดร. สมชาย เกิด พ.ศ. 2500",
    "lines end units": "no full stop here\n¦nor here\r\n¦nor here\u2028¦the end",
    "white space goes with the unit before it": "One.  ¦Two. \n\n \n¦Three.\n  ",
}

WHOLE = {
    "versions and decimals": "version 2.10.3 at 3.5 bar, then 1.000,5 of them",
    "abbreviations": "Mr. Smith, Dr. Who, approx. five vs. six, e.g. Paris, i.e. there, etc. Paris, No. 5",
    "initials": "See J. R. R. Tolkien and S.-P. Lee in the U.S. Senate at 5 p.m. Tomorrow",
    "file names and domains": "Open main.py or a.tar.gz at example.com/x.html now",
    "ellipsis in the middle": "Well... I think... Yes… no",
    "URL": "See https://a.com/x(y)?q=a.b!c#d.e;f and http://例子.cn/路径 now",
    "URL before a bracket": "(see https://a.com/x.y. Or this. Or that) here",
    "inline code": 'Run `a. B! C? ( "` and ``x ` y. Z`` now',
    "fence in the middle of a line": "Run ```a. B. C``` or ```\nx. Y\n\nz. Z\n``` now",
    "inline formulas": "Take \\(a. B\n c. D\\) and $x. Y$ and $$a. B! C$$ here",
    "nested brackets": "It (a. B [c. D {e. F} g. H] i. J) ends",
    "brackets over lines": "It (a. B\nc. D) ends",
    "quotation over lines": 'It "A bc. B\nC de. D" ends',
    "quotation marks of each kind": '“Aa. B” 「Aa. B」 『Aa. B』 «Aa. B» "Aa. B" „Aa. B“ ‹Aa. B› 《Aa. B》',
    "smileys are no brackets": "It is fine :) so :-( and (: too",
    "Greek letters in a formula; no question": "angle x; then y",
}

# Units that are no sentences have their kind in front.
BLOCKS = {
    "fence": "Text:\n¦code:```py\na. B\n\n# c\n```\n\n¦After.",
    "tilde fence": "code:~~~\n```\na. B\n~~~\n¦After. ¦More.",
    "longer fence around a shorter one": "code:````\n```\na. B\n```\n````\n¦After.",
    "fence around a fence of the same length": (
        "code:```markdown\nText.\n```py\na. B\n```\nMore. Text.\n```\n¦After."
    ),
    "an inner opener that nobody closes": "code:```\n```py\n```\n¦After.\n¦code:~~~\n",
    "unclosed fence": "Text.\n¦code:```\na. B\n\nc. D\n",
    "a shorter or indented mark does not close": "code:````\n```\n    ````\na. B\n````\n¦A.",
    "indented fence": "code:  ```\n  a. B\n  ```\n¦After.",
    "fence in a quotation": "quote:> Say. This.\n¦code:> ```\n> a. B\n> ```\n¦quote:> End.\n\n¦Aa.",
    "unclosed fence ends with its quotation": "code:> ```\n> a. B\n¦After. ¦Z.",
    "backticks around words are no fence": "```a. B``` is code. ¦Yes.",
    "indented code": "Text.\n\n¦code:    a. B\n\n\tc. D\n\n¦After.",
    "indented prose": f"    {'Long. ' * 40}\n".replace(". ", ". ¦").replace("¦\n", "\n"),
    "indented line after text is text": "Text\n¦    goes on. ¦Yes.",
    "table": "See:\n¦table:| a | b |\n|---|:-:|\n| 1. A | 2! B |\n\n¦After.",
    "table without outer bars": "table:a | b\n--- | ---\n1. A | 2\n¦After.",
    "table without a header": "table:| a. B | c |\n| d | e |\n¦After.",
    "table drawn with boxes": "table:┌──┐\n│a │\n└──┘\n¦After.",
    "table drawn with plus signs": "table:+---+\n| a |\n+---+\n¦After.",
    "table in a quotation": "table:> | a |\n> |---|\n> | 1 |\n¦After.",
    "bars in text are no table": "aa | bb. ¦Cc | dd.\n¦|x| is. ¦Yes.",
    "HTML table": "table:<table>\n<tr>A. B\n\n<TABLE>x</TABLE>\n</tr></table>\n¦After.",
    "a tag that is only mentioned": "Use <table> here. ¦Then \\begin{x} there.",
    "JSON": 'json:{"a": [1, "b. C"],\n\n "d": {}}\n\n¦After.',
    "JSON after text": "Result:\n¦json:[\n  {'a': None},\n  // why. So\n]\n¦Aa.",
    "JSON lines": 'json:{"a": "x. Y"}\n¦json:{"a": "]"}\n',
    "JSON that was cut off": 'json:{"a": [1,\n2. "B\n\n¦After. ¦More.',
    "brackets that are not JSON": "[4:04 pm on 2 May]\n¦[1] Smith wrote it. ¦{so} it is.\n¦[x\n¦{ y.",
    "display formula": "So:\n¦math:$$\na = b. C\n\nd\n$$\n¦After.",
    "display formula in brackets": "math:\\[\na \\\\[2pt] b. C\n\\].\n¦After.",
    "environments nest": (
        "math:\\begin{align}\n\\begin{matrix}a. B\\end{matrix}\n\nx. Y\n\\end{align}\n¦After."
    ),
    "display inside a sentence": "So \\[\na. B\n\n\\] holds. ¦After.",
    "dollar signs": "It costs $5. ¦And $10. ¦Or \\$3. ¦$$",
    "shell variables are no formula": "Bash has `$$`. ¦So:\n\n¦code:```\necho $$\n```\n¦After. ¦Yes.",
    "list": "Do:\n¦list:- One. Two.\n¦list:* three\n¦list:+ four\n\n¦After.",
    "numbered list": "list:1. One. Two.\n¦list:2) three\n¦list:(3) four. Five\n¦list:a) six",
    "CJK numbering": (
        "list:一、甲。乙\n¦list:①丙。丁\n¦list:（二）戊。己\n¦list:1.庚。辛\n¦list:・壬。癸\n¦"
        "list:第三，子。丑\n¦list:1️⃣ 寅。卯"
    ),
    "Korean numbering": "list:가. 하나. 둘\n¦list:나) 셋",
    "item with its continuation": (
        "list:- One.\n  Two. Three.\n\n  Four. Five.\n¦list:- b\nlazy line\n\n¦After. ¦More."
    ),
    "an item that is complete": "list:- One.\n¦After.",
    "nested items": "list:- a\n¦list:    - b. C\n¦list:        1. c\n¦list:- d\n",
    "list right under text": "Options:\n¦list:    - a. B\n¦list:    - c. D\n",
    "fence inside an item": "list:1. Do:\n   ```\nx. Y\n\n   ```\n   then. That\n¦list:2. End.",
    "fence right behind a marker": (
        "list:- ```sh\n  ls. X\n\n  ```\n\n  more. X\n¦list:- ```\n  x\n  ```\n\n¦After."
    ),
    "formula inside an item": "list:- Do \\[\na. B\n\nc\n\\]\n\n¦After.",
    "formula under an item": "list:- Do\n¦math:$$\na\n\nb\n$$\n¦After.",
    "code under an item": "list:- Do\n¦code:```\na\n```\n¦list:- Then",
    "a year is no list number": "1984. ¦A novel.",
    "heading": "heading:# One. Two.\n¦Text.\n¦heading:### B #\n\n¦C",
    "underlined heading": "heading:One\n===\n¦Text.\n¦heading:Two\r\n---\r\n",
    "a tag is no heading": "#tag is it. ¦Yes.",
    "thematic break": "One.\n\n¦blank:---\n\n¦Two.\n¦blank:* * *",
    "quotation lines": "quote:> One. Two.\n¦quote:> Three.\n¦Four. ¦X.",
    "blank lines at the start": "blank:\n \n¦  One. ¦Two.",
    "nothing but white space": "blank: \n\t ",
    "Windows line ends": ("heading:# A\r\n¦list:- b\r\n\r\n¦table:|a|\r\n|-|\r\n\r\n¦code:```\r\n```\r\n"),
}


@pytest.mark.parametrize("expected", SENTENCES.values(), ids=SENTENCES.keys())
def test_sentences_end_where_a_reader_would_say(expected: str) -> None:
    assert "¦".join(pieces(expected.replace("¦", ""))) == expected


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE.keys())
def test_no_cut_inside(text: str) -> None:
    assert kinds(text) == [("sentence", text)]
    assert pieces(f"Once. {text} end. Then.") == ["Once. ", f"{text} end. ", "Then."]


@pytest.mark.parametrize("expected", BLOCKS.values(), ids=BLOCKS.keys())
def test_blocks_are_units(expected: str) -> None:
    wanted = [tagged(piece) for piece in expected.split("¦")]
    assert kinds("".join(piece for _, piece in wanted)) == wanted


def test_empty_text_has_no_units() -> None:
    assert units("") == ()


GRAPHEMES = {
    "joined emoji": "👨\u200d👩\u200d👧\u200d👦",
    "flag": "🇩🇪",
    "tag flag": "🏴\U000e0067\U000e0062\U000e007f",
    "skin tone": "👍🏽",
    "keycap": "1\ufe0f\u20e3",
    "variation selector": "❤\ufe0f",
    "combining mark": "e\u0301\u0323",
    "combining mark on a space": " \u0301",
    "mark on a full stop": "。\u0301",
    "selector on a mark": "！\ufe0f",
    "Hangul jamo": "\u1112\u1161\u11ab",
    "Devanagari": "क्षि",
    "Thai": "กำ\u0e49",
    "half-width voicing": "ｶ\uff9e",
    "line end": "\r\n",
}


@pytest.mark.parametrize("cluster", GRAPHEMES.values(), ids=GRAPHEMES.keys())
@pytest.mark.parametrize("frame", ["{}", "One. {} two. {}", "甲。{}乙！{}", "กก {} กก {}", "“甲。”{}"])
def test_graphemes_stay_whole(cluster: str, frame: str) -> None:
    text = frame.format(*[cluster] * frame.count("{}"))
    edges = {unit.start for unit in assert_partition(text)}
    for found in re.finditer(re.escape(cluster), text):
        assert not edges & set(range(found.start() + 1, found.end()))


@pytest.mark.parametrize(
    "piece",
    [
        *'()[]{}`$|"\n*#>-~<:;.!。“»« \u0301\u200d',
        *["$$", "\\[", "\\(", "\\begin{a}", "\\end{", "<table>", "[\n", "{\n", "|\n", '{"a":', '["', "$$\n"],
        *["```", "```\n", "```a\n", "```a\n```a\n```\n", "x ```a\n", "> ```\n", "- ```\n", "``a ```a "],
        *["- a\n", "1. ", "    \n", "…", "://", "a.", "$a ", "|-\n", "กก ", "。”", "**a ", "a\n---\n"],
    ],
    ids=repr,
)  # fmt: skip
def test_long_runs_of_one_thing_end(piece: str) -> None:
    """Were any step quadratic, a run of 100,000 characters would take minutes."""
    assert_partition(piece * (100_000 // len(piece)) + "x. Y")
