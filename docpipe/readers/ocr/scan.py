"""A page → its picture → lines → words in reading order, with boxes as displayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from math import sqrt
from typing import Any

import pypdfium2_raw as pdfium
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from docpipe.errors import InputError, ReadError
from docpipe.readers.hidden import without
from docpipe.readers.layout import Region, regions
from docpipe.readers.ocr import tesseract
from docpipe.readers.ocr.columns import in_order
from docpipe.readers.ocr.deadline import Deadline
from docpipe.readers.ocr.lines import Line, Turn, around, parted, words
from docpipe.readers.ocr.recognising import Recognised, by_tesseract, recognised
from docpipe.readers.pdfium import Frame
from docpipe.readers.pictures import drawn
from docpipe.readers.rows import PageWords, Row
from docpipe.readers.tables import tables
from docpipe.readers.tables.grid import Grid
from docpipe.readers.tables.placing import TableRegion, placed
from docpipe.readers.tables.rulings import Across, Down, Rulings
from docpipe.readers.tables.text import Word as TableWord
from docpipe.readers.turning import Group
from docpipe.words import Box, union

DOTS_PER_INCH = 200
"""Of the pictures whose lines are recognised: type of 8 points is 22 pixels high, the networks work with 48."""

MOST_PIXELS = 9_000_000
"""A page of A2 at half the resolution."""


class Scan(Struct, frozen=True):
    """The words of a page in reading order, the confidence (0-1) of each character of it, text that runs askew with its
    box as displayed, and how many stamps were taken out of its picture."""

    groups: list[Group]
    confidences: tuple[float, ...]
    askew: list[tuple[str, Box]]
    stamps: int

    @property
    def characters(self) -> int:
        return len(self.confidences)

    @property
    def confidence(self) -> float:
        return sum(self.confidences) / max(len(self.confidences), 1)

    def share_below(self, least: float) -> float:
        """The share of characters whose confidence is lower."""
        return sum(each < least for each in self.confidences) / max(len(self.confidences), 1)


class How(Struct, frozen=True):
    """By which engine (``auto``, ``rapidocr`` or ``tesseract``), with how many threads, and in how many seconds from
    its start on."""

    engine: str
    threads: int
    seconds: float


def scanned(page: Any, frame: Frame, how: How) -> Scan:
    """A page of PDFium's, read from its picture.

    Raises ReadError when the engine fails, and LimitExceeded when the time is over.
    """
    recognise = _engine(how)
    deadline = Deadline.after(how.seconds)
    width, height = frame.size
    scale = min(DOTS_PER_INCH / 72, sqrt(MOST_PIXELS / max(width * height, 1.0)))
    try:
        image = drawn(page, max(1, round(width * scale)), max(1, round(height * scale)), _has_fields(page))
    except InputError as error:
        raise ReadError(f"not read by OCR: {error.message}") from error
    return laid_out(recognise(image, deadline), width / image.width)


def _engine(how: How) -> Callable[[Image.Image, Deadline], Recognised]:
    """What recognises a picture before a deadline: RapidOCR, for Latin text with tesseract where that is installed, or
    one of them alone."""
    if how.engine == "tesseract" or find_spec("rapidocr") is None:
        return by_tesseract
    from docpipe.readers.ocr.rapid import engine  # 0.8 s

    ready = engine(how.threads)
    by_two = how.engine == "auto" and tesseract.program() is not None
    return lambda image, deadline: recognised(image, ready, by_two, deadline)


def _has_fields(page: Any) -> bool:
    """Whether a page has fields to fill in, whose values are drawn as annotations; comments are no part of the page."""
    for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
        pdfium.FPDFPage_CloseAnnot(annotation)
        if subtype == pdfium.FPDF_ANNOT_WIDGET:
            return True
    return False


def laid_out(found: Recognised, points: float) -> Scan:
    """The words of recognised lines, whose pixels are so many points wide; none where there are no lines."""
    counts = Counter(line.turns for line in found.lines)
    groups: list[Group] = []
    for turns, _ in counts.most_common():
        groups += _groups([line for line in found.lines if line.turns == turns], found, points)
    aside = [(line.text.text, around([(points * x, points * y) for x, y in line.quad])) for line in found.askew]
    confidences = tuple(each for line in found.lines for each in line.text.confidences)
    return Scan(groups, confidences, aside, found.stamps)


def _groups(lines: Sequence[Line], found: Recognised, points: float) -> list[Group]:
    """Lines of one direction as regions in reading order, tables among them, laid out as they stand upright."""
    turn = Turn(90.0 * lines[0].turns + found.slope)
    lines = parted(lines, turn)
    boxes = [around([turn.back(corner) for corner in line.quad]) for line in lines]
    order = in_order(boxes, [line.text.text for line in lines])
    upright = _page_words([lines[at] for at in order], turn, points)
    if upright is None:
        return []
    own = [TableWord(upright.word(at), *upright.box(at), at) for at in range(len(upright.starts))]
    grids = tables(own, _rulings(found.strokes(turn.degrees), points))
    if not grids:
        groups: list[Group] = [(regions(upright), upright)]
    else:
        in_tables = {word.index for grid in grids for cell in grid.cells for word in cell.words}
        rest = _without(upright, in_tables)
        groups = placed([(regions(rest), rest)] if rest else [], grids, upright)
    return [_displayed(group, turn) for group in groups] if turn.degrees else groups


def _rulings(strokes: tuple[Sequence[Box], Sequence[Box]], points: float) -> Rulings:
    """The lines that tables are drawn with, in points."""
    across, down = strokes
    return Rulings(
        [Across(points * x0, points * x1, points * (top + bottom) / 2) for x0, top, x1, bottom in across],
        [Down(points * (x0 + x1) / 2, points * top, points * bottom) for x0, top, x1, bottom in down],
    )


def _page_words(lines: Sequence[Line], turn: Turn, points: float) -> PageWords | None:
    """The words of lines in their order; None without any."""
    parts: list[str] = []
    starts: list[int] = []
    boxes: list[Box] = []
    line_starts: set[int] = set()
    length = 0
    for line in lines:
        line_starts.add(len(starts))
        for word in words(line, turn, points):
            gap = "\n" if len(starts) in line_starts and parts else " " if word.apart else ""
            starts.append(length + len(gap))
            parts += [gap, word.text]
            length += len(gap) + len(word.text)
            boxes.append(word.box)
    if not boxes:
        return None
    ends = [start + len(text) for start, text in zip(starts, parts[1::2], strict=True)]
    x0, top, x1, bottom = (list(side) for side in zip(*boxes, strict=True))
    return PageWords("".join(parts), starts, ends, x0, top, x1, bottom, frozenset(line_starts))


def _without(upright: PageWords, gone: set[int]) -> PageWords | None:
    rest = without(upright, dict.fromkeys(gone, ""))
    return rest if rest.starts else None


def _displayed(group: Group, turn: Turn) -> Group:
    """Regions with their boxes on the page."""
    found, upright = group
    boxes = [turn.displayed(upright.box(at)) for at in range(len(upright.starts))]
    x0, top, x1, bottom = (list(side) for side in zip(*boxes, strict=True))
    page = replace(upright, x0=x0, top=top, x1=x1, bottom=bottom)
    return [_region(region, page, turn.displayed) for region in found], page


def _region(region: Region, page: PageWords, displayed: Callable[[Box], Box]) -> Region:
    if isinstance(region, TableRegion):
        cells = tuple(replace(cell, box=displayed(cell.box)) for cell in region.grid.cells)
        return TableRegion(Grid(displayed(region.grid.box), region.grid.header_rows, cells), page)
    return [_row(row, page) for row in region]


def _row(row: Row, page: PageWords) -> Row:
    more = tuple(_row(part, page) for part in row.more)
    return Row(row.first, row.last, *union(page.box(word) for word in row.words()), more)
