"""Settings that are tables: what differs by kind, and what models cost.

    [kinds.contract]
    model = "contracts-lora"
    threshold_tokens = 32000

    [prices."Qwen/Qwen3-32B"]
    prompt = 0.10
    cached = 0.02
    reply = 0.40
    currency = "USD"

Elsewhere than in docpipe.toml they are written as JSON. What makes no sense raises ValueError.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any


@dataclass(frozen=True, slots=True)
class ForKind:
    """What holds for documents of one kind, in place of the setting of the same name."""

    kind: str
    model: str | None = None
    threshold_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Price:
    """What a model costs per million tokens, as decimals; tokens that its server had in its cache cost ``cached``."""

    model: str
    prompt: str
    cached: str
    reply: str
    currency: str


def for_kinds(value: Any) -> tuple[ForKind, ...]:
    """The tables below ``kinds``, by name."""
    made = isinstance(value, tuple) and all(isinstance(one, ForKind) for one in value)  # checked before
    return value if made else tuple(_for_kind(name, table) for name, table in _tables(value))


def prices(value: Any) -> tuple[Price, ...]:
    """The tables below ``prices``, by name; what is in the cache costs as much as the rest unless it is said."""
    made = isinstance(value, tuple) and all(isinstance(one, Price) for one in value)
    return value if made else tuple(_price(name, table) for name, table in _tables(value))


def _for_kind(name: str, table: Mapping[str, Any]) -> ForKind:
    _known(name, table, ("model", "threshold_tokens"))
    model, threshold = table.get("model"), table.get("threshold_tokens")
    if model is not None and not (isinstance(model, str) and model):
        raise ValueError(f"{name}: model must be a name")
    if threshold is not None and (type(threshold) is not int or threshold < 1):
        raise ValueError(f"{name}: threshold_tokens must be a whole number from 1 on")
    return ForKind(name, model, threshold)


def _price(name: str, table: Mapping[str, Any]) -> Price:
    _known(name, table, ("prompt", "cached", "reply", "currency"))
    if missing := [part for part in ("prompt", "reply", "currency") if part not in table]:
        raise ValueError(f"{name}: {missing[0]} is missing; a price is prompt, reply (per million tokens) and currency")
    prompt, reply = (_amount(f"{name}: {part}", table[part]) for part in ("prompt", "reply"))
    cached = _amount(f"{name}: cached", table.get("cached", prompt))
    if not isinstance(table["currency"], str) or not table["currency"]:
        raise ValueError(f"{name}: currency must be a code, such as USD")
    return Price(name, prompt, cached, reply, table["currency"])


def _tables(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError as error:
            raise ValueError(f"is no JSON: {error}") from error
    if not isinstance(value, Mapping) or not all(isinstance(table, Mapping) for table in value.values()):
        raise ValueError("must be a table for each name")
    yield from sorted(value.items())


def _known(name: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise ValueError(f"{name}: there is no '{key}'; known are {', '.join(known)}")


def _amount(where: str, value: Any) -> str:
    try:
        amount = Decimal(str(value))
    except InvalidOperation as error:
        raise ValueError(f"{where} is {value!r}; it must be a number") from error
    if isinstance(value, bool) or not amount.is_finite() or amount < 0:
        raise ValueError(f"{where} is {value!r}; it must be a number from 0 on")
    return format(amount, "f")
