"""Small raised marks that PDFium glues to a word: ``Agreement1`` is a word, and a footnote's mark behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docpipe.patterns import compiled
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.words import raised

_MARK = compiled(r"[0-9*†‡§](?<!\d[.,:()-].)(?:(?<![ 0-9*†‡§].)[0-9*†‡§]*+|(?<= .)[0-9*†‡§]*+(?=[^\W\d_]|[“\"‘'(]))")
"""A class and not its repetition first: searched in a third of the time. Between spaces stand numbers, and no marks;
so do they behind a figure and a point."""

_OPENING, _CLOSING = "“\"‘'(", ".,;:!?”\"’'»)]%-"

NEAR = 6
"""Characters in which a note's first word follows on its mark, white space and a line's end between them included."""

_Place = tuple[int, int, int]
"""An offset at which a word could be cut, and the characters of the mark and of the word that would tell."""


def cuts(text: str, text_page: TextPage, frame: Frame) -> set[int]:
    """The offsets at which a word ends and a raised mark begins, or the other way round; none on nearly every page.

    A raised figure behind other figures is looked for where a note begins with it: ``7.91`` may be 7.9 and note 1.
    """
    behind, leads = _candidates(text)
    notes = _raised(leads, text_page, frame) if leads else []
    found = _raised(behind, text_page, frame) if behind else []
    if notes:
        marks = {text[small:offset] for offset, small, _ in notes}
        found += _raised(list(_behind_figures(text, marks)), text_page, frame)
    return {offset for offset, _, _ in (*found, *notes) if not text[offset].isspace()}


def _raised(places: Sequence[_Place], text_page: TextPage, frame: Frame) -> list[_Place]:
    """Those of some places whose mark is raised beside the word."""
    if not places:
        return []
    _, small, large = zip(*places, strict=True)
    marks = zip(*text_page.boxes(frame, small, small), strict=True)
    bases = zip(*text_page.boxes(frame, large, large), strict=True)
    return [place for place, mark, base in zip(places, marks, bases, strict=True) if raised(mark, base)]


def _candidates(text: str) -> tuple[list[_Place], list[_Place]]:
    """Marks behind words of letters, and marks that lead a word or a line."""
    behind: list[_Place] = []
    leads: list[_Place] = []
    for match in _MARK.finditer(text):
        start, end = match.span()
        if end - start > 3:
            continue
        before, after = text[start - 1 : start], text[end : end + 1]
        if before.isspace() or not before:
            if after.isalpha() or (after and after in _OPENING):
                leads.append((end, start, end))
            elif before != " " and (word := text[end : end + NEAR].lstrip()) and word[0].isupper():
                leads.append((end, start, min(end + NEAR, len(text)) - len(word)))
        elif not after or after.isspace() or after in _CLOSING:
            bracket = before == "(" and after == ")"
            word = text[max(0, start - bracket - 4) : start - bracket].rstrip(_CLOSING)
            if word and word[-1].isalpha():
                behind.append((start - bracket, start, start - bracket - 1))
    return behind, leads


def _behind_figures(text: str, marks: set[str]) -> Iterator[_Place]:
    """Numbers that end with the figures of a note's mark."""
    known = "|".join(sorted(map(re.escape, marks), key=len, reverse=True))
    for match in re.finditer(rf"\d[\d.,]*?\)?({known})(?=\s|$)", text):
        yield match.start(1), match.start(1), match.start()
