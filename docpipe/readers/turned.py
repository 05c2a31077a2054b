"""Turned text in the margin, and watermarks: what is drawn beside the body or across it, told by its angle and size.

Text that is turned amid the body stays: it heads the columns of a table, or names the axis of a chart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import inf, pi
from operator import sub
from statistics import median

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.readers.rows import Apart, PageWords, has_east_asian, printed_lines
from docpipe.types import RemovedKind
from docpipe.words import Box, union

LARGE_POINTS = 30.0
"""Height from which a word may be a watermark: it spares nearly every page the search."""

SAME_ANGLE = 0.03
"""Radians (1.7 degrees) by which the letters of one line, or upright ones, may differ: scans lie crooked."""

LARGE = 1.8
"""Least size of a slanted watermark's letters, in usual heights of a word: the slanted labels of charts are no larger
than the rest."""

HUGE = 3.0
"""Least size of upright letters that lie over others: drop capitals have two or three lines."""

COVERED = 3
"""Words that huge letters lie over, at least."""

MARGIN = 0.15
"""Share of the page's width, on either side, in which turned text may stand in the margin."""

FREE_POINTS = 6.0
"""Least free space between turned text and the body, or the height of its letters where that is more; turned heads of
a table's rows stand closer, and no further out than other lines of the page begin."""

MOST_IN_MARGIN = 4
"""Lines of turned text that a margin may hold: more of them head the rows of a table."""

LETTERS = 4
"""Letters that it must have, unless it is a page number: figures scale an axis."""

BANDS = 0.08
"""Share of the page's height, above and below, whose words do not tell where the sides of the body are."""

SLANTED_BOX = 1.17
"""Height of the box of one letter at 45 degrees, in heights of the letter: (.55 + 1.1) / 2 ** .5."""

_STAMP = compiled(
    r"\W*(?:draft|copy|specimen|sample|void|confidential|duplicate|uncontrolled(?: copy)?|do not copy|not for "
    r"(?:distribution|release|resale)|草\s*[稿案]|样\s*[本张]|副\s*本|作\s*废|机\s*密|仅供参考)\W*",
    re.IGNORECASE,
)
"""What watermarks say that lie over nothing."""

_PAGE_NUMBER = compiled(r"\W*(?:[A-Z]{1,2}\s?[-–]\s?)?\d{1,5}\W*|[ivxlc]{1,7}")


def turned(words: PageWords, text_page: TextPage, frame: Frame) -> list[Apart]:
    """Watermarks and the margin's turned text of a page with words; nothing for nearly every page.

    Costs a look at the first word of each line, 0.02 ms a page.
    """
    printed = printed_lines(words)
    firsts = [row.first for row in printed.rows]
    large = printed.tallest >= LARGE_POINTS and any(words.bottom[at] - words.top[at] >= LARGE_POINTS for at in firsts)
    if not large and not any(map(_is_turned, filter(None, _angles(words, firsts, text_page, frame)))):
        return []
    angles = _angles(words, range(len(words.starts)), text_page, frame)
    upright = [index for index, angle in enumerate(angles) if not _is_turned(angle)]
    if not upright or sum(map(_is_quarter, angles)) > len(upright):
        return list(_numbers_of_turned(angles, words, text_page, frame))
    body = _Body([words.box(index) for index in upright], frame.size)
    lines = [_Line.of(run, angles[run[0]], words, text_page, frame) for run in _runs(angles, words, HUGE * body.usual)]
    marks = [line for line in lines if _is_watermark(line, body)]
    margin = [line for line in lines if line not in marks and _in_margin(line, body)]
    return [Apart("watermark", line.words, "drawn large across the page") for line in marks] + list(
        _of_margin(margin, body)
    )


def _numbers_of_turned(angles: Sequence[float], words: PageWords, text_page: TextPage, frame: Frame) -> Iterator[Apart]:
    """The page numbers of a page whose body is turned: above or below it as one holds it to read."""
    own = [index for index, angle in enumerate(angles) if _is_quarter(angle)]
    if not own:
        return
    outermost = {min(own, key=words.x0.__getitem__), max(own, key=words.x1.__getitem__)}
    for run in _runs(angles, words, inf):
        if outermost.isdisjoint(run) or len(run) == len(own):
            continue
        rest = [words.box(index) for index in own if index not in run]
        line = _Line.of(run, angles[run[0]], words, text_page, frame)
        free = max(FREE_POINTS, line.letters)
        apart = line.box[0] - free >= max(box[2] for box in rest) or line.box[2] + free <= min(box[0] for box in rest)
        if apart and _PAGE_NUMBER.fullmatch(line.text):
            yield Apart("page_number", run, "a number by itself at the edge of the page")


class _Line(Struct, frozen=True):
    """Words of one direction that follow each other on one line; ``letters`` is the height of the letters."""

    words: Sequence[int]
    angle: float
    text: str
    box: Box
    letters: float

    @classmethod
    def of(cls, run: Sequence[int], angle: float, words: PageWords, text_page: TextPage, frame: Frame) -> _Line:
        box = union(words.box(index) for index in run)
        starts = [words.starts[index] for index in run]
        tops, bottoms = text_page.boxes(frame, starts, starts)[1::2]
        letters = median(map(sub, bottoms, tops))  # not the words' heights: one that goes on below is taller
        if _is_quarter(angle):
            letters = box[2] - box[0]
        elif _is_slanted(angle):
            letters /= SLANTED_BOX
        return cls(run, angle, " ".join(map(words.word, run)), box, letters)


class _Body:
    """The upright words of a page: their usual height, and where the sides of the body are."""

    def __init__(self, boxes: Sequence[Box], size: tuple[float, float]) -> None:
        self.width, height = size
        self.boxes = boxes
        self.usual = median(box[3] - box[1] for box in boxes)
        within = [box for box in boxes if box[1] > BANDS * height and box[3] < (1 - BANDS) * height] or boxes
        self.left, self.right = min(box[0] for box in within), max(box[2] for box in within)

    def covered(self, line: _Line) -> int:
        """How many words of usual size have their middle within a line's box."""
        x0, top, x1, bottom = line.box
        return sum(
            x0 < (box[0] + box[2]) / 2 < x1 and top < (box[1] + box[3]) / 2 < bottom
            for box in self.boxes
            if 2 * (box[3] - box[1]) < line.letters
        )


def _angles(words: PageWords, chosen: Sequence[int], text_page: TextPage, frame: Frame) -> list[float]:
    """Radians clockwise by which the first letters of words are turned, as displayed; none where it is not known."""
    shift = frame.rotation * pi / 180
    found = text_page.angles([words.starts[index] for index in chosen])
    if not shift and not any(found):
        return found  # nearly every page
    return [(angle + shift) % (2 * pi) if angle >= 0 else 0.0 for angle in found]


def _is_turned(angle: float) -> bool:
    return SAME_ANGLE < angle < 2 * pi - SAME_ANGLE


def _is_quarter(angle: float) -> bool:
    return abs(abs(angle - pi) - pi / 2) < SAME_ANGLE


def _is_slanted(angle: float) -> bool:
    return pi / 4 - abs(angle % (pi / 2) - pi / 4) > SAME_ANGLE


def _runs(angles: Sequence[float], words: PageWords, huge: float) -> Iterator[list[int]]:
    """The lines of turned words, and of huge ones."""
    run: list[int] = []
    for index, angle in enumerate(angles):
        wanted = _is_turned(angle) or words.bottom[index] - words.top[index] >= huge
        if run and not (wanted and _goes_on(run[-1], index, angles, words)):
            yield run
            run = []
        if wanted:
            run.append(index)
    if run:
        yield run


def _goes_on(before: int, index: int, angles: Sequence[float], words: PageWords) -> bool:
    """Whether a word stands on the line of the one before it, which it follows."""
    if before != index - 1 or abs(angles[before] - angles[index]) > SAME_ANGLE:
        return False
    one, other = words.box(before), words.box(index)
    if _is_quarter(angles[index]):
        one, other = (one[1], one[0], one[3], one[2]), (other[1], other[0], other[3], other[2])
    elif _is_slanted(angles[index]):
        return True
    thickness = min(one[3] - one[1], other[3] - other[1])
    apart = max(one[0], other[0]) - min(one[2], other[2])
    return min(one[3], other[3]) - max(one[1], other[1]) > 0.5 * thickness and apart < 2 * thickness


def _is_watermark(line: _Line, body: _Body) -> bool:
    """Whether large letters are slanted, lie over the body or say what stamps say."""
    if not _says_something(line.text):
        return False
    if _is_slanted(line.angle):
        return line.letters >= LARGE * body.usual
    least = LARGE if _is_quarter(line.angle) else HUGE
    if line.letters < max(least * body.usual, LARGE_POINTS):
        return False
    if not _is_turned(line.angle) and line.box[3] - line.box[1] > 2 * line.letters:
        return False  # a word whose letters stand far apart, or a few lines
    return body.covered(line) >= COVERED or _STAMP.fullmatch(line.text) is not None


def _says_something(text: str) -> bool:
    return sum(map(str.isalnum, text)) >= (2 if has_east_asian(text) else 3)


def _in_margin(line: _Line, body: _Body) -> bool:
    """Whether a quarter-turned line of words, or a page number, stands beside the whole body, free of it."""
    letters = sum(map(str.isalpha, line.text))
    if not _is_quarter(line.angle) or (letters < LETTERS and not _PAGE_NUMBER.fullmatch(line.text)):
        return False
    x0, _, x1, _ = line.box
    free = max(FREE_POINTS, line.letters)
    return (x1 < MARGIN * body.width and x1 + free <= body.left) or (
        x0 > (1 - MARGIN) * body.width and x0 - free >= body.right
    )


def _of_margin(lines: Sequence[_Line], body: _Body) -> Iterator[Apart]:
    """What the margins hold, unless a margin holds so much that it is none."""
    for side in (
        [line for line in lines if line.box[0] < body.left],
        [line for line in lines if line.box[0] > body.left],
    ):
        if len(side) > MOST_IN_MARGIN:
            continue
        for line in side:
            kind: RemovedKind = "page_number" if _PAGE_NUMBER.fullmatch(line.text) else "header"
            yield Apart(kind, line.words, "turned text in the margin")
