"""What a page is drawn with, by address: asked of PDFium once for all who look at it."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from itertools import compress, repeat
from typing import Any

import pypdfium2_raw as pdfium

from docpipe.readers.calls import address, argument, function, room

PATH, TEXT, FORM = pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_FORM

_page_object = function("FPDFPage_GetObject", ctypes.c_void_p)
_kind = function("FPDFPageObj_GetType", ctypes.c_int)
_bounds = function("FPDFPageObj_GetBounds", ctypes.c_int)
_SIDES = 4  # floats of a box
_SIDE_BYTES = 4


class Drawn:
    """The objects of a page, in the order in which they are drawn; forms are one object each."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.count = int(pdfium.FPDFPage_CountObjects(page))
        self._argument = argument(address(page))
        self._addresses: list[int] = []
        self._kinds: list[int] = []
        self._paths: tuple[int, Sequence[int], array[float], Sequence[int]] = (-1, (), array("f"), ())

    def of_kind(self, kind: int, most: int) -> list[int]:
        """The addresses of the objects of a kind among the first ``most`` ones."""
        most = min(most, self.count)
        if len(self._addresses) < most:
            more = list(map(_page_object, repeat(self._argument), range(len(self._addresses), most)))
            self._addresses += more
            self._kinds += map(_kind, map(argument, more))
        kinds = self._kinds if most == len(self._kinds) else self._kinds[:most]
        if kinds.count(kind) == most:
            return self._addresses[:most]
        return list(compress(self._addresses, map(kind.__eq__, kinds))) if kind in kinds else []

    def forms_at_ends(self, ends: int) -> list[int]:
        """The addresses of the forms among the first and the last so many objects."""
        at = {*range(min(ends, self.count)), *range(max(0, self.count - ends), self.count)}
        if len(self._kinds) == self.count:  # nearly every page
            return [self._addresses[index] for index in at if self._kinds[index] == FORM]
        addresses = list(map(_page_object, repeat(self._argument), at))
        return [
            address
            for address, kind in zip(addresses, map(_kind, map(argument, addresses)), strict=True)
            if kind == FORM
        ]

    def paths(self, most: int) -> tuple[Sequence[int], array[float], Sequence[int]]:
        """The paths among the first ``most`` objects; left, bottom, right and top of each in page coordinates; and
        which of these are known."""
        most = min(most, self.count)
        if self._paths[0] != most:
            found = self.of_kind(PATH, most)
            self._paths = (most, found, *bounds(found))
        return self._paths[1:]


def bounds(objects: Sequence[int]) -> tuple[array[float], Sequence[int]]:
    """The sides of objects, zeros where PDFium does not tell, and for which it does."""
    if not objects:
        return array("f"), ()
    sides = room(_SIDE_BYTES, _SIDES * len(objects))
    columns = [sides.arguments[at::_SIDES] for at in range(_SIDES)]
    known = list(map(_bounds, map(argument, objects), *columns))
    boxes = array("f", sides.filled(_SIDES * len(objects)))
    for at in (at for at, one in enumerate(known) if not one):
        boxes[_SIDES * at : _SIDES * at + _SIDES] = array("f", bytes(_SIDES * _SIDE_BYTES))
    return boxes, known
