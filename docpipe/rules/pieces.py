"""The pieces of a stretch of text that its source prints without interruption: what can be found there by its text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

from docpipe.types import Document
from docpipe.words import Box, Span


def pieces(document: Document, start: int, end: int) -> list[Span]:
    """``text[start:end]`` in stretches that the source prints in one piece each, nothing with letters between, and in
    the order of its own text. They adjoin; one for most."""
    return document.words.pieces(start, end, partial(_has_letters, document))


def _has_letters(document: Document, word: int) -> bool:
    """Whether a word that cleaning removed is more than a rule across the page, which no search sees."""
    x0, top, x1, bottom = document.words.box(word)
    x, y = (x0 + x1) / 2, (top + bottom) / 2
    boxes = _lettered(document).get(document.words.line_pages[document.words.line_of(word)], ())
    return any(left <= x <= right and above <= y <= below for left, above, right, below in boxes)


@lru_cache(maxsize=2)
def _lettered(document: Document) -> Mapping[int, list[Box]]:
    """The boxes of what was removed and has letters or digits, by page."""
    boxes: dict[int, list[Box]] = {}
    for removed in document.removed:
        if any(map(str.isalnum, removed.text)):
            boxes.setdefault(removed.page, []).append(removed.bbox)
    return boxes
