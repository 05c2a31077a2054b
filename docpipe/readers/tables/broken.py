"""Tables whose rows are ruled cell by cell: where each line ends and the next one begins, columns part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from docpipe.readers.tables.rulings import Across, Down, Rulings

TOUCHING = 1.5
"""Points between the ends of two lines that meet; figures of a sum are underlined with gaps of more between them."""

LEAST_LINES = 4
"""Pairs of lines that meet at the same place from which on a column ends there: a header's and those of three rows.
Lines under words of a text meet too, but begin and end anywhere."""

NARROWEST = 15.0
"""Points that a column is wide at least."""

Pair = tuple[Across, Across]


def with_columns(found: Rulings) -> Rulings | None:
    """The lines with those between columns, where lines from side to side are broken; None where none are."""
    if len(found.across) < 2 * LEAST_LINES:
        return None
    columns: dict[tuple[int, ...], list[Pair]] = defaultdict(list)
    for left, right in _meeting(found.across):
        columns[tuple(round(x / 2 / TOUCHING) for x in (left.x0, left.x1, right.x1))].append((left, right))
    downs = [down for pairs in columns.values() for down in _column(pairs)]
    return Rulings(found.across, [*found.down, *downs]) if downs else None


def _meeting(across: Sequence[Across]) -> Iterator[Pair]:
    """Lines of one height that meet, left and right."""
    ordered = sorted(across, key=lambda line: (round(line.y), line.x0))
    for index, left in enumerate(ordered):
        for right in ordered[index + 1 : index + 3]:
            meets = abs(right.y - left.y) <= TOUCHING and abs(right.x0 - left.x1) <= TOUCHING
            if meets and min(left.x1 - left.x0, right.x1 - right.x0) >= NARROWEST:
                yield left, right
                break


def _column(pairs: Sequence[Pair]) -> list[Down]:
    """The line between two columns, and those at the outer sides of both."""
    heights = sorted({round(left.y) for left, _ in pairs})
    if len(heights) < LEAST_LINES:
        return []
    left, right = pairs[0]
    return [Down(x, float(heights[0]), float(heights[-1])) for x in (left.x0, left.x1, right.x1)]
