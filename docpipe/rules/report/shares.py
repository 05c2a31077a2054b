"""Shares outstanding of a report without a cover: a sentence below its balance sheet, with a day for each count."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from decimal import Decimal

from docpipe.patterns import compiled
from docpipe.rules.dates import find_dates
from docpipe.rules.report.cover import OCCASIONAL, RELEASE
from docpipe.rules.report.filing import filing
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

ANSWERS = ()

BELOW = 600
"""Characters behind the last figure of a balance sheet that a sentence about its shares stands in."""

_SENTENCE = compiled(r"(?i)\bshares\s+(?:issued\s+and\s+)?outstanding\b[^.]*\d[^.]*\.")
_COUNT = compiled(
    r"(?i)(?<![\d$.,])(?P<figure>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?:\s+(?P<scale>thousand|million|billion))?"
    r"\s+(?:at|as\s+of|on)\s+"
)
_SCALES = {"": 1, "thousand": 10**3, "million": 10**6, "billion": 10**9}


def find(view: View) -> Iterator[Finding]:
    """The counts of the sentence, if it stands in the chunk and the cover names none."""
    document, report = view.document, filing(view.document)
    balance = report.statements.main.get("balance_sheet")
    form = report.cover.form
    if balance is None or report.cover.shares is not None or (form and form.value in (RELEASE, *OCCASIONAL)):
        return
    last = balance.lines[-1].amounts[-1].span[1]
    sentence = _SENTENCE.search(document.text, last, last + BELOW)
    if sentence is None or not view.holds(sentence.start()):
        return
    for count in _COUNT.finditer(document.text, *sentence.span()):
        window = document.text[count.end() : count.end() + 24]
        day = next((found for found in find_dates(window) if found.value and found.start == 0), None)
        if day is not None and day.value is not None:
            spans = (sentence.span(), (count.end(), count.end() + day.end))
            value = Decimal(count["figure"].replace(",", "")) * _SCALES[(count["scale"] or "").casefold()]
            yield from _element(document, (value, count["figure"]), day.value, spans)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Nothing is left to choose."""
    return findings


def _element(
    document: Document, said: tuple[Decimal, str], day: datetime.date, spans: tuple[Span, Span]
) -> Iterator[Finding]:
    """A count as an item of a day."""
    value = {"name": "shares_outstanding", "value": said[0], "measure": "shares", "printed": said[1]}
    sentence, printed_day = (Quote(document.text[slice(*span)], span) for span in spans)
    key = f"shares_outstanding|None|{day}"
    yield Finding("items", value, (sentence,), item=key, basis="balance_sheet")
    yield Finding("items", day, (printed_day,), item=key, attribute="period_end")
