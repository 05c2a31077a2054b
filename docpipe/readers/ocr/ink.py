"""What a picture shows beside its letters: the slope of its rows, the lines of its tables, round stamps over its text.

Imported with the engine, whose packages it shares.
"""

from __future__ import annotations

from itertools import product
from math import cos, pi, radians, sin
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from PIL import Image

from docpipe.words import Box

DARK = 150
"""Grey (0-255) below which a pixel may belong to a drawn line."""

STROKE, THICK = 60, 12
"""Pixels, of 200 to the inch, that such a line is long at least, and thick at most: stems of letters are shorter."""

SMALL, HALF = 4, 2
"""Times that a picture is made smaller to look for stamps, and for slopes: .15 degrees are 2 of those pixels."""

REACH_DEGREES, STEP_DEGREES = 1.2, 0.05
"""How far from the slope of the found lines that of the rows may be: corners of lines are whole pixels of a smaller
picture, and 300 pixels of a line of figures tell .4 degrees."""

LEAST_INK = 500
"""Dark pixels of the smaller picture from which on rows can be told."""

RADII_MM = (14.0, 26.0)
"""Radius of a round stamp: company seals are 38 to 45 mm wide, those of their departments 30."""

RING = 0.5
"""Share of a circle that is inked: stamps have .67 to 1, circles that are seen in text and tables .39 at most."""

BESIDE, BESIDE_PIXELS = 0.35, 4
"""Share of the circles a little within and without a ring, of so many pixels of the smaller picture, that is inked at
most, 2 mm off: stamps have up to .23, dark pictures .49 to 1."""

MOST_STAMPS = 8
"""Stamps of a page; a picture full of circles has more, and none is a stamp."""

PALE = 190
"""Grey below which a pixel of a ring is ink."""

DARKER = 35
"""Grey levels that text under a stamp must be darker than its ring, to be told from it: printed and stamped ink in
scans lie 80 apart, in one photocopy of a copy they may be the same."""

_PIXELS_PER_MM = 200 / 25.4 / SMALL


class Ring(Struct, frozen=True):
    """A stamp's circle, in pixels of the picture."""

    x: float
    y: float
    radius: float


def slope(image: Image.Image, turns: int, guess: float) -> float:
    """The degrees clockwise by which rows run off the level (off the upright one for text on its side), near a guess:
    the slope at which dark pixels lie in the fewest rows."""
    grey = _smaller(image, HALF)
    down, across = np.nonzero(grey < DARK)
    if len(down) < LEAST_INK:
        return guess
    if turns % 2:
        down, across = -across, down
    best, found = -1.0, guess
    for step in range(-round(REACH_DEGREES / STEP_DEGREES), round(REACH_DEGREES / STEP_DEGREES) + 1):
        angle = guess + step * STEP_DEGREES
        rows = down * cos(radians(angle)) - across * sin(radians(angle))
        counts = np.bincount((rows - rows.min()).astype(np.int32)).astype(np.float64)
        score = float((counts * counts).sum())
        if score > best:
            best, found = score, angle
    return found


def strokes(image: Image.Image, degrees: float) -> tuple[list[Box], list[Box]]:
    """The straight lines drawn across and down a picture that is turned by so many degrees clockwise, as boxes of the
    upright one, in pixels."""
    dark, shift = _righted(image, degrees)
    across, down = ([(x0 - shift[0], top - shift[1], x1 - shift[0], bottom - shift[1])
                     for x0, top, x1, bottom in _bars(dark, upright)] for upright in (False, True))  # fmt: skip
    return across, down


def without_stamps(image: Image.Image) -> tuple[Image.Image, int]:
    """A picture without the ink of round stamps where text lies under them, and how many there were."""
    rings = _rings(_smaller(image, SMALL))
    if not rings:
        return image, 0
    pixels: Any = np.array(image)
    taken = sum(_wiped(pixels, ring) for ring in rings)
    return (Image.fromarray(pixels), taken) if taken else (image, 0)


def _smaller(image: Image.Image, times: int) -> Any:
    size = max(1, image.width // times), max(1, image.height // times)
    return np.asarray(image.convert("L").resize(size, Image.Resampling.BOX))


def _rings(grey: Any) -> list[Ring]:
    """The circles of stamps."""
    least, most = (round(radius * _PIXELS_PER_MM) for radius in RADII_MM)
    found = cv2.HoughCircles(
        cv2.medianBlur(grey, 3), cv2.HOUGH_GRADIENT, 1.5, least, param1=120, param2=45, minRadius=least, maxRadius=most
    )
    circles = [] if found is None else [tuple(map(float, circle)) for circle in found[0]]
    rings = [ring for share, ring in (_fitted(grey, *circle) for circle in circles) if share >= RING]
    rings = [ring for ring in rings if _is_thin(grey, ring)] if len(rings) <= MOST_STAMPS else []
    return [Ring(SMALL * ring.x, SMALL * ring.y, SMALL * ring.radius) for ring in rings]


def _fitted(grey: Any, x: float, y: float, radius: float) -> tuple[float, Ring]:
    """The circle near one, a pixel or three off perhaps, of which the largest share is inked, and that share."""
    best = (-1.0, Ring(x, y, radius))
    for right, lower, off in product((-2, 0, 2), (-2, 0, 2), range(-3, 4)):
        ring = Ring(x + right, y + lower, radius + off)
        if (share := _inked(grey, ring)) > best[0]:
            best = (share, ring)
    return best


def _is_thin(grey: Any, ring: Ring) -> bool:
    """Whether it is paler on both sides of a ring."""
    beside = (Ring(ring.x, ring.y, ring.radius + off) for off in (-BESIDE_PIXELS, BESIDE_PIXELS))
    return all(_inked(grey, one) <= BESIDE for one in beside)


def _inked(grey: Any, ring: Ring) -> float:
    """The share of a circle that is inked."""
    angles = np.linspace(0, 2 * pi, 360, endpoint=False)
    across = np.clip(np.round(ring.x + ring.radius * np.cos(angles)), 0, grey.shape[1] - 1).astype(int)
    down = np.clip(np.round(ring.y + ring.radius * np.sin(angles)), 0, grey.shape[0] - 1).astype(int)
    return float((grey[down, across] < PALE).mean())


def _wiped(pixels: Any, ring: Ring) -> bool:
    """Whether a stamp is paler than what it lies over, in the colour in which it is palest; its ink is then taken out
    of the picture, whose pixels are changed."""
    reach = 1.08 * ring.radius
    top, bottom = max(0, round(ring.y - reach)), round(ring.y + reach) + 1
    left, right = max(0, round(ring.x - reach)), round(ring.x + reach) + 1
    part = pixels[top:bottom, left:right]
    ys, xs = np.ogrid[: part.shape[0], : part.shape[1]]
    away = np.hypot(xs + left - ring.x, ys + top - ring.y)
    on_ring = part[np.abs(away - ring.radius) < SMALL]
    inked = on_ring[on_ring.min(axis=1) < PALE]
    if not len(inked):
        return False
    channel = int(np.median(inked, axis=0).argmax())
    shade, inside = part[:, :, channel].astype(np.float32), away <= reach
    stamp, text = float(np.median(inked[:, channel])), float(np.percentile(shade[inside], 1))
    if stamp - text < DARKER:
        return False
    white = stamp - DARKER / 2
    cleared = np.clip((shade - text) * (255 / (white - text)), 0, 255).astype(np.uint8)
    part[inside] = cleared[inside][:, None]
    return True


def _righted(image: Image.Image, degrees: float) -> tuple[Any, tuple[float, float]]:
    """The dark pixels of a picture, turned back, and by how much the upright plane is shifted to hold them."""
    dark = (np.asarray(image.convert("L")) < DARK).astype(np.uint8) * 255
    if not degrees:
        return dark, (0.0, 0.0)
    c, s = cos(radians(degrees)), sin(radians(degrees))
    height, width = dark.shape
    xs, ys = (0, c * width, s * height, c * width + s * height), (0, -s * width, c * height, c * height - s * width)
    shift = -min(xs), -min(ys)
    turn = np.array([[c, s, shift[0]], [-s, c, shift[1]]], dtype=np.float32)
    return cv2.warpAffine(dark, turn, (round(max(xs) - min(xs)), round(max(ys) - min(ys)))), shift


def _bars(dark: Any, down: bool) -> list[Box]:
    """Dark runs, long and thin."""
    kernel = np.ones((STROKE, 1) if down else (1, STROKE), np.uint8)
    bars = cv2.morphologyEx(cv2.dilate(dark, np.ones((1, 2) if down else (2, 1), np.uint8)), cv2.MORPH_OPEN, kernel)
    _, _, found, _ = cv2.connectedComponentsWithStats(bars)
    boxes = [(float(x), float(y), float(x + w), float(y + h)) for x, y, w, h, _ in found[1:]]
    return [box for box in boxes if min(box[2] - box[0], box[3] - box[1]) <= THICK]
