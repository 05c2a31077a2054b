"""Which rows at the edges of pages repeat on other pages, and how far that is to be believed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import sub

from msgspec import Struct

from docpipe.cleaning.alike import REPEATS, STEP, Alike, Rows, Same, by_key, by_parity
from docpipe.cleaning.edges import EDGE_ROWS, Edge
from docpipe.cleaning.inner import Found
from docpipe.patterns import compiled
from docpipe.types import RemovedKind
from docpipe.words import Words

FEW = 4
"""Pages of a document up to which two of them tell a running line."""

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


class Repeats:
    """Which rows stand at the same height of other pages, with the same words. ``alone`` is furniture by itself; rows
    with such, whole or in part, are known by it."""

    def __init__(self, sides: Sequence[Sequence[Edge]], alone: Found, pages: Sequence[int], words: Words) -> None:
        self._all, self._by_parity = pages, by_parity(pages)
        self._words = words
        self.alone = _in_rows(sides, alone)
        self._may_run: dict[str, bool] = {}
        self._outermost: set[Edge] = set()
        self._by_number: set[Edge] = set()
        self._same: dict[Edge, Sequence[Same]] = {}
        least = REPEATS if len(pages) > FEW else REPEATS - 1
        self._add_tops([side for side in sides if side and side[0].side == "top"], least)
        self._add_bottoms([side for side in sides if side and side[0].side == "bottom"], least)
        self._same = {
            edge: often
            for edge, every in self._same.items()
            if (often := [same for same in every if len(same.places) >= least])
        }

    def knows(self, side: Sequence[Edge]) -> bool:
        """Whether a row is furniture by itself, or may be by its repetition."""
        return not (self._same.keys().isdisjoint(side) and self.alone.keys().isdisjoint(side))

    def _rows(self, sides: Sequence[Sequence[Edge]], least: int) -> Iterator[Rows]:
        for key, edges in by_key([edge for side in sides for edge in side], least).items():
            if not all(self._whole(edge) for edge in edges):
                yield Rows(key, edges, self._far_apart(edges))

    def _whole(self, edge: Edge) -> bool:
        """Whether a row is furniture by itself, as page numbers are: nobody asks whether it repeats."""
        return len(self.alone.get(edge, ())) == len(edge.lines)

    def _add_tops(self, sides: Sequence[Sequence[Edge]], least: int) -> None:
        for rows in self._rows(sides, least):
            for edge in rows.edges if not rows.apart else ():
                self._add(edge, rows, foot=False)

    def _add_bottoms(self, sides: Sequence[Sequence[Edge]], least: int) -> None:
        known = {edge: rows for rows in self._rows(sides, least) for edge in rows.edges}
        for side in sides:
            if not known.keys().isdisjoint(side):
                self._add_bottom(side, known)

    def _add_bottom(self, side: Sequence[Edge], known: Mapping[Edge, Rows]) -> None:
        depth = 0
        number: Edge | None = None
        for edge in side:
            rows, own = known.get(edge), self.alone.get(edge)
            if rows is not None:
                above = len(side) == EDGE_ROWS or len(side) - edge.rank > ABOVE
                foot = above and self._is_foot(edge, rows.key, depth, number)
                if foot or not rows.apart:
                    self._add(edge, rows, foot)
            if depth == 0:
                self._outermost.add(edge)
            depth += not self._whole(edge)
            if own and any(kind == "page_number" for kind, _ in own.values()):
                number = edge

    def _add(self, edge: Edge, rows: Rows, foot: bool) -> None:
        if self._runnable(edge, rows.key):
            self._same[edge] = rows.add(edge, foot)

    def _far_apart(self, rows: Sequence[Edge]) -> bool:
        """Whether rows of one key stand on so few pages, so far apart, that they can only be footers at whatever
        height: so do all rows of an agreement that a file holds several times. They are in no run, on no great share of
        the pages, and none of their numbers counts these."""
        if len(self._all) <= FEW or len(rows) >= MOST_PAGES * min(self._by_parity):
            return False
        pages = [row.page for row in rows]
        return min(map(sub, pages[1:], pages)) > STEP and not _counting(rows)

    def _is_foot(self, edge: Edge, key: str, depth: int, number: Edge | None) -> bool:
        """Whether a row is far enough out to be a footer at whatever height."""
        near = number is not None and edge.distance - number.distance <= NEAR_NUMBER * edge.lines[0].height
        if near:
            self._by_number.add(edge)
        long = len(key) > LONG
        outer = depth <= OUTER or (depth <= OUTER_LEGEND and long and _is_legend(edge.text))
        return outer and (number is None or long or near)

    def of(self, edge: Edge) -> Running | None:
        """Why a row is furniture, if it is."""
        first = None
        for same in self._same.get(edge, ()):
            found = self._by(edge, same)
            if found is not None and found.sure:
                return found
            first = first or found
        return first

    def _by(self, edge: Edge, same: Same) -> Running | None:
        kind: RemovedKind = "header" if edge.side == "top" else "footer"
        if same.counts:
            if not self._may_count(edge, same):
                return None
            if len(same.pages) >= COUNTS:
                why = f"the same line, its number going up with the pages, on {len(same.pages)} pages"
                return Running("page_number" if is_head(edge.text) else kind, why, SURE, counts=True)
        if same.apart:
            return (
                None if is_head(edge.text) or (not same.counts and _ITEM.match(edge.text)) else self._foot(edge, same)
            )
        alike = same.near(edge.distance)
        if (
            is_head(edge.text)
            and edge.page == min(run := alike.run(edge.page))
            and len(run) < NEARLY_ALL * len(self._all)
        ):
            return None  # where the section begins that is named on its further pages
        if self._most(alike, edge.page):
            return Running(kind, f"the same line at the same height of {alike.count} pages", SURE)
        if not same.counts and _ITEM.match(edge.text):
            return None
        foot = self._foot(edge, same) if edge.side == "bottom" else None
        if foot is not None and foot.needs != SUPPORTED:
            return foot
        found = self._close(edge, alike, kind)
        return foot if found is None or self._tabular(edge) or _PERIOD.fullmatch(edge.text) else found

    def _close(self, edge: Edge, alike: Alike, kind: RemovedKind) -> Running | None:
        """Whether a row stands on pages on end, or on both of two."""
        if alike.count >= REPEATS:
            run = alike.run(edge.page)
            why = f"the same line at the same height of {len(run)} pages on end"
            return Running(kind, why, SURE if len(run) >= OFTEN else FREE) if len(run) >= REPEATS else None
        if alike.count == 2 and edge.rank == 0 and len(edge.key) > 8 and len(self._all) <= FEW:
            return Running(kind, "the same line at the same height of both pages", FREE)
        return None

    def _may_count(self, edge: Edge, same: Same) -> bool:
        """Whether a line's number can be the page's: that of a head goes its own way."""
        if edge.side == "bottom" and edge in self._outermost:
            return True
        return not is_head(edge.text) and len(same.pages) >= COUNTING * same.together

    def _foot(self, edge: Edge, same: Same) -> Running | None:
        """A footer at whatever height: pages may end where their text does."""
        pages = same.feet
        if edge.page not in pages or len(pages) < REPEATS:
            return None
        long, share = len(same.key) > LONG, len(pages) / len(self._all)
        often = len(pages) >= OFTEN
        if (long and (_is_legend(edge.text) or (often and share >= MANY))) or (
            share >= NEARLY_ALL and (often or edge in self._by_number)
        ):
            needs = SURE
        elif share >= MOST_PAGES or (long and not same.apart and self._runs_on(edge, same.by_feet)):
            needs = FREE
        else:
            needs = SUPPORTED
        return Running("footer", f"the same line at the foot of {len(pages)} pages", needs)

    def _runs_on(self, edge: Edge, feet: Alike) -> bool:
        """Whether a line ends many pages, or pages on end; a sentence may speak of the tables above it."""
        if edge.text.endswith("."):
            return False
        return feet.count >= MANY * len(self._all) or len(feet.run(edge.page)) >= REPEATS

    def _tabular(self, edge: Edge) -> bool:
        """Whether a row has a gap as between the columns of a table."""
        if len(edge.lines) > 1:
            return True
        boxes, line = self._words.boxes, edge.lines[0]
        lefts, rights = boxes[4 * line.first + 4 : 4 * line.last : 4], boxes[4 * line.first + 2 : 4 * line.last - 4 : 4]
        return max(map(sub, lefts, rights), default=0.0) > COLUMN_GAP * line.height

    def _most(self, alike: Alike, page: int) -> bool:
        """Whether a line runs through all of the document's pages, or all odd or even ones."""
        if alike.count < REPEATS:
            return False
        if alike.count >= MOST_PAGES * len(self._all):
            return True
        return alike.by_parity[page % 2] >= max(REPEATS, MOST_PAGES * self._by_parity[page % 2])

    def _runnable(self, edge: Edge, key: str) -> bool:
        """Whether a row may be furniture by what it says."""
        if edge.text not in self._may_run:
            self._may_run[edge.text] = (
                bool(_LETTERS.search(key))
                and not edge.of_figures
                and not _BODY.search(edge.text)
                and not _OMITTED.match(edge.text)
            )
        return self._may_run[edge.text]


def _counting(rows: Sequence[Edge]) -> bool:
    """Whether some number in rows of one key, on a page each, is equally far ahead of the page in enough of them: of
    those that say the same in one at most."""
    if len({row.text for row in rows}) < COUNTS or "#" not in rows[0].key:
        return False
    ahead = Counter((at, family, value - row.page) for row in rows for at, (family, value) in enumerate(row.numbers()))
    return max(ahead.values(), default=0) >= COUNTS


def _in_rows(sides: Sequence[Sequence[Edge]], alone: Found) -> Mapping[Edge, Found]:
    """What is furniture by itself of each row that has such."""
    found: dict[Edge, Found] = {}
    for edge in [edge for side in sides for edge in side] if alone else ():
        for line in edge.lines:
            if line.index in alone:
                found.setdefault(edge, {})[line.index] = alone[line.index]
    return found
