"""Text that is turned on its page, as displayed: whole tables on their side, notes in a margin, heads of columns.

Turned words are laid out in a frame in which they stand upright, and keep the boxes that they have on the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees
from operator import sub

from msgspec.structs import replace

from docpipe.readers.hidden import without
from docpipe.readers.layout import Region
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.readers.rewriting import Rewriting
from docpipe.readers.rows import PageWords, Row, printed_lines
from docpipe.words import Box, union

TALL = 1.5
"""Least height of a word, in its widths, that may be turned; "ll" and "1." come near it upright and are looked at."""

LONG = 1.5
"""Height of a word, in heights of another one, from which a page may have turned words: "Rate" on its side has 1.7."""

SQUARE = 2
"""Degrees within which text stands square to its page."""

TOUCHING = 0.1
"""Gap, in heights, up to which letters belong to one word; a space is a quarter of a height, a narrow one a sixth."""

Direction = tuple[int, bool]
"""Degrees clockwise as displayed, and whether the text is mirrored as well."""

UPRIGHT = (0, False)

Group = tuple[list[Region], PageWords]
"""Regions in reading order, and the words that their rows count in."""


def turned_words(words: PageWords, text_page: TextPage, frame: Frame) -> dict[int, Direction]:
    """The words of a page (at least one) that are turned, and how; nearly always none."""
    count = len(words.starts)
    at_middle = count // 2
    suspects = {0, at_middle, count - 1}
    least = LONG * (words.bottom[at_middle] - words.top[at_middle])
    if printed_lines(words).tallest > least and max(heights := list(map(sub, words.bottom, words.top))) > least:
        parts = zip(heights, words.x0, words.x1, strict=True)
        tall = [index for index, (height, x0, x1) in enumerate(parts) if height > TALL * (x1 - x0)]
        suspects.update(index for index in tall if words.ends[index] > words.starts[index] + 1)
    middle = words.starts[at_middle]
    if not any(_angles(sorted(suspects), words, text_page, frame)) and not _direction(middle, 0, text_page, frame)[1]:
        return {}
    angles = _angles(range(count), words, text_page, frame)
    directions = {angle: _direction(words.starts[angles.index(angle)], angle, text_page, frame) for angle in {*angles}}
    return {index: directions[angle] for index, angle in enumerate(angles) if directions[angle] != UPRIGHT}


def laid_out(
    words: PageWords, turned: Mapping[int, Direction], lay: Callable[[PageWords, Direction], list[Group]]
) -> list[Group]:
    """A page with turned words: its regions of the commonest direction, the others where they belong. ``lay`` gives
    the regions of the words of one direction."""
    every = range(len(words.starts))
    (first, _), *others = Counter(turned.get(index, UPRIGHT) for index in every).most_common()
    groups = lay(_part(words, turned, first), first)
    for direction, _ in others:
        for found, part in lay(_part(words, turned, direction), direction):
            for region in found:
                groups = _placed(region, part, groups)
    return groups


def as_drawn(words: PageWords) -> Group:
    """Oblique words, each line for itself."""
    bounds = pairwise([*sorted({0, *words.line_starts}), len(words.starts)])
    return [[words.row(first, last)] for first, last in bounds if first < last], words


def righted(words: PageWords, direction: Direction) -> tuple[PageWords, PageWords]:
    """Words of one square direction as they are read, with their boxes on the page and in a frame turned with them."""
    words = _righted(words, _upright(words, direction))
    return words, _upright(words, direction)


def turned_box(box: Box, direction: Direction) -> Box:
    """A box of the page in the frame turned with some direction; coordinates may be negative."""
    x0, top, x1, bottom = box
    angle, mirrored = direction
    turned = {
        0: box, 90: (top, -x1, bottom, -x0), 180: (-x1, -bottom, -x0, -top), 270: (-bottom, x0, -top, x1),
    }[angle]  # fmt: skip
    return (turned[0], -turned[3], turned[2], -turned[1]) if mirrored else turned


def displayed_box(box: Box, direction: Direction) -> Box:
    """The box on the page of one in a turned frame."""
    angle, mirrored = direction
    if mirrored:
        box = box[0], -box[3], box[2], -box[1]
    return turned_box(box, ((360 - angle) % 360, False))


def displayed_row(row: Row, words: PageWords) -> Row:
    """A row with its box on the page."""
    more = tuple(displayed_row(part, words) for part in row.more)
    return Row(row.first, row.last, *union(words.box(word) for word in row.words()), more)


def _part(words: PageWords, turned: Mapping[int, Direction], direction: Direction) -> PageWords:
    """The words of one direction."""
    return without(words, {index: "" for index in range(len(words.starts)) if turned.get(index, UPRIGHT) != direction})


def _angles(indexes: range | list[int], words: PageWords, text_page: TextPage, frame: Frame) -> list[int]:
    """Degrees clockwise of words as displayed, exact for text that stands nearly square."""
    found = []
    for radians in text_page.angles([words.starts[index] for index in indexes]):
        angle = (round(degrees(radians)) + frame.rotation) % 360 if radians >= 0 else 0
        square = round(angle / 90) * 90
        found.append(square % 360 if abs(angle - square) <= SQUARE else angle)
    return found


def _direction(offset: int, angle: int, text_page: TextPage, frame: Frame) -> Direction:
    """How text at an offset runs; only of mirrored text the angle that PDFium names is not the letters' own."""
    a, b, c, d = text_page.matrix(offset)
    if a * d - b * c >= 0:
        return angle, False
    return (round(degrees(-atan2(b, a)) / 90) * 90 + frame.rotation) % 360, True


def _righted(words: PageWords, upright: PageWords) -> PageWords:
    """Words of one direction from left to right in each line, as they stand upright, and without the spaces and line
    ends that PDFium sees between letters drawn one by one."""
    writer = Rewriting(words)
    for line in _lines(upright):
        writer.fill(min(line))
        glued: list[tuple[str, list[int]]] = []
        for before, word in zip([None, *line], line, strict=False):
            if before is not None and _touch(upright.box(before), upright.box(word)):
                text, own = glued[-1]
                glued[-1] = (text + words.word(word), [*own, word])
            else:
                glued.append((words.word(word), [word]))
        writer.add((text, union(map(words.box, own))) for text, own in glued)
    return writer.finished()


def _lines(upright: PageWords) -> list[list[int]]:
    """The words of each line from left to right. A line goes on where the next word stands right beside its end."""
    lines: list[list[int]] = []
    for index in range(len(upright.starts)):
        goes_on = lines and (index not in upright.line_starts or _touch(upright.box(index - 1), upright.box(index)))
        if goes_on and _level(upright.box(lines[-1][0]), upright.box(index)):
            lines[-1].append(index)
        else:
            lines.append([index])
    return [sorted(line, key=lambda index: upright.x0[index]) for line in lines]


def _touch(before: Box, box: Box) -> bool:
    height = min(before[3] - before[1], box[3] - box[1])
    return _level(before, box) and abs(box[0] - before[2]) < TOUCHING * height


def _level(one: Box, other: Box) -> bool:
    return min(one[3], other[3]) - max(one[1], other[1]) > 0.5 * min(one[3] - one[1], other[3] - other[1])


def _upright(words: PageWords, direction: Direction) -> PageWords:
    """Words in a frame turned with them: its coordinates may be negative, only differences count."""
    angle, mirrored = direction
    if angle == 0:
        turned = words
    elif angle == 270:
        turned = replace(words, x0=_minus(words.bottom), top=words.x0, x1=_minus(words.top), bottom=words.x1)
    elif angle == 90:
        turned = replace(words, x0=words.top, top=_minus(words.x1), x1=words.bottom, bottom=_minus(words.x0))
    else:
        x0, top, x1, bottom = map(_minus, (words.x1, words.bottom, words.x0, words.top))
        turned = replace(words, x0=x0, top=top, x1=x1, bottom=bottom)
    return replace(turned, top=_minus(turned.bottom), bottom=_minus(turned.top)) if mirrored else turned


def _minus(values: Sequence[float]) -> list[float]:
    return [-value for value in values]


def _placed(turned: Region, part: PageWords, groups: list[Group]) -> list[Group]:
    """A turned region put above the lines that it stands over, as heads of columns do; anything else at the end.

    A region that is more than its rows (a table) is never parted.
    """
    x0, top, x1, bottom = union(row.box for row in turned)
    for at, (found, words) in enumerate(groups):
        for index, region in enumerate(found):
            for line, row in enumerate(region):
                if row.x1 <= x0 or row.x0 >= x1 or row.bottom <= top:
                    continue
                if row.top < bottom - 0.5 * row.height:  # over or under something: a mark on the page
                    return [*groups, ([turned], part)]
                parted = line if type(region) is list else 0
                before = [*found[:index], *([region[:parted]] if parted else [])]
                behind = [region[parted:] if parted else region, *found[index + 1 :]]
                around = [(before, words), ([turned], part), (behind, words)]
                return [*groups[:at], *(group for group in around if group[0]), *groups[at + 1 :]]
    return [*groups, ([turned], part)]
