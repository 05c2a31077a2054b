"""PDFium through its C interface: a page's text in one call, and boxes of characters in one C loop.

A method call per word in Python costs more than PDFium's own work: ``map`` over C functions with integer addresses
halves it. Boxes come out as displayed: rotation and crop box applied, origin at the upper left.
"""

from __future__ import annotations

import ctypes
import re
import sys
from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import repeat
from typing import Any

import pypdfium2_raw as pdfium  # the bindings alone: pypdfium2's own layer costs another 15 ms to import
from msgspec import Struct

from docpipe.errors import Encrypted, ReadError, WrongPassword
from docpipe.readers.calls import address, argument, each, function, room
from docpipe.readers.ligatures import HYPHEN, spelled_out
from docpipe.readers.mending import mended

Columns = tuple[list[float], list[float], list[float], list[float]]
"""x0, top, x1, bottom of many boxes."""

_Handle = Any  # ctypes pointers of PDFium's opaque structs

_loose_box = function("FPDFText_GetLooseCharBox", None)
_text_object = function("FPDFText_GetTextObject", ctypes.c_void_p)
_char_angle = function("FPDFText_GetCharAngle", ctypes.c_float)
_get_text = function("FPDFText_GetText", ctypes.c_int)
_LOCKED = (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY)
_RECT_BYTES = ctypes.sizeof(pdfium.FS_RECTF)
_SIDE_BYTES = 4
_PART_BYTES = 1024


class Frame(Struct, frozen=True):
    """A page's box in its own coordinates (origin lower left) and its rotation in degrees clockwise."""

    left: float
    bottom: float
    right: float
    top: float
    rotation: int

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as displayed."""
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.rotation in (90, 270) else (width, height)

    def displayed(self, left: list[float], bottom: list[float], right: list[float], top: list[float]) -> Columns:
        """Boxes of page coordinates as displayed."""
        if self.rotation == 90:
            return _less(bottom, self.bottom), _less(left, self.left), _less(top, self.bottom), _less(right, self.left)
        if self.rotation == 180:
            sides = _from(self.right, right), _from(self.right, left)
            return sides[0], _less(bottom, self.bottom), sides[1], _less(top, self.bottom)
        if self.rotation == 270:
            return _from(self.top, top), _from(self.right, right), _from(self.top, bottom), _from(self.right, left)
        return _less(left, self.left), _from(self.top, top), _less(right, self.left), _from(self.top, bottom)


@contextmanager
def opened(data: bytes, password: str | None) -> Iterator[_Handle]:
    """A PDFium document over ``data``, which is mended if it has lost its index. Raises Encrypted, WrongPassword or
    ReadError."""
    if kept := next((document for known, document in _kept if known is data), None):
        yield kept
        return
    pdfium.FPDF_InitLibrary()  # does nothing the second time
    secret = None if password is None else password.encode("utf-8")
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), secret)
    if not document:
        code = pdfium.FPDF_GetLastError()
        document, data = (None, data) if code in _LOCKED else _mended(data)
        if not document:
            raise _load_error(code, password)
    try:
        yield document
    finally:
        pdfium.FPDF_CloseDocument(document)


_kept: list[tuple[bytes, _Handle]] = []


@contextmanager
def kept_open(data: bytes, password: str | None) -> Iterator[None]:
    """Have ``data`` stay open meanwhile, for those who open it again and again: to find a page far behind in a document
    of 600 pages takes 8 ms each time anew. Raises what ``opened`` raises."""
    with opened(data, password) as document:
        _kept.append((data, document))
        try:
            yield
        finally:
            _kept.pop()


def _mended(data: bytes) -> tuple[_Handle, bytes]:
    """The first mended form of a file that has pages, and its bytes, which PDFium goes on reading; or None."""
    for attempt in mended(data):
        document = pdfium.FPDF_LoadMemDocument64(attempt, len(attempt), None)
        if document and page_count(document):
            return document, attempt
        if document:
            pdfium.FPDF_CloseDocument(document)
    return None, data


def page_count(document: _Handle) -> int:
    """How many pages the document says it has."""
    return int(pdfium.FPDF_GetPageCount(document))


@contextmanager
def loaded_page(document: _Handle, number: int) -> Iterator[_Handle]:
    """Page ``number`` (from 1), or None if PDFium cannot load it."""
    page = pdfium.FPDF_LoadPage(document, number - 1)
    try:
        yield page or None
    finally:
        if page:
            pdfium.FPDF_ClosePage(page)


def frame(page: _Handle) -> Frame:
    """The visible part of a page: its crop box within its media box."""
    box = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, box)
    return Frame(box.left, box.bottom, box.right, box.top, pdfium.FPDFPage_GetRotation(page) % 4 * 90)


def has_picture(page: _Handle) -> bool:
    """Whether a page's content holds an image, directly or inside a form."""
    kinds = (
        pdfium.FPDFPageObj_GetType(pdfium.FPDFPage_GetObject(page, index))
        for index in range(pdfium.FPDFPage_CountObjects(page))
    )
    return any(kind in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM) for kind in kinds)


class TextPage:
    """The text of one page as PDFium's own stream: lines end with CR LF, and offsets map to characters."""

    def __init__(self, page: _Handle) -> None:
        self._handle = pdfium.FPDFText_LoadPage(page)
        self._argument = argument(address(self._handle))
        self._count = pdfium.FPDFText_CountChars(self._handle) if self._handle else 0
        self._given = self._get_text() if self._count > 0 else ""
        gaps = self._unmapped() if HYPHEN in self._given else []
        self.text, self._added = spelled_out(self._given, gaps) if gaps else (self._given, [])

    def __enter__(self) -> TextPage:
        return self

    def __exit__(self, *_: object) -> None:
        if self._handle:
            pdfium.FPDFText_ClosePage(self._handle)

    def boxes(self, frame: Frame, firsts: Sequence[int], lasts: Sequence[int]) -> Columns:
        """The boxes around the characters at two offsets of ``text`` each, as displayed."""
        sides, half = self._rectangles([*firsts, *lasts]), 4 * len(firsts)
        lefts, tops, rights, bottoms = ((sides[at:half:4], sides[half + at :: 4]) for at in range(4))
        left, right = _least(*lefts), _most(*rights)
        if frame.rotation == 0 == frame.left:  # nearly every page; saves two passes
            upper = frame.top
            if _alike(*tops) and _alike(*bottoms):  # nearly every page of a report: words of one font each
                return left, _from(upper, tops[0]), right, _from(upper, bottoms[0])
            top = [upper - b if b > a else upper - a for a, b in zip(*tops, strict=True)]
            return left, top, right, [upper - b if b < a else upper - a for a, b in zip(*bottoms, strict=True)]
        return frame.displayed(left, _least(*bottoms), right, _most(*tops))

    def objects(self, offsets: Sequence[int]) -> list[int]:
        """The addresses of the page objects that draw the characters at offsets of ``text``; 0 where none does."""
        return [found or 0 for found in each(_text_object, repeat(self._argument), self._characters(offsets))]

    def angles(self, offsets: Sequence[int]) -> list[float]:
        """The directions of the characters at offsets of ``text``: radians clockwise, before the page is rotated."""
        return list(each(_char_angle, repeat(self._argument), self._characters(offsets)))

    def ink(self, frame: Frame, offsets: Sequence[int]) -> Columns:
        """The boxes around what characters at offsets of ``text`` draw, as displayed; meant for few."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        sides: Columns = ([], [], [], [])
        for character in self._characters(offsets):
            if pdfium.FPDFText_GetCharBox(self._handle, character, left, right, bottom, top):
                for column, side in zip(sides, (left, bottom, right, top), strict=True):
                    column.append(side.value)
        return frame.displayed(*sides)

    def matrix(self, offset: int) -> tuple[float, float, float, float]:
        """How the letters at an offset of ``text`` are turned and stretched: where their axes point, x then y."""
        found = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(self._handle, self._characters([offset])[0], found)
        return found.a, found.b, found.c, found.d

    def _rectangles(self, offsets: Sequence[int]) -> array[float]:
        """left, top, right, bottom of each character; zeros where there is none."""
        records = room(_RECT_BYTES, len(offsets))
        records.clear(len(offsets))
        deque(each(_loose_box, repeat(self._argument), self._characters(offsets), records.arguments), maxlen=0)
        return array("f", records.filled(len(offsets)))

    def _characters(self, offsets: Sequence[int]) -> Sequence[int]:
        """PDFium's character indexes of offsets in ``text``; both letters of a ligature are one character."""
        if self._added:
            offsets = [at - bisect_right(self._added, at) for at in offsets]
        return self._indexes(offsets)

    def _indexes(self, offsets: Sequence[int]) -> Sequence[int]:
        """Of offsets in PDFium's own text: the same unless it left characters out of the text.

        Where ``wchar_t`` has 16 bits, characters beyond the first plane count twice.
        """
        if self._count == len(self._given):
            return offsets
        units = offsets
        if ctypes.sizeof(ctypes.c_wchar) == 2:
            units = [len(self._given[:offset].encode("utf-16-le", "surrogatepass")) // 2 for offset in offsets]
        return [max(0, pdfium.FPDFText_GetCharIndexFromTextIndex(self._handle, unit)) for unit in units]

    def _unmapped(self) -> list[int]:
        """The offsets of signs for hyphens that are none: the font has no code for these characters."""
        signs = [match.start() for match in re.finditer(HYPHEN, self._given)]
        codes = (pdfium.FPDFText_GetUnicode(self._handle, index) for index in self._indexes(signs))
        return [at for at, code in zip(signs, codes, strict=True) if code == 0]

    def _get_text(self) -> str:
        parts = 4 * self._count // _PART_BYTES + 1  # two UTF-16 units a character, and a NUL
        buffer = room(_PART_BYTES, parts)  # to make a type of each length, and fill it with zeros, takes .04 ms
        units = _get_text(self._argument, 0, self._count, buffer.arguments[0])
        return buffer.filled(parts)[: max(0, 2 * units - 2)].decode("utf-16-le", "replace")


def _load_error(code: int, password: str | None) -> ReadError | Encrypted | WrongPassword:
    if code == pdfium.FPDF_ERR_PASSWORD:
        if password is None:
            return Encrypted("the PDF is encrypted; give its password with --password or --password-file")
        return WrongPassword("the password does not open this PDF; check it, or ask who sent the file")
    if code == pdfium.FPDF_ERR_SECURITY:
        return Encrypted("the PDF is protected by a security handler that cannot be opened; save it without protection")
    return ReadError("the PDF is damaged beyond reading; ask for the file again, or repair it and try once more")


def _least(one: array[float], other: array[float]) -> list[float]:
    """``min`` of each pair; a third of the time of mapping it."""
    return one.tolist() if _ascend(one, other) else [b if b < a else a for a, b in zip(one, other, strict=True)]


def _most(one: array[float], other: array[float]) -> list[float]:
    return other.tolist() if _ascend(one, other) else [b if b > a else a for a, b in zip(one, other, strict=True)]


def _ascend(one: array[float], other: array[float]) -> bool:
    """Whether each number of a column is at least its partner in the first one: so it is where a word's last character
    stands right of its first. Both columns as one number each, for positive numbers are in the order of their bits: a
    fifth of the time of comparing each."""
    signs = int.from_bytes((1 << 31).to_bytes(_SIDE_BYTES, sys.byteorder) * len(one), sys.byteorder)
    first, second = _as_number(one), _as_number(other)
    return not (first | second) & signs and ((second | signs) - first) & signs == signs


def _alike(one: array[float], other: array[float]) -> bool:
    """Whether two columns are the same; to compare the numbers takes a hundred times as long."""
    return one.tobytes() == other.tobytes()


def _as_number(column: array[float]) -> int:
    return int.from_bytes(memoryview(column), sys.byteorder)


def _less(values: list[float], origin: float) -> list[float]:
    return [value - origin for value in values] if origin else values


def _from(origin: float, values: Iterable[float]) -> list[float]:
    return [origin - value for value in values]
