"""Word (DOCX) → Document: paragraphs with the numbers that Word counts, tables, notes, changes as chosen.

Read from its XML and not with a library: python-docx and what builds on it leave out tracked changes, footnotes and
counted numbers ("4.2(a)"), which contracts live on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct, field

from docpipe.errors import NoText
from docpipe.readers.office.docx_styles import BULLET, Lists, Styles, is_on
from docpipe.readers.office.docx_text import Noted, add_runs, joins_next, mark_is
from docpipe.readers.office.laid import as_pieces
from docpipe.readers.office.line import Line
from docpipe.readers.office.package import Package, opened
from docpipe.readers.office.pieces import Aside, Piece, Read, Stretch, plain, written
from docpipe.readers.office.xml import attribute, child, children, name
from docpipe.readers.options import ReadOptions
from docpipe.types import BlockKind, Document, MarkKind, RemovedKind, Source
from docpipe.words import Span

MOST_SPANNED = 200
"""Columns that one cell may reach over; Word allows 63 columns in all."""

_BLOCKS = frozenset(("sdt", "sdtContent", "customXml", "ins", "moveTo", "del", "moveFrom"))
_ASIDE: tuple[RemovedKind, ...] = ("header", "footer")


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """A Word document, changes in it taken as ``options.changes`` says. Raises ReadError, LimitExceeded, NoText."""
    with opened(data, options) as package:
        reader = _Reader.of(package, options.changes)
        body = child(package.xml(reader.part), "body")
        if body is None:
            raise NoText("the file has no body; ask for it again", source.name)
        reader.add_all(body)
        reader.add_notes()
        read = Read(reader.pieces, list(reader.asides()), list(reader.warnings()))
    return written(read, source)


class _Reader(Struct):
    """A Word file being read."""

    package: Package
    part: str
    styles: Styles
    lists: Lists
    noted: Noted
    pieces: list[Piece] = field(default_factory=list)
    pending: Line = field(default_factory=Line)
    paragraphs: int = 0
    tables: int = 0
    foreign: int = 0

    @classmethod
    def of(cls, package: Package, changes: str) -> _Reader:
        part = package.main_part("word/document.xml")
        related = dict(package.relations(part).values())

        def root(kind: str) -> Element | None:
            path = related.get(kind, "")
            return package.xml(path) if package.has(path) else None

        return cls(package, part, Styles.of(root("styles")), Lists.of(root("numbering")), Noted(changes))

    def add_all(self, parent: Element) -> None:
        """The paragraphs and tables of a body."""
        for one in parent:
            tag = name(one)
            if tag == "p":
                self.add_paragraph(one)
            elif tag == "tbl":
                self.add_table(one)
            elif tag == "altChunk":
                self.foreign += 1
            elif tag in _BLOCKS and (tag in ("sdt", "sdtContent", "customXml") or self.noted.keeps(tag)):
                self.add_all(one)

    def add_paragraph(self, paragraph: Element) -> None:
        """A paragraph, after what a deleted end of the one before left over."""
        level, label = self._level_and_label(paragraph)
        line, self.pending = self.pending, Line()
        if label and not line.length:
            line.add(label + " ")
        add_runs(paragraph, line, self.noted)
        if joins_next(paragraph, self.noted.changes):
            self.noted.changed += 1
            self.pending = line
            return
        text, marks = line.trimmed()
        hidden, self.noted.hidden = "".join(self.noted.hidden), []
        if text and text != label:
            self.paragraphs += 1
            kind: BlockKind = "heading" if level else "paragraph"
            place = f"paragraph {self.paragraphs}"
            number = label if label and level and label != BULLET else None
            self.pieces.append(Piece(kind, text, place, number=number, level=level, marks=marks))
        if hidden.strip():
            self.pieces.append(Piece("hidden", plain(hidden), f"paragraph {self.paragraphs}", apart=True))
        boxes, self.noted.boxes = self.noted.boxes, []
        for box in boxes:
            self.add_all(box)

    def add_table(self, table: Element) -> None:
        """A table; paragraphs of a cell in one line, tables in cells as their text."""
        self.tables += 1
        table_rows = _rows(table, self.noted)
        rows = list(_merged(table_rows, self))
        if not rows:
            return
        heads = 0
        for row in table_rows:
            if not is_on(child(row, "trPr", "tblHeader")):
                break
            heads += 1
        named = tuple(_named(row, f"table {self.tables}, row {at}") for at, row in enumerate(rows, 1))
        piece = Piece("table", "", f"table {self.tables}", rows=named, header_rows=heads)
        own = list(as_pieces(piece, self.paragraphs))
        if own != [piece]:
            self.paragraphs, self.tables = self.paragraphs + len(own), self.tables - 1
        self.pieces += own
        boxes, self.noted.boxes = self.noted.boxes, []
        for box in boxes:
            self.add_all(box)

    def cell_text(self, cell: Element) -> str:
        """The text of a cell on one line."""
        texts: list[str] = []
        for one in cell:
            if name(one) == "p":
                line = Line()
                _, label = self._level_and_label(one)
                line.add(f"{label} " if label else "")
                add_runs(one, line, self.noted)
                texts.append(plain(line.text))
            elif name(one) == "tbl":
                texts += [self.cell_text(each) for row in children(one, "tr") for each in children(row, "tc")]
            elif name(one) in _BLOCKS:
                texts.append(self.cell_text(one))
        return " ".join(text for text in texts if text)

    def add_notes(self) -> None:
        """Footnotes, endnotes and comments that the text refers to, behind it."""
        related = dict(self.package.relations(self.part).values())
        for kind in ("footnote", "endnote"):
            self._add_notes_of(kind, related.get(f"{kind}s", ""))
        if self.package.has(path := related.get("comments", "")):
            for one in children(self.package.xml(path), "comment"):
                if text := self._all_text(one):
                    said = f"{attribute(one, 'author', 'somebody')}: {text}"
                    self.pieces.append(Piece("annotation", plain(said), "comment", apart=True))

    def _add_notes_of(self, kind: str, path: str) -> None:
        if not self.package.has(path):
            return
        notes = {attribute(one, "id"): one for one in children(self.package.xml(path), kind)}
        for number, (sort, name_) in enumerate(list(self.noted.notes), 1):
            if sort == kind and name_ in notes and (text := self._all_text(notes[name_])):
                own = plain(f"{number} {text}")
                marks: tuple[tuple[MarkKind, Span], ...] = (("footnote_mark", (0, len(str(number)))),)
                self.pieces.append(Piece("footnote", own, f"{kind} {number}", number=str(number), marks=marks))

    def asides(self) -> Iterator[Aside]:
        """Headers and footers, each text once."""
        seen: set[tuple[str, str]] = set()
        for kind, path in self.package.relations(self.part).values():
            if kind not in _ASIDE or not self.package.has(path):
                continue
            text = self._all_text(self.package.xml(path))
            if text and (kind, text) not in seen:
                seen.add((kind, text))
                yield Aside(
                    "header" if kind == "header" else "footer", text, f"stands in the file as {kind} of its pages"
                )

    def warnings(self) -> Iterator[str]:
        if self.noted.changed:
            yield f"tracked changes: {self.noted.changed}, {_CHANGES[self.noted.changes]}"
        if self.noted.struck:
            yield "some text is struck through; it stands in the text, marked as struck"
        if any(piece.kind == "hidden" for piece in self.pieces):
            yield "hidden text stands apart and not in the text"
        if self.foreign:
            yield f"{self.foreign} embedded files of another format are not read"

    def _all_text(self, element: Element) -> str:
        texts = []
        for one in element.iter():
            if name(one) == "p":
                line = Line()
                add_runs(one, line, Noted(self.noted.changes))
                texts.append(plain(line.text))
        return " ".join(text for text in texts if text)

    def _level_and_label(self, paragraph: Element) -> tuple[int | None, str]:
        """The level of a heading, and the number that Word sets before the text."""
        about = child(paragraph, "pPr")
        style = attribute(one, "val") if (one := child(about, "pStyle")) is not None else "Normal"
        line = self.styles.line(style)
        listed = child(about, "numPr")
        own, depth = (child(listed, "numId"), child(listed, "ilvl")) if listed is not None else (None, None)
        list_id = attribute(own, "val") if own is not None else next((one.list_id for one in line if one.list_id), None)
        deep = attribute(depth, "val") if depth is not None else ""
        at = int(deep) if deep.isdecimal() else next((o.list_level for o in line if o.list_level is not None), 0)
        label = ""
        if list_id and list_id != "0" and not self._is_unseen(paragraph):
            label = self.lists.label(list_id, min(at or 0, 8))
        outline = child(about, "outlineLvl")
        level = int(attribute(outline, "val", "9")) + 1 if outline is not None else None
        return level if level is not None and level < 10 else self.styles.level(style), label

    def _is_unseen(self, paragraph: Element) -> bool:
        """Whether a numbered paragraph is not there by the choice of changes: Word does not count it."""
        changes = self.noted.changes
        return changes != "marked" and mark_is(paragraph, ("ins",) if changes == "original" else ("del",))


_CHANGES = {
    "accepted": "taken as accepted; --changes original or marked shows the others",
    "original": "undone: the text is as it was before them",
    "marked": "what was inserted or deleted stands in the text, marked",
}


def _rows(table: Element, noted: Noted) -> list[Element]:
    """The rows of a table that are there by the choice of changes."""
    found: list[Element] = []
    for one in table:
        if name(one) == "tr":
            gone = [tag for tag in ("ins", "del") if child(one, "trPr", tag) is not None]
            noted.changed += len(gone)
            found += [one] if all(map(noted.keeps, gone)) else []
        elif name(one) in _BLOCKS:
            found += _rows(one, noted)
    return found


def _merged(rows: Sequence[Element], reader: _Reader) -> Iterator[tuple[Stretch, ...]]:
    """The cells of each row, those that go on from above counted to the one where they begin."""
    grid: list[dict[int, tuple[str, int, bool]]] = []
    for row in rows:
        at, own = _skipped(row), {}
        for cell in _cells(row):
            about = child(cell, "tcPr")
            width = _width(child(about, "gridSpan"))
            merge = child(about, "vMerge")
            goes_on = merge is not None and attribute(merge, "val") != "restart" and bool(grid) and at in grid[-1]
            own[at] = ("" if goes_on else reader.cell_text(cell), width, goes_on)
            at += width
        grid.append(own)
    for number, own in enumerate(grid):
        lead = (Stretch(""),) * min(own, default=0)
        cells = ((at, *cell) for at, cell in own.items())
        yield (*lead, *(Stretch(text, _height(grid, number, at), width) for at, text, width, on in cells if not on))


def _width(span: Element | None) -> int:
    """Columns that a cell reaches over."""
    count = attribute(span, "val", "1") if span is not None else "1"
    return min(max(int(count), 1), MOST_SPANNED) if count.isdecimal() else 1


def _height(grid: Sequence[dict[int, tuple[str, int, bool]]], row: int, at: int) -> int:
    """Rows that the cell at a place reaches over."""
    height = 1
    while row + height < len(grid) and at in grid[row + height] and grid[row + height][at][2]:
        height += 1
    return height


def _cells(row: Element) -> Iterator[Element]:
    for one in row:
        if name(one) == "tc":
            yield one
        elif name(one) in _BLOCKS:
            yield from _cells(one)


def _skipped(row: Element) -> int:
    before = child(row, "trPr", "gridBefore")
    count = attribute(before, "val", "0") if before is not None else "0"
    return min(int(count), MOST_SPANNED) if count.isdecimal() else 0


def _named(row: tuple[Stretch, ...], place: str) -> tuple[Stretch, ...]:
    """A row whose first cell with text has the name of the row."""
    at = next((number for number, cell in enumerate(row) if cell.text), None)
    if at is None:
        return row
    cell = row[at]
    return (*row[:at], Stretch(cell.text, cell.rowspan, cell.colspan, place), *row[at + 1 :])
