"""Tables of a page: drawn with lines, or set by alignment."""

from __future__ import annotations

from collections.abc import Sequence

from docpipe.readers.drawn import Drawn
from docpipe.readers.gaps import behind_gaps
from docpipe.readers.pdfium import Frame
from docpipe.readers.rows import PageWords
from docpipe.readers.tables.aligned import aligned
from docpipe.readers.tables.broken import with_columns
from docpipe.readers.tables.grid import Grid
from docpipe.readers.tables.ruled import ruled
from docpipe.readers.tables.rulings import Across, Down, Rulings, rulings
from docpipe.readers.tables.text import Word
from docpipe.readers.turning import UPRIGHT, Direction, turned_box

__all__ = ["Grid", "page_tables", "tables"]

GAP = 9.0
"""Points between two words of a line that may part columns."""

LEAST_FIGURES = 3
"""Figures behind such gaps on a page that may have a table without lines."""

LEAST_LINES = 3
"""Lines in either direction of a page that may have a drawn table."""


def page_tables(drawn: Drawn, words: PageWords, frame: Frame, direction: Direction = UPRIGHT) -> list[Grid]:
    """The tables of a page (at least one word) from top to bottom, among words that run in one direction.

    Words and tables stand in a frame turned with them. A page of prose costs next to nothing.
    """
    lines = rulings(drawn, frame)
    if direction != UPRIGHT:
        lines = _turned(lines, direction)
    meshed = min(len(lines.across), len(lines.down)) >= LEAST_LINES
    if not meshed and not _has_columns(words) and with_columns(lines) is None:
        return []
    return tables([Word(words.word(index), *words.box(index), index) for index in range(len(words.starts))], lines)


def tables(words: Sequence[Word], found: Rulings) -> list[Grid]:
    """The tables among some words, from top to bottom."""
    grids = ruled(words, found)
    grids += aligned(_outside(words, grids), found)
    if (columns := with_columns(found)) is not None:
        grids += ruled(_outside(words, grids), columns)
    return sorted(grids, key=lambda grid: grid.box[1])


def _turned(found: Rulings, direction: Direction) -> Rulings:
    """The lines of a page in a frame turned with its text."""
    boxes = [(line.x0, line.y, line.x1, line.y) for line in found.across]
    boxes += [(line.x, line.top, line.x, line.bottom) for line in found.down]
    turned = [turned_box(box, direction) for box in boxes]
    across = [Across(x0, x1, top) for x0, top, x1, bottom in turned if top == bottom]
    return Rulings(across, [Down(x0, top, bottom) for x0, top, x1, bottom in turned if top != bottom])


def _has_columns(words: PageWords) -> bool:
    """Whether figures, or the stars that hide some, stand behind wide gaps."""
    tops = words.top
    behind = [at for at in behind_gaps(words, GAP) if -2.0 < tops[at] - tops[at - 1] < 2.0]
    if len(behind) < LEAST_FIGURES:
        return False
    figures = [word for word in map(words.word, behind) if "*" in word or any(map(str.isdigit, word))]
    return len(figures) >= LEAST_FIGURES


def _outside(words: Sequence[Word], grids: Sequence[Grid]) -> list[Word]:
    return [word for word in words if not any(_inside(word, grid) for grid in grids)]


def _inside(word: Word, grid: Grid) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
    return grid.box[0] <= x <= grid.box[2] and grid.box[1] <= y <= grid.box[3]
