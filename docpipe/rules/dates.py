"""Dates in English documents, as lawyers and scanners write them.

``June 21, 1999``, ``21 June 1999``, ``20t h day of May, 2014``, ``April. 1st 2019``, ``19 Jan. 1998``, ``the first day
of January, two thousand ten``, ``2020-06-01``, ``05/20/2014`` (month first, unless that is impossible
or the document has them day first: ``date_order``). Dates with a
blank or without a day are found as partial; February 30 is found without a value.
"""

from __future__ import annotations

import datetime
import re
from bisect import bisect_left
from collections.abc import Iterator
from contextvars import ContextVar

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.later import later
from docpipe.rules.numerals import CARDINAL, parse_number

CENTURY_TURN = 50
"""Two-digit years below it are 20xx, the others 19xx: agreements are rarely dated before 1950 or after 2049."""

DAY_FIRST: ContextVar[bool] = ContextVar("DAY_FIRST", default=False)
"""Whether the document that is being read prints the day first; set for as long as it is analysed."""

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
"""In English whatever the locale of the program is: ``calendar`` would name them in its language."""

_SHORT = {name[:3]: number for number, name in enumerate(MONTHS, 1)}


def _spaced(word: str) -> str:
    """A pattern that allows the space that OCR sometimes puts inside a word."""
    return r"\s?".join(word)


_MONTH_NAME = compiled(
    "(?:" + "|".join(_spaced(name) for name in MONTHS) + r"|Sept|(?:" + "|".join(_SHORT) + r"))\b", re.IGNORECASE
)
_FIRST_MARK, _FILLER = 0x1200, "\u1210"
_MONTH = "[\u1200-\u120b]\u1210*\\.?"
"""A month in a text whose months are marked: a letter of its number, and others up to the name's length.

Every pattern would have to spell out twelve names else, and take ten times as long to compile. The letters are
Ethiopic: the rules read no language that has them.
"""

_SUFFIX = r"(?:\s?(?:s\s?t|n\s?d|r\s?d|t\s?h|st|nd|rd|th)\b)?"
_ONES = "first|second|third|fifth|ninth|one|two|three|five|nine|(?:four|six|seven)(?:th)?|eighth?"
_TEENS = (
    r"tenth?|eleven(?:th)?|twelfth|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen(?:th)?|(?:twent|thirt)(?:y|ieth)"
)
_WORDS = rf"(?:(?:(?:twenty|thirty)(?:\s?[-\u2010-\u2014]\s?|\s{{1,3}}))?(?:{_ONES})|{_TEENS})\b"
_DIGITS = rf"\s*(?<![\d/.$])(?:[0-3]\s\d(?!\d)|\d{{1,2}}){_SUFFIX}\s*\)?"
_DAY = rf"(?:{_WORDS}(?:\s*\(?{_DIGITS})?|{_DIGITS})"
_SOME_DAY = rf"(?:\d{{1,2}}{_SUFFIX}|{_WORDS})"
_YEAR = (
    r"(?:[12]\s?[0-9]\s?[0-9]\s?[0-9](?![\d,]*\d)|(?:two\s+thousand|nineteen|twenty)(?:[\s-]+(?:and\s+)?"
    + CARDINAL
    + r")?)"
)
_BLANK = r"(?:\[?\s*(?:_[_\s]*|\.{4,}|[\u2022\u25cf]+|\*[\s*]*)\s*\]?|\[\s*\])"
_DAY_BLANK = rf"{_BLANK}{_SUFFIX}"
_YEAR_BLANK = rf"(?:(?:19|20)\d?\s?{_BLANK}|{_BLANK})"
_OF = (
    r"\s*,?\s*(?:calendar\s+)?(?:day)?\s*,?\s*(?:of\s+)?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day\s*,\s*)?"
    r"(?:the\s+month\s+of\s+)?"
)
_COMMA = r"\s*(?:\([a-z]+\))?\s*[,.]?\s*(?:of\s+|in\s+the\s+year\s+(?:of\s+our\s+lord\s+)?|A\.?D\.?\s*)?,?\s*"

_MONTH_FIRST = compiled(rf"(?<![^\W_])(?P<month>{_MONTH})\s*(?P<day>{_DAY}){_COMMA}(?P<year>{_YEAR})", re.IGNORECASE)
_DAY_FIRST = compiled(
    rf"(?<![\w/.])(?P<day>{_DAY})(?:{_OF}|\s*-\s*)(?P<month>{_MONTH})(?:{_COMMA}|\s*-\s*)(?P<year>{_YEAR})",
    re.IGNORECASE,
)
_BIG_ENDIAN = compiled(
    r"(?<![\d/.-])(?P<year>(?:19|20)\d\d)(?P<sep>[-/.])(?P<month>\d{1,2})(?P=sep)(?P<day>\d{1,2})(?![\d/-]|\.\d)"
)
_FIGURES = compiled(
    r"(?<![\d/.-])(?P<first>\d{1,2})\s?(?P<sep>[-/.])\s?(?P<second>\d{1,2})\s?(?P=sep)\s?(?P<year>(?:19|20)\d\d"
    r"|(?<!\.)\d\d)(?![\d/-]|\.\d)"
)
_DASHED = compiled(rf"(?<![\w/.-])(?P<day>\d{{1,2}})-(?P<month>{_MONTH})-(?P<year>\d\d)(?!\d)", re.IGNORECASE)
_SOME_YEAR = r"(?:[12]\s?\d\s?\d\s?\d(?![\d,]*\d)|two\s+thousand(?:\s+[a-z-]+)?)"
_SOME_YEAR_OR_BLANK = rf"(?:{_SOME_YEAR}|{_YEAR_BLANK})"
_MONTH_YEAR = compiled(rf"\b{_MONTH}{_COMMA}{_SOME_YEAR}", re.IGNORECASE)
_MAY_BE_BLANK = compiled(r"[_*\[\u2022\u25cf]|\.{4}")
_WITH_BLANKS = later(
    "|".join(
        (
            rf"{_DAY_BLANK}{_OF}(?:{_MONTH}|{_BLANK}){_COMMA}{_SOME_YEAR_OR_BLANK}",
            rf"(?<![\w/.]){_SOME_DAY}\s+day\s+of\s+(?:{_BLANK}{_COMMA}{_SOME_YEAR_OR_BLANK}|{_MONTH}{_COMMA}{_YEAR_BLANK})",
            rf"\b{_MONTH}\s*(?:{_DAY_BLANK}{_COMMA}{_SOME_YEAR_OR_BLANK}|{_SOME_DAY}{_COMMA}{_YEAR_BLANK})",
            rf"{_BLANK}{_COMMA}(?:19|20)\d\d\b",
        )
    ),
    re.IGNORECASE,
)
_ANCHOR = compiled(
    r"[jJfFmMaAsSoOnNdD_*\]\u2022\u25cf](?:(?<![^\W_].)(?:(?<=[jJ])\s?(?:[aA]\s?[nN]|[uU]\s?[nNlL])|(?<=[fF])\s?[eE]\s?[bB]"
    r"|(?<=[mM])\s?[aA]\s?[rRyY]|(?<=[aA])\s?(?:[pP]\s?[rR]|[uU]\s?[gG])|(?<=[sS])\s?[eE]\s?[pP]|(?<=[oO])\s?[cC]\s?[tT]"
    r"|(?<=[nN])\s?[oO]\s?[vV]|(?<=[dD])\s?[eE]\s?[cC]|(?<=[dD])[aA][yY]\s+[oO][fF]\s+)"
    r"|(?<=[_*\]\u2022\u25cf])\s?,?\s?(?:19|20)\d)"
)
"""Where a date with words may be: the patterns are tried only around these, which makes them six times as fast."""

_BEFORE, _AFTER = 80, 103  # characters around an anchor that a date written in words can cover


class FoundDate(Struct, frozen=True):
    """A date at ``text[start:end]``; without a value it is partial, or impossible (``partial`` False)."""

    start: int
    end: int
    value: datetime.date | None
    partial: bool


def find_dates(text: str) -> tuple[FoundDate, ...]:
    """The dates, in the order of the text; of two that overlap the fuller one."""
    found = [_figures(match) for pattern in (_BIG_ENDIAN, _FIGURES) for match in pattern.finditer(text)]
    anchors = [match.start() for match in _ANCHOR.finditer(text)]
    marked = _marked(text, anchors) if anchors else text
    for start, end in _windows(text, anchors):
        for pattern in (_MONTH_FIRST, _DAY_FIRST, _DASHED):
            found += [_named(match) for match in pattern.finditer(marked, start, end)]
        partial = [*_MONTH_YEAR.finditer(marked, start, end)]
        if _MAY_BE_BLANK.search(marked, start, end):
            partial += _WITH_BLANKS().finditer(marked, start, end)
        found += [FoundDate(*_trimmed(match), None, True) for match in partial]
    return _without_overlaps(found)


def parse_date(text: str) -> datetime.date | None:
    """The one full date of a text, or None."""
    values = {date.value for date in find_dates(text) if date.value}
    return values.pop() if len(values) == 1 else None


def figures(text: str) -> Iterator[tuple[int, int]]:
    """The first two numbers of each date of figures that ends in a year."""
    dates = (match for match in _FIGURES.finditer(text) if "\n" not in match.group())  # "Section 14.1.\n17. Notices"
    return ((int(match["first"]), int(match["second"])) for match in dates)


def two_readings(text: str) -> list[tuple[datetime.date, datetime.date]]:
    """Both days of each date of figures that may be read month first or day first."""
    found: list[tuple[datetime.date, datetime.date]] = []
    for match in _FIGURES.finditer(text):
        year, first, second = _year(match["year"]), int(match["first"]), int(match["second"])
        days = _date(year, first, second), _date(year, second, first)
        if days[0] and days[1] and days[0] != days[1]:
            found.append((days[0], days[1]))
    return found


def _marked(text: str, anchors: list[int]) -> str:
    """The text with a mark of the same length in place of each month's name."""
    parts: list[str] = []
    reached = 0
    for anchor in anchors:
        name = _MONTH_NAME.match(text, anchor)
        if name is not None and anchor >= reached:
            number = list(_SHORT).index(re.sub(r"\s", "", name.group())[:3].casefold())
            mark = chr(_FIRST_MARK + number) + _FILLER * (name.end() - anchor - 1)
            parts += [text[reached:anchor], mark]
            reached = name.end()
    return "".join([*parts, text[reached:]])


def _windows(text: str, anchors: list[int]) -> list[tuple[int, int]]:
    """The stretches around anchors, united where they overlap, beginning and ending between words."""
    windows: list[tuple[int, int]] = []
    for anchor in anchors:
        start, end = max(0, anchor - _BEFORE), min(len(text), anchor + _AFTER)
        start = max(0, text.rfind(" ", 0, start + 1))
        end = len(text) if (space := text.find(" ", end)) < 0 else space
        if windows and start <= windows[-1][1]:
            windows[-1] = (windows[-1][0], end)
        else:
            windows.append((start, end))
    return windows


def _without_overlaps(found: list[FoundDate]) -> tuple[FoundDate, ...]:
    """Full dates before impossible before partial ones, then earlier before later."""
    kept: list[FoundDate] = []
    for date in sorted(found, key=lambda date: (date.partial, date.value is None, date.start)):
        place = bisect_left(kept, date.start, key=lambda other: other.start)
        if (place == 0 or kept[place - 1].end <= date.start) and (place == len(kept) or date.end <= kept[place].start):
            kept.insert(place, date)
    return tuple(kept)


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    text = match.group()
    return match.start() + len(text) - len(text.lstrip()), match.end() - (len(text) - len(text.rstrip()))


def _named(match: re.Match[str]) -> FoundDate:
    month = ord(match["month"][0]) - _FIRST_MARK + 1
    value = _date(_year(match["year"]), month, _day(match["day"]))
    return FoundDate(*_trimmed(match), value, False)


def _figures(match: re.Match[str]) -> FoundDate:
    parts = match.groupdict()
    year = _year(parts["year"])
    if "month" in parts:
        value = _date(year, int(parts["month"]), int(parts["day"]))
    else:
        first, second = int(parts["first"]), int(parts["second"])
        days = _date(year, first, second), _date(year, second, first)
        value = (days[1] or days[0]) if DAY_FIRST.get() else (days[0] or days[1])
    return FoundDate(match.start(), match.end(), value, False)


def _day(text: str) -> int | None:
    digits = re.sub(r"\D", "", text)
    return int(digits) if digits else parse_number(text)


def _year(text: str) -> int | None:
    digits = re.sub(r"\s", "", text)
    if len(digits) == 2 and digits.isdigit():
        return int(digits) + (2000 if int(digits) < CENTURY_TURN else 1900)
    return int(digits) if digits.isdigit() else parse_number(text)


def _date(year: int | None, month: int, day: int | None) -> datetime.date | None:
    """The day, or None where the calendar has none."""
    try:
        return datetime.date(year or 0, month, day or 0)
    except ValueError:
        return None
