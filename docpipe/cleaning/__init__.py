"""Document → Document, one step each: furniture out, lines into paragraphs, blocks named."""

from __future__ import annotations

from msgspec.structs import replace

from docpipe.cleaning.furniture import without_furniture
from docpipe.cleaning.languages import language, languages
from docpipe.cleaning.lines import text_lines
from docpipe.cleaning.marks import with_marks
from docpipe.cleaning.outline import outlined
from docpipe.cleaning.reflow import reflowed
from docpipe.cleaning.tables import with_whole_tables
from docpipe.cleaning.unpaged import named
from docpipe.types import Block, Document

__all__ = ["clean"]


def clean(document: Document) -> Document:
    """The document as people would read it aloud: furniture set aside, paragraphs whole, headings known, marks told."""
    if document.paged:
        document, lines = without_furniture(document, text_lines(document))
        document = with_whole_tables(with_marks(outlined(reflowed(document, lines))))
    else:
        document = named(document)
    blocks = tuple(_with_language(document, block) for block in document.blocks)
    return replace(document, blocks=blocks, languages=languages(document.text))


def _with_language(document: Document, block: Block) -> Block:
    text = document.text[slice(*block.span)] if block.span is not None else block.text or ""
    found = language(text)
    return replace(block, language=found) if found else block
