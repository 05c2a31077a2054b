"""Sentences ready for matching, and the clause of a sentence that a quote needs."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from docpipe.rules.contract import passages
from docpipe.rules.view import View
from docpipe.types import Paragraph, Quote
from docpipe.words import Span

QUOTE_LETTERS = 380
"""Letters and digits of a quote at most: a sentence of an agreement has 150 on average, and readers want one place."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or a row of a table, at ``start`` of the document's text, smoothed character by character.

    ``low`` is the text in lower case with single spaces, for matching only: offsets in it are not the document's.
    """

    text: str
    start: int
    low: str
    paragraph: Paragraph

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@lru_cache(maxsize=2)
def sentences(view: View) -> tuple[Sentence, ...]:
    """The sentences that begin in a chunk's paragraphs, and the rows of its tables. Shared by all rules."""
    return tuple(_sentences(view))


def printed(view: View, sentence: Sentence, value: dict[str, Any]) -> dict[str, Any]:
    """A value whose texts read as the document prints them, and not smoothed; empty parts are left out."""
    shown = view.document.text[sentence.start : sentence.end]
    return {
        name: _as_shown(sentence.text, shown, part) if isinstance(part, str) else part
        for name, part in value.items()
        if part is not None
    }


def _as_shown(smooth: str, shown: str, part: str) -> str:
    at = smooth.find(part)
    return " ".join((shown[at : at + len(part)] if at >= 0 else part).split())


def letters(text: str) -> int:
    """Letters and digits of a text."""
    return sum(map(str.isalnum, text))


def clause_span(text: str, start: int, end: int, most: int = QUOTE_LETTERS) -> Span:
    """The widest stretch of whole clauses around ``text[start:end]`` with at most so many letters and digits.

    It grows to the left first, where subject and verb stand.
    """
    if letters(text) <= most:
        return 0, len(text)
    cuts = [0, *(match.end() for match in _BREAK.finditer(text)), len(text)]
    first, last = bisect_right(cuts, start) - 1, bisect_right(cuts, max(start, end - 1))
    while first > 0 and letters(text[cuts[first - 1] : cuts[last]]) <= most:
        first -= 1
    while last < len(cuts) - 1 and letters(text[cuts[first] : cuts[last + 1]]) <= most:
        last += 1
    span = cuts[first], cuts[last]
    return span if letters(text[slice(*span)]) <= most else _words_around(text, start, end, most)


def widened(view: View, start: int, end: int) -> Quote:
    """A quote with words before it added until it is long enough to be found again."""
    text = view.document.text
    while start > 0 and letters(text[start:end]) < FEWEST_LETTERS:
        word = _LAST_WORD.search(text, max(0, start - LONGEST_WORD), start)
        start = word.start() if word else max(0, start - LONGEST_WORD)
    return view.quote(start, end)


_LAST_WORD = re.compile(r"\S+\s*$")
LONGEST_WORD = 200
"""Characters that a word may have; a longer run is cut."""

GREEK_QUESTION_MARK = "\u037e"
"""It looks like a semicolon, and some producers of PDFs print it for one."""

FEWEST_LETTERS = 12
"""Letters and digits with which a quote can be found again; a model's quote needs as many."""

_BREAK = re.compile(r"(?<=[;:])\s+|(?<=,)\s+|\s+(?=\((?:[a-z]{1,4}|\d{1,2})\)\s)")


def _words_around(text: str, start: int, end: int, most: int) -> Span:
    """Whole words up to ``end``: for a clause without any break."""
    begin = max(0, end - most)
    return min(start, text.find(" ", begin) + 1), end


def _sentences(view: View) -> Iterator[Sentence]:
    for found in passages.sentences(view):
        if found.paragraph.kind != "table":
            yield _sentence(found.text, found.start, found.paragraph)
    for paragraph in view.own:
        if paragraph.kind == "table":
            for match in re.finditer(r"[^\n]*\S[^\n]*", paragraph.text):
                yield _sentence(passages.smooth(match[0]), paragraph.start + match.start(), paragraph)


def _sentence(text: str, start: int, paragraph: Paragraph) -> Sentence:
    text = text.replace(GREEK_QUESTION_MARK, ";")
    return Sentence(text, start, " ".join(text.lower().split()), paragraph)
