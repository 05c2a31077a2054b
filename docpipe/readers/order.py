"""The regions of a page in reading order, whatever way its text runs."""

from __future__ import annotations

from collections.abc import Callable, Container

from docpipe.readers.hidden import without
from docpipe.readers.invisible import visible
from docpipe.readers.layout import regions
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.readers.right_to_left import in_logical_order, reads_right_to_left, regions_from_the_right
from docpipe.readers.rows import PageWords
from docpipe.readers.tables.grid import Grid
from docpipe.readers.tables.placing import placed
from docpipe.readers.turning import Group, laid_out, turned_words

Finder = Callable[[PageWords, Container[int]], list[Grid]]
"""Finds the tables of a page, of words that are not among some."""


def in_order(words: PageWords, text_page: TextPage, frame: Frame, find: Finder) -> list[Group]:
    """The words of a page (at least one) as regions in reading order: one group, or more where some text is turned,
    or ``find`` finds tables.

    A plain page costs what its regions cost, and a look at the shape of each word.
    """

    def upright(part: PageWords) -> Group:
        if not reads_right_to_left(part.text):
            return regions(part), part
        part = in_logical_order(part, text_page, frame)
        return regions_from_the_right(part), part

    words = visible(words, text_page, frame)
    turned = turned_words(words, text_page, frame)
    grids = [] if reads_right_to_left(words.text) else find(words, turned)
    if not grids:
        return laid_out(words, turned, upright) if turned else [upright(words)]
    cells = {word.index: "" for grid in grids for cell in grid.cells for word in cell.words}
    rest = without(words, cells)
    if not rest.starts:
        return placed([], grids, words)
    kept = (index for index in range(len(words.starts)) if index not in cells)
    still = {at: turned[index] for at, index in enumerate(kept) if index in turned}
    return placed(laid_out(rest, still, upright) if still else [upright(rest)], grids, words)
