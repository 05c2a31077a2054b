"""Pieces of a document without pages, and the Document that they make: text, words, blocks, tables, names of places."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct, field

from docpipe.errors import NoText
from docpipe.types import (
    Block,
    BlockKind,
    Cell,
    Document,
    Mark,
    MarkKind,
    Page,
    Region,
    Removed,
    RemovedKind,
    Source,
    Table,
)
from docpipe.words import Box, Span, Words

NOWHERE: Box = (0.0, 0.0, 0.0, 0.0)
"""The box of everything in a format without pages."""

_WORD = re.compile(r"\S+")
_UNWANTED = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufeff\ufffe\uffff\ud800-\udfff]")
_SPACES = re.compile(r"[ \t\xa0\u2002-\u200a\u202f\u3000]+")


class Stretch(Struct, frozen=True):
    """A cell of a table: its text, how far it reaches, and the name of its place where that is its own."""

    text: str
    rowspan: int = 1
    colspan: int = 1
    place: str | None = None


class Piece(Struct, frozen=True):
    """A block to be. ``part`` is the number of the sheet or slide that it stands on, 1 elsewhere.

    ``marks`` count in ``text``. A table has ``rows`` of cells, a cell that spans others standing only where it begins,
    and no text. ``apart`` pieces (comments) stand beside the text and not in it.
    """

    kind: BlockKind
    text: str
    place: str
    part: int = 1
    number: str | None = None
    level: int | None = None
    marks: tuple[tuple[MarkKind, Span], ...] = ()
    rows: tuple[tuple[Stretch, ...], ...] = ()
    header_rows: int = 0
    apart: bool = False


class Aside(Struct, frozen=True):
    """Text set aside by the reader, and why."""

    kind: RemovedKind
    text: str
    why: str
    part: int = 1


class Read(Struct, frozen=True):
    """What a reader has found in a file."""

    pieces: Sequence[Piece]
    asides: Sequence[Aside] = ()
    warnings: Sequence[str] = ()
    parts: int = 1
    parts_read: Sequence[int] = (1,)


def plain(text: str) -> str:
    """Text as it stands in a Document: runs of spaces as one, no control characters but line feeds."""
    return _SPACES.sub(" ", _UNWANTED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))).strip()


def written(read: Read, source: Source) -> Document:
    """The Document of some pieces. Raises NoText where they have none."""
    draft = _Draft()
    for piece in read.pieces:
        _add(piece, draft)
    if not draft.length:
        raise NoText("there is no text in the file; if it only holds pictures, print it to PDF", source.name)
    return Document(
        source=source,
        text="".join(draft.parts),
        words=draft.words(),
        blocks=tuple(draft.blocks),
        pages=tuple(Page(number, 0.0, 0.0) for number in range(1, read.parts + 1)),
        tables=tuple(draft.tables),
        removed=tuple(Removed(one.kind, one.part, NOWHERE, one.text, one.why) for one in read.asides),
        pages_read=tuple(read.parts_read),
        warnings=tuple(read.warnings),
        named_places=tuple(draft.places),
    )


class _Draft(Struct):
    """A Document being put together."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    starts: array[int] = field(default_factory=lambda: array("I"))
    ends: array[int] = field(default_factory=lambda: array("I"))
    line_starts: array[int] = field(default_factory=lambda: array("I"))
    line_pages: array[int] = field(default_factory=lambda: array("H"))
    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    places: list[tuple[int, str]] = field(default_factory=list)
    apart: int = 0

    def add(self, text: str, part: int) -> None:
        """Text without a line feed of its own, which begins a line, or goes on where ``part`` is 0."""
        for match in _WORD.finditer(text):
            if part:
                self.line_starts.append(len(self.starts))
                self.line_pages.append(part)
                part = 0
            self.starts.append(self.length + match.start())
            self.ends.append(self.length + match.end())
        self.gap(text)

    def gap(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def words(self) -> Words:
        return Words(
            self.starts, self.ends, array("f", bytes(16 * len(self.starts))), self.line_starts, self.line_pages
        )


def _add(piece: Piece, draft: _Draft) -> None:
    if piece.apart:
        draft.apart += 1
        name = f"{piece.kind[0]}{draft.apart}"
        draft.blocks.append(Block(name, piece.kind, piece.part, NOWHERE, None, number=piece.number, text=piece.text))
        return
    if not (piece.text.strip() or any(cell.text for cell in chain.from_iterable(piece.rows))):
        return
    if draft.length:
        draft.gap("\n")
    start, name = draft.length, f"b{len(draft.blocks) + 1 - draft.apart}"
    draft.places.append((start, piece.place))
    if piece.rows:
        _add_table(piece, name, draft)
    else:
        for at, line in enumerate(piece.text.split("\n")):
            if at:
                draft.gap("\n")
            draft.add(line, piece.part)
    marks = tuple(Mark(kind, (start + first, start + last)) for kind, (first, last) in piece.marks)
    span = start, draft.length
    draft.blocks.append(
        Block(name, piece.kind, piece.part, NOWHERE, span, number=piece.number, level=piece.level, marks=marks)
    )


def _add_table(piece: Piece, block: str, draft: _Draft) -> None:
    """Cells joined with tabs and rows with line feeds; a merged cell has its text in its first cell."""
    grid, cells = laid_out(piece)
    rows = [[" ".join(cell.text.split()) if cell else "" for cell in row] for row in grid]
    for number, (row, texts) in enumerate(zip(grid, rows, strict=True)):
        if number:
            draft.gap("\n")
        begun = False
        for at, text in enumerate(texts):
            if at:
                draft.gap("\t")
            own = row[at]
            if own and own.place and text:
                draft.places.append((draft.length, own.place))
            draft.add(text, 0 if begun else piece.part)
            begun = begun or bool(text)
    region = Region(piece.part, NOWHERE)
    draft.tables.append(Table(block, (region,), piece.header_rows, tuple(map(tuple, rows)), tuple(cells)))


def laid_out(piece: Piece) -> tuple[list[list[Stretch | None]], list[Cell]]:
    """The rows of a table with None where a cell reaches from elsewhere, all of one length, and the cells' places."""
    taken: dict[tuple[int, int], Stretch | None] = {}
    cells: list[Cell] = []
    height = len(piece.rows)
    for row, stretches in enumerate(piece.rows):
        col = 0
        for one in stretches:
            while (row, col) in taken:
                col += 1
            rowspan = min(one.rowspan, height - row)
            taken.update(((row + down, col + right), None) for down, right in _over(rowspan, one.colspan))
            taken[row, col] = one
            cells.append(Cell(row, col, piece.part, NOWHERE, rowspan, one.colspan))
            col += one.colspan
    width = 1 + max((col for _, col in taken), default=-1)
    return [[taken.get((row, col)) for col in range(width)] for row in range(height)], cells


def _over(rows: int, columns: int) -> Iterator[tuple[int, int]]:
    return ((down, right) for down in range(rows) for right in range(columns))
