"""Latin text read by tesseract: the lines of a page whose letters it knows, or a whole page without another engine.

Together with RapidOCR, that one finds the lines, tells direction and script, and reads what tesseract is not sure of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from PIL import Image

from docpipe.errors import ReadError
from docpipe.readers.ocr import tesseract
from docpipe.readers.ocr.deadline import Deadline
from docpipe.readers.ocr.lines import Line, Point, Quad, Text, Turn, around
from docpipe.words import Box, union

SURE_WORD = 0.8
"""Least confidence of each word of a line that is taken from tesseract: that below which a page is hard to read.
Lines with a word below it are read by the other engine, and not told to be worse than that one finds them."""

COVERED = 0.85
"""Least share of a line's length that its words must cover together, first to last."""

FEW_LINES = 3
"""Lines below which a page is not worth the program's start."""

INSTALL = "pip install 'docpipe[ocr]'"


class Upright(Struct, frozen=True):
    """A picture turned back so that its text stands upright, and how points of the page lie in it."""

    image: Image.Image
    turn: Turn
    shift: Point

    def box(self, quad: Quad) -> Box:
        """The box of some corners on the page, in the upright picture."""
        x0, top, x1, bottom = around([self.turn.back(corner) for corner in quad])
        return x0 + self.shift[0], top + self.shift[1], x1 + self.shift[0], bottom + self.shift[1]

    def quad(self, box: Box) -> Quad:
        """The corners on the page of a box in the upright picture, as its text is read."""
        x0, top, x1, bottom = box
        back = Turn(-self.turn.degrees)
        corners = ((x0, top), (x1, top), (x1, bottom), (x0, bottom))
        return tuple(back.back((x - self.shift[0], y - self.shift[1])) for x, y in corners)


def upright(image: Image.Image, degrees: float) -> Upright:
    """A picture whose text is turned by so many degrees clockwise, turned back."""
    turn = Turn(degrees)
    righted = image.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor="white") if degrees else image
    x, y = turn.back((image.width / 2, image.height / 2))
    return Upright(righted, turn, (righted.width / 2 - x, righted.height / 2 - y))


def texts(view: Upright, quads: Mapping[int, Quad], sample: str, deadline: Deadline) -> dict[int, Text]:
    """What stands in those lines (corners on the page, by number) that tesseract is sure of; none on a page whose
    sample has letters that it does not know. Raises LimitExceeded."""
    wanted = tesseract.languages(sample) if len(quads) >= FEW_LINES else None
    if wanted is None:
        return {}
    try:
        words = [word for line in tesseract.read(view.image, wanted, deadline.left()) for word in line]
    except ReadError:  # the other engine reads it
        return {}
    boxes = {at: view.box(quad) for at, quad in quads.items()}
    owned: dict[int, list[tesseract.Read]] = {}
    for word in words:
        x, y = (word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2
        inside = [at for at, box in boxes.items() if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
        if inside:
            middles = {at: abs((boxes[at][1] + boxes[at][3]) / 2 - y) for at in inside}
            owned.setdefault(min(inside, key=middles.__getitem__), []).append(word)
    return {at: _text(own, boxes[at]) for at, own in owned.items() if is_sure(own, boxes[at])}


def alone(image: Image.Image, deadline: Deadline) -> list[Line]:
    """The lines of a page, by tesseract alone. Raises ReadError where it cannot read the script, LimitExceeded."""
    turns, script = tesseract.upright(image, deadline.left())
    if script and script not in ("Latin", "Fraktur"):
        raise ReadError(f"{script} is not read by the tesseract that is installed; to read it: {INSTALL}")
    wanted = "script/Latin" if "script/Latin" in tesseract.models() else "eng"
    view = upright(image, 90.0 * turns)
    found = tesseract.read(view.image, wanted, deadline.left())
    return list(_lines(found, view, turns))


def _lines(found: Sequence[Sequence[tesseract.Read]], view: Upright, turns: int) -> Iterator[Line]:
    for words in found:
        box = union(word.box for word in words)
        yield Line(view.quad(box), turns, _text(words, box))


def is_sure(words: Sequence[tesseract.Read], box: Box) -> bool:
    """Whether words that were read with confidence fill a line."""
    covered = max(word.box[2] for word in words) - min(word.box[0] for word in words)
    return min(word.confidence for word in words) >= SURE_WORD and covered >= COVERED * (box[2] - box[0])


def _text(words: Sequence[tesseract.Read], box: Box) -> Text:
    """Words as one line, each character at its share of its word."""
    ordered = sorted(words, key=lambda word: word.box[0])
    width = max(box[2] - box[0], 1.0)
    centres = [
        (word.box[0] - box[0] + (at + 0.5) * (word.box[2] - word.box[0]) / len(word.text)) / width
        for word in ordered
        for at in range(len(word.text))
    ]
    sure = [word.confidence for word in ordered for _ in word.text]
    return Text(" ".join(word.text for word in ordered), tuple(centres), tuple(sure))
