"""The shape of a kind: what its fields are, read from a dataclass or a pydantic model; and plain data ↔ typed value.

The kinds that come with docpipe are dataclasses, and this module builds their values itself: importing pydantic and
building its models costs 0.1 s, a fifth of a whole cold run. A user's own pydantic model is validated by pydantic.
"""

from __future__ import annotations

import dataclasses
import datetime
import types
import typing
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, Literal


class Misfit(ValueError):
    """Data that does not fit a type. ``path`` names the parts that lead to it."""

    def __init__(self, why: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.path = path


@cache
def fields_of(model: type) -> Mapping[str, Any]:
    """Field → type, in the order of the model."""
    if dataclasses.is_dataclass(model):
        hints = typing.get_type_hints(model, include_extras=True)
        return {field.name: hints[field.name] for field in dataclasses.fields(model)}
    return {name: field.annotation for name, field in model.model_fields.items()}  # type: ignore[attr-defined]


def choices(annotation: Any) -> list[Any]:
    """The types that an annotation allows, ``None`` and ``Annotated`` taken off."""
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return choices(typing.get_args(annotation)[0])
    if origin in (typing.Union, types.UnionType):
        return [
            part for choice in typing.get_args(annotation) for part in choices(choice) if part is not types.NoneType
        ]
    return [annotation]


def is_list(annotation: Any) -> bool:
    """Whether an annotation allows a list."""
    return any(typing.get_origin(choice) is list for choice in choices(annotation))


def is_object(annotation: Any) -> bool:
    """Whether an annotation names a dataclass or a pydantic model."""
    return isinstance(annotation, type) and (
        dataclasses.is_dataclass(annotation) or hasattr(annotation, "model_fields")
    )


def object_model(annotation: Any) -> type:
    """The model of an object, of one choice among several, or of a list's elements. Raises TypeError without one."""
    for choice in choices(annotation):
        inner = choices(typing.get_args(choice)[0])[0] if typing.get_origin(choice) is list else choice
        if is_object(inner):
            return typing.cast(type, inner)
    raise TypeError(f"{annotation} has no fields")


def annotation_at(model: type, path: str) -> Any:
    """The type that a model gives to what stands at a JSON Pointer."""
    annotation: Any = model
    for part in path.split("/")[1:]:
        if part.isdigit():
            annotation = next(typing.get_args(choice)[0] for choice in choices(annotation) if is_list(choice))
        else:
            annotation = fields_of(object_model(annotation))[part]
    return annotation


def typed(data: Any, annotation: Any) -> Any:
    """The value of a type that plain data stands for. Raises Misfit."""
    if data is None:
        if annotation is None or types.NoneType in typing.get_args(annotation):
            return None
        raise Misfit("is missing")
    reasons = []
    for choice in choices(annotation):
        try:
            return _typed_choice(data, choice)
        except Misfit as misfit:
            reasons.append(misfit)
    raise reasons[0]


def dumped(value: Any) -> Any:
    """A typed value as plain JSON data, every field present."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: dumped(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, list):
        return [dumped(part) for part in value]
    if isinstance(value, datetime.date):
        return value.isoformat()
    return format(value, "f") if isinstance(value, Decimal) else value


def _typed_choice(data: Any, choice: Any) -> Any:
    origin = typing.get_origin(choice)
    if origin is list:
        return _typed_list(data, typing.get_args(choice)[0])
    if origin is Literal:
        return _one_of(data, typing.get_args(choice))
    if is_object(choice):
        return _typed_object(data, choice)
    if choice is datetime.date:
        return _parsed(datetime.date.fromisoformat, data, "a day as YYYY-MM-DD")
    if choice is Decimal:
        return _parsed(Decimal, data, "a decimal number")
    if type(data) is choice:
        return data
    raise Misfit(f"is {data!r:.60}, not {choice.__name__}")


def _typed_list(data: Any, annotation: Any) -> list[Any]:
    if not isinstance(data, list):
        raise Misfit("is not a list")
    return [_at(index, part, annotation) for index, part in enumerate(data)]


def _typed_object(data: Any, model: type) -> Any:
    if not isinstance(data, dict):
        raise Misfit("is not an object")
    if not dataclasses.is_dataclass(model):
        return _validated(data, model)
    known = fields_of(model)
    if unknown := [name for name in data if name not in known]:
        raise Misfit("is not a field", (unknown[0],))
    try:
        return model(**{name: _at(name, part, known[name]) for name, part in data.items() if part is not None})
    except TypeError as error:
        raise Misfit(str(error)) from error


def _validated(data: Any, model: Any) -> Any:
    """A user's pydantic model, by pydantic."""
    from pydantic import ValidationError

    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise Misfit(first["msg"], tuple(first["loc"])) from error


def _one_of(data: Any, allowed: Sequence[Any]) -> Any:
    if data in allowed:
        return data
    raise Misfit(f"is {data!r:.60}, not one of {', '.join(map(str, allowed))}")


def _parsed(parse: Any, data: Any, what: str) -> Any:
    try:
        return parse(data)
    except (TypeError, ValueError, InvalidOperation) as error:
        raise Misfit(f"is {data!r:.60}, not {what}") from error


def _at(part: str | int, data: Any, annotation: Any) -> Any:
    """``typed``, with the path in its complaint."""
    try:
        return typed(data, annotation)
    except Misfit as misfit:
        raise Misfit(misfit.why, (part, *misfit.path)) from misfit
