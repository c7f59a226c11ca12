"""Abbreviations: words whose dot does not end a sentence, and numbers whose dot counts."""

from __future__ import annotations

import re
from typing import Final

WORD: Final = re.compile(r"[^\s()\[\]{}\"“”„«»—–/,;:!?*_`~…]+\Z")
_INITIALS: Final = re.compile(r"[^\W\d_]{1,2}(?:\.[^\W\d_]{1,3})+")
# A number that counts what follows: an enumeration inside a line, or a German ordinal ("der 2. Weltkrieg").
ORDINAL: Final = re.compile(
    r"(?i)(?::\s{0,3}|\b(?:de[rmns]|die|das|im|vom|zu[mr]|beim|jede[rmns]?|(?:m|s)?einen?)\s)\d{1,2}\Z"
)
MONTH: Final = re.compile(r"Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez")
# Words whose dot ends nothing, case-folded: English, German and Dutch, Romance, Russian and Greek, others.
# Initials and letters with inner dots (e.g, z.B, т.е, p.ej, U.S) need no entry.
_ABBREVIATED: Final = """
mr mrs ms mx dr drs prof st sr jr rev hon gen col capt lt sgt maj gov sen rep mt ft vs etc eg ie cf al viz
approx appt dept univ inc ltd co corp bros ave blvd apt tel ext fig figs ed eds vol vols ch sec eq jan feb
apr jun jul aug sept sep oct nov dec incl excl resp min max avg
bzw usw ggf evtl inkl exkl zzgl ca vgl bspw sog abb nr str mio mrd tsd hrsg geb gest dipl ing hr fr mind bijv
enz
sra srta dra ud uds pág págs núm ej aprox avda gral lic mme mlle mm pp env chap sig dott avv ecc pag
др пр см ср стр гл рис табл ул им тыс млн млрд руб коп гг вв акад проф напр тел обл просп δηλ κλπ βλ
डॉ श्री प्रो np tzw itd itp dll dsb dst jl hlm tp ths
"""
_ABBREVIATIONS: Final = frozenset(_ABBREVIATED.split())
_BEFORE_NUMBERS: Final = frozenset(
    ("no", "nos", "art", "par", "abs", "sat", "sun", "mar", "cap", "op", "ver", "kap", "tab", "bd")
)


def is_abbreviation(word: str, following: str) -> bool:
    """Whether the dot after this word (case-folded) belongs to the word, judged also by what comes next."""
    letter = len(word) == 1 and (word != word.upper() or "\u0600" <= word <= "\u06ff")
    return (
        letter
        or "\u0e00" <= word[-1:] <= "\u0eff"  # Thai and Lao use the dot for nothing else
        or word in _ABBREVIATIONS
        or bool(_INITIALS.fullmatch(word))
        or (following.isdigit() and word in _BEFORE_NUMBERS)
        or (following.islower() and len(word) < 4)
    )
