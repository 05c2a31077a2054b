"""``--where "governing_law ~ New York"``: which documents, and which facts of them, an export holds.

A condition on a field of the kind (``expiration_date < 2027``) chooses documents: it holds if a value of the field
does. One on a column (``state = located``) chooses facts. Conditions joined by ``and`` must all hold.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from itertools import chain
from typing import Any

from msgspec import Struct

from docpipe.errors import SettingsError
from docpipe.export.results import Loaded
from docpipe.facts import COLUMNS, Fact
from docpipe.settings import did_you_mean

_CONDITION = re.compile(r"\s*([\w/ .-]+?)\s*(!=|<=|>=|=|<|>|~)\s*(.*?)\s*$")
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Condition(Struct, frozen=True):
    """``name`` is a column of facts or a field of a kind, with ``/`` before an attribute (``parties/name``)."""

    name: str
    operator: str
    wanted: str

    @property
    def on_column(self) -> bool:
        return self.name in COLUMNS

    def holds(self, fact: Fact) -> bool:
        """For a column: of its value; for a field: whether this is a value of it, and as wanted."""
        if self.on_column:
            return self._compare(getattr(fact, self.name))
        named = fact.field if fact.attribute is None else f"{fact.field}/{fact.attribute}"
        ours = named == self.name or named.startswith(f"{self.name}/")
        return ours and fact.value is not None and self._compare(fact.value)

    def _compare(self, found: object) -> bool:
        text = "" if found is None else str(found)
        if self.operator == "=":
            return text.casefold() == self.wanted.casefold()
        if self.operator == "!=":
            return text.casefold() != self.wanted.casefold()
        if self.operator == "~":
            return self.wanted.casefold() in text.casefold()
        numbers = _number(text), _number(self.wanted)
        if None not in numbers:
            return _ORDERS[self.operator](*numbers)
        return bool(text) and _ORDERS[self.operator](text, self.wanted)


def conditions(text: str | None) -> tuple[Condition, ...]:
    """The conditions of ``--where``. Raises SettingsError that shows how one is written."""
    return tuple(_condition(part) for part in re.split(r"\s+and\s+", text.strip())) if text else ()


def known_names(outcomes: Iterable[Loaded], asked: Sequence[str], columns: Sequence[str]) -> Iterator[Loaded]:
    """The outcomes, once the names that are asked for are known: columns, or fields of a kind that is there.

    Raises SettingsError for a name that no result has.
    """
    waiting: list[Loaded] = []
    fields: set[str] = set()
    unknown = [*(name for name in asked if name not in COLUMNS), *columns]
    stream = iter(outcomes)
    while unknown and (outcome := next(stream, None)) is not None:
        waiting.append(outcome)
        fields |= set() if outcome.failed else set(outcome.data["value"])
        unknown = [name for name in unknown if name.split("/")[0] not in fields]
    if unknown:
        near = did_you_mean(unknown[0].split("/")[0], {*fields, *COLUMNS})
        raise SettingsError(f"no result has a field '{unknown[0]}'{near}")
    return chain(waiting, stream)


def kept(found: Sequence[Fact], asked: Sequence[Condition]) -> list[Fact]:
    """The facts of one document that an export holds; none where the document itself is not wanted."""
    for condition in asked:
        if not condition.on_column and not _somewhere(found, condition):
            return []
    columns = [condition for condition in asked if condition.on_column]
    return [fact for fact in found if all(condition.holds(fact) for condition in columns)]


def _somewhere(found: Sequence[Fact], condition: Condition) -> bool:
    """Whether a document has a value as wanted; for ``!=``, whether it has none that is as it should not be."""
    if condition.operator == "!=":
        return not any(Condition(condition.name, "=", condition.wanted).holds(fact) for fact in found)
    return any(condition.holds(fact) for fact in found)


def _condition(text: str) -> Condition:
    match = _CONDITION.match(text)
    if match is None:
        raise SettingsError(f"--where {text}: write NAME = VALUE; also !=, <, <=, >, >=, and ~ for 'contains'")
    name, sign, wanted = match.groups()
    return Condition(name.strip(), sign, wanted.strip("'\""))


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
