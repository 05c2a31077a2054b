"""Text that is turned on its page, as displayed: whole tables on their side, notes in a margin, heads of columns.

Turned words are laid out in a frame in which they stand upright, and keep the boxes that they have on the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import degrees
from operator import sub

from msgspec.structs import replace

from docpipe.readers.hidden import without
from docpipe.readers.layout import Region, regions
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.readers.rows import PageWords, Row
from docpipe.words import Box, union

TALL = 1.5
"""Least height of a word, in its widths, that may be turned; "ll" and "1." come near it upright and are looked at."""

LONG = 1.5
"""Height of a word, in heights of another one, from which a page may have turned words: "Rate" on its side has 1.7."""

SQUARE = 2
"""Degrees within which text stands square to its page."""

TOUCHING = 0.1
"""Gap, in heights, up to which letters belong to one word; a space is a quarter of a height, a narrow one a sixth."""

Group = tuple[list[Region], PageWords]
"""Regions in reading order, and the words that their rows count in."""


def turned_words(words: PageWords, text_page: TextPage, frame: Frame) -> dict[int, int]:
    """The words of a page (at least one) that are turned, each with its degrees clockwise as displayed; nearly always
    none."""
    count = len(words.starts)
    heights = list(map(sub, words.bottom, words.top))
    suspects = {0, count // 2, count - 1}
    if max(heights) > LONG * heights[count // 2]:
        parts = zip(heights, words.x0, words.x1, words.starts, words.ends, strict=True)
        suspects.update(
            index
            for index, (height, x0, x1, start, end) in enumerate(parts)
            if height > TALL * (x1 - x0) and end > start + 1
        )
    if not any(_angles(sorted(suspects), words, text_page, frame)):
        return {}
    every = range(count)
    return {index: angle for index, angle in zip(every, _angles(every, words, text_page, frame), strict=True) if angle}


def laid_out(words: PageWords, turned: Mapping[int, int], upright: Callable[[PageWords], Group]) -> list[Group]:
    """A page with turned words: its regions of the commonest direction, the others where they belong."""
    every = range(len(words.starts))
    (first, _), *others = Counter(turned.get(index, 0) for index in every).most_common()
    groups = [_laid_out(_part(words, turned, first), first, upright)]
    for angle, _ in others:
        found, part = _laid_out(_part(words, turned, angle), angle, upright)
        for region in found:
            groups = _placed(region, part, groups)
    return groups


def _part(words: PageWords, turned: Mapping[int, int], angle: int) -> PageWords:
    """The words of one direction."""
    return without(words, {index: "" for index in range(len(words.starts)) if turned.get(index, 0) != angle})


def _angles(indexes: range | list[int], words: PageWords, text_page: TextPage, frame: Frame) -> list[int]:
    """Degrees clockwise of words as displayed, exact for text that stands nearly square."""
    found = []
    for radians in text_page.angles([words.starts[index] for index in indexes]):
        angle = (round(degrees(radians)) + frame.rotation) % 360 if radians >= 0 else 0
        square = round(angle / 90) * 90
        found.append(square % 360 if abs(angle - square) <= SQUARE else angle)
    return found


def _laid_out(words: PageWords, angle: int, upright: Callable[[PageWords], Group]) -> Group:
    """Words of one direction; oblique ones as they were drawn, each line for itself."""
    if angle == 0:
        return upright(words)
    if angle % 90:
        bounds = pairwise([*sorted({0, *words.line_starts}), len(words.starts)])
        return [[words.row(first, last)] for first, last in bounds if first < last], words
    words = _unbroken(words, _upright(words, angle))
    return [[_displayed(row, words) for row in region] for region in regions(_upright(words, angle))], words


def _unbroken(words: PageWords, upright: PageWords) -> PageWords:
    """Words of one direction without the spaces and line ends that PDFium sees between letters drawn one by one."""
    glued = {index for index in range(1, len(words.starts)) if _touch(upright.box(index - 1), upright.box(index))}
    if not glued:
        return words
    letters = list(words.text)
    boxes: list[Box] = []
    spans: list[list[int]] = []
    line_starts: set[int] = set()
    for index, (start, end) in enumerate(zip(words.starts, words.ends, strict=True)):
        letters[start:end] = " " * (end - start)
        if index in glued:
            boxes[-1] = union((boxes[-1], words.box(index)))
        else:
            if index in words.line_starts:
                line_starts.add(len(spans))
            spans.append([start, start])
            boxes.append(words.box(index))
        own = spans[-1]
        letters[own[1] : own[1] + end - start] = words.text[start:end]
        own[1] += end - start
    sides = [list(side) for side in zip(*boxes, strict=True)]
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    return PageWords("".join(letters), starts, ends, sides[0], sides[1], sides[2], sides[3], frozenset(line_starts))


def _touch(before: Box, box: Box) -> bool:
    height = min(before[3] - before[1], box[3] - box[1])
    beside = min(before[3], box[3]) - max(before[1], box[1]) > 0.5 * height
    return beside and abs(box[0] - before[2]) < TOUCHING * height


def _upright(words: PageWords, angle: int) -> PageWords:
    """Words in a frame turned with them: its coordinates may be negative, only differences count."""
    if angle == 270:
        return replace(words, x0=_minus(words.bottom), top=words.x0, x1=_minus(words.top), bottom=words.x1)
    if angle == 90:
        return replace(words, x0=words.top, top=_minus(words.x1), x1=words.bottom, bottom=_minus(words.x0))
    return replace(words, x0=_minus(words.x1), top=_minus(words.bottom), x1=_minus(words.x0), bottom=_minus(words.top))


def _minus(values: Sequence[float]) -> list[float]:
    return [-value for value in values]


def _displayed(row: Row, words: PageWords) -> Row:
    """A row with its box on the page."""
    more = tuple(_displayed(part, words) for part in row.more)
    return Row(row.first, row.last, *union(words.box(word) for word in row.words()), more)


def _placed(turned: Region, part: PageWords, groups: list[Group]) -> list[Group]:
    """A turned region put above the lines that it stands over, as heads of columns do; anything else at the end."""
    x0, top, x1, bottom = union(row.box for row in turned)
    for at, (found, words) in enumerate(groups):
        for index, region in enumerate(found):
            for line, row in enumerate(region):
                if row.x1 <= x0 or row.x0 >= x1 or row.bottom <= top:
                    continue
                if row.top < bottom - 0.5 * row.height:  # over or under something: a mark on the page
                    return [*groups, ([turned], part)]
                before = [*found[:index], *([region[:line]] if line else [])]
                behind = [region[line:], *found[index + 1 :]]
                return [*groups[:at], (before, words), ([turned], part), (behind, words), *groups[at + 1 :]]
    return [*groups, ([turned], part)]
