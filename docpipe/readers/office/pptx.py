"""Slides (PPTX) → Document: titles, paragraphs and tables slide by slide; speakers' notes stand apart."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from docpipe.errors import ReadError
from docpipe.readers.office.line import Line
from docpipe.readers.office.package import Package, opened
from docpipe.readers.office.pieces import Piece, Read, Stretch, plain, written
from docpipe.readers.office.xml import attribute, child, children, name
from docpipe.readers.options import ReadOptions, chosen_pages
from docpipe.types import BlockKind, Document, Source

MOST_SPANNED = 200
"""Rows or columns that a cell may reach over; the program allows 75 columns."""

_TITLES = ("title", "ctrTitle")
_FURNITURE = ("dt", "ftr", "sldNum", "hdr")


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """The chosen slides, ``pages`` counting them. Raises ReadError, LimitExceeded, NoText."""
    with opened(data, options) as package:
        slides = _slides(package)
        if not slides:
            raise ReadError("the presentation has no slides; ask for it again", source.name)
        chosen = chosen_pages(options.pages, len(slides))
        pieces: list[Piece] = []
        warnings = []
        for number in chosen:
            root = package.xml(slides[number - 1])
            own = list(_slide_pieces(child(root, "cSld", "spTree"), number))
            if attribute(root, "show", "1") in ("0", "false"):
                warnings.append(f"slide {number} is hidden from the show; its text stands apart and not in the text")
                own = [Piece("hidden", _text_of(piece), piece.place, number, apart=True) for piece in own]
            pieces += own
            pieces += _notes(package, slides[number - 1], number)
    return written(Read(pieces, warnings=warnings, parts=len(slides), parts_read=chosen), source)


def _slides(package: Package) -> list[str]:
    """The parts of the slides in the order of the show."""
    main = package.main_part("ppt/presentation.xml")
    related = package.relations(main)
    ids = [_related_id(one) for one in children(child(package.xml(main), "sldIdLst"), "sldId")]
    return [related[each][1] for each in ids if each in related and package.has(related[each][1])]


def _related_id(element: Element) -> str:
    return next((value for key, value in element.items() if key.endswith("}id")), "")


def _slide_pieces(tree: Element | None, number: int) -> Iterator[Piece]:
    """A slide's title, then everything else in its order."""
    shapes = list(_shapes(tree))
    for shape in sorted(shapes, key=lambda one: _placeholder(one) not in _TITLES):
        if _placeholder(shape) in _FURNITURE:
            continue
        if (table := child(shape, "graphic", "graphicData", "tbl")) is not None:
            yield Piece("table", "", f"slide {number}", number, rows=tuple(_rows(table)), header_rows=_heads(table))
            continue
        kind: BlockKind = "heading" if _placeholder(shape) in _TITLES else "paragraph"
        for text in _paragraphs(child(shape, "txBody")):
            yield Piece(kind, text, f"slide {number}", number, level=1 if kind == "heading" else None)


def _shapes(tree: Element | None) -> Iterator[Element]:
    """Shapes and tables, those in groups too."""
    for one in tree if tree is not None else ():
        if name(one) in ("sp", "graphicFrame"):
            yield one
        elif name(one) == "grpSp":
            yield from _shapes(one)
        elif name(one) == "AlternateContent":
            yield from _shapes(child(one, "Choice"))


def _placeholder(shape: Element) -> str:
    about = next((one for one in shape if name(one).startswith("nv")), None)
    holder = child(about, "nvPr", "ph")
    return "" if holder is None else attribute(holder, "type", "body")


def _paragraphs(body: Element | None) -> Iterator[str]:
    for paragraph in children(body, "p"):
        line = Line()
        for one in paragraph.iter():
            if name(one) == "t":
                line.add(one.text or "")
            elif name(one) == "br":
                line.add("\n")
            elif name(one) == "tab" and one is not paragraph:
                line.add(" ")
        if text := plain(line.text):
            yield text


def _rows(table: Element) -> Iterator[tuple[Stretch, ...]]:
    for row in children(table, "tr"):
        cells = (one for one in children(row, "tc") if not {"hMerge", "vMerge"} & set(one.keys()))
        yield tuple(
            Stretch(" ".join(_paragraphs(child(one, "txBody"))), _span(one, "rowSpan"), _span(one, "gridSpan"))
            for one in cells
        )


def _span(cell: Element, wanted: str) -> int:
    count = attribute(cell, wanted, "1")
    return min(max(int(count), 1), MOST_SPANNED) if count.isdecimal() and len(count) < 6 else 1


def _heads(table: Element) -> int:
    about = child(table, "tblPr")
    return int(about is not None and attribute(about, "firstRow") in ("1", "true"))


def _notes(package: Package, slide: str, number: int) -> Iterator[Piece]:
    """What the speaker reads, apart from the text."""
    for kind, path in package.relations(slide).values():
        if kind == "notesSlide" and package.has(path):
            shapes = _shapes(child(package.xml(path), "cSld", "spTree"))
            texts = [
                text for one in shapes if _placeholder(one) == "body" for text in _paragraphs(child(one, "txBody"))
            ]
            if texts:
                yield Piece("annotation", "\n".join(texts), f"slide {number}", number, apart=True)


def _text_of(piece: Piece) -> str:
    return piece.text or "\n".join("\t".join(cell.text for cell in row) for row in piece.rows)
