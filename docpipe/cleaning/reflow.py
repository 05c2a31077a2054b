"""Lines → paragraphs: their lines joined, hyphens at the ends of lines healed, footnotes behind what they belong to.

Blocks never cross a page; a paragraph that does is two blocks, the second of which ``continues``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from docpipe.cleaning.beside import ALONE, Others
from docpipe.cleaning.hyphens import EAST_ASIAN, HYPHENS, Vocabulary, joint
from docpipe.cleaning.lines import Piece, Plan, TextLine, as_it_stands, block_lines, rewrite
from docpipe.cleaning.paragraphs import Setting, continues
from docpipe.cleaning.stretches import Group, Paragraphs
from docpipe.types import Block, Document


def reflowed(document: Document, lines: Sequence[TextLine], others: Others = ALONE) -> Document:
    """The document with one block per paragraph and page, its lines joined and hyphens at their ends healed. ``others``
    help with the parts that they have read."""
    joins: dict[int, str] = {}
    tables: dict[int, Piece] = {}
    known = block_lines(document, lines)
    for block, own in known:
        if block.kind == "table":
            tables[own[0].index] = as_it_stands(block, own, document, joins)
    paragraphs = Paragraphs(document, lines, [own for _, own in known if own], tables)
    found = _Found(tables, joins, paragraphs.notes, Vocabulary(_texts(document, known)))
    return rewrite(document, lines, _plan(paragraphs.groups(others), found, paragraphs.setting))


def _texts(document: Document, blocks: Sequence[tuple[Block, list[TextLine]]]) -> Iterator[str]:
    """The text of each block, without the lines that are left out; a table has none of these."""
    for block, own in blocks:
        if block.kind == "table" and block.span is not None:
            yield document.text[slice(*block.span)]
        elif own:
            yield "\n".join([line.text for line in own])


class _Found(Struct, frozen=True):
    """What is known of some lines: the tables that begin with them, what stands before them, the footnotes' lines; and
    the words of all."""

    tables: Mapping[int, Piece]
    joins: dict[int, str]
    notes: Mapping[int, bool]
    vocabulary: Vocabulary


def _plan(groups: Iterable[Group], found: _Found, setting: Setting) -> Plan:
    """How the paragraphs are written; footnotes wait until the paragraph that they stand amid has ended."""
    joins, cuts = found.joins, dict[int, int]()
    pieces: list[Piece] = []
    waiting: list[Piece] = []
    before: Group | None = None
    for group in groups:
        if group[0].index in found.tables:
            pieces.append(found.tables[group[0].index])
            continue
        _join(group, found.vocabulary, joins, cuts)
        piece = Piece(group[0].index, group[-1].index + 1)
        if group[0].index in found.notes:
            waiting.append(replace(piece, kind="footnote"))
            continue
        if before is not None and _breaks(before, group) and continues(before, group, setting):
            _join((before[-1], group[0]), found.vocabulary, joins, cuts)
            piece = replace(piece, join=joins.pop(group[0].index, " "), continues=True)
        else:
            pieces += waiting
            waiting = []
        pieces.append(piece)
        before = group
    return Plan(pieces + waiting, joins, cuts)


def _join(lines: Sequence[TextLine], vocabulary: Vocabulary, joins: dict[int, str], cuts: dict[int, int]) -> None:
    """Note what stands between some lines, and how many characters each loses."""
    for before, line in pairwise(lines):
        if (last := before.text[-1]) < EAST_ASIAN and last not in HYPHENS:
            continue  # nearly every line
        join, cut = joint(before.text, line.text, vocabulary)
        if join != " ":
            joins[line.index] = join
        if cut:
            cuts[before.index] = cut


def _breaks(group: Sequence[TextLine], after: Sequence[TextLine]) -> bool:
    """Whether a column or page ends between two groups of lines."""
    return group[-1].page != after[0].page or after[0].top <= group[-1].top
