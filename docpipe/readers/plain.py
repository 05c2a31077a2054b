"""A page whose words white space parts, as a whole: its text and offsets without looking at each word.

Other pages, East Asian ones above all, are put together word by word.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise
from operator import add, sub

from msgspec import Struct

from docpipe.readers.rows import PageWords, Row


class PlainPage(Struct, frozen=True):
    """The words of some rows in their order, a space between two, a line feed between rows.

    ``starts`` and ``ends`` are offsets in ``text`` and ``boxes`` has four sides a word; ``firsts`` are the indexes of
    each row's first word, and at last the number of words.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    boxes: array[float]
    firsts: Sequence[int]

    @classmethod
    def of(cls, rows: Sequence[Row], page: PageWords, at: int) -> PlainPage:
        """The rows of a page, with offsets that count from ``at``."""
        order = [stretch for row in rows for stretch in row.stretches()]
        lengths, boxes = list(map(sub, page.ends, page.starts)), _flat(page)
        if any(one[1] != other[0] for one, other in pairwise(order)):
            lengths = [length for first, last in order for length in lengths[first:last]]
            boxes = array("f", b"".join([boxes[4 * first : 4 * last].tobytes() for first, last in order]))
        steps = [length + 1 for length in lengths]
        for word in _glued(order, page.glued):
            steps[word] -= 1
        starts = list(accumulate(steps[:-1], initial=at))
        firsts = list(accumulate([row.count for row in rows], initial=0))
        return cls(
            "\n".join([_spaced(row, page) for row in rows]), starts, list(map(add, starts, lengths)), boxes, firsts
        )


def _flat(page: PageWords) -> array[float]:
    boxes = [0.0] * (4 * len(page.starts))
    for side, values in enumerate((page.x0, page.top, page.x1, page.bottom)):
        boxes[side::4] = values
    return array("f", boxes)


def _glued(order: Sequence[tuple[int, int]], glued: Sequence[int]) -> list[int]:
    """Where in the order the words stand that the next one of the same line follows without a space."""
    if not glued:
        return []
    found, at = [], 0
    for first, last in order:
        found += [at + word - first for word in glued if first <= word < last - 1]
        at += last - first
    return found


def _spaced(row: Row, page: PageWords) -> str:
    """The text of a row, every white space a space."""
    text = " ".join([page.text[page.starts[first] : page.ends[last - 1]] for first, last in row.stretches()])
    return " ".join(text.split()) if "  " in text or "\n" in text else text
