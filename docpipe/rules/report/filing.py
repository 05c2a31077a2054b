"""A report as a whole: its statements, the day on which its period ends, and how far into the fiscal year that is."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from docpipe.rules.report.cover import Cover, cover
from docpipe.rules.report.periods import Period
from docpipe.rules.report.statements import Statement, Statements, statements
from docpipe.types import Document
from docpipe.words import Span

QUARTER_DAYS = 91.3
"""Days of a quarter, 365.25 / 4; quarters of 12, 13, 14 and 16 weeks round to the right number of them."""

NEW_YEAR_WEEK = 10
"""Day of January or February up to which a year that ends there may be named after the year before."""


class Filing(Struct, frozen=True):
    """``end`` is the last day of the period, at ``end_spans``; ``to_date`` the quarters of the fiscal year up to it."""

    cover: Cover
    statements: Statements
    end: datetime.date | None
    end_spans: tuple[Span, ...]
    annual: bool
    to_date: int | None
    year_end: datetime.date | None
    year_end_spans: tuple[Span, ...] = ()

    def lasts(self, statement: Statement) -> int | None:
        """Quarters of the form's own duration in a statement; None for a day."""
        if statement.kind == "balance_sheet":
            return None
        periods = self.periods(statement).values()
        there = {period.quarters for period in periods if period.end == self.end and period.quarters is not None}
        wanted = 4 if self.annual else 1 if statement.kind != "cash_flow" else self.to_date or 1
        return min(there, key=lambda quarters: abs(quarters - wanted), default=wanted)

    def periods(self, statement: Statement) -> Mapping[int, Period]:
        """The periods of a statement's columns, years filled in with the day on which the fiscal year ends."""
        printed = [period.end for one in self.statements.main.values() for period in one.periods.values() if period.end]
        return _filled(statement, self.end, printed)


@lru_cache(maxsize=2)
def filing(document: Document) -> Filing:
    """What a document reports on."""
    first, found = cover(document), statements(document)
    end, spans = _end(first, found)
    annual = _annual(first, found, end)
    year_end, year_spans = _year_end(found, end, annual)
    return Filing(first, found, end, spans, annual, _to_date(found, end, annual, year_end), year_end, year_spans)


def _end(first: Cover, found: Statements) -> tuple[datetime.date | None, tuple[Span, ...]]:
    """By the cover, else the latest day in the heads of the main statements; in releases the other way round."""
    told = (first.end, first.period_end.spans) if first.period_end is not None else None
    if told is not None and first.interim is not None:
        return told
    for kind in ("income", "balance_sheet", "cash_flow"):
        dated = [one for one in _all(found, kind) if one.end is not None]
        if dated:
            latest = max(dated, key=lambda one: one.end or datetime.date.min)
            return latest.end, latest.day_cites
    return told or (None, ())


def _all(found: Statements, *kinds: str) -> list[Period]:
    """The periods of the main statements of some kinds."""
    chosen = [statement for kind, statement in found.main.items() if kind in kinds]
    return [period for statement in chosen for period in statement.periods.values()]


def _annual(first: Cover, found: Statements, end: datetime.date | None) -> bool:
    """By the form, else by whether the income statement has a shorter period than a year."""
    if first.interim is not None:
        return not first.interim
    lengths = {period.quarters for period in _all(found, "income") if period.end in (end, None)}
    return 4 in lengths and 1 not in lengths


def _year_end(
    found: Statements, end: datetime.date | None, annual: bool
) -> tuple[datetime.date | None, tuple[Span, ...]]:
    """The end of the fiscal year that was over before the period, by the balance sheet; its own end for a year."""
    if end is None:
        return None, ()
    before = [one for one in _all(found, "balance_sheet") if one.end is not None and one.end < end]
    if annual or not before:
        return (end if annual else None), ()
    latest = max(before, key=lambda one: one.end or datetime.date.min)
    return latest.end, latest.day_cites


def _to_date(found: Statements, end: datetime.date | None, annual: bool, year_end: datetime.date | None) -> int | None:
    """The quarters from the start of the fiscal year: by the longest period up to a year, else by the year's end."""
    if annual or end is None:
        return None
    numbered = [(period.year, period.quarter) for period in _all(found, "income") if period.quarter is not None]
    if numbered:
        return max(numbered)[1]
    own = {period.quarters or 0 for period in _all(found, "income") if period.end == end}
    cash = {period.quarters or 0 for period in _all(found, "cash_flow") if period.end == end}
    by_days = round((end - year_end).days / QUARTER_DAYS) if year_end else None
    for lengths in (own, cash):
        longest = max((count for count in lengths if count <= 4), default=0)
        if longest > 1 and (by_days is None or longest <= max(by_days, 1)):
            return longest
    return min(max(by_days, 1), 4) if by_days is not None else max(own | cash, default=0) or None


def fiscal_year(document: Document, report: Filing) -> int | None:
    """The year's number: that in which it ends; one that ends in the first days of a year may have the former's."""
    if report.end is None:
        return None
    last = report.end if report.annual else _next(report.year_end, report.end, report.to_date)
    if last is None:
        return None
    if last.month == 1 or (last.month == 2 and last.day <= NEW_YEAR_WEEK):
        return _named_year(document.text, last.year)
    return last.year


def _next(year_end: datetime.date | None, end: datetime.date, to_date: int | None) -> datetime.date | None:
    """Roughly the day on which the fiscal year that ``end`` falls in is over."""
    if to_date is not None:
        return end + datetime.timedelta(days=round((4 - to_date) * QUARTER_DAYS))
    return None if year_end is None else year_end + datetime.timedelta(days=365)


def _named_year(text: str, year: int) -> int:
    """Which of two years the text calls fiscal more often."""
    counts = {
        one: len(re.findall(rf"(?i)\bfiscal\s+(?:year\s+)?{one}\b", text)) for one in (year, year - 1)
    }  # fmt: skip
    return year - 1 if counts[year - 1] > counts[year] else year


def _filled(statement: Statement, end: datetime.date | None, printed: Sequence[datetime.date]) -> dict[int, Period]:
    """Periods with their last days: the last year alone ends as the report's own does; those before on a day about
    as many years earlier that another statement prints, or on the same month's end."""
    found = dict(statement.periods)
    open_years = [period.year for period in found.values() if period.end is None]
    if not open_years or end is None:
        return found
    newest = max(period.year for period in found.values())
    quarters = [4 * period.year + period.quarter for period in found.values() if period.quarter is not None]
    for column, period in found.items():
        if period.end is None and period.quarter is not None:
            last = _quarters_before(end, max(quarters) - 4 * period.year - period.quarter, printed)
            found[column] = replace(period, end=last, printed=False)
        elif period.end is None:
            back = newest - period.year
            months = period.months or (None if period.weeks else _year_long(statement))
            last = next((day for day in printed if _apart(day, end, back)), None) or _years_before(end, back)
            found[column] = replace(period, end=last, months=months, printed=False)
    return found


def _quarters_before(end: datetime.date, quarters: int, printed: Sequence[datetime.date]) -> datetime.date | None:
    """The last day of a quarter some quarters before the one that ends with the report: printed, or a month's end."""
    for day in (end, *printed):
        if abs((end - day).days - QUARTER_DAYS * quarters) <= YEAR_SLACK_DAYS:
            return day
    if calendar.monthrange(end.year, end.month)[1] != end.day:
        return None
    month = end.year * 12 + end.month - 1 - 3 * quarters
    year, month = month // 12, month % 12 + 1
    return datetime.date(year, month, calendar.monthrange(year, month)[1])


def _apart(day: datetime.date, end: datetime.date, years: int) -> bool:
    """Whether a day is some years before another, but for the weeks that years of 52 and 53 of them differ by."""
    return abs((end - day).days - 365.25 * years) <= YEAR_SLACK_DAYS


YEAR_SLACK_DAYS = 8
"""A year of 53 weeks has 371 days, 5.75 more than a calendar year; three years of 52 weeks have 3.75 fewer."""


def _year_long(statement: Statement) -> int | None:
    return None if statement.kind == "balance_sheet" else 12


def _years_before(end: datetime.date, back: int) -> datetime.date | None:
    """The same month's end some years before; None where years do not end with a month."""
    if back == 0:
        return end
    if calendar.monthrange(end.year, end.month)[1] != end.day:
        return None
    year = end.year - back
    return datetime.date(year, end.month, calendar.monthrange(year, end.month)[1])


def regular(periods: Iterable[Period]) -> bool:
    """Whether all periods end with a month: in a year of 52 weeks some do by chance."""
    ends = [period.end for period in periods if period.end is not None]
    return all(calendar.monthrange(end.year, end.month)[1] == end.day for end in ends)
