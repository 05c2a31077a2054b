"""Tables without a grid: lines whose figures stand in columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile
from statistics import median

from docpipe.readers.tables.columns import TOUCH, Cells, Column, covered
from docpipe.readers.tables.grid import Grid, GridCell
from docpipe.readers.tables.heads import header, header_start
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
RULE = 0.6
"""Least share of a table's width that a line below its header has."""
PROSE_WIDTH, PROSE_CHARACTERS = 0.75, 60
"""Share of a row's width, and characters, from which on a line between two rows is a sentence."""
CLOSE = 0.45
"""Share of what usually parts the lines of a table that parts the lines of one label at most."""


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
    if first > free + 1 and _heads_group(page[first - 2], page[first - 1], columns, across):
        first -= 1
        body.insert(0, page[first])
    top = header_start(page, first, free, columns, across)
    return _assembled(header(page[top:first], columns, across), body, columns)


def _heads_group(names: Line, line: Line, columns: Sequence[Column], across: Sequence[Across]) -> bool:
    """Whether a line is the heading of the first rows: it stands right below the rule that ends the header."""
    if len(line.segments) > 1 or len(names.segments) < 2 or columns[0].over(line.segments[0]) <= 0:
        return False
    left, right = columns[0].x0, columns[-1].x1
    return any(
        names.middle < rule.y <= line.middle and min(rule.x1, right) - max(rule.x0, left) >= RULE * (right - left)
        for rule in across
    )


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
    body = _with_labels_around(body, columns)
    usual = median(lower.top - upper.bottom for upper, lower in pairwise(body)) if len(body) > 1 else 0.0
    for index, line in enumerate(body):
        cells = _cells(line, columns)
        label_only = len(cells) == 1 and cells[0][0] == 0
        if label_only and rows and not waiting and _ends_label(cells[0][2], rows[-1], usual):
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
        first, last = covered(segment, columns)
        if cells and first <= cells[-1][1]:
            before = cells[-1]
            cells[-1] = (before[0], max(last, before[1]), joined([before[2], segment]))
        else:
            cells.append((first, last, segment))
    return cells


def _with_labels_around(body: Sequence[Line], columns: Sequence[Column]) -> list[Line]:
    """Figures that stand between the two lines of their label, at half their height, with that label before them."""
    found: list[Line] = []
    index = 0
    while index < len(body):
        three = body[index : index + 3]
        if len(three) == 3 and _is_around(three[0], three[1], three[2], columns):
            label = joined([three[0].segments[0], three[2].segments[0]])
            figures = three[1]
            found.append(Line((label, *figures.segments), label.x0, figures.top, figures.x1, figures.bottom))
            index += 3
        else:
            found.append(body[index])
            index += 1
    return found


def _is_around(upper: Line, figures: Line, lower: Line, columns: Sequence[Column]) -> bool:
    labels = all(len(line.segments) == 1 and columns[0].over(line.segments[0]) > 0 for line in (upper, lower))
    if not labels or any(columns[0].over(segment) > 0 for segment in figures.segments):
        return False
    return upper.bottom > figures.top and lower.top < figures.bottom


def _ends_label(label: Segment, row: Cells, usual: float) -> bool:
    """Whether a line is the rest of the label above it: it goes on in small letters, or far closer than rows do."""
    if row[0][0] != 0:
        return False
    gap, height = label.top - row[0][2].bottom, label.bottom - label.top
    if usual > 0.5 * height and gap < CLOSE * usual and len(row) == 1:
        return True
    return gap < 0.6 * height and label.text[:1].islower() and label.x0 >= row[0][2].x0 - 2


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
