"""The lines of the statements as items: the asked ones for the form's own period and one before, all others besides."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.report.debt import only_debt
from docpipe.rules.report.derived import Total, both_sides, gross, only_revenue, totals
from docpipe.rules.report.filing import Filing, filing, regular
from docpipe.rules.report.labels import Named, plain
from docpipe.rules.report.lines import Amount, Line
from docpipe.rules.report.periods import Period
from docpipe.rules.report.statements import Statement, per_share
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

ANSWERS = ("items", "more_items")

YEAR_APART = (340, 390)
"""Days between the ends of a period and of the one a year before: 52 or 53 weeks, and a change of the weekday."""


class Entry(Struct, frozen=True):
    """A figure of a statement: the item that its line is, if any, and whether it is asked for."""

    item: str | None
    asked: bool
    statement: Statement
    line: Line
    amount: Amount
    period: Period
    regular: bool
    row: int
    total: Total | None = None

    @property
    def value(self) -> Decimal:
        """In whole units of the currency; figures per share as printed."""
        assert self.amount.figure.value is not None
        by = factor(self)
        value = Decimal(self.amount.figure.value) * by
        return value if by == 1 or value != value.to_integral_value() else value.quantize(Decimal(1))


def find(view: View) -> Iterator[Finding]:
    """The findings whose figures stand in the chunk: choosing among them needs the whole document, and is done once."""
    for finding in _findings(view.document):
        if view.holds(finding.at):
            yield finding


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Nothing is left to choose."""
    return findings


@lru_cache(maxsize=2)
def entries(document: Document) -> tuple[Entry, ...]:
    """The figures of all statements, in the order of the text."""
    return tuple(entries_of(filing(document)))


def entries_of(report: Filing) -> Iterator[Entry]:
    """The figures of a report's statements, in the order of the text."""
    for statement in report.statements.all:
        main = report.statements.main.get(statement.kind) is statement
        if main or statement.scope == "parent":
            yield from entries_in(report, statement, main)


def entries_in(report: Filing, statement: Statement, main: bool) -> Iterator[Entry]:
    """The figures of one statement. Only items are taken from one that is not the group's."""
    periods = report.periods(statement)
    chosen = _chosen(statement)
    calendar_months = regular(periods.values())
    asked = set(_asked(report, statement)) if main else set()
    twins = _twins(statement, chosen) if main else {}
    for row, line in enumerate(statement.lines):
        item, total = chosen.get(row, (None, None))
        for amount in line.amounts:
            period = periods.get(amount.column)
            if period is None or amount.figure.value is None or amount.figure.measure is not None:
                continue
            if item is None and not (main and line.label):
                continue
            wanted = item is not None and amount.column in asked
            yield Entry(item, wanted, statement, line, amount, period, calendar_months, row, total)
            if wanted and row in twins:
                yield Entry(twins[row], wanted, statement, line, amount, period, calendar_months, row)


def _chosen(statement: Statement) -> dict[int, tuple[str, Total | None]]:
    """Row → item: for each item the line that says it most plainly, the fullest and the first of equals."""
    best: dict[str, tuple[tuple[int, int], int, Total | None]] = {}
    unlabelled = totals(statement)
    for row, line in enumerate(statement.lines):
        total = unlabelled.get(row)
        found = total.named if total else statement.named(line)
        if found is None or not any(amount.figure.value for amount in line.amounts):
            continue
        rank = found.rank, -min(len(line.amounts), len(statement.periods))
        before = best.get(found.item)
        if before is None or rank < before[0]:
            best[found.item] = (rank, row, total)
    chosen = {row: (item, total) for item, (_, row, total) in best.items()}
    for item, row, total in _by_structure(statement, best.keys()):
        chosen[row] = (item, total)
    return _with_gross(statement, chosen) if statement.kind == "income" else chosen


def _by_structure(statement: Statement, there: Collection[str]) -> Iterator[tuple[str, int, Total | None]]:
    """Items that no label names, and the rows that they are by where these stand."""
    if statement.kind == "income" and "revenue" not in there and (only := only_revenue(statement)) is not None:
        yield "revenue", only, None
    if statement.kind != "balance_sheet":
        return
    if "long_term_debt" not in there and (debt := only_debt(statement)) is not None:
        yield "long_term_debt", debt, None
    if "total_assets" not in there and (assets := both_sides(statement)) is not None:
        yield "total_assets", *assets


def _twins(statement: Statement, chosen: Mapping[int, tuple[str, Total | None]]) -> dict[int, str]:
    """Row → the second item of a line that is for two (``basic and diluted``), if no line has it for itself."""
    there = {item for item, _ in chosen.values()}
    found = {row: statement.named(statement.lines[row]) for row in chosen}
    return {row: one.also for row, one in found.items() if one is not None and one.also and one.also not in there}


def _with_gross(
    statement: Statement, chosen: dict[int, tuple[str, Total | None]]
) -> dict[int, tuple[str, Total | None]]:
    """The costs of revenue and gross profit of a statement that prints the latter without a label."""
    rows = {item: row for row, (item, _) in chosen.items()}
    if "revenue" not in rows or "gross_profit" in rows:
        return chosen
    found = gross(statement, rows["revenue"], rows.get("operating_income", len(statement.lines)))
    if found is None:
        return chosen
    lines = statement.lines
    why = "printed without a label: revenue less the costs above it"
    profit = Total(Named("gross_profit", 0), (lines[found.revenue], lines[found.cost]), why)
    kept = {row: entry for row, entry in chosen.items() if entry[0] != "cost_of_revenue"}
    return kept | {found.cost: ("cost_of_revenue", None), found.profit: ("gross_profit", profit)}


def _asked(report: Filing, statement: Statement) -> Iterator[int]:
    """The columns of the form's own period, and of the one before."""
    periods = report.periods(statement)
    lasts = report.lasts(statement)
    if report.end is None:
        return
    own = [
        column
        for column, period in periods.items()
        if period.end == report.end and (lasts is None or period.quarters in (lasts, None))
    ]
    if not own:
        return
    yield own[0]
    current = periods[own[0]]
    before = [
        (period.end, column)
        for column, period in periods.items()
        if period.end is not None and period.quarters == current.quarters and _precedes(period.end, current, lasts)
    ]
    if before:
        yield max(before)[1]


def _precedes(end: datetime.date, current: Period, lasts: int | None) -> bool:
    """Whether a period is the one to compare with: a year before, or the nearest earlier day of a balance sheet."""
    assert current.end is not None
    days = (current.end - end).days
    return days > 0 if lasts is None else YEAR_APART[0] <= days <= YEAR_APART[1]


def measure(entry: Entry) -> str:
    """What a figure counts."""
    if per_share(entry.line) and _PER_SHARE.search(f"{entry.line.above} {entry.line.label}"):
        return "per_share"
    if entry.item in ("eps_basic", "eps_diluted", "dividends_per_share"):
        return "per_share"
    return "shares" if _SHARES.search(f"{entry.line.above}: {plain(entry.line.label)}") else "money"


_PER_SHARE = compiled(r"(?i)\bper\b|\beps\b|basic|diluted")
_SHARES = compiled(
    r"(?i)\bshares?\s+(?:used|outstanding|issued)|\b(?:weighted|number)\b[^:]*\b(?:shares|units)\b|\baverage\b[^:]*\bshares\b"
    r"|\bshares\b[^:]*:\s*(?:basic|diluted)"
)


def factor(entry: Entry) -> Decimal:
    """What the print of a figure is multiplied by."""
    unit, what = entry.statement.unit, measure(entry)
    if unit is None or what == "per_share":
        return Decimal(1)
    return Decimal(unit.shares or unit.factor) if what == "shares" else Decimal(unit.factor)


@lru_cache(maxsize=2)
def _findings(document: Document) -> tuple[Finding, ...]:
    return tuple(finding for entry in entries(document) for finding in findings_of(document, entry))


def findings_of(document: Document, entry: Entry) -> Iterable[Finding]:
    """A figure as an element: value, label and print with their places, then its first and last day."""
    value = {
        "name": entry.item or entry.line.label,
        "value": entry.value,
        "measure": measure(entry),
        "label": entry.line.label or None,
        "printed": entry.amount.figure.printed,
    }
    if not entry.asked:
        value |= {"scope": entry.statement.scope, "statement": entry.statement.kind}
    field = "items" if entry.asked else "more_items"
    key = f"{entry.item}|{entry.period.start}|{entry.period.end}" if entry.asked else f"{entry.amount.span[0]}"
    spans = [entry.amount.span, entry.line.label_span, entry.statement.unit_span if entry.value != 0 else None]
    if entry.total is not None:
        spans += [span for line in entry.total.addends for span in (line.label_span, *_own(line, entry.amount))]
    why = entry.total.why if entry.total else ""
    yield Finding(
        field, value, _quotes(document, spans), item=key, basis=entry.statement.kind,
        derived=entry.total is not None, message=why,
    )  # fmt: skip
    yield from _days(document, entry, field, key)


def _own(line: Line, amount: Amount) -> Iterator[Span]:
    yield from (other.span for other in line.amounts if other.column == amount.column)


def _days(document: Document, entry: Entry, field: str, key: str) -> Iterator[Finding]:
    """The first and the last day of a period, by the head of the column; a day that it only implies is derived."""
    period = entry.period
    last = _quotes(document, period.day_cites)
    if period.end is not None:
        implied = not period.printed
        why = "the last day of the fiscal year" if implied else ""
        quotes = last or _quotes(document, (entry.amount.span,))
        yield Finding(field, period.end, quotes, item=key, attribute="period_end", derived=implied, message=why)
    start = period.start if entry.regular or period.weeks else None
    if start is not None:
        quotes = (*_quotes(document, period.length_cites), *last)
        derived = not (period.printed and period.length_cites)
        yield Finding(field, start, quotes or last, item=key, attribute="period_start", derived=derived)


def _quotes(document: Document, spans: Iterable[Span | None]) -> tuple[Quote, ...]:
    found = dict.fromkeys(span for span in spans if span is not None)
    return tuple(Quote(document.text[slice(*span)], span) for span in found)
