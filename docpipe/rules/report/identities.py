"""What must add up in statements, as checks where it does not, and what must be the same in two of them.

Filers round each figure for itself, so that sums may miss by half a unit for each addend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.report.derived import BOTH_SIDES
from docpipe.rules.report.filing import Filing, filing
from docpipe.rules.report.items import Entry, entries
from docpipe.rules.report.labels import plain
from docpipe.rules.report.lines import Amount, Line
from docpipe.rules.report.statements import Statement
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote

ANSWERS = ()


def find(view: View) -> Iterator[Finding]:
    """The sums that do not add up and have their total in the chunk."""
    for problem in _problems(view.document):
        if view.holds(problem.at):
            yield problem


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Nothing is left to choose."""
    return findings


@lru_cache(maxsize=2)
def _problems(document: Document) -> tuple[Finding, ...]:
    report = filing(document)
    found = [*_gross(document), *_same_twice(document)]
    for statement in report.statements.main.values():
        if statement.kind == "balance_sheet":
            found += _balance(document, report, statement)
        found += _totals(document, statement)
    return tuple({finding.message: finding for finding in found}.values())


class _Cell(Struct, frozen=True):
    """A figure of a line."""

    line: Line
    amount: Amount

    @property
    def value(self) -> Decimal:
        return Decimal(self.amount.figure.value or 0)


def _balance(document: Document, report: Filing, statement: Statement) -> Iterator[Finding]:
    """Assets are what liabilities and equity are together."""
    both = [line for line in statement.lines if BOTH_SIDES.fullmatch(plain(line.label))]
    assets = [line for line in statement.lines if plain(line.label) == "total assets"]
    if len(both) != 1 or len(assets) != 1:
        return
    for left in assets[0].amounts:
        right = next((amount for amount in both[0].amounts if amount.column == left.column), None)
        if right is None or left.figure.value is None or right.figure.value is None:
            continue
        one, other = _Cell(assets[0], left), _Cell(both[0], right)
        if one.value != other.value:
            message = (
                f"total assets of {left.figure.printed} are not the {right.figure.printed} of liabilities and equity"
            )
            yield _problem(document, (one, other), message)


def _gross(document: Document) -> Iterator[Finding]:
    """Gross profit is revenue less its cost, whatever sign the cost has."""
    by_period: dict[object, dict[str, Entry]] = {}
    for entry in entries(document):
        if entry.asked and entry.statement.kind == "income" and entry.total is None and entry.item:
            by_period.setdefault(entry.amount.column, {})[entry.item] = entry
    for found in by_period.values():
        if not {"revenue", "cost_of_revenue", "gross_profit"} <= set(found):
            continue
        revenue, cost, profit = (found[name] for name in ("revenue", "cost_of_revenue", "gross_profit"))
        if cost.row > profit.row or revenue.row > cost.row:
            continue
        cells = tuple(_Cell(entry.line, entry.amount) for entry in (revenue, cost, profit))
        expected = cells[0].value - abs(cells[1].value)
        if abs(expected - cells[2].value) > ROUNDING and not _between(revenue, cost, profit):
            printed = [cell.amount.figure.printed for cell in cells]
            message = f"gross profit of {printed[2]} is not revenue of {printed[0]} less cost of {printed[1]}"
            yield _problem(document, cells, message)


ROUNDING = Decimal(1)
"""Units by which two rounded figures and their difference may miss."""


def _between(revenue: Entry, cost: Entry, profit: Entry) -> bool:
    """Whether other lines stand between the cost and the gross profit."""
    return profit.row - cost.row > 1 or revenue.statement.start != profit.statement.start


def _totals(document: Document, statement: Statement) -> Iterator[Finding]:
    """A line "Total X" under the heading X is the sum of the lines under it, if none of them is a total itself."""
    since: list[Line] = []
    for line in statement.lines:
        label = plain(line.label)
        if since and since[-1].above != line.above:
            since = []
        if label.startswith("total ") and line.above and label == f"total {plain(line.above)}":
            yield from _sum(document, since, line)
            since = []
        else:
            since.append(line)


def _sum(document: Document, lines: Sequence[Line], total: Line) -> Iterator[Finding]:
    """A check for each column in which lines miss their total."""
    if len(lines) < 2 or any(plain(line.label).startswith(("total", "less", "net")) for line in lines):
        return
    lines = _without_parts(lines)
    for amount in total.amounts:
        cells = [_Cell(line, own) for line in lines for own in line.amounts if own.column == amount.column]
        whole = _Cell(total, amount)
        added = sum((cell.value for cell in cells), Decimal(0))
        if amount.figure.value is not None and abs(added - whole.value) > Decimal(len(cells)) / 2:
            message = f"{total.label} of {amount.figure.printed} is not the sum of the {len(cells)} lines, {added:,}"
            yield _problem(document, (whole, *cells), message)


def _without_parts(lines: Sequence[Line]) -> list[Line]:
    """Lines without those that one behind them adds up, such as the owners' equity above that of others."""
    kept: list[Line] = []
    for line in lines:
        count = next((count for count in range(len(kept), 1, -1) if _adds_up(kept[-count:], line)), 0)
        kept[len(kept) - count :] = [line]
    return kept


def _adds_up(parts: Sequence[Line], whole: Line) -> bool:
    """Whether in every column some lines are what another one says."""
    for amount in whole.amounts:
        own = [_Cell(line, one).value for line in parts for one in line.amounts if one.column == amount.column]
        if abs(sum(own, Decimal(0)) - _Cell(whole, amount).value) > Decimal(len(own)) / 2:
            return False
    return bool(whole.amounts)


def _same_twice(document: Document) -> Iterator[Finding]:
    """Net income under one name is one figure for a period, in whichever of the main statements it stands."""
    seen: dict[tuple[str, object, object], Entry] = {}
    for entry in entries(document):
        statement = entry.statement
        if statement.scope != "consolidated" or statement.kind not in ("income", "cash_flow", "comprehensive_income"):
            continue
        label = plain(entry.line.label)
        if not _NET.fullmatch(label) or entry.period.end is None:
            continue
        key = (label, entry.period.end, entry.period.quarters)
        first = seen.setdefault(key, entry)
        if first.statement.kind != statement.kind and abs(first.value - entry.value) > _slack(first, entry):
            kinds = [one.statement.kind.replace("_", " ") for one in (first, entry)]
            message = (
                f"{entry.line.label} to {entry.period.end} is {first.amount.figure.printed} in the statement of "
                f"{kinds[0]} and {entry.amount.figure.printed} in that of {kinds[1]}"
            )
            cells = (_Cell(first.line, first.amount), _Cell(entry.line, entry.amount))
            yield _problem(document, cells, message, "conflict")


def _slack(first: Entry, second: Entry) -> Decimal:
    """A unit of the coarser print."""
    factors = [one.statement.unit.factor if one.statement.unit else 1 for one in (first, second)]
    return Decimal(max(factors))


_NET = compiled(r"(?:consolidated )?net (?:income|earnings|loss|profit)")


def _problem(document: Document, cells: Iterable[_Cell], message: str, rule: str = "sum") -> Finding:
    spans = [span for cell in cells for span in (cell.line.label_span, cell.amount.span) if span is not None]
    quotes = tuple(Quote(document.text[slice(*span)], span) for span in dict.fromkeys(spans))
    return Finding("items", None, quotes, problem=rule, message=message)
