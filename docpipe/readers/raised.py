"""Small raised marks that PDFium glues to a word: ``Agreement1`` is a word, and a footnote's mark behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docpipe.readers.pdfium import Frame, TextPage
from docpipe.words import raised

_MARK = re.compile(r"[0-9*†‡§]++")
_OPENING, _CLOSING = "“\"‘'(", ".,;:!?”\"’'»)]%-"


def cuts(text: str, text_page: TextPage, frame: Frame) -> set[int]:
    """The offsets at which a word ends and a raised mark begins, or the other way round; none on nearly every page."""
    found = list(_candidates(text))
    if not found:
        return set()
    at, small, large = zip(*found, strict=True)
    marks = zip(*text_page.boxes(frame, small, small), strict=True)
    bases = zip(*text_page.boxes(frame, large, large), strict=True)
    return {offset for offset, mark, base in zip(at, marks, bases, strict=True) if raised(mark, base)}


def _candidates(text: str) -> Iterator[tuple[int, int, int]]:
    """Where a word could be cut, and the characters of the mark and of the word that would tell."""
    for match in _MARK.finditer(text):
        start, end = match.span()
        before, after = text[start - 1 : start], text[end : end + 1]
        if end - start > 3:
            continue
        if before.isspace() or not before:
            if after.isalpha() or after in _OPENING:
                yield end, start, end
        elif not after or after.isspace() or after in _CLOSING:
            bracket = before == "(" and after == ")"
            word = text[max(0, start - bracket - 4) : start - bracket].rstrip(_CLOSING)
            if word and word[-1].isalpha():
                yield start - bracket, start, start - bracket - 1
