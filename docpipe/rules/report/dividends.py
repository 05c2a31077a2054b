"""Dividends per share that no line of a main statement has for itself.

They stand in the label of a line (``Cash dividends declared ($0.04 per common share)``), whose period ends with the
balance that follows it or is that of a column, or else in a table of selected data.
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
from docpipe.rules.report.periods import Period, day_in
from docpipe.rules.report.statements import Statement
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

ANSWERS = ()


class Declared(Struct, frozen=True):
    """An amount per share as printed, the places that say it, and those of the day on which its period ends."""

    amount: str
    label: str
    spans: tuple[Span, ...]
    end: datetime.date
    end_spans: tuple[Span, ...]


def find(view: View) -> Iterator[Finding]:
    """The dividends of the form's own period, where the chunk holds the first place that states them."""
    report = filing(view.document)
    if any(entry.item == "dividends_per_share" and entry.asked for entry in entries(view.document)):
        return
    for source in (_by_balances, _by_columns, _in_tables):
        found = [declared for statement in report.statements.all for declared in source(report, statement)]
        if found:
            if len({Decimal(one.amount) for one in found}) == 1 or source is _in_tables:
                yield from _element(view, found[0])
            return


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Nothing is left to choose."""
    return findings


_PER = r"\s*(?:per|a|/)\s*(?:[\w-]+\s+){0,4}?(?:share|stock|unit)s?\b"
_IN_LABEL = compiled(
    r"(?i)\b(?:dividends?|distributions?)\b.*?(?P<amounts>\$\s?\d*\.\d+(?:(?:\s*,|\s+and|\s*,\s*and)\s*\$?\s?\d*\.\d+)*)"
    + _PER
)
_BY_YEAR = compiled(
    r"(?i)\b(?:dividends?|distributions?)\b.*?\bper\s+(?:\w+\s+){0,2}?(?:share|unit)\b[\s:,–—-]+"
    r"(?P<amounts>(?:(?:19|20)\d\d[\s:,–—-]+\$?\s?\d*\.\d+[\s;,)]*(?:and\s+)?)+)"
)
"""``(per share — 2023: $2.08; 2022: $1.92)``: an amount for each of the columns."""
_AMOUNT = compiled(r"\d*\.\d+")
_BALANCE = compiled(r"(?i)\bbalances?\b")
_PREFERRED = compiled(r"(?i)\bpreferred\b")


def _stated(line: Line) -> list[str]:
    """The amounts per ordinary share that a label names, in their order."""
    if line.label_span is None or _PREFERRED.search(line.label):
        return []
    match = _IN_LABEL.search(f"{line.above}: {line.label}") or _BY_YEAR.search(line.label)
    return _AMOUNT.findall(match["amounts"]) if match else []


def _by_balances(report: Filing, statement: Statement) -> Iterator[Declared]:
    """Lines between two balances that are as far apart as the form's own period."""
    if statement.kind != "equity" or statement.scope != "consolidated":
        return
    for row, line in enumerate(statement.lines):
        amounts = _stated(line)
        if len(amounts) != 1 or line.label_span is None:
            continue
        opening = _balance(reversed(statement.lines[:row]))
        closing = _balance(statement.lines[row + 1 :])
        if opening is None or closing is None or closing[0] != report.end:
            continue
        if round((closing[0] - opening[0]).days / QUARTER_DAYS) == _wanted(report):
            yield Declared(amounts[0], line.label, (line.label_span,), closing[0], (closing[1],))


def _balance(lines: Iterable[Line]) -> tuple[datetime.date, Span] | None:
    """The day of the first balance among some lines."""
    for line in lines:
        day = day_in(line.label) if _BALANCE.search(line.label) else None
        if day is not None and line.label_span is not None:
            return day, line.label_span
    return None


def _by_columns(report: Filing, statement: Statement) -> Iterator[Declared]:
    """Lines whose label names an amount for each of the columns, in their order."""
    periods = report.periods(statement)
    if statement.scope != "consolidated" or not periods:
        return
    for line in statement.lines:
        amounts = _stated(line)
        for amount, column in zip(amounts, sorted(periods), strict=False):
            if line.label_span is not None and _own(report, periods[column]):
                yield _declared(amount, line, (line.label_span,), periods[column])
                break


def _in_tables(report: Filing, statement: Statement) -> Iterator[Declared]:
    """Lines of other tables with the form's own period among their columns, such as selected data."""
    periods = report.periods(statement)
    if statement.scope == "parent":
        return
    for line in statement.lines:
        found = statement.named(line)
        if found is None or found.item != "dividends_per_share" or line.label_span is None:
            continue
        for amount in line.amounts:
            period = periods.get(amount.column)
            if period is not None and amount.figure.value is not None and _own(report, period):
                yield _declared(amount.figure.value, line, (amount.span, line.label_span), period)
                break


def _own(report: Filing, period: Period) -> bool:
    """Whether a period is the form's own."""
    return period.end == report.end and period.quarters in (_wanted(report), None)


def _wanted(report: Filing) -> int:
    return 4 if report.annual else 1


def _declared(amount: str, line: Line, spans: tuple[Span, ...], period: Period) -> Declared:
    assert period.end is not None
    return Declared(amount, line.label, spans, period.end, period.day_cites)


def _element(view: View, found: Declared) -> Iterator[Finding]:
    """The item and its last day, if its first place stands in the chunk."""
    text = view.document.text
    if not view.holds(found.spans[0][0]):
        return
    value = {
        "name": "dividends_per_share",
        "value": Decimal(found.amount),
        "measure": "per_share",
        "label": found.label,
        "printed": found.amount,
    }
    key = f"dividends_per_share|None|{found.end}"
    quotes = tuple(Quote(text[slice(*span)], span) for span in found.spans)
    yield Finding("items", value, quotes, item=key, basis="equity")
    ends = tuple(Quote(text[slice(*span)], span) for span in found.end_spans)
    yield Finding("items", found.end, ends or quotes, item=key, attribute="period_end")
