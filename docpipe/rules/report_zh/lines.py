"""The lines of Chinese tables: a label that goes on in another row is put together by what items are called.

The rows are those of the report rules. A balance sheet may be printed in two halves beside each other (资产 | 负债和
所有者权益): its right half stands below the left one here. Columns of notes and line numbers hold no figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.report.lines import WIDEST, Amount, Cell, Line, amounts_in, columns_of, ends, placed
from docpipe.rules.report.loose import rows_on
from docpipe.rules.report_zh.heads import no_money, whens
from docpipe.rules.report_zh.labels import known, plain
from docpipe.rules.report_zh.titles import title_of
from docpipe.rules.zh_text import fold
from docpipe.types import Document, Table
from docpipe.words import Span

Row = tuple[tuple[Cell, ...], int]
"""The cells of a row that have text, and its page."""

FEWEST_ROWS = 3


class Grid(Struct, frozen=True):
    """Rows with figures under a head. ``inner``: the rows themselves introduce it; ``loose``: no table has them."""

    start: int
    page: int
    head: tuple[tuple[Cell, ...], ...]
    lines: tuple[Line, ...]
    columns: tuple[int, ...]
    inner: bool
    loose: bool = False


@lru_cache(maxsize=2)
def grids(document: Document) -> tuple[Grid, ...]:
    """The tables of a document that have columns of figures, in the order of the text."""
    starts = {block.id: block.span for block in document.blocks if block.kind == "table" and block.span}
    found: list[Grid] = []
    before: Table | None = None
    for table in document.tables:
        span = starts.get(table.block)
        if span is not None and (len(table.rows) >= FEWEST_ROWS or ends(table, before)):
            found += grids_of(_rows(document.text, table, span), span[0])
            before = table
    return tuple(found)


def loose_grids(document: Document, pages: Sequence[int]) -> list[Grid]:
    """The lines of figures on some pages, where no table was recognised."""
    return [
        Grid(grid.start, grid.page, grid.head, grid.lines, grid.columns, True, True)
        for rows in rows_on(document, set(pages))
        for grid in grids_of(rows, None)
    ]


def _rows(text: str, table: Table, span: Span) -> list[Row]:
    pages = {cell.row: cell.page for cell in table.cells}
    return [(row, pages.get(at, table.regions[0].page)) for at, row in enumerate(placed(text, table, span))]


def grids_of(rows: Sequence[Row], start: int | None) -> Iterator[Grid]:
    """Rows as grids: one for each head. ``start`` is None where what introduces them stands among the rows."""
    for first, last in _parts([row for row, _ in rows]):
        yield from _grid(rows[first:last], start if first == 0 else None)


def _grid(rows: Sequence[Row], start: int | None) -> Iterator[Grid]:
    head_rows = next((at for at, (row, _) in enumerate(rows) if _figures(row)), len(rows))
    head, body = [row for row, _ in rows[:head_rows]], [(row, page) for row, page in rows[head_rows:]]
    if head and len(head[-1]) == 1 and head[-1][0].column == 0 and not title_of(head[-1][0].text):
        body.insert(0, (head.pop(), rows[head_rows - 1][1]))  # the first heading of the lines
    right = _right_half(head)
    halves = [(head, body)] if right is None else [_half(head, body, 0, right), _half(head, body, right, None)]
    joined: list[Line] = []
    columns: tuple[int, ...] = ()
    for half_head, half_body in halves:
        own = _money_columns(half_head, half_body)
        if own and (not columns or len(own) == len(columns)):
            lines = list(_lines(half_body, own))
            place = dict(zip(own, columns or own, strict=True))
            columns = columns or own
            joined += [_moved(line, place) for line in lines]
    if columns and joined:
        begins = start if start is not None else next(cell.start for row, _ in rows for cell in row)
        yield Grid(begins, rows[0][1], tuple(halves[0][0]), tuple(joined), columns, start is None)


def _parts(rows: Sequence[Sequence[Cell]]) -> Iterator[tuple[int, int]]:
    """Ranges of rows that are a head and the lines below it: a title, or a row of periods, begins another one."""
    first, filled = 0, False
    for at, row in enumerate(rows):
        if _figures(row):
            filled = True
        elif filled and _begins(row, rows[first]):
            yield first, at
            first, filled = at, False
    if filled:
        yield first, len(rows)


def _begins(row: Sequence[Cell], head: Sequence[Cell]) -> bool:
    if any(title_of(cell.text) for cell in row):
        return True
    if [cell.text for cell in row] == [cell.text for cell in head]:
        return False
    return sum(bool(list(whens(cell.text, 0))) for cell in row if cell.column > 0) >= 2


def _figures(row: Sequence[Cell]) -> bool:
    """Whether a row holds amounts of money, and not only years and numbers of notes."""
    return any(amounts_in(cell) and not _SMALL.fullmatch(cell.text.strip()) for cell in row if cell.column > 0)


_SMALL = compiled(r"[(（]?(?:(?:19|20)\d\d|\d{1,2})[)）]?|[-—－–]+")


def _right_half(head: Sequence[Sequence[Cell]]) -> int | None:
    """The column in which the right half of a balance sheet has its labels."""
    for row in head:
        for cell in row:
            if cell.column > 1 and _RIGHT.match(plain(cell.text)):
                return cell.column
    return None


_RIGHT = compiled("负债(?:和|及|与)?.{0,4}权益|负债$|项目$")


def _half(
    head: Sequence[Sequence[Cell]], body: Sequence[Row], first: int, last: int | None
) -> tuple[list[tuple[Cell, ...]], list[Row]]:
    """The cells of some columns, these counted from the first."""

    def part(row: Sequence[Cell]) -> tuple[Cell, ...]:
        return tuple(
            Cell(cell.text, cell.start, cell.column - first, cell.end)
            for cell in row
            if cell.column >= first and (last is None or cell.column < last)
        )

    return [part(row) for row in head], [(cells, page) for row, page in body if (cells := part(row))]


def _money_columns(head: Sequence[Sequence[Cell]], body: Sequence[Row]) -> tuple[int, ...]:
    """The columns with figures, without those of notes and line numbers."""
    notes = {cell.column for row in head for cell in row if cell.column > 0 and no_money(cell.text)}
    notes -= {cell.column for row in head for cell in row if not no_money(cell.text) and _names_period(cell)}
    columns = [column for column in columns_of([row for row, _ in body]) if column not in notes]
    kept = tuple(column for column in columns if not _numbers_notes(body, column))
    return kept if len(kept) <= WIDEST else ()


def _names_period(cell: Cell) -> bool:
    """Whether a cell of a head is one over figures: without a table, the head of the notes may fall beside it."""
    return any(True for _ in whens(cell.text, 0))


def _numbers_notes(body: Sequence[Row], column: int) -> bool:
    """Whether a column holds nothing but small whole numbers."""
    cells = [cell.text.strip() for row, _ in body for cell in row if cell.column == column and amounts_in(cell)]
    return bool(cells) and all(_SMALL.fullmatch(text) for text in cells) and any(map(str.isdigit, cells))


def _moved(line: Line, place: dict[int, int]) -> Line:
    amounts = tuple(Amount(amount.figure, amount.span, place[amount.column]) for amount in line.amounts)
    return Line(line.label, line.label_span, amounts, line.above, line.page)


def _lines(rows: Sequence[Row], columns: tuple[int, ...]) -> Iterator[Line]:
    """The lines with figures, each under its heading; labels over several rows put together."""
    above = ""
    for label, amounts, page in _wrapped(rows, columns):
        if not amounts:
            above = label.text if label is not None else above
            continue
        text = label.text if label is not None else ""
        yield Line(text, label.span if label is not None else None, amounts, above, page)
        if _TOTAL.search(plain(text)):
            above = ""


_TOTAL = compiled("(?:合计|总计|总额|小计)$")

Entry = tuple[Cell | None, tuple[Amount, ...], int]


def _wrapped(rows: Sequence[Row], columns: tuple[int, ...]) -> Iterator[Entry]:
    """The label and the figures of each row; rows that are parts of one label are one."""
    entries = [entry for row in rows if (entry := _entry(row, columns)) is not None]
    at = 0
    while at < len(entries):
        taken = next((count for count in (3, 2) if _one(entries[at : at + count], count)), 1)
        group = entries[at : at + taken]
        label = _together([entry[0] for entry in group if entry[0] is not None])
        yield label, next((entry[1] for entry in group if entry[1]), ()), group[0][2]
        at += taken


def _entry(row: Row, columns: tuple[int, ...]) -> Entry | None:
    cells, page = row
    label = next((cell for cell in cells if cell.column < columns[0] and not amounts_in(cell)), None)
    amounts = tuple(_by_column(cells, columns))
    return (label, amounts, page) if label is not None or amounts else None


def _one(group: Sequence[Entry], count: int) -> bool:
    """Whether rows are one line: its figures stand in one of them, and only the parts of its label together name an
    item, or end a bracket that the first one opens."""
    if len(group) < count or sum(bool(entry[1]) for entry in group) != 1 or group[0][2] != group[-1][2]:
        return False
    labels = [entry[0].text for entry in group if entry[0] is not None]
    whole = "".join(labels)
    if len(labels) < 2:
        return count == 2 and not group[0][1] and group[1][0] is None
    if any(text.rstrip().endswith((":", "：")) for text in labels[:-1]):
        return False
    if _PER_SHARE.fullmatch(plain(labels[0])):
        return False
    if len(labels[-1]) <= LONGEST_TAIL and not group[0][1] and known(whole):
        return True
    if any(known(text) for text in labels) and not _open(labels[0]):
        return False
    if _open(labels[0]):
        return not _open(whole) and not any(_open(text) or known(text) for text in labels[1:])
    return known(whole) and any(not known(text) for text in labels)


_PER_SHARE = compiled("每股(?:收益|盈利|溢利|亏损|盈利亏损|收益亏损)")
"""A heading: what stands under it is basic and diluted."""

LONGEST_TAIL = 2
"""Letters of a label's end that is a name for itself by chance: 现金 of 购建固定资产支付的现金."""


def _open(text: str) -> bool:
    """Whether a bracket is open at the end of a text."""
    folded = fold(text).text
    return folded.count("(") > folded.count(")")


def _together(cells: Sequence[Cell]) -> Cell | None:
    if len(cells) < 2:
        return cells[0] if cells else None
    return Cell("".join(cell.text for cell in cells), cells[0].start, cells[0].column, cells[0].span[1])


def _by_column(row: Sequence[Cell], columns: tuple[int, ...]) -> Iterator[Amount]:
    """The figures of a row; where cells ran together but as many figures stand there as columns, in their order."""
    crowded = {cell.column for at, cell in enumerate(row) if cell.column in {one.column for one in row[:at]}}
    row = [cell for cell in row if not (cell.column in crowded and _SMALL.fullmatch(cell.text.strip()))]
    found = [(value, span, cell.column) for cell in row if cell.column > 0 for value, span in amounts_in(cell)]
    if len(found) == len(columns) and len({column for *_, column in found}) < len(columns):
        found = [(value, span, column) for (value, span, _), column in zip(found, columns, strict=True)]
    for value, span, column in found:
        if column in columns:
            yield Amount(value, span, column)
