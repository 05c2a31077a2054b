"""A page as it was read: its blocks by kind and in their order, columns, and what was set aside, on its picture.

It is for people who wonder why a text came out as it did; beside the page stands what the colours mean.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from docpipe.readers.pictures import Picture
from docpipe.sinks.strokes import TYPE_SIZE, WHITE, Canvas, Colour
from docpipe.types import Block, BlockKind, Cell, Document, Removed
from docpipe.version import VERSION
from docpipe.words import Box, union

COLOURS: dict[BlockKind, Colour] = {
    "heading": (29, 78, 216),
    "paragraph": (21, 128, 61),
    "list_item": (217, 119, 6),
    "table": (124, 58, 237),
    "footnote": (14, 116, 144),
    "form_field": (219, 39, 119),
    "annotation": (161, 98, 7),
    "hidden": (220, 38, 38),
}
ASIDE: Colour = (110, 110, 110)
COLUMN: Colour = (99, 102, 241)
ORDER: Colour = (71, 85, 105)
JUMP: Colour = (190, 18, 60)

MARGIN, PANEL = 52, 280
"""Pixels to the left of the page, for the labels of its blocks, and to the right, for the legend."""

_TINT = 0.16
_PALE = 0.3  # of white over the page, so that its black type does not drown the colours
_ROW = TYPE_SIZE + 9
_ROUGHLY = 2.0  # points by which margins of one column differ
_INSET = 0.3  # share of two boxes' smaller height that may overlap before one counts as beside the other


class Column(Struct, frozen=True):
    """Blocks that are read one below another, beside others that are read before or after them."""

    box: Box
    blocks: tuple[Block, ...]


def annotated(document: Document, picture: Picture) -> bytes:
    """A PNG: the picture of one of the document's pages with what was read there drawn over it."""
    page = next(one for one in document.pages if one.number == picture.page)
    sheet = _Sheet(document, picture.page, picture.width / page.width)
    canvas = _canvas(picture)
    blocks = sheet.blocks()
    for removed in sheet.removed():
        _set_aside(canvas, sheet, removed)
    for column in columns(blocks):
        canvas.dashes(sheet.placed(column.box, 6), COLUMN)
    for block in blocks:
        _block(canvas, sheet, block)
    for cell, names in sheet.cells():
        _cell(canvas, sheet, cell, names)
    for block in sheet.apart():
        _apart(canvas, sheet, block)
    _order(canvas, sheet, blocks)
    for number, block in enumerate(blocks, 1):
        _name(canvas, sheet, block, number)
    _legend(canvas, sheet)
    return _png(canvas.image)


def summary(document: Document, number: int) -> str:
    """``page 3: 2 headings, 8 paragraphs; set aside: 1 header, 1 page number``."""
    sheet = _Sheet(document, number, 1.0)
    kinds = Counter(block.kind for block in (*sheet.blocks(), *sheet.apart()))
    aside = Counter(removed.kind for removed in sheet.removed())
    found = len(columns(sheet.blocks()))
    parts = [
        _counts(kinds) or "no text",
        f"{found} columns" if found else "",
        f"set aside: {_counts(aside) or 'nothing'}",
    ]
    return f"page {number}: " + "; ".join(part for part in parts if part)


def columns(blocks: Iterable[Block]) -> list[Column]:
    """The columns that the order of a page's blocks goes through, in that order; none where nothing stands beside.

    A run ends where the next block begins higher up, or wholly to one side. Its column is what has blocks of another
    run beside it, and what follows before and after within that width: a title over all columns belongs to none.
    """
    runs = _runs(list(blocks))
    found = []
    for run in runs:
        others = [block for other in runs if other is not run for block in other]
        inner = [place for place, block in enumerate(run) if any(_beside(block.bbox, one.bbox) for one in others)]
        if inner:
            found.append(_column(run, inner[0], inner[-1] + 1))
    return found


class _Sheet(Struct, frozen=True):
    """A page of a document, and how many pixels a point has on its picture."""

    document: Document
    page: int
    scale: float

    def blocks(self) -> list[Block]:
        """The blocks of the body, in reading order."""
        return [block for block in self.document.blocks if block.page == self.page and block.span is not None]

    def apart(self) -> list[Block]:
        """Hidden text, annotations: what has no place in the order."""
        return [block for block in self.document.blocks if block.page == self.page and block.span is None]

    def cells(self) -> Iterator[tuple[Cell, bool]]:
        """The cells of its tables, and whether they name columns."""
        for table in self.document.tables:
            for cell in table.cells:
                if cell.page == self.page:
                    yield cell, cell.row < table.header_rows

    def removed(self) -> list[Removed]:
        return [removed for removed in self.document.removed if removed.page == self.page]

    def placed(self, box: Box, grown: float = 0) -> Box:
        """A box in points as pixels of the picture; ``grown`` by so many on each side."""
        x0, top, x1, bottom = (side * self.scale for side in box)
        return x0 + MARGIN - grown, top - grown, x1 + MARGIN + grown, bottom + grown


def _canvas(picture: Picture) -> Canvas:
    with Image.open(io.BytesIO(picture.data)) as encoded:
        page = encoded.convert("RGB")
    image = Image.new("RGB", (MARGIN + page.width + PANEL, max(page.height, _legend_height())), (236, 236, 236))
    image.paste(Image.blend(page, Image.new("RGB", page.size, WHITE), _PALE), (MARGIN, 0))
    return Canvas(image)


def _set_aside(canvas: Canvas, sheet: _Sheet, removed: Removed) -> None:
    box = sheet.placed(removed.bbox, 2)
    canvas.tint(box, ASIDE, _TINT)
    canvas.hatch(box, ASIDE)
    canvas.label((box[0] - 1, box[1]), removed.kind.replace("_", " "), ASIDE)


def _block(canvas: Canvas, sheet: _Sheet, block: Block) -> None:
    """Its outline, and a tint over the lines whose words were read: what is not tinted was not."""
    assert block.span is not None
    for place in sheet.document.places(*block.span):
        for line in place.boxes:
            canvas.tint(sheet.placed(line), COLOURS[block.kind], _TINT)
    canvas.outline(sheet.placed(block.bbox, 3), COLOURS[block.kind])


def _cell(canvas: Canvas, sheet: _Sheet, cell: Cell, names: bool) -> None:
    """A thin outline, and a tint where it names a column."""
    box = sheet.placed(cell.bbox, 1)
    canvas.outline(box, COLOURS["table"], 1)
    if names:
        canvas.tint(box, COLOURS["table"], _TINT)


def _apart(canvas: Canvas, sheet: _Sheet, block: Block) -> None:
    box = sheet.placed(block.bbox, 3)
    canvas.dashes(box, COLOURS[block.kind])
    canvas.label((box[0] - 1, box[1]), block.kind.replace("_", " "), COLOURS[block.kind])


def _name(canvas: Canvas, sheet: _Sheet, block: Block, number: int) -> None:
    """The block's place in the order, and a heading's level; ``+`` for one that goes on with an earlier one."""
    level = f" H{block.level}" if block.kind == "heading" and block.level else ""
    box = sheet.placed(block.bbox, 3)
    canvas.label((box[0] - 1, box[1]), f"{'+' if block.continues else ''}{number}{level}", COLOURS[block.kind])


def _order(canvas: Canvas, sheet: _Sheet, blocks: list[Block]) -> None:
    """An arrow from the foot of each block to the head of the next; one that leads upwards is a jump."""
    for before, after in pairwise(blocks):
        x0, _, x1, bottom = sheet.placed(before.bbox, 3)
        left, top, right, _ = sheet.placed(after.bbox, 3)
        jump = _is_higher(before.bbox, after.bbox)
        start = (min(x0 + 24, x1), bottom)
        canvas.arrow(start, (min(left + 24, right), top), JUMP if jump else ORDER, 3 if jump else 2)


def _runs(blocks: list[Block]) -> list[list[Block]]:
    runs: list[list[Block]] = []
    for block in blocks:
        if runs and not _is_higher(runs[-1][-1].bbox, block.bbox) and not _to_a_side(runs[-1][-1].bbox, block.bbox):
            runs[-1].append(block)
        else:
            runs.append([block])
    return runs


def _column(run: list[Block], first: int, last: int) -> Column:
    """The blocks of a run from ``first`` to before ``last``, and those around them that are no wider."""
    left, _, right, _ = union(block.bbox for block in run[first:last])

    def fits(block: Block) -> bool:
        return left - _ROUGHLY <= block.bbox[0] and block.bbox[2] <= right + _ROUGHLY

    while first > 0 and fits(run[first - 1]):
        first -= 1
    while last < len(run) and fits(run[last]):
        last += 1
    own = tuple(run[first:last])
    return Column(union(block.bbox for block in own), own)


def _is_higher(before: Box, after: Box) -> bool:
    """Whether a block begins above the foot of the one before, by more than boxes of lines overlap."""
    return before[3] - after[1] > _INSET * min(before[3] - before[1], after[3] - after[1])


def _beside(one: Box, other: Box) -> bool:
    """Whether two boxes share some height and no width."""
    height = min(one[3], other[3]) - max(one[1], other[1])
    return _to_a_side(one, other) and height > _INSET * min(one[3] - one[1], other[3] - other[1])


def _to_a_side(one: Box, other: Box) -> bool:
    return one[2] <= other[0] + _ROUGHLY or other[2] <= one[0] + _ROUGHLY


def _counts(kinds: Mapping[Any, int]) -> str:
    return ", ".join(f"{count} {kind.replace('_', ' ')}{'' if count == 1 else 's'}" for kind, count in kinds.items())


_MEANINGS: tuple[tuple[str, Colour], ...] = (
    ("order of reading", ORDER),
    ("order leads upwards", JUMP),
    ("column", COLUMN),
    ("set aside by cleaning", ASIDE),
)


def _legend_height() -> int:
    return _ROW * (len(COLOURS) + len(_MEANINGS) + 7)


def _legend(canvas: Canvas, sheet: _Sheet) -> None:
    """What the colours mean, and how many blocks of each kind the page has."""
    counts = Counter(block.kind for block in (*sheet.blocks(), *sheet.apart()))
    x, y = canvas.image.width - PANEL + 16, 14
    black = (0, 0, 0)
    canvas.text((x, y), f"page {sheet.page}", black)
    for kind, colour in COLOURS.items():
        y += _ROW
        canvas.tint((x, y, x + 14, y + 14), colour, 1)
        canvas.text((x + 22, y - 2), f"{kind.replace('_', ' ')}: {counts[kind]}", black if counts[kind] else ASIDE)
    y += _ROW // 2
    for index, (meaning, colour) in enumerate(_MEANINGS):
        y += _ROW
        _sample(canvas, (x, y, x + 14, y + 14), index, colour)
        canvas.text((x + 22, y - 2), meaning, black)
    notes = [
        "",
        "12 H2: 12th block, level 2",
        "+12: goes on with one before",
        "thin: cells of a table",
        *_remarks(sheet),
    ]
    for note in notes:
        y += _ROW
        canvas.text((x, y - 8), note, black)


def _sample(canvas: Canvas, box: Box, index: int, colour: Colour) -> None:
    if index < 2:
        canvas.arrow((box[0] + 7, box[1]), (box[0] + 7, box[3]), colour, 2 + index)
    elif index == 2:
        canvas.dashes(box, colour)
    else:
        canvas.tint(box, colour, _TINT)
        canvas.hatch(box, colour)


def _remarks(sheet: _Sheet) -> list[str]:
    document, remarks = sheet.document, []
    if sheet.page in document.damaged_pages:
        remarks.append("the text layer is damaged")
    if sheet.page in document.ocr_pages:
        remarks.append("read by OCR")
    if not sheet.blocks():
        remarks.append("no text was read here")
    return remarks


def _png(image: Image.Image) -> bytes:
    """Marked as docpipe's, so that it may be replaced."""
    about = PngInfo()
    about.add_text("Software", f"docpipe {VERSION}")
    stream = io.BytesIO()
    image.save(stream, "PNG", pnginfo=about)
    return stream.getvalue()
