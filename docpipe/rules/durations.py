"""Durations in English: "thirty (30) days", "a 12-month period", "ninety days' notice", "one (1) additional year"."""

from __future__ import annotations

import datetime
import re
from typing import Any, Literal, cast

from dateutil.relativedelta import relativedelta
from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.numerals import CARDINAL, parse_number

Unit = Literal["day", "business_day", "week", "month", "year"]

_DIGITS = r"\d{1,3}(?:,\d{3})+|\d{1,4}"
_UNIT = r"(?P<unit>da?ys?|weeks?|mont\s?hs?|mths?|yea\s?rs?|yrs?|fortnights?)"
_BETWEEN = (
    r"(?:(?:additional|successive|consecutive|calendar|full|further|more|or\s+more|renewal|contract|license|fiscal"
    r"|extra|subsequent|clear|complete|entire|consecutively|continuous|new)[\s,-]+){0,3}"
)
_FOUND = compiled(
    rf"(?<![\w.$€£])(?:(?P<words>{CARDINAL})\s*-?(?:\s*[(\[]\s*(?P<inner>{_DIGITS}|[Il])\s*(?:th|[)\]])*)?"
    rf"|(?P<digits>{_DIGITS})(?:\s*[(\[]\s*(?P<inner_words>{CARDINAL})\s*[)\]])?"
    rf"|[(\[]\s*(?P<only>{_DIGITS})\s*[)\]]"
    r"|(?P<article>(?:an?\s+)?(?:additional|further|successive|consecutive)|another|one\s+more))"
    rf"[\s-]*[-\u2010-\u2014]?\s*{_BETWEEN}(?P<kind>business|working|banking|trading)?[\s-]*{_UNIT}\b(?:['\u2019])?",
    re.IGNORECASE,
)
_LETTERS = {"d": "day", "w": "week", "m": "month", "y": "year"}
_SINGULAR = compiled(r"(?:day|week|month|year)$", re.IGNORECASE)

_CALENDAR_YEAR = compiled(r"(?:19|20)\d\d\b.*\byear", re.IGNORECASE)
"""A year by its name: "the 2031 calendar year"."""


class FoundDuration(Struct, frozen=True):
    """A duration at ``text[start:end]``; where words and figures differ, ``count`` follows the words."""

    start: int
    end: int
    count: int
    unit: Unit


def find_durations(text: str) -> tuple[FoundDuration, ...]:
    """The durations, in the order of the text."""
    found = (_read(match) for match in _FOUND.finditer(text))
    return tuple(duration for duration in found if duration is not None)


def add(day: datetime.date, count: int, unit: str) -> datetime.date | None:
    """A day plus a number of days, weeks, months or years; the last of a month where it is too short.

    None for business days, which no calendar here knows, and past the year 9999.
    """
    if unit == "business_day":
        return None
    try:
        length: dict[str, Any] = {f"{unit}s": count}
        return day + relativedelta(**length)
    except (OverflowError, ValueError):
        return None


def _read(match: re.Match[str]) -> FoundDuration | None:
    count = _count(match)
    if not count:
        return None
    unit = re.sub(r"\s", "", match["unit"]).casefold()
    if unit.startswith("f"):
        return FoundDuration(match.start(), match.end(), 2 * count, "week")
    named = "business_day" if match["kind"] and unit.startswith("d") else _LETTERS[unit[0]]
    return FoundDuration(match.start(), match.end(), count, cast(Unit, named))


def _count(match: re.Match[str]) -> int | None:
    if match["article"]:
        # "an additional year" is one year; "additional years" says no number
        return 1 if _SINGULAR.search(re.sub(r"\s", "", match["unit"])) else None
    if _CALENDAR_YEAR.fullmatch(match[0]):
        return None
    for name in ("words", "inner_words", "digits", "inner", "only"):
        if match[name] and (count := parse_number(match[name])) is not None:
            return count
    return None
