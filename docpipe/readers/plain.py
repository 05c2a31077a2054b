"""A page whose words white space parts, as a whole: its text and offsets without looking at each word.

Other pages, East Asian ones above all, are put together word by word.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate
from operator import sub
from struct import pack

from msgspec import Struct

from docpipe.readers.rows import PageWords, Row
from docpipe.words import Span, shifted


class PlainPage(Struct, frozen=True):
    """The words of some rows in their order, a space between two, a line feed between rows.

    ``starts`` and ``ends`` are offsets in ``text``, ``boxes`` has four sides a word, ``line_boxes`` four a row;
    ``firsts`` are the indexes of each row's first word, and at last the number of words.
    """

    text: str
    starts: array[int]
    ends: array[int]
    boxes: array[float]
    line_boxes: array[float]
    firsts: Sequence[int]

    @classmethod
    def of(cls, rows: Sequence[Row], page: PageWords, at: int) -> PlainPage:
        """The rows of a page, with offsets that count from ``at``."""
        order = ordered(rows)
        lengths, boxes = list(map(sub, page.ends, page.starts)), _flat(page)
        if [last for _, last in order[:-1]] != [first for first, _ in order[1:]]:
            lengths = [length for first, last in order for length in lengths[first:last]]
            boxes = array("f", b"".join([boxes[4 * first : 4 * last].tobytes() for first, last in order]))
        steps, glued = [length + 1 for length in lengths], _glued(order, page.glued)
        for word in glued:
            steps[word] -= 1
        places = array("I", list(accumulate(steps, initial=at)))
        ends = shifted(places[1:], -1)
        for word in glued:
            ends[word] += 1
        firsts = list(accumulate([row.count if row.more else row.last - row.first for row in rows], initial=0))
        sides = [side for row in rows for side in (row.x0, row.top, row.x1, row.bottom)]
        text = "\n".join(_texts(rows, page))
        if len(text) != places[-1] - 1 - at or text.count("\n") >= len(rows):
            text = "\n".join([" ".join(one.split()) for one in _texts(rows, page)])
        return cls(text, places[:-1], ends, boxes, _packed(sides), firsts)


def ordered(rows: Sequence[Row]) -> list[Span]:
    """The words of the rows as stretches of the page's words, in their order."""
    if any(row.more for row in rows):
        return [stretch for row in rows for stretch in row.stretches()]
    return [(row.first, row.last) for row in rows]


def _flat(page: PageWords) -> array[float]:
    boxes = [0.0] * (4 * len(page.starts))
    for side, values in enumerate((page.x0, page.top, page.x1, page.bottom)):
        boxes[side::4] = values
    return _packed(boxes)


def _packed(values: Sequence[float]) -> array[float]:
    """``array("f", values)`` in half the time."""
    return array("f", pack(f"{len(values)}f", *values))


def _glued(order: Sequence[Span], glued: Sequence[int]) -> list[int]:
    """Where in the order the words stand that the next one of the same line follows without a space."""
    if not glued:
        return []
    found, at = [], 0
    for first, last in order:
        found += [at + word - first for word in glued if first <= word < last - 1]
        at += last - first
    return found


def _texts(rows: Sequence[Row], page: PageWords) -> list[str]:
    """The text of each row."""
    text, starts, ends = page.text, page.starts, page.ends
    found = [text[starts[row.first] : ends[row.last - 1]] for row in rows]
    for at in [at for at, row in enumerate(rows) if row.more]:
        found[at] = " ".join([text[starts[first] : ends[last - 1]] for first, last in rows[at].stretches()])
    return found
