"""What the file itself calls an artifact, no part of its content: headers, footers and page numbers of tagged files.

Writers of PDFs err, and mark body text as well; so only what stands outside of all other words of the page is believed.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pypdfium2_raw as pdfium

from docpipe.patterns import compiled
from docpipe.readers.drawn import Drawn
from docpipe.readers.pdfium import TextPage
from docpipe.readers.rows import Apart, PageWords, printed_lines
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

ENDS = 2
"""Objects at the beginning and end of a page that are looked at for forms: what adds headers, stamps or watermarks to a
finished page puts them there."""

_MOST_UNITS = 16
_NAME = "Artifact"
_NUMBER = r"(?:[A-Z]{1,2}\s?[-–]\s?)?(?:\d{1,5}|[ivxlc]{1,7})"
_PAGE_NUMBER = compiled(
    rf"\W*(?:(?:page|第)?\W*{_NUMBER}(?:\s*页)?(?:\W*(?:of|共)?\W*\d{{1,5}}(?:\s*页)?)?\W*){{1,2}}", re.IGNORECASE
)
_Object = Any  # ctypes pointers of PDFium's page objects

# with addresses as numbers: five times as fast as pointers, for what is called on every page
_mark_count = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(
    ctypes.cast(pdfium.FPDFPageObj_CountMarks, ctypes.c_void_p).value or 0
)


def artifacts(words: PageWords, text_page: TextPage, drawn: Drawn) -> list[Apart]:
    """The artifacts around the body of a page with words. On nearly every page, two words are asked about."""
    in_forms = set(_in_forms(drawn))
    if not in_forms and not any(map(_is_artifact, text_page.objects([words.starts[at] for at in _outermost(words)]))):
        return []
    objects = text_page.objects(words.starts)
    marked = {address for address in set(objects) if address in in_forms or _is_artifact(address)}
    own = [index for index, address in enumerate(objects) if address in marked]
    body = [index for index, address in enumerate(objects) if address not in marked]
    if not own or len(own) > MOST * len(objects):
        return []
    top, bottom = min(words.top[index] for index in body), max(words.bottom[index] for index in body)
    above = _rows([index for index in own if words.bottom[index] <= top + TOUCHING], words)
    below = _rows([index for index in own if words.top[index] >= bottom - TOUCHING], words)
    above = _without_heads(sorted(above, key=lambda row: -words.bottom[row[0]]), top, words)
    return [*_named(above, "header", words), *_named(below, "footer", words)]


def _outermost(words: PageWords) -> list[int]:
    """The first words of the first and of the last line, as they stand on the page."""
    firsts = [row.first for row in printed_lines(words).rows]
    return [min(firsts, key=words.top.__getitem__), max(firsts, key=words.bottom.__getitem__)]


def _rows(own: Sequence[int], words: PageWords) -> list[list[int]]:
    """Words in the rows that they stand in, in the order of the page's text."""
    rows: list[list[int]] = []
    for index in own:
        row = next((row for row in rows if _level(row[0], index, words)), None)
        if row is None:
            rows.append([index])
        else:
            row.append(index)
    return rows


def _level(one: int, other: int, words: PageWords) -> bool:
    overlap = min(words.bottom[one], words.bottom[other]) - max(words.top[one], words.top[other])
    return 2 * overlap > words.bottom[other] - words.top[other]


def _without_heads(rows: list[list[int]], top: float, words: PageWords) -> list[list[int]]:
    """The rows above a body, from below, less the heads of a table that goes on there: cells, right above its rows."""
    heads = 0
    while heads < len(rows) and top - words.bottom[rows[heads][0]] < _height(rows[heads][0], words):
        top = min(words.top[index] for index in rows[heads])
        heads += 1
    return rows[heads:] if any(len(_parts(row, words)) > 1 for row in rows[:heads]) else rows


def _parts(row: Sequence[int], words: PageWords) -> list[list[int]]:
    """A row cut at wide gaps: a name and a page number are two things."""
    parts: list[list[int]] = []
    for index in row:
        if parts and abs(words.x0[index] - words.x1[parts[-1][-1]]) < APART * _height(index, words):
            parts[-1].append(index)
        else:
            parts.append([index])
    return parts


def _height(word: int, words: PageWords) -> float:
    return words.bottom[word] - words.top[word]


def _named(rows: Sequence[Sequence[int]], kind: RemovedKind, words: PageWords) -> Iterator[Apart]:
    for part in (part for row in rows for part in _parts(row, words) if len(rows) <= MOST_ROWS):
        number = _PAGE_NUMBER.fullmatch(" ".join(map(words.word, part)))
        yield Apart("page_number" if number else kind, part, "the file marks it as no part of its content")


def _is_artifact(address: int) -> bool:
    """Whether the object at an address is marked as one; 0 is none."""
    marks = _mark_count(address) if address else 0
    if not marks:
        return False
    handle = ctypes.cast(address, pdfium.FPDF_PAGEOBJECT)
    return any(_name(pdfium.FPDFPageObj_GetMark(handle, index)) == _NAME for index in range(marks))


def _name(mark: _Object) -> str:
    buffer = (ctypes.c_ushort * _MOST_UNITS)()
    size = ctypes.c_ulong()
    if not pdfium.FPDFPageObjMark_GetName(mark, buffer, ctypes.sizeof(buffer), size):
        return ""
    return bytes(buffer)[: max(0, size.value - 2)].decode("utf-16-le", "replace")


def _in_forms(drawn: Drawn) -> Iterator[int]:
    """The addresses of what is drawn in the forms that are artifacts as a whole."""
    for found in drawn.forms_at_ends(ENDS):
        if _is_artifact(found):
            yield from _drawn_in(ctypes.cast(found, pdfium.FPDF_PAGEOBJECT))


def _drawn_in(form: _Object) -> Iterator[int]:
    for index in range(pdfium.FPDFFormObj_CountObjects(form)):
        handle = pdfium.FPDFFormObj_GetObject(form, index)
        if pdfium.FPDFPageObj_GetType(handle) == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _drawn_in(handle)
        yield ctypes.cast(handle, ctypes.c_void_p).value or 0
