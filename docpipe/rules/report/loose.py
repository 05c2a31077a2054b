"""Statements that no table holds: lines of print under a title, put into columns by where their figures end.

Scans and odd layouts lose their tables; titles and lines of figures stay. Only those pages are looked at that have a
title of a statement at their top and no table of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from docpipe.figures import figure
from docpipe.patterns import compiled
from docpipe.rules.report.lines import Cell, Grid, grids_of
from docpipe.rules.report.printed import printed
from docpipe.rules.report.titles import LONGEST_TITLE, title_kind
from docpipe.types import Document
from docpipe.words import Box

FEWEST_LINES = 5
"""Lines with figures under a title, so that a mention of a statement on a page of text is none."""

GAP = 7.0
"""Points between two words of different cells; words of one cell are half a letter's height apart."""


class _Word(Struct, frozen=True):
    text: str
    start: int
    box: Box

    @property
    def right(self) -> float:
        return self.box[2]


def loose_grids(document: Document, but: Sequence[int]) -> Iterator[Grid]:
    """The lines of figures on pages with a title of a statement, as grids; pages in ``but`` are left out."""
    yield from grids_on(document, {page for page in _titled_pages(document) if page not in but})


def grids_on(document: Document, pages: Collection[int]) -> Iterator[Grid]:
    """The lines of figures on some pages, as grids, whatever tables there are."""
    if not document.paged:
        return
    for rows in rows_on(document, pages):
        yield from grids_of(rows, None)


def rows_on(document: Document, pages: Collection[int]) -> Iterator[list[tuple[tuple[Cell, ...], int]]]:
    """The lines of print on some pages as rows of cells, each row with its page; pages without columns have none."""
    for page, words in sorted(_words(document, pages).items()):
        rows = [_cells(row) for row in _rows(sorted(words, key=lambda one: (one.box[1] + one.box[3]) / 2))]
        edges = _edges(rows)
        filled = [row for row in rows if sum(group.number for group in row) >= min(2, len(edges))]
        if edges and len(filled) >= FEWEST_LINES:
            yield [(_placed(row, edges), page) for row in rows]


def _titled_pages(document: Document) -> Iterator[int]:
    """Pages with a short line that is a statement's title."""
    for paragraph in printed(document):
        if paragraph.kind != "table" and _TRIGGER.search(paragraph.text[:LONGEST_TITLE]):
            first = paragraph.text[:LONGEST_TITLE].split("\n")
            if any(title_kind(line) for line in first):
                yield paragraph.page


_TRIGGER = compiled(r"(?i)\bstatements?\b|\bbalance\s+sheets?\b")


def _words(document: Document, pages: Collection[int]) -> dict[int, list[_Word]]:
    """The words of some pages, by page."""
    words = document.words
    found: dict[int, list[_Word]] = {}
    for line, page in enumerate(words.line_pages):
        if page not in pages:
            continue
        for word in range(*words.line_range(line)):
            start = words.starts[word]
            if start < words.ends[word]:
                found.setdefault(page, []).append(
                    _Word(document.text[start : words.ends[word]], start, words.box(word))
                )
    return found


def _rows(words: Sequence[_Word]) -> Iterator[list[_Word]]:
    """Words whose middles lie within each other's heights, from left to right."""
    row: list[_Word] = []
    for word in words:
        if row and (word.box[1] + word.box[3]) / 2 > row[0].box[3] - (row[0].box[3] - row[0].box[1]) * 0.2:
            yield sorted(row, key=lambda one: one.box[0])
            row = []
        row.append(word)
    if row:
        yield sorted(row, key=lambda one: one.box[0])


class _Group(Struct, frozen=True):
    """Neighbouring words of a row: a label, a figure, a part of the head."""

    words: tuple[_Word, ...]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def left(self) -> float:
        return self.words[0].box[0]

    @property
    def right(self) -> float:
        return self.words[-1].right

    @property
    def number(self) -> bool:
        return figure(self.text) is not None and not _YEAR.fullmatch(self.text)


_YEAR = compiled(r"(?:19|20)\d\d|\d{1,2}")


def _cells(row: Sequence[_Word]) -> list[_Group]:
    """The groups of a row; a sign of a currency or a bracket stays with the figure behind it."""
    groups: list[list[_Word]] = []
    for word in row:
        near = groups and word.box[0] - groups[-1][-1].right < GAP
        signed = groups and len(groups[-1]) == 1 and _SIGN.fullmatch(groups[-1][0].text)
        figures = _FIGURE.fullmatch(word.text) is not None
        begins = _SIGN.fullmatch(word.text) or (figures and groups and _mixed(groups[-1]))
        if groups and (signed or (near and not begins)):
            groups[-1].append(word)
        else:
            groups.append([word])
    return [_Group(tuple(group)) for group in groups]


_SIGN = compiled(r"[$€£(]+")
_FIGURE = compiled(r"\$?\(?\$?(?:\d{1,3}(?:,\d{3})+|\d+\.\d+|\d+)\)?%?|—|–")


def _mixed(group: Sequence[_Word]) -> bool:
    """Whether a figure would end another one's group, not a label's."""
    return all(_FIGURE.fullmatch(word.text) for word in group)


def _edges(rows: Sequence[Sequence[_Group]]) -> list[float]:
    """The right edges of the columns of figures, those of a quarter of the lines that have most."""
    found = Counter(round(group.right / EDGE) for row in rows for group in row[1:] if group.number)
    merged: list[tuple[float, int]] = []
    for edge, count in sorted(found.items()):
        if merged and edge - merged[-1][0] <= 2:
            merged[-1] = (edge, merged[-1][1] + count)
        else:
            merged.append((edge, count))
    most = max((count for _, count in merged), default=0)
    return [edge * EDGE for edge, count in merged if count >= most / 4]


EDGE = 3.0
"""Points that right edges of a column differ by: a closing bracket hangs over by half a digit."""


def _placed(row: Sequence[_Group], edges: Sequence[float]) -> tuple[Cell, ...]:
    """The groups of a row as cells; what ends left of the first column is the label's."""
    cells: list[Cell] = []
    for group in row:
        column = 1 + min(range(len(edges)), key=lambda at: abs(_middle(group, edges[at])))
        if not group.number and (group.left < edges[0] - LABEL and group is row[0]):
            column = 0
        start, last = group.words[0].start, group.words[-1]
        digits = [word for word in group.words if any(letter.isdigit() for letter in word.text)]
        whole = digits[0] if group.number and len(digits) == 1 else None
        text = whole.text if whole else group.text
        cells.append(
            Cell(text, whole.start if whole else start, column, None if whole else last.start + len(last.text))
        )
    return tuple(cells)


LABEL = 60.0
"""Points that a label begins left of where the first column's figures end."""


def _middle(group: _Group, edge: float) -> float:
    """How far a group lies from a column: figures by their end, words by their middle."""
    return group.right - edge if group.number else (group.left + group.right) / 2 - (edge - LABEL / 3)
