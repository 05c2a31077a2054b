"""A Chinese report as a whole: its statements, and the day on which its period ends."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from docpipe.rules.report.cover import ANNUAL, RELEASE, Cover
from docpipe.rules.report.filing import Filing
from docpipe.rules.report.periods import Period
from docpipe.rules.report.statements import Statement, Statements
from docpipe.rules.report_zh.cover import cover, title_period
from docpipe.rules.report_zh.heads import Context
from docpipe.rules.report_zh.statements import MAIN, Part, key_figures, made, parts
from docpipe.types import Document
from docpipe.words import Span


@lru_cache(maxsize=2)
def filing(document: Document) -> Filing:
    """What a document reports on."""
    first, found = cover(document), parts(document)
    own = _period(title_period(document), _by_heads(found))
    main, others = made(found, own)
    for kind in MAIN:
        if kind not in main and (table := next(key_figures(found, kind, own), None)) is not None:
            main[kind] = table
    end, months = own.end, own.months
    printed = _printed(main.values(), end) or own.cites
    annual = _annual(first, months)
    to_date = None if annual or end is None else (months or end.month) // 3 or None
    year_end = _year_end(end, annual)
    return Filing(first, Statements(main, tuple(others)), end, printed, annual, to_date, year_end)


def further(document: Document, report: Filing) -> Iterator[Statement]:
    """The tables of key figures, for what the statements lack."""
    own = Context(report.end, 12 if report.annual else (report.to_date or 0) * 3 or None, report.end_spans)
    for kind in MAIN:
        yield from key_figures(parts(document), kind, own)


def _period(told: Context, printed: Context) -> Context:
    """What the title says; of a year that its statements end on another day, what these say."""
    if told.end is None:
        return printed
    other_year = told.months == 12 and printed.end is not None and printed.end.year == told.end.year
    return Context(printed.end, 12, printed.cites) if other_year else told


def _by_heads(found: Sequence[Part]) -> Context:
    """The latest day in the titles and heads of the statements, and how many months lead up to it."""
    days: list[tuple[datetime.date, int | None, tuple[Span, ...]]] = [
        (when.end, when.months, when.cites)
        for part in found
        if part.title is not None
        for when in (column.when for column in part.columns.values())
        if when is not None and when.end is not None
    ]
    days += [
        (part.context.end, part.context.months, part.context.cites)
        for part in found
        if part.title is not None and part.context.end is not None
    ]
    if not days:
        return _by_years(found)
    end = max(day for day, _, _ in days)
    months = next((months for day, months, _ in days if day == end and months), None)
    return Context(end, months, next(cites for day, _, cites in days if day == end))


def _by_years(found: Sequence[Part]) -> Context:
    years = [
        (column.when.year, column.when.cites)
        for part in found
        for column in part.columns.values()
        if column.when is not None and column.when.sort == "year"
    ]
    if not years:
        return Context()
    year, cites = max(years)
    return Context(datetime.date(year, 12, 31), 12, cites)


def _printed(statements: Iterable[Statement], end: datetime.date | None) -> tuple[tuple[int, int], ...]:
    """Where a head prints the last day of the period in full."""
    found: list[Period] = [
        period
        for statement in statements
        for period in statement.periods.values()
        if period.end == end and period.printed
    ]
    return min((period.day_cites for period in found), default=())


def _annual(first: Cover, months: int | None) -> bool:
    form = first.form.value if first.form else None
    if form in ANNUAL or form == "auditor's report":
        return months in (12, None)
    if form is None or form == RELEASE:
        return months in (12, None)
    return False


def _year_end(end: datetime.date | None, annual: bool) -> datetime.date | None:
    if end is None or annual:
        return end
    return datetime.date(end.year - 1, 12, 31)
