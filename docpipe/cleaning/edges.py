"""The outermost rows of each page, and the ways in which a row can be the same as a row of another page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise, product
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
"""The numbers of a row, each with its value, or with how far it is ahead of the page that it stands on."""

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
    def of_figures(self) -> bool:
        """Whether it is a row of a table: two figures or more, and no more words than figures."""
        tokens = _PAGE.sub(" ", self.text).split()
        figures = sum(bool(_FIGURE.fullmatch(token)) for token in tokens)
        return figures >= 2 and 2 * figures >= len(tokens)

    def numbers(self) -> list[tuple[str, int]]:
        """The family and the value of each number in it."""
        return [value_of(number) for number in _numbers(self.text).findall(self.text)]

    def signatures(self) -> Iterator[tuple[Signature, bool]]:
        """Everything that it may share with rows of its key on other pages, and whether that includes a page number."""
        values = self.numbers()
        constant = [f"{family}={value}" for family, value in values]
        counted = [f"{family}+{value - self.page}" for family, value in values]
        if len(values) <= FREE_NUMBERS:
            for chosen in product(*zip(constant, counted, strict=True)):
                yield chosen, chosen != tuple(constant)
        else:
            yield tuple(constant), False
            for at in range(min(len(values), MOST_NUMBERS)):
                yield (*constant[:at], counted[at], *constant[at + 1 :]), True


def rough_keys(edges: Sequence[Edge]) -> list[bytes]:
    """What rows of one ``key`` have in common, and most rows have for themselves: a twentieth of the work."""
    texts = [edge.text for edge in edges]
    keys = _rough(texts)
    return keys if len(keys) == len(texts) else _rough([text.replace("\0", "") for text in texts])


def _rough(texts: Sequence[str]) -> list[bytes]:
    return "\0".join(texts).encode("ascii", "ignore").translate(None, _ROUGH).split(b"\0") if texts else []


def edges_of(page: Sequence[TextLine], height: float) -> list[list[Edge]]:
    """The outermost rows of a page from above, and from below; a row in the middle of a short page is in both."""
    lines = sorted(page, key=_TOP)
    return [_edges(lines, "top", height), _edges(lines[::-1], "bottom", height)]


def _edges(lines: Sequence[TextLine], side: Side, height: float) -> list[Edge]:
    """The outermost rows of lines that come from one side; a row is one line nearly always, and made without detours:
    two fifths of the time."""
    found = []
    for rank, row in enumerate(islice(_rows(lines), EDGE_ROWS)):
        if len(row) == 1:
            line = row[0]
            distance = line.top if side == "top" else height - line.bottom
            found.append(Edge((line,), line.page, side, rank, distance, line.text))
        else:
            tops, bottoms = [line.top for line in row], [line.bottom for line in row]
            found.append(Edge.of(row, side, rank, min(tops) if side == "top" else height - max(bottoms)))
    return found


def _rows(lines: Sequence[TextLine]) -> Iterator[Sequence[TextLine]]:
    """The lines of a page, which come from above or from below, those side by side as one row from left to right."""
    row = list(lines[:1])
    for before, line in pairwise(lines):
        if line.top < before.bottom and before.top < line.bottom and _beside(before, line):
            row.append(line)
        else:
            yield sorted(row, key=_place) if len(row) > 1 else row
            row = [line]
    if row:
        yield sorted(row, key=_place)


def _place(line: TextLine) -> tuple[float, float, int]:
    return line.x0, line.top, line.index


@lru_cache(maxsize=4096)  # running lines come on page after page
def _folded(text: str) -> str:
    return "".join(_numbers(text).sub("#", text).split())


def _numbers(text: str) -> re.Pattern[str]:
    return _NUMBER if len(text) <= _SHORT else _DIGITS


def _beside(left: TextLine, right: TextLine) -> bool:
    """Whether two lines, which overlap, stand side by side."""
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
