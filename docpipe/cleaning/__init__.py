"""Document → Document, one step each: furniture out, lines into paragraphs, blocks named."""

from __future__ import annotations

from msgspec.structs import replace

from docpipe.cleaning.furniture import without_furniture
from docpipe.cleaning.languages import languages
from docpipe.cleaning.outline import outlined
from docpipe.cleaning.reflow import reflowed
from docpipe.types import Document

__all__ = ["clean"]


def clean(document: Document) -> Document:
    """The document as people would read it aloud: furniture set aside, paragraphs whole, headings known."""
    document = outlined(reflowed(without_furniture(document)))
    return replace(document, languages=languages(document.text))
