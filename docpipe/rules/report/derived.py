"""Totals without a label: what they are follows from the lines that they add up."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.report.labels import Named, named, plain
from docpipe.rules.report.lines import Line
from docpipe.rules.report.statements import Statement, per_share

FEWEST = 2
"""Lines that a total adds up at the least: one line equals itself by chance or repetition."""


class Total(Struct, frozen=True):
    """The item that an unlabelled line is, and the lines that add up to it."""

    named: Named
    addends: tuple[Line, ...]
    why: str


def totals(statement: Statement) -> dict[int, Total]:
    """Row → total, for the lines of a statement that have no label and are the sum of those under their heading."""
    found: dict[int, Total] = {}
    since: list[Line] = []
    for row, line in enumerate(statement.lines):
        if line.label:
            since = [*since, line] if since and since[-1].above == line.above else [line]
            continue
        above = since[0].above if since else ""
        if above and len(since) >= FEWEST and _adds_up(since, line):
            name = named(f"total {above}", "", statement.kind, per_share(line))
            if name is not None:
                why = f"printed without a label: the sum of the {len(since)} lines under {above!r}"
                found[row] = Total(name, tuple(since), why)
        since = []
    return found


def only_revenue(statement: Statement) -> int | None:
    """The row of the one line that stands under the heading of revenues: their total has no line of its own."""
    rows = [row for row, line in enumerate(statement.lines) if _REVENUES.fullmatch(plain(line.above))]
    if len(rows) != 1 or rows[0] + 1 == len(statement.lines):
        return None
    return rows[0] if statement.lines[rows[0] + 1].above != statement.lines[rows[0]].above else None


_REVENUES = compiled(r"(?:(?:net|operating) )?revenues?")


def both_sides(statement: Statement) -> tuple[int, Total] | None:
    """The row of total assets that has no label: what all liabilities and equity are, the last line, stands there
    before, in every column."""
    if len(statement.lines) < FEWEST_OF_A_BALANCE:
        return None
    last = statement.lines[-1]
    figures = [(amount.column, amount.figure.value) for amount in last.amounts]
    if last.label and not BOTH_SIDES.fullmatch(plain(last.label)):
        return None
    for row, line in enumerate(statement.lines[:-1]):
        if not line.label and [(amount.column, amount.figure.value) for amount in line.amounts] == figures:
            why = "printed without a label: what all liabilities and equity are"
            return row, Total(Named("total_assets", 0), (last,), why)
    return None


BOTH_SIDES = compiled(r"total liabilities.*\b(?:equity|deficit|capital|investment|deficiency)\b.*")
FEWEST_OF_A_BALANCE = 6
"""Lines of a balance sheet at the least, so that one repeated figure is not taken for both of its sides."""


class Gross(Struct, frozen=True):
    """The rows of all costs of revenue and of what is left of it, the latter without a label."""

    cost: int
    profit: int
    revenue: int


def gross(statement: Statement, revenue: int, stop: int) -> Gross | None:
    """A total of costs above an unlabelled line that is revenue less these costs, between revenue and ``stop``."""
    rows = statement.lines
    for row in range(revenue + 1, min(stop, len(rows) - 1)):
        costs, left = rows[row], rows[row + 1]
        if not left.label and _ALL_COSTS.fullmatch(plain(costs.label)) and _leaves(rows[revenue], costs, left):
            return Gross(row, row + 1, revenue)
    return None


_ALL_COSTS = compiled(r"total (?:operating )?costs?(?: and expenses| of .*)?")


def _leaves(revenue: Line, cost: Line, profit: Line) -> bool:
    """Whether in every column the costs, whatever their sign, leave what is printed below them."""
    for amount in profit.amounts:
        parts = [_at(line, amount.column) for line in (revenue, cost, profit)]
        if any(part is None for part in parts):
            return False
        whole, less, left = (part or Decimal(0) for part in parts)
        if whole - abs(less) != left:
            return False
    return bool(profit.amounts)


def _at(line: Line, column: int) -> Decimal | None:
    value = next((amount.figure.value for amount in line.amounts if amount.column == column), None)
    return None if value is None else Decimal(value)


def _adds_up(lines: list[Line], total: Line) -> bool:
    """Whether in every column the lines make the total."""
    for amount in total.amounts:
        parts = [other.figure.value for line in lines for other in line.amounts if other.column == amount.column]
        if amount.figure.value is None or sum(Decimal(part or 0) for part in parts) != Decimal(amount.figure.value):
            return False
    return bool(total.amounts)
