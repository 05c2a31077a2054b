"""What the head of a statement says of all its columns: the unit that they count in, and the currency."""

from __future__ import annotations

from collections.abc import Sequence

from docpipe.rules.report.lines import Line
from docpipe.rules.report.periods import Period, Piece
from docpipe.rules.report.scale import unit_of
from docpipe.units import Unit
from docpipe.words import Span


def unit_over(pieces: Sequence[Piece]) -> tuple[Unit | None, Span | None]:
    """The unit nearest to the figures, and where it is printed; of several over columns the first one's."""
    over = _over_columns(pieces)
    for piece in [over[0][0]] if len(over) > 1 else reversed(pieces):
        unit = unit_of(piece.text)
        if unit is not None:
            at = piece.text.find(unit.printed)
            start = piece.start + max(at, 0)
            return unit, (start, start + len(unit.printed))
    return None, None


def _over_columns(pieces: Sequence[Piece]) -> list[tuple[Piece, Unit]]:
    """The units that differ from the one before them, among those that stand over columns, from left to right."""
    found: list[tuple[Piece, Unit]] = []
    for piece in sorted((one for one in pieces if one.column), key=lambda one: one.column or 0):
        unit = unit_of(piece.text)
        if unit is not None and not (found and _same(found[-1][1], unit)):
            found.append((piece, unit))
    return found


def _same(first: Unit, second: Unit) -> bool:
    return (first.factor, first.currency) == (second.factor, second.currency)


def in_one_currency(named_periods: dict[int, Period], lines: Sequence[Line]) -> dict[int, Period]:
    """The columns with the first one's sign: a translation into dollars for convenience stands behind them."""
    signs: dict[int, str] = {}
    for amount in (amount for line in lines for amount in line.amounts if amount.figure.sign):
        signs.setdefault(amount.column, amount.figure.sign or "")
    if len(set(signs.values())) < 2 or not named_periods:
        return named_periods
    own = signs.get(min(named_periods))
    return {column: period for column, period in named_periods.items() if signs.get(column, own) == own}
