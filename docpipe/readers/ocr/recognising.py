"""A page's picture → its lines: found, turned, recognised; stamps are taken out before, askew text is set aside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import atan2, degrees
from statistics import median
from typing import Protocol

from msgspec import Struct
from PIL import Image

from docpipe.readers.ocr import latin
from docpipe.readers.ocr.deadline import Deadline
from docpipe.readers.ocr.lines import Line, Quad, Text, Turn, sideways, size, skew, turned
from docpipe.words import Box

FINDING_SIDE = 1_280
"""The longer side, in pixels, of the picture in which lines are looked for: 0.8 s of computing where 2,339 take 4.5,
and lines are recognised as well or better (confidence .991 against .973 on a contract's page)."""

LEAST_CONFIDENCE = 0.5
"""Of a line that is text: lines found in drawings and stains stay below."""

BATCH = 6
"""Lines that are recognised at once, of about one length."""

SAMPLE = 6
"""Lines by which the direction of a page is told."""

UPRIGHT = 0.9
"""Mean confidence of those lines from which the page stands right: upside down the same lines have .4 to .7."""

MARGIN_LENGTH = 2.5
"""Height of a box, in heights of a line, from which it is text on its side, and not a narrow letter."""

ASKEW_DEGREES, LEAST_ASKEW = 15.0, 1.5
"""Slope against the page, and length in heights, of what was stamped or printed across it: boxes of single characters
tell no slope, lines of a page differ by 4 degrees at most."""

INK = 192
"""Grey (0-255) below which a pixel is not paper."""

EDGE = 30
"""Pixels of white that are left around what is not."""

Strokes = tuple[list[Box], list[Box]]


class Engine(Protocol):
    """What finds and recognises lines of text in pictures."""

    def found(self, image: Image.Image) -> list[Quad]: ...

    def texts(self, lines: Sequence[Image.Image]) -> list[Text]: ...


class Recognised(Struct, frozen=True):
    """The lines of a picture and those askew, the degrees clockwise by which a page that was turned upright still
    slopes, how many stamps were taken out, and what finds the drawn lines of the picture at a turn, in pixels."""

    lines: list[Line]
    askew: list[Line]
    slope: float
    stamps: int
    strokes: Callable[[float], Strokes]


def recognised(image: Image.Image, engine: Engine, by_two: bool, deadline: Deadline) -> Recognised:
    """The lines of a picture by an engine that finds and recognises them, and Latin text by tesseract where both are
    wanted. Raises ReadError, LimitExceeded."""
    from docpipe.readers.ocr import ink  # shares the engine's packages

    cleared, stamps = ink.without_stamps(image)
    reader = _Reader(cleared, engine, deadline)
    quads = _found(cleared, engine)
    if not quads:
        return Recognised([], [], 0.0, stamps, lambda _: ([], []))
    turns, known = _direction(quads, reader)
    guess = skew([tuple(Turn(90.0 * turns).back(corner) for corner in turned(quad, turns)) for quad in quads])
    slope = ink.slope(cleared, turns, guess)
    if by_two and _is_latin(known):
        along = {at: quad for at, quad in enumerate(quads) if not sideways(turned(quad, turns))}
        view = latin.upright(cleared, 90.0 * turns + slope)
        sample = " ".join(text.text for text in known.values())
        known |= latin.texts(view, along, sample, deadline)
    lines = [line for line in _lines(quads, turns, known, reader) if line.text.confidence >= LEAST_CONFIDENCE]
    straight, askew = _straight(lines, slope)
    return Recognised(straight, askew, slope, stamps, lambda turn: ink.strokes(cleared, turn))


def by_tesseract(image: Image.Image, deadline: Deadline) -> Recognised:
    """The lines of a picture by tesseract alone, which finds no tables. Raises ReadError, LimitExceeded."""
    lines = [one for one in latin.alone(image, deadline) if one.text.confidence >= LEAST_CONFIDENCE]
    return Recognised(lines, [], 0.0, 0, lambda _: ([], []))


class _Reader:
    """Recognises lines of one picture in batches of about one length, and watches the clock."""

    def __init__(self, image: Image.Image, engine: Engine, deadline: Deadline) -> None:
        self._image, self._engine, self._deadline = image, engine, deadline

    def texts(self, quads: Sequence[Quad]) -> list[Text]:
        """What stands in lines whose corners are those of the text as it is read."""
        found: dict[int, Text] = {}
        order = sorted(range(len(quads)), key=lambda at: size(quads[at])[0] / max(size(quads[at])[1], 1.0))
        for first in range(0, len(order), BATCH):
            self._deadline.left()  # raises when there is none
            batch = order[first : first + BATCH]
            found.update(zip(batch, self._engine.texts([_cut(self._image, quads[at]) for at in batch]), strict=True))
        return [found[at] for at in range(len(quads))]


def _found(image: Image.Image, engine: Engine) -> list[Quad]:
    """The lines of a picture; where none are found, those of the part of it that is not white, which looms larger."""
    if found := _looked_for(image, engine):
        return found
    inked = image.convert("L").point([255 * (value < INK) for value in range(256)]).getbbox()
    if inked is None:
        return []
    left, upper = max(0, inked[0] - EDGE), max(0, inked[1] - EDGE)
    part = image.crop((left, upper, min(image.width, inked[2] + EDGE), min(image.height, inked[3] + EDGE)))
    return [tuple((x + left, y + upper) for x, y in quad) for quad in _looked_for(part, engine)]


def _looked_for(image: Image.Image, engine: Engine) -> list[Quad]:
    """The lines of a picture, looked for in a smaller one."""
    share = min(1.0, FINDING_SIDE / max(image.size))
    small = image.resize(
        (max(32, round(image.width * share)), max(32, round(image.height * share))), Image.Resampling.BOX
    )
    across, down = image.width / small.width, image.height / small.height
    return [tuple((x * across, y * down) for x, y in quad) for quad in engine.found(small)]


def _is_latin(known: dict[int, Text]) -> bool:
    """Whether a sample has letters, and none beyond those of Latin scripts."""
    letters = [character for text in known.values() for character in text.text if character.isalpha()]
    return bool(letters) and max(letters) < "\u0250"


def _lines(quads: Sequence[Quad], turns: int, known: dict[int, Text], reader: _Reader) -> Iterator[Line]:
    """Every line as it is read: those of the page's own direction, and those on their side."""
    usual = median(min(size(quad)) for quad in quads)
    across = [at for at, quad in enumerate(quads) if _athwart(quad, turns, usual)]
    along = [at for at in range(len(quads)) if at not in across]
    rest = [at for at in along if at not in known]
    known |= dict(zip(rest, reader.texts([turned(quads[at], turns) for at in rest]), strict=True))
    for at in along:
        yield Line(turned(quads[at], turns), turns, known[at])
    if across:
        yield from _best(quads, across, ((turns + 3) % 4, (turns + 1) % 4), reader)


def _straight(lines: Sequence[Line], slope: float) -> tuple[list[Line], list[Line]]:
    """The lines that run as the page does, or across it, and those askew."""
    straight: list[Line] = []
    askew: list[Line] = []
    for line in lines:
        (ax, ay), (bx, by), *_ = line.quad
        length, height = size(line.quad)
        off = (degrees(atan2(by - ay, bx - ax)) - slope + 45) % 90 - 45
        is_askew = abs(off) > ASKEW_DEGREES and length >= LEAST_ASKEW * height
        (askew if is_askew else straight).append(line)
    return straight, askew


def _direction(quads: Sequence[Quad], reader: _Reader) -> tuple[int, dict[int, Text]]:
    """The quarters clockwise by which a page's text is turned, and what was read to tell it."""
    longest = sorted(range(len(quads)), key=lambda at: max(size(quads[at])), reverse=True)
    tall = sum(sideways(quads[at]) for at in longest[: 2 * SAMPLE]) > len(longest[: 2 * SAMPLE]) / 2
    sample = [at for at in longest if sideways(quads[at]) == tall][:SAMPLE]
    best: tuple[float, int, dict[int, Text]] = (-1.0, 0, {})
    for turns in (3, 1) if tall else (0, 2):
        texts = reader.texts([turned(quads[at], turns) for at in sample])
        mean = sum(text.confidence for text in texts) / len(texts)
        if mean > best[0]:
            best = (mean, turns, dict(zip(sample, texts, strict=True)))
        if mean >= UPRIGHT:
            break
    return best[1], best[2]


def _athwart(quad: Quad, turns: int, usual: float) -> bool:
    """Whether a line runs across the page's direction: a long box, not that of a narrow letter."""
    return sideways(turned(quad, turns)) and size(turned(quad, turns))[1] >= MARGIN_LENGTH * usual


def _best(quads: Sequence[Quad], chosen: Sequence[int], ways: Sequence[int], reader: _Reader) -> Iterator[Line]:
    """Each line in the way in which it is read with more confidence."""
    read_as = [reader.texts([turned(quads[at], turns) for at in chosen]) for turns in ways]
    for at, *texts in zip(chosen, *read_as, strict=True):
        text, turns = max(zip(texts, ways, strict=True), key=lambda pair: pair[0].confidence)
        yield Line(turned(quads[at], turns), turns, text)


def _cut(image: Image.Image, quad: Quad) -> Image.Image:
    """The picture of one line, upright."""
    length, height = size(quad)
    upper_left, upper_right, lower_right, lower_left = quad
    corners = (*upper_left, *lower_left, *lower_right, *upper_right)
    target = max(1, round(length)), max(1, round(height))
    return image.transform(target, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC)
