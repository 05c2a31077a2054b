"""The statements of a report: which tables are its consolidated statements of income, position and cash flows.

A statement is known by its title and by what stands in it. Others look like it: statements of the parent alone, of a
second registrant, of quarters, guarantors and summaries. The consolidated ones stand together, first of their sort,
and hold the most lines; the rest keep their ``scope``.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.report.columns import own_columns, pieces_over
from docpipe.rules.report.heads import in_one_currency, unit_over
from docpipe.rules.report.labels import Named, StatementKind, named, plain
from docpipe.rules.report.lines import Cell, Grid, Line, grids
from docpipe.rules.report.loose import grids_on, loose_grids
from docpipe.rules.report.periods import Period, Piece, periods
from docpipe.rules.report.printed import printed
from docpipe.rules.report.runs import ENDS, runs
from docpipe.rules.report.titles import LONGEST_TITLE, scope_of, title_kind
from docpipe.types import Document, Paragraph
from docpipe.units import Unit
from docpipe.words import Span

LEAD = 10
"""Paragraphs before a table that its title, unit and days can stand in; of the development filings none needs more
than 6, a page of notes between two statements has more."""

TOGETHER = 14
"""Pages within which the three main statements stand; two statements of equity and one of comprehensive income may
come between."""

LEAST = 4
"""Points from which a table is taken for a statement: a title and two of its lines, or three lines and a total."""


class Statement(Struct, frozen=True):
    """Tables that are one statement. ``periods`` are by column; ``unit_span`` is where the unit is said."""

    kind: StatementKind
    lines: tuple[Line, ...]
    periods: dict[int, Period]
    title: str
    title_span: Span | None
    lead: str
    unit: Unit | None
    unit_span: Span | None
    page: int
    start: int
    score: int
    scope: str = "consolidated"

    def named(self, line: Line) -> Named | None:
        """The item that a line is, by its own label, heading and figures."""
        return named(line.label, line.above, self.kind, per_share(line))


class Statements(Struct, frozen=True):
    """The main statements by kind, and all others that were told apart, in the order of the text."""

    main: dict[StatementKind, Statement]
    others: tuple[Statement, ...]

    @property
    def all(self) -> tuple[Statement, ...]:
        return tuple(sorted((*self.main.values(), *self.others), key=lambda one: one.start))


def per_share(line: Line) -> bool:
    """Whether the figures of a line can be amounts per share: small, with a point."""
    values = [amount.figure.value for amount in line.amounts if amount.figure.value is not None]
    return any("." in value for value in values) and all(abs(float(value)) < MOST_PER_SHARE for value in values)


MOST_PER_SHARE = 2_000
"""Above any earnings per share of an ordinary registrant (NVR 2023: 491), below most figures in millions."""


@lru_cache(maxsize=2)
def statements(document: Document) -> Statements:
    """The statements of a document."""
    tables = grids(document)
    made = _made(document, tables)
    main = _together([one for one in made if one.scope == "consolidated" and one.kind in _MAIN])
    if len(main) < len(_MAIN):
        loose = tuple(loose_grids(document, [grid.page for grid in tables if len(grid.lines) >= MANY]))
        made = _with_loose(made, _made(document, sorted((*tables, *loose), key=lambda grid: grid.start)))
        main = _together([one for one in made if one.scope == "consolidated" and one.kind in _MAIN])
    main = {kind: _fuller(document, one) for kind, one in main.items()}
    main |= _beside(main, made)
    main = {kind: counted(one, main.values()) for kind, one in main.items()}
    chosen = {(one.kind, one.page) for one in main.values()}
    return Statements(main, tuple(one for one in made if (one.kind, one.page) not in chosen))


def _with_loose(tabled: Sequence[Statement], made: Sequence[Statement]) -> list[Statement]:
    """Statements of tables and of loose lines, without the loose reading of a page whose table says as much."""
    best: dict[tuple[StatementKind, int], int] = {}
    for one in tabled:
        best[one.kind, one.page] = max(one.score, best.get((one.kind, one.page), 0))
    starts = {one.start for one in tabled}
    return [one for one in made if one.start in starts or one.score > best.get((one.kind, one.page), 0)]


def _fuller(document: Document, statement: Statement) -> Statement:
    """A statement whose table lacks what every such statement has, read from its lines of print, if these have more."""
    there = _items(statement)
    if there >= _ESSENTIAL[statement.kind]:
        return statement
    loose = list(grids_on(document, {statement.page, statement.page + 1}))
    read = [one for one in _made(document, loose) if one.kind == statement.kind and one.page == statement.page]
    best = max(read, key=lambda one: len(_items(one)), default=statement)
    return best if _items(best) > there and len(best.periods) >= len(statement.periods) else statement


def _items(statement: Statement) -> set[str]:
    """The items that some line of a statement names, with a figure for every period."""
    return {
        found.item
        for line in statement.lines
        if len(line.amounts) >= len(statement.periods) and (found := statement.named(line)) is not None
    }


_ESSENTIAL: dict[StatementKind, frozenset[str]] = {
    "income": frozenset({"revenue", "income_tax", "net_income", "eps_basic", "eps_diluted"}),
    "balance_sheet": frozenset({"cash_and_equivalents", "total_assets", "total_equity"}),
    "cash_flow": frozenset({"operating_cash_flow"}),
}
"""Lines that all but a few statements of their kind have: where one is missing, the table may have lost it."""


def counted(statement: Statement, others: Iterable[Statement]) -> Statement:
    """A statement whose head names no unit counts in that of the nearest one before it, else of the first behind."""
    if statement.unit is not None:
        return statement
    named_ones = sorted((one for one in others if one.unit is not None), key=lambda one: one.start)
    if not named_ones:
        return statement
    before = [one for one in named_ones if one.start < statement.start]
    nearest = before[-1] if before else named_ones[0]
    return replace(statement, unit=nearest.unit, unit_span=nearest.unit_span)


MANY = 8
"""Lines of a table that is most of what stands on its page: then no statement is looked for beside it."""


def _made(document: Document, tables: Sequence[Grid]) -> list[Statement]:
    """The statements among some tables."""
    return [statement for run in runs(document, tables) for statement in _readings(document, run)]


_MAIN: tuple[StatementKind, ...] = ("income", "balance_sheet", "cash_flow")


def _together(candidates: Sequence[Statement]) -> dict[StatementKind, Statement]:
    """The best statements that stand near each other; of equal ones the first."""
    best: dict[StatementKind, Statement] = {}
    best_score = 0
    for anchor in candidates:
        near = [one for one in candidates if 0 <= one.page - anchor.page <= TOGETHER and one.start >= anchor.start]
        chosen: dict[StatementKind, Statement] = {}
        for one in near:
            if one.kind not in chosen or one.score > chosen[one.kind].score:
                chosen[one.kind] = one
        score = sum(one.score for one in chosen.values())
        if score > best_score and anchor in chosen.values():
            best, best_score = chosen, score
    return best


def _beside(main: dict[StatementKind, Statement], made: Sequence[Statement]) -> dict[StatementKind, Statement]:
    """The statements of equity and of comprehensive income that stand among the main ones."""
    if not main:
        return {}
    first = min(one.page for one in main.values()) - 2
    last = max(one.page for one in main.values()) + 3
    found: dict[StatementKind, Statement] = {}
    for one in made:
        if one.kind in ("equity", "comprehensive_income") and first <= one.page <= last:
            found.setdefault(one.kind, one)
    return found


def _readings(document: Document, run: list[Grid]) -> Iterator[Statement]:
    """A run of tables as the statement that it most likely is; nothing for other tables."""
    lead = _lead(document, run[0])
    head = [cell for row in run[0].head for cell in row]
    lines = tuple(_sided(line for grid in run for line in grid.lines))
    title, span, titled = _titled(lead, head)
    scored = {kind: _points(kind, lines) for kind in _KINDS}
    kind = max(scored, key=lambda kind: (scored[kind] + 4 * (kind == titled), kind == titled))
    score = scored[kind] + 4 * (kind == titled)
    if score < LEAST or (not scored[kind] and kind != titled):
        if not any(_pays(line) for line in lines):
            return
        kind, score = "other", 0
    figures, over = run[0].columns, run[0].head
    kept = figures if kind in ("equity", "other") else own_columns(over, figures)
    pieces = [*_above(lead), *pieces_over(over, figures, kept)]
    context = "\n".join(piece.text for piece in pieces)
    named_periods = in_one_currency(periods(pieces, kept), lines)
    if kind == "equity":
        named_periods = named_periods if _by_period(named_periods, run[0].start) else {}
    unit, unit_span = unit_over(pieces)
    yield Statement(
        kind,
        _mapped(lines, run),
        named_periods,
        title,
        span,
        context,
        unit,
        unit_span,
        run[0].page,
        run[0].start,
        score + min(4, len(lines) // 8) + bool(named_periods) + bool(_CONSOLIDATED.search(title)),
        scope_of(context, [line.label for line in lines if _any_in(line, named_periods)]),
    )


def _any_in(line: Line, columns: Collection[int]) -> bool:
    """Whether a line has a figure in some columns; any will do where these are not known."""
    return not columns or any(amount.column in columns and amount.figure.value for amount in line.amounts)


def _pays(line: Line) -> bool:
    """Whether a line has dividends per share: then its table is worth knowing, whatever it is."""
    found = named(line.label, line.above, "other", per_share(line))
    return found is not None and found.item == "dividends_per_share"


_CONSOLIDATED = compiled(r"(?i)consolidated|group")
_KINDS: tuple[StatementKind, ...] = ("income", "balance_sheet", "cash_flow", "equity", "comprehensive_income")


def _mapped(lines: tuple[Line, ...], run: list[Grid]) -> tuple[Line, ...]:
    """The lines of all tables of a run, their columns counted as those of the first."""
    if len({grid.columns for grid in run}) == 1:
        return lines
    found, at = [], 0
    for grid in run:
        place = dict(zip(grid.columns, run[0].columns, strict=True))
        for line in lines[at : at + len(grid.lines)]:
            amounts = tuple(replace(amount, column=place[amount.column]) for amount in line.amounts)
            found.append(replace(line, amounts=amounts))
        at += len(grid.lines)
    return tuple(found)


def _sided(lines: Iterator[Line]) -> Iterator[Line]:
    """Lines below the total of current liabilities stand under ``noncurrent``, if under nothing else."""
    below = False
    every = list(lines)
    longer = _above_total(every)
    for row, line in enumerate(every):
        label = plain(line.label)
        if (below or row in longer) and not line.above:
            line = replace(line, above="noncurrent")
        below = label == "total current liabilities" or (below and not label.startswith("total"))
        yield line


def _above_total(lines: Sequence[Line]) -> set[int]:
    """The rows that the total of non-current liabilities adds up: those above it, up to another total."""
    labels = [plain(line.label) for line in lines]
    found: set[int] = set()
    for total, label in enumerate(labels):
        if label != "total noncurrent liabilities":
            continue
        for row in range(total - 1, -1, -1):
            if labels[row].startswith("total") or not labels[row]:
                break
            found.add(row)
    return found


def _lead(document: Document, grid: Grid) -> list[Paragraph]:
    """The paragraphs that introduce a table, nearest last: those of its page, back to the table before."""
    if grid.inner:
        return []
    everything = printed(document)
    at = bisect_left(everything, grid.start, key=lambda paragraph: paragraph.start)
    found: list[Paragraph] = []
    for paragraph in reversed(everything[max(0, at - LEAD) : at]):
        if paragraph.page != grid.page or paragraph.kind == "table" or ENDS.search(paragraph.text[:200]):
            break
        found.append(paragraph)
    return found[::-1]


def _above(lead: Sequence[Paragraph]) -> list[Piece]:
    """The short lines above a table, which say what its columns are before its head does."""
    return [Piece(paragraph.text, paragraph.start) for paragraph in lead if len(paragraph.text) <= LONGEST_TITLE * 2]


def _titled(lead: Sequence[Paragraph], head: Sequence[Cell]) -> tuple[str, Span | None, StatementKind | None]:
    """The title nearest to the figures, its place, and the kind of statement that it names."""
    for cell in reversed(head):
        text, start = cell.text, cell.start
        if len(text) <= LONGEST_TITLE and (kind := title_kind(text)):
            return text, (start, start + len(text)), kind
    for paragraph in reversed(lead):
        for line_start, line in _printed_lines(paragraph):
            if len(line) <= LONGEST_TITLE and (kind := title_kind(line)):
                return line, (line_start, line_start + len(line)), kind
    return "", None, None


def _printed_lines(paragraph: Paragraph) -> Iterator[tuple[int, str]]:
    at = paragraph.start
    for line in paragraph.text.split("\n"):
        yield at, line
        at += len(line) + 1


_SIGNALS: dict[StatementKind, tuple[tuple[re.Pattern[str], int], ...]] = {
    "income": (),
    "balance_sheet": ((compiled(r"total liabilities.*\b(?:equity|deficit|capital|investment|deficiency)\b.*"), 3),
                      (compiled(r"total current (?:assets|liabilities)"), 1)),
    "cash_flow": ((compiled(r".*cash.*\binvest(?:ing|ments?)\b.*"), 2), (compiled(r".*cash.*\bfinancing\b.*"), 2),
                  (compiled(r"depreciation.*"), 1)),
    "equity": ((compiled(r"(?:beginning |ending )?balances?\b.*|.*(?:beginning|ending) balances?"
                        r"|.*balance,? (?:beginning|end) .*"), 2),),
    "comprehensive_income": ((compiled(r"(?:total )?(?:other )?comprehensive (?:income|loss|earnings).*"), 2),),
}  # fmt: skip
"""Lines that no other statement has, in the print of ``plain``, and their points."""

_NEEDED: dict[StatementKind, frozenset[str]] = {
    "income": frozenset({"net_income", "income_before_tax"}),
    "balance_sheet": frozenset({"total_assets", "total_equity"}),
    "cash_flow": frozenset({"operating_cash_flow"}),
}


def _points(kind: StatementKind, lines: Sequence[Line]) -> int:
    """How much of a statement of a kind stands in some lines."""
    items = {
        found.item
        for line in lines
        if (found := named(line.label, line.above, kind, per_share(line))) and found.item != "dividends_per_share"
    }
    needed = _NEEDED.get(kind)
    if needed and not needed & items:
        return 0
    labels = [plain(line.label) for line in lines]
    signals = sum(points for pattern, points in _SIGNALS[kind] if any(pattern.fullmatch(label) for label in labels))
    return (len(items) if needed else 0) + signals


def _by_period(named_periods: dict[int, Period], start: int) -> bool:
    """Whether the columns of a statement of equity are periods, and not the parts of equity: by days, or by years over
    the columns themselves, whose table begins at ``start``."""
    over = [period.end is not None or period.day_cites[0][0] >= start for period in named_periods.values()]
    return len(named_periods) >= 2 and all(over)
