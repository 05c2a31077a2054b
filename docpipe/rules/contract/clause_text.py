"""Sentences ready for matching, and the clause of a sentence that a quote needs."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Any

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract import passages
from docpipe.rules.pieces import pieces
from docpipe.rules.verbs import CUT
from docpipe.rules.view import View
from docpipe.types import Document, Paragraph, Quote, paragraphs
from docpipe.words import Span

QUOTE_LETTERS = 380
"""Letters and digits of a quote at most: a sentence of an agreement has 150 on average, and readers want one place."""


class Sentence(Struct, frozen=True):
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
    """The sentences that begin in a chunk's paragraphs, and the rows of its tables. Shared by all rules.

    Of a long document that is no agreement only those that are worded like an agreement's.
    """
    found = _sentences(view)
    if is_agreement(view.document):
        return tuple(found)
    return tuple(sentence for sentence in found if any(word in sentence.low for word in _BINDING))


LONG = 50_000
"""Characters from which a document's language tells whether it is an agreement; short ones are all read."""

FEWEST_BINDING = 0.7
"""Words of agreements per 10,000 characters: 365 development contracts over 50,000 characters have 0.8 and more, two
thirds of annual and quarterly reports less."""

_LEGAL = (" shall ", " must ", " agrees ", " party", "hereby", "hereto", "hereunder", "this agreement")
_BINDING = (" shall ", " must ", " agree", "hereby", " undertake")


@lru_cache(maxsize=2)
def is_agreement(document: Document) -> bool:
    """Whether a document is worded like an agreement: an annual report is not, whatever kind it is read as."""
    if len(document.text) < LONG:
        return True
    text = document.text.lower()
    return sum(map(text.count, _LEGAL)) * 10_000 >= FEWEST_BINDING * len(text)


def printed(view: View, sentence: Sentence, value: dict[str, Any]) -> dict[str, Any]:
    """A value whose texts read as the document prints them, and not smoothed; empty parts are left out."""
    shown = view.document.text[sentence.start : sentence.end]
    return {
        name: _as_shown(sentence.text, shown, part) if isinstance(part, str) else part
        for name, part in value.items()
        if part is not None
    }


def _as_shown(smooth: str, shown: str, part: str) -> str:
    whole = part.removesuffix(CUT)
    at = smooth.find(whole)
    return " ".join((shown[at : at + len(whole)] if at >= 0 else whole).split()) + part[len(whole) :]


def letters(text: str) -> int:
    """Letters and digits of a text."""
    return sum(map(str.isalnum, text))


def clause_span(text: str, start: int, end: int, most: int = QUOTE_LETTERS) -> Span:
    """The widest stretch of whole clauses around ``text[start:end]`` with at most so many letters and digits.

    It grows to the left first, where subject and verb stand.
    """
    if len(text) <= most:
        return 0, len(text)
    counts, cuts = _measured(text)
    if counts[-1] <= most:
        return 0, len(text)
    first, last = bisect_right(cuts, start) - 1, bisect_right(cuts, max(start, end - 1))
    while first > 0 and counts[cuts[last]] - counts[cuts[first - 1]] <= most:
        first -= 1
    while last < len(cuts) - 1 and counts[cuts[last + 1]] - counts[cuts[first]] <= most:
        last += 1
    span = cuts[first], cuts[last]
    return span if counts[span[1]] - counts[span[0]] <= most else _words_around(text, start, end, most)


@lru_cache(maxsize=4)
def _measured(text: str) -> tuple[list[int], list[int]]:
    """Letters and digits before each offset, and the offsets between clauses. Kept: a sentence is asked many times."""
    counts = [0, *accumulate(map(str.isalnum, text))]
    return counts, [0, *(match.end() for match in _BREAK.finditer(text)), len(text)]


def widened(view: View, start: int, end: int) -> Quote:
    """A quote with words around it added until it is long enough to be found again, or ``WIDENED`` is reached.

    First words of its own paragraph, before it and behind it, then others that are printed in one piece with it; then
    of what follows, then of what precedes: text of one block stands together on a page, that of two columns may not.
    """
    text = view.document.text
    if letters(text[start:end]) >= FEWEST_LETTERS:
        return view.quote(start, end)
    everything = paragraphs(view.document)
    own = everything[max(0, bisect_right(everything, start, key=lambda paragraph: paragraph.start) - 1)]
    left, right = _piece(view.document, start, end)
    for first, last in (
        (max(own.start, left), end),
        (max(own.start, left), min(own.end, right)),
        (left, end),
        (left, right),
        (max(own.start, start - WIDENED), end),
        (own.start, min(own.end, end + WIDENED)),
        (own.start, text.find("\n", own.end + 1, own.end + WIDENED)),
        (max(0, start - WIDENED), end),
    ):
        missing = FEWEST_LETTERS - letters(text[start:end])
        if missing <= 0:
            break
        start = _extended_left(text, first, start, missing)
        end = _extended_right(text, end, last, FEWEST_LETTERS - letters(text[start:end]))
    return view.quote(start, end)


def _piece(document: Document, start: int, end: int) -> Span:
    """A quote with as much of the text around it as is printed in one piece with it, up to ``WIDENED`` on each side."""
    first, last = max(0, start - WIDENED), min(len(document.text), end + WIDENED)
    around = pieces(document, first, last)
    return (
        max(begin for begin, _ in around if begin <= start),
        min(finish for _, finish in around if finish >= end),
    )


def _extended_left(text: str, first: int, start: int, missing: int) -> int:
    for word in reversed(list(_WORD.finditer(text, first, start)) if first < start else []):
        if missing <= 0:
            break
        missing -= letters(word[0])
        start = word.start()
    return start


def _extended_right(text: str, end: int, last: int, missing: int) -> int:
    for word in _WORD.finditer(text, end, last) if last > end else ():
        if missing <= 0:
            break
        missing -= letters(word[0])
        end = word.end()
    return end


def raised_span(text: str, start: int, end: int) -> Span:
    """A date's words, or with words around them if its "th" is raised: alone, it is not found among a page's lines."""
    if _RAISED.search(text, start, end):
        around = clause_span(text, start, end, FINDABLE)
        return around if around[0] <= start and end <= around[1] else (start, end)
    return start, end


_RAISED = compiled(r"\d\s+(?:st|nd|rd|th)\b")
FINDABLE = 95
"""Letters and digits of a quote in which two that stand on another line make no difference."""

_WORD = compiled(r"\S+")
WIDENED = 400
"""Characters beside a short quote that may be added to it."""

GREEK_QUESTION_MARK = "\u037e"
"""It looks like a semicolon, and some producers of PDFs print it for one."""

FEWEST_LETTERS = 12
"""Letters and digits with which a quote can be found again; a model's quote needs as many."""

_BREAK = compiled(r"(?<=[;:])\s+|(?<=,)\s+|\s+(?=\((?:[a-z]{1,4}|\d{1,2})\)\s)")


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
