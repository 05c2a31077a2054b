"""The periods that the head of a statement names for its columns: ``Three Months Ended | June 25, | 2022``.

A head may stand in the table's own rows, in several lines, or above it; durations and days are printed once over the
columns that they are for. Years stand over their own columns, so that these are found first; what is printed less
often is spread over them in order.
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.dates import MONTHS
from docpipe.words import Span

_MONTHS = {name: number for number, name in enumerate(MONTHS, 1)}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "thirteen": 13, "fourteen": 14, "sixteen": 16, "seventeen": 17, "twenty-four": 24, "twenty-six": 26,
    "twenty-seven": 27, "thirty-six": 36, "thirty-nine": 39, "forty": 40, "fifty-two": 52, "fifty-three": 53,
}  # fmt: skip
_TOKEN = compiled(
    rf"""(?xi)
    (?P<full>\b(?P<month>{_MONTH})\.?\ (?P<day>\d{{1,2}}),?\s(?P<year>(?:19|20)\d\d)\b
      |\b(?P<day2>\d{{1,2}})\ (?P<month2>{_MONTH})\.?,?\s(?P<year2>(?:19|20)\d\d)\b)
    | (?P<named>\b(?:(?P<q1>[1-4])\ ?Q|Q(?P<q2>[1-4])|(?P<q3>first|second|third|fourth)\ quarter(?:\ of)?(?:\ fiscal)?)
      [\s'’-]{{0,2}}(?:FY\ ?)?(?P<year3>(?:20)?\d\d)(?![\w,.%]))
    | (?P<short>\b(?:(?:[369]|12)M|H1|1H)\b)
    | (?P<count>\b(?:{"|".join(_NUMBERS)}|\d{{1,2}}))[\s-]+(?P<span>months?|weeks?|quarters?)\b
    | (?P<numeric>(?<![\d/])\d{{1,2}}/\d{{1,2}}/(?:20|19)?\d\d(?![\d/]))
    | (?P<quarter>\b(?:(?:fiscal\ )?quarters?|quarterly\ periods?|\w+\ quarter)\ ended
      |\b(?:first|second|third|fourth|1st|2nd|3rd|4th)\ (?:fiscal\ )?quarter|\bQ[1-4](?=\b|FY))\b
    | (?P<annual>\b(?:(?:fiscal\ |financial\ )?years?(?:\ |-)ended|for\ the\ (?:fiscal\ |financial\ )?years?
      |twelve-month\ periods?\ ended|full[\ -]year))\b
    | (?P<md>\b(?P<month3>{_MONTH})\.?\ (?P<day3>\d{{1,2}})\b,?(?!\d) | \b(?P<day4>\d{{1,2}})\ (?P<month4>{_MONTH})\b)
    | (?P<bare>(?<![\d$.,/-])(?:19|20)\d\d)(?![\d%]|,\d|\.\d)
    """
)


class Period(Struct, frozen=True):
    """A day, or the time that ends on it: ``months`` or ``weeks`` long, both None for a day or where none is named.

    ``end`` is None while only ``year`` is known. ``day_cites`` are the places that name its last day, in the order in
    which they read as a date, ``length_cites`` those of how long it is; ``printed`` says that the head names the day.
    """

    year: int
    end: datetime.date | None = None
    months: int | None = None
    weeks: int | None = None
    day_cites: tuple[Span, ...] = ()
    length_cites: tuple[Span, ...] = ()
    printed: bool = True
    quarter: int | None = None

    @property
    def cites(self) -> tuple[Span, ...]:
        return (*self.length_cites, *self.day_cites)

    @property
    def quarters(self) -> int | None:
        """How many quarters it lasts; None for a day. Weeks are counted as 12 to 14, or 16 or 17, to the quarter."""
        if self.months is not None:
            return max(1, round(self.months / 3))
        return None if self.weeks is None else max(1, round(self.weeks / 13))

    @property
    def start(self) -> datetime.date | None:
        """Its first day, where the calendar tells it: months that end with a month, or weeks."""
        if self.end is None:
            return None
        if self.weeks is not None:
            return self.end - datetime.timedelta(days=7 * self.weeks - 1)
        if self.months is None or calendar.monthrange(self.end.year, self.end.month)[1] != self.end.day:
            return None
        month = self.end.year * 12 + self.end.month - self.months
        return datetime.date(month // 12, month % 12 + 1, 1)


class Piece(Struct, frozen=True):
    """Text of a head, its place, and the column of the table that it stands in; None above the table."""

    text: str
    start: int
    column: int | None = None


class _Token(Struct, frozen=True):
    sort: str  # full, begin, year, day, length
    cite: Span
    column: int | None
    date: datetime.date | None = None
    year: int = 0
    month_day: tuple[int, int] | None = None
    months: int | None = None
    weeks: int | None = None
    quarter: int | None = None


def periods(pieces: Sequence[Piece], columns: Sequence[int]) -> dict[int, Period]:
    """The period of each column of figures that the head names one for. Pieces are in the order of print."""
    tokens = [token for piece in pieces for token in _tokens(piece) if token.date or not _compares(piece)]
    tokens = [token for token in tokens if token.sort != "begin"]
    inside = [token for token in tokens if token.column is not None]
    dated = _stacked(pieces, columns) or _dated(inside, columns)
    dated = dated or _dated([replace(token, column=None) for token in tokens], columns)
    if not dated:
        return {}
    named = sorted(dated)
    days, lengths = _nearest(tokens, "day"), _nearest(tokens, "length")
    found = dict(dated)
    for column, day in _spread(days, named).items():
        found[column] = _with_day(found[column], day)
    found = _by_title(found, [token for token in tokens if token.date is not None])
    for column, length in _spread(lengths, [one for one in named if found[one].quarter is None]).items():
        if found[column].months is None or length.column == column:
            found[column] = _lasting(found[column], length)
    return _told_apart(found)


def _stacked(pieces: Sequence[Piece], columns: Sequence[int]) -> dict[int, Period]:
    """The day of each column by what stands over it alone, in lines above each other (``June 30, | 2022`` beside
    ``July 2, 2021``); empty unless every column but those of changes has a whole one there."""
    found: dict[int, Period] = {}
    for column in columns:
        over = [piece for piece in pieces if piece.column == column]
        own = [piece for piece in over if not _compares(piece)]
        tokens = _tokens(Piece(" ".join(piece.text for piece in own), 0, column))
        ends = [token for token in tokens if token.sort == "full"] or _in_parts(tokens)
        if not ends:
            if tokens or len(own) == len(over):
                return {}
            continue
        last = max(ends, key=lambda token: token.date or datetime.date.min)
        first = next((token.date for token in tokens if token.sort == "begin"), None)
        if last.date is not None:
            months = max(1, round((last.date - first).days / DAYS_OF_A_MONTH)) if first else None
            found[column] = Period(last.date.year, last.date, months, day_cites=_cites(own, last.cite))
    return found if len(found) > 1 else {}


DAYS_OF_A_MONTH = 30.44
"""Days of a month, 365.25 / 12."""


def _in_parts(tokens: Sequence[_Token]) -> list[_Token]:
    """A day and the year of it, which other words part."""
    day = next((token for token in tokens if token.month_day is not None), None)
    year = next((token for token in tokens if token.sort == "year" and token.quarter is None), None)
    if day is None or year is None or day.month_day is None:
        return []
    date = _date(year.year, *day.month_day)
    return [replace(day, date=date, cite=(day.cite[0], year.cite[1]))] if date else []


def _cites(stack: Sequence[Piece], cite: Span) -> tuple[Span, ...]:
    """Where the parts of a stretch of some lines, joined by blanks, stand."""
    found: list[Span] = []
    at = 0
    for piece in stack:
        first, last = max(cite[0], at), min(cite[1], at + len(piece.text))
        if first < last:
            found.append((piece.start + first - at, piece.start + last - at))
        at += len(piece.text) + 1
    return tuple(found)


def _compares(piece: Piece) -> bool:
    """Whether a column of changes is named by the periods that it compares."""
    return piece.column is not None and _CHANGE.search(piece.text) is not None


_CHANGE = compiled(r"(?i)\b(?:change|variance|growth)\b|\bvs\.?(?=\s|$)|%")


def _told_apart(found: dict[int, Period]) -> dict[int, Period]:
    """The columns whose periods differ: of two that read the same, a part of the head of the later one is lost."""
    seen: set[tuple[object, ...]] = set()
    apart: dict[int, Period] = {}
    for column, period in sorted(found.items()):
        key = (period.year, period.end, period.months, period.weeks, period.quarter)
        if key not in seen:
            apart[column] = period
        seen.add(key)
    return apart


def lengths_in(text: str) -> list[Period]:
    """The durations and days that a line of print names, such as the title of a statement of equity."""
    tokens = _tokens(Piece(text, 0))
    length = next((token for token in tokens if token.sort == "length"), None)
    days = [Period(token.date.year, token.date) for token in tokens if token.date is not None and token.sort == "full"]
    return [_lasting(day, length) if length else day for day in days]


def day_in(text: str) -> datetime.date | None:
    """The first whole date of a text."""
    return next((token.date for token in _tokens(Piece(text, 0)) if token.sort == "full"), None)


def _dated(tokens: Sequence[_Token], columns: Sequence[int]) -> dict[int, Period]:
    """Columns with a date of their own, or at least a year."""
    whole = [token for token in tokens if token.sort == "full"]
    years = [token for token in tokens if token.sort == "year"]
    chosen = max((whole, years), key=lambda some: (len(some) >= len(columns), len(some)))
    if not chosen:
        return {}
    found = _spread(_last(chosen, columns), columns)
    return {
        column: Period(
            token.date.year if token.date else token.year,
            token.date,
            token.months,
            day_cites=(token.cite,),
            quarter=token.quarter,
        )
        for column, token in found.items()
    }


def _by_title(found: dict[int, Period], whole: Sequence[_Token]) -> dict[int, Period]:
    """Years with the days that the title names: one for each column in their order, else those of the same year."""
    open_columns = [column for column in sorted(found) if found[column].end is None]
    if not whole or not open_columns:
        return found
    by_year = {token.date.year: token for token in whole if token.date is not None}
    days = dict(zip(open_columns, whole, strict=True)) if len(whole) == len(open_columns) else {}
    for column in open_columns:
        token = days.get(column) or by_year.get(found[column].year)
        if token is not None and (days or found[max(found)].year in by_year or found[min(found)].year in by_year):
            found[column] = replace(found[column], end=token.date, day_cites=(token.cite,))
    return _listed(found, whole[0]) if len(whole) == 1 else found


def _listed(found: dict[int, Period], token: _Token) -> dict[int, Period]:
    """Years with the month's end that the title names with the first of them: ``March 31, 2021, 2022 and 2023``."""
    if token.date is None or calendar.monthrange(token.date.year, token.date.month)[1] != token.date.day:
        return found
    for column, period in found.items():
        if period.end is None and period.quarter is None:
            day = calendar.monthrange(period.year, token.date.month)[1]
            end = datetime.date(period.year, token.date.month, day)
            found[column] = replace(period, end=end, day_cites=(token.cite, *period.day_cites), printed=False)
    return found


def _nearest(tokens: Sequence[_Token], sort: str) -> list[_Token]:
    """The tokens of a sort in the table's own head, else those above it."""
    some = [token for token in tokens if token.sort == sort]
    return [token for token in some if token.column is not None] or some


def _last(tokens: list[_Token], columns: Sequence[int]) -> list[_Token]:
    """The tokens nearest to the figures, where a title names the same days before them."""
    loose = all(token.column is None for token in tokens)
    return tokens[-len(columns) :] if loose and len(tokens) > len(columns) else tokens


def _spread(tokens: Sequence[_Token], columns: Sequence[int]) -> dict[int, _Token]:
    """Tokens over columns: each over its own, or each over as many columns in order as there are to a token."""
    if not tokens or not columns:
        return {}
    own = {token.column: token for token in tokens if token.column in columns}
    apart = len(own) == len(tokens)
    if apart and (len(own) == len(columns) or tokens[0].sort in ("full", "year")):
        return {column: own[column] for column in columns if column in own}
    if apart:  # printed a little higher or lower, but beside each other
        tokens = sorted(tokens, key=lambda token: token.column or 0)
    if len(columns) % len(tokens) == 0:
        each = len(columns) // len(tokens)
        return {column: tokens[at // each] for at, column in enumerate(columns)}
    if apart:
        return {column: _at_or_before(own, column) for column in columns}
    return dict(zip(columns, tokens[-len(columns) :], strict=False))


def _at_or_before(own: Mapping[int | None, _Token], column: int) -> _Token:
    """The token over a column: its own, else that of the nearest column before it, else the first."""
    before = [at for at in own if at is not None and at <= column]
    return own[max(before)] if before else next(iter(own.values()))


def _with_day(period: Period, token: _Token) -> Period:
    if period.end is not None or token.month_day is None:
        return period
    end = _date(period.year, *token.month_day)
    return replace(period, end=end, day_cites=(token.cite, *period.day_cites)) if end else period


def _lasting(period: Period, token: _Token) -> Period:
    return replace(period, months=token.months, weeks=token.weeks, length_cites=(token.cite,))


def _tokens(piece: Piece) -> list[_Token]:
    found: list[_Token] = []
    text = piece.text.replace("\n", " ").replace("\t", " ").replace("\u00a0", " ")
    for match in _TOKEN.finditer(text):
        starts = (match["full"] or match["md"]) and _STARTS.match(text, match.end())
        if starts and not match["full"]:
            continue
        cite = (piece.start + match.start(), piece.start + match.end())
        token = _token(match, cite, piece.column)
        if token is not None:
            found.append(replace(token, sort="begin") if starts else token)
        if match["named"] and piece.column is None:
            found.append(_Token("length", cite, None, months=3))
    return found


_STARTS = compiled(rf"(?i)(?:,?\s*(?:to|through|until)\s+(?:\d|{_MONTH})|\s*\(?\s*(?:date\s+of\s+)?inception\b)")
"""What stands behind the first day of a period: ``January 1 to December 31, 2023``, ``March 3, 2008 (Inception)``."""


def _token(match: re.Match[str], cite: Span, column: int | None) -> _Token | None:
    if match["full"]:
        month, day = _MONTHS[(match["month"] or match["month2"]).casefold()], int(match["day"] or match["day2"])
        date = _date(int(match["year"] or match["year2"]), month, day)
        return None if date is None else _Token("full", cite, column, date=date)
    if match["numeric"]:
        month, day, year = map(int, match["numeric"].split("/"))
        date = _date(year if year > 99 else 2000 + year, month, day) if 1 <= month <= 12 else None
        return None if date is None else _Token("full", cite, column, date=date)
    if match["named"]:
        return _quarter(match, cite, column)
    if match["short"]:
        return _Token("length", cite, column, months=_SHORT[match["short"].casefold()])
    if match["count"]:
        word = match["count"].casefold()
        count = _NUMBERS[word] if word in _NUMBERS else int(word)
        unit = match["span"].casefold().rstrip("s")
        weeks = count if unit == "week" else None
        months = None if weeks else count * (3 if unit == "quarter" else 1)
        return _Token("length", cite, column, months=months, weeks=weeks)
    if match["quarter"] or match["annual"]:
        return _Token("length", cite, column, months=3 if match["quarter"] else 12)
    if match["md"]:
        month, day = _MONTHS[(match["month3"] or match["month4"]).casefold()], int(match["day3"] or match["day4"])
        return _Token("day", cite, column, month_day=(month, day))
    return _Token("year", cite, column, year=int(match["bare"]))


_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_SHORT = {"3m": 3, "6m": 6, "h1": 6, "1h": 6, "9m": 9, "12m": 12}


def _quarter(match: re.Match[str], cite: Span, column: int | None) -> _Token:
    """``3Q23``, ``Q3 2023``, ``Third Quarter 2023``: a quarter of a fiscal year, whose end another statement tells."""
    number = match["q1"] or match["q2"]
    quarter = int(number) if number else _ORDINALS[match["q3"].casefold()]
    year = int(match["year3"])
    return _Token("year", cite, column, year=year if year > 99 else 2000 + year, months=3, quarter=quarter)


def _date(year: int, month: int, day: int) -> datetime.date | None:
    if not 1 <= day <= calendar.monthrange(year, month)[1]:
        if (month, day) != (2, 29):
            return None
        day = 28
    return datetime.date(year, month, day)
