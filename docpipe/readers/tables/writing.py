"""A table in the text of a document, and its record beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from docpipe.readers.tables.grid import Grid, GridCell
from docpipe.types import Cell, Region, Table


def laid_in_text(grid: Grid) -> Iterator[tuple[str, GridCell | None]]:
    """The cells with words, each behind what stands before it in the text; after the last of a row, what ends it."""
    width = grid.shape[1]
    gap = ""
    for cells in grid.by_row():
        col = 0
        for cell in cells:
            yield gap + "\t" * (cell.col - col), cell
            gap, col = "", cell.col
        gap += "\t" * (width - 1 - col) + "\n"
    yield gap[:-1], None


def recorded(grid: Grid, texts: Mapping[GridCell, str], block: str, page: int) -> Table:
    """The table of a block, its cells as they stand in the text."""
    height, width = grid.shape
    rows = [[""] * width for _ in range(height)]
    for cell, text in texts.items():
        rows[cell.row][cell.col] = text
    cells = tuple(Cell(cell.row, cell.col, page, cell.box, cell.rowspan, cell.colspan) for cell in grid.cells)
    return Table(block, (Region(page, grid.box),), grid.header_rows, tuple(map(tuple, rows)), cells)
