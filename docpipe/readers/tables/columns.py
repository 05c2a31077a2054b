"""The columns of a table without a grid, and what stands in them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from docpipe.readers.tables.text import Segment

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


def covered(segment: Segment, columns: Sequence[Column]) -> tuple[int, int]:
    """First and last column under a segment; the nearest one if it lies between two."""
    over = [index for index, column in enumerate(columns) if column.over(segment) > 1]
    if over:
        return over[0], over[-1]
    middle = (segment.x0 + segment.x1) / 2
    nearest = min(range(len(columns)), key=lambda i: abs((columns[i].x0 + columns[i].x1) / 2 - middle))
    return nearest, nearest
