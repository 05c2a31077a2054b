"""What prompts and replies cost, by the price table of the settings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from docpipe.completions import Spent, Usage
from docpipe.setting_tables import Price

PER = 1_000_000
"""Tokens that a price is for."""


def priced(model: str, spent: Iterable[tuple[str, Usage]], prices: Sequence[Price]) -> tuple[Spent, ...]:
    """What each group of questions took of a model, with its cost where the model has a price."""
    price = next((one for one in prices if one.model == model), None)
    return tuple(_spent(model, questions, usage, price) for questions, usage in spent)


def _spent(model: str, questions: str, usage: Usage, price: Price | None) -> Spent:
    if price is None:
        return Spent(model, questions, usage)
    new = usage.prompt_tokens - usage.cached_tokens
    cost = new * Decimal(price.prompt) + usage.cached_tokens * Decimal(price.cached)
    cost = (cost + usage.reply_tokens * Decimal(price.reply)) / PER
    return Spent(model, questions, usage, format(cost, "f"), price.currency)
