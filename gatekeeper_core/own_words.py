"""The user's own words: a message without what it merely quotes, in a form phrases can be looked up in.

Two laws. What stands in quotation marks, code, mail quotes or links was written by somebody else or for
somebody else, and signals nothing. The middle of a very long message is pasted material: only its two ends
speak.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

QUOTED = "\ufffc"  # stands for one code point of something quoted; no keyboard types it

# Bounded, so an unpaired mark costs at most this many steps and cannot swallow a page of own words.
_SPAN = 600
_QUOTATION = re.compile(
    rf"`[^`\n]{{1,{_SPAN}}}`"
    rf"|\"(?<![^\s(\[{{:：，,]\")[^\"]{{1,{_SPAN}}}\"(?!\w)"
    rf"|\"(?<=[\u0e00-\u9fff\uac00-\ud7a3]\")[^\"\n]{{1,{_SPAN}}}\""
    rf"|“[^”]{{1,{_SPAN}}}”|„[^“”]{{1,{_SPAN}}}[“”]|«[^»]{{1,{_SPAN}}}»|‹[^›\n]{{1,{_SPAN}}}›"
    rf"|「[^」]{{1,{_SPAN}}}」|『[^』]{{1,{_SPAN}}}』|《[^》\n]{{1,80}}》"
    # Single marks double as apostrophes: only a pair that opens before and closes after a word is a
    # quotation.
    rf"|'(?<!\w.)(?=\w)(?:[^'\n]{{1,{_SPAN}}}+|'(?=\w)){{1,9}}'(?!\w)"
    rf"|‘(?=\w)(?:[^‘’\n]{{1,{_SPAN}}}+|’(?=\w)){{1,9}}’(?!\w)"
)
_LINK = re.compile(r"https?://[^\s<>\"'，。）」]+")
_MAIL_QUOTE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})(.*)$", re.MULTILINE)

# One mark for each job, so that a phrase is written once for all scripts.
_MARKS = str.maketrans(
    {"，": ",", "、": ",", "،": ",", "。": ".", "｡": ".", "।": ".", "？": "?", "؟": "?", "！": "!", "：": ":"}
    | {
        "；": ";",
        "؛": ";",
        "’": "'",
        "ʼ": "'",
        "‘": "'",
        "¿": " ",
        "¡": " ",
        "\u200b": None,
        "～": None,
        "~": None,
    }
    | dict.fromkeys('"“”„«»「」『』《》()（）[]{}*_`|<>—–', " ")
)
_PLAIN_MARKS = str.maketrans(dict.fromkeys('"()[]{}*_`|<>~', " "))
_STOPS = r"\s.,!?;:…"
_TOKEN = re.compile(rf"[^{_STOPS}]+(?:[.:](?<=[0-9A-Za-z].)(?=[0-9A-Za-z])[^{_STOPS}]+)*|[.,!?;:…]+")


def own_words(text: str, reach: int) -> str:
    """The message with everything quoted overwritten by QUOTED, code point for code point (same length).

    Of a message longer than 2 * `reach` code points outside its code fences only the first and last `reach`
    of these remain; the rest is overwritten too. Linear in the length of the text.
    """
    if len(text) <= 2 * reach and "```" not in text and "~~~" not in text:
        return _blank_quotations(text)
    spans = list(_outside_fences(text))
    room = sum(end - start for start, end in spans)
    if room > 2 * reach:
        spans = _both_ends(spans, reach)
    parts, at = [], 0
    for start, end in spans:
        parts += [QUOTED * (start - at), _blank_quotations(text[start:end])]
        at = end
    parts.append(QUOTED * (len(text) - at))
    return "".join(parts)


def spoken_line(own: str) -> str:
    """One line of tokens with single spaces between, case kept: `. No , I meant the narrow one . .`

    It opens and closes with a full stop, sentence marks of all scripts are ASCII and stand alone, runs of
    QUOTED are one token, brackets and emphasis marks are gone, letters are composed (NFC).
    """
    if own.isascii():
        own = own.translate(_PLAIN_MARKS)
    else:
        if QUOTED in own:
            own = re.sub(f"{QUOTED}+", f" {QUOTED} ", own)
        if not unicodedata.is_normalized("NFC", own):
            own = unicodedata.normalize("NFC", own)
        own = own.translate(_MARKS)
    return f". {' '.join(_TOKEN.findall(own))} . "


def _blank(match: re.Match[str]) -> str:
    return QUOTED * (match.end() - match.start())


def _blank_quotations(text: str) -> str:
    text = _QUOTATION.sub(_blank, text)
    if "://" in text:
        text = _LINK.sub(_blank, text)
    if ">" in text:
        text = _MAIL_QUOTE.sub(_blank, text)
    return text


def _outside_fences(text: str) -> Iterator[tuple[int, int]]:
    """The spans outside ``` and ~~~ blocks; a fence that never closes reaches to the end, as in
    CommonMark.
    """
    at, fence = 0, ""
    for match in _FENCE.finditer(text):
        mark = match[1]
        if not fence:
            yield at, match.start()
            fence = mark
        elif mark.startswith(fence) and not match[2].strip():
            at, fence = match.end(), ""
    if not fence:
        yield at, len(text)


def _both_ends(spans: list[tuple[int, int]], reach: int) -> list[tuple[int, int]]:
    head, left = [], reach
    for start, end in spans:
        if left > 0:
            head.append((start, min(end, start + left)))
            left -= end - start
    tail, left = [], reach
    for start, end in reversed(spans):
        if left > 0:
            tail.append((max(start, end - left), end))
            left -= end - start
    return head + tail[::-1]
