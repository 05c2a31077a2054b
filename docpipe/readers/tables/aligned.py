"""Tables without a grid: lines whose figures stand in columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from statistics import median

from msgspec import Struct

from docpipe.readers.tables.grid import Grid, GridCell
from docpipe.readers.tables.rulings import Across, Rulings
from docpipe.readers.tables.text import Line, Segment, Word, is_row, joined, lines
from docpipe.words import union

LEAST_ROWS = 3
LEAST_FIGURES = 0.5
"""Share of figures among the cells beside the first column."""
LEAST_FILLED = 0.35
"""Share of a table's cells that hold something."""
MOST_BETWEEN = 4
"""Lines without columns, such as headings of groups, between two rows of a table."""
FAR = 4.5
"""Heights of a line between two rows of a table at most."""
NEIGHBOURS = 6
"""Rows before, one of which a row has to stand below."""
IN_LINE = 0.5
"""Least share of a row's figures that stand below another's."""
PROSE_WIDTH, PROSE_CHARACTERS = 0.75, 60
"""Share of a row's width, and characters, from which on a line between two rows is a sentence."""
MOST_HEADER_LINES = 9
HEADER_GAP = 2.6
"""Heights of a line between a table and a line of its header at most."""
TOUCH = 0.5
"""Points that two things share at least when one stands over the other."""


Cells = list[tuple[int, int, Segment]]
"""The cells of a row: first and last column, and what stands there."""


class Column(Struct):
    """The stretch of the page that a column's cells cover."""

    x0: float
    x1: float

    def over(self, segment: Segment) -> float:
        """How far a segment lies in the column, in points; below zero it is beside it."""
        return min(self.x1, segment.x1) - max(self.x0, segment.x0)


def aligned(words: Sequence[Word], found: Rulings) -> list[Grid]:
    """The tables of a page that are set by alignment alone."""
    page = lines(words)
    grids = []
    free = 0
    for first, last in _stretches(page):
        grid = _table(page, max(first, free), last, free, found.across)
        if grid is not None:
            grids.append(grid)
            free = last + 1
    return grids


def _stretches(page: Sequence[Line]) -> list[tuple[int, int]]:
    """First and last line of runs of rows whose figures stand below each other."""
    found: list[tuple[int, int]] = []
    members: list[int] = []
    for index, line in enumerate(page):
        if not is_row(line):
            continue
        if members and not _goes_on(page, members, index):
            found.append((members[0], members[-1]))
            members = []
        members.append(index)
    if members:
        found.append((members[0], members[-1]))
    return [(first, last) for first, last in found if sum(map(is_row, page[first : last + 1])) >= LEAST_ROWS]


def _goes_on(page: Sequence[Line], members: Sequence[int], index: int) -> bool:
    before, line = page[members[-1]], page[index]
    if index - members[-1] > MOST_BETWEEN + 1:
        return False
    height = median(page[member].height for member in members[-9:])
    if line.top - before.bottom > FAR * height * (index - members[-1]):
        return False
    if any(_is_prose(between, before) for between in page[members[-1] + 1 : index]):
        return False
    return any(_in_line(page[member], line) for member in members[-NEIGHBOURS:])


def _is_prose(line: Line, row: Line) -> bool:
    """Whether a line between rows is a sentence as wide as they are."""
    only = line.segments[0]
    wide = line.x1 - line.x0 > PROSE_WIDTH * (row.x1 - row.x0)
    return len(line.segments) == 1 and wide and len(only.text) > PROSE_CHARACTERS


def _in_line(one: Line, other: Line) -> bool:
    """Whether the figures of the shorter line stand below those of the longer."""
    short, long = sorted((one, other), key=lambda line: sum(s.counts for s in line.segments))
    figures = [segment for segment in short.segments[1:] if segment.counts] or [short.segments[-1]]
    over = sum(any(min(f.x1, s.x1) - max(f.x0, s.x0) > 0 for s in long.segments) for f in figures)
    return over >= IN_LINE * len(figures)


def _table(page: Sequence[Line], first: int, last: int, free: int, across: Sequence[Across]) -> Grid | None:
    body = list(page[first : last + 1])
    rows = [line for line in body if is_row(line)]
    if len(rows) < LEAST_ROWS:
        return None
    columns = _columns(rows)
    if len(columns) < 2 or not _figures(rows, columns) or _is_contents(rows, columns) or _is_drawing(rows, columns):
        return None
    top = _header_start(page, first, free, columns, across)
    return _assembled(_header(page[top:first], columns, across), body, columns)


def _columns(rows: Sequence[Line]) -> list[Column]:
    """Columns from the narrow segments up; one that lies over two columns spans them."""
    segments = sorted((s for row in rows for s in row.segments), key=lambda s: s.x1 - s.x0)
    columns: list[Column] = []
    for segment in segments:
        touched = [column for column in columns if column.over(segment) > TOUCH]
        if not touched:
            columns.append(Column(segment.x0, segment.x1))
        elif len(touched) == 1:
            touched[0].x0 = min(touched[0].x0, segment.x0)
            touched[0].x1 = max(touched[0].x1, segment.x1)
    columns.sort(key=lambda column: column.x0)
    return _united(columns, rows)


def _united(columns: list[Column], rows: Sequence[Line]) -> list[Column]:
    """Neighbours that hardly ever both have a cell in a row are one column, set flush to both of its sides."""
    index = 0
    while index + 1 < len(columns):
        left, right = columns[index], columns[index + 1]
        lefts = [any(left.over(s) > TOUCH for s in row.segments) for row in rows]
        rights = [any(right.over(s) > TOUCH for s in row.segments) for row in rows]
        both = sum(
            any(left.over(s) > TOUCH and right.over(s) <= TOUCH for s in row.segments)
            and any(right.over(s) > TOUCH and left.over(s) <= TOUCH for s in row.segments)
            for row in rows
        )
        bridged = any(left.over(s) > TOUCH and right.over(s) > TOUCH for row in rows for s in row.segments)
        if (both == 0 and bridged) or (both <= 0.04 * len(rows) and min(sum(lefts), sum(rights)) <= 1):
            columns[index : index + 2] = [Column(left.x0, max(left.x1, right.x1))]
        else:
            index += 1
    return columns


def _figures(rows: Sequence[Line], columns: Sequence[Column]) -> bool:
    """Whether the columns beside the first hold figures, mostly."""
    cells = [s for row in rows for s in row.segments if columns[0].over(s) <= TOUCH]
    return bool(cells) and sum(s.counts for s in cells) >= LEAST_FIGURES * len(cells)


def _is_drawing(rows: Sequence[Line], columns: Sequence[Column]) -> bool:
    """The labels of a chart: figures here and there, or its axes alone."""
    filled = sum(len(row.segments) for row in rows)
    if filled < LEAST_FILLED * len(rows) * len(columns):
        return True
    return len(columns) == 2 and sum(all(s.figure for s in row.segments) for row in rows) > 0.8 * len(rows)


def _is_contents(rows: Sequence[Line], columns: Sequence[Column]) -> bool:
    """A table of contents: text and rising page numbers."""
    numbers = [row.segments[-1].text for row in rows]
    if len(columns) > 3 or not all(number.isdigit() and len(number) <= 4 for number in numbers):
        return False
    values = list(map(int, numbers))
    return values == sorted(values) and all(not row.segments[0].figure or len(row.segments) > 2 for row in rows)


def _header_start(
    page: Sequence[Line], first: int, free: int, columns: Sequence[Column], across: Sequence[Across]
) -> int:
    """The first line of what stands above the figures and names them."""
    left, right = columns[0].x0, columns[-1].x1
    wide = [a.y for a in across if min(a.x1, right) - max(a.x0, left) >= 0.6 * (right - left)]
    start = first
    while start > free and first - start < MOST_HEADER_LINES:
        line, below = page[start - 1], page[start]
        if below.top - line.bottom > HEADER_GAP * max(line.height, below.height):
            break
        crossed = any(line.middle < y <= below.middle for y in wide)
        if crossed and start < first and any(y < page[start].top + 1 for y in wide if line.middle < y <= below.middle):
            break
        if not _can_be_header(line, columns, left, right):
            break
        start -= 1
    while start < first and len(page[start].segments) == 1 and columns[0].over(page[start].segments[0]) > 0:
        start += 1  # a heading above the table, not the name of a column
    return start


def _can_be_header(line: Line, columns: Sequence[Column], left: float, right: float) -> bool:
    if line.x0 < left - 12 or line.x1 > right + 25:
        return False
    if len(line.segments) > 1:
        return all(len(s.text) <= 60 for s in line.segments)
    only = line.segments[0]
    if only.x1 - only.x0 > 0.6 * (right - left):
        return False
    return len(only.text) <= 45 and not (only.x0 <= columns[0].x1 and only.x1 > columns[1].x0 + 3)


def _covered(segment: Segment, columns: Sequence[Column]) -> tuple[int, int]:
    """First and last column under a segment; the nearest one if it lies between two."""
    over = [index for index, column in enumerate(columns) if column.over(segment) > 1]
    if over:
        return over[0], over[-1]
    middle = (segment.x0 + segment.x1) / 2
    nearest = min(range(len(columns)), key=lambda i: abs((columns[i].x0 + columns[i].x1) / 2 - middle))
    return nearest, nearest


class _Head(Struct):
    """A header cell as it grows downwards."""

    first: int
    last: int
    parts: list[Segment]
    line: int


def _header(above: Sequence[Line], columns: Sequence[Column], across: Sequence[Across]) -> list[Cells]:
    """Rows of header cells (first column, last column, what stands there), from top to bottom."""
    heads: list[_Head] = []
    for number, line in enumerate(above):
        split = number > 0 and _splits(above[number - 1], line, columns)
        for segment in line.segments:
            first, last = _covered(segment, columns)
            before = next((h for h in reversed(heads) if h.first <= last and first <= h.last), None)
            if not split and before is not None and _continues(before, segment, first, last, across):
                before.parts.append(segment)
                before.first, before.last = min(first, before.first), max(last, before.last)
            else:
                heads.append(_Head(first, last, [segment], number))
    return _levels(heads)


def _splits(upper: Line, lower: Line, columns: Sequence[Column]) -> bool:
    """Whether each name of the upper line stands over several of the lower: it has so many times as many."""
    names, parts = ([s for s in line.segments if columns[0].over(s) <= TOUCH] for line in (upper, lower))
    if len(names) > 1:
        return len(parts) >= 2 * len(names) and len(parts) % len(names) == 0
    return len(names) == 1 and len(parts) >= 2 and names[0].x0 >= parts[0].x1 - TOUCH and names[0].x1 <= parts[-1].x1


def _continues(head: _Head, segment: Segment, first: int, last: int, across: Sequence[Across]) -> bool:
    """Whether a segment goes on with the header cell above it."""
    above = head.parts[-1]
    height = above.bottom - above.top
    if segment.top - above.bottom > 0.8 * height:
        return False
    if (first, last) != (head.first, head.last) and last - first != head.last - head.first:
        return False
    if first != head.first and last != head.last:
        return False
    middle = (max(above.x0, segment.x0) + min(above.x1, segment.x1)) / 2
    return not any(
        above.top + 0.5 * height < a.y < segment.bottom - 0.5 * height and a.x0 <= middle <= a.x1 for a in across
    )


def _levels(heads: list[_Head]) -> list[Cells]:
    """Header cells in rows, each as low as what stands below it allows."""
    level = [0] * len(heads)
    for index in range(len(heads) - 1, -1, -1):
        below = [
            level[j] + 1
            for j in range(index + 1, len(heads))
            if heads[j].first <= heads[index].last and heads[index].first <= heads[j].last
        ]
        level[index] = max(below, default=0)
    rows: list[Cells] = [[] for _ in range(max(level, default=-1) + 1)]
    for head, depth in zip(heads, level, strict=True):
        rows[len(rows) - 1 - depth].append((head.first, head.last, joined(head.parts)))
    return rows


def _assembled(header: list[Cells], body: Sequence[Line], columns: Sequence[Column]) -> Grid:
    cells = []
    for number, row in enumerate(header):
        for first, last, segment in row:
            cells.append(GridCell(number, first, segment.words, segment.box, 1, last - first + 1))
    number = len(header)
    for row in _body_rows(body, columns):
        for first, last, segment in row:
            cells.append(GridCell(number, first, segment.words, segment.box, 1, last - first + 1))
        number += 1
    named = takewhile(lambda line: _names_columns(line, columns), body)
    return Grid(union(cell.box for cell in cells), len(header) + sum(1 for _ in named), tuple(cells))


def _names_columns(line: Line, columns: Sequence[Column]) -> bool:
    """Whether a line of figures is part of the header: years, or days and other names that nothing stands beside."""
    if all(segment.year for segment in line.segments[1:]):
        return len(line.segments) > 1
    beside = any(columns[0].over(segment) > TOUCH for segment in line.segments)
    return not beside and not any(segment.figure and not segment.year for segment in line.segments)


def _body_rows(body: Sequence[Line], columns: Sequence[Column]) -> list[Cells]:
    """Rows of cells; lines that hold only more of a label are joined with the row that they belong to."""
    rows: list[Cells] = []
    waiting: list[Segment] = []
    for index, line in enumerate(body):
        cells = _cells(line, columns)
        label_only = len(cells) == 1 and cells[0][0] == 0
        if label_only and rows and not waiting and _ends_label(cells[0][2], rows[-1], body, index):
            first, last, segment = rows[-1][0]
            rows[-1][0] = (first, last, joined([segment, cells[0][2]]))
            continue
        if label_only and index + 1 < len(body) and _begins_label(line, body[index + 1], columns):
            waiting.append(cells[0][2])
            continue
        if waiting and cells and cells[0][0] == 0:
            cells[0] = (0, cells[0][1], joined([*waiting, cells[0][2]]))
        elif waiting:
            cells.insert(0, (0, 0, joined(waiting)))
        waiting = []
        rows.append(cells)
    if waiting:
        rows.append([(0, 0, joined(waiting))])
    return rows


def _cells(line: Line, columns: Sequence[Column]) -> Cells:
    cells: Cells = []
    for segment in line.segments:
        first, last = _covered(segment, columns)
        if cells and first <= cells[-1][1]:
            before = cells[-1]
            cells[-1] = (before[0], max(last, before[1]), joined([before[2], segment]))
        else:
            cells.append((first, last, segment))
    return cells


def _ends_label(label: Segment, row: Cells, body: Sequence[Line], index: int) -> bool:
    """Whether a line is the rest of the label above it: it goes on in small letters, close below."""
    if row[0][0] != 0:
        return False
    close = label.top - row[0][2].bottom < 0.6 * (label.bottom - label.top)
    return close and label.text[:1].islower() and label.x0 >= row[0][2].x0 - 2


def _begins_label(line: Line, following: Line, columns: Sequence[Column]) -> bool:
    """Whether a line is the first part of the label below it."""
    if not following.segments or following.segments[0].x0 > columns[0].x1:
        return following.top - line.bottom < 0.3 * line.height
    text = following.segments[0].text
    if following.top - line.bottom > 0.8 * line.height or line.segments[0].text.endswith(":"):
        return False
    if text[:1].islower():
        return True
    return line.segments[0].text.endswith((",", "-", "–", " and", " of", " or", " the", " in", " for", " to", "/"))
