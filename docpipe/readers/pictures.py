"""Pictures of pages as displayed, small enough to send around. Runs in a reading worker: a picture of a page is drawn
by the same code that a hostile file would attack.
"""

from __future__ import annotations

import ctypes
import io
from collections.abc import Mapping
from math import ceil, floor, sqrt
from typing import Any

import pypdfium2_raw as pdfium
from msgspec import Struct, field
from PIL import Image, ImageChops, ImageDraw

from docpipe.errors import InputError, ReadError
from docpipe.readers.options import ReadOptions
from docpipe.readers.pdfium import frame, loaded_page, opened
from docpipe.types import Source
from docpipe.words import Box

DOTS_PER_INCH = 120
"""Type of 8 points is then 13 pixels high: legible on a screen, and a full page of text takes 50-80 kB."""

MOST_PIXELS = 6_000_000
"""A page of A2 at full resolution; larger pages are drawn smaller, so that no page takes more than 24 MB of memory."""

LEVELS = 16
"""Grey levels or colours of a drawn page: 4 bits a pixel. Type looks the same as with 256, at half the bytes and time
(13 pages of text: 77 kB and 32 ms a page, against 96 kB and 60 ms)."""

COLOURLESS = 24
"""The largest difference between the red, green and blue of a pixel that passes as grey: JPEG scans tint theirs."""

PHOTO_BYTES_PER_PIXEL = 0.12
"""Pages of type take at most 0.07 bytes a pixel as PNG; what takes more is a scan or a photo, and WebP is smaller."""

PHOTO_QUALITY = 50
"""Of WebP: small type on a scan of 200 dots an inch stays legible."""


class Picture(Struct, frozen=True):
    """One page, encoded. Width and height in pixels; a box in points scales by ``width / page width``."""

    page: int
    width: int
    height: int
    media_type: str
    data: bytes


class Wanted(Struct, frozen=True):
    """Which pages of which file to draw, and the boxes (in points, as displayed) to paint over on them, by page."""

    sha256: str
    pages: tuple[int, ...]
    masks: Mapping[int, tuple[Box, ...]] = field(default_factory=dict)


def pictures(data: bytes, source: Source, options: ReadOptions, wanted: Wanted) -> tuple[Picture, ...]:
    """The wanted pages that can be drawn, masks painted solid before anything is encoded.

    Raises ReadError when the file is no longer the one that was asked for: boxes would lie over other words.
    """
    if source.sha256 != wanted.sha256:
        raise ReadError("the file has changed since it was read", source.name)
    if source.media_type != "application/pdf":
        raise ReadError(f"pages of {source.media_type} are not drawn", source.name)
    with opened(data, options.password) as document:
        drawn = (_picture(document, page, wanted.masks.get(page, ())) for page in wanted.pages)
        return tuple(picture for picture in drawn if picture is not None)


def _picture(document: Any, number: int, masks: tuple[Box, ...]) -> Picture | None:
    with loaded_page(document, number) as page:
        if page is None:
            return None
        width, height = frame(page).size
        scale = min(DOTS_PER_INCH / 72, sqrt(MOST_PIXELS / max(width * height, 1.0)))
        image = drawn(page, max(1, round(width * scale)), max(1, round(height * scale)))
    _paint(image, masks, scale)
    media_type, encoded = _encoded(image)
    return Picture(number, image.width, image.height, media_type, encoded)


def drawn(page: Any, width: int, height: int, annotations: bool = True) -> Image.Image:
    """The page on white; PDFium applies the rotation."""
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGR, None, 0)
    if not bitmap:
        raise InputError("a page is too large to be drawn")
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pdfium.FPDF_ANNOT if annotations else 0)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        pixels = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    return Image.frombytes("RGB", (width, height), pixels, "raw", "BGR", stride)


def _paint(image: Image.Image, masks: tuple[Box, ...], scale: float) -> None:
    """Black over every mask, out to whole pixels: nothing of a letter's edge may be left."""
    draw = ImageDraw.Draw(image)
    for x0, top, x1, bottom in masks:
        draw.rectangle((floor(x0 * scale) - 1, floor(top * scale) - 1, ceil(x1 * scale), ceil(bottom * scale)), "black")


def _encoded(image: Image.Image) -> tuple[str, bytes]:
    flat = _flat(image)
    encoded = _saved(flat, "PNG", bits=4)
    if len(encoded) <= PHOTO_BYTES_PER_PIXEL * image.width * image.height:
        return "image/png", encoded
    photo = _saved(image, "WEBP", quality=PHOTO_QUALITY, method=2)
    return min(("image/webp", photo), ("image/png", encoded), key=lambda one: len(one[1]))


def _flat(image: Image.Image) -> Image.Image:
    """The image in so few greys or colours that a pixel takes half a byte."""
    if _colourless(image):
        levels = image.convert("L").point([round(value * (LEVELS - 1) / 255) for value in range(256)])
        grey = Image.frombytes("P", image.size, levels.tobytes())
        grey.putpalette([level * 255 // (LEVELS - 1) for level in range(LEVELS) for _ in range(3)])
        return grey
    return image.quantize(LEVELS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def _colourless(image: Image.Image) -> bool:
    red, green, blue = image.split()
    pairs = ((red, green), (green, blue), (red, blue))
    return all(int(ImageChops.difference(*pair).getextrema()[1]) <= COLOURLESS for pair in pairs)  # type: ignore[arg-type]


def _saved(image: Image.Image, form: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()
