"""Decisions as gold for ``docpipe eval``: what people have settled about a document, field by field.

A field of one value is settled by a decision about it. A list is settled when there is a decision about every element
that the machine found: then what was accepted, corrected and added is all that the document says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from docpipe.evaluate.fields import FIELDS, Rule, paths_of, rule_of
from docpipe.facts import Fact
from docpipe.merge import tokens
from docpipe.review.attach import Reviewed, reviewed
from docpipe.review.corrections import Correction
from docpipe.review.values import Values, shape
from docpipe.types import Json

_DURATION = re.compile(r"(\d+) (day|business day|week|month|year)s?")


def gold(documents: Iterable[Values], decided: Sequence[Correction]) -> Iterator[dict[str, Json]]:
    """A line of a gold file for each document of which something is settled, and first one that names the kind."""
    kind = None
    for values in documents:
        result = values.loaded.data
        facts = list(_settled(values, [one for one in reviewed(values, decided) if not one.standing]))
        if not facts:
            continue
        if kind is None:
            kind = str(result["kind"])
            yield {"kind": kind}
        if result["kind"] == kind:
            about = result["document"]
            yield {"document": about["name"], "sha256": about["sha256"], "facts": facts}


def _settled(values: Values, about: Sequence[Reviewed]) -> Iterator[dict[str, Json]]:
    """The gold facts of one document."""
    kind = str(values.loaded.data["kind"])
    by_pointer = {one.fact.pointer: one.correction for one in about if one.fact is not None}
    touched = {tokens(one.correction.path)[0] for one in about}
    for field in dict.fromkeys([*FIELDS.get(kind, {}), *sorted(touched)]):
        rule = rule_of(kind, field)
        for path in paths_of(field, rule) if field in touched else ():
            listed = "*" in path
            found = _listed(values, path, by_pointer, about) if listed else _single(path, by_pointer)
            yield from ({"field": field, **one, "value": _as_gold(one["value"], rule)} for one in found)


def _single(path: str, by_pointer: Mapping[str, Correction]) -> list[dict[str, Json]]:
    one = by_pointer.get(path)
    return [] if one is None or one.action == "reject" else [_said(one, one.machine)]


def _listed(
    values: Values, path: str, by_pointer: Mapping[str, Correction], about: Sequence[Reviewed]
) -> list[dict[str, Json]]:
    """The elements of a list that is settled; one fact without a value where none is left."""
    wanted = shape(path.replace("/*", "/0"))
    elements = [fact for fact in values.by_pointer.values() if shape(fact.pointer) == wanted and _is_leaf(fact, path)]
    decisions = [by_pointer.get(fact.pointer) or by_pointer.get(_element(fact)) for fact in elements]
    if not all(decisions):
        return []
    kept = [
        _said(one, fact.value)
        for fact, one in zip(elements, decisions, strict=True)
        if one is not None and one.action in ("accept", "correct")
    ]
    kept += [_said(one.correction, None) for one in about if one.correction.action == "add" and _adds(one, wanted)]
    return kept or [{"value": None}]


def _said(one: Correction, machine: str | None) -> dict[str, Json]:
    """A gold fact of a decision; its place where the machine's or the reviewer's quote gives one."""
    value = None if one.action == "absent" else one.value if one.action in ("correct", "add") else machine
    place = {"page": one.page, "quote": one.quote} if value is not None else {}
    return {"value": value, **{name: told for name, told in place.items() if told is not None}}


def _as_gold(value: Json, rule: Rule) -> Json:
    """A duration in words as count and unit, as gold has it."""
    match = _DURATION.fullmatch(value) if rule.compare == "duration" and isinstance(value, str) else None
    return {"count": int(match[1]), "unit": match[2].replace(" ", "_")} if match else value


def _is_leaf(fact: Fact, path: str) -> bool:
    return len(fact.pointer.split("/")) == len(path.split("/"))


def _element(fact: Fact) -> str:
    return "/".join(fact.pointer.split("/")[:3])


def _adds(one: Reviewed, wanted: str) -> bool:
    return shape(one.correction.path).rstrip("/-") in (wanted, wanted.partition("/")[0])
