"""Tables that are one: a statement goes on in the next table, or on the next page under its title once more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docpipe.patterns import compiled
from docpipe.rules.report.labels import plain
from docpipe.rules.report.lines import Grid
from docpipe.rules.report.titles import title_kind
from docpipe.types import Document


def runs(document: Document, tables: Sequence[Grid]) -> Iterator[list[Grid]]:
    """Tables that go on in the next one: as many columns, no title and nearly nothing between them."""
    run: list[Grid] = []
    for grid in tables:
        if run and not (_continues(document, run[-1], grid) or _second_half(document, run, grid)):
            yield run
            run = []
        run.append(grid)
    if run:
        yield run


LONGEST_GAP = 160
"""Characters between two parts of a statement: a repeated heading, a rule, a page's foot."""


def _continues(document: Document, before: Grid, grid: Grid) -> bool:
    last = before.lines[-1].amounts[-1].span[1] if before.lines else before.start
    between = document.text[last : grid.start]
    head = " ".join(cell.text for row in grid.head for cell in row)
    return (
        len(before.columns) == len(grid.columns)
        and grid.page - before.page <= 1
        and len(between) <= LONGEST_GAP
        and not any(title_kind(line) for line in (*between.split("\n"), head))
        and not ENDS.search(between)
    )


def _second_half(document: Document, run: Sequence[Grid], grid: Grid) -> bool:
    """Whether a table on the next page, under the same title, holds what a statement that begins before lacks."""
    before = run[-1]
    if len(before.columns) != len(grid.columns) or grid.page - before.page != 1 or not before.lines:
        return False
    own, other = ([plain(line.label) for table in some for line in table.lines] for some in (run, [grid]))
    for first, last in _HALVES:
        begun = [any(map(pattern.fullmatch, own)) for pattern in (first, last)]
        ended = [any(map(pattern.fullmatch, other)) for pattern in (first, last)]
        if begun == [True, False] and ended == [False, True]:
            between = document.text[before.lines[-1].amounts[-1].span[1] : grid.lines[0].amounts[0].span[0]]
            return len(between) <= LONGEST_TURN
    return False


LONGEST_TURN = 700
"""Characters between the last figure on a page and the first on the next: a title, a unit, days, a few headings."""

_HALVES = (
    (compiled(r"total assets"), compiled(r"total liabilities.*\b(?:equity|deficit|capital|investment|deficiency)\b.*")),
    (compiled(r".*cash.*\boperating activities"), compiled(r".*cash.*\bfinancing activities")),
)
"""A line of the first part of a statement, and one that its last part has."""

ENDS = compiled(r"(?i)\baccompanying\b|\bintegral part\b|\bnotes to\b")
