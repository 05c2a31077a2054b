"""A reply → findings. Nothing is guessed: what is not the JSON that was asked for is a problem with a reason.

A reply that cannot be used as a whole raises Malformed. Of one that can, each unit stands or falls for itself.
"""

from __future__ import annotations

import json
import re
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from docpipe.kinds.base import Kind
from docpipe.kinds.shape import Misfit, choices, dumped, fields_of, is_list, is_object, object_model, typed
from docpipe.llm.questions import MOST_ELEMENTS, MOST_PER_CATEGORY, STATES, Unit, is_prose
from docpipe.patterns import compiled
from docpipe.types import Finding, Json, Quote

BY = ("model",)

Blocks = Mapping[int, tuple[str, ...]]
"""The id of a paragraph in the prompt → its blocks; only those that the prompt showed."""


class Malformed(ValueError):
    """A reply that is not the JSON that was asked for."""


class Answered(Struct, frozen=True):
    """What a unit's answer came to: its findings, or the reason why it cannot be used. A list that is ``full`` has as
    many elements as a reply may give, so there may be more of them."""

    unit: Unit
    findings: tuple[Finding, ...]
    why: str = ""
    full: bool = False


def parse(text: str) -> dict[str, Json]:
    """The object that a reply is. Raises Malformed."""
    body = _FENCED.sub(r"\1", text.strip())
    try:
        data = json.loads(body, object_pairs_hook=_without_duplicates, parse_constant=_refused)
    except json.JSONDecodeError as error:
        raise Malformed(f"no JSON: {error.msg} at character {error.pos}") from error
    except RecursionError as error:
        raise Malformed("no JSON: nested too deep") from error
    if not isinstance(data, dict):
        raise Malformed(f"a {type(data).__name__}, not an object")
    return data


def answers(data: Mapping[str, Json], units: Sequence[Unit], kind: Kind, blocks: Blocks) -> list[Answered]:
    """The findings of each unit, in order. Raises Malformed for keys that were not asked for."""
    known = {key for unit in units for key in (unit.categories or (unit.field,))}
    if unknown := [key for key in data if key not in known]:
        raise Malformed(f"has a key {unknown[0]!r:.60} that was not asked for")
    return [_answered(data, part, kind, blocks) for unit in units for part in _by_fullness(data, unit)]


def _by_fullness(data: Mapping[str, Json], unit: Unit) -> Iterator[Unit]:
    """A unit, its categories apart whose lists are full."""
    full = tuple(category for category in unit.categories if _is_full(data.get(category), MOST_PER_CATEGORY))
    rest = tuple(category for category in unit.categories if category not in full)
    yield from (replace(unit, categories=part) for part in (rest, full) if part) if full else (unit,)


def _is_full(answer: Json, most: int) -> bool:
    return isinstance(answer, list) and len(answer) >= most


_FENCED = compiled(r"^```(?:json)?\s*\n(.*?)\n?\s*```$", re.DOTALL)


def _without_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Malformed(f"says {twice!r:.60} twice")
    return dict(pairs)


def _refused(name: str) -> Json:
    raise Malformed(f"{name} is no value")


def _answered(data: Mapping[str, Json], unit: Unit, kind: Kind, blocks: Blocks) -> Answered:
    keys, most = (unit.categories, MOST_PER_CATEGORY) if unit.categories else ((unit.field,), MOST_ELEMENTS)
    full = all(_is_full(data.get(key), most) for key in keys)
    try:
        return Answered(unit, tuple(_findings(data, unit, kind, blocks)), full=full)
    except (Malformed, Misfit) as error:
        return Answered(unit, (), str(error))


def _findings(data: Mapping[str, Json], unit: Unit, kind: Kind, blocks: Blocks) -> Iterator[Finding]:
    for key in unit.categories or (unit.field,):
        if key not in data:
            raise Malformed(f"{key}: is not answered")
        answer = data[key]
        if unit.categories:
            yield from _clauses(_list(key, answer), key, unit.field, blocks)
        elif is_prose(kind, key):
            yield from _prose(key, answer, blocks)
        elif is_list(fields_of(kind.model)[key]):
            annotation = _element(fields_of(kind.model)[key])
            for element in _list(key, answer):
                yield from _one(key, element, annotation, blocks)
        elif answer is not None:
            yield from _one(key, answer, fields_of(kind.model)[key], blocks)


def _one(name: str, answer: Json, annotation: Any, blocks: Blocks) -> Iterator[Finding]:
    """The finding of one value with its places; none for a value without content."""
    value, quotes = _parts(name, answer, ("places", "value"), blocks)["value"], _quotes(name, answer["places"], blocks)
    if _empty(value):
        return
    if named := _a_name(name, value, annotation):
        raise Malformed(f"{name}: the name {named!r} stands where its value belongs")
    try:
        plain = dumped(typed(value, annotation))
    except Misfit as misfit:
        raise Malformed(f"{name}: {'/'.join(map(str, misfit.path))} {misfit.why}") from misfit
    yield Finding(name, _filled(plain), quotes, BY)


def _prose(name: str, answer: Json, blocks: Blocks) -> Iterator[Finding]:
    if answer is None:
        return
    value, quotes = _parts(name, answer, ("places", "value"), blocks)["value"], _quotes(name, answer["places"], blocks)
    if not isinstance(value, str) or not value.strip():
        raise Malformed(f"{name}: is no text")
    yield Finding(name, " ".join(value.split()), quotes, BY)


def _clauses(entries: list[Json], category: str, field: str, blocks: Blocks) -> Iterator[Finding]:
    """A finding per place of a clause; one that can be read both ways says so."""
    for entry in entries:
        parts = _parts(category, entry, ("places", "summary", "state"), blocks)
        if parts["state"] not in STATES or not isinstance(parts["summary"], str):
            raise Malformed(f"{category}: is no entry for a clause")
        quotes = _quotes(category, parts["places"], blocks)
        value = {"category": category, "summary": " ".join(parts["summary"].split()) or None}
        item = f"{category}|{quotes[0].blocks}|{quotes[0].text}"
        yield Finding(field, value, quotes, BY, item)
        if parts["state"] == "unclear":
            message = f"{category}: the words can be read both ways"
            yield Finding(field, None, quotes, BY, problem="unclear", message=message)


def _parts(name: str, answer: Json, keys: tuple[str, ...], blocks: Blocks) -> dict[str, Json]:
    if not isinstance(answer, dict) or set(answer) != set(keys):
        raise Malformed(f"{name}: is no answer with {', '.join(keys)}")
    return answer


def _quotes(name: str, places: Json, blocks: Blocks) -> tuple[Quote, ...]:
    """The quotes with the blocks that the model names; none for an id that the prompt did not show. Words left out
    inside a quote make it two."""
    quotes: list[Quote] = []
    for place in _list(name, places):
        if not isinstance(place, dict) or set(place) != {"block", "quote"}:
            raise Malformed(f"{name}: a place is no block and quote")
        block, text = place["block"], place["quote"]
        if type(block) is not int or not isinstance(text, str):
            raise Malformed(f"{name}: a place is no block and quote")
        text = _MARKED.sub("", text)
        quotes += [Quote(part.strip(), None, blocks.get(block, ())) for part in _LEFT_OUT.split(text) if part.strip()]
    if not quotes:
        raise Malformed(f"{name}: has no quote")
    return tuple(quotes)


_LEFT_OUT = compiled(r"\s*(?:\[\s*(?:\.\.\.|…)\s*\]|…|\.{3,})\s*")
_MARKED = compiled(r"^\s*(?:\[§\d+\]\s*)+")
"""The id of the paragraph, copied along."""


def _list(name: str, answer: Json) -> list[Json]:
    if not isinstance(answer, list):
        raise Malformed(f"{name}: is no list")
    return answer


def _element(annotation: Any) -> Any:
    return next(typing.get_args(choice)[0] for choice in choices(annotation) if typing.get_origin(choice) is list)


def _empty(value: Json) -> bool:
    """Whether a value says nothing."""
    if isinstance(value, dict):
        return all(_empty(part) for part in value.values())
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


def _filled(value: Json) -> Json:
    """An object without the parts that say nothing; other values as they are."""
    if isinstance(value, dict):
        return {name: _filled(part) for name, part in value.items() if not _empty(part)}
    return value


def _a_name(field: str, value: Json, annotation: Any) -> str | None:
    """The name of a field or part that a value repeats in place of a value."""
    names = {field, "value", "quote", "string", "text"}
    parts: Mapping[str, Json] = {"": value}
    if isinstance(value, dict) and any(is_object(choice) for choice in choices(annotation)):
        names |= set(fields_of(object_model(annotation)))
        parts = value
    for part in parts.values():
        if isinstance(part, str) and part.strip() in names - _allowed(part, annotation):
            return part
    return None


def _allowed(part: str, annotation: Any) -> set[str]:
    """Words that are choices of the type, and so no mistake: the role ``deposit`` of an amount."""
    options = [annotation]
    while options:
        one = options.pop()
        options += choices(one) if choices(one) != [one] else []
        options += fields_of(one).values() if is_object(one) else ()
        if typing.get_origin(one) is typing.Literal and part in typing.get_args(one):
            return {part}
    return set()
