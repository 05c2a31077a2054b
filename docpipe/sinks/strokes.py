"""What Pillow has no call for: tints, hatching, dashes, arrows, labels; all in pixels, on a picture that is changed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from docpipe.words import Box

Colour = tuple[int, int, int]
Point = tuple[float, float]

WHITE: Colour = (255, 255, 255)
TYPE_SIZE = 14
"""Of labels: legible beside body type of 10 points at 120 dots an inch, and no larger than it."""

_HATCH_STEP = 9
_DASH = 7
_ARROW_HEAD = 9


class Canvas:
    """A picture in red, green and blue, and what can be drawn on it."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self._draw = ImageDraw.Draw(image, "RGBA")

    def tint(self, box: Box, colour: Colour, share: float) -> None:
        """Colour over a box that lets what is below shine through; ``share`` is 0 for nothing, 1 for solid."""
        self._draw.rectangle(_ordered(box), (*colour, round(255 * share)))

    def outline(self, box: Box, colour: Colour, width: int = 2) -> None:
        self._draw.rectangle(_ordered(box), outline=(*colour, 255), width=width)

    def dashes(self, box: Box, colour: Colour, width: int = 2) -> None:
        """An outline of dashes."""
        x0, top, x1, bottom = _ordered(box)
        corners = [(x0, top), (x1, top), (x1, bottom), (x0, bottom), (x0, top)]
        for start, end in pairwise(corners):
            for first, last in _dashed(start, end):
                self._draw.line([first, last], (*colour, 255), width)

    def hatch(self, box: Box, colour: Colour) -> None:
        """Rising lines across a box."""
        x0, top, x1, bottom = _ordered(box)
        height = bottom - top
        for offset in range(0, round(x1 - x0 + height), _HATCH_STEP):
            low, high = x0 + offset, x0 + offset - height
            start = (min(low, x1), bottom - max(low - x1, 0))
            end = (max(high, x0), top + max(x0 - high, 0))
            self._draw.line([start, end], (*colour, 255), 1)

    def arrow(self, start: Point, end: Point, colour: Colour, width: int = 2) -> None:
        """A line with a head at its end; nothing for points that coincide."""
        length = hypot(end[0] - start[0], end[1] - start[1])
        if length < 1:
            return
        angle, head = atan2(end[1] - start[1], end[0] - start[0]), min(_ARROW_HEAD, length)
        wings = [(end[0] - head * cos(angle + turn), end[1] - head * sin(angle + turn)) for turn in (-pi / 7, pi / 7)]
        self._draw.line([start, end], (*colour, 220), width)
        self._draw.polygon([end, *wings], (*colour, 255))

    def label(self, at: Point, text: str, colour: Colour) -> None:
        """White type on a box of colour whose upper right corner is ``at``, kept inside the picture."""
        width, height = label_size(text)
        x = min(max(at[0] - width, 0), self.image.width - width)
        y = min(max(at[1], 0), self.image.height - height)
        self._draw.rectangle((x, y, x + width, y + height), (*colour, 255))
        self._draw.text((x + 3, y + 1), text, WHITE, font())

    def text(self, at: Point, text: str, colour: Colour) -> None:
        self._draw.text(at, text, colour, font())


@cache
def font() -> Any:
    """The type that comes with Pillow: Latin letters and figures."""
    return ImageFont.load_default(TYPE_SIZE)


def label_size(text: str) -> tuple[int, int]:
    """Width and height of a label's box in pixels."""
    return round(font().getlength(text)) + 6, TYPE_SIZE + 4


def _ordered(box: Box) -> Box:
    return min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])


def _dashed(start: Point, end: Point) -> Iterator[tuple[Point, Point]]:
    length = hypot(end[0] - start[0], end[1] - start[1])
    along = [step * _DASH for step in range(int(length / _DASH) + 1)]
    for first in along[::2]:
        last = min(first + _DASH, length)
        yield (
            _between(start, end, first / length if length else 0),
            _between(start, end, last / length if length else 0),
        )


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
