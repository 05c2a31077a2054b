"""Documents without pages: nothing to set aside and no lines to join; their headings and items still get numbers."""

from __future__ import annotations

from msgspec.structs import replace

from docpipe.cleaning.numbering import marker
from docpipe.cleaning.outline import outlined
from docpipe.types import Block, Document


def named(document: Document) -> Document:
    """The document with the kind, number and level of each block; what its file says of one stands."""
    outline = outlined(document)
    blocks = [_numbered(block, document) if block.kind == "heading" else block for block in outline.blocks]
    return replace(outline, blocks=tuple(blocks))


def _numbered(block: Block, document: Document) -> Block:
    """A heading with the number that is typed before it."""
    if block.number is not None or block.span is None:
        return block
    found = marker(document.text[slice(*block.span)])
    return replace(block, number=found.number) if found else block
