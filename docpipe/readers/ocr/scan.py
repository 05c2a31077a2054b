"""A page → its picture → lines → words in reading order, with boxes as displayed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import median
from typing import Any, Protocol

import pypdfium2_raw as pdfium
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from docpipe.errors import InputError, LimitExceeded, ReadError
from docpipe.readers.hidden import without
from docpipe.readers.layout import Region, regions
from docpipe.readers.ocr.columns import in_order
from docpipe.readers.ocr.lines import Line, Quad, Text, Turn, around, sideways, size, skew, turned, words
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

FINDING_SIDE = 1_280
"""The longer side, in pixels, of the picture in which lines are looked for: 0.8 s of computing where 2,339 take 4.5,
and lines are recognised as well or better (confidence .991 against .973 on a contract's page)."""

LEAST_CONFIDENCE = 0.5
"""Of a line that is text: lines found in drawings and stains stay below."""

BATCH = 6
"""Lines that are recognised at once, of about one length."""

SAMPLE = 6
"""Lines by which the direction of a page is told."""

UPRIGHT = 0.9
"""Mean confidence of those lines from which the page stands right: upside down the same lines have .4 to .7."""

MARGIN_LENGTH = 2.5
"""Height of a box, in heights of a line, from which it is text on its side, and not a narrow letter."""


INK = 192
"""Grey (0-255) below which a pixel is not paper."""

EDGE = 30
"""Pixels of white that are left around what is not."""


class Engine(Protocol):
    """What finds and recognises lines of text in pictures."""

    def found(self, image: Image.Image) -> list[Quad]: ...

    def texts(self, lines: Sequence[Image.Image]) -> list[Text]: ...

    def strokes(self, image: Image.Image, degrees: float) -> tuple[list[Box], list[Box]]: ...


class Scan(Struct, frozen=True):
    """The words of a page in reading order, and the confidence (0-1) of each character of it."""

    groups: list[Group]
    confidences: tuple[float, ...]

    @property
    def characters(self) -> int:
        return len(self.confidences)

    @property
    def confidence(self) -> float:
        return sum(self.confidences) / max(len(self.confidences), 1)

    def share_below(self, least: float) -> float:
        """The share of characters whose confidence is lower."""
        return sum(each < least for each in self.confidences) / max(len(self.confidences), 1)


def scanned(page: Any, frame: Frame, threads: int, seconds: float) -> Scan:
    """A page of PDFium's, read from its picture within so many seconds of the engine's start.

    Raises ReadError when the engine fails, and LimitExceeded when the time is over.
    """
    from docpipe.readers.ocr.rapid import engine  # 0.8 s

    ready = engine(threads)
    deadline = time.monotonic() + seconds
    width, height = frame.size
    scale = min(DOTS_PER_INCH / 72, sqrt(MOST_PIXELS / max(width * height, 1.0)))
    try:
        image = drawn(page, max(1, round(width * scale)), max(1, round(height * scale)), _has_fields(page))
    except InputError as error:
        raise ReadError(f"not read by OCR: {error.message}") from error
    return read(image, width / image.width, ready, deadline)


def _has_fields(page: Any) -> bool:
    """Whether a page has fields to fill in, whose values are drawn as annotations; comments are no part of the page."""
    for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
        pdfium.FPDFPage_CloseAnnot(annotation)
        if subtype == pdfium.FPDF_ANNOT_WIDGET:
            return True
    return False


def read(image: Image.Image, points: float, engine: Engine, deadline: float) -> Scan:
    """The words of a picture whose pixels are so many points wide; none where it shows no text."""
    reader = _Reader(image, engine, deadline)
    quads = _found(image, engine)
    lines = [line for line in _lines(quads, reader) if line.text.confidence >= LEAST_CONFIDENCE]
    counts = Counter(line.turns for line in lines)
    groups: list[Group] = []
    for turns, _ in counts.most_common():
        groups += _groups([line for line in lines if line.turns == turns], reader, points)
    return Scan(groups, tuple(each for line in lines for each in line.text.confidences))


class _Reader:
    """Recognises lines of one picture in batches of about one length, and watches the clock."""

    def __init__(self, image: Image.Image, engine: Engine, deadline: float) -> None:
        self._image, self._engine, self._deadline = image, engine, deadline

    def rulings(self, turn: Turn, points: float) -> Rulings:
        """The lines that tables are drawn with, upright, in points."""
        across, down = self._engine.strokes(self._image, turn.degrees)
        return Rulings(
            [Across(points * x0, points * x1, points * (top + bottom) / 2) for x0, top, x1, bottom in across],
            [Down(points * (x0 + x1) / 2, points * top, points * bottom) for x0, top, x1, bottom in down],
        )

    def texts(self, quads: Sequence[Quad]) -> list[Text]:
        """What stands in lines whose corners are those of the text as it is read."""
        found: dict[int, Text] = {}
        order = sorted(range(len(quads)), key=lambda at: size(quads[at])[0] / max(size(quads[at])[1], 1.0))
        for first in range(0, len(order), BATCH):
            if time.monotonic() > self._deadline:
                raise LimitExceeded("OCR took more than ocr_page_seconds; raise it with --set ocr_page_seconds=N")
            batch = order[first : first + BATCH]
            found.update(zip(batch, self._engine.texts([_cut(self._image, quads[at]) for at in batch]), strict=True))
        return [found[at] for at in range(len(quads))]


def _found(image: Image.Image, engine: Engine) -> list[Quad]:
    """The lines of a picture; where none are found, those of the part of it that is not white, which looms larger."""
    if found := _looked_for(image, engine):
        return found
    inked = image.convert("L").point([255 * (value < INK) for value in range(256)]).getbbox()
    if inked is None:
        return []
    left, upper = max(0, inked[0] - EDGE), max(0, inked[1] - EDGE)
    part = image.crop((left, upper, min(image.width, inked[2] + EDGE), min(image.height, inked[3] + EDGE)))
    return [tuple((x + left, y + upper) for x, y in quad) for quad in _looked_for(part, engine)]


def _looked_for(image: Image.Image, engine: Engine) -> list[Quad]:
    """The lines of a picture, looked for in a smaller one."""
    share = min(1.0, FINDING_SIDE / max(image.size))
    small = image.resize(
        (max(32, round(image.width * share)), max(32, round(image.height * share))), Image.Resampling.BOX
    )
    across, down = image.width / small.width, image.height / small.height
    return [tuple((x * across, y * down) for x, y in quad) for quad in engine.found(small)]


def _lines(quads: Sequence[Quad], reader: _Reader) -> Iterator[Line]:
    """Every line as it is read: those of the page's own direction, and those on their side."""
    if not quads:
        return
    turns, known = _direction(quads, reader)
    usual = median(min(size(quad)) for quad in quads)
    across = [at for at, quad in enumerate(quads) if _athwart(quad, turns, usual)]
    along = [at for at in range(len(quads)) if at not in across]
    rest = [at for at in along if at not in known]
    known |= dict(zip(rest, reader.texts([turned(quads[at], turns) for at in rest]), strict=True))
    for at in along:
        yield Line(turned(quads[at], turns), turns, known[at])
    if across:
        yield from _best(quads, across, ((turns + 3) % 4, (turns + 1) % 4), reader)


def _direction(quads: Sequence[Quad], reader: _Reader) -> tuple[int, dict[int, Text]]:
    """The quarters clockwise by which a page's text is turned, and what was read to tell it."""
    longest = sorted(range(len(quads)), key=lambda at: max(size(quads[at])), reverse=True)
    tall = sum(sideways(quads[at]) for at in longest[: 2 * SAMPLE]) > len(longest[: 2 * SAMPLE]) / 2
    sample = [at for at in longest if sideways(quads[at]) == tall][:SAMPLE]
    best: tuple[float, int, dict[int, Text]] = (-1.0, 0, {})
    for turns in (3, 1) if tall else (0, 2):
        texts = reader.texts([turned(quads[at], turns) for at in sample])
        mean = sum(text.confidence for text in texts) / len(texts)
        if mean > best[0]:
            best = (mean, turns, dict(zip(sample, texts, strict=True)))
        if mean >= UPRIGHT:
            break
    return best[1], best[2]


def _athwart(quad: Quad, turns: int, usual: float) -> bool:
    """Whether a line runs across the page's direction: a long box, not that of a narrow letter."""
    return sideways(turned(quad, turns)) and size(turned(quad, turns))[1] >= MARGIN_LENGTH * usual


def _best(quads: Sequence[Quad], chosen: Sequence[int], ways: Sequence[int], reader: _Reader) -> Iterator[Line]:
    """Each line in the way in which it is read with more confidence."""
    read_as = [reader.texts([turned(quads[at], turns) for at in chosen]) for turns in ways]
    for at, *texts in zip(chosen, *read_as, strict=True):
        text, turns = max(zip(texts, ways, strict=True), key=lambda pair: pair[0].confidence)
        yield Line(turned(quads[at], turns), turns, text)


def _cut(image: Image.Image, quad: Quad) -> Image.Image:
    """The picture of one line, upright."""
    length, height = size(quad)
    upper_left, upper_right, lower_right, lower_left = quad
    corners = (*upper_left, *lower_left, *lower_right, *upper_right)
    target = max(1, round(length)), max(1, round(height))
    return image.transform(target, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC)


def _groups(lines: Sequence[Line], reader: _Reader, points: float) -> list[Group]:
    """Lines of one direction as regions in reading order, tables among them, laid out as they stand upright."""
    turns = lines[0].turns
    level = [tuple(Turn(90.0 * turns).back(corner) for corner in line.quad) for line in lines]
    turn = Turn(90.0 * turns + skew(level))
    boxes = [around([turn.back(corner) for corner in line.quad]) for line in lines]
    upright = _page_words([lines[at] for at in in_order(boxes)], turn, points)
    if upright is None:
        return []
    own = [TableWord(upright.word(at), *upright.box(at), at) for at in range(len(upright.starts))]
    grids = tables(own, reader.rulings(turn, points))
    if not grids:
        groups: list[Group] = [(regions(upright), upright)]
    else:
        in_tables = {word.index for grid in grids for cell in grid.cells for word in cell.words}
        rest = _without(upright, in_tables)
        groups = placed([(regions(rest), rest)] if rest else [], grids, upright)
    return [_displayed(group, turn) for group in groups] if turn.degrees else groups


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
