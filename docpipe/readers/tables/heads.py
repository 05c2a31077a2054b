"""What stands above the figures of a table without a grid and names its columns."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from docpipe.readers.tables.columns import TOUCH, Cells, Column, covered
from docpipe.readers.tables.rulings import Across
from docpipe.readers.tables.text import Line, Segment, Word, joined, segment_of

MOST_HEADER_LINES = 9
HEADER_GAP = 2.6
"""Heights of a line between a table and a line of its header at most."""
TITLE_GAP = 1.1
"""Heights of a line between a header and a title above it at least, which is twice what parts the header's lines."""
HEAD_GAP = 0.35
"""Heights of a line between the names of two columns at least; a space has a quarter."""


def header_start(
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
        if not _can_be_header(line, columns, left, right) or (
            start < first and _is_title(line, below, page[start + 1])
        ):
            break
        start -= 1
    while start < first and len(page[start].segments) == 1 and columns[0].over(page[start].segments[0]) > 0:
        start += 1  # a heading above the table, not the name of a column
    return start


def _is_title(line: Line, below: Line, next_below: Line) -> bool:
    """Whether a line stands farther above a header than the header's lines do from each other."""
    gap = below.top - line.bottom
    return len(line.segments) == 1 and gap > max(TITLE_GAP * line.height, 2 * (next_below.top - below.bottom))


def _can_be_header(line: Line, columns: Sequence[Column], left: float, right: float) -> bool:
    if line.x0 < left - 12 or line.x1 > right + 25:
        return False
    if len(line.segments) > 1:
        return all(len(s.text) <= 60 for s in line.segments)
    only = line.segments[0]
    if only.x1 - only.x0 > 0.6 * (right - left):
        return False
    return len(only.text) <= 45 and not (only.x0 <= columns[0].x1 and only.x1 > columns[1].x0 + 3)


class _Head(Struct):
    """A header cell as it grows downwards."""

    first: int
    last: int
    parts: list[Segment]
    line: int


def header(above: Sequence[Line], columns: Sequence[Column], across: Sequence[Across]) -> list[Cells]:
    """Rows of header cells (first column, last column, what stands there), from top to bottom."""
    heads: list[_Head] = []
    for number, line in enumerate(above):
        split = number > 0 and _splits(above[number - 1], line, columns)
        for segment in (part for whole in line.segments for part in _names(whole, columns)):
            first, last = covered(segment, columns)
            before = next((h for h in reversed(heads) if h.first <= last and first <= h.last), None)
            if not split and before is not None and _continues(before, segment, first, last, across):
                before.parts.append(segment)
                before.first, before.last = min(first, before.first), max(last, before.last)
            else:
                heads.append(_Head(first, last, [segment], number))
    return _levels(heads)


def _names(segment: Segment, columns: Sequence[Column]) -> list[Segment]:
    """The names of columns that stand close beside each other, each over its own."""
    height = segment.bottom - segment.top
    groups: list[list[Word]] = []
    for word in segment.words:
        if groups and (word.x0 - groups[-1][-1].x1 < HEAD_GAP * height or not _parts(groups[-1], word, columns)):
            groups[-1].append(word)
        else:
            groups.append([word])
    return [segment] if len(groups) < 2 else [segment_of(group) for group in groups]


def _parts(before: Sequence[Word], word: Word, columns: Sequence[Column]) -> bool:
    """Whether words stand over one column, and the next word over a later one."""
    _, last = covered(segment_of(before), columns)
    return last < covered(segment_of([word]), columns)[0]


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
