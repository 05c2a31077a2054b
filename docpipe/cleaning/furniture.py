"""Running headers, footers and page numbers: taken out of the body and set aside in ``removed``.

Furniture repeats, word for word, on pages that follow each other or on a good share of all pages, and the only number
that may differ is the number of the page. It stands at the edge of the page's text, and free space parts it from the
body unless it tops or ends most pages. A row of figures is none. In doubt a line stays: a header left in the body is
a blemish, a line of the body that is gone is a fault. Never is the whole of a page's text taken.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from docpipe.cleaning.edges import EDGE_ROWS, Edge, Signature, edges_of
from docpipe.cleaning.inner import Found, drawn_rules, inner_furniture, laid_over
from docpipe.cleaning.lines import Piece, Plan, TextLine, block_lines, rewrite, text_lines
from docpipe.cleaning.page_numbers import page_numbers, source_lines
from docpipe.types import Document, Removed, RemovedKind
from docpipe.words import Words

SAME_HEIGHT = 5.0
"""Points by which a running line's height may differ between pages."""

REPEATS = 3
"""Pages that a line must repeat on to be furniture; two are enough for the same words far from the body."""

STEP = 2
"""Pages that a page may be away from a run to belong to it: one page without is in between."""

MOST_PAGES = 0.5
"""Share of all pages, or of the odd or even ones, from which on a line runs through the document."""

FREE = 1.3
"""Distance of furniture to the body, in distances between the body's lines, that parts the two. Of 714
header and footer rows in 26 documents, sure ones included, 9 in 10 are 1.47 or more away, half of them 4.2 or more;
the heads of tables that this keeps in the body stand as close as their rows do."""

_BODY = re.compile(
    r"_{3,}|\.{6,}|^(?:by|name|title|date|its|attest|witness|signature)\s*:"
    r"|\b(?:in|of)\s+(?:\w+\s+)?(?:thousands|millions|billions)\b|单位[:：]",
    re.IGNORECASE,
)
"""What is no furniture however often it stands there: lines to sign on, leaders, and the unit of a table's figures."""
_COUNTED = re.compile(
    r"^(article|section|exhibit|schedule|annex|appendix|attachment|note|item|part|chapter|table|figure|step|phase"
    r"|lot|unit|day|week|month|year|question)\s+[\dA-Z]",
    re.IGNORECASE,
)
"""What is numbered and named, as pages are: a heading rather than a page number."""

_PERIOD = re.compile(
    r"(?:\w+\s+){0,4}(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+\d{1,2},?(?:\s+\d{4})?(?:\s+and\s+\d{4})?"
)
"""The day or period that the figures of a page are for."""

_LETTERS = re.compile(r"[^\W_].|#")


COLUMN_GAP = 3.0
"""Width, in heights of the line, of a gap that makes a row one of a table: 9 in 10 lines of prose in 26 documents have
no gap over .85."""

OFTEN = 8
"""Pages on end from which on a line needs no free space; and pages that a footer must stand on, together with the
share above of all, to be one at whatever height: printed web pages end where their text does."""

LONG = 30
"""Letters from which on a footer at whatever height needs no free space: short lines repeat in tables."""

COUNTS = 4
"""Pages that a line must count up on, at whatever height, to be sure."""


class _Running(Struct, frozen=True):
    """A row that repeats: what it is and why, and whether it is believed without free space around it."""

    kind: RemovedKind
    why: str
    sure: bool


def without_furniture(document: Document) -> Document:
    """The document without its running lines, which stand in ``removed`` with kind, place and reason."""
    lines = text_lines(document)
    found = _furniture(document, lines)
    if not found:
        return document
    pieces = []
    for _, own in block_lines(document, lines):
        kept = [line for line in own if line.index not in found]
        if kept:
            pieces.append(Piece(kept[0].index, kept[-1].index + 1))
    joins = {line.index: "\n" for line in lines}
    removed = tuple(
        Removed(kind, lines[index].page, lines[index].box, lines[index].text, why)
        for index, (kind, why) in sorted(found.items())
    )
    return replace(rewrite(document, lines, Plan(pieces, joins, removed=found)), removed=document.removed + removed)


def _furniture(document: Document, lines: Sequence[TextLine]) -> Found:
    heights = {page.number: page.height for page in document.pages}
    by_page: dict[int, list[TextLine]] = defaultdict(list)
    for line in lines:
        by_page[line.page].append(line)
    sides = {page: edges_of(own, heights[page]) for page, own in by_page.items()}
    edges = [edge for both in sides.values() for side in both for edge in side]
    running = _Repeats(edges, list(by_page), document.words)
    alone = {**page_numbers(edges), **source_lines(edges)}
    noise = drawn_rules(lines)
    taken: dict[int, Found] = {}
    for page, own in by_page.items():
        aside = {**noise, **laid_over(own)}
        leading = _leading(own)
        own_found = {line.index: aside[line.index] for line in own if line.index in aside}
        for side in sides[page]:
            own_found.update(_from_the_edge(side, running, alone, aside, leading))
        taken[page] = own_found
    inner = inner_furniture(lines, {index for one in taken.values() for index in one})
    found: Found = {}
    for page, own in by_page.items():
        found.update(
            _never_all(own, taken[page] | {line.index: inner[line.index] for line in own if line.index in inner})
        )
    return found


class _Repeats:
    """Which rows stand at the same height of other pages, with the same words."""

    def __init__(self, edges: Sequence[Edge], pages: Sequence[int], words: Words) -> None:
        self._all = pages
        self._words = words
        self._often = Counter((edge.side, edge.key) for edge in edges)
        self._at: dict[tuple[str, Signature], list[tuple[float, int]]] = defaultdict(list)
        for edge in edges:
            if self._may_run(edge):
                for signature, _ in edge.signatures():
                    self._at[edge.side, signature].append((edge.distance, edge.page))
        for places in self._at.values():
            places.sort()
        self._runs: dict[tuple[str, Signature, int, int], Mapping[int, Sequence[int]]] = {}

    def of(self, edge: Edge) -> _Running | None:
        """Why a row is furniture, if it is."""
        if not self._may_run(edge):
            return None
        found = [self._by(edge, signature, counts) for signature, counts in edge.signatures()]
        return max((one for one in found if one is not None), key=lambda one: one.sure, default=None)

    def _by(self, edge: Edge, signature: Signature, counts: bool) -> _Running | None:
        kind: RemovedKind = "header" if edge.side == "top" else "footer"
        if counts and _COUNTED.match(edge.text):
            return None
        anywhere = {page for _, page in self._at[edge.side, signature]}
        if counts and len(anywhere) >= COUNTS:
            return _Running(kind, f"the same line, its number going up with the pages, on {len(anywhere)} pages", True)
        if edge.side == "bottom" and len(anywhere) >= max(OFTEN, MOST_PAGES * len(self._all)):
            return _Running(kind, f"the same line at the foot of {len(anywhere)} pages", len(edge.key) > LONG)
        alike = self._alike(edge, signature)
        run = alike.get(edge.page, ())
        if _COUNTED.match(edge.text) and edge.page == min(run, default=0):
            return None  # where the section begins that is named on its further pages
        if self._most(alike, edge.page):
            return _Running(kind, f"the same line at the same height of {len(alike)} pages", True)
        if self._tabular(edge) or _PERIOD.fullmatch(edge.text):
            return None
        if len(run) >= REPEATS:
            return _Running(kind, f"the same line at the same height of {len(run)} pages on end", len(run) >= OFTEN)
        if len(alike) == 2 and edge.rank == 0 and len(edge.key) > 8 and len(self._all) <= 4:
            return _Running(kind, "the same line at the same height of both pages", False)
        return None

    def _tabular(self, edge: Edge) -> bool:
        """Whether a row has a gap as between the columns of a table."""
        boxes = self._words.boxes
        return len(edge.lines) > 1 or any(
            boxes[4 * word + 4] - boxes[4 * word + 2] > COLUMN_GAP * line.height
            for line in edge.lines
            for word in range(line.first, line.last - 1)
        )

    def _most(self, alike: Mapping[int, Sequence[int]], page: int) -> bool:
        """Whether a line runs through all of the document's pages, or all odd or even ones."""
        if len(alike) < REPEATS:
            return False
        if len(alike) >= MOST_PAGES * len(self._all):
            return True
        parity = sum(other % 2 == page % 2 for other in self._all)
        return sum(other % 2 == page % 2 for other in alike) >= max(REPEATS, MOST_PAGES * parity)

    def _alike(self, edge: Edge, signature: Signature) -> Mapping[int, Sequence[int]]:
        """The pages with the same row at the same height, each with the run of pages that it is in."""
        places = self._at[edge.side, signature]
        first = bisect_left(places, (edge.distance - SAME_HEIGHT, 0))
        last = bisect_right(places, (edge.distance + SAME_HEIGHT, sys.maxsize))
        key = (edge.side, signature, first, last)
        if key not in self._runs:
            self._runs[key] = _runs(sorted({page for _, page in places[first:last]}))
        return self._runs[key]

    def _may_run(self, edge: Edge) -> bool:
        if self._often[edge.side, edge.key] < 2:
            return False
        return bool(_LETTERS.search(edge.key)) and not edge.of_figures and not _BODY.search(edge.text)


def _runs(pages: Sequence[int]) -> dict[int, Sequence[int]]:
    """Each page with the pages of its run: pages that follow each other, or every other page; a page that is close
    to a run of enough pages belongs to it."""
    found: dict[int, Sequence[int]] = {page: (page,) for page in pages}
    for parts in ([pages], [[page for page in pages if page % 2 == odd] for odd in (0, 1)]):
        for run in (run for part in parts for run in _chains(part, len(parts))):
            found.update({page: run for page in run if len(run) > len(found[page])})
    for before, after in (*pairwise(pages), *pairwise(pages[::-1])):
        if len(found[after]) < REPEATS <= len(found[before]) and abs(after - before) <= STEP:
            found[after] = found[before]
    return found


def _chains(pages: Sequence[int], step: int) -> Iterator[list[int]]:
    """The pages cut wherever the next one is more than a step away."""
    chain: list[int] = []
    for page in pages:
        if chain and page - chain[-1] > step:
            yield chain
            chain = []
        chain.append(page)
    if chain:
        yield chain


def _leading(page: Sequence[TextLine]) -> float:
    """The usual distance between the lines of a page; with a few lines, what would be usual for their height."""
    bottoms = sorted(line.bottom for line in page)
    distances = [after - before for before, after in pairwise(bottoms) if after - before > 1]
    least = max(1.2 * min((line.height for line in page), default=0.0), 1.0)
    return median(distances) if len(distances) > EDGE_ROWS else least


def _from_the_edge(side: Sequence[Edge], running: _Repeats, alone: Found, aside: Found, leading: float) -> Found:
    """The furniture of one side of a page: from the edge inwards up to the first row of the body."""
    taken: Found = {}
    waiting: list[tuple[Edge, _Running]] = []  # believed once a surer row, or free space, stands further in
    inner: Edge | None = None
    for edge in side:
        own = {line.index: alone[line.index] for line in edge.lines if line.index in alone}
        if all(line.index in aside for line in edge.lines):
            continue
        runs = None if len(own) == len(edge.lines) else running.of(edge)
        if runs is not None and not runs.sure:
            waiting.append((edge, runs))
            continue
        if runs is None and not own:
            inner = edge
            break
        taken |= _all_of(waiting) | own | (_all_of([(edge, runs)]) if runs is not None else {})
        waiting = []
        if runs is None and len(own) < len(edge.lines):
            break
    while waiting and (inner is None or abs(inner.distance - waiting[-1][0].distance) <= FREE * leading):
        inner = waiting.pop()[0]
    return taken | _all_of(waiting)


def _all_of(rows: Sequence[tuple[Edge, _Running]]) -> Found:
    return {line.index: (runs.kind, runs.why) for edge, runs in rows for line in edge.lines}


def _never_all(page: Sequence[TextLine], taken: Found) -> Found:
    """What is taken from one page: never all that it says; then at most its page numbers."""
    if len(taken) < len(page):
        return taken
    numbers = {index: reason for index, reason in taken.items() if reason[0] == "page_number"}
    return numbers if len(numbers) < len(page) else {}
