"""The lines of tables: labels, the headings that they stand under, figures by column, each with its place.

Rows come from the document's tables. A label that goes on in the next row is put together again, and rows that
the table lacks are read from the lines of print below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from docpipe.figures import DecimalMark, Figure, figure
from docpipe.patterns import compiled
from docpipe.rules.report.merging import merged
from docpipe.rules.report.titles import title_kind
from docpipe.rules.report.wrapping import goes_on, width
from docpipe.types import Document, Table
from docpipe.words import Span


class Amount(Struct, frozen=True):
    """A figure of a line, its place, and the column that it stands in."""

    figure: Figure
    span: Span
    column: int


class Line(Struct, frozen=True):
    """A row of a statement. ``above`` is the heading that it stands under, ``""`` for none."""

    label: str
    label_span: Span | None
    amounts: tuple[Amount, ...]
    above: str = ""
    page: int = 0


class Cell(Struct, frozen=True):
    """A cell's text and where it begins in the document's text."""

    text: str
    start: int
    column: int
    end: int | None = None  # where the print of it ends, if that is longer than its text
    mark: DecimalMark = "."

    @property
    def span(self) -> Span:
        return self.start, self.end if self.end is not None else self.start + len(self.text)


class Grid(Struct, frozen=True):
    """A table as cells with places: the rows of its head, then its lines. ``columns`` are those of figures."""

    start: int
    page: int
    head: tuple[tuple[Cell, ...], ...]
    lines: tuple[Line, ...]
    columns: tuple[int, ...]
    inner: bool = False  # it begins among the rows of its table


@lru_cache(maxsize=2)
def grids(document: Document) -> tuple[Grid, ...]:
    """The tables of a document that have columns of figures, in the order of the text."""
    starts = {block.id: block.span for block in document.blocks if block.kind == "table" and block.span}
    telling = [table for table in document.tables if any(map(_tells, table.rows))]
    pages = {page for table in telling for page in range(table.regions[0].page - 1, table.regions[-1].page + 2)}
    found: list[Grid] = []
    before: Table | None = None
    for table in document.tables:
        span = starts.get(table.block)
        if span is None or table.regions[0].page not in pages:
            continue
        if len(table.rows) >= FEWEST_ROWS or ends(table, before):
            found += _grids(document, table, span)
            before = table
    return tuple(found)


def ends(table: Table, before: Table | None) -> bool:
    """Whether a table of a row or two is the end of one as wide on the page before."""
    if before is None:
        return False
    turned = table.regions[0].page - before.regions[-1].page == 1
    return turned and max(map(len, table.rows)) == max(map(len, before.rows))


@lru_cache(maxsize=2)
def mark_of(document: Document) -> DecimalMark:
    """The decimal mark of a report: a comma where nearly all grouped and broken figures of its tables have it so."""
    cells = [cell.strip(" $€£()-") for table in document.tables for row in table.rows for cell in row[1:]]
    commas = sum(_CONTINENTAL.fullmatch(cell) is not None for cell in cells)
    points = sum(_ENGLISH.fullmatch(cell) is not None for cell in cells)
    return "," if commas >= FEWEST_COMMAS and commas > points * COMMAS_TO_POINTS else "."


_CONTINENTAL = compiled(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d{1,2}")
_ENGLISH = compiled(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d{1,2}")
FEWEST_COMMAS = 8
COMMAS_TO_POINTS = 4
"""Figures with a comma for each one with a point: the numbers of notes (``3.1``) have points in all reports."""


def _tells(row: Sequence[str]) -> bool:
    return any(_WORDS.search(cell) for cell in row[:2])


_WORDS = compiled(
    r"(?i)total\s+assets|total\s+liabilities|net\s+(?:\(?loss\)?\s+)?(?:income|earnings|loss|profit)|(?:profit|loss)\s+for"
    r"|before\s+.{0,40}tax|operating\s+activities|cash\b.{0,30}\boperations|\bbalances?\b|equity|dividends|comprehensive"
)
"""One of them stands in every part of a statement but a few; tables on pages beside it may be its rest."""


FEWEST_ROWS = 3
"""Rows of a table that can be a statement, or a part of one."""

WIDEST = 16
"""Columns of figures; statements of equity of large groups have up to 12."""


def _grids(document: Document, table: Table, span: Span) -> Iterator[Grid]:
    """A table as one grid, or several where a title or a head of periods stands among its rows."""
    rows = list(placed(document.text, table, span, mark_of(document)))
    pages = {cell.row: cell.page for cell in table.cells}
    numbered = [(row, pages.get(at, table.regions[0].page)) for at, row in enumerate(rows)]
    return grids_of(numbered, span[0])


def grids_of(numbered: Sequence[tuple[Sequence[Cell], int]], start: int | None) -> Iterator[Grid]:
    """Rows, each with its page, as grids. The first begins at ``start``, where what introduces it ends; None says that
    it stands among the rows."""
    rows = [row for row, _ in numbered]
    for first, last in _parts(rows):
        head_rows = next((at for at in range(first, last) if _has_figures(rows[at])), last) - first
        body = numbered[first + head_rows : last]
        head = tuple(map(tuple, rows[first : first + head_rows]))
        if places := merged([_filled(row) for row, _ in body]):
            head = tuple(_placed_in(row, places) for row in head)
            body = [(_placed_in(row, places), page) for row, page in body]
        columns = columns_of([row for row, _ in body])
        if not columns or len(columns) > WIDEST:
            continue
        if noted(head, [row for row, _ in body], columns):
            head = tuple(_over_figures(row, columns) for row in head)
            body = [(tuple(cell for cell in row if cell.column != columns[0]), page) for row, page in body]
            columns = columns[1:]
        lines = tuple(_lines(_headings(head), body, columns))
        inner = first > 0 or start is None
        begins = next(cell.start for row in rows[first:last] for cell in row) if inner or start is None else start
        yield Grid(begins, numbered[first][1], head, lines, columns, inner)


def _parts(rows: Sequence[Sequence[Cell]]) -> Iterator[tuple[int, int]]:
    """Ranges of rows that are a head and the lines below it."""
    first, filled = 0, False
    for at, row in enumerate(rows):
        if _has_figures(row):
            filled = True
        elif filled and _begins(row):
            yield first, at
            first, filled = at, False
    if filled:
        yield first, len(rows)


def _begins(row: Sequence[Cell]) -> bool:
    """Whether a row without amounts begins another head: a title, or periods over several columns."""
    beside = [cell for cell in row if cell.column > 0]
    if any(title_kind(cell.text) for cell in row):
        return True
    return sum(bool(_PERIOD.search(cell.text)) for cell in beside) >= 2 and not (row[0].column == 0 and len(row) == 1)


_PERIOD = compiled(r"(?i)(?<![\d,$])(?:19|20)\d\d(?![\d,])|\b(?:months|weeks|years?|quarters?)\s+ended\b")


def placed(text: str, table: Table, span: Span, mark: DecimalMark = ".") -> Iterator[tuple[Cell, ...]]:
    """The cells of each row that have text, with their offsets: they follow each other in the document's text."""
    at = span[0]
    for row in table.rows:
        cells = []
        for column, printed in enumerate(row):
            if not printed.strip():
                continue
            found = text.find(printed, at, at + len(printed) + REACH)
            if found >= 0:
                cells.append(Cell(printed, found, column, mark=mark))
                at = found + len(printed)
        yield tuple(cells)


REACH = 4_000
"""Characters within which a cell's text follows the one before: what cleaning cut between two pages is less."""


def _has_figures(row: Sequence[Cell]) -> bool:
    """Whether a row holds amounts, and not only years and days."""
    return any(amounts_in(cell) and not _YEAR.fullmatch(cell.text.strip()) for cell in row if cell.column > 0)


_YEAR = compiled(r"\(?(?:19|20)\d\d\)?|\d{1,2}|\(\d{1,2}\)")
"""Figures that name a column or a footnote."""


def amounts_in(cell: Cell) -> list[tuple[Figure, Span]]:
    """The figures that fill a cell: one, or several where columns ran together; none for anything else."""
    whole = _figure(cell.text, cell.mark)
    if whole is not None:
        noted = whole.printed != cell.text and cell.text.startswith(whole.printed)
        return [(whole, (cell.start, cell.start + len(whole.printed)) if noted else cell.span)]
    parts = list(_PARTS.finditer(cell.text))
    if len(parts) < 2 or _PARTS.sub("", cell.text).strip(" $\t\n)"):
        return []
    found = [(_figure(part.group().strip()), (cell.start + part.start(), cell.start + part.end())) for part in parts]
    return [(value, span) for value, span in found if value is not None] if all(v for v, _ in found) else []


_PARTS = compiled(r"(?:\$ ?)?(?:\(\$? ?\d[\d,]*(?:\.\d+)?\)|-?\d[\d,]*(?:\.\d+)?|—|–)")


@lru_cache(maxsize=8192)
def _figure(text: str, mark: DecimalMark = ".") -> Figure | None:
    """The figure of a cell, the mark of a footnote or a small coin's behind it left out."""
    found = figure(text.replace("\n", " "), mark)
    if found is None and (marked := _FOOTNOTED.fullmatch(text)):
        found = figure(marked[1], mark)
    return found


_FOOTNOTED = compiled(r"(.*\d\)?)\s*(?:\([a-z0-9]\)|[*†‡]+|[a-z]\)|[pc¢])")


def columns_of(rows: Sequence[Sequence[Cell]]) -> tuple[int, ...]:
    """The columns that hold figures in a good part of the rows that have any."""
    counts: dict[int, int] = {}
    with_figures = 0
    for row in rows:
        own = _filled(row)
        with_figures += bool(own)
        for column in own:
            counts[column] = counts.get(column, 0) + 1
    least = max(2, with_figures * LEAST_SHARE) if with_figures > 2 else 1
    return tuple(sorted(column for column, count in counts.items() if count >= least))


LEAST_SHARE = 0.15
"""Share of the rows with figures that a column must have some in; columns that a stray cell made have fewer."""


def noted(head: Sequence[Sequence[Cell]], rows: Sequence[Sequence[Cell]], columns: Sequence[int]) -> bool:
    """Whether the first column of figures is that of the numbers of notes: by the head, or since its small numbers
    stand beside amounts that are none."""
    if len(columns) < 2:
        return False
    first = [cell for row in rows for cell in row if cell.column == columns[0] and amounts_in(cell)]
    if not all(_NUMBER.fullmatch(cell.text.strip()) for cell in first):
        return False
    if any(_NOTES.match(cell.text.strip()) for row in head for cell in row):
        return True
    large = [
        row
        for row in rows
        if any(len(cell.text.strip("$€£ ")) > LEAST_DIGITS for cell in row if cell.column > columns[0])
    ]
    beside = [row for row in large if any(cell.column == columns[0] for cell in row)]
    return len(large) >= FEWEST_NOTED and len(beside) * 10 < len(large) * 9


_NOTES = compiled(r"(?i)(?:notes?|ref\.?|notes? ref(?:erence|\.)?)(?:$|\s+(?=\S))")
_NUMBER = compiled(r"\(?\d{1,2}(?:[.,]\d{1,2})?\)?")
LEAST_DIGITS = 4
FEWEST_NOTED = 5
"""Lines with an amount of four digits, not all of them with a small number in the first column: of amounts, large and
small ones stand in every column, and no line is without."""


def _over_figures(row: Sequence[Cell], columns: Sequence[int]) -> tuple[Cell, ...]:
    """A row of the head without "Note"; a period that reading put together with it stands over its own figures."""
    found = []
    for cell in row:
        ran = _NOTES.match(cell.text) if 0 < cell.column <= columns[0] else None
        if ran is None:
            found.append(cell)
        elif ran.end() < len(cell.text) and columns[1] not in {other.column for other in row}:
            found.append(replace(cell, text=cell.text[ran.end() :], start=cell.start + ran.end(), column=columns[1]))
    return tuple(found)


def _filled(row: Sequence[Cell]) -> set[int]:
    """The columns that a row has figures in."""
    return {cell.column for cell in row if cell.column > 0 and amounts_in(cell)}


def _placed_in(row: Sequence[Cell], places: Mapping[int, int]) -> tuple[Cell, ...]:
    return tuple(replace(cell, column=places.get(cell.column, cell.column)) for cell in row)


def _headings(head: Sequence[Sequence[Cell]]) -> str:
    """The heading over the first line: the last label of the head, if nothing stands beside it."""
    for row in reversed(head):
        if len(row) == 1 and row[0].column == 0:
            return row[0].text
    return ""


def _lines(above: str, rows: Sequence[tuple[Sequence[Cell], int]], columns: tuple[int, ...]) -> Iterator[Line]:
    """The lines with figures, wrapped labels joined, each under its heading."""
    waiting: Cell | None = None
    over = ""
    widest = max((width(row[0].text) for row, _ in rows if row and row[0].column < columns[0]), default=0.0)
    for row, page in rows:
        row = _apart(row, columns)
        label = next((cell for cell in row if cell.column < columns[0]), None)
        amounts = tuple(_by_column(row, columns))
        if not amounts:
            if label is not None and len(row) <= 2:
                if waiting is not None and goes_on(waiting.text, label.text, widest):
                    label = _joined(waiting, label)
                elif waiting is not None and _PER_SHARE.search(waiting.text):
                    above = waiting.text
                waiting = label
                over = waiting.text if _PER_SHARE.search(waiting.text) else over
            continue
        text, span = (label.text, label.span) if label else ("", None)
        if waiting is not None:
            if label is not None and goes_on(waiting.text, label.text, widest):
                text, span = f"{waiting.text} {label.text}", (waiting.start, label.start + len(label.text))
            elif label is None:
                text, span = waiting.text, waiting.span
            else:
                above = f"{over.rstrip(': ')}: {waiting.text}" if _SORT.fullmatch(waiting.text) else waiting.text
            waiting = None
        yield Line(_tidy(text), span, amounts, _tidy(above), page)
        if _TOTAL.match(text):
            above = ""


_PER_SHARE = compiled(r"(?i)\bper\s+(?:\w+\s+){0,3}?(?:share|unit)\b")
_SORT = compiled(r"(?i)\W*(?:basic|diluted|assuming\s+dilution)\W*")
"""A heading below that of figures per share, which says nothing without it."""


def _apart(row: Sequence[Cell], columns: tuple[int, ...]) -> Sequence[Cell]:
    """A row whose first figure ran into its label, set apart: the first column is empty, and others are not."""
    label = row[0] if row and row[0].column < columns[0] else None
    beside = {cell.column for cell in row if cell.column in columns and amounts_in(cell)}
    if label is None or not beside or columns[0] in beside:
        return row
    ran = _RAN_IN.fullmatch(label.text)
    if ran is None or (len(beside) < len(columns) - 1 and not ran["sign"]):
        return row
    own = Cell(ran["label"], label.start, label.column)
    return (own, Cell(ran["figure"], label.start + ran.start("figure"), columns[0]), *row[1:])


_RAN_IN = compiled(r"(?P<label>.*[^\W\d].*?)\s+(?P<figure>(?P<sign>\$\s?)?\(?(?:\d{1,3}(?:,\d{3})*|\d+)(?:\.\d+)?\)?)")


def _by_column(row: Sequence[Cell], columns: tuple[int, ...]) -> Iterator[Amount]:
    """The figures of a row; where cells ran together but as many figures stand there as columns, in their order."""
    found = [(value, span, cell.column) for cell in row if cell.column > 0 for value, span in amounts_in(cell)]
    if len(found) == len(columns) and len({column for *_, column in found}) < len(columns):
        found = [(value, span, column) for (value, span, _), column in zip(found, columns, strict=True)]
    for column in columns:
        own = [(value, span) for value, span, at in found if at == column]
        if len(own) == 1 or (len(own) == 2 and _NOTE.fullmatch(own[0][0].printed)):
            yield Amount(*own[-1], column)


_NOTE = compiled(r"\d{1,2}")
"""The number of a note beside a figure; of two others in one place, neither is known to be the column's."""


def _joined(first: Cell, second: Cell) -> Cell:
    return Cell(f"{first.text} {second.text}", first.start, first.column)


_TOTAL = compiled(r"(?i)\s*(?:total|net cash|subtotal)\b")


def _tidy(text: str) -> str:
    return " ".join(text.replace("\u00ad", "").split()).strip(" .")
