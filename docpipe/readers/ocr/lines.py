"""Lines of text in a picture: their corners, their characters, and which way they run."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from statistics import median

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.readers.rows import EAST_ASIAN_RANGES, has_east_asian, word_pattern
from docpipe.words import Box, union

Point = tuple[float, float]
Quad = tuple[Point, ...]
"""Four corners: the upper left, upper right, lower right and lower left one of the text as it is read."""

TALL = 1.5
"""Height of a line's box, in its widths, from which it is sideways."""

STRAIGHT_DEGREES = 0.1
"""Up to this a page is not turned back: 1 point over the width of A4."""

MOST_SKEW_DEGREES = 15.0

SLENDER = 5.0
"""Length of a line, in its heights, from which its direction is that of the page."""


TRIM = 0.12
"""Share of a line's height that is white above and below its letters: boxes are 1.3 times as high as those."""

WIDE = 1.6
"""Distance of two figures of a Chinese year, in those of the other characters, between which a circle stood."""

LEAST_CENTRES = 8
"""Characters of a line whose distance is known."""

UNSEEN = 0.5
"""Confidence of a character that was told from its place alone."""


APART = 0.6
"""Least white between two characters of a line, in its height, at which it may be two lines of two columns; full-width
spaces have as much, justified Latin words up to .7."""

AROUND = 2.5
"""Heights of a line up to which lines above and below must leave the same white."""

NARROW, WIDE_EM = 0.5, 0.9
"""Width of a letter or figure, and of an East Asian character, in heights of a line."""


class Text(Struct, frozen=True):
    """What stands in a line. ``centres`` (shares of its width) and ``confidences`` are of its characters but spaces."""

    text: str
    centres: tuple[float, ...]
    confidences: tuple[float, ...]

    @property
    def confidence(self) -> float:
        return sum(self.confidences) / len(self.confidences) if self.confidences else 0.0


class Line(Struct, frozen=True):
    """A line as recognised, in pixels of the page's picture; it is read ``turns`` quarters clockwise."""

    quad: Quad
    turns: int
    text: Text


class Word(Struct, frozen=True):
    """A word, its box, and whether white space stands before it."""

    text: str
    box: Box
    apart: bool


def turned(quad: Quad, turns: int) -> Quad:
    """The corners in the order in which text that runs so many quarters clockwise has them."""
    return quad[turns:] + quad[:turns]


def size(quad: Quad) -> tuple[float, float]:
    """Length and height of a line."""
    (ax, ay), (bx, by), _, (dx, dy) = quad
    return hypot(bx - ax, by - ay), hypot(dx - ax, dy - ay)


def sideways(quad: Quad) -> bool:
    width, height = size(quad)
    return height > TALL * width


def skew(quads: Sequence[Quad]) -> float:
    """Degrees clockwise by which lines (in the order of their text) run off the horizontal; 0 where they don't."""
    angles = []
    for quad in quads:
        length, height = size(quad)
        if length >= SLENDER * height:
            angles.append(degrees(atan2(quad[1][1] - quad[0][1], quad[1][0] - quad[0][0])))
    if not angles:
        return 0.0
    found = median(angles)
    return found if STRAIGHT_DEGREES < abs(found) < MOST_SKEW_DEGREES else 0.0


class Turn(Struct, frozen=True):
    """A turn of the plane, degrees clockwise as displayed."""

    degrees: float

    def back(self, point: Point) -> Point:
        """Where a displayed point lies when its text stands upright."""
        if not self.degrees:
            return point
        c, s = cos(radians(self.degrees)), sin(radians(self.degrees))
        return c * point[0] + s * point[1], c * point[1] - s * point[0]

    def displayed(self, box: Box) -> Box:
        """The box around an upright one, as displayed."""
        if not self.degrees:
            return box
        turn = Turn(-self.degrees)
        return around([turn.back((x, y)) for x in (box[0], box[2]) for y in (box[1], box[3])])


def around(points: Sequence[Point]) -> Box:
    """The box around some points."""
    return union((x, y, x, y) for x, y in points)


def words(line: Line, turn: Turn, scale: float) -> list[Word]:
    """The words of a line with boxes that stand upright, in points; ``scale`` is points per pixel."""
    corners = _trimmed([turn.back(corner) for corner in line.quad])
    text = full_width(line.text.text)
    places = [at for at, character in enumerate(text) if not character.isspace()]
    nth = {at: order for order, at in enumerate(places)}
    found = []
    for match in word_pattern(text).finditer(text):
        first, last = nth[match.start()], nth[match.end() - 1]
        left, right = _extent(line.text.centres, first, last)
        box = around([_between(corners[0], corners[1], left), _between(corners[0], corners[1], right),
                      _between(corners[3], corners[2], left), _between(corners[3], corners[2], right)])  # fmt: skip
        apart = match.start() > 0 and text[match.start() - 1].isspace()
        found.append(Word(match[0], (box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale), apart))
    return found


def parted(lines: Sequence[Line], turn: Turn) -> list[Line]:
    """Lines, those that go over a gutter as their parts: engines take what stands close in two columns for one."""
    cuts = [_cuts(line) for line in lines]
    if not any(cuts):
        return list(lines)
    boxes = [around([turn.back(corner) for corner in line.quad]) for line in lines]
    places = [[box[0] + share * (box[2] - box[0]) for _, share in own] for box, own in zip(boxes, cuts, strict=True)]
    found: list[Line] = []
    for at, line in enumerate(lines):
        near = [other for other in range(len(lines)) if other != at and _is_near(boxes[at], boxes[other])]
        kept = [
            first
            for (first, _), x in zip(cuts[at], places[at], strict=True)
            if not any(_crosses(boxes[other], places[other], x) for other in near)
        ]
        bounds = [0, *kept, len(line.text.centres)]
        found += [_part(line, *bound) for bound in pairwise(bounds)] if kept else [line]
    return found


def _cuts(line: Line) -> list[tuple[int, float]]:
    """The characters, spaces not counted, before which a line has a wide stretch of white, and where: in shares of its
    length."""
    text = line.text
    shown = "".join(text.text.split())
    if len(shown) != len(text.centres):
        return []
    length, height = size(line.quad)
    reach = (1 - 2 * TRIM) * height / max(length, 1.0)  # the height of its letters, as a share of its length
    ends = [reach * _half(character) for character in shown]
    return [
        (at, (text.centres[at - 1] + text.centres[at]) / 2)
        for at in range(1, len(shown))
        if shown[at - 1].isalnum() and shown[at].isalnum()
        and text.centres[at] - ends[at] - text.centres[at - 1] - ends[at - 1] > APART * reach
    ]  # fmt: skip


def _is_near(box: Box, other: Box) -> bool:
    return abs(box[1] + box[3] - other[1] - other[3]) / 2 < AROUND * (box[3] - box[1])


def _crosses(box: Box, cuts: Sequence[float], x: float) -> bool:
    """Whether a line has no white where another one has."""
    height = box[3] - box[1]
    return box[0] < x < box[2] and not any(abs(cut - x) < height for cut in cuts)


def _half(character: str) -> float:
    return (WIDE_EM if has_east_asian(character) else NARROW) / 2


def _part(line: Line, first: int, last: int) -> Line:
    """The characters ``first .. last - 1`` of a line, spaces not counted, as a line."""
    text = line.text
    places = [at for at, character in enumerate(text.text) if not character.isspace()]
    left, right = _extent(text.centres, first, last - 1)
    upper_left, upper_right, lower_right, lower_left = line.quad
    width = max(right - left, 1e-6)
    own = Text(
        text.text[places[first] : places[last - 1] + 1],
        tuple((centre - left) / width for centre in text.centres[first:last]),
        text.confidences[first:last],
    )
    quad = (_between(upper_left, upper_right, left), _between(upper_left, upper_right, right),
            _between(lower_left, lower_right, right), _between(lower_left, lower_right, left))  # fmt: skip
    return Line(quad, line.turns, own)


def _trimmed(corners: Sequence[Point]) -> list[Point]:
    """The corners of a line without the white that engines leave above and below it: lines set close would overlap."""
    upper_left, upper_right, lower_right, lower_left = corners
    return [_between(upper_left, lower_left, TRIM), _between(upper_right, lower_right, TRIM),
            _between(lower_right, upper_right, TRIM), _between(lower_left, upper_left, TRIM)]  # fmt: skip


def _extent(centres: Sequence[float], first: int, last: int) -> tuple[float, float]:
    """From where to where characters reach, in shares of the line: half a character beyond their centres, and not
    beyond the middle between neighbours."""
    count = len(centres)
    pitch = (centres[-1] - centres[0]) / (count - 1) if count > 1 else 1.0 / max(count, 1)
    own = (centres[last] - centres[first]) / (last - first) if last > first else pitch
    left = max(centres[first] - own / 2, (centres[first] + centres[first - 1]) / 2 if first else 0.0)
    right = min(centres[last] + own / 2, (centres[last] + centres[last + 1]) / 2 if last + 1 < count else 1.0)
    return left, max(right, left)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


_YEAR = compiled("[一二三四五六七八九]{3}(?=年)")


def with_circle(text: Text) -> Text:
    """A line with the 〇 of a year such as 二〇二四年, which engines pass over: a gap as wide as a character."""
    match = _YEAR.search(text.text) if "年" in text.text else None
    if match is None or len(text.centres) < LEAST_CENTRES:
        return text
    pitch = median(after - before for before, after in pairwise(text.centres))
    first = sum(not character.isspace() for character in text.text[: match.start()])
    for at in (first + 1, first + 2):
        before, after = text.centres[at - 1 : at + 1]
        if after - before >= WIDE * pitch:
            place = match.start() + at - first
            return Text(
                f"{text.text[:place]}〇{text.text[place:]}",
                (*text.centres[:at], (before + after) / 2, *text.centres[at:]),
                (*text.confidences[:at], UNSEEN, *text.confidences[at:]),
            )
    return text


_FULL = str.maketrans(",;:!?()", "，；：！？（）")
_HALF = compiled(rf"(?<=[{EAST_ASIAN_RANGES}])[,;:!?)(]|[()](?=[{EAST_ASIAN_RANGES}])")


def full_width(text: str) -> str:
    """Punctuation beside East Asian characters in the width that it is set in there: the networks take one for the
    other."""
    return _HALF.sub(lambda match: match[0].translate(_FULL), text) if has_east_asian(text) else text
