"""What a rule may look at: the paragraphs of its chunk, a bounded neighbourhood, and the document's opening.

The bounds make the result independent of chunking: a rule emits what is anchored in its own paragraphs and reads
no further than ``NEIGHBOURS`` around them, or the opening, which travels with every chunk.
"""

from __future__ import annotations

from bisect import bisect_left

from msgspec import Struct

from docpipe.types import Chunk, Document, Paragraph, Quote, paragraphs

NEIGHBOURS = 60
"""Paragraphs on either side that a rule may read: 95 % of the development contracts' signature pages have fewer."""

OPENING = 80
"""Paragraphs of a document's opening: 286 of 305 development contracts have their preamble there."""


class View(Struct, frozen=True):
    """One chunk of a document, as paragraphs."""

    document: Document
    chunk: Chunk

    @property
    def own(self) -> tuple[Paragraph, ...]:
        """The paragraphs that begin in the chunk, each whole."""
        everything = paragraphs(self.document)
        first = bisect_left(everything, self.chunk.start, key=lambda paragraph: paragraph.start)
        last = bisect_left(everything, self.chunk.end, key=lambda paragraph: paragraph.start)
        return everything[first:last]

    def holds(self, at: int) -> bool:
        """Whether an offset lies in the chunk: what is found from the whole document is told once, where it begins."""
        return self.chunk.start <= at < self.chunk.end

    @property
    def opening(self) -> tuple[Paragraph, ...]:
        """The first paragraphs of the document if the chunk is the first one, else nothing."""
        return paragraphs(self.document)[:OPENING] if self.chunk.start == 0 else ()

    def after(self, paragraph: Paragraph, count: int = NEIGHBOURS) -> tuple[Paragraph, ...]:
        """Up to ``count`` paragraphs that follow, in or beyond the chunk."""
        return paragraphs(self.document)[paragraph.index + 1 : paragraph.index + 1 + min(count, NEIGHBOURS)]

    def before(self, paragraph: Paragraph, count: int = NEIGHBOURS) -> tuple[Paragraph, ...]:
        """Up to ``count`` paragraphs that precede it, nearest last, in or before the chunk."""
        return paragraphs(self.document)[max(0, paragraph.index - min(count, NEIGHBOURS)) : paragraph.index]

    def quote(self, start: int, end: int) -> Quote:
        """The quote ``text[start:end]`` of the document, white space at its ends left out."""
        text = self.document.text[start:end]
        start += len(text) - len(text.lstrip())
        text = text.strip()
        return Quote(text, (start, start + len(text)))
