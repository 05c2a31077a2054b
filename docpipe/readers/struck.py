"""Words that are struck through, by a strike-out annotation or a line drawn through their letters, and words inserted.

What is struck stays in the text and is marked: nobody may take it for what the document says.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import pypdfium2_raw as pdfium
from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.readers.drawn import Drawn
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.readers.rows import PageWords, Row, printed_lines
from docpipe.words import Box

FEW_OBJECTS = 300
"""Objects on a page that are looked at in any case: .6 microseconds each, .02 ms on a page of a contract."""

BUDGET = 30_000
"""Objects on crowded pages that are looked at in a document, until a line strikes a word: 20 ms. Filings draw each
letter for itself, 4,000 on a page."""

REFILL = 0.05
"""Share of a crowded page's objects that the budget grows by: once it is spent, one such page in twenty is seen."""

THICK = 2.5
"""Most height of a line in points: those of 12-point type are .6 high."""

SHORT = 3.0
"""Least length of a line in points."""

BAND = (0.2, 0.8)
"""Where a line may cross the box of a word, in heights from below: the first look, fonts' boxes differ."""

INK = (0.2, 0.85)
"""Where a line through a letter crosses its ink, in heights from below: struck letters have .37 (capitals) to .7
(with a tail), underlined ones at most .15 (with a tail)."""

INKED = 0.7
"""Share of the letters under a line that it must cross like that."""

OVERHANG = 1.0
"""How far a line may stand out beyond the words that it strikes, in their heights: a space at the end is .25. Rules of
tables and forms stand out farther, or cross no words at all."""

APART = 2.5
"""Most distance, in heights, between words that one line strikes: spaces of justified lines have up to 1."""

HALF = 0.5
"""Share of a word, or of a letter, that must be under a line to be struck."""

TOUCHED = 0.05
"""Share of a word under a line below which they only meet."""

PAPER = 245  # least of red, green and blue (0-255) of a line that cannot be told from paper
FOOT = (-0.15, 0.2)
"""Where a line under a word runs, in heights of its box from below."""

BRIGHT = 60
"""Least difference between red, green and blue (0-255) of a colour that is no shade of grey."""

_LINK = compiled(r"@|www\.|://")
_Rgb = tuple[int, int, int]
_Address = Any  # ctypes takes an address as an integer


class Budget(Struct):
    """How many objects of crowded pages may still be looked at in a document, and whether a line has struck a word:
    then the document is a redline, and the number is renewed."""

    left: int = BUDGET
    redline: bool = False


def lines_through(drawn: Drawn, text_page: TextPage, words: PageWords, frame: Frame, budget: Budget) -> list[Box]:
    """The boxes of the lines on a page that strike words (at least one) through; nearly always none."""
    count = drawn.count
    if count > FEW_OBJECTS:
        budget.left += int(REFILL * count)
        if budget.left < count:
            return []
        budget.left -= count
    thin = list(_thin_paths(drawn, frame))
    levels = _Levels.of(words) if thin else None
    found = [
        line for path, line in thin
        if levels and (touched := levels.touched(line)) and _ends_with(touched, line, words)
        and _through(line, text_page.ink(frame, _letters(touched, words))) and _visible(path)
    ]  # fmt: skip
    if found:
        budget.left, budget.redline = BUDGET, True
    return found


def insertions(drawn: Drawn, text_page: TextPage, words: PageWords, frame: Frame) -> list[Box]:
    """The boxes of words that a redline says were inserted: in a colour, and underlined in the same colour.

    Only asked of documents in which lines strike words: anywhere else such words are links or headings.
    """
    found: list[Box] = []
    for path, line in _thin_paths(drawn, frame):
        colour = _colour(path)
        if colour is None or max(colour) - min(colour) < BRIGHT:
            continue
        everywhere = range(len(words.starts))
        under = [at for at in everywhere if _underlined(words.box(at), line) and not _LINK.search(words.word(at))]
        texts = text_page.objects([words.starts[at] for at in under])
        found += [words.box(at) for at, text in zip(under, texts, strict=True) if text and _fill(text) == colour]
    return found


def half_struck(strokes: Sequence[Box], text_page: TextPage, words: PageWords, frame: Frame) -> set[int]:
    """The offsets at which words are to be cut because a part of them is struck."""
    found: set[int] = set()
    for word in range(len(words.starts)):
        start, end = words.starts[word], words.ends[word]
        if end - start > 1 and TOUCHED < _share(words.box(word), strokes) < 1 - TOUCHED:
            offsets = range(start, end)
            boxes = zip(*text_page.boxes(frame, offsets, offsets), strict=True)
            under = [_share(box, strokes) >= HALF for box in boxes]
            found |= {at for at, (one, other) in zip(offsets[1:], pairwise(under), strict=True) if one != other}
    return found


def struck(boxes: Iterable[Box], strokes: Sequence[Box]) -> Iterator[int]:
    """The indexes of the boxes that are struck, or inserted."""
    return (index for index, box in enumerate(boxes) if _share(box, strokes) >= HALF)


def _thin_paths(drawn: Drawn, frame: Frame) -> Iterator[tuple[_Address, Box]]:
    """The level lines and thin areas that a page draws, by their address, with their boxes as displayed."""
    paths, sides, _ = drawn.paths(drawn.count)
    if not paths:
        return
    shown = frame.displayed(list(sides[0::4]), list(sides[1::4]), list(sides[2::4]), list(sides[3::4]))
    for path, box in zip(paths, zip(*shown, strict=True), strict=True):
        if box[3] - box[1] <= THICK and box[2] - box[0] >= SHORT:
            yield path, box


class _Levels(Struct, frozen=True):
    """The lines of a page from above, each with whether its words stand at one height; and where each begins."""

    rows: list[tuple[Row, bool]]
    tops: list[float]
    tallest: float
    words: PageWords

    @classmethod
    def of(cls, words: PageWords) -> _Levels:
        lines = printed_lines(words)
        level = [shared == row.bottom - row.top for row, shared in zip(lines.rows, lines.shared, strict=True)]
        rows = sorted(zip(lines.rows, level, strict=True), key=lambda row: row[0].top)
        return cls(rows, [row.top for row, _ in rows], lines.tallest, words)

    def touched(self, line: Box) -> list[int]:
        """The words whose box a line crosses at the height of a strike."""
        level = (line[1] + line[3]) / 2
        first, last = bisect_left(self.tops, level - self.tallest), bisect_right(self.tops, level)
        return [
            word
            for row, at_one_height in self.rows[first:last]
            if level <= row.bottom and not (at_one_height and not _crosses(level, row.top, row.bottom))
            for word in range(row.first, row.last)
            if _crosses(level, self.words.top[word], self.words.bottom[word])
            and _covered(self.words.box(word), line) > TOUCHED
        ]


def _crosses(level: float, top: float, bottom: float) -> bool:
    """Whether a level crosses a box where a strike does."""
    return abs((top + bottom) / 2 - level) <= (BAND[1] - 0.5) * (bottom - top)


def _ends_with(touched: Sequence[int], line: Box, words: PageWords) -> bool:
    """Whether a line begins and ends with the words that it crosses, which stand close together."""
    boxes = sorted(map(words.box, touched))
    height = max(box[3] - box[1] for box in boxes)
    if line[0] < boxes[0][0] - OVERHANG * height or line[2] > max(box[2] for box in boxes) + OVERHANG * height:
        return False
    return all(after[0] - before[2] <= APART * height for before, after in pairwise(boxes))


def _letters(touched: Sequence[int], words: PageWords) -> list[int]:
    """The offsets of the letters and digits of words."""
    return [at for word in touched for at in range(words.starts[word], words.ends[word]) if words.text[at].isalnum()]


def _through(line: Box, ink: Sequence[Sequence[float]]) -> bool:
    """Whether a line crosses the ink of the letters at its place where a strike does."""
    level = (line[1] + line[3]) / 2
    under = [
        INK[0] <= (bottom - level) / (bottom - top) <= INK[1]
        for x0, top, x1, bottom in zip(*ink, strict=True)
        if bottom > top and line[0] <= (x0 + x1) / 2 <= line[2]
    ]
    return bool(under) and sum(under) >= INKED * len(under)


def _visible(path: _Address) -> bool:
    """Whether a path draws something that is not white."""
    colour = _colour(path)
    return colour is not None and min(colour) < PAPER


def _colour(path: _Address) -> _Rgb | None:
    """The colour that a path is drawn in; None for what is not drawn, and for patterns."""
    handle = ctypes.cast(path, pdfium.FPDF_PAGEOBJECT)
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(handle, fill, stroke)
    if fill.value and (colour := _fill(path)):
        return colour
    return _parts(pdfium.FPDFPageObj_GetStrokeColor, path) if stroke.value else None


def _fill(path: _Address) -> _Rgb | None:
    return _parts(pdfium.FPDFPageObj_GetFillColor, path)


def _parts(get: Callable[..., int], address: _Address) -> _Rgb | None:
    parts = [ctypes.c_uint() for _ in range(4)]
    if not get(ctypes.cast(address, pdfium.FPDF_PAGEOBJECT), *parts) or not parts[3].value:
        return None
    return parts[0].value, parts[1].value, parts[2].value


def _underlined(box: Box, line: Box) -> bool:
    """Whether a line runs along the foot of a word's box, and under most of it."""
    x0, top, x1, bottom = box
    level = (bottom - (line[1] + line[3]) / 2) / (bottom - top) if bottom > top else 1.0
    across = min(x1, line[2]) - max(x0, line[0])
    return FOOT[0] <= level <= FOOT[1] and across >= HALF * (x1 - x0)


def _share(box: Box, strokes: Sequence[Box]) -> float:
    return sum(_covered(box, stroke) for stroke in strokes)


def _covered(box: Box, stroke: Box) -> float:
    """The share of a word's or letter's width that is under a line at the right height, or in a marked stretch."""
    x0, top, x1, bottom = box
    height = bottom - top
    if stroke[3] - stroke[1] > HALF * height:
        level = stroke[1] <= (top + bottom) / 2 <= stroke[3]
    else:
        level = BAND[0] * height <= bottom - (stroke[1] + stroke[3]) / 2 <= BAND[1] * height
    return max(0.0, min(x1, stroke[2]) - max(x0, stroke[0])) / (x1 - x0) if level and x1 > x0 else 0.0
