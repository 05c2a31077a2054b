"""Confirming: is the value what its quote says? A parser reads the quote again, knowing only the type.

Text is confirmed when it stands in the quote word for word; a date, an amount, a number or a duration when the
parsers find the same one there; a jurisdiction when its name or law is named there. A choice from a list (a role, a
method) is a judgement: no parser can read it, so it stays ``located``.
"""

from __future__ import annotations

import datetime
import re
import typing
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from docpipe.kinds.shape import choices, fields_of, object_model
from docpipe.merge import same_length
from docpipe.patterns import compiled
from docpipe.rules.jurisdictions import find_jurisdictions
from docpipe.rules.parsers import find_currencies, find_dates, find_durations, find_money, find_numbers, find_percents
from docpipe.rules.verbs import CUT, says_deed
from docpipe.types import Json
from docpipe.verify.ground import squeeze


def confirmed(value: Json, annotation: Any, quotes: Sequence[str]) -> bool:
    """Whether every part of a value with no pointer of its own is read again from the quotes.

    ``annotation`` is the type that the kind's model gives the value; empty parts count as read.
    """
    if value is None or value == []:
        return True
    if isinstance(value, dict):
        return _confirmed_object(value, object_model(annotation), quotes)
    return _confirmed_leaf(value, choices(annotation), quotes)


def confirmed_leaves(value: Mapping[str, Json], annotation: Any, quotes: Sequence[str]) -> list[str]:
    """The names of an object's own leaves that are read again from the quotes."""
    model = object_model(annotation)
    return [name for name, leaf in _leaves(value) if _confirmed_field(name, leaf, model, quotes)]


def judgements(value: Json, annotation: Any) -> list[str]:
    """The names of an object's leaves that are choices from a list, which no parser can read; ``""`` for a value."""
    if not isinstance(value, dict):
        return [""] if _is_choice(value, choices(annotation)) else []
    known = fields_of(object_model(annotation))
    return [name for name, leaf in _leaves(value) if _is_choice(leaf, choices(known[name]))]


def _leaves(value: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """The leaves that an object holds itself, less the empty ones."""
    return [(name, leaf) for name, leaf in value.items() if leaf is not None and not isinstance(leaf, dict | list)]


def _is_choice(value: Json, allowed: Sequence[Any]) -> bool:
    return any(typing.get_origin(choice) is Literal and value in typing.get_args(choice) for choice in allowed)


def _confirmed_object(value: Mapping[str, Json], model: type, quotes: Sequence[str]) -> bool:
    if set(value) == {"count", "unit"}:
        lengths = ({"count": found.count, "unit": found.unit} for quote in quotes for found in find_durations(quote))
        return any(same_length(length) == same_length(value) for length in lengths)
    leaves = _leaves(value)
    return bool(leaves) and all(_confirmed_field(name, leaf, model, quotes) for name, leaf in leaves)


def _confirmed_field(name: str, leaf: Json, model: type, quotes: Sequence[str]) -> bool:
    if name == "currency":
        return any(leaf in find_currencies(quote) for quote in quotes)
    if name == "action" and says_deed(str(leaf).removesuffix(CUT), quotes):
        return True
    if name == "value" and "printed" in fields_of(model):
        from docpipe.verify.scaled import scaled  # only statements have such figures

        if Decimal(str(leaf)) in scaled(quotes):
            return True
    return _confirmed_leaf(leaf, choices(fields_of(model)[name]), quotes)


def _confirmed_leaf(value: Json, allowed: Sequence[Any], quotes: Sequence[str]) -> bool:
    if _is_choice(value, allowed):
        return False
    if datetime.date in allowed:
        return _names_day(str(value), quotes)
    figure = number(value) if Decimal in allowed or int in allowed else None
    if figure is not None:
        return any(figure in numbers_in(quote) for quote in quotes)
    return _stands_in(str(value), quotes)


def number(value: Json) -> Decimal | None:
    """A value as a number, whatever zeros it ends in; None for what is none."""
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return None


def _names_day(value: str, quotes: Sequence[str]) -> bool:
    """A day that quotes print, or the first one of a period that they name by its length and its last day."""
    if any(found.value is not None and found.value.isoformat() == value for q in quotes for found in find_dates(q)):
        return True
    if len(quotes) < 3 or not any(_LENGTH.search(quote) for quote in quotes):
        return False
    from docpipe.verify.scaled import begins  # only reports name periods by their heads

    return any(day.isoformat() == value for day in begins(quotes[:-1]))


_LENGTH = compiled(r"(?i)^\W*(?:for the )?(?:[\w-]+[ -])?(?:fiscal )?(?:months?|weeks?|quarters?|years?)\b[\w ]*$")


def _stands_in(value: str, quotes: Sequence[str]) -> bool:
    """Word for word, the parts between semicolons each for itself, or as the name of a jurisdiction that a quote names
    in another form. What somebody may "be entitled to" is printed as "is entitled to"."""
    texts = [squeeze(quote) for quote in quotes]
    parts = [squeeze(part.removeprefix("be ").removesuffix(CUT)) for part in value.split("; ")]
    if all(part and any(part in text for text in texts) for part in parts):
        return True
    return any(found.name == value for quote in quotes for found in find_jurisdictions(quote))


def numbers_in(text: str) -> set[Decimal]:
    """Every number that a text states: amounts, percentages, durations, plain figures, written-out numbers."""
    numbers = {found.amount for found in find_money(text)} | {found.rate for found in find_percents(text)}
    numbers |= {Decimal(found.count) for found in find_durations(text)}
    numbers |= set(find_numbers(text))
    for match in re.finditer(r"\d[\d,]*(?:\.\d+)?", text):
        try:
            numbers.add(Decimal(match.group().replace(",", "")))
        except InvalidOperation:
            continue
    return numbers
