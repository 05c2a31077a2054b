"""The columns of a statement that are the group's own, where the head has others beside them: the company alone,
pro forma figures, figures as reported before, parts that a column of totals adds up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from docpipe.patterns import compiled
from docpipe.rules.report.lines import Cell
from docpipe.rules.report.periods import Piece

Rows = Sequence[Sequence[Cell]]


def own_columns(head: Rows, figures: Sequence[int]) -> tuple[int, ...]:
    """The columns that stand for the group as it is; all of them where the head says nothing else."""
    texts = _texts(head, figures)
    for wanted in (_not_told_otherwise, _of_the_group, _totals):
        kept = wanted(texts)
        if kept and len(kept) < len(figures):
            return tuple(kept)
    return tuple(figures)


def pieces_over(head: Rows, columns: Sequence[int], kept: Sequence[int]) -> list[Piece]:
    """The cells of a head that say something of the columns that are kept, each over the first of them."""
    if len(kept) == len(columns):
        return [Piece(cell.text, cell.start, cell.column) for row in head for cell in row]
    found: list[Piece] = []
    for row in head:
        found += [Piece(cell.text, cell.start, cell.column) for cell in row if cell.column == 0]
        for cell, governed in _governed(row, columns):
            own = [column for column in governed if column in kept]
            if own:
                found.append(Piece(cell.text, cell.start, own[0]))
    return found


def _governed(row: Sequence[Cell], columns: Sequence[int]) -> Iterator[tuple[Cell, list[int]]]:
    """Each cell of a row of the head with the columns that it is for: its own, or as many as there are to it."""
    cells = [cell for cell in row if cell.column > 0]
    if not cells:
        return
    each, rest = divmod(len(columns), len(cells))
    if not rest and each:
        for at, cell in enumerate(cells):
            yield cell, list(columns[at * each : (at + 1) * each])
        return
    starts = [cell.column for cell in cells]
    for at, cell in enumerate(cells):
        stop = starts[at + 1] if at + 1 < len(starts) else max(*columns, cell.column) + 1
        first = starts[at] if at else 0
        yield cell, [column for column in columns if first <= column < stop]


def _texts(head: Rows, columns: Sequence[int]) -> dict[int, str]:
    """What the head says of each column, without the cells that are for all of them."""
    texts = dict.fromkeys(columns, "")
    for row in head:
        for cell, governed in _governed(row, columns):
            if len(governed) < len(columns):
                for column in governed:
                    texts[column] = f"{texts[column]} {cell.text}".strip()
    return texts


def _not_told_otherwise(texts: Mapping[int, str]) -> list[int]:
    return [column for column, text in texts.items() if not _OTHERWISE.search(text)]


_OTHERWISE = compiled(r"(?i)\bpro[\s-]?forma\b|\b(?:as\s+)?(?:previously|originally)\s+(?:reported|stated)\b")


def _of_the_group(texts: Mapping[int, str]) -> list[int]:
    group = [column for column, text in texts.items() if _GROUP.search(text)]
    others = [column for column, text in texts.items() if _COMPANY.search(text)]
    return group if others and not set(group) & set(others) else []


_GROUP = compiled(r"(?i)\b(?:(?:the\s+)?group|consolidated)\b")
_COMPANY = compiled(r"(?i)\b(?:company|parent|unconsolidated|standalone)\b")


def _totals(texts: Mapping[int, str]) -> list[int]:
    """Columns of totals, each the last of two or three that are for one period."""
    columns = list(texts)
    found = [column for column in columns if _TOTAL.search(texts[column]) and not _CHANGE.search(texts[column])]
    if not found or len(columns) % len(found):
        return []
    each = len(columns) // len(found)
    parts = " ".join(texts[column] for column in columns if column not in found)
    return found if each in (2, 3) and found == columns[each - 1 :: each] and _PARTS.search(parts) else []


_TOTAL = compiled(r"(?i)\b(?:total|statutory)\b[^a-z]*(?:m|bn|millions?|thousands?)?\s*$")
_CHANGE = compiled(r"(?i)\b(?:change|variance)\b|%")
_PARTS = compiled(
    r"(?i)\b(?:before|underlying|exceptional|adjust(?:ed|ing|ments?)|non-?underlying|separately|specific|special)\b"
)
