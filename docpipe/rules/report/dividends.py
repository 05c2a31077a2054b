"""Dividends per share that stand in the label of a line: ``Cash dividends declared ($0.04 per common share)``.

Statements of equity by its parts have such lines; the period of one ends with the balance that follows it.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from decimal import Decimal

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.report.filing import QUARTER_DAYS, Filing, filing
from docpipe.rules.report.items import entries
from docpipe.rules.report.lines import Line
from docpipe.rules.report.periods import day_in
from docpipe.rules.report.statements import Statement
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

ANSWERS = ()

_IN_LABEL = compiled(
    r"(?i)\b(?:dividends?|distributions?)\b.*?\$\s?(?P<amount>\d*\.\d+)\s*(?:per|a|/)\s*(?:[\w-]+\s+){0,4}?(?:share|stock|unit)s?\b"
)
_BALANCE = compiled(r"(?i)\bbalances?\b")
_PREFERRED = compiled(r"(?i)\bpreferred\b")


def find(view: View) -> Iterator[Finding]:
    """The line in the chunk whose label names the amount per share for the form's own period, if only one does."""
    report = filing(view.document)
    if any(entry.item == "dividends_per_share" and entry.asked for entry in entries(view.document)):
        return
    found = [declared for statement in report.statements.all for declared in _declared(report, statement)]
    if len({declared.amount for declared in found}) == 1 and found[0].start in range(view.chunk.start, view.chunk.end):
        yield from _element(view.document, found[0])


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Nothing is left to choose."""
    return findings


class _Declared(Struct, frozen=True):
    """A line with its amount per share, and the balance on whose day its period ends."""

    line: Line
    amount: str
    end: datetime.date
    end_span: Span
    start: int


def _declared(report: Filing, statement: Statement) -> Iterator[_Declared]:
    """The lines of a statement of equity that name dividends per share for the form's own period."""
    if statement.kind != "equity" or statement.scope != "consolidated":
        return
    wanted = 4 if report.annual else 1
    for row, line in enumerate(statement.lines):
        match = _IN_LABEL.search(line.label)
        if match is None or line.label_span is None or _PREFERRED.search(line.label):
            continue
        opening = _balance(reversed(statement.lines[:row]))
        closing = _balance(statement.lines[row + 1 :])
        if opening is None or closing is None or closing[0] != report.end:
            continue
        if round((closing[0] - opening[0]).days / QUARTER_DAYS) == wanted:
            yield _Declared(line, match["amount"], *closing, line.label_span[0])


def _balance(lines: Iterable[Line]) -> tuple[datetime.date, Span] | None:
    """The day of the first balance among some lines."""
    for line in lines:
        day = day_in(line.label) if _BALANCE.search(line.label) else None
        if day is not None and line.label_span is not None:
            return day, line.label_span
    return None


def _element(document: Document, found: _Declared) -> Iterator[Finding]:
    value = {
        "name": "dividends_per_share",
        "value": Decimal(found.amount),
        "measure": "per_share",
        "label": found.line.label,
        "printed": found.amount,
    }
    key = f"dividends_per_share|None|{found.end}"
    label, end = (Quote(document.text[slice(*span)], span) for span in (found.line.label_span or (0, 0), found.end_span))
    yield Finding("items", value, (label,), item=key, basis="equity")
    why = "the balance that follows the line"
    yield Finding("items", found.end, (end,), item=key, attribute="period_end", derived=True, message=why)
