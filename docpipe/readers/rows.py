"""Words of one page, and the rows that they stand in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import Struct, field

from docpipe.patterns import compiled
from docpipe.types import RemovedKind
from docpipe.words import Box, Span


class Row(Struct, frozen=True, gc=False):
    """Words ``first .. last - 1`` that stand on one line; ``more`` are parts of the same line from elsewhere."""

    first: int
    last: int
    x0: float
    top: float
    x1: float
    bottom: float
    more: tuple[Row, ...] = ()

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def box(self) -> Box:
        return self.x0, self.top, self.x1, self.bottom

    @property
    def count(self) -> int:
        """How many words it has."""
        return sum([last - first for first, last in self.stretches()]) if self.more else self.last - self.first

    def stretches(self) -> list[Span]:
        """Its words as stretches of the page's words, from left to right."""
        found = [(self.first, self.last)]
        for part in self.more:
            found += part.stretches()
        return found

    def words(self) -> list[int]:
        """The indexes of its words, from left to right."""
        found = list(range(self.first, self.last))
        for part in self.more:
            found.extend(part.words())
        return found


class PageWords(Struct, frozen=True, eq=False):
    """The words of a page in stream order: offsets into ``text``, boxes as columns, and where PDFium broke lines.
    Equal only to itself."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    x0: list[float]
    top: list[float]
    x1: list[float]
    bottom: list[float]
    line_starts: frozenset[int]
    fields: Mapping[int, int] = field(default_factory=dict)  # word → the form field whose value it belongs to
    plain: bool = False  # no East Asian characters, so that white space parts its words, and says no more
    glued: Sequence[int] = ()  # words that were cut from the next one, such as a mark behind them

    def box(self, word: int) -> Box:
        return self.x0[word], self.top[word], self.x1[word], self.bottom[word]

    def word(self, index: int) -> str:
        return self.text[self.starts[index] : self.ends[index]]

    def row(self, first: int, last: int) -> Row:
        """The row of words ``first .. last - 1``."""
        return Row(
            first, last, min(self.x0[first:last]), min(self.top[first:last]),
            max(self.x1[first:last]), max(self.bottom[first:last]),
        )  # fmt: skip

    def row_text(self, row: Row) -> str:
        """The text of a row's own words."""
        return self.text[self.starts[row.first] : self.ends[row.last - 1]]


class Lines(Struct, frozen=True):
    """The lines of a page as PDFium broke them, those with words: each as a row, and the height that all its words
    share; the tallest row, and the least of those heights."""

    rows: Sequence[Row]
    shared: Sequence[float]
    tallest: float
    lowest: float

    @property
    def box(self) -> Box:
        """The box around all words."""
        return extent(self.rows)


def extent(rows: Sequence[Row]) -> Box:
    """The box around some rows."""
    return (
        min([row.x0 for row in rows]), min([row.top for row in rows]),
        max([row.x1 for row in rows]), max([row.bottom for row in rows]),
    )  # fmt: skip


@lru_cache(maxsize=1)
def printed_lines(words: PageWords) -> Lines:
    """The lines of a page (at least one word). They are found once for all who ask for them one after another: four
    looks at each word less. To sort numbers that are nearly in order, in their place, takes a third of the time of
    ``min``."""
    x0, top, x1, bottom = words.x0, words.top, words.x1, words.bottom
    rows: list[Row] = []
    shared: list[float] = []
    for first, last in pairwise(sorted({0, *words.line_starts, len(words.starts)})):
        lefts, tops, rights, bottoms = x0[first:last], top[first:last], x1[first:last], bottom[first:last]
        lefts.sort()
        tops.sort()
        rights.sort()
        bottoms.sort()
        rows.append(Row(first, last, lefts[0], tops[0], rights[-1], bottoms[-1]))
        shared.append(bottoms[0] - tops[-1])
    return Lines(rows, shared, max([row.bottom - row.top for row in rows]), min(shared))


class Apart(Struct, frozen=True):
    """Words that are set aside before the reading order is found: what they are, and why."""

    kind: RemovedKind
    words: Sequence[int]
    why: str


EAST_ASIAN = "\u2e80"
"""The first character that is as wide as two letters."""


EAST_ASIAN_RANGES = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
"""Ideographs, kana, hangul and full-width forms, as the inside of a class of characters."""

_PLAIN_WORD = compiled(r"\S+")


def word_pattern(text: str) -> re.Pattern[str]:
    """What the words of a text are: all between white space, and an East Asian character each for itself."""
    return _word() if has_east_asian(text) else _PLAIN_WORD


@cache
def _word() -> re.Pattern[str]:
    return compiled(rf"[{EAST_ASIAN_RANGES}]|[^\s{EAST_ASIAN_RANGES}]+")  # such classes take 2 ms to compile


_WIDE = compiled("[^\x00-\u2e7f]")  # EAST_ASIAN and beyond; as a range it takes 3 ms to compile, so .4


def has_east_asian(text: str) -> bool:
    """Whether a text may have East Asian characters: it has one from their part of Unicode on."""
    return not text.isascii() and _WIDE.search(text) is not None
