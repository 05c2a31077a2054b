"""A document with stretches of it redacted: text, words, blocks and tables stay in step."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from docpipe.filters.editing import Edits
from docpipe.types import Block, Document, Mark, Removed, Source, Table
from docpipe.words import Box, Span, Words

Clean = Callable[[str], str]
"""Redacts a text that stands beside the document's own."""


def strings_of(document: Document) -> Iterator[str]:
    """Every text of a document that is not a part of its ``text``."""
    source = document.source
    yield from (text for text in (source.name, source.path, source.container) if text)
    yield from document.warnings
    for removed in document.removed:
        yield from (removed.text, removed.why)
    yield from (text for block in document.blocks for text in (block.text, block.number) if text)
    yield from (cell for table in document.tables for row in table.rows for cell in row if cell)
    yield from (text for _, text in _printed_runs(document.words))


def redacted(document: Document, edits: Edits, clean: Clean) -> Document:
    """The document without what the edits replace and ``clean`` takes out."""
    blocks = {block.id: block for block in document.blocks}
    return replace(
        document,
        source=_source(document.source, clean),
        text=edits.applied(document.text),
        words=_words(document.words, edits, clean),
        blocks=tuple(_block(block, edits, clean) for block in document.blocks),
        tables=tuple(_table(table, blocks.get(table.block), document.text, edits, clean) for table in document.tables),
        removed=tuple(_removed(removed, clean) for removed in document.removed),
        warnings=tuple(map(clean, document.warnings)),
        named_places=tuple((edits.moved(start), clean(name)) for start, name in document.named_places),
    )


def masks(document: Document, spans: Iterable[Span], clean: Clean) -> dict[int, tuple[Box, ...]]:
    """The boxes, by page, of what is redacted: words of the body, and set-aside and hidden text as a whole."""
    boxes: dict[int, list[Box]] = {}
    if not document.paged:
        return {}
    for place in (place for start, end in spans for place in document.places(start, end)):
        boxes.setdefault(place.page, []).extend(place.boxes)
    for aside in document.removed:
        if clean(aside.text) != aside.text:
            boxes.setdefault(aside.page, []).append(aside.bbox)
    for block in document.blocks:
        if block.text and block.span is None and clean(block.text) != block.text:
            boxes.setdefault(block.page, []).append(block.bbox)
    words = document.words
    for run, text in _printed_runs(words):
        if clean(text) != text:
            for word in run:
                boxes.setdefault(words.line_pages[words.line_of(word)], []).append(words.box(word))
    return {page: tuple(dict.fromkeys(found)) for page, found in sorted(boxes.items())}


def _printed_runs(words: Words) -> Iterator[tuple[range, str]]:
    """Words that stand together and whose print is kept because the text differs, as one text."""
    run: list[int] = []
    for word in sorted(words.printed):
        if run and word != run[-1] + 1:
            yield _run(words, run)
            run = []
        run.append(word)
    if run:
        yield _run(words, run)


def _run(words: Words, run: list[int]) -> tuple[range, str]:
    return range(run[0], run[-1] + 1), " ".join(words.printed[word] for word in run)


def _source(source: Source, clean: Clean) -> Source:
    path = None if source.path is None else clean(source.path)
    container = None if source.container is None else clean(source.container)
    opens = source.opens if path == source.path else source.opens or source.path
    return replace(source, name=clean(source.name), path=path, container=container, opens=opens)


def _words(words: Words, edits: Edits, clean: Clean) -> Words:
    starts, ends = array("I", map(edits.moved, words.starts)), array("I", map(edits.moved, words.ends))
    hidden = {word for run, text in _printed_runs(words) if clean(text) != text for word in run}
    printed = {
        word: text
        for word, text in words.printed.items()
        if word not in hidden and not edits.touches((words.starts[word], words.ends[word]))
    }
    return replace(words, starts=starts, ends=ends, printed=printed)


def _block(block: Block, edits: Edits, clean: Clean) -> Block:
    marks = (Mark(mark.kind, edits.span(mark.span)) for mark in block.marks)
    return replace(
        block,
        span=None if block.span is None else edits.span(block.span),
        number=None if block.number is None else clean(block.number),
        marks=tuple(mark for mark in marks if mark.span[0] < mark.span[1]),
        text=None if block.text is None else clean(block.text),
    )


def _removed(removed: Removed, clean: Clean) -> Removed:
    return replace(removed, text=clean(removed.text), why=clean(removed.why))


def _table(table: Table, block: Block | None, text: str, edits: Edits, clean: Clean) -> Table:
    """Cells by their place in the text, since a stretch may go over several; by themselves where that is not known."""
    spans: Mapping[tuple[int, int], Span] = {} if block is None else _cell_spans(table, block, text)
    new_text = edits.applied(text) if spans else ""

    def cell(row: int, col: int, content: str) -> str:
        span = spans.get((row, col))
        if span is None or not edits.touches(span):
            return clean(content)
        return clean(new_text[slice(*edits.shown(span))])

    rows = (tuple(cell(i, j, content) for j, content in enumerate(row)) for i, row in enumerate(table.rows))
    return replace(table, rows=tuple(rows))


def _cell_spans(table: Table, block: Block, text: str) -> dict[tuple[int, int], Span]:
    """Where each cell stands in the text: tabs between cells, line feeds between rows; empty if it is not so."""
    if block.span is None or text[slice(*block.span)] != "\n".join("\t".join(row) for row in table.rows):
        return {}
    spans, at = {}, block.span[0]
    for i, row in enumerate(table.rows):
        for j, content in enumerate(row):
            spans[i, j] = (at, at + len(content))
            at += len(content) + 1
    return spans
