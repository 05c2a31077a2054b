"""The periods that the head of a Chinese statement names for columns: ``2023年12月31日``, ``上期金额``, ``年初余额``.

What names no day (``本期``, ``期初``) is resolved by the day in the title, else by that on which the report's period
ends. A column may also say whose figures it has (合并, 母公司), or that it has none of money (增减比例, 附注, 行次).
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.report.labels import StatementKind
from docpipe.rules.report.lines import Cell
from docpipe.rules.report.periods import Period
from docpipe.rules.report_zh.tight import squeezed, tightened
from docpipe.rules.report_zh.titles import title_of
from docpipe.rules.zh_numerals import DIGIT, parse_number
from docpipe.words import Span

Sort = Literal["day", "span", "year", "todate", "current", "prior", "closing", "opening"]

_YEAR = rf"(?P<year{{0}}>(?:19|20)\d\d|[{DIGIT}]{{{{4}}}})"
_TWO = rf"(?:\d{{1,2}}|[{DIGIT}十]{{1,3}})"
_TOKEN = compiled(
    rf"""(?x)
    (?P<range>{_YEAR.format(1)}年(?P<from>{_TWO})月?(?:{_TWO}日)?[-—~～至到]+(?:(?:19|20)\d\d年|同年)?(?P<to>{_TWO})月(?:(?P<today>{_TWO})日)?)
    |截至(?P<day>{_YEAR.format(2)}年(?P<month2>{_TWO})月(?P<day2>{_TWO})日)止?(?P<lasting>年度|(?P<count>{_TWO})个月|半年度)
    |(?P<full>{_YEAR.format(3)}年(?P<month3>{_TWO})月(?P<day3>{_TWO})日
      |(?P<year4>(?:19|20)\d\d)[-/.](?P<month4>\d{{1,2}})[-/.](?P<day4>\d{{1,2}})(?!\d))
    |(?P<quarter>{_YEAR.format(5)}年第?(?P<which>[一二三四1-4])季度)
    |(?P<half>{_YEAR.format(6)}年(?:上半年|半年度|中期))
    |(?P<annual>{_YEAR.format(7)}年(?:年度|度))
    |(?P<bare>(?<![\d,.]){_YEAR.format(8)}(?:年末|年底|年)?(?![\d,.月]))
    |(?P<same>上年同期|去年同期|上年度同期|上年同比)
    |(?P<opening>[期年]初(?![至到])|上年(?:年)?(?:末|底)|上年度(?:期)?末|上期(?:期)?末|去年末)
    |(?P<prior>上期|上年|上年度|去年|前期)
    |(?P<closing>[期年]末|本报告期末|报告期末)
    |(?P<todate>年初[至到](?:本?报告期)?期?末)
    |(?P<current>本期|本年|本报告期|报告期)
    """
)
_RATIO = compiled("增减|变动|变化|增长|同比|比例|比重|占比|幅度|%|百分比|差异")
_NO_MONEY = compiled(r"(?:财务报表)?(?:附注|注释|注)(?:编号|号|[一二三四五六七八九十]{1,3})?|行次|序号|编号|附表")
_GROUP = compiled("合并|综合|本集团|集团")
_PARENT = compiled("母公司|本公司|公司|本行|银行")
_BEFORE = compiled("调整前|重述前")


class When(Struct, frozen=True):
    """A token of a head: a day, a stretch of ``months`` up to it, a year, or a word that stands for one of these."""

    sort: Sort
    cites: tuple[Span, ...]
    end: datetime.date | None = None
    months: int | None = None
    year: int = 0


class Column(Struct, frozen=True):
    """What a column holds. ``scope`` is "" where the head does not say whose; ``when`` None for no period."""

    when: When | None
    scope: str = ""
    money: bool = True


class Context(Struct, frozen=True):
    """What words such as 本期 stand for: the last day, how many months lead up to it, and the place that says so."""

    end: datetime.date | None = None
    months: int | None = None
    cites: tuple[Span, ...] = ()


def no_money(text: str) -> bool:
    """Whether the head of a column says that it numbers notes or lines."""
    return _NO_MONEY.fullmatch(squeezed(text)) is not None


def columns_by_head(head: Sequence[Sequence[Cell]], columns: Sequence[int]) -> dict[int, Column]:
    """What each column of figures holds by the rows of the head; a cell over several columns is for all of them."""
    parts: dict[int, list[Cell]] = {column: [] for column in columns}
    for row in head:
        if len(row) == 1 and title_of(row[0].text):
            continue
        for column, cell in _over(row, columns).items():
            parts[column].append(cell)
    return {column: _column(cells) for column, cells in parts.items()}


def _over(row: Sequence[Cell], columns: Sequence[int]) -> dict[int, Cell]:
    """The cell of a row over each column: its own; else of fewer cells each over as many columns in order."""
    cells = [cell for cell in row if cell.column > 0 and not no_money(cell.text)]
    own = {cell.column: cell for cell in cells if cell.column in columns}
    if len(own) == len(columns) or not cells or (len(cells) == 1 and len(columns) > 1 and not _heads_all(cells[0])):
        return own
    cells = [cell for cell in cells if cell.column in own or cell.column >= columns[0] - 1]
    if cells and len(columns) % len(cells) == 0:
        each = len(columns) // len(cells)
        return {column: cells[at // each] for at, column in enumerate(columns)}
    return own


def _heads_all(cell: Cell) -> bool:
    return bool(_GROUP.search(cell.text) or _TOKEN.search(squeezed(cell.text)))


def _column(cells: Sequence[Cell]) -> Column:
    whole = "".join(squeezed(cell.text) for cell in cells)
    if _RATIO.search(whole) or _BEFORE.search(whole):
        return Column(None, money=False)
    found = list(_joined(cells))
    exact = [when for when in found if when.sort in ("day", "span", "year")]
    fused = any(title_of(cell.text) for cell in cells)  # what stands over a column follows the title
    chosen = (exact or found)[-1:] if fused else (exact or found)[:1]
    scope = "consolidated" if _GROUP.search(whole) else "parent" if _PARENT.search(whole) else ""
    return Column(chosen[0] if chosen else None, scope)


def _joined(cells: Sequence[Cell]) -> Iterator[When]:
    """The tokens of a column's cells; a day may be printed in two of them, one below the other."""
    single = [when for cell in cells for when in whens(cell.text, cell.start)]
    if len(cells) > 1 and not any(when.sort in ("day", "span") for when in single):
        text = "".join(cell.text for cell in cells)
        dated = tuple(cell.span for cell in cells if _DATED.search(squeezed(cell.text)))
        for when in whens(text, 0):
            if when.sort in ("day", "span"):
                yield When(when.sort, dated, when.end, when.months, when.year)
    yield from single


_DATED = compiled(rf"[\d{DIGIT}十][年月日]|截至")


def whens(text: str, start: int) -> Iterator[When]:
    """The tokens of a text that begins at an offset."""
    tight = tightened(text, start)
    for match in _TOKEN.finditer(tight.text):
        when = _when(match, (tight.span(*match.span()),))
        if when is not None:
            yield when


def _when(match: re.Match[str], cites: tuple[Span, ...]) -> When | None:
    if match["range"]:
        first, last = _number(match["from"]), _number(match["to"])
        end = _date(_number(match["year1"]), last, _number(match["today"]) if match["today"] else 31)
        return When("span", cites, end, last - first + 1) if end and last >= first else None
    if match["day"]:
        end = _date(*(_number(match[name]) for name in ("year2", "month2", "day2")))
        months = 12 if match["lasting"] == "年度" else 6 if match["count"] is None else _number(match["count"])
        return When("span", cites, end, months) if end else None
    if match["full"]:
        names = ("year3", "month3", "day3") if match["year3"] else ("year4", "month4", "day4")
        end = _date(*(_number(match[name]) for name in names))
        return When("day", cites, end) if end else None
    if match["quarter"]:
        quarter = "一二三四".find(match["which"]) + 1 or int(match["which"])
        return When("span", cites, _date(_number(match["year5"]), quarter * 3, 31), 3)
    if match["half"]:
        return When("span", cites, _date(_number(match["year6"]), 6, 30), 6)
    if match["annual"]:
        return When("year", cites, months=12, year=_number(match["year7"]))
    if match["bare"]:
        year = _number(match["year8"])
        return When("year", cites, year=year) if 1949 <= year <= 2100 else None
    sort: Sort = "prior" if match["same"] else match.lastgroup  # type: ignore[assignment]
    return When(sort, cites)


def period_of(when: When, kind: StatementKind, context: Context) -> Period | None:
    """The period that a token names in a statement of a kind; None where nothing tells its day."""
    flow = kind != "balance_sheet"
    if when.end is not None:
        months = (when.months or context.months or 12) if flow else None
        length = when.cites if when.months else context.cites
        return Period(when.end.year, when.end, months, day_cites=when.cites, length_cites=length if flow else ())
    if when.sort == "year":
        end = _in_year(context.end, when.year)
        months = (when.months or context.months or 12) if flow else None
        return Period(when.year, end, months, day_cites=when.cites, length_cites=when.cites if flow else (),
                      printed=False)  # fmt: skip
    if context.end is None:
        return None
    back = when.sort in ("prior", "opening")
    end = context.end
    if back:
        end = _years_before(end) if flow else _year_before(end)
    months = (context.months or 12) if flow else None
    cites = (*when.cites, *context.cites)
    return Period(end.year, end, months, day_cites=cites, length_cites=cites if flow else (), printed=False)


def _in_year(end: datetime.date | None, year: int) -> datetime.date:
    """The day of a year that is the fiscal year's last."""
    month = 12 if end is None else end.month
    day = 31 if end is None else end.day
    return datetime.date(year, month, min(day, calendar.monthrange(year, month)[1]))


def _years_before(end: datetime.date) -> datetime.date:
    last = calendar.monthrange(end.year, end.month)[1] == end.day
    day = calendar.monthrange(end.year - 1, end.month)[1] if last else min(end.day, 28 if end.month == 2 else end.day)
    return datetime.date(end.year - 1, end.month, day)


def _year_before(end: datetime.date) -> datetime.date:
    """The last day of the fiscal year before; within a year that is the calendar's."""
    return datetime.date(end.year - 1, 12, 31)


def settled(columns: Mapping[int, Column], kind: StatementKind, context: Context) -> dict[int, Period]:
    """The period of each column that has one; a first of January is the end of the year before."""
    found: dict[int, Period] = {}
    own = context
    for column, what in sorted(columns.items()):
        own = _lasting(what, columns, (own, context))
        period = period_of(what.when, kind, own) if what.money and what.when is not None else None
        if period is None or period.end is None:
            continue
        if kind == "balance_sheet" and (period.end.month, period.end.day) == (1, 1):
            before = datetime.date(period.year - 1, 12, 31)
            period = Period(before.year, before, day_cites=period.day_cites, printed=False)
        key = (what.scope, period.end, period.months)
        if key not in {(columns[at].scope, one.end, one.months) for at, one in found.items()}:
            found[column] = period
    return found


def _lasting(what: Column, columns: Mapping[int, Column], contexts: tuple[Context, Context]) -> Context:
    """Beside 年初至报告期末, 本报告期 is the quarter alone, and 上年同期 lasts as the column before."""
    before, context = contexts
    sorts = {one.when.sort for one in columns.values() if one.when is not None}
    if "todate" not in sorts or context.end is None or what.when is None or what.when.sort == "prior":
        return before
    months = 3 if what.when.sort == "current" else context.end.month
    return Context(context.end, months, context.cites)


def _number(text: str) -> int:
    return int(parse_number(text) or 0)


def _date(year: int, month: int, day: int) -> datetime.date | None:
    if not (1900 < year < 2200 and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    return datetime.date(year, month, min(day, calendar.monthrange(year, month)[1]))
