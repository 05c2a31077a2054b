"""The blocks of a document one by one. What reading took for one paragraph that goes on over a page or a table, such as
a short title at the end of one page and another at the top of the next, stays apart here."""

from __future__ import annotations

from functools import lru_cache

from docpipe.types import Document, Paragraph


@lru_cache(maxsize=2)
def printed(document: Document) -> tuple[Paragraph, ...]:
    """Every block with text as a paragraph of its own, in the order of the text."""
    found: list[Paragraph] = []
    for block in document.blocks:
        if block.span is None:
            continue
        text = document.text[slice(*block.span)]
        if text.strip():
            found.append(Paragraph(len(found), text, block.span[0], block.kind, block.page, block.number, block.level))
    return tuple(found)
