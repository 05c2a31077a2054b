"""The straight lines of a page, from its paths: what tables are drawn with."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import pypdfium2_raw as pdfium
from msgspec import Struct, field

from docpipe.readers.drawn import Drawn
from docpipe.readers.pdfium import Frame

_Object = Any

THIN = 2.5
"""Points: a filled rectangle that is not thicker is a line."""
SHORTEST = 4.0
"""Points: shorter lines are marks, not rulings."""
MOST_OBJECTS = 20_000
MOST_SEGMENTS = 400
"""Segments of one path that are looked at: drawings and charts have more."""


class Across(Struct, frozen=True):
    """A horizontal line, as displayed."""

    x0: float
    x1: float
    y: float


class Down(Struct, frozen=True):
    """A vertical line, as displayed."""

    x: float
    top: float
    bottom: float


class Rulings(Struct):
    """All straight lines of a page."""

    across: list[Across] = field(default_factory=list)
    down: list[Down] = field(default_factory=list)


def rulings(drawn: Drawn, frame: Frame) -> Rulings:
    """Lines, sides of rectangles, and areas so thin that they are lines."""
    found = Rulings()
    width, height = frame.size
    for box, sides in _paths(drawn):
        x0s, tops, x1s, bottoms = frame.displayed([box[0]], [box[1]], [box[2]], [box[3]])
        _add(found, (x0s[0], tops[0], x1s[0], bottoms[0]), sides, 0.9 * width, 0.9 * height)
    return found


def _add(found: Rulings, box: tuple[float, float, float, float], sides: bool, widest: float, highest: float) -> None:
    x0, top, x1, bottom = box
    if bottom - top <= THIN:
        if x1 - x0 >= SHORTEST:
            found.across.append(Across(x0, x1, (top + bottom) / 2))
    elif x1 - x0 <= THIN:
        if bottom - top >= SHORTEST:
            found.down.append(Down((x0 + x1) / 2, top, bottom))
    elif sides and not (x1 - x0 > widest and bottom - top > highest):
        found.across += (Across(x0, x1, top), Across(x0, x1, bottom))
        found.down += (Down(x0, top, bottom), Down(x1, top, bottom))


def _paths(drawn: Drawn) -> Iterator[tuple[tuple[float, float, float, float], bool]]:
    """The box of each path in page coordinates, and whether its four sides are lines."""
    paths, sides, known = drawn.paths(MOST_OBJECTS)
    boxes = zip(*[iter(sides)] * 4, strict=True)
    for path, box, told in zip(paths, boxes, known, strict=True):
        if told:
            yield from _of_path(path, box)


def _of_path(
    address: int, box: tuple[float, float, float, float]
) -> Iterator[tuple[tuple[float, float, float, float], bool]]:
    if box[2] - box[0] <= THIN or box[3] - box[1] <= THIN:
        yield box, False
        return
    path = ctypes.cast(address, pdfium.FPDF_PAGEOBJECT)
    if not _stroked(path):
        return
    count = pdfium.FPDFPath_CountSegments(path)
    if count <= 2:
        yield box, False
    elif count <= MOST_SEGMENTS:
        yield from _of_segments(path, count)


def _of_segments(path: _Object, count: int) -> Iterator[tuple[tuple[float, float, float, float], bool]]:
    matrix = pdfium.FS_MATRIX(1, 0, 0, 1, 0, 0)
    pdfium.FPDFPageObj_GetMatrix(path, matrix)
    x, y = ctypes.c_float(), ctypes.c_float()
    first = last = (0.0, 0.0)
    for index in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(path, index)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point = (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
        )
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            first = point
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            yield from _line(last, point)
        last = point
        if pdfium.FPDFPathSegment_GetClose(segment):
            yield from _line(point, first)
            last = first


def _line(a: tuple[float, float], b: tuple[float, float]) -> Iterator[tuple[tuple[float, float, float, float], bool]]:
    if abs(a[0] - b[0]) <= 1.0 or abs(a[1] - b[1]) <= 1.0:
        yield (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])), False


def _stroked(path: _Object) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    return bool(pdfium.FPDFPath_GetDrawMode(path, fill, stroke) and stroke.value)
