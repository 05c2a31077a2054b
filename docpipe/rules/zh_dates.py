"""Dates in Chinese documents: 2024年3月5日, 二〇二四年三月五日, 民国113年3月5日, 2024-03-05, and blanks."""

from __future__ import annotations

import datetime
import re
from bisect import bisect_left

from docpipe.patterns import compiled
from docpipe.rules.dates import FoundDate
from docpipe.rules.zh_numerals import DIGIT, parse_number
from docpipe.rules.zh_text import fold

_SMALL_NUMBER = rf"(?:\d{{1,2}}|[{DIGIT}十拾]{{1,3}})"
_NAMED = compiled(
    rf"(?<!\d)(?P<year>(?:19|20)\d\d|[{DIGIT}]{{4}})年(?P<month>{_SMALL_NUMBER})月(?P<day>{_SMALL_NUMBER})[日号]"
)
FIRST_YEAR = 1911
"""The year before 民国元年."""

_OF_THE_REPUBLIC = compiled(
    rf"(?:中华)?民国(?P<year>\d{{1,3}}|[{DIGIT}十百]{{1,6}})年(?P<month>{_SMALL_NUMBER})月(?P<day>{_SMALL_NUMBER})[日号]"
)
_FIGURES = compiled(
    r"(?<![\d./-])(?P<year>(?:19|20)\d\d)(?P<sep>[-/.])(?P<month>\d{1,2})(?P=sep)(?P<day>\d{1,2})(?![\d/-]|\.\d)"
)
_PARTIAL = compiled(
    rf"(?:(?:19|20)\d\d|[{DIGIT}]{{4}})年{_SMALL_NUMBER}月(?![{DIGIT}十\d]*[日号])"
    rf"|(?<![\d{DIGIT}个半每当本全次第两同十])(?:(?:19|20)[\d_]{{0,2}}|_+)?年(?:_+|\d{{1,2}})?月(?:_+|\d{{1,2}})?日"
)


def find_dates(text: str) -> tuple[FoundDate, ...]:
    """The dates, in the order of the text; blanks and months without a day are partial."""
    folded = fold(text)
    full = [_dated(match) for pattern in (_NAMED, _FIGURES) for match in pattern.finditer(folded.text)]
    if "民国" in folded.text:
        full += [_dated(match, FIRST_YEAR) for match in _OF_THE_REPUBLIC.finditer(folded.text)]
    full.sort(key=lambda date: date.start)
    found = list(full)
    for match in _PARTIAL.finditer(folded.text):
        place = bisect_left(full, match.end(), key=lambda date: date.start)
        if place == 0 or full[place - 1].end <= match.start():
            found.append(FoundDate(match.start(), match.end(), None, True))
    return tuple(
        FoundDate(*folded.span(date.start, date.end), date.value, date.partial)
        for date in sorted(found, key=lambda date: date.start)
    )


def _dated(match: re.Match[str], years_before: int = 0) -> FoundDate:
    year, month, day = (parse_number(match[name]) for name in ("year", "month", "day"))
    try:
        value = datetime.date(int(year or 0) + years_before, int(month or 0), int(day or 0))
    except ValueError:
        return FoundDate(match.start(), match.end(), None, False)
    return FoundDate(match.start(), match.end(), value, False)
