"""Columns that are drawn row by row: prose in two or more columns, and signature blocks side by side.

Everything here errs towards leaving rows whole: a table cut into columns loses what belongs together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from statistics import median

from docpipe.readers.rows import PageWords, Row

GAP = 0.8
"""Least gap between columns, in heights of a line: LaTeX's default column gap at 10 points is 1.0."""

PROSE_ROWS = 5
"""Rows with words on both sides that prose in columns must have."""

PROSE_SHARE = 0.6
"""Share of a column's pieces with three words or more, mostly letters: tables of the development files stay under .4
on one side, columns of prose over .8."""

FILLED = 0.5
"""Least median width of a column's pieces, in widths of the column."""

SIGNED_ROWS = 2
"""Signature labels that must stand on either side."""

_LABEL = re.compile(r"(?:by|name|title|date|its|per|signature|signed|print(?:ed)? name)\b\s*:|_{4,}", re.IGNORECASE)
_CANDIDATES = 4
_STEP = 3.0  # points within which left edges are one edge


def columns(rows: Sequence[Row], page: PageWords) -> list[list[Row]]:
    """The rows as groups in reading order, each group in one column or across all; one group if nothing is sure."""
    pieces = [piece for row in rows for piece in _split(row, page)]
    if len(pieces) < len(rows) + 2:
        return [list(rows)]
    return _groups(pieces, page) or [list(rows)]


def _groups(pieces: Sequence[Row], page: PageWords) -> list[list[Row]] | None:
    for edge in _edges(pieces):
        bands = _bands(pieces, edge)
        if not any(_sure(band, edge, page) for band in bands):
            continue
        groups: list[list[Row]] = []
        for band in bands:
            groups.extend(_cut(band, edge, page) if _sure(band, edge, page) else [band])
        return groups
    return None


def _cut(band: list[Row], edge: float, page: PageWords) -> list[list[Row]]:
    """A band as what stands above, left, right and below; each side may have columns of its own."""
    left, right = _sides(band, edge)
    above: list[Row] = []
    below: list[Row] = []
    if not _prose(band, edge, page):
        first, last = min(row.top for row in right), max(row.bottom for row in right)
        above = [row for row in left if row.bottom < first]
        below = [row for row in left if row.top > last]
        left = [row for row in left if row not in above and row not in below]
    sides = [group for side in (left, right) for group in (_groups(side, page) or [side])]
    return [group for group in (above, *sides, below) if group]


def _split(row: Row, page: PageWords) -> list[Row]:
    """A row cut at its wide gaps."""
    width = GAP * row.height
    cuts = [index for index in range(row.first + 1, row.last) if page.x0[index] - page.x1[index - 1] > width]
    if not cuts:
        return [row]
    return [page.row(first, last) for first, last in zip([row.first, *cuts], [*cuts, row.last], strict=True)]


def _edges(pieces: Sequence[Row]) -> list[float]:
    """Left edges that many pieces share, the leftmost one apart, the commonest first."""
    counts = Counter(round(piece.x0 / _STEP) for piece in pieces)
    left, right = min(piece.x0 for piece in pieces), max(piece.x1 for piece in pieces)
    common = [
        (count + counts[step + 1], step) for step, count in counts.items() if count + counts[step + 1] >= SIGNED_ROWS
    ]
    edges = [step * _STEP - _STEP / 2 for _, step in sorted(common, reverse=True)]
    return [edge for edge in edges if left + 0.15 * (right - left) < edge < right][:_CANDIDATES]


def _bands(pieces: Sequence[Row], edge: float) -> list[list[Row]]:
    """The pieces from top to bottom, cut around those that stand across the edge."""
    bands: list[list[Row]] = []
    across = False
    for piece in sorted(pieces, key=lambda piece: piece.top):
        crosses = piece.x0 < edge - 2 and piece.x1 > edge + 2
        if not bands or crosses != across:
            bands.append([])
        bands[-1].append(piece)
        across = crosses
    return bands


def _sides(band: Sequence[Row], edge: float) -> tuple[list[Row], list[Row]]:
    return [row for row in band if row.x0 < edge - 2], [row for row in band if row.x0 >= edge - 2]


def _sure(band: Sequence[Row], edge: float, page: PageWords) -> bool:
    left, right = _sides(band, edge)
    if not left or not right or any(row.x1 > edge + 2 for row in left):
        return False
    return _prose(band, edge, page) or _signed(left, right, page)


def _prose(band: Sequence[Row], edge: float, page: PageWords) -> bool:
    """Whether both sides are running text over several rows."""
    left, right = _sides(band, edge)
    beside = sum(any(abs(row.top - other.top) < row.height for other in left) for row in right)
    if beside < PROSE_ROWS:
        return False
    return all(
        sum(_wordy(row, page) for row in side) >= PROSE_SHARE * len(side)
        and median(row.x1 - row.x0 for row in side)
        >= FILLED * (max(row.x1 for row in side) - min(row.x0 for row in side))
        for side in (left, right)
    )


def _wordy(row: Row, page: PageWords) -> bool:
    text = page.row_text(row)
    return row.last - row.first >= 3 and sum(map(str.isalpha, text)) > 0.6 * len(text)


def _signed(left: Sequence[Row], right: Sequence[Row], page: PageWords) -> bool:
    """Whether both sides hold labels of a signature."""
    return all(sum(bool(_LABEL.match(page.row_text(row))) for row in side) >= SIGNED_ROWS for side in (left, right))
