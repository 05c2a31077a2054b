"""Words as columns, and views of them: every word of a document with its place, in 24 bytes."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct, field

Box = tuple[float, float, float, float]
Span = tuple[int, int]


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


AT_ONCE = 1024
"""Offsets that are shifted at once: their copies stay close to the processor, so that a long column takes little more
than half the time that it takes in one piece."""


def shifted(offsets: array[int], by: int) -> array[int]:
    """Offsets (``I``), each ``by`` more; none may become negative. Many of them are one number to which one is added:
    an eighth of the time that it takes to add to each."""
    if not by or not offsets:
        return offsets
    found = array("I")
    for at in range(0, len(offsets), AT_ONCE):
        some = offsets[at : at + AT_ONCE].tobytes()
        total = int.from_bytes(some, sys.byteorder) + by * _ones(len(some), offsets.itemsize)
        found.frombytes(total.to_bytes(len(some), sys.byteorder))
    return found


@lru_cache(maxsize=16)
def _ones(length: int, size: int) -> int:
    """A one in each place of so many bytes that holds an offset."""
    return int.from_bytes((1).to_bytes(size, sys.byteorder) * (length // size), sys.byteorder)


def line_boxes(boxes: array[float], firsts: Sequence[int]) -> array[float]:
    """The box around each line, of words with some ``boxes`` and from the last line's first word on all of them."""
    found = array("f")
    for first, last in pairwise([*firsts, len(boxes) // 4]):
        own = boxes[4 * first : 4 * last]
        found.extend((min(own[0::4]), min(own[1::4]), max(own[2::4]), max(own[3::4])))
    return found


SMALLER = 0.85
"""Most height of a raised mark, in heights of the word beside it: superscripts are set at .5 to .8, and a box has the
height of its font, so that figures of one size have one height whatever they look like."""


def raised(box: Box, base: Box) -> bool:
    """Whether a mark is smaller than what it stands beside, and not lowered: its middle lies above the other's."""
    _, top, _, bottom = box
    _, base_top, _, base_bottom = base
    low = base_top < bottom and top + bottom < base_top + base_bottom
    return low and 0 < bottom - top < SMALLER * (base_bottom - base_top)


class Line(Struct, frozen=True):
    """A view of one printed line: its words ``first .. last - 1`` and the range of text that they cover."""

    index: int
    page: int
    box: Box
    span: Span
    first: int
    last: int


class Place(Struct, frozen=True):
    """Where a stretch of text stands on one page: one box per line, and their union."""

    page: int
    bbox: Box
    boxes: tuple[Box, ...]
    span: Span


class Words(Struct, frozen=True, eq=False):
    """Every word of the source as columns, in the order of ``Document.text``.

    Word ``i`` covers ``text[starts[i]:ends[i]]`` and lies in ``boxes[4 * i:4 * i + 4]``; both offsets never fall.
    A word that cleaning removed has an empty range. Line ``k`` begins at word ``line_starts[k]`` and stands on page
    ``line_pages[k]``; a line never crosses a page. ``bold[k]`` is 1 where it is set in bold; the column is empty where
    nobody has looked. ``line_boxes`` are the boxes around the words of each line, as ``boxes`` are; empty where nobody
    has looked. ``printed`` holds the source's characters of those words whose text differs from them (healed
    hyphens, ligatures, removed words). ``marked`` names the mark of words that have one (struck), ``fields`` the number
    of the form field whose value a word belongs to. ``breaks``, ascending, are the words that do not follow in the
    source's own text on the word before them. Columns, because 455,000 words as objects cost 196 MB and 4 s to
    pickle, and as columns 12 MB and 0.02 s.
    """

    starts: array[int]  # 'I'
    ends: array[int]  # 'I'
    boxes: array[float]  # 'f'
    line_starts: array[int]  # 'I'
    line_pages: array[int]  # 'H'
    printed: Mapping[int, str] = field(default_factory=dict)
    bold: array[int] = field(default_factory=lambda: array("B"))  # 'B'
    marked: Mapping[int, str] = field(default_factory=dict)
    fields: Mapping[int, int] = field(default_factory=dict)
    breaks: array[int] = field(default_factory=lambda: array("I"))  # 'I'
    line_boxes: array[float] = field(default_factory=lambda: array("f"))  # 'f'

    def __len__(self) -> int:
        return len(self.starts)

    def box(self, index: int) -> Box:
        x0, top, x1, bottom = self.boxes[4 * index : 4 * index + 4]
        return x0, top, x1, bottom

    def line_of(self, word: int) -> int:
        """The index of the line that holds a word."""
        return bisect_right(self.line_starts, word) - 1

    def line_range(self, line: int) -> tuple[int, int]:
        """The first word of a line, and the first word after it."""
        after = self.line_starts[line + 1] if line + 1 < len(self.line_starts) else len(self.starts)
        return self.line_starts[line], after

    def line(self, index: int) -> Line:
        first, last = self.line_range(index)
        box = union(self.box(word) for word in range(first, last))
        return Line(index, self.line_pages[index], box, (self.starts[first], self.ends[last - 1]), first, last)

    def between(self, start: int, end: int) -> Iterator[int]:
        """The words with text of their own in a range of the text."""
        for word in range(bisect_right(self.ends, start), bisect_left(self.starts, end)):
            if self.starts[word] < self.ends[word]:
                yield word

    def pieces(self, start: int, end: int, told: Callable[[int], bool]) -> list[Span]:
        """A range of the text in stretches that the source has in one piece each: cut where reading order is not its
        own, and where it has a removed word that ``told`` says has letters. They adjoin; one for most."""
        cuts: list[int] = []
        before = None
        for word in self.between(start, end):
            if before is not None and (self._breaks(word) or any(map(told, range(before + 1, word)))):
                cuts.append(self.starts[word])
            before = word
        return list(pairwise([start, *cuts, end]))

    def _breaks(self, word: int) -> bool:
        at = bisect_left(self.breaks, word)
        return at < len(self.breaks) and self.breaks[at] == word

    def places(self, start: int, end: int) -> tuple[Place, ...]:
        """The places of a range of the text, one per page, in its order; empty for no words."""
        runs: list[tuple[int, Span, list[Box]]] = []
        last_line = -1
        for word in self.between(start, end):
            line = self.line_of(word)
            page, box = self.line_pages[line], self.box(word)
            begin, finish = max(start, self.starts[word]), min(end, self.ends[word])
            if not runs or runs[-1][0] != page:
                runs.append((page, (begin, finish), [box]))
            else:
                _, (first, _), boxes = runs[-1]
                if line == last_line:
                    boxes[-1] = union((boxes[-1], box))
                else:
                    boxes.append(box)
                runs[-1] = (page, (first, finish), boxes)
            last_line = line
        return tuple(Place(page, union(boxes), tuple(boxes), span) for page, span, boxes in runs)

    def source_text(self, text: str, start: int, end: int) -> str | None:
        """The source's characters behind ``text[start:end]`` where cleaning changed some, else None."""
        inside = list(self.between(start, end))
        if not any(word in self.printed for word in inside):
            return None
        parts: list[str] = []
        at = start
        for word in inside:
            gap = text[at : self.starts[word]]
            parts.append(gap or (" " if word - 1 in self.printed and parts else ""))
            whole = text[max(self.starts[word], start) : min(self.ends[word], end)]
            parts.append(self.printed.get(word) or whole)
            at = self.ends[word]
        return "".join(parts)
