"""The outermost rows of each page, and the ways in which a row can be the same as a row of another page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from operator import attrgetter
from typing import Literal

from msgspec import Struct

from docpipe.cleaning.lines import TextLine
from docpipe.patterns import compiled

EDGE_ROWS = 6
"""Rows from the top and from the bottom that may be furniture; an estimate, the tallest running header seen has 5."""

FREE_NUMBERS = 3
"""Numbers of a row that may all be page numbers; of more, one."""

MOST_NUMBERS = 10
"""Numbers of a row that are looked at for a page number."""

Side = Literal["top", "bottom"]
Signature = tuple[str, ...]
"""What a row says, each number with its value, or with how far it is ahead of the page that it stands on."""

_DIGITS = compiled(r"\d+")
_NUMBER = compiled(r"\d+|\b[ivxlc]+\b|\b[IVXLC]+\b")
_SHORT = 60  # characters of a line up to which a Roman numeral in it may be the number of the page
_FIGURE = compiled(r"[$€£¥(]*-?(?:\d+(?:[.,]\d+)*|—)[)%]*")
_PAGE = compiled(r"\bpage\s*\d+|\d+\s*(?:of|/)\s*\d+", re.IGNORECASE)
_TOP = attrgetter("top")
_ROUGH = b"#0123456789ivxlcIVXLC \t\n\v\f\r\x1c\x1d\x1e\x1f"
"""What may be part of a number, and what becomes one sign or nothing in a key."""
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class Edge(Struct, frozen=True, eq=False, gc=False):
    """A row near the top (``rank`` counts from it inwards) or the bottom of its page, and its distance from there.

    ``lines`` has several when the reading order took a row apart, as with a footer below two columns.
    """

    lines: tuple[TextLine, ...]
    page: int
    side: Side
    rank: int
    distance: float
    text: str

    @classmethod
    def of(cls, row: Sequence[TextLine], side: Side, rank: int, distance: float) -> Edge:
        text = row[0].text if len(row) == 1 else " ".join(line.text for line in row)
        return cls(tuple(row), row[0].page, side, rank, distance, text)

    @property
    def key(self) -> str:
        """Its text with the numbers folded, without white space; a title in capitals is another text."""
        return _folded(self.text)

    @property
    def rough_key(self) -> bytes:
        """Rows of one ``key`` have one of these too: a fifth of the work, and most rows have it for themselves."""
        text = self.text if self.text.isascii() else self.key
        return text.encode("utf-8", "surrogatepass").translate(None, _ROUGH)

    @property
    def of_figures(self) -> bool:
        """Whether it is a row of a table: two figures or more, and no more words than figures."""
        tokens = _PAGE.sub(" ", self.text).split()
        figures = sum(bool(_FIGURE.fullmatch(token)) for token in tokens)
        return figures >= 2 and 2 * figures >= len(tokens)

    def numbers(self) -> list[tuple[str, int]]:
        """The family and the value of each number in it."""
        return [value_of(number) for number in _numbers(self.text).findall(self.text)]

    def signatures(self) -> Iterator[tuple[Signature, bool]]:
        """Everything that it may share with rows of other pages, and whether that includes a page number."""
        if "#" not in self.key:
            yield (self.key,), False
            return
        values = self.numbers()
        constant = [f"{family}={value}" for family, value in values]
        counted = [f"{family}+{value - self.page}" for family, value in values]
        if len(values) <= FREE_NUMBERS:
            for chosen in product(*zip(constant, counted, strict=True)):
                yield (self.key, *chosen), chosen != tuple(constant)
        else:
            yield (self.key, *constant), False
            for at in range(min(len(values), MOST_NUMBERS)):
                yield (self.key, *constant[:at], counted[at], *constant[at + 1 :]), True


def edges_of(page: Sequence[TextLine], height: float) -> list[list[Edge]]:
    """The outermost rows of a page from above, and from below; a row in the middle of a short page is in both."""
    lines = sorted(page, key=_TOP)
    above, below = (enumerate(islice(_rows(order), EDGE_ROWS)) for order in (lines, lines[::-1]))
    return [
        [Edge.of(row, "top", rank, min([line.top for line in row])) for rank, row in above],
        [Edge.of(row, "bottom", rank, height - max([line.bottom for line in row])) for rank, row in below],
    ]


def _rows(lines: Sequence[TextLine]) -> Iterator[list[TextLine]]:
    """The lines of a page, which come from above or from below, those side by side as one row from left to right."""
    row: list[TextLine] = []
    for line in lines:
        if row and not _beside(row[-1], line):
            yield sorted(row, key=_place) if len(row) > 1 else row
            row = []
        row.append(line)
    if row:
        yield sorted(row, key=_place)


def _place(line: TextLine) -> tuple[float, float, int]:
    return line.x0, line.top, line.index


@lru_cache(maxsize=4096)  # running lines are asked for on page after page
def _folded(text: str) -> str:
    return "".join(_numbers(text).sub("#", text).split())


def _numbers(text: str) -> re.Pattern[str]:
    return _NUMBER if len(text) <= _SHORT else _DIGITS


def _beside(left: TextLine, right: TextLine) -> bool:
    if right.top >= left.bottom or left.top >= right.bottom:
        return False  # most lines
    overlap = min(left.bottom, right.bottom) - max(left.top, right.top)
    apart = right.x0 >= left.x1 or right.x1 <= left.x0
    return apart and overlap > 0.6 * max(left.height, right.height)


def value_of(number: str) -> tuple[str, int]:
    """The family that a number belongs to (``""``, ``"roman"``, ``"A-"``) and its count within."""
    if number.isdecimal():
        return "", int(number)
    if digits := re.search(r"\d+$", number):
        return number[: digits.start()], int(digits[0])
    values = [_ROMAN_VALUES[letter] for letter in number.lower()]
    signed = [-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True)]
    return "roman", sum(signed)
