"""The paragraphs of a long document, found side by side: a process that has read some of its pages finds them there."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain

from msgspec import Struct
from msgspec.structs import replace

from docpipe.cleaning.beside import Others
from docpipe.cleaning.footnotes import footnotes, small_size
from docpipe.cleaning.lines import TextLine, block_lines, text_lines
from docpipe.cleaning.numbering import Marker, follows
from docpipe.cleaning.paragraphs import Series, Setting, paragraphs, setting_of
from docpipe.types import Document

FOUND = "docpipe.cleaning.stretches:found"

Group = Sequence[TextLine]


class Asked(Struct, frozen=True):
    """What must be known of the whole document to find the paragraphs of a part: how it is set, how small the lines of
    footnotes are, and, by part, which of its lines are left out."""

    setting: Setting
    small: float | None
    left_out: Mapping[str, Sequence[int]]


class Stretch(Struct, frozen=True):
    """The paragraphs of a part by their counts of lines, and which lines are of footnotes, counted from its first line.
    ``unseen`` are numbers that were taken for the next ones of nothing that stands before the part, ``last`` the last
    ones of their families in it."""

    lengths: array[int]  # 'I'
    notes: Mapping[int, bool]
    unseen: Sequence[Marker]
    last: Mapping[str, Marker]


def found(parts: Mapping[str, Document], asked: Asked) -> dict[str, Stretch]:
    """The paragraphs of those parts of a document that are here, before anything of it is cleaned."""
    return {name: _found(parts[name], asked, asked.left_out[name]) for name in asked.left_out if name in parts}


def _found(part: Document, asked: Asked, left_out: Sequence[int]) -> Stretch:
    lines = text_lines(part)
    for index in left_out:
        lines[index] = replace(lines[index], text="")
    blocks = [(block.kind, own) for block, own in block_lines(part, lines) if own]
    tables = {own[0].index for kind, own in blocks if kind == "table"}
    notes, series = footnotes(lines, part.words, asked.small), Series()
    groups = paragraphs([own for _, own in blocks], tables, lines, asked.setting, notes, series)
    return Stretch(array("I", map(len, groups)), notes, series.unseen, series.last)


class Paragraphs:
    """The paragraphs of a document. ``regions`` are the lines of its blocks, without those that are left out;
    ``tables`` the first lines of those that are tables. ``notes`` are the lines of footnotes, and whether one begins
    there; of what has been gone through."""

    def __init__(
        self, document: Document, lines: Sequence[TextLine], regions: Sequence[list[TextLine]], tables: Container[int]
    ) -> None:
        self._document, self._lines, self._regions, self._tables = document, lines, regions, tables
        self.setting = setting_of([own for own in regions if own[0].index not in tables])
        self.notes: dict[int, bool] = {}
        self._small = small_size(lines, document.words)
        self._series = Series()

    def groups(self, others: Others) -> Iterator[Group]:
        """The lines of each paragraph and table. What others find in the parts that they have read is waited for when
        it is needed, so that whoever takes what is before works beside them."""
        starts = [own[0].index for own in self._regions]
        bounds = list(self._bounds(others.parts))
        left_out = {
            name: [line.index - first for line in self._lines[first:last] if not line.text]
            for first, last, name in bounds
            if name
        }
        with others.parts_asked(FOUND, Asked(self.setting, self._small, left_out)) as answer:
            given = cache(answer)
            for first, last, name in bounds:
                own = self._regions[bisect_left(starts, first) : bisect_left(starts, last)]
                theirs = given().get(name) if name else None
                yield from (theirs and self._theirs(theirs, first, own)) or self._own(first, last, own)

    def _bounds(self, parts: Mapping[str, Sequence[int]]) -> Iterator[tuple[int, int, str]]:
        """The stretches of lines that belong to a part, and, without a name, those between them."""
        pages, at = self._document.words.line_pages, 0
        for name, own in sorted(parts.items(), key=lambda part: part[1][0]):
            first, last = bisect_left(pages, own[0]), bisect_left(pages, own[-1] + 1)
            if at < first:
                yield at, first, ""
            if first < last:
                yield first, last, name
            at = last
        if at < len(self._lines):
            yield at, len(self._lines), ""

    def _own(self, first: int, last: int, regions: Sequence[list[TextLine]]) -> list[list[TextLine]]:
        lines = self._lines[first:last]
        self.notes |= footnotes(lines, self._document.words, self._small)
        return paragraphs(regions, self._tables, lines, self.setting, self.notes, self._series)

    def _theirs(self, stretch: Stretch, first: int, regions: Sequence[list[TextLine]]) -> list[list[TextLine]]:
        """The paragraphs that another process has found; none if it would have found others behind what stands before
        its part."""
        series = self._series.last
        if any(follows(series.get(number.family), number) for number in stretch.unseen):
            return []
        lines = list(chain.from_iterable(regions))
        if sum(stretch.lengths) != len(lines):  # it read something else, and no line may be lost
            return []
        self.notes |= {first + index: begins for index, begins in stretch.notes.items()}
        series.update(stretch.last)
        return [
            lines[end - length : end] for length, end in zip(stretch.lengths, accumulate(stretch.lengths), strict=True)
        ]
