"""Findings of a report in two languages → one set: those of the language in which more of its items are read."""

from __future__ import annotations

from docpipe.types import Document, Finding


def combine(document: Document, english: list[Finding], chinese: list[Finding]) -> list[Finding]:
    """The findings of the fuller version, and fields of the other one that it lacks."""
    if _items(english) > _items(chinese):
        first, second = english, chinese
    else:
        first, second = chinese, english
    there = {finding.field for finding in first} | {"items", "more_items"}
    return [*first, *(finding for finding in second if finding.field not in there)]


def _items(findings: list[Finding]) -> int:
    return len({finding.item for finding in findings if finding.field == "items"})
