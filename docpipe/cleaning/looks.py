"""How blocks look: the size and weight of their letters, and gaps between their words."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from statistics import median

from msgspec import Struct

from docpipe.types import Block, Document
from docpipe.words import Box

GAP = 2.0
"""Least space between two words of one line, in heights, that parts columns: justified lines have under 1."""

SAMPLE = 5
"""Words that tell a block's size: the first one may be a raised mark, the last one too."""


class Look(Struct, frozen=True):
    """A block's box, the usual height of its words in points, to a fifth, whether its first line and all of it are
    bold, and whether words of its first line stand apart as the cells of a row do."""

    box: Box
    size: float
    begins_bold: bool
    bold: bool
    gaps: bool


def look(document: Document, block: Block) -> Look:
    """The look of a block that has text."""
    assert block.span is not None
    words, (start, end) = document.words, block.span
    first = bisect_left(words.starts, start)
    while words.starts[first] == words.ends[first]:  # removed words are empty
        first += 1
    last = bisect_left(words.starts, end, lo=first) - 1
    line, last_line = words.line_of(first), words.line_of(last)
    heights = [words.boxes[4 * at + 3] - words.boxes[4 * at + 1] for at in range(first, min(first + SAMPLE, last + 1))]
    size = round(5 * median(heights)) / 5
    bold = words.bold[line : last_line + 1] if words.bold else b"\0"
    own = [at for at in range(first, min(words.line_range(line)[1], last + 1)) if words.starts[at] < words.ends[at]]
    gaps = any(words.boxes[4 * after] - words.boxes[4 * before + 2] > GAP * size for before, after in pairwise(own))
    return Look(block.bbox, size, bold[0] == 1, all(bold), gaps)
