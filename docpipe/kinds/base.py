"""What a kind is: the type of its value, and what makes two elements of its lists the same."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from docpipe.kinds.shape import fields_of, is_list, object_model

ItemKey = Callable[[Any], str]


class About(Struct, frozen=True):
    """What a kind of somebody's own says about a field.

    ``label`` is what documents call it, from its name. ``ask_if`` names another field that must have a value, or, with
    ``= VALUE``, that one.
    """

    label: str
    description: str = ""
    examples: tuple[str, ...] = ()
    required: bool = False
    ask_if: str | None = None

    def applies(self, found: Mapping[str, Iterable[Any]]) -> bool:
        """Whether the condition holds for the values that were found of each field."""
        if self.ask_if is None:
            return True
        other, equals, wanted = (part.strip() for part in self.ask_if.partition("="))
        values = [str(value).casefold() for value in found.get(other, ())]
        return wanted.casefold() in values if equals else bool(values)


class Kind(Struct, frozen=True):
    """Something that can be asked of a document.

    ``model`` is a dataclass or a pydantic model. ``item_keys`` maps each list field of it to a function from one
    element's plain value to the key that makes two elements the same. ``categories`` lists what a list field is asked
    for one by one (``{"clauses": ("Audit Rights", …)}``), so that coverage can name what was not found. ``prose`` names
    the fields whose text rests on several places and is a judgement, however true to them: a summary.

    Kinds of somebody's own have ``about`` for each field. Their ``model`` is a twin of what the user wrote, all fields
    of which may be missing; ``own`` is the pydantic model or dataclass itself, which the value becomes in the end.
    """

    name: str
    description: str
    model: type
    item_keys: Mapping[str, ItemKey] = field(default_factory=dict)
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    prose: tuple[str, ...] = ()
    about: Mapping[str, About] = field(default_factory=dict)
    own: type | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields, in the model's order."""
        return tuple(fields_of(self.model))

    @property
    def version(self) -> str:
        """A hash that changes when anything that is asked changes."""
        asked = "\n".join(_described(self.model)) + repr(sorted(self.categories.items()))
        asked += repr(sorted(self.about.items())) if self.about else ""
        return hashlib.sha256(asked.encode()).hexdigest()[:16]

    def json_schema(self) -> dict[str, Any]:
        """The JSON schema of the value (made by pydantic)."""
        from pydantic import TypeAdapter

        return TypeAdapter(self.model).json_schema()

    def is_list(self, name: str, attribute: str | None = None) -> bool:
        """Whether a field, or an attribute of its object or elements, is a list."""
        annotation = fields_of(self.model)[name]
        return is_list(fields_of(object_model(annotation))[attribute] if attribute else annotation)


def _described(model: type, path: str = "") -> list[str]:
    """One line per field, those of nested objects below theirs."""
    lines = []
    for name, annotation in fields_of(model).items():
        lines.append(f"{path}/{name}: {annotation}")
        try:
            lines += _described(object_model(annotation), f"{path}/{name}")
        except TypeError:
            continue
    return lines
