"""Columns of a table that are one in print: amounts with a sign of the currency begin farther to the left than others,
so that a table has them in a column beside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

MOST_MERGED = 3
"""Columns that one column of print comes apart into at most: a sign alone, figures with and without one."""

FULL_SHARE = 0.6
"""Share of the rows with figures that have one in every column of print: statements of equity have them in fewer."""


def merged(rows: Sequence[Collection[int]]) -> Mapping[int, int]:
    """Column → the last of the columns that it is one with; empty where the rows do not tell.

    ``rows`` are the columns that each row has figures in. Neighbours are one where no row has figures in both, and
    the columns that are left are as many as nearly all rows have figures.
    """
    filled = [row for row in rows if row]
    columns = sorted({column for row in filled for column in row})
    if len(filled) < 2:
        return {}
    counts = Counter(len(row) for row in filled)
    wanted = max(counts, key=lambda count: (counts[count], count))
    if wanted < 2 or len(columns) <= wanted or counts[wanted] < FULL_SHARE * len(filled):
        return {}
    groups: list[list[int]] = []
    for column in columns:
        if groups and len(groups[-1]) < MOST_MERGED and not any(_both(row, groups[-1], column) for row in filled):
            groups[-1].append(column)
        else:
            groups.append([column])
    return {column: group[-1] for group in groups for column in group} if len(groups) == wanted else {}


def _both(row: Collection[int], group: Sequence[int], column: int) -> bool:
    return column in row and any(other in row for other in group)
