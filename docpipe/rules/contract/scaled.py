"""Amounts of tables that print them "in millions": a figure without its scale is a million times too small.

They are left out, with one check for each table: a contract's own prices are not printed so.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from docpipe.patterns import compiled
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Paragraph, Quote, paragraphs
from docpipe.units import unit_in

ANSWERS = ()

ABOVE = 3
"""Paragraphs over a table in which its scale is printed: title, scale, and a line that introduces it."""

LONGEST_LINE = 120
"""Characters of a line over a table that says what the table counts in; a longer one is a sentence."""

_OWN_SCALE = compiled(r"\b(?:thousand|million|billion)\b")


def find(view: View) -> Iterable[Finding]:
    """Nothing of its own."""
    return ()


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The findings without amounts that a table prints in thousands or more; a check says where they stand."""
    kept: list[Finding] = []
    left: dict[tuple[int, str], list[Quote]] = {}
    for finding in findings:
        place = _scaled(document, finding) if finding.field == "amounts" else None
        if place is None:
            kept.append(finding)
        else:
            left.setdefault(place, []).extend(finding.quotes[:1])
    return [*kept, *(_check(scale, quotes) for (_, scale), quotes in sorted(left.items()))]


def _check(scale: str, quotes: list[Quote]) -> Finding:
    places = tuple(dict.fromkeys(quotes))
    message = f"a table prints its amounts in {scale}: they are left out, as their figures alone would be wrong"
    return Finding("amounts", None, places[:1], problem="scaled_amounts", message=message)


def _scaled(document: Document, finding: Finding) -> tuple[int, str] | None:
    """The table, by its index, and the scale of an amount in it; None where it is printed in full."""
    span = finding.quotes[0].span if finding.quotes else None
    if span is None or finding.problem or _OWN_SCALE.search(document.text[slice(*span)].lower()):
        return None
    everything = paragraphs(document)
    index = bisect_right(everything, span[0], key=lambda paragraph: paragraph.start) - 1
    if index < 0 or everything[index].kind != "table":
        return None
    scale = next(filter(None, map(_scale, reversed(everything[max(0, index - ABOVE) : index + 1]))), None)
    return (index, scale) if scale else None


def _scale(paragraph: Paragraph) -> str | None:
    """What a table's first row, or a line over it, says that its figures count in."""
    line = paragraph.text.split("\n", 1)[0]
    unit = unit_in(line) if paragraph.kind == "table" or len(line) <= LONGEST_LINE else None
    return _NAMES.get(unit.factor) if unit else None


_NAMES = {1_000: "thousands", 10**6: "millions", 10**9: "billions"}
