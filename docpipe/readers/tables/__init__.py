"""Tables of a page: drawn with lines, or set by alignment."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from docpipe.readers.pdfium import Frame
from docpipe.readers.rows import PageWords
from docpipe.readers.tables.aligned import aligned
from docpipe.readers.tables.grid import Grid
from docpipe.readers.tables.ruled import ruled
from docpipe.readers.tables.rulings import Rulings, rulings
from docpipe.readers.tables.text import Word

__all__ = ["Grid", "page_tables", "tables"]

GAP = 9.0
"""Points between two words of a line that may part columns."""

LEAST_FIGURES = 3
"""Figures behind such gaps on a page that may have a table without lines."""

LEAST_LINES = 3
"""Lines in either direction of a page that may have a drawn table."""


def page_tables(page: Any, words: PageWords, frame: Frame, turned: Container[int] = ()) -> list[Grid]:
    """The tables of a page (at least one word) from top to bottom, of words that are not ``turned``.

    A page of prose costs next to nothing.
    """
    lines = rulings(page, frame)
    if min(len(lines.across), len(lines.down)) < LEAST_LINES and not _has_columns(words):
        return []
    upright = (index for index in range(len(words.starts)) if index not in turned)
    return tables([Word(words.word(index), *words.box(index), index) for index in upright], lines)


def tables(words: Sequence[Word], found: Rulings) -> list[Grid]:
    """The tables among some words, from top to bottom."""
    grids = ruled(words, found)
    rest = [word for word in words if not any(_inside(word, grid) for grid in grids)]
    return sorted([*grids, *aligned(rest, found)], key=lambda grid: grid.box[1])


def _has_columns(words: PageWords) -> bool:
    """Whether figures, or the stars that hide some, stand behind wide gaps."""
    figures = 0
    before, top = words.x1[0], words.top[0]
    for index, (left, upper, right) in enumerate(zip(words.x0, words.top, words.x1, strict=True)):
        if left - before > GAP and -2.0 < upper - top < 2.0:
            figures += any(character.isdigit() or character == "*" for character in words.word(index))
        before, top = right, upper
    return figures >= LEAST_FIGURES


def _inside(word: Word, grid: Grid) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
    return grid.box[0] <= x <= grid.box[2] and grid.box[1] <= y <= grid.box[3]
