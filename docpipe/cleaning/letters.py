"""What the size and weight of two lines say about them: one heading over several lines, or a heading and its text."""

from __future__ import annotations

from collections.abc import Sequence

from docpipe.cleaning.ends import ends, goes_on, open_end
from docpipe.cleaning.lines import TextLine
from docpipe.cleaning.numbering import marker
from docpipe.patterns import compiled

_ROW = compiled(r"(?:\s\S*\d\S*){2}$")
"""The end of a table's head: two figures."""

LARGE = 1.15
"""Least height of a heading's lines, in heights of the body, by which alone they are one: 12 beside 10 points: 1.2."""

ALIKE = 0.08
"""Most share by which the heights of one heading's lines differ: fonts of one size differ by less."""

SPACED = 1.6
"""Most distance of one heading's lines, in their heights: 1.0 to 1.4 in 9 titles measured."""

FURTHER = 1.1
"""Distance below a bold line, in usual distances, from which on text begins there: lines differ by less (GAP)."""

INDENT = 0.6
"""Least indent, in heights, of the first line of a paragraph, and of text under a bold line."""

LONGEST_NUMBER = 8
"""Most characters of a number on a line of its own."""

ITEMS = frozenset(
    {"decimal", "number", "nested", "roman", "letter", "bracketed", "bullet", "circled", "zh_number", "zh_bracketed"}
)
"""Families of numbers that stand before text; articles, sections and annexes stand over it."""

HEADING_LINES = 3
"""Most lines of a bold heading above text that is not."""


def one_heading(before: TextLine, line: TextLine, size: float, room: float) -> bool:
    """Whether two lines in larger letters than the body (``size``) are one heading: the first one ends where the
    next word had no ``room`` or cannot be the last."""
    taller, lower = max(before.height, line.height), min(before.height, line.height)
    if not (lower >= LARGE * size > 0 and taller - lower <= ALIKE * taller):
        return False
    if not 0 < line.bottom - before.bottom <= SPACED * line.height or before.text[-1] in ".;!?。；":
        return False
    return marker(line.text) is None and (room <= 0 or open_end(before.text))


def heading_ends(group: Sequence[TextLine], line: TextLine, room: float, leading: float) -> bool:
    """Whether bold lines are a heading over text that is not bold: there was ``room`` for its first word, or it stands
    further in or down than a line would (``leading``)."""
    before = group[-1]
    if line.bold or not before.bold or len(group) > HEADING_LINES or not all(one.bold for one in group):
        return False
    if _ROW.search(before.text):
        return False
    apart = line.bottom - before.bottom > FURTHER * leading > 0 or line.x0 - before.x0 > INDENT * line.height
    return (room > 0 or apart) and not (goes_on(line.text) or open_end(before.text))


def heading_begins(before: TextLine, line: TextLine, right: float) -> bool:
    """Whether a bold line that leaves room up to the ``right`` edge is a heading behind text that is not bold."""
    return line.bold and not before.bold and ends(before.text) and right - line.x1 > 2 * line.height


def other_type(before: TextLine, line: TextLine) -> bool:
    """Whether a line is set as a heading behind text that is not: in bold, or in larger letters."""
    return (line.bold and not before.bold) or line.height >= LARGE * before.height


def number_alone(before: TextLine, line: TextLine) -> bool:
    """Whether a line is nothing but an item's number, and the next one, beside or right below it, its text."""
    if len(before.text) > LONGEST_NUMBER or (number := marker(before.text)) is None or number.end < len(before.text):
        return False
    if number.family not in ITEMS or not -0.5 * line.height < line.bottom - before.bottom <= SPACED * line.height:
        return False
    return line.x0 >= before.x0 and marker(line.text) is None
