"""What stands between two lines of one paragraph, and whether the first one's hyphen goes."""

from __future__ import annotations

import re
from dataclasses import dataclass

HYPHENS = ("-", "‐", "\xad")
"""What a broken word's first part ends with."""

_TOKEN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BROKEN = re.compile(r"[^\W\d_]+[-‐\xad]\n[^\W\d_]+")  # the parts of a word at a line's end are no words
_HYPHENED_END = re.compile(r"([^\W\d_]+)[-‐\xad]$")
_FIRST_LETTERS = re.compile(r"[^\W\d_]+")
EAST_ASIAN = re.compile("[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u3000-\u303f]")
_REAL_HYPHEN_HEADS = """non self co pre post sub anti semi multi inter intra cross third first second well long short
full half high low world state set start follow work sign buy sell mark pay year day month twenty thirty forty fifty
sixty"""
_REAL_HYPHENS = frozenset(_REAL_HYPHEN_HEADS.split())
"""First parts that keep their hyphen when nothing else in the document decides."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a document, folded; compounds with their hyphens."""

    words: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Vocabulary:
        return cls(frozenset(map(str.casefold, _TOKEN.findall(_BROKEN.sub(" ", text)))))


def joint(before: str, line: str, vocabulary: Vocabulary) -> tuple[str, int]:
    """What joins two lines, and how many characters the first one loses at its end."""
    if before.endswith("\xad"):
        return "", 1
    hyphened = _HYPHENED_END.search(before)
    if hyphened is not None and (rest := _FIRST_LETTERS.match(line)):
        return "", 1 if _broken(hyphened[1], rest[0], vocabulary) else 0
    if EAST_ASIAN.match(before[-1:]) and EAST_ASIAN.match(line[:1]):
        return "", 0
    return " ", 0


def _broken(head: str, tail: str, vocabulary: Vocabulary) -> bool:
    """Whether head-tail is one word that the typesetter broke, not a compound."""
    if tail[0].isupper():
        return False
    first, second = head.casefold(), tail.casefold()
    if first + second in vocabulary.words:
        return True
    if f"{first}-{second}" in vocabulary.words or first in _REAL_HYPHENS:
        return False
    return not (first in vocabulary.words and second in vocabulary.words)
