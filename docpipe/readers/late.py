"""Words that were drawn after what stands around them: raised marks, values in a form, headers and footers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from docpipe.readers.rows import PageWords, Row

LEVEL = 0.3
"""Heights of a row by which the middle of a word that belongs to it may lie outside: raised and lowered marks do."""

LAP, MARK_LAP = 0.15, 0.6
"""Heights of a row by which such a word, or a mark, may lap over its neighbours: marks are set into the space of wide
letters."""

SHARED = 0.6
"""Share of its height that a word has in common with those on its line."""

MARK = 0.7
"""Height of a mark, in heights of its row, at most."""

BEHIND = 0.5
"""Heights of a row within which it goes on behind its last word; columns are .8 apart at least."""

FEW_ROWS = 3
"""Rows up to which what was drawn last may have been drawn to several places: a header and a footer."""

Run = list[Row]


def filled(runs: Sequence[Run], page: PageWords) -> list[Row]:
    """The rows of some runs in stream order, those of later runs that fit into gaps of other rows put there."""
    hosts: list[Row] = []
    reaches: list[tuple[float, float]] = []  # of each host, in which the middle of what belongs to it lies
    for row, is_late in ((row, run is not runs[0]) for run in runs for row in run):
        middle = (row.top + row.bottom) / 2
        near = [at for at, (top, bottom) in enumerate(reaches) if top <= middle <= bottom] if is_late else []
        near.sort(key=lambda at: _shared(row, hosts[at]), reverse=True)
        orders = ((at, _fitted(row, hosts[at], page)) for at in near)
        at, order = next(((at, order) for at, order in orders if order), (len(hosts), []))
        host = _row(order, page) if order else row
        hosts[at : at + 1], reaches[at : at + 1] = [host], [_reach(host)]
    return hosts


def parted(runs: Sequence[Run]) -> list[Run]:
    """Runs, those of few rows cut where rows of others stand in between, before a row that has a line of its own."""
    found: list[Run] = []
    for run in runs:
        if len(run) > FEW_ROWS:
            found.append(run)
            continue
        others = [row for other in runs if other is not run for row in other]
        found.append(run[:1])
        for before, row in pairwise(run):
            between = any(_between(before, other, row) for other in others)
            if between and not any(_shared(row, other) > SHARED * row.height for other in others):
                found.append([])
            found[-1].append(row)
    return found


def _shared(row: Row, host: Row) -> float:
    return min(row.bottom, host.bottom) - max(row.top, host.top)


def _reach(host: Row) -> tuple[float, float]:
    lap = LEVEL * host.height
    return host.top - lap, host.bottom + lap


def _fitted(row: Row, host: Row, page: PageWords) -> list[int]:
    """The words of both from left to right, if the row has room in a gap of the host, or each of its marks has; else
    none."""
    order, late = host.words(), row.words()
    height = median(page.bottom[word] - page.top[word] for word in order)  # not that of a drop capital
    if row.height >= MARK * height:
        at = _gap(late, order, LAP * height, page)
        beside = [*order[at - 1 : at], *order[at : at + 1]] if 0 < at < len(order) else []
        return (
            [*order[:at], *late, *order[at:]] if beside and all(_beside(word, late[0], page) for word in beside) else []
        )
    for word in late:
        at = _gap([word], order, MARK_LAP * height, page)
        if at == 0 or not _raised(word, order[at - 1], page):
            return []
        if at == len(order) and page.x0[word] - page.x1[order[-1]] > BEHIND * height:
            return []
        order.insert(at, word)
    return order


def _gap(late: Sequence[int], order: Sequence[int], lap: float, page: PageWords) -> int:
    """Before which of the words in order the late ones fit; 0 if they don't, or before the first."""
    left, right = page.x0[late[0]], page.x1[late[-1]]
    at = sum(page.x1[word] <= left + lap for word in order)
    before = at > 0 and page.x1[order[at - 1]] <= left + lap
    return at if before and (at == len(order) or page.x0[order[at]] >= right - lap) else 0


def _beside(word: int, late: int, page: PageWords) -> bool:
    """Whether two words stand on one line."""
    shared = min(page.bottom[word], page.bottom[late]) - max(page.top[word], page.top[late])
    return shared > SHARED * (page.bottom[late] - page.top[late])


def _raised(mark: int, word: int, page: PageWords) -> bool:
    """Whether a mark stands at a word's height, raised or lowered perhaps."""
    lap = LEVEL * (page.bottom[word] - page.top[word])
    return page.top[word] - lap <= (page.top[mark] + page.bottom[mark]) / 2 <= page.bottom[word] + lap


def _row(order: Sequence[int], page: PageWords) -> Row:
    """One row of words in an order of their own."""
    parts: list[Row] = []
    first = order[0]
    for before, word in zip(order, [*order[1:], -1], strict=True):
        if word != before + 1:
            parts.append(page.row(first, before + 1))
            first = word
    x0, top, x1, bottom = zip(*(part.box for part in parts), strict=True)
    return Row(parts[0].first, parts[0].last, min(x0), min(top), max(x1), max(bottom), tuple(parts[1:]))


def _between(above: Row, row: Row, below: Row) -> bool:
    """Whether a row stands between two others, over or under one of them."""
    return (
        above.bottom <= row.top + LEVEL * row.height
        and row.bottom <= below.top + LEVEL * row.height
        and any(row.x0 < other.x1 and other.x0 < row.x1 for other in (above, below))
    )
