"""The dates and amounts that a document's sentences state, each once with the words around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from docpipe.patterns import compiled
from docpipe.rules.parsers import find_dates, find_money
from docpipe.rules.sentences import sentence_spans
from docpipe.rules.summary.sentences import one_line, whole
from docpipe.rules.view import View
from docpipe.rules.zh_script import has_han
from docpipe.types import Document, Finding, Paragraph, paragraphs

ANSWERS = ("dates", "amounts")

AROUND = 200
"""Characters of the words around a figure at most."""

FIGURES = 0.6
"""Figures for each letter at most: "Dated: 6 August 2020" has .5, an axis of months .8 and more."""

_CLAUSE = compiled(r"[;:]\s+|,\s+(?!\d)|[，；：]")
_HAN_ENDS = compiled("[。；！？\n]+")


def find(view: View) -> Iterable[Finding]:
    return ()


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The findings with dates and amounts, in the order of the text."""
    seen: set[str] = set()
    mine = []
    for finding in _figures(document):
        key = f"{finding.field}{finding.value.get('date')}{finding.value.get('amount')}{finding.value.get('currency')}"
        if key not in seen:
            seen.add(key)
            mine.append(finding)
    return [*findings, *mine]


def _figures(document: Document) -> Iterator[Finding]:
    view = whole(document)
    for paragraph in paragraphs(document):
        if paragraph.kind not in ("paragraph", "list_item", "heading", "form_field"):
            continue
        for start, end in _sentences(paragraph):
            text = paragraph.text[start:end]
            if _in_words(text):
                yield from _stated(view, text, paragraph.start + start)


def _clauses(text: str, start: int, end: int) -> tuple[int, int]:
    """The widest stretch of whole clauses around a figure that is no longer than ``AROUND``, the figure at least."""
    cuts = [0, *(match.end() for match in _CLAUSE.finditer(text)), len(text)]
    first = max(cut for cut in cuts if cut <= start)
    last = min(cut for cut in cuts if cut >= end)
    for cut in reversed(cuts):
        if cut < first and last - cut <= AROUND:
            first = cut
    for cut in cuts:
        if cut > last and cut - first <= AROUND:
            last = cut
    return first, last


def _in_words(text: str) -> bool:
    """Whether figures stand among words: the axis of a chart and damaged text have few letters."""
    figures = sum(map(str.isdigit, text))
    letters = sum(map(str.isalpha, text))
    return 0 < figures <= FIGURES * letters and "....." not in text


def _stated(view: View, text: str, base: int) -> Iterator[Finding]:
    for day in find_dates(text):
        if day.value is not None:
            yield _finding(view, text, base, "dates", (day.start, day.end), {"date": day.value})
    for found in find_money(text):
        value = {"amount": found.amount, "currency": found.currency}
        yield _finding(view, text, base, "amounts", (found.start, found.end), value)


def _finding(view: View, text: str, base: int, field: str, at: tuple[int, int], value: Mapping[str, object]) -> Finding:
    start, end = _clauses(text, *at)
    quote = view.quote(base + start, base + end)
    return Finding(field, {**value, "what": one_line(quote.text)}, (quote,))


def _sentences(paragraph: Paragraph) -> Iterator[tuple[int, int]]:
    text = paragraph.text
    if not has_han(text):
        yield from sentence_spans(text)
        return
    start = 0
    for match in _HAN_ENDS.finditer(text):
        yield start, match.end()
        start = match.end()
    if text[start:].strip():
        yield start, len(text)
