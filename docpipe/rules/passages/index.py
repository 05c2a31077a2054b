"""A document's sentences, and where the terms of some questions stand in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.passages.terms import HAN, terms
from docpipe.rules.sentences import sentence_spans
from docpipe.types import Document, Paragraph, paragraphs
from docpipe.words import Span

SHORT = 40
"""Characters under which a sentence is a heading run into its text, or a number: it goes with the next one."""

_HAN_END = compiled(r"[。；！？\n]+")
_LEADER = compiled(r"(?:\.\s?){5,}|…{2,}|_{6,}")


class Unit(Struct, frozen=True):
    """One sentence: its span in the document, how many terms it has, and which of the wanted ones, how often."""

    span: Span
    paragraph: int
    length: int
    own: Mapping[str, int]


class Around(Struct, frozen=True):
    """What stands around the sentences of a paragraph: all its terms, its headings from the nearest up, and what leads
    up to it."""

    own: Mapping[str, int]
    headings: tuple[Paragraph, ...]
    heading_terms: tuple[frozenset[str], ...]
    lead: frozenset[str]
    everything: frozenset[str]


class Index(Struct, frozen=True):
    """The units of a document, and what stands around them by the index of their paragraph."""

    units: tuple[Unit, ...]
    around: Mapping[int, Around]


def indexed(document: Document, wanted: frozenset[str]) -> Index:
    """The sentences of a document with those of their terms that are wanted."""
    units: list[Unit] = []
    around: dict[int, Around] = {}
    path: tuple[Paragraph, ...] = ()
    lead: frozenset[str] = frozenset()
    for paragraph in paragraphs(document):
        if _LEADER.search(paragraph.text):
            continue  # contents pages and lines to fill in
        if paragraph.kind == "heading":
            path = _descended(path, paragraph)
            lead = frozenset()
        own: Counter[str] = Counter()
        for start, end in _sentences(paragraph):
            found = terms(paragraph.text[start:end])
            counted = Counter(term for term in found if term in wanted)
            own += counted
            units.append(Unit((paragraph.start + start, paragraph.start + end), paragraph.index, len(found), counted))
        above = path[::-1] if paragraph.kind != "heading" else path[-2::-1] if len(path) > 1 else ()
        headings = tuple(frozenset(terms(heading.text)) & wanted for heading in above)
        around[paragraph.index] = Around(own, above, headings, lead, lead.union(own, *headings))
        if paragraph.text.rstrip().endswith((":", "：")):
            lead = frozenset(own)
        elif paragraph.kind != "list_item":
            lead = frozenset()
    return Index(tuple(units), around)


def _descended(path: tuple[Paragraph, ...], heading: Paragraph) -> tuple[Paragraph, ...]:
    level = _level(heading)
    return (*(above for above in path if _level(above) < level), heading)


def _level(heading: Paragraph) -> int:
    return heading.level if heading.level is not None else 99


def _sentences(paragraph: Paragraph) -> Iterator[Span]:
    """The sentences of a paragraph, rows of a table, clauses in Chinese; short ones go with the next."""
    text = paragraph.text
    if paragraph.kind == "table" or re.search(f"[{HAN}]", text):
        ends = [match.end() for match in _HAN_END.finditer(text)] + [len(text)]
        spans = list(zip([0, *ends[:-1]], ends, strict=True))
    else:
        spans = sentence_spans(text)
    start = None
    for index, (first, last) in enumerate(spans):
        first = first if start is None else start
        if last - first < (SHORT if text[first:last].isascii() else SHORT // 4) and index + 1 < len(spans):
            start = first
            continue
        start = None
        if text[first:last].strip():
            yield _stripped(text, first, last)


def _stripped(text: str, start: int, end: int) -> Span:
    own = text[start:end]
    start += len(own) - len(own.lstrip())
    return start, start + len(own.strip())
