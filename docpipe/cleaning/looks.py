"""How blocks look: the size and weight of their letters, and gaps between their words."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from msgspec import Struct

from docpipe.types import Block, Document
from docpipe.words import Box

GAP = 2.0
"""Least space between two words of one line, in heights, that parts columns: justified lines have under 1."""

SAMPLE = 5
"""Words that tell a block's size, by the middle one of their heights: the first one may be a raised mark."""


class Look(Struct, frozen=True):
    """A block's box, the usual height of its words in points, to a fifth, and whether its first line and all of it
    are bold; ``first`` and ``last`` are its words."""

    box: Box
    size: float
    begins_bold: bool
    bold: bool
    first: int
    last: int


def look(document: Document, block: Block) -> Look:
    """The look of a block that has text."""
    assert block.span is not None
    words, (start, end) = document.words, block.span
    first = bisect_left(words.starts, start)
    while words.starts[first] == words.ends[first]:  # removed words are empty
        first += 1
    last = bisect_left(words.starts, end, lo=first) - 1
    boxes = words.boxes[4 * first : 4 * min(first + SAMPLE, last + 1)]
    heights = sorted(bottom - top for top, bottom in zip(boxes[1::4], boxes[3::4], strict=True))
    size = round(5 * heights[len(heights) // 2]) / 5
    if not words.bold or not words.bold[line := words.line_of(first)]:
        return Look(block.bbox, size, False, False, first, last)
    return Look(block.bbox, size, True, all(words.bold[line : words.line_of(last) + 1]), first, last)


def has_gaps(document: Document, seen: Look) -> bool:
    """Whether words of a block's first line stand apart as the cells of a row do."""
    words = document.words
    end = min(words.line_range(words.line_of(seen.first))[1], seen.last + 1)
    own = [at for at in range(seen.first, end) if words.starts[at] < words.ends[at]]
    gaps = (words.boxes[4 * after] - words.boxes[4 * before + 2] for before, after in pairwise(own))
    return any(gap > GAP * seen.size for gap in gaps)
