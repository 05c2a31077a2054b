"""Names of parties that begin with a small letter: "a-one interactive", "drugmart.com, inc.", "thyssen Works AG".

Such a word could be any other, so that something has to confirm it: a legal form at its end, what it is right behind
it ("a Florida corporation"), or an alias that begins as it does.
"""

from __future__ import annotations

import re

from docpipe.patterns import compiled
from docpipe.rules.contract.names import GENERIC, INNER, STOP, Name, is_legal
from docpipe.rules.contract.party_details import ROLES
from docpipe.rules.later import later

LONGEST = 6
"""Words of a name that begins with a small letter."""

_WORD = later(r"\s*(?P<word>[\w&+][\w&+'./-]*)")
_FORM = later(r",?\s+(?P<form>[A-Za-z][A-Za-z.]{1,7})(?![\w])")
_IS = later(
    r"\s*,?\s*\(?\s*an?\s+(?:[\w.-]+\s+){0,4}?(?:corporation|company|partnership|trust|association|foundation|cooperative)\b",
    re.IGNORECASE,
)
_ALIAS = later(
    r"[^\"()]{0,200}(?:\([^\"()]{0,80}\)[^\"()]{0,80}){0,2}\(\s*(?:hereinafter\s+)?\"(?P<alias>[^\"]{1,40})\""
)
_SHORT = compiled(r"(?:[a-z][./])+[a-z]?\.?")
"""What is short for "care of", "doing business as", "that is"."""
_ORDINARY = frozenset((
    "both", "either", "certain", "one", "two", "you", "his", "her", "my", "new", "said", "former", "successor", "firm",
    "but", "also", "whose", "wholly", "owned",
))  # fmt: skip


def small_name_at(text: str, position: int) -> Name | None:
    """The name that begins with a small letter at an offset and is confirmed by what follows, or None."""
    if not text[position : position + 1].islower():
        return None
    ends = _ends(text, position)
    if not ends:
        return None
    first = text[position : ends[0]]
    if (
        _SHORT.fullmatch(first)
        or first in STOP
        or first in INNER
        or first in GENERIC
        or first in ROLES
        or first in _ORDINARY
    ):
        return None
    for end in reversed(ends):
        form = _FORM().match(text, end)
        others = text[ends[0] : end].split()
        if form and _closes(form) and all(word[0].isupper() or word in INNER for word in others):
            return _named(text, position, form.end(), True)
    whole = ends[-1]
    alias = _ALIAS().match(text, whole)
    if _IS().match(text, whole) or (alias and first.casefold().startswith(alias["alias"].split()[0].casefold())):
        return _named(text, position, whole, False)
    return None


def _ends(text: str, position: int) -> list[int]:
    """Where each word of a run of words ends, up to one that no name holds."""
    ends: list[int] = []
    at = position
    while len(ends) < LONGEST and (match := _WORD().match(text, at)):
        word = match["word"].rstrip(".")
        if "\n" in match[0] or word.casefold() in STOP or (word in INNER and word not in ("&", "of", "van", "de")):
            break
        at = match.start("word") + len(word)
        ends.append(at)
        if word != match["word"]:
            break
    return ends


def _closes(form: re.Match[str]) -> bool:
    """Whether what follows a word is a legal form, in capitals or behind a comma: "inc" alone could be a word's end."""
    printed = form["form"]
    return is_legal(printed) and (printed[0].isupper() or "," in form[0] or printed == "plc")


def _named(text: str, start: int, end: int, legal: bool) -> Name:
    if text[end : end + 1] == "." and legal:
        end += 1
    return Name(start, end, text[start:end], legal, not legal)
