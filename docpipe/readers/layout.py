"""Words of a page → rows → regions in reading order.

The order in which a page was drawn is right more often than any guess from geometry (measured: facts of three
multi-column files .69 to .99 by stream, .25 to .32 by sorting), so it stands unless it is surely wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from docpipe.readers.columns import columns
from docpipe.readers.late import filled, parted
from docpipe.readers.rows import PageWords, Row, extent, printed_lines

TALL = 3.0
"""Least height, in usual heights, of a row that may lie over others: drop capitals span two or three lines."""

MANY_RUNS = 40
"""Runs from which on a page was drawn in no order at all: forms and drawings have more, columns up to 12."""

BESIDE = 0.2
"""Least overlap, in heights of the lower one, of words that stand beside each other."""

Region = list[Row]
"""Rows one under another in one column."""


def regions(page: PageWords) -> list[Region]:
    """The rows of a page in reading order, cut where the next row does not stand below the last one."""
    return [region for group in columns(_rows(page), page) for region in _ordered(_joined(group), page)]


def _rows(page: PageWords) -> list[Row]:
    """Runs of words that PDFium drew on one line; a jump back or down begins another one."""
    lines, x0 = printed_lines(page), page.x0
    rows: list[Row] = []
    for row, shared in zip(lines.rows, lines.shared, strict=True):
        if shared > BESIDE * (row.bottom - row.top) and row.x0 >= x0[row.first] - 1:  # nearly every line
            rows.append(row)
        else:
            rows += _parts(row.first, row.last, page)
    return rows


def _parts(first: int, last: int, page: PageWords) -> Iterator[Row]:
    """A line of PDFium's, cut where a word does not stand beside the one before."""
    top, bottom = page.top, page.bottom
    for index in range(first + 1, last):
        before = index - 1
        overlap = min(bottom[index], bottom[before]) - max(top[index], top[before])
        least = min(bottom[index] - top[index], bottom[before] - top[before])
        if not (overlap > BESIDE * least or least <= 0):
            yield _row(first, index, page)
            first = index
    yield _row(first, last, page)


def _row(first: int, last: int, page: PageWords) -> Row:
    """A row; a number that was drawn behind its text stands before it, where it is printed."""
    row, left = page.row(first, last), page.x0[first]
    if row.x0 >= left - 1 or RIGHT_TO_LEFT[0] <= page.word(first)[0] <= RIGHT_TO_LEFT[1]:
        return row
    before = next(at for at in range(first, last) if page.x1[at] <= left or page.x0[at] == row.x0)
    after = before + 1
    while after < last and page.x1[after] <= left:
        after += 1
    if page.x1[before] > left:
        return row
    rest = [page.row(*part) for part in ((first, before), (after, last)) if part[0] < part[1]]
    return Row(before, after, *row.box, more=tuple(rest))


RIGHT_TO_LEFT = ("\u0590", "\u08ff")
"""The scripts that run from right to left: there the first word is the rightmost one."""


def _joined(rows: list[Row]) -> list[Row]:
    """Rows that follow in the stream, on the same height and to the right, made one: a number and its paragraph."""
    if not any(_same_line(before, row) for before, row in pairwise(rows) if before.bottom > row.top):
        return rows
    joined: list[Row] = []
    for row in rows:
        if joined and _same_line(joined[-1], row):
            last = joined.pop()
            box = (min(last.x0, row.x0), min(last.top, row.top), max(last.x1, row.x1), max(last.bottom, row.bottom))
            if not last.more and last.last == row.first:
                joined.append(Row(last.first, row.last, *box))
            else:
                joined.append(Row(last.first, last.last, *box, more=(*last.more, row)))
        else:
            joined.append(row)
    return joined


def _same_line(left: Row, right: Row) -> bool:
    if right.top >= left.bottom:
        return False  # most rows
    overlap = min(left.bottom, right.bottom) - max(left.top, right.top)
    return overlap > 0.6 * max(left.height, right.height) and right.x0 >= left.x1 - 0.2 * left.height


def _jumps(before: Row, row: Row) -> bool:
    """Whether a row begins another column: it stands above the one before it."""
    return row.top < before.top and row.top < before.top - 0.5 * max(before.height, row.height)


def _ordered(rows: list[Row], page: PageWords) -> list[Region]:
    """Stream order, unless a row jumps up over words that stand below it: then what stands above comes first. Cut into
    runs."""
    runs = _runs(rows)
    if len(runs) == 1 or not any(_wrong(before, after) for before, after in pairwise(runs)):
        return runs
    rows = filled(runs, page)
    runs = _runs(rows)
    if len(runs) > MANY_RUNS:
        return _runs(_by_height(rows))
    laid_over = _laid_over(rows)
    runs = _united(_stacked(parted(_runs([row for row in rows if row not in laid_over]))))
    ordered: list[Row] = []
    while runs:
        first = next(
            (run for run in runs if not any(_above(other, run) for other in runs if other is not run)), runs[0]
        )
        runs.remove(first)
        ordered.extend(first)
    return _runs(ordered + laid_over)


def _laid_over(rows: list[Row]) -> list[Row]:
    """Watermarks and turned text: so tall that several other rows stand beside or under them."""
    usual = median(row.height for row in rows)
    tall = [row for row in rows if row.height > TALL * usual]
    return [
        row
        for row in tall
        if sum(row.top < (other.top + other.bottom) / 2 < row.bottom for other in rows if other is not row) >= 3
    ]


def _stacked(runs: list[Region]) -> list[Region]:
    """Runs that were drawn one right above the other, from the bottom up, made one from top to bottom."""
    stacked: list[Region] = []
    for run in runs:
        if stacked and _right_above(run[-1], stacked[-1][0]):
            stacked[-1] = [*run, *stacked[-1]]
        else:
            stacked.append(run)
    return stacked


def _right_above(row: Row, below: Row) -> bool:
    distance = below.top - row.bottom
    return -0.3 * row.height <= distance <= row.height and row.x0 < below.x1 and below.x0 < row.x1


def _united(runs: list[Region]) -> list[Region]:
    """Runs that were drawn into each other's gaps, made one from top to bottom."""
    united: list[Region] = []
    for run in runs:
        inside = [other for other in united if _above(other, run) and _above(run, other)]
        if inside:
            at = united.index(inside[0])
            united = [other for other in united if other not in inside]
            run = _by_height([row for part in (*inside, run) for row in part])
            united.insert(at, run)
        else:
            united.append(run)
    return united


def _above(run: Region, other: Region) -> bool:
    """Whether some row of a run stands over a row of another one."""
    lowest = max([below.top + 0.3 * below.height for below in other])
    return any(
        row.bottom <= below.top + 0.3 * below.height and row.x0 < below.x1 and below.x0 < row.x1
        for row in run
        if row.bottom <= lowest  # hardly any where the other run stands above
        for below in other
    )


def _runs(rows: list[Row]) -> list[Region]:
    tops = [row.top for row in rows]
    if rows and tops == sorted(tops):
        return [rows]  # nearly every page
    runs: list[Region] = []
    for row in rows:
        if runs and not _jumps(runs[-1][-1], row):
            runs[-1].append(row)
        else:
            runs.append([row])
    return runs


def _wrong(before: Region, after: Region) -> bool:
    """A run that goes on above the one before it, not beside it: no column switch."""
    one, other = extent(before), extent(after)
    beside = other[0] >= one[2] - 0.1 * (one[2] - one[0])
    return other[1] < one[3] and not beside


def _by_height(rows: list[Row]) -> list[Row]:
    """Rows from top to bottom, those of one height from left to right."""
    lines: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: (row.top + row.bottom, row.x0)):
        if lines and lines[-1][-1].bottom - row.top > 0.5 * min(lines[-1][-1].height, row.height):
            lines[-1].append(row)
        else:
            lines.append([row])
    return _joined([row for line in lines for row in sorted(line, key=lambda row: row.x0)])
