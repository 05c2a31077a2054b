"""Which rows at the edges of pages repeat on other pages, and how far that is to be believed."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter, sub

from msgspec import Struct

from docpipe.cleaning.edges import EDGE_ROWS, Edge, Signature
from docpipe.cleaning.inner import Found
from docpipe.patterns import compiled
from docpipe.types import RemovedKind
from docpipe.words import Words

SAME_HEIGHT = 5.0
"""Points by which a running line's height may differ between pages."""

REPEATS = 3
"""Pages that a line must repeat on to be furniture; two are enough for the same words far from the body."""

FEW = 4
"""Pages of a document up to which two of them tell a running line."""

STEP = 2
"""Pages that a page may be away from a run to belong to it: one page without is in between."""

MOST_PAGES = 0.5
"""Share of all pages, or of the odd or even ones, from which on a line runs through the document."""

NEARLY_ALL = 0.8
"""Share of all pages that a short footer must stand on to need no free space; on many pages, or by their numbers."""

MANY = 0.25
"""Share of all pages from which on a long line at their feet is a footer: the report with most such lines of its body
ends 3 of its 170 pages with the same sentence."""

OFTEN = 8
"""Pages on end from which on a line needs no free space; and pages that a footer must stand on, together with the
share above of all, to need none at whatever height: printed web pages end where their text does."""

LONG = 30
"""Letters from which on a footer at whatever height needs no free space: short lines repeat in tables."""

COUNTS = 4
"""Pages that a line must count up on, at whatever height, to be sure."""

COUNTING = 0.6
"""Share of the rows that differ in numbers alone which must count with the pages: of numbered heads a few do."""

OUTER = 2
"""Rows, page numbers aside, that may stand further out than a footer at whatever height."""

NEAR_NUMBER = 5.0
"""Distance of such a footer, a short one, to the page number below it, in its own heights: the two move together."""

OUTER_LEGEND = 4
"""The same for a legend, which has up to five lines."""

ABOVE = 3
"""Rows that must stand above a footer at whatever height, so that it is not what a page is for."""

COLUMN_GAP = 3.0
"""Width, in heights of the line, of a gap that makes a row one of a table: 9 in 10 lines of prose in 26 documents have
no gap over .85."""

_BODY = compiled(
    r"_{3,}|\.{6,}|^(?:by|name|title|date|its|attest|witness|signature)\s*:"
    r"|\b(?:in|of)\s+(?:\w+\s+)?(?:thousands|millions|billions)\b|单位[:：]",
    re.IGNORECASE,
)
"""What is no furniture however often it stands there: lines to sign on, leaders, and the unit of a table's figures."""
_COUNTED = compiled(
    r"(?:(?:article|section|clause|paragraph|exhibit|schedule|annex(?:ure)?|appendix|attachment|addendum|amendment|note"
    r"|item|part|chapter|volume|table|figure|step|phase|milestone|stage|tranche|lot|unit|day|week|month|quarter|year"
    r"|question)(?:\s+no\.?)?[\s.:–—-]+[\dA-Z]|第\s*\d+\s*[条章节编部])",
    re.IGNORECASE,
)
"""What is numbered and named, as pages are: a heading rather than a page number."""
_PERIOD = compiled(
    r"(?:\w+\s+){0,4}(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+\d{1,2},?(?:\s+\d{4})?(?:\s+and\s+\d{4})?"
)
"""The day or period that the figures of a page are for."""
_LEGEND = compiled(r"confidential|omitted|omission|redacted|proprietary|filed separately|保密|机密", re.IGNORECASE)
"""Words of the legends that stand only on those pages that they speak of."""
_OMITTED = compiled(r"\W?(?:intentionally\s+)?omitted\b", re.IGNORECASE)
"""What a page says instead of its text."""
_ITEM = compiled(r"(?:\d{1,3}[.)]?|\(\w{1,4}\)|[•·▪])\s+[^\W\d_]")
"""The beginning of a list's item; a footer that begins with a number counts the pages with it."""
_LETTERS = compiled(r"[^\W_].|#")
_PAGE = attrgetter("page")

SURE, FREE, SUPPORTED = "sure", "free", "supported"


class Running(Struct, frozen=True):
    """A row that repeats: what it is and why, and what it needs to be believed: nothing (``sure``), ``free`` space
    between it and the body, or a sure row further in (``supported``)."""

    kind: RemovedKind
    why: str
    needs: str
    counts: bool = False

    @property
    def sure(self) -> bool:
        return self.needs == SURE


@lru_cache(maxsize=1024)  # like all that is told by a text alone: running lines are asked for on each of their pages
def is_head(text: str) -> bool:
    """Whether a line is numbered and named as a heading is."""
    return _COUNTED.match(text) is not None


@lru_cache(maxsize=1024)
def _is_legend(text: str) -> bool:
    return _LEGEND.search(text) is not None


class _Alike(Struct, frozen=True):
    """The pages with a row at one height, each with the run of pages that it is in; how many are even, and odd."""

    runs: Mapping[int, Sequence[int]]
    by_parity: tuple[int, int]

    @classmethod
    def of(cls, pages: Sequence[int]) -> _Alike:
        return cls(_runs(pages), _by_parity(pages))


def _by_parity(pages: Sequence[int]) -> tuple[int, int]:
    odd = sum([page % 2 for page in pages])
    return len(pages) - odd, odd


class Repeats:
    """Which rows stand at the same height of other pages, with the same words. ``alone`` is furniture by itself."""

    def __init__(self, sides: Sequence[Sequence[Edge]], alone: Found, pages: Sequence[int], words: Words) -> None:
        self._all, self._by_parity = pages, _by_parity(pages)
        self._words = words
        self._rows: dict[tuple[str, str], list[Edge]] = defaultdict(list)
        self._not_alone: set[Edge] = set()
        edges = [edge for side in sides for edge in side]
        rough = [(edge.side, edge.rough_key) for edge in edges]
        often = Counter(rough)
        for edge, key in zip(edges, rough, strict=True):
            if often[key] > 1:
                self._rows[edge.side, edge.key].append(edge)
                self._not_alone.add(edge)
        self._apart = {key for key, rows in self._rows.items() if len(rows) > 1 and self._far_apart(rows)}
        self._at: dict[tuple[str, Signature], list[tuple[float, int]]] = defaultdict(list)
        self._feet: dict[Signature, set[int]] = defaultdict(set)
        self._may_run: dict[str, bool] = {}
        self._signatures: dict[Edge, Sequence[tuple[Signature, bool]]] = {}
        self._outermost: set[Edge] = set()
        self._by_number: set[Edge] = set()
        for side in sides:
            if not self._not_alone.isdisjoint(side):
                self._add_side(side, alone)
        for places in self._at.values():
            places.sort()
        self._anywhere: dict[tuple[str, Signature], frozenset[int]] = {}
        self._found_alike: dict[tuple[str, Signature, int, int], _Alike] = {}

    def _add_side(self, side: Sequence[Edge], alone: Found) -> None:
        depth = 0
        number: Edge | None = None
        for edge in side:
            known = [alone[line.index][0] for line in edge.lines if line.index in alone]
            if edge in self._not_alone and len(self._rows[edge.side, edge.key]) > 1:
                above = len(side) == EDGE_ROWS or len(side) - edge.rank > ABOVE
                foot = edge.side == "bottom" and above and self._is_foot(edge, depth, number)
                if (foot or (edge.side, edge.key) not in self._apart) and self._runnable(edge):
                    self._add(edge, foot)
            if depth == 0:
                self._outermost.add(edge)
            depth += len(known) < len(edge.lines)
            number = edge if "page_number" in known else number

    def _add(self, edge: Edge, foot: bool) -> None:
        self._signatures[edge] = tuple(edge.signatures())
        for signature, _ in self._signatures[edge]:
            self._at[edge.side, signature].append((edge.distance, edge.page))
            if foot:
                self._feet[signature].add(edge.page)

    def _far_apart(self, rows: Sequence[Edge]) -> bool:
        """Whether rows of one key stand on so few pages, so far apart, that they can only be footers at whatever
        height: so do all rows of an agreement that a file holds several times. They are in no run, on no great share of
        the pages, and none of their numbers counts these."""
        few = len(self._all) > FEW and len(rows) < MOST_PAGES * min(self._by_parity)
        return few and all(after.page - before.page > STEP for before, after in pairwise(rows)) and not _counting(rows)

    def _is_foot(self, edge: Edge, depth: int, number: Edge | None) -> bool:
        """Whether a row is far enough out to be a footer at whatever height."""
        near = number is not None and edge.distance - number.distance <= NEAR_NUMBER * edge.lines[0].height
        if near:
            self._by_number.add(edge)
        long = len(edge.key) > LONG
        outer = depth <= OUTER or (depth <= OUTER_LEGEND and long and _is_legend(edge.text))
        return outer and (number is None or long or near)

    def of(self, edge: Edge) -> Running | None:
        """Why a row is furniture, if it is."""
        if edge not in self._signatures:
            return None  # nearly every row
        found = [self._by(edge, signature, counts) for signature, counts in self._signatures[edge]]
        return max((one for one in found if one is not None), key=lambda one: one.sure, default=None)

    def _by(self, edge: Edge, signature: Signature, counts: bool) -> Running | None:
        kind: RemovedKind = "header" if edge.side == "top" else "footer"
        pages = self._on(edge.side, signature) if counts else frozenset()
        if counts and not self._may_count(edge, pages):
            return None
        if counts and len(pages) >= COUNTS:
            why = f"the same line, its number going up with the pages, on {len(pages)} pages"
            kind = "page_number" if is_head(edge.text) else kind
            return Running(kind, why, SURE, counts=True)
        alike = self._alike(edge, signature)
        run = alike.runs.get(edge.page, ())
        if is_head(edge.text) and edge.page == min(run, default=0) and len(run) < NEARLY_ALL * len(self._all):
            return None  # where the section begins that is named on its further pages
        if self._most(alike, edge.page):
            return Running(kind, f"the same line at the same height of {len(alike.runs)} pages", SURE)
        if not counts and _ITEM.match(edge.text):
            return None
        foot = self._foot(edge, signature) if edge.side == "bottom" else None
        if foot is not None and foot.needs != SUPPORTED:
            return foot
        if self._tabular(edge) or _PERIOD.fullmatch(edge.text):
            return foot
        if len(run) >= REPEATS:
            why = f"the same line at the same height of {len(run)} pages on end"
            return Running(kind, why, SURE if len(run) >= OFTEN else FREE)
        if len(alike.runs) == 2 and edge.rank == 0 and len(edge.key) > 8 and len(self._all) <= FEW:
            return Running(kind, "the same line at the same height of both pages", FREE)
        return foot

    def _on(self, side: str, signature: Signature) -> frozenset[int]:
        """The pages with a row, at whatever height."""
        if (side, signature) not in self._anywhere:
            self._anywhere[side, signature] = frozenset(page for _, page in self._at[side, signature])
        return self._anywhere[side, signature]

    def _may_count(self, edge: Edge, pages: Set[int]) -> bool:
        """Whether a line's number can be the page's: that of a head goes its own way."""
        if edge.side == "bottom" and edge in self._outermost:
            return True
        if is_head(edge.text):
            return False
        alike = self._rows[edge.side, edge.key]
        together = bisect_right(alike, max(pages), key=_PAGE) - bisect_left(alike, min(pages), key=_PAGE)
        return len(pages) >= COUNTING * together

    def _foot(self, edge: Edge, signature: Signature) -> Running | None:
        """A footer at whatever height: pages may end where their text does."""
        pages = self._feet.get(signature, set())
        if edge.page not in pages or len(pages) < REPEATS:
            return None
        long, share = len(edge.key) > LONG, len(pages) / len(self._all)
        often = len(pages) >= OFTEN
        if (long and (_is_legend(edge.text) or (often and share >= MANY))) or (
            share >= NEARLY_ALL and (often or edge in self._by_number)
        ):
            needs = SURE
        elif share >= MOST_PAGES or (long and self._runs_on(edge, pages)):
            needs = FREE
        else:
            needs = SUPPORTED
        return Running("footer", f"the same line at the foot of {len(pages)} pages", needs)

    def _runs_on(self, edge: Edge, pages: Set[int]) -> bool:
        """Whether a line ends many pages, or pages on end; a sentence may speak of the tables above it."""
        if edge.text.endswith("."):
            return False
        return len(pages) >= MANY * len(self._all) or len(_runs(sorted(pages))[edge.page]) >= REPEATS

    def _tabular(self, edge: Edge) -> bool:
        """Whether a row has a gap as between the columns of a table."""
        if len(edge.lines) > 1:
            return True
        boxes, line = self._words.boxes, edge.lines[0]
        lefts, rights = boxes[4 * line.first + 4 : 4 * line.last : 4], boxes[4 * line.first + 2 : 4 * line.last - 4 : 4]
        return max(map(sub, lefts, rights), default=0.0) > COLUMN_GAP * line.height

    def _most(self, alike: _Alike, page: int) -> bool:
        """Whether a line runs through all of the document's pages, or all odd or even ones."""
        if len(alike.runs) < REPEATS:
            return False
        if len(alike.runs) >= MOST_PAGES * len(self._all):
            return True
        return alike.by_parity[page % 2] >= max(REPEATS, MOST_PAGES * self._by_parity[page % 2])

    def _alike(self, edge: Edge, signature: Signature) -> _Alike:
        """The pages with the same row at the same height."""
        places = self._at[edge.side, signature]
        first = bisect_left(places, (edge.distance - SAME_HEIGHT, 0))
        last = bisect_right(places, (edge.distance + SAME_HEIGHT, sys.maxsize))
        key = (edge.side, signature, first, last)
        if key not in self._found_alike:
            self._found_alike[key] = _Alike.of(sorted({page for _, page in places[first:last]}))
        return self._found_alike[key]

    def _runnable(self, edge: Edge) -> bool:
        """Whether a row may be furniture by what it says."""
        if edge.text not in self._may_run:
            self._may_run[edge.text] = (
                bool(_LETTERS.search(edge.key))
                and not edge.of_figures
                and not _BODY.search(edge.text)
                and not _OMITTED.match(edge.text)
            )
        return self._may_run[edge.text]


def _counting(rows: Sequence[Edge]) -> bool:
    """Whether some number in rows of one key is equally far ahead of the page in enough of them."""
    if len(rows) < COUNTS or "#" not in rows[0].key:
        return False
    ahead = Counter((at, family, value - row.page) for row in rows for at, (family, value) in enumerate(row.numbers()))
    return max(ahead.values(), default=0) >= COUNTS


def _runs(pages: Sequence[int]) -> dict[int, Sequence[int]]:
    """Each page with the pages of its run: pages that follow each other, or every other page; a page that is close
    to a run of enough pages belongs to it."""
    found: dict[int, Sequence[int]] = {page: (page,) for page in pages}
    if all(after - before > STEP for before, after in pairwise(pages)):
        return found
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
