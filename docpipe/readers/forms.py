"""The values of form fields, each at its place: what somebody typed, chose or ticked in a form.

Where a field shows its value in its own drawing, that drawing is not part of PDFium's text, so nothing stands twice.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

import pypdfium2_raw as pdfium
from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.readers.annotations import UNSHOWN, rectangle, string, tidy, wide
from docpipe.readers.pdfium import Frame
from docpipe.words import Box

TICKED = "☒"
"""What a ticked box is in the text; one that is not ticked is no value, as an empty field is none."""

_MULTILINE, _PASSWORD = 1 << 12, 1 << 13
_SIZE = compiled(r"(-?\d*\.?\d+)\s+Tf")
_TICKS = (pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON)
_CHOICES = (pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX)
_TYPES = {
    "Tx": pdfium.FPDF_FORMFIELD_TEXTFIELD, "Ch": pdfium.FPDF_FORMFIELD_COMBOBOX,
    "Btn": pdfium.FPDF_FORMFIELD_CHECKBOX, "Sig": pdfium.FPDF_FORMFIELD_SIGNATURE,
}  # fmt: skip


class Field(Struct, frozen=True):
    """A filled field: its lines of text, its box as displayed, the size of its letters in points (0: as fits).

    ``side`` is 0, 1 or 2 for text at the left, in the middle or at the right; ``unseen`` says why nobody sees it. What
    is ``signed`` gets its text by ``appearances``, with its ``lines`` and their boxes.
    """

    text: str
    box: Box
    points: float = 0.0
    multiline: bool = False
    side: int = 0
    unseen: str | None = None
    signed: bool = False
    lines: tuple[tuple[str, Box], ...] = ()


class Form:
    """The form of a document, opened when its first field is read: few documents have one."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._info: Any = None
        self._handle: Any = None

    def close(self) -> None:
        """Give the form back to PDFium: before its document, after the last page."""
        if self._handle:
            pdfium.FPDFDOC_ExitFormFillEnvironment(self._handle)
            self._handle = None

    def fields(self, page: Any, widgets: Sequence[int], frame: Frame) -> Iterator[Field]:
        """The filled fields of a page, by the indexes of their annotations."""
        for index in widgets:
            annotation = pdfium.FPDFPage_GetAnnot(page, index)
            if not annotation:
                continue
            try:
                if (found := self._field(annotation, frame)) is not None:
                    yield found
            finally:
                pdfium.FPDFPage_CloseAnnot(annotation)

    def _field(self, annotation: Any, frame: Frame) -> Field | None:
        form = self._opened()
        kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation) if form else pdfium.FPDF_FORMFIELD_UNKNOWN
        if kind <= pdfium.FPDF_FORMFIELD_UNKNOWN:
            kind = _TYPES.get(string(annotation, b"FT"), pdfium.FPDF_FORMFIELD_UNKNOWN)
        if kind == pdfium.FPDF_FORMFIELD_SIGNATURE:
            return _signature(annotation, frame)
        if kind == pdfium.FPDF_FORMFIELD_PUSHBUTTON:
            return None
        flags = pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) if form else 0
        text = _value(form, annotation, kind)
        if not text:
            return None
        typed = kind == pdfium.FPDF_FORMFIELD_TEXTFIELD
        size = _SIZE.search(string(annotation, b"DA"))
        return Field(
            text, rectangle(annotation, frame), abs(float(size[1])) if size else 0.0,
            (typed and bool(flags & _MULTILINE)) or "\n" in text, _side(annotation),
            _unseen(annotation, typed and bool(flags & _PASSWORD)),
        )  # fmt: skip

    def _opened(self) -> Any:
        if self._info is None:
            self._info = pdfium.FPDF_FORMFILLINFO(version=2)  # PDFium goes on reading it
            self._handle = pdfium.FPDFDOC_InitFormFillEnvironment(self._document, self._info)
        return self._handle


def _signature(annotation: Any, frame: Frame) -> Field | None:
    """A signature that was given and is drawn; an empty field for one draws at most where to sign."""
    given = pdfium.FPDFAnnot_HasKey(annotation, b"V") and pdfium.FPDFAnnot_GetObjectCount(annotation) > 0
    if not given or pdfium.FPDFAnnot_GetFlags(annotation) & UNSHOWN:
        return None
    return Field("", rectangle(annotation, frame), signed=True)


def _value(form: Any, annotation: Any, kind: int) -> str:
    """What a field shows: its text, the labels of what is chosen, a tick."""
    if kind in _TICKS:
        return TICKED if string(annotation, b"AS") not in ("", "Off") else ""
    if kind in _CHOICES and form and (chosen := _chosen(form, annotation)):
        return chosen
    read = pdfium.FPDFAnnot_GetFormFieldValue
    value = wide(lambda buffer, size: read(form, annotation, buffer, size)) if form else ""
    return tidy(value or string(annotation, b"V"))


def _chosen(form: Any, annotation: Any) -> str:
    def label(index: int) -> str:
        return wide(lambda buffer, size: pdfium.FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, size))

    options = range(max(0, pdfium.FPDFAnnot_GetOptionCount(form, annotation)))
    return tidy("\n".join(label(at) for at in options if pdfium.FPDFAnnot_IsOptionSelected(form, annotation, at)))


def _side(annotation: Any) -> int:
    value = ctypes.c_float()
    return int(value.value) if pdfium.FPDFAnnot_GetNumberValue(annotation, b"Q", value) else 0


def _unseen(annotation: Any, secret: bool) -> str | None:
    if pdfium.FPDFAnnot_GetFlags(annotation) & UNSHOWN:
        return "a form field that is not shown"
    return "a password" if secret else None
