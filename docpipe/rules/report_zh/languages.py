"""Findings of a report in two languages → one: those of the language in which more items are read, or of most text."""

from __future__ import annotations

from docpipe.rules.zh_script import mostly_han
from docpipe.types import Document, Finding


def combine(document: Document, english: list[Finding], chinese: list[Finding]) -> list[Finding]:
    """The findings of the fuller version, and fields of the other one that it lacks."""
    first, second = chinese, english
    read = _items(english), _items(chinese)
    if read[0] > read[1] or (read[0] == read[1] and not mostly_han(document.text)):
        first, second = english, chinese
    there = {finding.field for finding in first} | {"items", "more_items"}
    return [*first, *(finding for finding in second if finding.field not in there)]


def _items(findings: list[Finding]) -> int:
    return len({finding.item for finding in findings if finding.field == "items"})
