"""What a kind is: a pydantic model, and what makes two elements of its lists the same."""

from __future__ import annotations

import hashlib
import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

ItemKey = Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that can be asked of a document.

    ``item_keys`` maps each list field of the model to a function from one element's plain value to the key that
    makes two elements the same. ``categories`` lists what a list field is asked for one by one
    (``{"clauses": ("Audit Rights", …)}``), so that coverage can name what was not found.
    """

    name: str
    description: str
    model: type[BaseModel]
    item_keys: Mapping[str, ItemKey] = field(default_factory=dict)
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields, in the model's order."""
        return tuple(self.model.model_fields)

    @property
    def version(self) -> str:
        """A hash that changes when anything that is asked changes."""
        schema = json.dumps(self.model.model_json_schema(), sort_keys=True)
        asked = json.dumps({name: list(values) for name, values in self.categories.items()}, sort_keys=True)
        return hashlib.sha256((schema + asked).encode()).hexdigest()[:16]

    def is_list(self, name: str, attribute: str | None = None) -> bool:
        """Whether a field, or an attribute of its object or elements, is a list."""
        annotation = self.model.model_fields[name].annotation
        if attribute is not None:
            annotation = _object_model(annotation).model_fields[attribute].annotation
        return _bare(annotation)[0] is list

    def empty(self, name: str) -> Any:
        """What a field holds when nothing was found: ``[]`` for lists, else None."""
        return [] if self.is_list(name) else None


def _bare(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """The origin and arguments of an annotation, with ``None`` and ``Annotated`` taken off."""
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return _bare(typing.get_args(annotation)[0])
    if origin in (typing.Union, types.UnionType):
        rest = [part for part in typing.get_args(annotation) if part is not type(None)]
        if len(rest) == 1:
            return _bare(rest[0])
    return origin or annotation, typing.get_args(annotation)


def _object_model(annotation: Any) -> type[BaseModel]:
    """The model of an object field, or of a list field's elements."""
    origin, arguments = _bare(annotation)
    if origin is list:
        origin, _ = _bare(arguments[0])
    if isinstance(origin, type) and issubclass(origin, BaseModel):
        return origin
    raise TypeError(f"{annotation} has no attributes")
