"""Whether a page must be read from its picture, and why. A page of sound text costs a look at its length and three of
its words."""

from __future__ import annotations

import ctypes
import re
from functools import cache
from itertools import repeat
from typing import Any

import pypdfium2_raw as pdfium
from msgspec import Struct

from docpipe.readers.calls import argument, function
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.words import Box

FEW = 100
"""Characters of text up to which a page with a large picture may say most in the picture: slides with a title."""

LARGE, SMALL = 0.25, 0.005
"""Share of a page from which a picture is large; and below which it is a logo or an ornament and nothing to read."""

OUTLINES = 150
"""Drawn objects of a page without text from which they may be letters drawn as outlines."""

LEAST_SHARE = 0.3
"""Characters that a picture must give, in those of a bad text layer, to be taken instead of it."""

ODD_SHARE, LEAST_ODD = 0.02, 4
"""Share of odd words, and their number, from which an invisible text layer is a poor one."""

_INVISIBLE_MODE = 3
_render_mode = function("FPDFTextObj_GetTextRenderMode", ctypes.c_int)

NO_TEXT = "no text layer"
FEW_TEXT = "most of it is a picture"
POOR = "a poor text layer over a picture"


class Need(Struct, frozen=True):
    """Why a page should be read from its picture, the characters that this must give, and whether it has text."""

    why: str
    least: float
    has_text: bool


def need(page: Any, text_page: TextPage, frame: Frame, damage: str | None) -> Need | None:
    """The need of a page whose text layer is damaged for a reason, or is not; None for nearly every page."""
    text = text_page.text
    if damage is not None:
        return Need(f"the text layer is damaged ({damage})", LEAST_SHARE * len(text), True)
    if len(text) > 4 * FEW:
        return _poor(text_page)
    count = sum(not character.isspace() for character in text)
    if count > FEW:
        return _poor(text_page)
    share, drawn = _pictured(page, frame)
    if count == 0:
        return Need(NO_TEXT, 0, False) if share >= SMALL or drawn >= OUTLINES else None
    return Need(FEW_TEXT, 1.3 * count + 20, True) if share >= LARGE else None


def _poor(text_page: TextPage) -> Need | None:
    """The need of an invisible layer, which is the recognition of a picture, with words that nobody writes."""
    text = text_page.text
    letters = (_first().search(text, place) for place in (0, len(text) // 2))
    invisible = (_invisible(*text_page.objects([match.start()])) for match in letters if match)
    if not next(invisible, False) or not all(invisible):
        return None
    words = text.split()
    odd = sum(_odd().search(word) is not None for word in words)
    if odd < LEAST_ODD or odd < ODD_SHARE * len(words):
        return None
    return Need(POOR, LEAST_SHARE * len(text), True)


def _invisible(address: int) -> bool:
    return bool(address) and _render_mode(argument(address)) == _INVISIBLE_MODE


@cache
def _first() -> re.Pattern[str]:
    return re.compile(r"\w")


@cache
def _odd() -> re.Pattern[str]:
    """A capital, or a figure, within a word of small letters; a mark that no word has inside."""
    return re.compile(r"[a-z][A-Z]{1,3}[a-z]*$|[a-z]{2}\d+[a-z]|[a-z][A-Z][a-z]+[A-Z]|[a-z]{2}[!^~|][a-z]|[a-z],[a-z]")


def _pictured(page: Any, frame: Frame) -> tuple[float, int]:
    """The share of a page that pictures cover, and the number of its objects."""
    width, height = frame.size
    covered, count = 0.0, 0
    for handle, kind in _objects(page):
        count += 1
        if kind == pdfium.FPDF_PAGEOBJ_IMAGE and (box := _box(handle, frame)):
            across = min(box[2], width) - max(box[0], 0.0)
            down = min(box[3], height) - max(box[1], 0.0)
            covered += max(across, 0.0) * max(down, 0.0)
    return covered / max(width * height, 1.0), count


def _objects(page: Any) -> list[tuple[Any, int]]:
    """The objects of a page and of the forms on it; those of a form stand for it where it is not moved."""
    found: list[tuple[Any, int]] = []
    waiting = [map(pdfium.FPDFPage_GetObject, repeat(page), range(pdfium.FPDFPage_CountObjects(page)))]
    while waiting:
        for handle in waiting.pop():
            kind = pdfium.FPDFPageObj_GetType(handle)
            if kind == pdfium.FPDF_PAGEOBJ_FORM:
                count = max(0, pdfium.FPDFFormObj_CountObjects(handle))
                waiting.append(map(pdfium.FPDFFormObj_GetObject, repeat(handle), range(count)))
                inside = [pdfium.FPDFPageObj_GetType(pdfium.FPDFFormObj_GetObject(handle, at)) for at in range(count)]
                if pdfium.FPDF_PAGEOBJ_IMAGE in inside:
                    found.append((handle, pdfium.FPDF_PAGEOBJ_IMAGE))  # its own bounds are those on the page
            else:
                found.append((handle, kind))
    return found


def _box(handle: Any, frame: Frame) -> Box | None:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not pdfium.FPDFPageObj_GetBounds(handle, left, bottom, right, top):
        return None
    columns = frame.displayed([left.value], [bottom.value], [right.value], [top.value])
    return columns[0][0], columns[1][0], columns[2][0], columns[3][0]
