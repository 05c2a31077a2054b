"""Lines with their places, and rewriting a document line by line: cleaning works on lines, words only follow.

A line is kept, moved or taken out as a whole and its words' offsets are shifted together, so that cleaning costs a
fraction of reading.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from docpipe.types import Block, BlockKind, Document
from docpipe.words import Box, Words, line_boxes, shifted

_Value = TypeVar("_Value")


class TextLine(Struct, frozen=True, gc=False):
    """One printed line: its words ``first .. last - 1``, place and text; removed words are left out of the text."""

    index: int
    page: int
    first: int
    last: int
    x0: float
    top: float
    x1: float
    bottom: float
    height: float  # kept, for each is asked for ten times
    text: str
    bold: bool = False

    @property
    def box(self) -> Box:
        return self.x0, self.top, self.x1, self.bottom


class Piece(Struct, frozen=True, gc=False):
    """A block to be: lines ``first .. last - 1`` and what stands between it and the text before. ``lead`` and ``tail``
    are its own text before and after the lines.

    ``continues`` says that it goes on with the piece before it, in the order of the plan, which need not be that of
    the lines.
    """

    first: int
    last: int
    join: str = "\n"
    continues: bool = False
    kind: BlockKind = "paragraph"
    lead: str = ""
    tail: str = ""


class Plan(Struct, frozen=True):
    """How a document is rewritten: blocks in order; between lines of a block ``joins`` (a space where none is named);
    ``cuts`` characters taken off a line's end. Lines without text are left out."""

    pieces: Sequence[Piece]
    joins: Mapping[int, str] = field(default_factory=dict)
    cuts: Mapping[int, int] = field(default_factory=dict)


def text_lines(document: Document) -> list[TextLine]:
    """Every line of a document in the order of its text."""
    words, text = document.words, document.text
    starts, ends, firsts = words.starts, words.ends, words.line_starts
    lasts = [*firsts[1:], len(starts)] if firsts else []
    bolds = words.bold or bytes(len(firsts))
    boxes = words.line_boxes or line_boxes(words.boxes, firsts)
    columns = words.line_pages, firsts, lasts, bolds, *(boxes[side::4] for side in range(4))
    return [
        TextLine(
            index, page, first, last, x0, top, x1, bottom, bottom - top, text[starts[first] : ends[last - 1]], bold == 1
        )
        for index, (page, first, last, bold, x0, top, x1, bottom) in enumerate(zip(*columns, strict=True))
    ]


def block_lines(document: Document, lines: Sequence[TextLine]) -> list[tuple[Block, list[TextLine]]]:
    """The lines of each block that stands in the text; lines without text belong to none."""
    starts = document.words.starts
    begins = [starts[line.first] for line in lines]
    found = []
    for block in document.blocks:
        if block.span is None:
            continue
        first, last = bisect_left(begins, block.span[0]), bisect_left(begins, block.span[1])
        found.append((block, [line for line in lines[first:last] if line.text]))
    return found


def as_it_stands(block: Block, own: Sequence[TextLine], document: Document, joins: dict[int, str]) -> Piece:
    """A table's block as it is, between its rows what stands there: tabs of empty cells are part of it."""
    starts, ends, text = document.words.starts, document.words.ends, document.text
    begin, end = block.span or (0, 0)
    for before, line in pairwise(own):
        joins[line.index] = text[ends[before.last - 1] : starts[line.first]]
    lead, tail = text[begin : starts[own[0].first]], text[ends[own[-1].last - 1] : end]
    return Piece(own[0].index, own[-1].index + 1, kind="table", lead=lead, tail=tail)


def with_tables(rewritten: Document, document: Document) -> Document:
    """A rewritten document with the tables of the one before, under the ids that their blocks have now."""
    if not document.tables:
        return rewritten
    blocks = [block.id for block in rewritten.blocks if block.kind == "table"]
    pairs = zip(document.tables, blocks, strict=True)
    return replace(rewritten, tables=tuple(replace(table, block=block) for table, block in pairs))


def rewrite(document: Document, lines: Sequence[TextLine], plan: Plan) -> Document:
    """The document with the blocks, joins and edits of a plan; lines in no piece lose their text, not their words.

    Blocks without a span, such as hidden text, stay as they are, before the blocks of the next page.
    """
    writer = _Writer(document, plan)
    blocks: list[Block] = []
    leads, rest = _leads(plan.pieces, lines)
    altered = {*plan.joins, *plan.cuts, *[line.index for line in lines if not line.text]}
    for piece in plan.pieces:
        if lead := leads.get(piece.first):
            writer.skip(lead)
        start = writer.begin(piece.join if blocks else "")
        own = lines[piece.first : piece.last]
        if piece.kind != "table" and altered.isdisjoint(range(piece.first, piece.last)):
            writer.add_whole(own)
        else:
            writer.begin(piece.lead)
            own = writer.add_each(own)
            writer.begin(piece.tail)
        blocks.append(_block(piece, own, (start, writer.length), blocks))
    writer.skip(rest)
    writer.flush()
    words = replace(document.words, starts=writer.starts, ends=writer.ends, printed=writer.printed)
    if any(after.first < piece.first for piece, after in pairwise(plan.pieces)):
        words = _ordered(words, document.words, [*_written(plan.pieces, leads, lines), *rest])
    rewritten = replace(document, text="".join(writer.parts), words=words, blocks=with_unwritten(blocks, document))
    return with_tables(rewritten, document)


def _leads(
    pieces: Sequence[Piece], lines: Sequence[TextLine]
) -> tuple[Mapping[int, Sequence[TextLine]], Sequence[TextLine]]:
    """The lines in no piece, by the first line of the piece that comes next in the document, and those after all."""
    leads = {}
    at = 0
    for piece in sorted(pieces, key=lambda piece: piece.first):
        if at < piece.first:
            leads[piece.first] = lines[at : piece.first]
        at = piece.last
    return leads, lines[at:]


def _written(
    pieces: Sequence[Piece], leads: Mapping[int, Sequence[TextLine]], lines: Sequence[TextLine]
) -> Iterator[TextLine]:
    """The lines in the order in which they are written."""
    for piece in pieces:
        yield from leads.get(piece.first, ())
        yield from lines[piece.first : piece.last]


def _ordered(written: Words, words: Words, order: Sequence[TextLine]) -> Words:
    """Words whose offsets are in the order in which their lines were written, the other columns of ``words`` so too."""
    boxes, line_starts, line_pages, bold, outer = array("f"), array("I"), array("H"), array("B"), array("f")
    shifts: dict[int, int] = {}  # line → how far its words moved
    at = 0
    for line in order:
        line_starts.append(at)
        line_pages.append(line.page)
        bold.append(line.bold)
        outer.extend(line.box)
        boxes.extend(words.boxes[4 * line.first : 4 * line.last])
        shifts[line.index] = at - line.first
        at += line.last - line.first
    marked, fields = _moved(words.marked, words, shifts), _moved(words.fields, words, shifts)
    printed = _moved(written.printed, words, shifts)
    moved = {line.first + shifts[line.index] for before, line in pairwise(order) if line.index != before.index + 1}
    breaks = array("I", sorted(moved.union(_moved(dict.fromkeys(words.breaks), words, shifts))))
    return Words(
        written.starts, written.ends, boxes, line_starts, line_pages, printed, bold, marked, fields, breaks, outer
    )


def _moved(kept: Mapping[int, _Value], words: Words, shifts: Mapping[int, int]) -> dict[int, _Value]:
    """What is kept by word, by the words' new indexes."""
    return {word + shifts[words.line_of(word)]: value for word, value in kept.items()}


def with_unwritten(blocks: Sequence[Block], document: Document) -> tuple[Block, ...]:
    """The new blocks, and those without a span (hidden text, annotations) after what stands on their pages."""
    unwritten = [block for block in document.blocks if block.span is None]
    if not unwritten:
        return tuple(blocks)
    found: list[Block] = []
    for block in blocks:
        while unwritten and unwritten[0].page < block.page:
            found.append(unwritten.pop(0))
        found.append(block)
    return (*found, *unwritten)


def _block(piece: Piece, own: Sequence[TextLine], span: tuple[int, int], before: list[Block]) -> Block:
    return Block(
        id=f"b{len(before) + 1}",
        kind=piece.kind,
        page=own[0].page,
        bbox=around(own),
        span=span,
        continues=before[-1].id if piece.continues and before else None,
    )


def around(lines: Sequence[TextLine]) -> Box:
    """The box around some lines: in one pass, for a paragraph has few, and ``min`` and ``max`` take thrice as long."""
    x0, top, x1, bottom = lines[0].box
    for line in lines:
        if line.x0 < x0:
            x0 = line.x0
        if line.top < top:
            top = line.top
        if line.x1 > x1:
            x1 = line.x1
        if line.bottom > bottom:
            bottom = line.bottom
    return x0, top, x1, bottom


class _Writer:
    """New text and offsets, line by line. Words that follow each other and move equally far are written at once."""

    def __init__(self, document: Document, plan: Plan) -> None:
        self._text, self._words, self._plan = document.text, document.words, plan
        self._first = self._last = self._shift = 0  # words that wait to be written, and how far they move
        self.parts: list[str] = []
        self.length = 0
        self.starts, self.ends = array("I"), array("I")
        self.printed = dict(document.words.printed)

    def begin(self, join: str) -> int:
        self._write(join)
        return self.length

    def skip(self, lines: Sequence[TextLine]) -> None:
        """Words that lose their text: an empty range here."""
        for line in lines:
            self.flush()
            places = array("I", [self.length]) * (line.last - line.first)
            self.starts += places
            self.ends += places

    def add_whole(self, lines: Sequence[TextLine]) -> None:
        """Lines at once that nothing parts but line feeds, which become spaces: nearly all."""
        first, last = lines[0].first, lines[-1].last
        start, end = self._words.starts[first], self._words.ends[last - 1]
        self._await(first, last, self.length - start)
        self._write(self._text[start:end].replace("\n", " "))

    def add_each(self, lines: Sequence[TextLine]) -> list[TextLine]:
        """Lines one by one; those that have text."""
        own: list[TextLine] = []
        for line in lines:
            if not line.text:
                self.skip((line,))
                continue
            self.add(line, self._plan.joins.get(line.index, " ") if own else "")
            own.append(line)
        return own

    def _await(self, first: int, last: int, shift: int) -> None:
        """Let words wait, after those that wait already if they move as far."""
        if first != self._last or shift != self._shift:
            self.flush()
            self._first, self._shift = first, shift
        self._last = last

    def add(self, line: TextLine, join: str) -> None:
        self._write(join)
        cut = self._plan.cuts.get(line.index, 0)
        self._await(line.first, line.last, self.length - self._words.starts[line.first])
        self._write(line.text[:-cut] if cut else line.text)
        if cut:
            self._shorten(line.last - 1)

    def flush(self) -> None:
        """Write the offsets of the words that wait."""
        own = slice(self._first, self._last)
        self.starts += shifted(self._words.starts[own], self._shift)
        self.ends += shifted(self._words.ends[own], self._shift)
        self._first = self._last

    def _shorten(self, word: int) -> None:
        """The last word of a line whose end was cut: it was printed with what is gone now."""
        self.flush()
        self._keep_printed(word)
        self.ends[-1] = self.length
        self.starts[-1] = min(self.starts[-1], self.length)

    def _keep_printed(self, word: int) -> None:
        self.printed.setdefault(word, self._text[self._words.starts[word] : self._words.ends[word]])

    def _write(self, text: str) -> None:
        if text:
            self.parts.append(text)
            self.length += len(text)
