"""Document → Document, one step each: furniture out, lines into paragraphs, blocks named."""

from __future__ import annotations

from msgspec.structs import replace

from docpipe.cleaning.beside import ALONE, LOOKED, Others, Seen, finished, look
from docpipe.cleaning.footnotes import raised_words, with_raised_marks
from docpipe.cleaning.furniture import without_furniture
from docpipe.cleaning.languages import language, languages, span_language
from docpipe.cleaning.lines import text_lines
from docpipe.cleaning.marks import with_marks
from docpipe.cleaning.outline import outlined
from docpipe.cleaning.reflow import reflowed
from docpipe.cleaning.tables import with_whole_tables
from docpipe.cleaning.unpaged import named
from docpipe.types import Block, Document

__all__ = ["clean"]


def clean(document: Document, others: Others = ALONE) -> Document:
    """The document as people would read it aloud: furniture set aside, paragraphs whole, headings known, marks told.

    What can be done beside the rest is left to ``others``.
    """
    if document.paged:
        document = reflowed(*without_furniture(document, text_lines(document)), others)
    text = finished(document)
    with others.asked(LOOKED, text) as answer:
        document = outlined(document) if document.paged else named(document)
        seen: Seen = answer() or look(text)
    document = with_raised_marks(document, raised_words(document.text, document.words, seen.marks))
    if document.paged:
        document = with_whole_tables(with_marks(document))
    blocks = tuple(_with_language(document, block, seen) for block in document.blocks)
    return replace(document, blocks=blocks, languages=languages(document.text))


def _with_language(document: Document, block: Block, seen: Seen) -> Block:
    if block.span is None:  # its text stands apart
        found = language(block.text or "")
    elif block.span in seen.languages:
        found = seen.languages[block.span]
    else:  # a part of what was one block
        found = span_language(document.text, block.span)
    return replace(block, language=found) if found else block
