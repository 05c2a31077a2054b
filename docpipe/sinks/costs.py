"""What was spent on models, summed by currency."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docpipe.completions import Spent


def costs_of(spent: Iterable[Spent]) -> dict[str, str] | None:
    """Currency → cost as a decimal. None where nothing was asked, or some of it of a model without a price: part of a
    sum would be taken for all of it."""
    every = list(spent)
    if not every or any(one.cost is None for one in every if one.usage.calls):
        return None
    return summed({str(one.currency): str(one.cost)} for one in every if one.cost is not None) or None


def summed(costs: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Costs of several, by currency, to six places."""
    from decimal import Decimal  # where nothing costs anything, nothing is loaded

    sums: dict[str, Decimal] = {}
    for one in costs:
        for currency, cost in one.items():
            sums[currency] = sums.get(currency, Decimal(0)) + Decimal(cost)
    return {currency: format(cost.quantize(Decimal("0.000001")), "f") for currency, cost in sorted(sums.items())}


def in_words(costs: Mapping[str, str]) -> str:
    """``0.0123 USD``; from one unit on, with two places: ``41.20 USD``."""
    return " and ".join(f"{_shown(cost)} {currency}" for currency, cost in costs.items())


def _shown(cost: str) -> str:
    amount = float(cost)
    return f"{amount:,.2f}" if amount >= 1 else f"{amount:.4f}"
