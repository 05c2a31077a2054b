"""Figures that a model reads in tables: what a cell prints, times what the head of its table says that it counts in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from decimal import Decimal

from docpipe.figures import figure
from docpipe.patterns import compiled
from docpipe.rules.report.scale import unit_of
from docpipe.types import Document, Paragraph, paragraphs
from docpipe.units import Unit
from docpipe.words import Span

ABOVE = 3
"""Paragraphs over a table that may say what it counts in: its title, the unit, a line that introduces it."""

LONGEST_LINE = 120
"""Characters of a line that says what a table counts in; a longer one is a sentence or a row."""


def printed_values(document: Document, span: Span, measure: str | None) -> tuple[set[Decimal], set[Decimal]]:
    """What the figures of a stretch of a table stand for; and those that stand for more than they print, as printed.

    ``measure`` is ``per_share`` or ``shares`` for what is no money. Nothing outside of tables.
    """
    everything = paragraphs(document)
    index = bisect_right(everything, span[0], key=lambda paragraph: paragraph.start) - 1
    if index < 0 or everything[index].kind != "table":
        return set(), set()
    factor = _factor(_unit(everything, index, span[0]), measure)
    cells = (figure(cell.strip(), ".") for cell in _BREAKS.split(document.text[slice(*span)]))
    printed = {Decimal(cell.value) for cell in cells if cell is not None and cell.value is not None}
    return {value * factor for value in printed}, printed if factor != 1 else set()


_BREAKS = compiled(r"[\t\n]+")


def _factor(unit: Unit | None, measure: str | None) -> int:
    if unit is None or measure == "per_share":
        return 1
    return (unit.shares or unit.factor) if measure == "shares" else unit.factor


def _unit(everything: tuple[Paragraph, ...], index: int, at: int) -> Unit | None:
    """The unit that is printed next above a place: in the rows over it, else in the short lines over the table."""
    for line in _lines_above(everything, index, at):
        unit = unit_of(line) if len(line) <= LONGEST_LINE else None
        if unit is not None and len(unit.printed) > 1:  # 万 alone is part of a name
            return unit
    return None


def _lines_above(everything: tuple[Paragraph, ...], index: int, at: int) -> Iterator[str]:
    """The rows of a table that stand over a place and the paragraphs over the table, nearest first."""
    table = everything[index]
    yield from reversed(table.text[: at - table.start].split("\n"))
    for paragraph in reversed(everything[max(0, index - ABOVE) : index]):
        yield from reversed(paragraph.text.split("\n"))
