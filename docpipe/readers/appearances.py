"""The text that annotations draw themselves and say nowhere else: signatures, stamps with a name and date, typed notes.

PDFium reads the text of a page's content alone, so the annotations of such a page are first made a part of it, in
memory; the page as it was loaded stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pypdfium2_raw as pdfium
from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.readers.annotations import Annotations, Note
from docpipe.readers.forms import Field
from docpipe.readers.pdfium import Frame, TextPage, loaded_page
from docpipe.words import Box, union

_WORD = compiled(r"\S+")


class _DrawnLine(Struct, frozen=True):
    """A line of text within an annotation, and its box as displayed."""

    text: str
    box: Box


def with_drawn(page: tuple[Any, Any, int], frame: Frame, beside: Annotations, fields: Sequence[Field]) -> list[Field]:
    """The fields of a page, signatures with the lines that they draw; notes that are only drawn join the others.

    ``page`` is the document's handle, the page's handle and its number.
    """
    signed = [each for each in fields if each.signed]
    lines = _drawn_lines(*page, frame, [*beside.drawn, *(each.box for each in signed)])
    for box, own in zip(beside.drawn, lines, strict=False):
        if own:
            beside.notes.append(Note("\n".join(line.text for line in own), box))
    drawn = zip(signed, lines[len(beside.drawn) :], strict=True)
    signatures = [
        replace(each, text="\n".join(line.text for line in own), lines=tuple((line.text, line.box) for line in own))
        for each, own in drawn
        if own
    ]
    return [*(each for each in fields if not each.signed), *signatures]


def _drawn_lines(document: Any, page: Any, number: int, frame: Frame, areas: Sequence[Box]) -> list[list[_DrawnLine]]:
    """The lines in each of some areas that the annotations of a page draw, and not its content."""
    with TextPage(page) as text_page:
        printed = {_place(word) for words in _lines(text_page, frame) for word in words}
    if pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY) != pdfium.FLATTEN_SUCCESS:
        return [[] for _ in areas]
    with loaded_page(document, number) as flat:
        if flat is None:
            return [[] for _ in areas]
        with TextPage(flat) as text_page:
            lines = [[word for word in words if _place(word) not in printed] for words in _lines(text_page, frame)]
    return [[line for words in lines if (line := _within(words, area))] for area in areas]


def _place(word: _DrawnLine) -> tuple[str, int, int]:
    return word.text, round(word.box[0]), round(word.box[1])


def _lines(text_page: TextPage, frame: Frame) -> Iterator[list[_DrawnLine]]:
    """The words of a page, line by line."""
    offset = 0
    for line in text_page.text.splitlines(keepends=True):
        spans = [match.span() for match in _WORD.finditer(text_page.text, offset, offset + len(line))]
        offset += len(line)
        boxes = text_page.boxes(frame, [first for first, _ in spans], [last - 1 for _, last in spans])
        yield [
            _DrawnLine(text_page.text[slice(*span)], box)
            for span, box in zip(spans, zip(*boxes, strict=True), strict=True)
        ]


def _within(words: Sequence[_DrawnLine], area: Box) -> _DrawnLine | None:
    """The words of a line whose middle lies in an area, as one."""
    inside = [
        word
        for word in words
        if area[0] <= (word.box[0] + word.box[2]) / 2 <= area[2]
        and area[1] <= (word.box[1] + word.box[3]) / 2 <= area[3]
    ]
    return _DrawnLine(" ".join(word.text for word in inside), union(word.box for word in inside)) if inside else None
