"""Tables among the regions of a page: each stands where a reader comes to it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from docpipe.readers.layout import Region
from docpipe.readers.rows import PageWords, Row
from docpipe.readers.tables.grid import Grid, GridCell
from docpipe.readers.turning import Group
from docpipe.words import Box, union

TOUCH = 2.0
"""Points that a line may reach into a table and still stand above or below it."""


class TableRegion(list[Row]):
    """A table as a region: a row for each of its rows, the words cell by cell."""

    def __init__(self, grid: Grid, words: PageWords) -> None:
        super().__init__(_row(cells, words) for cells in grid.by_row())
        self.grid = grid


def placed(groups: list[Group], grids: Sequence[Grid], words: PageWords) -> list[Group]:
    """The regions of a page less its tables, with the tables: below what stands right above them."""
    for grid in grids:
        groups = _with(groups, TableRegion(grid, words), words)
    return groups


def _row(cells: Sequence[GridCell], words: PageWords) -> Row:
    order = [word.index for cell in cells for word in cell.words]
    cuts = [0, *(at for at, (before, word) in enumerate(pairwise(order), 1) if word != before + 1), len(order)]
    first, *more = (words.row(order[begin], order[end - 1] + 1) for begin, end in pairwise(cuts))
    x0, top, x1, bottom = union(row.box for row in (first, *more))
    return replace(first, x0=x0, top=top, x1=x1, bottom=bottom, more=tuple(more))


def _with(groups: list[Group], table: TableRegion, words: PageWords) -> list[Group]:
    place = _place(groups, table)
    if place is None:
        return [*groups, ([table], words)]
    number, index, at = place
    regions, part = groups[number]
    region = regions[index]
    head, tail = (region, []) if at == len(region) else ([], region) if at == 0 else (region[:at], region[at:])
    before = [*regions[:index], *([head] if head else [])]
    after = [*([tail] if tail else []), *regions[index + 1 :]]
    middle: list[Group] = [([table], words)]
    return [
        *groups[:number],
        *([(before, part)] if before else []),
        *middle,
        *([(after, part)] if after else []),
        *groups[number + 1 :],
    ]


def _place(groups: Sequence[Group], table: TableRegion) -> tuple[int, int, int] | None:
    """Group, region and row before which a table stands: behind the nearest row above it, else before one below.

    A table is never parted: one that stands in a cell of another follows it.
    """
    above: list[tuple[float, int, int, int]] = []
    below: list[tuple[float, int, int, int]] = []
    for number, (regions, _) in enumerate(groups):
        for index, region in enumerate(regions):
            for first, last, box in _parts(region):
                x0, top, x1, bottom = box
                if x0 >= table.grid.box[2] or x1 <= table.grid.box[0]:
                    continue
                if bottom <= table.grid.box[1] + TOUCH or _around(box, table.grid.box):
                    above.append((bottom, number, index, last))
                elif top >= table.grid.box[3] - TOUCH:
                    below.append((-top, number, index, first))
    found = max(above, default=None) or max(below, default=None)
    return None if found is None else found[1:]


def _parts(region: Region) -> list[tuple[int, int, Box]]:
    """Between which of its rows a region can be parted: first and last row, and box, of what stays together."""
    if isinstance(region, TableRegion):
        return [(0, len(region), region.grid.box)]
    return [(at, at + 1, row.box) for at, row in enumerate(region)]


def _around(outer: Box, inner: Box) -> bool:
    return outer[1] <= inner[1] + TOUCH and outer[3] >= inner[3] - TOUCH
