"""Rows that say the same at one side of their pages: at what heights they stand, on which pages, in what runs.

What is told of all of them is found once and kept: running lines are asked for on each of their pages.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

from docpipe.cleaning.edges import Edge, Signature, rough_keys

SAME_HEIGHT = 5.0
"""Points by which a running line's height may differ between pages."""

REPEATS = 3
"""Pages that a line must repeat on to be furniture; two are enough for the same words far from the body."""

STEP = 2
"""Pages that a page may be away from a run to belong to it: one page without is in between."""

_PAGE = attrgetter("page")


class Alike:
    """The pages with a row at one height; ``once`` says that none is named twice. Heights that drift make as many of
    these as there are rows, so that most are only counted."""

    def __init__(self, pages: Collection[int], once: bool) -> None:
        self._pages = pages
        self.count = len(pages) if once else len(self.pages)
        self._runs: dict[int, Sequence[int]] = {}

    @cached_property
    def pages(self) -> frozenset[int]:
        return frozenset(self._pages)

    @cached_property
    def by_parity(self) -> tuple[int, int]:
        return by_parity(self.pages)

    def run(self, page: int) -> Sequence[int]:
        """The run that one of the pages is in; only pages close to it are looked at."""
        if page not in self._runs:
            near = _around(page, self.pages)
            self._runs |= _runs(near) if len(near) > 1 else {page: near}
        return self._runs[page]


class Same:
    """Rows of one key that have the same numbers, or some that count with their pages; ``feet`` are the pages at whose
    foot they stand."""

    def __init__(self, rows: Rows, counts: bool) -> None:
        self.key, self.apart, self.counts = rows.key, rows.apart, counts
        self._rows = rows.edges
        self.places: list[tuple[float, int]] = []
        self.feet: set[int] = set()
        self._at: dict[float, Alike] = {}
        self._between: dict[tuple[int, int], Alike] = {}

    @cached_property
    def pages(self) -> frozenset[int]:
        """The pages with a row, at whatever height."""
        return frozenset([page for _, page in self.places])

    @cached_property
    def together(self) -> int:
        """How many rows differ in numbers alone from the first of these pages to the last."""
        return bisect_right(self._rows, max(self.pages), key=_PAGE) - bisect_left(
            self._rows, min(self.pages), key=_PAGE
        )

    @cached_property
    def by_feet(self) -> Alike:
        """The pages at whose foot a row stands."""
        return Alike(self.feet, once=True)

    def near(self, distance: float) -> Alike:
        """The pages with a row at the same height."""
        if distance not in self._at:
            distances, pages = self._sorted
            between = bisect_left(distances, distance - SAME_HEIGHT), bisect_right(distances, distance + SAME_HEIGHT)
            if between not in self._between:
                self._between[between] = Alike(pages[slice(*between)], once=len(pages) == len(self.pages))
            self._at[distance] = self._between[between]
        return self._at[distance]

    @cached_property
    def _sorted(self) -> tuple[Sequence[float], Sequence[int]]:
        places = sorted(self.places)
        return [distance for distance, _ in places], [page for _, page in places]


class Rows:
    """Rows of one key at one side of their pages, in the order of these."""

    def __init__(self, key: str, edges: Sequence[Edge], apart: bool) -> None:
        self.key, self.edges, self.apart = key, edges, apart
        self._same: dict[Signature, Same] = {}

    def add(self, edge: Edge, foot: bool) -> list[Same]:
        """With which rows it is the same, now that it is among them."""
        found = []
        for signature, counts in edge.signatures() if "#" in self.key else [((), False)]:
            same = self._same.get(signature)
            if same is None:
                same = self._same[signature] = Same(self, counts)
            same.places.append((edge.distance, edge.page))
            if foot:
                same.feet.add(edge.page)
            found.append(same)
        return found


def by_key(edges: Sequence[Edge], least: int) -> dict[str, Sequence[Edge]]:
    """The rows of each key that at least so many have."""
    rough = rough_keys(edges)
    often = Counter(rough)
    found: dict[str, list[Edge]] = defaultdict(list)
    for edge, key in zip(edges, rough, strict=True):
        if often[key] >= least:
            found[edge.key].append(edge)
    return {key: rows for key, rows in found.items() if len(rows) >= least}


def by_parity(pages: Collection[int]) -> tuple[int, int]:
    """How many pages are even, and how many odd."""
    odd = sum([page % 2 for page in pages])
    return len(pages) - odd, odd


def _around(page: int, pages: frozenset[int]) -> list[int]:
    """The pages before and after one up to where none is within a step."""
    first = last = page
    while before := pages.intersection(range(first - STEP, first)):
        first = min(before)
    while after := pages.intersection(range(last + 1, last + STEP + 1)):
        last = max(after)
    return [own for own in range(first, last + 1) if own in pages]


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
