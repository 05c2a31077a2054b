"""Words of a page as printed lines, and lines as segments: what stands together between wide gaps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.words import Box, union

GAP = 0.85
"""Least gap between two segments, in heights of their line: a space is a third, justified lines have up to .7."""
LEADER_GAP = 2.0
"""The same before a leader's dots, which belong to the label before them."""
LEVEL = 0.45
"""Most distance of the middles of two words of a line, in heights of the lower one."""
FIGURES_GAP = 0.3
"""The same between two figures: they stand in columns far more often than side by side in a sentence."""

FIGURE = compiled(
    r"[(\[$€£¥<>~+−–-]*\s?[$€£¥]?\d[\d,.\s/:]*\s?[%‰]?[)\]]*[*†‡#]*[a-z]?\d?"
    r"|[(\[]?[-–—.…*]{1,4}[)\]]?|\(?(?:N/?A|NA|n/?a|n\.a\.|X|nil|Nil|NM|nm)\)?|[†‡]"
)
"""A cell that holds a figure, or the mark for none."""
YEAR = compiled(r"(?:FY\s?)?(?:19|20)\d\d(?:[-–/]\d\d(?:\d\d)?)?\s?[A-Z*]?年?度?")
_BEFORE, _AFTER = ("$", "€", "£", "¥", "($", "("), (")", "%", ")%", "*")
_LEADER = compiled(r"[.·…_]+")


class Word(Struct, frozen=True):
    """A word of a page, its box, and which one of the page's words it is."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    index: int = 0

    @property
    def box(self) -> Box:
        return self.x0, self.top, self.x1, self.bottom


class Segment(Struct, frozen=True):
    """Words of one line without a wide gap, or of a cell."""

    words: tuple[Word, ...]
    text: str
    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def box(self) -> Box:
        return self.x0, self.top, self.x1, self.bottom

    @property
    def figure(self) -> bool:
        """Whether it is a figure, or the mark for none."""
        return FIGURE.fullmatch(self.text) is not None

    @property
    def year(self) -> bool:
        """Whether it is a year: figures that name columns."""
        return YEAR.fullmatch(self.text) is not None

    @property
    def counts(self) -> bool:
        """Whether it is a figure, or a few words around one."""
        return self.figure or (len(self.text) <= 32 and self.text.count(" ") <= 4 and any(map(str.isdigit, self.text)))


class Line(Struct, frozen=True):
    """A printed line: its segments from left to right."""

    segments: tuple[Segment, ...]
    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def lines(words: Iterable[Word]) -> list[Line]:
    """The lines of a page from top to bottom. Words stand on one line when their middles nearly agree."""
    found: list[list[Word]] = []
    dots: list[Word] = []
    for word in sorted(words, key=lambda word: (word.top + word.bottom, word.x0)):
        if _LEADER.fullmatch(word.text):
            dots.append(word)
        elif found and _level(word, found[-1]):
            found[-1].append(word)
        else:
            found.append([word])
    for dot in dots:
        _line_of(dot, found).append(dot)
    return [_line(line) for line in found]


def _level(word: Word, line: Sequence[Word]) -> bool:
    middle = median((other.top + other.bottom) / 2 for other in line)
    least = min(word.bottom - word.top, median(other.bottom - other.top for other in line))
    return abs((word.top + word.bottom) / 2 - middle) < LEVEL * least


def _line_of(dot: Word, found: list[list[Word]]) -> list[Word]:
    """The line that a leader's dots belong to; their boxes are low where PDFium gives the drawn ones."""
    middle = (dot.top + dot.bottom) / 2
    near = [line for line in found if line and line[0].top <= middle <= line[0].bottom + 1]
    if not near:
        found.append([])
        return found[-1]
    return min(near, key=lambda line: abs(line[0].bottom - dot.bottom))


def is_row(line: Line) -> bool:
    """Whether a line looks like the row of a table: figures apart from what is before them."""
    figures = sum(segment.figure for segment in line.segments)
    if len(line.segments) >= 3:
        figures = max(figures, sum(segment.counts for segment in line.segments[1:]))
    return len(line.segments) >= 2 and (figures >= 2 or (figures == 1 and line.segments[-1].figure))


def segment_of(words: Sequence[Word]) -> Segment:
    """One segment of some words, as they are read."""
    return Segment(tuple(words), " ".join(word.text for word in words), *union(word.box for word in words))


def joined(segments: Sequence[Segment]) -> Segment:
    """One segment of several, as read."""
    return segment_of([word for part in segments for word in part.words])


def _line(words: list[Word]) -> Line:
    ordered = sorted(words, key=lambda word: word.x0)
    plain = [word for word in ordered if not _LEADER.fullmatch(word.text)]
    height = median(word.bottom - word.top for word in plain or ordered)
    groups: list[list[Word]] = []
    for word in ordered:
        if groups and not _apart(groups[-1], word, height):
            groups[-1].append(word)
        else:
            groups.append([word])
    segments = _with_signs([segment_of(group) for group in groups])
    box = union(word.box for word in ordered)
    return Line(tuple(segments), *box)


def _apart(group: list[Word], word: Word, height: float) -> bool:
    gap = word.x0 - group[-1].x1
    dots = _LEADER.fullmatch(word.text)
    if dots or _LEADER.fullmatch(group[-1].text):
        return gap >= LEADER_GAP * height or not dots
    if gap >= GAP * height:
        return True
    if gap < FIGURES_GAP * height or "-" in (group[-1].text, word.text):
        return False
    before = " ".join(each.text for each in group)
    if word.text in _BEFORE and word.text != "(" and FIGURE.fullmatch(before):
        return True
    return bool(FIGURE.fullmatch(before) and FIGURE.fullmatch(word.text)) and before not in "$€£¥("


def _with_signs(segments: list[Segment]) -> list[Segment]:
    """Signs that stand alone belong to a figure: ``$`` and ``(`` to the next one, ``)`` and ``%`` to the last."""
    found: list[Segment] = []
    for segment in segments:
        before = found[-1] if found else None
        if before and (segment.figure if before.text in _BEFORE else before.figure and segment.text in _AFTER):
            found[-1] = joined((before, segment))
        else:
            found.append(segment)
    return found
