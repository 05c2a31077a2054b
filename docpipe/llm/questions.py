"""What is asked: the fields of a kind in groups whose answers fit a reply, and the JSON schema of each group.

A unit is the smallest thing that can be asked: a field, or some categories of a field that is asked category by
category. Units that are cut off are asked again alone, so nothing here decides more than how many prompts it takes.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from docpipe import prompts
from docpipe.kinds.base import Kind
from docpipe.kinds.shape import choices, fields_of, is_list, is_object
from docpipe.llm import shapes
from docpipe.llm.shapes import Schema
from docpipe.prompts import Language

GROUP_TOKENS = 1_600
"""Estimated tokens of answers up to which units share a prompt. The rest of a reply's room is for what is longer than
estimated; a quarter fewer prompts are not worth a third more replies that are cut."""

HEADROOM = 2
"""Room for a reply, in estimates: documents differ in how much there is to say."""

LEAST_REPLY_TOKENS, MOST_REPLY_TOKENS = 512, 4_096

MOST_ELEMENTS = 40
"""Elements of a list in one reply. What has more, such as duties in a long chunk, is cut and the chunk is halved."""

USUAL_ELEMENTS = 6
"""Elements of a list that an estimate counts with; of one whose elements are named by a choice, such as the lines of
statements, as many as there are names: 32 elements of 16 lines took 3,660 tokens, and room for 2,160 cut every true
answer."""

PLACE_TOKENS = 70
"""A quote with its id and keys."""

CATEGORY_TOKENS = 110
MOST_PER_CATEGORY = 8
CATEGORIES_TOGETHER = 11

STATES = ("yes", "unclear")
"""What a model may say of a clause; that there is none, it says with an empty list."""


class Unit(Struct, frozen=True):
    """A field of the kind, or these categories of it."""

    field: str
    categories: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """As coverage names what is asked."""
        return tuple(f"{self.field}: {category}" for category in self.categories) or (self.field,)


class Question(Struct, frozen=True):
    """Units in one prompt: the words, and about how many tokens the answer takes."""

    name: str
    units: tuple[Unit, ...]
    text: str
    reply_tokens: int

    def schema(self, kind: Kind, last: int) -> Schema:
        """The JSON schema of the reply, for a prompt whose highest paragraph id is ``last``."""
        properties: dict[str, Schema] = {}
        for unit in self.units:
            properties |= _properties(kind, unit, last)
        return shapes.closed(properties)


def groups(kind: Kind) -> list[tuple[Unit, ...]]:
    """The units of a kind in groups: each joins the first that has room for it. Categories stay among themselves, and
    so do fields that are asked only if another one has a value: their turn comes later."""
    made: list[list[Unit]] = []
    for unit in _units(kind):
        fits = (group for group in made if _alike(kind, group[0], unit) and _fits(kind, group, unit))
        group = next(fits, None)
        if group is None:
            made.append([unit])
        else:
            group.append(unit)
    return [tuple(group) for group in made]


def conditional(kind: Kind, name: str) -> bool:
    """Whether a field is asked only if another one has a value."""
    return name in kind.about and kind.about[name].ask_if is not None


def question(kind: Kind, units: Sequence[Unit], language: Language) -> Question:
    """The question for some units."""
    listed = list(_listed(kind, units, language))
    whole = [is_prose(kind, unit.field) for unit in units if not unit.categories]
    text = prompts.render(
        "question",
        language,
        fields=listed,
        any_whole=bool(whole),
        any_prose=any(whole),
        any_typed=not all(whole),
        any_denial=any(_denies(kind, unit) for unit in units),
        any_category=any(unit.categories for unit in units),
        most_places=MOST_PER_CATEGORY,
    )
    tokens = min(max(LEAST_REPLY_TOKENS, HEADROOM * _tokens(kind, units)), MOST_REPLY_TOKENS)
    return Question(name_of(units), tuple(units), text, tokens)


def halves(units: Sequence[Unit]) -> list[tuple[Unit, ...]]:
    """Units in two parts; a unit of several categories is cut between them. One part where nothing can be cut."""
    if len(units) > 1:
        middle = len(units) // 2
        return [tuple(units[:middle]), tuple(units[middle:])]
    (unit,) = units
    middle = len(unit.categories) // 2
    if not middle:
        return [(unit,)]
    return [(Unit(unit.field, unit.categories[:middle]),), (Unit(unit.field, unit.categories[middle:]),)]


def is_prose(kind: Kind, name: str) -> bool:
    """Whether a field is one text in the model's own words, which rests on several places."""
    return name in kind.prose and str in choices(fields_of(kind.model)[name])


DENIALS = frozenset(("no", "none", "No", "None", "否", "无"))
"""Choices that a model could take for "not in the document"."""


def _denies(kind: Kind, unit: Unit) -> bool:
    """Whether a field is a choice by which a model can deny."""
    options = choices(fields_of(kind.model)[unit.field])
    return any(typing.get_origin(one) is typing.Literal and DENIALS & {*typing.get_args(one)} for one in options)


def _units(kind: Kind) -> Iterator[Unit]:
    for name in kind.fields:
        categories = kind.categories.get(name, ())
        if not categories:
            yield Unit(name)
        for first in range(0, len(categories), CATEGORIES_TOGETHER):
            yield Unit(name, categories[first : first + CATEGORIES_TOGETHER])


def _alike(kind: Kind, one: Unit, other: Unit) -> bool:
    """Whether two units may share a prompt."""
    return not (one.categories or other.categories) and conditional(kind, one.field) == conditional(kind, other.field)


def _fits(kind: Kind, group: Sequence[Unit], unit: Unit) -> bool:
    return _tokens(kind, [*group, unit]) <= GROUP_TOKENS


def name_of(units: Sequence[Unit]) -> str:
    """``title+parties``, ``clauses:Insurance..Volume Restriction``: what a prompt's id says of it."""
    parts = []
    for unit in units:
        ends = dict.fromkeys((unit.categories[0], unit.categories[-1])) if unit.categories else ()
        parts.append(f"{unit.field}:{'..'.join(ends)}" if ends else unit.field)
    return "+".join(parts)


def _tokens(kind: Kind, units: Iterable[Unit]) -> int:
    """About how many tokens the answers take."""
    return sum(_tokens_of(kind, unit) for unit in units)


def _tokens_of(kind: Kind, unit: Unit) -> int:
    if unit.categories:
        return CATEGORY_TOKENS * len(unit.categories)
    if is_prose(kind, unit.field):
        return 3 * PLACE_TOKENS + shapes.PROSE_CHARACTERS // 4
    annotation = fields_of(kind.model)[unit.field]
    if is_list(annotation):
        element = _element(annotation)
        return _usual(element) * (PLACE_TOKENS + shapes.tokens_of(element))
    return PLACE_TOKENS + shapes.tokens_of(annotation)


def _usual(element: Any) -> int:
    """How many elements of a type a list usually has."""
    first = next(iter(fields_of(element).values()), None) if is_object(element) else None
    names = typing.get_args(first) if typing.get_origin(first) is typing.Literal else ()
    return max(USUAL_ELEMENTS, len(names))


def _properties(kind: Kind, unit: Unit, last: int) -> dict[str, Schema]:
    if unit.categories:
        entry = {
            "places": shapes.places_schema(last),
            "summary": shapes.text_schema(shapes.TEXT_CHARACTERS),
            "state": {"enum": list(STATES)},
        }
        items = {"type": "array", "maxItems": MOST_PER_CATEGORY, "items": shapes.closed(entry)}
        return dict.fromkeys(unit.categories, items)
    annotation = fields_of(kind.model)[unit.field]
    if is_prose(kind, unit.field):
        answer = shapes.answer_schema(shapes.text_schema(shapes.PROSE_CHARACTERS), last, 2 * shapes.PLACES)
        return {unit.field: {"anyOf": [answer, {"type": "null"}]}}
    if is_list(annotation):
        answer = shapes.answer_schema(shapes.value_schema(_element(annotation)), last)
        return {unit.field: {"type": "array", "maxItems": MOST_ELEMENTS, "items": answer}}
    answer = shapes.answer_schema(shapes.value_schema(annotation), last)
    return {unit.field: {"anyOf": [answer, {"type": "null"}]}}


def _listed(kind: Kind, units: Iterable[Unit], language: Language) -> Iterator[dict[str, Any]]:
    """Every key of a reply as the template lists it."""
    for unit in units:
        annotation = fields_of(kind.model)[unit.field]
        for name, key in zip(unit.names, unit.categories or (unit.field,), strict=True):
            about = kind.about.get(unit.field)
            said = {
                "label": about.label if about else name.replace("_", " "),
                "description": about.description if about else "",
                "examples": list(about.examples) if about else [],
            }
            yield {
                "name": key,
                "many": is_list(annotation) and not unit.categories,
                "most": MOST_ELEMENTS,
                "definition": prompts.definition(kind.name, name, language, **said),
                "shape": "" if unit.categories else _shape(kind, unit.field, annotation),
            }


def _shape(kind: Kind, name: str, annotation: Any) -> str:
    if is_prose(kind, name):
        return "text"
    return shapes.in_words(_element(annotation) if is_list(annotation) else annotation)


def _element(annotation: Any) -> Any:
    """The type of a list's elements."""
    return next(typing.get_args(choice)[0] for choice in choices(annotation) if typing.get_origin(choice) is list)
