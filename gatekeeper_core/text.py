"""Scripts and folding: how a text becomes comparable, whatever it is written in.

A law for every stage after this one: two spellings a reader takes for the same word (case, width, accents,
Arabic vowel marks, composed or decomposed) fold to the same string; nothing else does.
"""

from __future__ import annotations

import re
import unicodedata

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KANA = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
THAI = "\u0e01-\u0e3a\u0e40-\u0e4e"
LAO = "\u0e80-\u0edf"
KHMER = "\u1780-\u17d3"
BURMESE = "\u1000-\u109f"
HANGUL = "\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f"
# Scripts written without spaces between words: their runs become overlapping n-grams.
UNSPACED = (HAN + KANA, THAI, LAO, KHMER, BURMESE)

_ACCENTED = re.compile("[\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff]")
_ACCENTS = re.compile("[\u0300-\u036f]")
_SEMITIC = re.compile("[\u0590-\u06ff]")
# Hebrew points, Arabic vowel marks, superscript alef and tatweel carry no letters of their own.
_POINTS = re.compile("[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]")
_ARABIC_LETTERS = str.maketrans("أإآٱىةؤئ", "اااايهوي")
_INDIC = re.compile("[\u0900-\u097f]")
_INDIC_MARKS = str.maketrans({"\u093c": None, "\u0901": "\u0902", "\u200c": None, "\u200d": None})

# Function words of the commonest chat language weigh a third: idf alone needs a long history to find them out.
_FUNCTION_WORDS = frozenset(
    """a about after again all also am an and any are as at be because been before being but by can could did do
    does doing down for from get give go got had has have having he her here him his how i if in into is it its
    just let like make many may me might more most much must my need no not now of off on once one only or other
    our out over please really same say see she should so some such take tell than that the their them then there
    these they thing this those to too under until up us use very want was way we well were what when where which
    while who whose why will with would yes yet you your""".split()
)
FAINT = 0.3  # weight of a function word or a single character of an unspaced script; found by sweep 0.1–1.0


def fold(text: str) -> str:
    """Width-folded (NFKC) and diacritic-tolerant, case kept: identifiers are recognised by their case."""
    if text.isascii():
        return text
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    if _ACCENTED.search(text):
        text = unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text)))
    if _SEMITIC.search(text):
        text = _POINTS.sub("", text).translate(_ARABIC_LETTERS)
    if _INDIC.search(text):
        text = text.translate(_INDIC_MARKS)
    return text


def is_faint(term: str) -> bool:
    """Whether a term carries little by itself: a function word, or one character of an unspaced script."""
    return term in _FUNCTION_WORDS or (len(term) == 1 and not term.isascii())
