"""The twin of a model of somebody's own: the same fields, each of a type that docpipe finds values of, none required.

What a document lacks must not keep the rest from being shown, so engines fill the twin; the model itself judges last.
"""

from __future__ import annotations

import dataclasses
import datetime
import enum
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from docpipe.errors import SettingsError
from docpipe.kinds.base import ItemKey
from docpipe.kinds.contract import Duration
from docpipe.kinds.shape import choices, fields_of, is_list, is_object

MONEY, DURATION = {"amount", "currency"}, {"count", "unit"}


@dataclass(slots=True, kw_only=True)
class Money:
    """An amount and its currency (ISO 4217)."""

    amount: Decimal | None = None
    currency: str | None = None


def twin(model: type, where: str) -> type:
    """A dataclass with a model's fields, all optional. Raises SettingsError for a type that cannot be asked for."""
    return dataclass_of(
        model.__name__, {name: _mapped(kind, f"{where}, field '{name}'") for name, kind in fields_of(model).items()}
    )


def dataclass_of(name: str, fields: Mapping[str, Any]) -> type:
    """A dataclass with fields of these types; lists may be empty, everything else may be None."""
    made: list[tuple[str, Any, Any]] = []
    for field, annotation in fields.items():
        default: Any = (
            dataclasses.field(default_factory=list) if is_list(annotation) else dataclasses.field(default=None)
        )
        made.append((field, annotation if is_list(annotation) else annotation | None, default))
    return dataclasses.make_dataclass(name, made, kw_only=True)


def item_keys(model: type) -> dict[str, ItemKey]:
    """What makes two elements of a list the same: that all they say is the same."""
    return {name: _whole for name, annotation in fields_of(model).items() if is_list(annotation)}


def _whole(element: Any) -> str:
    parts = element.values() if isinstance(element, dict) else [element]
    return "|".join(" ".join(str(part).split()).casefold() for part in parts)


def _mapped(annotation: Any, where: str) -> Any:
    """The type of a twin's field for a type of the user's. Raises SettingsError."""
    options = choices(annotation)
    if any(is_list(option) for option in options):
        if len(options) > 1:
            raise SettingsError(f"{where}: a list or something else cannot be asked for; make it two fields")
        return list[_mapped(typing.get_args(options[0])[0], where)]  # type: ignore[misc]
    mapped = [_mapped_choice(option, where) for option in options]
    joined = mapped[0]
    for more in mapped[1:]:
        joined = joined | more
    return joined


def _mapped_choice(option: Any, where: str) -> Any:
    if typing.get_origin(option) is Literal:
        return option
    if isinstance(option, type):
        for known, mapped in _SIMPLE:
            if issubclass(option, known):
                return mapped(option)
        if is_object(option):
            names = set(fields_of(option))
            return Money if names == MONEY else Duration if names == DURATION else twin(option, where)
    name = getattr(option, "__name__", str(option))
    raise SettingsError(f"{where}: docpipe has no values of type {name}; it knows {KNOWN}")


KNOWN = "str, int, float, Decimal, bool, date, Literal, Enum, lists of these, and models made of them"

_SIMPLE: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (enum.Enum, lambda option: Literal[tuple(str(member.value) for member in option)]),
    (bool, lambda option: bool),
    ((int, float, Decimal), lambda option: Decimal),
    (str, lambda option: str),
    (datetime.date, lambda option: datetime.date),
)
"""Types of users, narrower ones first, and the twin's type for each; a number is a decimal, as printed."""
