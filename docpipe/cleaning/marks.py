"""What the reader knew of single words, told of the finished blocks: struck words, and the values of form fields.

A value is a block of its own of kind ``form_field``. Where it stands in a line, it continues what stands before it and
is continued by what stands behind it, so that the sentence around it stays one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import cast

from msgspec.structs import replace

from docpipe.types import Block, Document, Mark, MarkKind
from docpipe.words import Span, Words


def with_marks(document: Document) -> Document:
    """The document with its struck words marked and the values of its fields in blocks; most have neither."""
    words = document.words
    if not words.marked and not words.fields:
        return document
    marked = (_marked(block, words) for block in document.blocks)
    parts = [_parts(block, document) for block in marked]
    if all(len(own) == 1 for own in parts):
        return replace(document, blocks=tuple(own[0] for own in parts))
    return _renamed(document, parts)


def _marked(block: Block, words: Words) -> Block:
    if block.span is None or not words.marked:
        return block
    found: list[Mark] = []
    for kind, run in groupby(words.between(*block.span), key=words.marked.get):
        if kind is not None:
            own = list(run)
            found.append(Mark(cast(MarkKind, kind), (words.starts[own[0]], words.ends[own[-1]])))
    return replace(block, marks=tuple(sorted((*block.marks, *found), key=lambda mark: mark.span))) if found else block


def _parts(block: Block, document: Document) -> list[Block]:
    """A block as its fields and what stands between them; a table stays whole."""
    words = document.words
    if block.span is None or block.kind == "table" or not words.fields:
        return [block]
    runs = [
        (number, list(run))
        for number, run in groupby(words.between(*block.span), key=lambda word: words.fields.get(word))
    ]
    if all(number is None for number, _ in runs):
        return [block]
    if len(runs) == 1:
        return [replace(block, kind="form_field", level=None)]
    spans = list(_spans(block.span, [own for _, own in runs], words))
    return [
        _part(block, span, number is not None, document)
        for (number, _), span in zip(runs, spans, strict=True)
    ]  # fmt: skip


def _spans(whole: Span, runs: Sequence[list[int]], words: Words) -> Iterator[Span]:
    """The range of the text of each run of words; the first and the last one reach to the ends of their block."""
    for at, own in enumerate(runs):
        start = whole[0] if at == 0 else words.starts[own[0]]
        yield start, whole[1] if at == len(runs) - 1 else words.ends[own[-1]]


def _part(block: Block, span: Span, is_field: bool, document: Document) -> Block:
    first = block.span is not None and span[0] == block.span[0]
    places = document.places(*span)
    return replace(
        block,
        kind="form_field" if is_field else block.kind,
        span=span,
        bbox=places[0].bbox if places else block.bbox,
        number=block.number if first else None,
        level=None if is_field else block.level,
        marks=tuple(mark for mark in block.marks if span[0] <= mark.span[0] < span[1]),
    )


def _renamed(document: Document, parts: Sequence[list[Block]]) -> Document:
    """The parts of all blocks, with ids by their order; each part but a block's first continues the one before it."""
    last: dict[str, str] = {}
    first: dict[str, str] = {}
    blocks: list[Block] = []
    count = 0
    for own in parts:
        for at, block in enumerate(own):
            if block.span is None:
                blocks.append(block)
                continue
            count += 1
            name = f"b{count}"
            continues = last.get(block.id) if at else last.get(block.continues or "")
            first.setdefault(block.id, name)
            last[block.id] = name
            blocks.append(replace(block, id=name, continues=continues))
    tables = tuple(replace(table, block=first.get(table.block, table.block)) for table in document.tables)
    return replace(document, blocks=tuple(blocks), tables=tables)
