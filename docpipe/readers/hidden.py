"""Words of a page that no person can see: white on white, invisible, under two points, beyond the page.

They are kept apart from the text and said. A word is only called hidden when it surely is: white words over a coloured
area, a picture or a form are seen, and invisible words over a picture, or as all there is, are the text of a scan.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Mapping
from itertools import compress, groupby, repeat
from operator import sub
from typing import Any

import pypdfium2_raw as pdfium
from msgspec import Struct

from docpipe.readers.calls import Argument, argument, each, function, room
from docpipe.readers.drawing import Drawing
from docpipe.readers.drawn import FORM, TEXT, Drawn
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.readers.rows import PageWords, printed_lines
from docpipe.words import Box, union

OBJECT_COST = 3
"""What looking at an object costs, in calls that tell which object draws a word."""

TINY_POINTS = 2.0
"""Height of a character's box below which nobody reads it."""

TINY_LETTERS = 8
"""Letters and digits under that height which a page must have to hide something: one or two are ornaments or marks."""

PAPER = 245
"""Least of red, green and blue (0-255) of what cannot be told from paper."""

SEEN_THROUGH = 10
"""Opacity (0-255) below which letters cannot be seen."""

COLOURED = 235
"""An area under white words makes them readable if its darkest colour is below this."""

THICK_POINTS = 5.0
"""Width from which a drawn line is an area that white words can stand on."""

INVISIBLE, WHITE = "invisible", "white"
CONTRAST = 16
"""Difference in greys (0-255) within a word's box from which something is seen there."""

_FILL_MODE, _INVISIBLE_MODE, _NO_TEXT = 0, 3, -1
_PARTS, _PART_BYTES = 4, 4  # unsigned integers of a colour
_Object = Any  # ctypes pointers of PDFium's page objects

_render_mode = function("FPDFTextObj_GetTextRenderMode", ctypes.c_int)
_kind = function("FPDFPageObj_GetType", ctypes.c_int)
_form_object = function("FPDFFormObj_GetObject", ctypes.c_void_p)
_form_count = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(
    ctypes.cast(pdfium.FPDFFormObj_CountObjects, ctypes.c_void_p).value or 0
)
_fill_colour = function("FPDFPageObj_GetFillColor", ctypes.c_int)


def hidden_words(drawn: Drawn, text_page: TextPage, words: PageWords, frame: Frame) -> dict[int, str]:
    """The words of a page (at least one) that cannot be seen, each with why; empty for nearly every page.

    Costs a few calls per object of the page, or where these are many, a call per word and two per object that draws
    text: up to 0.3 ms a page, a tenth of getting its words.
    """
    found = dict(_by_place(words, frame))
    texts = _texts(drawn, len(words.starts) // OBJECT_COST)
    if texts is not None and not _doubtful(texts):
        return found
    objects = text_page.objects(words.starts)
    doubtful = _doubtful(_Texts.of(sorted(set(objects) - {0})))
    if not doubtful:
        return found
    areas = list(_areas(drawn.page, frame))
    doubts = {index: doubtful[address] for index, address in enumerate(objects) if address in doubtful}
    covered = {index for index, why in doubts.items() if _covered(words.box(index), areas, why)}
    if any(doubts[index] == INVISIBLE for index in covered) or len(doubts) == len(objects):
        doubts = {index: why for index, why in doubts.items() if why != INVISIBLE}
    open_doubts = {index: why for index, why in doubts.items() if index not in covered and index not in found}
    return found | _confirmed(drawn.page, words, open_doubts, frame)


def without(words: PageWords, gone: Mapping[int, str]) -> PageWords:
    """The words of a page less some of them, whose letters become spaces: rows are cut out of the text."""
    letters = list(words.text)
    for index in gone:
        start, end = words.starts[index], words.ends[index]
        letters[start:end] = " " * (end - start)
    kept = [index for index in range(len(words.starts)) if index not in gone]
    line_starts = {new for new, index in enumerate(kept) if new == 0 or _breaks(words, kept[new - 1], index)}
    x0, top, x1, bottom = ([side[index] for index in kept] for side in (words.x0, words.top, words.x1, words.bottom))
    return PageWords(
        "".join(letters), [words.starts[index] for index in kept], [words.ends[index] for index in kept],
        x0, top, x1, bottom, frozenset(line_starts),
    )  # fmt: skip


def stretches(words: PageWords, gone: Mapping[int, str]) -> Iterator[tuple[str, Box, str]]:
    """Text, box and reason of the hidden words, those that follow each other as one."""
    numbered = list(enumerate(sorted(gone)))
    for (_, why), group in groupby(numbered, key=lambda pair: (pair[1] - pair[0], gone[pair[1]])):
        own = [index for _, index in group]
        text = " ".join(map(words.word, own))
        yield text, union(words.box(index) for index in own), why


def _breaks(words: PageWords, before: int, index: int) -> bool:
    return any(between in words.line_starts for between in range(before + 1, index + 1))


def _by_place(words: PageWords, frame: Frame) -> Iterator[tuple[int, str]]:
    """Words too small to see, and lines wholly beyond the page. Leaders are dots of one point, and seen; a box without
    any height says nothing."""
    width, height = frame.size
    lines = printed_lines(words)
    tall = lines.lowest >= TINY_POINTS or min(map(sub, words.bottom, words.top)) >= TINY_POINTS
    if tall and _within(lines.box, width, height):
        return  # nearly every page
    tiny: list[int] = []
    for row in lines.rows:
        boxes = [words.box(index) for index in range(row.first, row.last)]
        if all(_beyond(box, width, height) for box in boxes):
            yield from ((index, "beyond the page") for index in range(row.first, row.last))
            continue
        for index, (x0, top, x1, bottom) in enumerate(boxes, row.first):
            if 0 < bottom - top < TINY_POINTS and x1 > x0 and any(map(str.isalnum, words.word(index))):
                tiny.append(index)
    if sum(sum(map(str.isalnum, words.word(index))) for index in tiny) >= TINY_LETTERS:
        yield from ((index, "under two points") for index in tiny)


def _within(box: Box, width: float, height: float) -> bool:
    return box[0] > 0 and box[1] > 0 and box[2] < width and box[3] < height


def _beyond(box: Box, width: float, height: float) -> bool:
    x0, top, x1, bottom = box
    return x0 < x1 and (x1 <= 0 or bottom <= 0 or x0 >= width or top >= height)


class _Texts(Struct):
    """Objects that draw text, by address: as arguments, and in which mode each does."""

    addresses: list[int]
    handles: list[Argument]
    modes: list[int]

    @classmethod
    def of(cls, addresses: list[int]) -> _Texts:
        handles = list(map(argument, addresses))
        return cls(addresses, handles, list(each(_render_mode, handles)))

    def take(self, other: _Texts) -> list[int]:
        """Adds what draws text of another one, and gives the addresses of the rest. Its mode tells: one call less than
        to ask for the kind of each."""
        written = [mode != _NO_TEXT for mode in other.modes]
        self.addresses += compress(other.addresses, written)
        self.handles += compress(other.handles, written)
        self.modes += compress(other.modes, written)
        return [address for address, is_text in zip(other.addresses, written, strict=True) if not is_text]


def _texts(drawn: Drawn, most: int) -> _Texts | None:
    """The objects that draw text on a page, directly or inside forms; None where a page has more than ``most``
    objects."""
    most -= drawn.count
    if most < 0:
        return None
    found = _Texts.of(drawn.of_kind(TEXT, drawn.count))
    waiting = [(form, max(0, _form_count(form))) for form in drawn.of_kind(FORM, drawn.count)]
    while waiting:
        holder, count = waiting.pop()
        most -= count
        if most < 0:
            return None
        others = found.take(_Texts.of(list(each(_form_object, repeat(argument(holder)), range(count)))))
        forms = [address for address in others if _kind(argument(address)) == FORM]
        waiting += [(form, max(0, _form_count(form))) for form in forms]
    return found


def _doubtful(texts: _Texts) -> dict[int, str]:
    """The text objects, by address, whose words may be hidden: drawn invisibly, or filled with white or nothing."""
    count, modes = len(texts.modes), texts.modes
    records = room(_PART_BYTES, _PARTS * count)
    filled = list(each(_fill_colour, texts.handles, *(records.arguments[at::_PARTS] for at in range(_PARTS))))
    colours = array("I", records.filled(_PARTS * count))
    if 0 in filled:
        for at in (at for at, one in enumerate(filled) if not one):
            colours[_PARTS * at : _PARTS * at + _PARTS] = array("I", bytes(_PARTS * _PART_BYTES))
    if (
        _INVISIBLE_MODE not in modes
        and max(colours[::4], default=0) < PAPER
        and min(colours[3::4], default=0) >= SEEN_THROUGH
    ):
        return {}  # nearly every page; saves two thirds of the time here
    found: dict[int, str] = {}
    for index, (address, mode) in enumerate(zip(texts.addresses, modes, strict=True)):
        red, green, blue, alpha = colours[4 * index : 4 * index + 4]
        if mode == _INVISIBLE_MODE:
            found[address] = INVISIBLE
        elif mode == _FILL_MODE and filled[index] and (min(red, green, blue) >= PAPER or alpha < SEEN_THROUGH):
            found[address] = WHITE
    return found


def _confirmed(page: _Object, words: PageWords, doubts: dict[int, str], frame: Frame) -> dict[int, str]:
    """The doubts that hold. White is looked at on the drawn page: patterns call themselves white and are not."""
    white = [index for index, why in doubts.items() if why == WHITE]
    drawn = Drawing.of(page, frame) if white else None
    if drawn is None:
        return {index: why for index, why in doubts.items() if why != WHITE}
    seen = {index for index in white if drawn.contrast(words.box(index)) >= CONTRAST}
    return {index: why for index, why in doubts.items() if index not in seen}


def _fill(handle: _Object) -> tuple[int, int, int, int] | None:
    """Red, green, blue and opacity that an object is filled with; None for patterns."""
    parts = [ctypes.c_uint() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetFillColor(handle, *parts):
        return None
    red, green, blue, alpha = (part.value for part in parts)
    return red, green, blue, alpha


def _areas(page: _Object, frame: Frame) -> Iterator[tuple[Box, bool]]:
    """The boxes of what words can be seen on, or lie under, as displayed; True for pictures and forms."""
    for index in range(pdfium.FPDFPage_CountObjects(page)):
        handle = pdfium.FPDFPage_GetObject(page, index)
        kind = pdfium.FPDFPageObj_GetType(handle)
        picture = kind in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM)
        if picture or kind == pdfium.FPDF_PAGEOBJ_SHADING or (kind == pdfium.FPDF_PAGEOBJ_PATH and _coloured(handle)):
            left, bottom, right, top = (ctypes.c_float() for _ in range(4))
            if pdfium.FPDFPageObj_GetBounds(handle, left, bottom, right, top):
                columns = frame.displayed([left.value], [bottom.value], [right.value], [top.value])
                yield (columns[0][0], columns[1][0], columns[2][0], columns[3][0]), picture


def _coloured(path: _Object) -> bool:
    """Whether a path fills an area, or draws a thick line, in a colour that white stands out from."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
    if fill.value:
        colour = _fill(path)
        if colour is None or (min(colour[:3]) < COLOURED and colour[3] >= SEEN_THROUGH):
            return True
    width = ctypes.c_float()
    return bool(stroke.value and pdfium.FPDFPageObj_GetStrokeWidth(path, width) and width.value >= THICK_POINTS)


def _covered(box: Box, areas: list[tuple[Box, bool]], why: str) -> bool:
    """Whether a word's middle lies in an area: any, for white words; a picture's or form's, for invisible ones."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(
        area[0] <= x <= area[2] and area[1] <= y <= area[3] for area, picture in areas if picture or why == WHITE
    )
