"""A document with some of its lines taken out: what stays is moved as it is, in long runs rather than line by line."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterator, Sequence

from msgspec.structs import replace

from docpipe.cleaning.lines import TextLine, around, block_lines, with_tables, with_unwritten
from docpipe.types import Block, Document
from docpipe.words import shifted


def without_lines(document: Document, lines: Sequence[TextLine], removed: Container[int]) -> Document:
    """The document without the lines of these indexes; their words stay, with empty ranges. Lines end in line feeds."""
    words = document.words
    parts: list[str] = []
    blocks: list[Block] = []
    starts, ends = array("I"), array("I")
    length = word = 0
    for block, own in block_lines(document, lines):
        kept = [line for line in own if line.index not in removed]
        begin = length + 1 if parts else 0
        for first, last in _runs(kept):
            gone = [length] * (first - word)
            starts.extend(gone)
            ends.extend(gone)
            length += 1 if parts else 0
            old, end = words.starts[first], words.ends[last - 1]
            if block.kind == "table" and block.span:
                old, end = block.span  # with the tabs of empty cells
            part = document.text[old:end]
            shift = length - old
            starts += shifted(words.starts[first:last], shift)
            ends += shifted(words.ends[first:last], shift)
            parts.append(part)
            length += len(part)
            word = last
        if kept:
            blocks.append(Block(f"b{len(blocks) + 1}", block.kind, kept[0].page, around(kept), (begin, length)))
    gone = [length] * (len(words) - word)
    starts.extend(gone)
    ends.extend(gone)
    moved = replace(words, starts=starts, ends=ends)
    cut = replace(document, text="\n".join(parts), words=moved, blocks=with_unwritten(blocks, document))
    return with_tables(cut, document)


def _runs(lines: Sequence[TextLine]) -> Iterator[tuple[int, int]]:
    """The first word, and the one after the last, of lines that follow each other without one left out."""
    if not lines:
        return
    first = before = lines[0]
    for line in lines[1:]:
        if line.index != before.index + 1:
            yield first.first, before.last
            first = line
        before = line
    yield first.first, before.last
