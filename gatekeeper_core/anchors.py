"""Anchors: the terms of a text that are worth matching, in whatever script it is written.

Spaced scripts give lightly stemmed words. Runs of unspaced ones give overlapping n-grams: single characters and
2-grams in Chinese and Japanese, 3-grams in Thai, Lao, Khmer and Burmese, whose letters say less. Korean gives
words and 2-grams. Identifiers, versions, numbers and e-mail addresses also stay whole, in every
language. A run ends where its script ends: "2010年", "5G手机" and "ราคา500บาท" give their parts.
"""

from __future__ import annotations

import re
from collections import Counter

from gatekeeper_core.text import FAINT, HANGUL, UNSPACED, fold, is_faint

_DENSE = "".join(UNSPACED)
# Python's \w has no Indic vowel signs; the danda (U+0964–0965) ends a sentence.
_WORD = rf"(?:(?![{_DENSE}{HANGUL}_])[\w\u0900-\u0963\u0966-\u0dff])+"
_TOKEN = re.compile(
    "|".join(f"[{script}]+" for script in UNSPACED)
    + f"|[{HANGUL}]+"
    + r"|[A-Za-z0-9_]+(?:[.:/@\-+#]+[A-Za-z0-9_]+)*"
    + f"|{_WORD}(?:['’]{_WORD})?"
)
_HAN_START = re.compile(f"[{UNSPACED[0]}]")
_DENSE_START = re.compile(f"[{_DENSE}]")
_HANGUL_START = re.compile(f"[{HANGUL}]")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_INNER = re.compile(r"[.:/@\-+#_]+")
_QUOTED = re.compile(
    r"\"([^\"\n]{2,80})\"|“([^”\n]{2,80})”|「([^」\n]{1,80})」|『([^』\n]{1,80})』|《([^》\n]{1,80})》"
    r"|«([^»\n]{2,80})»|`([^`\n]{2,80})`"
)
_QUOTE_MARKS = re.compile("[\"“「『《«`]")
_NUMBER = re.compile(r"\d")

_MEMO_ENTRIES = 100_000
_memo: dict[str, tuple[str, ...]] = {}


def stem(word: str) -> str:
    """A light English suffix stripper (plural, -ing, -ed, -ly, final -e and -y); other words come back as they are."""
    if len(word) <= 3 or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("es") and len(word) > 4 and word[-3] in "sxz":
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for suffix in ("ing", "ed"):
        root = word[: -len(suffix)]
        if word.endswith(suffix) and len(root) >= 3 and any(c in "aeiouy" for c in root):
            word = root[:-1] if root[-1] == root[-2] and root[-1] not in "lsz" else root
            break
    else:
        if word.endswith("ly") and len(word) > 5:
            word = word[:-2]
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if word.endswith("y") and len(word) > 3:
        word = word[:-1] + "i"
    return word


def _word_terms(token: str) -> tuple[str, ...]:
    """Terms of one spaced token: its stem, or an identifier whole and in parts."""
    low = token.lower()
    if _HANGUL_START.match(token):
        return (low, *(map(str.__add__, low, low[1:]))) if len(low) > 2 else (low,)
    low = low.removesuffix("'s").removesuffix("’s")
    if not token.isascii():
        # Inflected words of other spaced scripts share their beginning more often than a suffix table knows.
        return (low, low[:5] + "~") if len(low) > 6 else (low,)
    parts = [p for p in _INNER.split(token) if p]
    out = [low] if len(parts) != 1 or parts[0] != token else []
    for part in parts:
        camel = _CAMEL.findall(part)
        if len(camel) > 1:
            out.append(part.lower())
        out.extend(stem(c.lower()) for c in camel or [part])
    return tuple(dict.fromkeys(out))


def terms(text: str) -> list[str]:
    """Every term of a text in order, repeats kept."""
    out: list[str] = []
    memo = _memo
    for token in _TOKEN.findall(fold(text)):
        known = memo.get(token)
        if known is not None:
            out += known
        elif _HAN_START.match(token):
            out += token
            out += map(str.__add__, token, token[1:])
        elif _DENSE_START.match(token):
            out += [token[i : i + 3] for i in range(max(1, len(token) - 2))]
        else:
            if len(memo) >= _MEMO_ENTRIES:
                memo.clear()
            memo[token] = known = _word_terms(token)
            out += known
    return out


def frequencies(text: str) -> dict[str, int]:
    """tf of every term of a text."""
    return Counter(terms(text))


def wanted(query: str) -> dict[str, float]:
    """The anchors of a question and how much each is worth before idf."""
    return {term: FAINT if is_faint(term) else 1.0 for term in dict.fromkeys(terms(query))}


def exact_phrases(query: str) -> tuple[str, ...]:
    """What the question names exactly: quoted phrases, identifiers, versions, numbers; lower-cased, in order."""
    found = []
    if _QUOTE_MARKS.search(query):
        found += [next(g for g in m if g).strip() for m in _QUOTED.findall(query)]
    for token in _TOKEN.findall(query):
        compound = token.isascii() and (_INNER.search(token) or len(_CAMEL.findall(token)) > 1)
        if compound or (_NUMBER.search(token) and len(token) > 1):
            found.append(token)
    return tuple(dict.fromkeys(phrase.lower() for phrase in found if phrase))
