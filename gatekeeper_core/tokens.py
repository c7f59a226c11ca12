"""Token counts without a vocabulary: estimated from script classes, corrected by what upstreams report.

A law for this file: the estimate is a weighted sum of counts, and every count is the number of set bits of one
big integer. A text becomes four bits per character, one for each class (letter, digit, …), so a shift by four
sets every character beside its neighbour, and one AND finds, in C and in linear time, all pairs of letters, all
runs of five letters, all digits after a blank. The counted classes follow the splitting rule of o200k_base: a
word takes one leading blank or mark with it, digits go in threes, runs of marks and of blanks stay whole. A *pair
table* per script gives each character eight "left" and eight "right" bits; the bits that left(first) and
right(second) share say how often the two end up in one token.
"""

from __future__ import annotations

import codecs
from binascii import unhexlify
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import mul
from statistics import median
from types import MappingProxyType

from gatekeeper_core.token_tables import BLOCKS, FREQUENT, PAIRS, WEIGHTS

# Chat framing of one message, as the public counting recipes for chat models and our benchmark add it.
PER_MESSAGE = 4

# Tokens of a part that is not text. It costs what the upstream makes of its pixels and seconds, which a proxy
# does not decode: these are middle values, and Calibration takes up the rest.
# Images: MiniMax M3 low up to ~600, default 1-3 K (at most 5 K), high up to 15 K; OpenAI low 85, high 85 and
# 170 per 512-pixel tile (765 for 1024 x 1024). MiniMax's stand: too low a guess overflows the window.
# Video: twenty frames at the ~380 tokens that MiniMax takes for one of 360 pixels.
# Audio: one minute at OpenAI's ten tokens per second. File: three pages of text.
PART_TOKENS: Mapping[str, int] = MappingProxyType(
    {
        "image_url": 2_000,
        "image_url:low": 600,
        "image_url:auto": 2_000,
        "image_url:default": 2_000,
        "image_url:high": 8_000,
        "video_url": 8_000,
        "input_audio": 600,
        "file": 2_400,
    }
)

_SLICE = 8_192  # characters at a time: the integers stay inside the processor's cache, twice as fast


def _digit(code: int) -> str:
    """The four bits of a Latin-1 character, as a hexadecimal digit; _latin_counts takes them apart again."""
    char = chr(code)
    if char in "\t \xa0":
        return "2"
    if char in "\r\n":
        return "6"
    if char.isalpha():
        return "3" if char.isascii() and char.isupper() else "1"
    return "4" if char.isascii() and char.isdigit() else "8"


def _where(*ranges: tuple[int, int], yes: int = 1, no: int = 0) -> bytes:
    """A translation table: `yes` for the bytes inside the ranges, `no` elsewhere."""
    return bytes(yes if any(low <= byte <= high for low, high in ranges) else no for byte in range(256))


_CLASSES = "".join(map(_digit, range(256))).encode()
# High bytes of UTF-16 units: those of Latin-1, and those of blocks that hold little but more Latin letters.
_LATIN, _MORE_LATIN = (0x00, 0x00), ((0x01, 0x02), (0x1E, 0x1E))
_LATIN_DIGITS = _where(_LATIN, yes=ord("f"), no=ord("0"))
_LATIN_CELLS = _where(_LATIN, yes=255)
_LETTER_DIGITS = _where(*_MORE_LATIN, yes=ord("1"), no=ord("0"))
# Every script has a number, every high byte its script's: 0 for Latin, "other" for what no block names.
_NUMBER = {name: number for number, name in enumerate(BLOCKS, 1)}
_BLOCK_OF = {
    high: name for name, block in BLOCKS.items() for low, top in block for high in range(low, top + 1)
}
_BLOCK_OF |= {high: "" for high, taken in enumerate(_where(_LATIN, *_MORE_LATIN)) if taken}
_SCRIPT_OF = bytes(_NUMBER.get(_BLOCK_OF.get(high, "other"), 0) for high in range(256))
_DIGITS = {name: _where((number, number), yes=ord("1"), no=ord("0")) for name, number in _NUMBER.items()}
_CELLS = {name: _where((number, number), yes=255) for name, number in _NUMBER.items()}
# Where GB 2312 has nothing: what it drops of a text, less these, are Han characters that are rare or
# traditional.
_NOT_IN_GB = ("arabic", "devanagari", "thai", "hangul", "hebrew", "indic", "other")


def _integer(cells: bytes) -> int:
    """One byte per character, the first lowest."""
    return int.from_bytes(cells, "little")


def _packed(digits: bytes) -> int:
    """Four bits per character, the first highest: `>> 4` sets each character under the one before."""
    return int.from_bytes(unhexlify(digits if len(digits) % 2 == 0 else digits + b"0"), "big")


def _latin_counts(classes: int, length: int, pairs: int) -> tuple[int, ...]:
    """What the splitting rule sees in Latin letters, digits, marks and blanks, in the order of WEIGHTS."""
    ones = int.from_bytes(b"\x11" * ((length + 1) // 2), "big")
    letter, twos, fours, mark = (classes >> bit & ones for bit in range(4))
    upper, newline = letter & twos, twos & fours
    digit, blank = fours ^ newline, twos ^ upper ^ newline
    small = letter ^ upper
    camel = upper & small >> 4
    joined = (letter & letter >> 4) ^ camel  # a letter that goes on a word
    third = joined & joined >> 4
    fifth = third & third >> 8
    first = letter ^ joined
    digits, marks, blanks = digit & digit >> 4, mark & mark >> 4, blank & blank >> 4
    marks3 = marks & marks >> 4
    planes = (
        letter,
        fifth,
        fifth & fifth >> 16,
        first & blank >> 4,
        first & mark >> 4,
        first & digit >> 4,
        first & newline >> 4,
        camel,
        upper,
        small & (upper & upper >> 4) >> 4,  # the small letter that ends XMLHttp's capitals
        digit,
        digits,
        digits & digits >> 4 & digits >> 8,  # a fourth digit opens a second group of three
        mark,
        marks,
        marks3 & marks3 >> 8,
        blank,
        blanks,
        newline,
        newline & mark >> 4,
        pairs,
    )
    return tuple(plane.bit_count() for plane in planes)


def _features(text: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The counts of a text, script by script: WEIGHTS has a row of the same name and length for each."""
    left, right = PAIRS["latin"]
    try:
        low = text.encode("latin-1")
    except UnicodeEncodeError:
        units = text.encode("utf-16-le", "surrogatepass")
        low, high = units[::2], units[1::2]
    else:
        pairs = _integer(low.translate(left)) << 8 & _integer(low.translate(right))
        yield "latin", _latin_counts(_packed(low.translate(_CLASSES)), len(low), pairs)
        return
    classes = _packed(low.translate(_CLASSES)) & _packed(high.translate(_LATIN_DIGITS))
    classes |= _packed(high.translate(_LETTER_DIGITS))
    latin = _integer(high.translate(_LATIN_CELLS))
    pairs = (_integer(low.translate(left)) & latin) << 8 & _integer(low.translate(right)) & latin
    yield "latin", _latin_counts(classes, len(low), pairs)
    scripts = high.translate(_SCRIPT_OF)
    dropped = len(text)
    for name, number in _NUMBER.items():
        if number in scripts:
            plane = _packed(scripts.translate(_DIGITS[name]))
            joined = plane & plane >> 4
            fours, words = (
                joined & joined >> 4 & joined >> 8,
                plane & (classes >> 1 & ~classes & ~(classes >> 2)) >> 4,
            )
            pairs = _pairs(name, text, low, scripts)
            yield name, tuple(plane.bit_count() for plane in (plane, joined, fours, words, pairs))
            dropped -= plane.bit_count() if name in _NOT_IN_GB else 0
    if _NUMBER["han"] in scripts:
        kept = (len(text.encode("gb2312", "ignore")) + high.count(0)) // 2  # one byte if ASCII, else two
        yield "rare han", (max(0, dropped - kept),)


def _pairs(name: str, text: str, low: bytes, scripts: bytes) -> int:
    """The bits that neighbours of one script share in its pair table."""
    if name not in PAIRS:
        return 0
    left, right = PAIRS[name]
    if name in FREQUENT:
        codes = codecs.charmap_encode(text, "replace", FREQUENT[name])[0]
        return _integer(codes.translate(left)) << 8 & _integer(codes.translate(right))
    inside = _integer(scripts.translate(_CELLS[name]))
    return (_integer(low.translate(left)) & inside) << 8 & _integer(low.translate(right)) & inside


def estimate(text: str) -> int:
    """Tokens of a text, near what o200k_base counts; linear in its length, and at least 1 unless it is empty.

    Median and 95th percentile of the error, messages of 50 tokens and more (tests/measure_tokens.py): at most
    4.5 % and 15 % per language and kind on the unfitted half of the sources the fit knew. That half guided which
    counts were kept. On sources seen by neither, most stay within 5 % and 15 %; Russian (5.8 % and 18.8 %) and
    German (6.5 % and 17.7 %) do not, nor do lists of names and addresses such as change logs (8.5 % and 15.9 %).
    Lone surrogates count like any other character.
    """
    total = 0.0
    for start in range(0, len(text), _SLICE):
        piece = text[start : start + _SLICE]
        weighed = sum(sum(map(mul, WEIGHTS[name], counts)) for name, counts in _features(piece))
        total += max(weighed, len(piece) / 64)  # no token of the vocabulary's common part is longer
    return max(1, round(total)) if text else 0


def message_tokens(text: str, *, extra_json: str = "") -> int:
    """Tokens of one message: its text, the JSON of its tool calls and the framing around them."""
    return estimate(text) + estimate(extra_json) + PER_MESSAGE


_WINDOW = 16  # answers remembered: enough for a steady median, few enough to follow a changed template
_TELLING = 200  # tokens of a prompt below which its count says nothing about the scale
_LOWEST, _HIGHEST = 0.6, 1.7  # bounds of the scale
_TEMPLATE = 200  # tokens a chat template adds to any prompt: MiniMax M3 ~150-180, its M2.7 ~30, OpenAI 3
_APART = 1.5  # two prompts tell slope from overhead when one is this many times the other


@dataclass(frozen=True, slots=True)
class Calibration:
    """One upstream model's own counting: reported = overhead + scale * estimated, fitted to its answers.

    Robust line of Theil and Sen over the last 16 answers: `scale` is the median slope over all pairs of prompts
    of which one is 1.5 times the other, `overhead` the median of what the slope leaves, within 0 … 400 tokens.
    While all prompts are about as long, the first 200 tokens of an excess count as template, the rest as scale.
    An answer that can not be true is ignored: not a positive integer, below half of the estimate, or above twice
    the estimate plus 400; and one that says little: an estimate below 200 tokens, where the template outweighs the
    text. Of those that could be true, one false in ten moves the line little. The scale stays within 0.6 … 1.7:
    tokenizers of one size differ by less, and a lower one would inflate every budget.
    """

    scale: float = 1.0  # tokens reported per token estimated: multiply parts of a prompt by this
    overhead: float = 0.0  # tokens, once per prompt
    answers: tuple[tuple[int, int], ...] = ()  # (estimated, reported), newest last

    def observe(self, estimated: int, reported: int | None) -> Calibration:
        """This calibration after one more answer: our estimate of its prompt and its `usage.prompt_tokens`."""
        if type(reported) is not int or estimated <= 0 or not _plausible(estimated, reported):
            return self
        answers = (*self.answers, (estimated, reported))[-_WINDOW:]
        slopes = [
            (more[1] - less[1]) / (more[0] - less[0])
            for less in answers
            for more in answers
            if more[0] >= _APART * less[0]
        ]
        if slopes:
            scale = _within(_LOWEST, median(slopes), _HIGHEST)
            overhead = _within(0.0, median(r - scale * e for e, r in answers), 2.0 * _TEMPLATE)
        else:
            overhead = float(median(_within(0.0, r - e, _TEMPLATE) for e, r in answers))
            scale = _within(_LOWEST, median((r - overhead) / e for e, r in answers), _HIGHEST)
        return Calibration(scale, overhead, answers)

    def apply(self, tokens: int) -> int:
        """An estimate of a whole prompt, in the upstream's own tokens."""
        return round(self.overhead + self.scale * tokens)


def _plausible(estimated: int, reported: int) -> bool:
    return estimated >= _TELLING and estimated / 2 <= reported <= 2 * estimated + 2 * _TEMPLATE


def _within(low: float, value: float, high: float) -> float:
    return min(high, max(low, value))
