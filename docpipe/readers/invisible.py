"""Characters within words that nobody sees: hyphens where one might break, spaces of no width, marks of direction.

Many files draw their real hyphens as soft ones: those have a width, and are hyphens.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from docpipe.readers.hidden import without
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.readers.rows import PageWords
from docpipe.readers.splitting import odd_characters

SOFT_HYPHEN = "\xad"
WIDTH_POINTS = 0.5
"""Least width of a hyphen."""

_INVISIBLE = "\xad\u200b\u200e\u200f\u2060\ufeff"
_LEFT_OUT = dict.fromkeys(map(ord, _INVISIBLE))


def visible(words: PageWords, text_page: TextPage, frame: Frame) -> PageWords:
    """The words of a page without such characters; a soft hyphen that is drawn is a hyphen."""
    if odd_characters(text_page.text).isdisjoint(_INVISIBLE):
        return words
    text = _hyphened(words.text, text_page, frame) if SOFT_HYPHEN in words.text else words.text
    letters, ends = list(text), list(words.ends)
    empty: dict[int, str] = {}
    for index, (start, end) in enumerate(zip(words.starts, words.ends, strict=True)):
        seen = "".join(letters[start:end]).translate(_LEFT_OUT)
        letters[start:end] = seen.ljust(end - start)
        ends[index] = start + len(seen)
        if not seen:
            empty[index] = ""
    if len(empty) == len(ends):
        return words
    words = replace(words, text="".join(letters), ends=ends)
    return without(words, empty) if empty else words


def _hyphened(text: str, text_page: TextPage, frame: Frame) -> str:
    """The text of a page with hyphens for soft ones that are drawn: the next letter does not begin where they do."""
    at = [match.start() for match in re.finditer(SOFT_HYPHEN, text)]
    behind = [min(offset + 1, len(text) - 1) for offset in at]
    here, there = (text_page.boxes(frame, offsets, offsets) for offsets in (at, behind))
    letters = list(text)
    for offset, after, places in zip(at, behind, zip(*here[:2], *there[:2], strict=True), strict=True):
        if after == offset or abs(places[2] - places[0]) + abs(places[3] - places[1]) > WIDTH_POINTS:
            letters[offset] = "-"
    return "".join(letters)
