"""The order in which the lines of a picture are read: column by column where there are columns of prose.

A picture has no order of its own, and engines give lines from top to bottom: those of two columns would alternate.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.words import Box

GUTTER = 0.8
"""Least width of the white strip between two columns, in heights of a line."""

GAP = 0.4
"""Most overlap of the lines above and below, in heights of a line, at which columns may end."""

LEAST_LINES = 4
"""Lines that each column has at least."""

PROSE = 11.0
"""Median length, in heights, of the lines of a column of prose; those of a table's columns are shorter."""

NARROW, FULL, MANY = 7.0, 0.75, 6
"""The same of so many lines that most fill their column to this share: only prose does."""

LEVEL = 0.3
"""Distance of the middles of two lines of one height, in that, at most."""

MOST_GAPS = 10
"""Strips of white that are tried as the upper and the lower end of columns."""

LABEL = compiled(r"\s*([^:：]{1,24}?)\s*[:：]")
"""What a line of a signature begins with."""

SIGNED = 2
"""Lines of one height that begin with the same label from which on two sides are two signatures."""

PAIRED = 0.6
"""Share of the lines on one side that stand beside one of the other side, from which both may be a table."""


class Laid(Struct, frozen=True):
    """Which line it is, its box, upright, and what it begins with, up to a colon."""

    index: int
    box: Box
    label: str = ""

    @property
    def middle(self) -> float:
        return (self.box[1] + self.box[3]) / 2


def in_order(boxes: Sequence[Box], texts: Sequence[str] = ()) -> list[int]:
    """The indexes of lines as they are read; what they say tells signatures side by side."""
    labels = [match[1] if (match := LABEL.match(text)) else "" for text in texts] or [""] * len(boxes)
    lines = [Laid(index, box, label) for index, (box, label) in enumerate(zip(boxes, labels, strict=True))]
    if not lines:
        return []
    height = median(box[3] - box[1] for box in boxes)
    return [line.index for line in _ordered(lines, height)]


def _ordered(lines: list[Laid], height: float) -> list[Laid]:
    """Column by column where a gutter parts all lines, or most between two strips of white; else row by row."""
    if len(lines) < 2 * LEAST_LINES:
        return _by_rows(lines)
    if sides := _sides(lines, height):
        if _are_signed(*sides, height):
            return [line for part in _tiers(*sides) for line in _by_rows(part)]
        left, right = sides
        return [*_ordered(left, height), *_ordered(right, height)]
    lines = sorted(lines, key=lambda line: line.box[1])
    ends = [0, *_gaps(lines, height), len(lines)]
    spans = [(first, last) for first in ends for last in ends if 0 < last - first < len(lines)]
    for first, last in sorted(spans, key=lambda span: span[0] - span[1]):
        if _sides(lines[first:last], height):
            parts = (lines[:first], lines[first:last], lines[last:])
            return [line for part in parts for line in _ordered(part, height)]
    return _by_rows(lines)


def _sides(lines: list[Laid], height: float) -> tuple[list[Laid], list[Laid]] | None:
    """The lines left and right of the widest gutter that parts columns of prose."""
    if len(lines) < 2 * LEAST_LINES:
        return None
    lines = sorted(lines, key=lambda line: line.box[0])
    reach, gutters = lines[0].box[2], []
    for at, line in enumerate(lines[1:], 1):
        if line.box[0] - reach >= GUTTER * height:
            gutters.append((line.box[0] - reach, at))
        reach = max(reach, line.box[2])
    for _, at in sorted(gutters, reverse=True):
        left, right = lines[:at], lines[at:]
        if _are_signed(left, right, height):
            return left, right
        if _is_column(left, right, height) and _is_column(right, left, height):
            return left, right
    return None


def _are_signed(left: list[Laid], right: list[Laid], height: float) -> bool:
    """Whether two sides are two signatures: lines of one height ask for the same."""
    same = (
        any(line.label == beside.label and abs(line.middle - beside.middle) < LEVEL * height for beside in right)
        for line in left
        if line.label
    )
    return sum(same) >= SIGNED


def _tiers(left: list[Laid], right: list[Laid]) -> list[list[Laid]]:
    """What stands above two signatures, and their sides one after the other; again for signatures below them, where the
    label of the first line comes again on the left."""
    top = min(line.box[1] for line in (*left, *right) if line.label)
    down = sorted(left, key=lambda line: line.middle)
    starts = [at for at, line in enumerate(down) if line.label and line.middle > top]
    heads = [at for at in starts if _asks(down[at]) == _asks(down[starts[0]])]
    cuts = [next(k for k in range(at, -1, -1) if k == 0 or down[k - 1].label) for at in heads[1:]]
    bounds = [top, *(down[at].box[1] for at in cuts), float("inf")]
    found = [[line for line in (*left, *right) if line.middle < top]]
    for upper, lower in pairwise(bounds):
        found += [[line for line in side if upper <= line.middle < lower] for side in (left, right)]
    return found


def _asks(line: Laid) -> str:
    """A label less the party's own letter: 甲方 and 丙方 ask for the same."""
    return line.label.lstrip("甲乙丙丁戊")


def _is_column(side: list[Laid], other: list[Laid], height: float) -> bool:
    """Whether lines are prose, or surely no column of a table: few stand on the height of one of the other side."""
    if len(side) < LEAST_LINES:
        return False
    usual = median(line.box[2] - line.box[0] for line in side)
    width = max(line.box[2] for line in side) - min(line.box[0] for line in side)
    if usual >= PROSE * height or (len(side) >= MANY and usual >= max(NARROW * height, FULL * width)):
        return True
    paired = sum(any(abs(line.middle - beside.middle) < LEVEL * height for beside in other) for line in side)
    return paired < PAIRED * len(side)


def _gaps(lines: list[Laid], height: float) -> list[int]:
    """Before which lines, sorted by their tops, the widest strips of white are, in ascending order."""
    reach, gaps = lines[0].box[3], []
    for at, line in enumerate(lines[1:], 1):
        if line.box[1] > reach - GAP * height:
            gaps.append((line.box[1] - reach, at))
        reach = max(reach, line.box[3])
    return sorted(at for _, at in sorted(gaps, reverse=True)[:MOST_GAPS])


def _by_rows(lines: list[Laid]) -> list[Laid]:
    """From top to bottom, those of one row from left to right."""
    rows: list[list[Laid]] = []
    for line in sorted(lines, key=lambda line: line.middle):
        if rows and line.middle - rows[-1][0].middle < 0.5 * min(_height(line), _height(rows[-1][0])):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.box[0])]


def _height(line: Laid) -> float:
    return line.box[3] - line.box[1]
