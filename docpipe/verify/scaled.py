"""Figures of statements: what is printed, times what the statement says that its figures count in."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from decimal import Decimal

from docpipe.figures import DecimalMark, figure
from docpipe.patterns import compiled
from docpipe.rules.report.periods import lengths_in
from docpipe.rules.report.scale import unit_of

_MARKS: tuple[DecimalMark, ...] = (".", ",")
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_SCALED = compiled(r"(?i)(\d[\d,]*(?:\.\d+)?)\s+(thousand|million|billion)\b")


def scaled(quotes: Sequence[str]) -> set[Decimal]:
    """Every value that the figures among some quotes can stand for, by the units that the other quotes name."""
    factors = {Decimal(1)}
    for quote in quotes:
        unit = unit_of(quote) if len(quote) <= LONGEST_UNIT else None
        if unit is not None:
            factors |= {Decimal(unit.factor), Decimal(unit.shares or unit.factor)}
    read = [figure(quote, mark) for quote in quotes for mark in _MARKS]
    figures = [found.value for found in read if found is not None and found.value is not None]
    values = {Decimal(value) * factor for value in figures for factor in factors}
    return values | {_words(match) for quote in quotes for match in _SCALED.finditer(quote)}


LONGEST_UNIT = 240
"""Characters of a line that says what a statement counts in."""


def _words(match: re.Match[str]) -> Decimal:
    """``2.46 billion``."""
    return Decimal(match[1].replace(",", "")) * _SCALES[match[2].casefold()]


def begins(quotes: Sequence[str]) -> set[datetime.date]:
    """The first days of the periods that quotes name together: ``Three Months Ended``, ``June 30,``, ``2022``."""
    text = " ".join(quotes)
    return (
        {start for period in lengths_in(text) if (start := period.start) is not None} if _ENDED.search(text) else set()
    )


_ENDED = compiled(r"(?i)\b(?:months?|weeks?|quarters?|years?|period)\b")
