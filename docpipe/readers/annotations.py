"""What stands on a page beside its content: comments, the values of form fields, and what strike-outs cross.

PDFium's text of a page holds none of it. A page without annotations costs one call.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from typing import Any

import pypdfium2_raw as pdfium
from msgspec import Struct, field

from docpipe.patterns import compiled
from docpipe.readers.pdfium import Frame
from docpipe.words import Box

UNSHOWN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW
"""Flags of what no viewer shows on a page."""

WORDED = frozenset(
    getattr(pdfium, f"FPDF_ANNOT_{name}")
    for name in (
        "TEXT", "FREETEXT", "LINE", "SQUARE", "CIRCLE", "POLYGON", "POLYLINE", "HIGHLIGHT", "UNDERLINE", "SQUIGGLY",
        "STRIKEOUT", "STAMP", "CARET", "INK", "FILEATTACHMENT", "SOUND", "REDACT",
    )
)  # fmt: skip
"""Annotations whose contents a person wrote: those of links and widgets describe them, a popup repeats its parent's."""

STAMPS = frozenset(
    (
        "Approved", "AsIs", "Completed", "Confidential", "Departmental", "Draft", "Experimental", "Expired", "Final",
        "ForComment", "ForPublicRelease", "InformationOnly", "NotApproved", "NotForPublicRelease",
        "PreliminaryResults", "Sold", "TopSecret", "Void",
    )
)  # fmt: skip
"""Stamps that show their own name; the viewer that made them may have put SB, SH or D before it."""

_DRAWN = (pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP)
_STAMP = compiled(r"(?:SB|SH|D)?([A-Z][A-Za-z]+)")
_CONTROLS = dict.fromkeys((*range(0x0A), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0), 0xFFFE, 0xFFFF), " ")
_Annotation = Any  # ctypes pointers of PDFium's annotations
Read = Callable[[Any, int], int]
"""One of PDFium's functions that fill a buffer of so many bytes and say how many they need."""


class Note(Struct, frozen=True):
    """What somebody wrote on a page, its box as displayed, and why nobody sees it, if so."""

    text: str
    box: Box
    unseen: str | None = None


class Annotations(Struct):
    """What the annotations of a page are: notes, widgets for ``forms`` to read, boxes of text that is struck, and of
    notes that are only drawn."""

    notes: list[Note] = field(default_factory=list)
    widgets: list[int] = field(default_factory=list)
    struck: list[Box] = field(default_factory=list)
    drawn: list[Box] = field(default_factory=list)


def annotated(page: Any, frame: Frame) -> Annotations:
    """The annotations of a page in their order; widgets by their index."""
    found = Annotations()
    for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
        handle = pdfium.FPDFPage_GetAnnot(page, index)
        if not handle:
            continue
        try:
            kind = pdfium.FPDFAnnot_GetSubtype(handle)
            if kind == pdfium.FPDF_ANNOT_WIDGET:
                found.widgets.append(index)
            elif kind in WORDED:
                _add(handle, kind, frame, found)
        finally:
            pdfium.FPDFPage_CloseAnnot(handle)
    return found


def _add(handle: _Annotation, kind: int, frame: Frame, found: Annotations) -> None:
    text = _written(handle, kind)
    unseen = pdfium.FPDFAnnot_GetFlags(handle) & UNSHOWN
    if text and not pdfium.FPDFAnnot_HasKey(handle, b"StateModel"):  # "Accepted set by …" is no comment
        found.notes.append(Note(text, rectangle(handle, frame), "a comment that is not shown" if unseen else None))
    elif not text and not unseen and kind in _DRAWN and pdfium.FPDFAnnot_GetObjectCount(handle) > 0:
        found.drawn.append(rectangle(handle, frame))
    if kind == pdfium.FPDF_ANNOT_STRIKEOUT and not unseen:
        found.struck += list(_quads(handle, frame)) or [rectangle(handle, frame)]


def _written(handle: _Annotation, kind: int) -> str:
    """The contents, else the rich text without its mark-up, else the words that a stamp shows by its name."""
    if text := tidy(string(handle, b"Contents")):
        return text
    if rich := string(handle, b"RC"):
        return _plain(rich)
    if kind == pdfium.FPDF_ANNOT_STAMP:
        name = _STAMP.fullmatch(string(handle, b"Name"))
        if name and name[1] in STAMPS:
            return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name[1]).upper()
    return ""


def _plain(rich: str) -> str:
    from html import unescape

    body = re.sub(r"<\?.*?\?>|<(?:/p|br)\b[^>]*>", "\n", rich, flags=re.DOTALL)
    return tidy(unescape(re.sub(r"<[^>]*>", "", body)))


def tidy(text: str) -> str:
    """Text without control characters, runs of spaces and empty lines."""
    lines = (" ".join(line.split()) for line in text.translate(_CONTROLS).splitlines())
    return "\n".join(line for line in lines if line)


def string(handle: _Annotation, key: bytes) -> str:
    """An entry of an annotation's dictionary that is a string or a name; empty where there is none."""
    return wide(lambda buffer, size: pdfium.FPDFAnnot_GetStringValue(handle, key, buffer, size))


def wide(read: Read) -> str:
    """The UTF-16 text that one of PDFium's functions gives."""
    size = read(None, 0)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    read(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace")


def rectangle(handle: _Annotation, frame: Frame) -> Box:
    """The box of an annotation as displayed; its corners may be given in any order."""
    rect = pdfium.FS_RECTF()
    pdfium.FPDFAnnot_GetRect(handle, rect)
    return _displayed([rect.left, rect.right], [rect.bottom, rect.top], frame)


def _quads(handle: _Annotation, frame: Frame) -> Iterator[Box]:
    """The boxes of the stretches of text that an annotation is about."""
    points = pdfium.FS_QUADPOINTSF()
    for index in range(pdfium.FPDFAnnot_CountAttachmentPoints(handle)):
        if pdfium.FPDFAnnot_GetAttachmentPoints(handle, index, points):
            across = [points.x1, points.x2, points.x3, points.x4]
            yield _displayed(across, [points.y1, points.y2, points.y3, points.y4], frame)


def _displayed(across: list[float], upward: list[float], frame: Frame) -> Box:
    columns = frame.displayed([min(across)], [min(upward)], [max(across)], [max(upward)])
    return columns[0][0], columns[1][0], columns[2][0], columns[3][0]
