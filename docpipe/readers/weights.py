"""Which rows of a page are set in bold: what a heading may have that its text does not show."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import pypdfium2_raw as pdfium

from docpipe.patterns import compiled
from docpipe.readers.calls import argument, each, function
from docpipe.readers.pdfium import TextPage
from docpipe.readers.rows import PageWords, Row

HEAVY = 600
"""Weight (100-900, as fonts give it or PDFium guesses it) from which on a font is bold; 1,000 and more are rubbish."""

_NAME_BYTES = 128
_Address = Any  # ctypes takes an address as an integer, or None

_font = function("FPDFTextObj_GetFont", ctypes.c_void_p)
_font_name = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)(
    ctypes.cast(pdfium.FPDFFont_GetBaseFontName, ctypes.c_void_p).value or 0
)
_font_weight = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(
    ctypes.cast(pdfium.FPDFFont_GetWeight, ctypes.c_void_p).value or 0
)


def bold_rows(text_page: TextPage, words: PageWords, rows: Sequence[Row]) -> list[bool]:
    """Whether each row is bold: its first word, and then its middle and last ones too.

    One call a row, and three a font: .06 ms on a page of a contract.
    """
    fonts: dict[_Address, bool] = {}
    found = _bold(text_page, [words.starts[row.first] for row in rows], fonts)
    heavy = [at for at, bold in enumerate(found) if bold]
    for at, bold in zip(heavy, _all_bold(text_page, words, [rows[at] for at in heavy], fonts), strict=True):
        found[at] = bold
    return found


def _all_bold(text_page: TextPage, words: PageWords, rows: Sequence[Row], fonts: dict[_Address, bool]) -> list[bool]:
    middle = [words.starts[(row.first + row.last) // 2] for row in rows]
    lasts = [row.more[-1].last if row.more else row.last for row in rows]
    ends = [words.ends[last - 1] - 1 for last in lasts]
    pairs = zip(_bold(text_page, middle, fonts), _bold(text_page, ends, fonts), strict=True)
    return [one and other for one, other in pairs]


def _bold(text_page: TextPage, offsets: Sequence[int], fonts: dict[_Address, bool]) -> list[bool]:
    """Whether the characters at offsets of the page's text are bold; ``fonts`` remembers what is known."""
    own = list(each(_font, map(argument, text_page.objects(offsets))))  # None of what no object draws
    for font in set(own) - fonts.keys():
        fonts[font] = font is not None and _is_bold(font)
    return [fonts[font] for font in own]


def _is_bold(font: int) -> bool:
    if HEAVY <= _font_weight(font) < 1000:
        return True
    name = ctypes.create_string_buffer(_NAME_BYTES)
    _font_name(font, ctypes.addressof(name), _NAME_BYTES)
    return _says_bold(name.value)


@lru_cache(maxsize=64)  # the same few fonts on all pages
def _says_bold(name: bytes) -> bool:
    return _named_bold().search(name.decode("utf-8", "replace")) is not None


@cache
def _named_bold() -> re.Pattern[str]:
    """Names of bold fonts: by word, by the abbreviations of foundries, and Computer Modern's bold extended."""
    return compiled(r"(?i:bold|black|heavy|demi)|Blk|[-,]Bd|CMB|SimHei|黑体")
