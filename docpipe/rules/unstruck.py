"""A document as it reads without what is struck through, and without the marks of its footnotes.

Rules take no value from words that somebody crossed out, and no figure from a mark: "VAT.1" names no amount.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

_INK = re.compile(r"\S")
_NOTED = re.compile(r"\(?\d{1,2}\)?|[*†‡§]+")
"""A mark of a footnote; "®" and "th" belong to their word, and the 6 of 10⁶ to its number."""


def struck_spans(document: Document) -> list[Span]:
    """The stretches of the text that are struck, in order; nearly always none."""
    return sorted(mark.span for block in document.blocks for mark in block.marks if mark.kind == "struck")


def _raised(document: Document) -> Iterator[Span]:
    """The raised figures that stand for a footnote. Cells are left alone: small figures of a table are its content."""
    for block in document.blocks:
        for mark in block.marks if block.kind != "table" else ():
            start, end = mark.span
            before = document.text[max(block.span[0] if block.span else 0, start - 2) : start].rstrip()
            if mark.kind == "footnote_mark" or (
                mark.kind == "superscript" and _NOTED.fullmatch(document.text, start, end) and not before[-1:].isdigit()
            ):
                yield mark.span


@lru_cache(maxsize=2)
def unstruck(document: Document) -> Document:
    """The document with blanks for struck words and marks, so that all offsets hold; itself if there are none."""
    return blanked(document, [*struck_spans(document), *_raised(document)])


def blanked(document: Document, spans: Iterable[Span]) -> Document:
    """The document with blanks in place of all print in some spans, which may overlap; itself if there are none."""
    parts: list[str] = []
    at = 0
    for start, end in sorted(spans):
        parts += [document.text[at:start], _INK.sub(" ", document.text[max(at, start) : end])]
        at = max(at, end)
    return replace(document, text="".join((*parts, document.text[at:]))) if parts else document


def as_printed(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """Findings of an unstruck document with quotes of the document itself, which evidence must repeat."""
    return [replace(finding, quotes=requoted(document, finding.quotes)) for finding in findings]


def requoted(document: Document, quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    """Quotes with the words that a document, or its unstruck form, has at their places."""
    return tuple(
        quote if quote.span is None else replace(quote, text=document.text[slice(*quote.span)]) for quote in quotes
    )
