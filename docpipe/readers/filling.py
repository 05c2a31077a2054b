"""Forms filled in: the value of each field goes into the lines of its page where somebody reads it.

A value stands in the line of its label, right of it or before it; else it is a line of its own below what stands above
its field. Where PDFium's text has the value already, it stays as it is and is only known to be a field's.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.readers.aside import Found
from docpipe.readers.forms import TICKED, Field
from docpipe.readers.hidden import without
from docpipe.readers.layout import Region
from docpipe.readers.rows import EAST_ASIAN, PageWords, Row, word_pattern
from docpipe.readers.turning import Group
from docpipe.words import Box, union

FITTED = 0.7
"""Size of letters that are to fit their field, in heights of the field: viewers choose .65 to .75."""

MOST_FITTED = 12.0
"""Points up to which they are fitted: what viewers set in tall fields."""

LETTER = 0.5
"""Mean width of a letter in sizes: Helvetica's English text has .50. Boxes of words are estimates by it."""

LINE = 1.2
"""Height of a line in sizes of its letters."""

PADDING = 2.0
"""Points between a field's border and its text."""

NEAR = 4.0
"""Gap, in heights, up to which a label belongs to a field although another column's lines stand above the field: half
an inch at 9 points. Gutters of forms in columns are wider."""

LARGE = 2.5
"""Size of a value, in heights of the page's usual words, from which on it is laid over the page, as a watermark."""

_TICKS = frozenset({TICKED, "X", "x", "✓", "✔", "✗", "✘", "☑", "■"})


COVERED = 0.6
"""Share of a printed blank within a field from which on the field is what is filled in there."""

_BLANK = compiled(r"_{3,}|\.{5,}")
_ALL_BLANK = compiled(r"[_.…]{3,}")


class _Line(Struct, frozen=True):
    """A line of a field's value, and its box."""

    text: str
    box: Box


def blanks(text: str) -> set[int]:
    """The offsets at which printed blanks begin and end, which may be glued to their label: ``Name:______``."""
    return {at for match in _BLANK.finditer(text) for at in match.span()}


def without_blanks(words: PageWords, fields: Sequence[Field]) -> tuple[PageWords, list[Found]]:
    """The words of a page less the printed blanks that fields are filled in on, which are none any more."""
    found: list[Found] = []
    gone: dict[int, str] = {}
    for word in range(len(words.starts)):
        if _ALL_BLANK.fullmatch(words.word(word)) and any(_covers(field.box, words.box(word)) for field in fields):
            gone[word] = "the blank that a form field is filled in on"
            found.append(("noise", words.box(word), words.word(word), gone[word]))
    return (without(words, gone), found) if gone else (words, found)


def _covers(field: Box, blank: Box) -> bool:
    across = min(field[2], blank[2]) - max(field[0], blank[0])
    return _level(field[1], field[3], blank[1], blank[3]) and across >= COVERED * (blank[2] - blank[0])


def filled(groups: list[Group], fields: Sequence[Field]) -> list[Group]:
    """The regions of a page with the values of its fields (at least one) in their places.

    ``PageWords.fields`` says which words are whose value.
    """
    groups = groups or [([], PageWords("", [], [], [], [], [], [], frozenset()))]
    largest = max(range(len(groups)), key=lambda at: len(groups[at][1].starts))
    found, part = groups[largest]
    part, values = _with_values(part, fields)
    regions = [list(region) for region in found]
    usual = median(row.height for region in found for row in region) if any(found) else 0.0
    for rows in values:
        if usual and rows[0].height > LARGE * usual:
            regions.append(rows)
        else:
            _place(rows, regions, part)
    return [*groups[:largest], (regions, part), *groups[largest + 1 :]]


def _with_values(part: PageWords, fields: Sequence[Field]) -> tuple[PageWords, list[list[Row]]]:
    """The words of a page and, after them, those of its fields that are not printed, with the rows of each field."""
    owners: dict[int, int] = {}
    texts: list[str] = [part.text]
    length = len(part.text)
    starts, ends, boxes = list(part.starts), list(part.ends), list[Box]()
    spans: list[list[tuple[int, int]]] = []
    for number, field in enumerate(fields):
        if printed := _printed(field, part):
            owners |= dict.fromkeys(printed, number)
            continue
        spans.append([])
        for line in _lines(field):
            first = len(starts)
            for match in word_pattern(line.text).finditer(line.text):
                owners[len(starts)] = number
                starts.append(length + 1 + match.start())
                ends.append(length + 1 + match.end())
                boxes.append(_word_box(line, *match.span()))
            spans[-1].append((first, len(starts)))
            texts.append(line.text)
            length += 1 + len(line.text)
    sides = zip(*boxes, strict=True) if boxes else ((), (), (), ())
    old = (part.x0, part.top, part.x1, part.bottom)
    x0, top, x1, bottom = ([*side, *more] for side, more in zip(old, sides, strict=True))
    line_starts = part.line_starts | {first for own in spans for first, _ in own}
    words = replace(
        part, text="\n".join(texts), starts=starts, ends=ends, x0=x0, top=top, x1=x1, bottom=bottom,
        line_starts=line_starts, fields=owners, plain=False,
    )  # fmt: skip
    return words, [[words.row(*span) for span in own] for own in spans]


def _printed(field: Field, part: PageWords) -> list[int]:
    """The words that print a field's value within its box already, or nothing."""
    x0, top, x1, bottom = field.box
    inside = [
        word
        for word, (left, upper, right, lower) in enumerate(zip(part.x0, part.top, part.x1, part.bottom, strict=True))
        if x0 <= (left + right) / 2 <= x1 and top <= (upper + lower) / 2 <= bottom
    ]
    said = "".join(map(part.word, inside))
    if field.text == TICKED:
        return inside if said in _TICKS else []
    return inside if "".join(field.text.split()) == said else []


def _lines(field: Field) -> list[_Line]:
    """The lines of a value as they stand in its field, about as a viewer sets them."""
    if field.lines:
        return [_Line(text, box) for text, box in field.lines]
    x0, top, x1, bottom = field.box
    size = field.points or min(FITTED * (bottom - top), MOST_FITTED)
    room = max(x1 - x0 - 2 * PADDING, size)
    texts = _wrapped(field.text, room, size) if field.multiline else [" ".join(field.text.split())]
    height = min(LINE * size, (bottom - top) / len(texts))
    first = top + (min(PADDING, bottom - top - height * len(texts)) if field.multiline else (bottom - top - height) / 2)
    lines = []
    for index, text in enumerate(texts):
        width = min(LETTER * size * _units(text), room)
        left = x0 + PADDING + (room - width) * field.side / 2
        upper = first + index * height
        lines.append(_Line(text, (left, upper, left + width, upper + height)))
    return lines


def _wrapped(text: str, room: float, size: float) -> list[str]:
    from textwrap import wrap

    width = max(1, int(room / (LETTER * size)))
    return [part for line in text.splitlines() for part in wrap(line, width)]


def _units(text: str) -> int:
    """The width of a text in letters; East Asian ones are as wide as two."""
    return sum(2 if character >= EAST_ASIAN else 1 for character in text)


def _word_box(line: _Line, start: int, end: int) -> Box:
    x0, top, x1, bottom = line.box
    whole = x1 - x0
    units = max(1, _units(line.text))
    left = x0 + whole * _units(line.text[:start]) / units
    return left, top, left + whole * _units(line.text[start:end]) / units, bottom


def _place(rows: list[Row], regions: list[Region], part: PageWords) -> None:
    """Put the rows of one field among the others."""
    first = rows[0]
    above = _nearest(first, regions, below=False)
    near = above or _nearest(first, regions, below=True)
    beside = _beside(first, regions, part, None if near is None else near[0])
    if beside is not None:
        region, at, word = beside
        regions[region][at] = _inserted(regions[region][at], first, word, part)
        regions[region][at + 1 : at + 1] = rows[1:]
    elif near is None:
        regions.append(rows)
    else:
        region, at = near
        at += above is not None
        regions[region][at:at] = rows


def _nearest(row: Row, regions: list[Region], *, below: bool) -> tuple[int, int] | None:
    """The region and index of the row right above or below in the same column."""
    found: list[tuple[float, int, int]] = []
    for region, rows in enumerate(regions):
        for at, other in enumerate(rows):
            distance = other.top - row.bottom if below else row.top - other.bottom
            if distance > -0.5 * min(row.height, other.height) and other.x0 < row.x1 and row.x0 < other.x1:
                found.append((distance, region, at))
    return min(found)[1:] if found else None


def _beside(row: Row, regions: list[Region], part: PageWords, column: int | None) -> tuple[int, int, int] | None:
    """The region, the row and the place among its words where a value stands in a printed line: next to the nearest
    word, which must be near unless it is of the same column."""
    found: list[tuple[float, int, int, int]] = []
    for region, rows in enumerate(regions):
        for at, other in enumerate(rows):
            if not _level(row.top, row.bottom, other.top, other.bottom):
                continue
            gap, word = _gap(row, other, part)
            if gap <= NEAR * row.height or column in (None, region):
                found.append((gap, region, at, word))
    return min(found)[1:] if found else None


def _gap(row: Row, other: Row, part: PageWords) -> tuple[float, int]:
    """The distance from the nearest word of a line, and the place before or behind it."""
    middle = (row.x0 + row.x1) / 2
    gaps = []
    for place, word in enumerate(other.words()):
        right = (part.x0[word] + part.x1[word]) / 2 > middle
        gap = part.x0[word] - row.x1 if right else row.x0 - part.x1[word]
        gaps.append((max(0.0, gap), place if right else place + 1))
    return min(gaps)


def _level(top: float, bottom: float, other_top: float, other_bottom: float) -> bool:
    overlap = min(bottom, other_bottom) - max(top, other_top)
    return overlap > 0.5 * min(bottom - top, other_bottom - other_top)


def _inserted(row: Row, own: Row, place: int, part: PageWords) -> Row:
    """A row with the words of another one among its own."""
    order = row.words()
    order[place:place] = own.words()
    cuts = [0, *(at for at, (before, word) in enumerate(pairwise(order), 1) if word != before + 1), len(order)]
    pieces = [part.row(order[first], order[last - 1] + 1) for first, last in pairwise(cuts)]
    x0, top, x1, bottom = union(piece.box for piece in pieces)
    return replace(pieces[0], x0=x0, top=top, x1=x1, bottom=bottom, more=tuple(pieces[1:]))
