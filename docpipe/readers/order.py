"""The regions of a page in reading order, whatever way its text runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from docpipe.readers.hidden import without
from docpipe.readers.invisible import visible
from docpipe.readers.layout import Region, regions
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.readers.right_to_left import in_logical_order, reads_right_to_left, regions_from_the_right
from docpipe.readers.rows import PageWords
from docpipe.readers.splitting import odd_characters
from docpipe.readers.tables.grid import Grid
from docpipe.readers.tables.placing import TableRegion, placed
from docpipe.readers.turning import (
    UPRIGHT,
    Direction,
    Group,
    as_drawn,
    displayed_box,
    displayed_row,
    laid_out,
    righted,
    turned_words,
)

Finder = Callable[[PageWords, Direction], list[Grid]]
"""Finds the tables of words of a page that run in one direction, and stand upright in a frame turned with them."""


def in_order(words: PageWords, text_page: TextPage, frame: Frame, find: Finder) -> list[Group]:
    """The words of a page (at least one) as regions in reading order: one group, or more where some text is turned,
    or ``find`` finds tables.

    A plain page costs what its regions cost, and a look at the shape of each word.
    """

    def from_the_right(part: PageWords) -> Group:
        part = in_logical_order(part, text_page, frame)
        return regions_from_the_right(part), part

    def lay(part: PageWords, direction: Direction) -> list[Group]:
        if direction == UPRIGHT:
            from_right = both_ways and reads_right_to_left(part.text)
            return [from_the_right(part)] if from_right else _with_tables(part, find(part, UPRIGHT))
        return [as_drawn(part)] if direction[0] % 90 else _sideways(part, direction, find)

    words = visible(words, text_page, frame)
    both_ways = reads_right_to_left("".join(odd_characters(text_page.text)))  # a look at .01 of the page's characters
    turned = turned_words(words, text_page, frame)
    return laid_out(words, turned, lay) if turned else lay(words, UPRIGHT)


def _with_tables(words: PageWords, grids: Sequence[Grid]) -> list[Group]:
    if not grids:
        return [(regions(words), words)]
    rest = without(words, _in_cells(grids))
    return placed([(regions(rest), rest)] if rest.starts else [], grids, words)


def _sideways(words: PageWords, direction: Direction, find: Finder) -> list[Group]:
    """Words that are turned by quarters, laid out as they stand upright, with the boxes that they have on the page."""
    words, upright = righted(words, direction)
    grids = find(upright, direction)
    rest = without(words, _in_cells(grids)) if grids else words
    laid = _with_tables(upright, grids)
    shown = ((found, words if part is upright else rest) for found, part in laid)
    return [([_displayed(region, page, direction) for region in found], page) for found, page in shown]


def _displayed(region: Region, words: PageWords, direction: Direction) -> Region:
    if not isinstance(region, TableRegion):
        return [displayed_row(row, words) for row in region]
    cells = tuple(replace(cell, box=displayed_box(cell.box, direction)) for cell in region.grid.cells)
    return TableRegion(Grid(displayed_box(region.grid.box, direction), region.grid.header_rows, cells), words)


def _in_cells(grids: Sequence[Grid]) -> dict[int, str]:
    return {word.index: "" for grid in grids for cell in grid.cells for word in cell.words}
