"""Reports made by hand: paragraphs, tables and page breaks in; a Document, or what the rules find in it, out."""

from __future__ import annotations

import itertools
import re
from array import array
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from msgspec.structs import replace

from docpipe import kinds, pipeline
from docpipe.settings import Settings
from docpipe.types import Block, Cell, Chunk, Document, Page, Region, Source, Table
from docpipe.verify import Verified
from docpipe.words import Words, union

PAGE = "\f"
COLUMN, ROW, LETTER, LEFT = 90.0, 12.0, 4.0, 40.0

Part = str | Sequence[str]
"""A paragraph, PAGE for a page break, or the rows of a table with their cells between bars."""


def report(*parts: Part) -> Document:
    """A document of these parts; a heading begins with ``# ``."""
    maker = _Maker()
    for part in parts:
        if part == PAGE:
            maker.page, maker.top = maker.page + 1, 60.0
        elif isinstance(part, str):
            maker.paragraph(part)
        else:
            maker.table([[cell.strip() for cell in row.split("|")] for row in part])
    return maker.document()


def analysed(document: Document, *cuts: int) -> Verified:
    """What the rules find in a document, in chunks that end at the offsets of ``cuts``."""
    edges = (0, *cuts, len(document.text))
    chunks = [Chunk(at, *pair, 0) for at, pair in enumerate(itertools.pairwise(edges))]
    return pipeline.found(document, chunks, kinds.load("financial_report"), Settings())[0]


def values(found: Verified, prior: bool = False) -> dict[str, Decimal]:
    """The items of the report's own period by name, or of the one before."""
    own = found.data["period_end"]
    chosen = [item for item in found.data["items"] if (item["period_end"] < own) == prior]
    assert len({item["name"] for item in chosen}) == len(chosen)
    return {item["name"]: Decimal(item["value"]) for item in chosen}


def untabled(document: Document) -> Document:
    """The same print where no table was recognised."""
    blocks = tuple(replace(block, kind="paragraph") if block.kind == "table" else block for block in document.blocks)
    return replace(document, tables=(), blocks=blocks)


class _Maker:
    def __init__(self) -> None:
        self.text = ""
        self.words = Words(array("I"), array("I"), array("f"), array("I"), array("H"))
        self.blocks: list[Block] = []
        self.tables: list[Table] = []
        self.page, self.top = 1, 60.0

    def paragraph(self, text: str) -> None:
        heading = text.startswith("# ")
        body = text.removeprefix("# ")
        start = self._begin()
        first = len(self.words)
        self._line(body, start, LEFT)
        self._block("heading" if heading else "paragraph", start, first, 1 if heading else None)

    def table(self, rows: list[list[str]]) -> None:
        width = max(map(len, rows))
        rows = [row + [""] * (width - len(row)) for row in rows]
        start, first, cells = self._begin(), len(self.words), []
        top = self.top
        for number, row in enumerate(rows):
            self.text += "\n" * (number > 0)
            for column, cell in enumerate(row):
                self.text += "\t" * (column > 0)
                left = LEFT + 260 + COLUMN * column - LETTER * len(cell) if column else LEFT
                if cell:
                    self._line(cell, len(self.text), left, new=column == 0 or not any(row[:column]))
                cells.append(Cell(number, column, self.page, (left, self.top, left + COLUMN, self.top + ROW)))
            self.top += ROW
        block = self._block("table", start, first, None)
        region = Region(self.page, (LEFT, top, LEFT + COLUMN * width + 200, self.top))
        self.tables.append(Table(block, (region,), 1, tuple(map(tuple, rows)), tuple(cells)))

    def document(self) -> Document:
        numbers = tuple(range(1, self.page + 1))
        source = Source("made.pdf", "made.pdf", "0" * 64, "application/pdf", 1)
        pages = tuple(Page(number, 612.0, 792.0) for number in numbers)
        return Document(
            source, self.text, self.words, tuple(self.blocks), pages, tuple(self.tables), languages=("en",),
            pages_read=numbers,
        )  # fmt: skip

    def _begin(self) -> int:
        self.text += "\n" if self.text else ""
        self.top += ROW
        return len(self.text)

    def _line(self, body: str, start: int, left: float, new: bool = True) -> None:
        if len(self.text) == start:
            self.text += body
        if new:
            self.words.line_starts.append(len(self.words))
            self.words.line_pages.append(self.page)
        for match in re.finditer(r"\S+", body):
            x = left + LETTER * match.start()
            self.words.starts.append(start + match.start())
            self.words.ends.append(start + match.end())
            self.words.boxes.extend((x, self.top, x + LETTER * len(match.group()), self.top + ROW))

    def _block(self, kind: Any, start: int, first: int, level: int | None) -> str:
        name = f"b{len(self.blocks)}"
        box = union(self.words.box(word) for word in range(first, len(self.words)))
        self.blocks.append(Block(name, kind, self.page, box, (start, len(self.text)), None, level))
        return name
