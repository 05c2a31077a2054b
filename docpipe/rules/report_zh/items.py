"""The lines of Chinese statements as items; what no statement has is taken from the tables of key figures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from docpipe.rules.report.items import ANSWERS as ANSWERS
from docpipe.rules.report.items import Entry, entries_in, entries_of, findings_of
from docpipe.rules.report_zh.filing import filing, further
from docpipe.rules.view import View
from docpipe.types import Document, Finding


def find(view: View) -> Iterator[Finding]:
    """The findings whose figures stand in the chunk: choosing among them needs the whole document, and is done once."""
    for finding in _findings(view.document):
        if view.holds(finding.at):
            yield finding


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Nothing is left to choose."""
    return findings


@lru_cache(maxsize=2)
def entries(document: Document) -> tuple[Entry, ...]:
    """The figures of all statements, and of the tables of key figures those that are asked for and lack."""
    report = filing(document)
    found = list(entries_of(report))
    there = {entry.item for entry in found if entry.asked}
    lacking = [
        entry
        for statement in further(document, report)
        for entry in entries_in(report, statement, True)
        if entry.asked and entry.item not in there
    ]
    first: dict[tuple[object, ...], Entry] = {}
    for entry in lacking:
        first.setdefault((entry.item, entry.period.end), entry)
    return (*found, *first.values())


@lru_cache(maxsize=2)
def _findings(document: Document) -> tuple[Finding, ...]:
    return tuple(finding for entry in entries(document) for finding in findings_of(document, entry))
