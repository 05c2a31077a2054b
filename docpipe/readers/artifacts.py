"""What the file itself calls an artifact, no part of its content: headers, footers and page numbers of tagged files.

Writers of PDFs err, and mark body text as well; so only what stands outside of all other words of the page is believed.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pypdfium2_raw as pdfium

from docpipe.readers.pdfium import TextPage
from docpipe.readers.rows import Apart, PageWords
from docpipe.types import RemovedKind

MOST = 0.3
"""Share of a page's words that artifacts may be: above that, the file calls its body so. Headers and footers are under
a tenth."""

MOST_ROWS = 6
"""Rows of artifacts above or below the body that are believed."""

TOUCHING = 1.5
"""Points by which an artifact's box may reach into the body's: loose boxes are taller than their letters."""

APART = 2.0
"""Width of a gap, in heights of a word, that parts two artifacts of one row."""

ENDS = 3
"""Objects at the beginning and end of a page that are looked at for forms: what adds headers, stamps or watermarks to a
finished page puts them there."""

_MOST_UNITS = 16
_NAME = "Artifact"
_PAGE_NUMBER = re.compile(
    r"\W*(?:page\W*|第\s*)?(?:[A-Z]{1,2}\s?[-–]\s?)?(?:\d{1,5}|[ivxlc]{1,7})(?:\s*(?:of|/)\s*\d{1,5})?(?:\s*页)?\W*",
    re.IGNORECASE,
)
_Object = Any  # ctypes pointers of PDFium's page objects


def artifacts(words: PageWords, text_page: TextPage, page: _Object) -> list[Apart]:
    """The artifacts around the body of a page with words. On nearly every page, only four words are asked about."""
    in_forms = set(_in_forms(page))
    if not in_forms and not any(map(_is_artifact, text_page.objects([words.starts[at] for at in _outermost(words)]))):
        return []
    drawn = text_page.objects(words.starts)
    marked = {address for address in set(drawn) if address in in_forms or _is_artifact(address)}
    own = [index for index, address in enumerate(drawn) if address in marked]
    body = [index for index, address in enumerate(drawn) if address not in marked]
    if not own or len(own) > MOST * len(drawn):
        return []
    top = min(words.top[index] for index in body) + TOUCHING
    bottom = max(words.bottom[index] for index in body) - TOUCHING
    above = _rows([index for index in own if words.bottom[index] <= top], words)
    below = _rows([index for index in own if words.top[index] >= bottom], words)
    return [*_named(above, "header", words), *_named(below, "footer", words)]


def _outermost(words: PageWords) -> list[int]:
    return [words.top.index(min(words.top)), words.bottom.index(max(words.bottom))]


def _rows(own: Sequence[int], words: PageWords) -> list[list[int]]:
    """Words in the rows that they stand in, cut at wide gaps: name and page number are two things."""
    rows: list[list[int]] = []
    for index in own:
        if rows and _beside(rows[-1][-1], index, words):
            rows[-1].append(index)
        else:
            rows.append([index])
    return rows


def _beside(before: int, index: int, words: PageWords) -> bool:
    height = words.bottom[index] - words.top[index]
    overlap = min(words.bottom[before], words.bottom[index]) - max(words.top[before], words.top[index])
    return 2 * overlap > height and abs(words.x0[index] - words.x1[before]) < APART * height


def _named(rows: Sequence[Sequence[int]], kind: RemovedKind, words: PageWords) -> Iterator[Apart]:
    if len(rows) <= MOST_ROWS:
        for row in rows:
            number = _PAGE_NUMBER.fullmatch(" ".join(map(words.word, row)))
            yield Apart("page_number" if number else kind, row, "the file marks it as no part of its content")


def _is_artifact(address: int) -> bool:
    """Whether the object at an address is marked as one; 0 is none."""
    handle = ctypes.cast(address, pdfium.FPDF_PAGEOBJECT)
    marks = pdfium.FPDFPageObj_CountMarks(handle) if address else 0
    return any(_name(pdfium.FPDFPageObj_GetMark(handle, index)) == _NAME for index in range(marks))


def _name(mark: _Object) -> str:
    buffer = (ctypes.c_ushort * _MOST_UNITS)()
    size = ctypes.c_ulong()
    if not pdfium.FPDFPageObjMark_GetName(mark, buffer, ctypes.sizeof(buffer), size):
        return ""
    return bytes(buffer)[: max(0, size.value - 2)].decode("utf-16-le", "replace")


def _in_forms(page: _Object) -> Iterator[int]:
    """The addresses of what is drawn in the forms that are artifacts as a whole."""
    count = pdfium.FPDFPage_CountObjects(page)
    for index in sorted({*range(min(ENDS, count)), *range(max(0, count - ENDS), count)}):
        handle = pdfium.FPDFPage_GetObject(page, index)
        if pdfium.FPDFPageObj_GetType(handle) == pdfium.FPDF_PAGEOBJ_FORM and _is_artifact(_address(handle)):
            yield from _drawn_in(handle)


def _drawn_in(form: _Object) -> Iterator[int]:
    for index in range(pdfium.FPDFFormObj_CountObjects(form)):
        handle = pdfium.FPDFFormObj_GetObject(form, index)
        if pdfium.FPDFPageObj_GetType(handle) == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _drawn_in(handle)
        yield _address(handle)


def _address(handle: _Object) -> int:
    return ctypes.cast(handle, ctypes.c_void_p).value or 0
