"""A page drawn small and in greys, to see whether there is anything at a place."""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2_raw as pdfium
from msgspec import Struct

from docpipe.readers.pdfium import Frame
from docpipe.words import Box

MOST_POINTS = 4_000_000
"""Largest page that is drawn, in square points: A1. Larger ones are drawings."""


class Drawing(Struct, frozen=True):
    """One byte of grey per point, rows from the top."""

    width: int
    height: int
    stride: int
    greys: bytes

    @classmethod
    def of(cls, page: Any, frame: Frame) -> Drawing | None:
        """The page as displayed, without annotations; None if it is too large."""
        width, height = (max(1, round(side)) for side in frame.size)
        if width * height > MOST_POINTS:
            return None
        bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_Gray, None, 0)
        if not bitmap:
            return None
        try:
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
            pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
            stride = pdfium.FPDFBitmap_GetStride(bitmap)
            return cls(width, height, stride, ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height))
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)

    def contrast(self, box: Box) -> int:
        """The difference between the lightest and the darkest grey in the middle half of a box's height."""
        quarter = (box[3] - box[1]) / 4
        left, right = max(0, int(box[0])), min(self.width, int(box[2]) + 1)
        top, bottom = max(0, int(box[1] + quarter)), min(self.height, int(box[3] - quarter) + 1)
        rows = [self.greys[row * self.stride + left : row * self.stride + right] for row in range(top, bottom)]
        greys = b"".join(rows)
        return max(greys) - min(greys) if greys else 0
