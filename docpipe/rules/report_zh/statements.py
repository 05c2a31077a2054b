"""The statements of a Chinese report: by their titles, else by what stands in them; the group's before the parent's.

A title without 合并 is the group's own statement where no other one of its kind says 合并: a company without
subsidiaries. Tables of key figures (主要会计数据) stand in for what no statement has.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.report.labels import Named, StatementKind
from docpipe.rules.report.lines import Amount, Cell, Line
from docpipe.rules.report.periods import Period
from docpipe.rules.report.statements import Statement, counted
from docpipe.rules.report_zh.heads import Column, Context, columns_by_head, settled, whens
from docpipe.rules.report_zh.labels import named, plain
from docpipe.rules.report_zh.lines import Grid, grids, loose_grids
from docpipe.rules.report_zh.titles import Title, title_of
from docpipe.rules.report_zh.units import unit_of
from docpipe.types import Block, Document
from docpipe.units import Unit
from docpipe.words import Span

LEAD = 8
"""Blocks before a table that its title, unit and day can stand in."""

MAIN: tuple[StatementKind, ...] = ("income", "balance_sheet", "cash_flow")


class ChineseStatement(Statement, frozen=True):
    """A statement whose lines have Chinese names."""

    def named(self, line: Line) -> Named | None:
        return named(line.label, line.above, self.kind)


class Part(Struct, frozen=True):
    """A grid with its title, what its columns hold, and what its head says of unit and day."""

    grid: Grid
    title: Title | None
    title_span: Span | None
    columns: dict[int, Column]
    context: Context
    unit: Unit | None
    unit_span: Span | None
    key: bool = False

    @property
    def page(self) -> int:
        return self.grid.page


@lru_cache(maxsize=2)
def parts(document: Document) -> tuple[Part, ...]:
    """The statements and tables of key figures of a document, parts on following pages joined."""
    tables = [_part(document, grid) for grid in grids(document)]
    full = {line.page for part in tables if len(part.grid.lines) >= MANY for line in part.grid.lines}
    full |= {line.page for part in tables if part.title is not None for line in part.grid.lines}
    lacking = set(_titled_pages(document)) - full
    loose = loose_grids(document, sorted({page + more for page in lacking for more in (0, 1)} - full))
    found: list[Part] = []
    for part in sorted((*tables, *(_part(document, grid) for grid in loose)), key=lambda part: part.grid.start):
        if found and part.grid.inner and found[-1].key and part.page == found[-1].page and part.title is None:
            unit = (part.unit, part.unit_span) if part.unit else (found[-1].unit, found[-1].unit_span)
            part = replace(part, key=not _quarterly(part.grid), unit=unit[0], unit_span=unit[1])
        if found and _goes_on(document, found[-1], part):
            found[-1] = _joined(found[-1], part)
        else:
            found.append(part)
    return tuple(part for part in found if part.title is not None or part.key or _by_lines(part.grid.lines))


MANY = 8
"""Lines of a table that is most of what stands on its page: then no statement is looked for beside it."""


def _titled_pages(document: Document) -> Iterator[int]:
    for block in document.blocks:
        if block.span is None or block.kind == "table":
            continue
        first = document.text[block.span[0] : min(block.span[1], block.span[0] + LONGEST_LEAD)]
        if "表" in first and any(map(title_of, first.split("\n"))):
            yield block.page


LONGEST_LEAD = 200


def _part(document: Document, grid: Grid) -> Part:
    """A grid and what introduces it."""
    lead = _lead(document, grid)
    head = [cell for row in grid.head for cell in row]
    title, titled = _titled(lead, head)
    own = [cell for cell in lead if titled is None or cell.start >= titled.start]
    if titled in head and titled is not None:
        own = [titled]
    span = titled.span if titled else None
    unit, unit_span = _unit([*own, *head])
    context = _context([cell for cell in own if len(cell.text) <= LONGEST_LEAD])
    columns = columns_by_head(grid.head, grid.columns)
    if not any(column.when for column in columns.values()):
        columns = _from_lead(own, grid.columns) or columns
    key = title is None and _is_key(head, own, grid.lines)
    return Part(grid, title, span, columns, context, unit, unit_span, key)


def _lead(document: Document, grid: Grid) -> list[Cell]:
    """The lines of print before a table on its page, or at the foot of the page before, back to the table before."""
    rows = [cell for row in grid.head for cell in row] if grid.inner else []
    if grid.inner and not grid.loose:
        return rows
    found: list[list[Cell]] = []
    before = [block for block in document.blocks if block.span is not None and block.span[0] < grid.start][-LEAD:]
    for block in reversed(before):
        if block.kind == "table" or block.page != grid.page:
            break
        lines = list(_lines(document, block))
        found.append(lines)
        if any(title_of(line.text) for line in lines):
            break
    return [line for lines in reversed(found) for line in lines] + rows


def _lines(document: Document, block: Block) -> Iterator[Cell]:
    """The lines of print of a block: a title is one for itself even where reading takes it for the rest of a table."""
    assert block.span is not None
    at = block.span[0]
    for line in document.text[slice(*block.span)].split("\n"):
        yield Cell(line, at, -1)
        at += len(line) + 1


def _titled(lead: Sequence[Cell], head: Sequence[Cell]) -> tuple[Title | None, Cell | None]:
    """The title nearest to the figures, and the line or cell that has it."""
    for cell in (*reversed(head), *reversed(lead)):
        title = title_of(cell.text)
        if title is not None:
            return title, cell
    return None, None


def _unit(cells: Sequence[Cell]) -> tuple[Unit | None, Span | None]:
    for cell in reversed(cells):
        unit = unit_of(cell.text)
        if unit is not None:
            start = cell.start + max(0, cell.text.find(unit.printed))
            return unit, (start, start + len(unit.printed))
    return None, None


def _context(lead: Sequence[Cell]) -> Context:
    """The day, or the stretch of time, that a title names."""
    for cell in lead:
        for when in whens(cell.text, cell.start):
            if when.end is not None:
                return Context(when.end, when.months, when.cites)
    for cell in lead:
        for when in whens(cell.text, cell.start):
            if when.sort == "year":
                return Context(None, when.months, when.cites)
    return Context()


def _from_lead(lead: Sequence[Cell], columns: Sequence[int]) -> dict[int, Column]:
    """A head that stands above its table: a line that names as many periods as there are columns."""
    for cell in reversed(lead):
        found = list(whens(cell.text, cell.start))
        if len(found) == len(columns) and len(columns) > 1:
            return {column: Column(when) for column, when in zip(columns, found, strict=True)}
    return {}


def _quarterly(grid: Grid) -> bool:
    return any(_QUARTERS.search(plain(cell.text)) for row in grid.head for cell in row)


def _is_key(head: Sequence[Cell], lead: Sequence[Cell], lines: Sequence[Line]) -> bool:
    """Whether a table holds the key figures of a report and not those of quarters."""
    words = [plain(cell.text) for cell in (*lead[-4:], *head)]
    if any(_QUARTERS.search(text) or _OTHERS.search(text) for text in words):
        return False
    return any(_KEY.search(text) for text in words) and any(
        named(line.label, line.above, kind) for line in lines for kind in MAIN
    )


_KEY = compiled("主要会计数据|主要财务指标|主要财务数据|会计数据和财务指标|财务摘要|财务概要|主要财务资料|每股收益")
_OTHERS = compiled("[子孙]公司|联营|合营|参股|被投资|分部|母公司主要|承诺|备考")
_QUARTERS = compiled("第[一二三四]季度(?!报告)|分季度")


def _by_lines(lines: Sequence[Line]) -> StatementKind | None:
    """The kind of statement that untitled lines certainly are."""
    labels = {plain(line.label) for line in lines}
    for kind, needed in _SIGNS.items():
        if all(any(pattern.fullmatch(label) for label in labels) for pattern in needed):
            return kind
    return None


_SIGNS: dict[StatementKind, tuple[re.Pattern[str], ...]] = {
    "income": (compiled("营业(?:总)?成本"), compiled("所得税.{0,2}"), compiled("净利润.*")),
    "balance_sheet": (compiled("资产总计|资产合计"), compiled("负债(?:和|及|与).{2,12}(?:总计|合计)")),
    "cash_flow": (compiled("投资活动.*净额"), compiled("[筹融]资活动.*净额")),
}


def _goes_on(document: Document, before: Part, part: Part) -> bool:
    """Whether a grid is the rest of a statement on the same or the next page."""
    if before.title is None or part.page - before.grid.lines[-1].page > 1 or part.key:
        return False
    if len(part.grid.columns) != len(before.grid.columns):
        return False
    if part.title is not None:
        return part.title.continued and part.title.kind == before.title.kind
    between = document.text[before.grid.lines[-1].amounts[-1].span[1] : part.grid.start]
    return len(between) <= LONGEST_GAP and not _ENDS.search(between)


LONGEST_GAP = 120
_ENDS = compiled("负责人|附注|法定代表人")


def _joined(before: Part, part: Part) -> Part:
    place = dict(zip(part.grid.columns, before.grid.columns, strict=True))
    more = tuple(
        replace(line, amounts=tuple(replace(amount, column=place[amount.column]) for amount in line.amounts))
        for line in part.grid.lines
    )
    return replace(before, grid=replace(before.grid, lines=(*before.grid.lines, *more)))


def made(found: Sequence[Part], fallback: Context) -> tuple[dict[StatementKind, Statement], list[Statement]]:
    """The main statements by kind, and the others; ``fallback`` is the report's own period."""
    every = [one for part in found if not part.key for one in _statements(part, fallback)]
    main: dict[StatementKind, Statement] = {}
    for kind in (*MAIN, "equity", "comprehensive_income"):
        mine = [one for one in every if one.kind == kind and one.periods]
        group = [one for one in mine if one.scope == "consolidated"]
        chosen = group or [one for one in mine if one.scope == "open"]
        if chosen:
            main[kind] = replace(max(chosen, key=lambda one: (one.score, -one.start)), scope="consolidated")
    kept = {(one.kind, one.start, one.scope) for one in main.values()}
    others = [
        replace(one, scope="parent" if one.scope == "open" else one.scope)
        for one in every
        if (one.kind, one.start, "consolidated") not in kept or one.scope == "parent"
    ]
    return {kind: counted(one, main.values()) for kind, one in main.items()}, others


def _statements(part: Part, fallback: Context) -> Iterator[Statement]:
    """A part as a statement; one of the group and one of the parent where the columns say whose they are."""
    kind = part.title.kind if part.title else _by_lines(part.grid.lines)
    if kind is None:
        return
    if kind == "comprehensive_income" and _sells(part.grid.lines[:FIRST]):
        kind = "income"  # one statement for both
    told = part.title.scope if part.title else ""
    scopes = {column.scope for column in part.columns.values() if column.when is not None}
    context = _resolved(part.context, fallback)
    split = {"consolidated", "parent"} <= scopes
    for scope in ("consolidated", "parent") if split else ("",):
        columns = {at: what for at, what in part.columns.items() if not split or what.scope == scope}
        own = scope or told or next((one for one in scopes if one), "") or "open"
        periods = settled(columns, kind, context)
        lines = tuple(_of_columns(part.grid.lines, periods if split else part.grid.columns))
        score = len(periods) * 4 + len({f.item for line in lines if (f := named(line.label, line.above, kind))})
        yield _statement(part, kind, lines, periods, own, score)


def _sells(lines: Sequence[Line]) -> bool:
    found = (named(line.label, line.above, "income") for line in lines)
    return any(one is not None and one.item == "revenue" for one in found)


FIRST = 3
"""Lines that revenue is among in a statement that begins with it; others begin with the year's profit."""


def _resolved(own: Context, fallback: Context) -> Context:
    """The period of the title, else of the report; one that names a year alone ends as the report's does."""
    if own.end is not None:
        return Context(own.end, own.months or fallback.months, own.cites)
    return Context(fallback.end, own.months or fallback.months, (*own.cites, *fallback.cites))


def _of_columns(lines: Sequence[Line], columns: Container[int]) -> Iterator[Line]:
    for line in lines:
        amounts: tuple[Amount, ...] = tuple(a for a in line.amounts if a.column in columns)
        if amounts:
            yield replace(line, amounts=amounts)


def _statement(
    part: Part, kind: StatementKind, lines: tuple[Line, ...], periods: dict[int, Period], scope: str, score: int = 0
) -> Statement:
    start = part.grid.start
    return ChineseStatement(
        kind, lines, periods, "", part.title_span, "", part.unit, part.unit_span, part.page, start, score, scope
    )


def key_figures(found: Sequence[Part], kind: StatementKind, fallback: Context) -> Iterator[Statement]:
    """The lines of the tables of key figures before the statements that belong to statements of a kind."""
    for part in found:
        if part.title is not None and part.title.kind in MAIN:
            return
        if part.key:
            lines = tuple(line for line in part.grid.lines if _key_item(line, kind))
            periods = settled(part.columns, kind, _resolved(part.context, fallback))
            if lines and periods:
                yield _statement(part, kind, lines, periods, "consolidated")


def _key_item(line: Line, kind: StatementKind) -> bool:
    return named(line.label, line.above, kind) is not None
