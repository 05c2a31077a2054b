"""A table as a grid: rows of text, and the cells with their places."""

from __future__ import annotations

from operator import attrgetter

from msgspec import Struct

from docpipe.readers.tables.text import Word
from docpipe.words import Box


class GridCell(Struct, frozen=True):
    """A cell: where it stands in the grid and on the page, and its words in the order in which they are read."""

    row: int
    col: int
    words: tuple[Word, ...]
    box: Box
    rowspan: int = 1
    colspan: int = 1

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


class Grid(Struct, frozen=True):
    """A table of one page."""

    box: Box
    header_rows: int
    cells: tuple[GridCell, ...]

    @property
    def shape(self) -> tuple[int, int]:
        return (
            max((cell.row + cell.rowspan for cell in self.cells), default=0),
            max((cell.col + cell.colspan for cell in self.cells), default=0),
        )

    def by_row(self) -> list[list[GridCell]]:
        """The cells that begin in each row, from left to right; each row has one."""
        rows: list[list[GridCell]] = [[] for _ in range(self.shape[0])]
        for cell in sorted(self.cells, key=attrgetter("row", "col")):
            rows[cell.row].append(cell)
        return rows

    def rows(self) -> list[list[str]]:
        """Rows of text; a merged cell has its text in its first cell."""
        count, width = self.shape
        rows = [[""] * width for _ in range(count)]
        for cell in self.cells:
            rows[cell.row][cell.col] = cell.text
        return rows
