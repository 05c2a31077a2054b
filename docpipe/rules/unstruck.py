"""A document as it reads without what is struck through: rules take no value from words that somebody crossed out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

_INK = re.compile(r"\S")


def struck_spans(document: Document) -> list[Span]:
    """The stretches of the text that are struck, in order; nearly always none."""
    return sorted(mark.span for block in document.blocks for mark in block.marks if mark.kind == "struck")


@lru_cache(maxsize=2)
def unstruck(document: Document) -> Document:
    """The document with blanks for its struck words, so that all offsets hold; itself if nothing is struck."""
    spans = struck_spans(document)
    if not spans:
        return document
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += [document.text[at:start], _INK.sub(" ", document.text[max(at, start) : end])]
        at = max(at, end)
    return replace(document, text="".join((*parts, document.text[at:])))


def as_printed(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """Findings of an unstruck document with quotes of the document itself, which evidence must repeat."""
    return [replace(finding, quotes=requoted(document, finding.quotes)) for finding in findings]


def requoted(document: Document, quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    """Quotes with the words that a document, or its unstruck form, has at their places."""
    return tuple(
        quote if quote.span is None else replace(quote, text=document.text[slice(*quote.span)]) for quote in quotes
    )
