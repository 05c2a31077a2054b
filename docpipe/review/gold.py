"""Decisions as gold for ``docpipe eval``: what people have settled about a document, field by field.

A field of one value is settled by a decision about it. A list is settled when there is a decision about every element
that the machine found: then what was accepted, corrected and added is all that the document says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from docpipe.evaluate.fields import FIELDS, Rule, paths_of, rule_of
from docpipe.facts import Fact
from docpipe.merge import tokens
from docpipe.review.attach import Reviewed, reviewed
from docpipe.review.corrections import Correction, shape
from docpipe.review.values import Values
from docpipe.types import Json

_DURATION = re.compile(r"(\d+) (day|business day|week|month|year)s?")


def gold(
    documents: Iterable[Values], decided: Sequence[Correction], told: Callable[[str], None] = lambda _: None
) -> Iterator[dict[str, Json]]:
    """A line of a gold file for each document of which something is settled, and first one that names the kind.

    ``told`` gets a line about each decision, field and document that is left out.
    """
    kind, first = None, True
    for values in documents:
        result, about = values.loaded.data, values.loaded.data["document"]
        every = reviewed(values, decided)
        facts = list(_settled(values, [one for one in every if not one.standing]))
        kind = kind or (str(result["kind"]) if facts else None)
        for why in _left_out(every, facts):
            told(f"{about['name']}: {why}")
        if facts and result["kind"] != kind:
            told(f"{about['name']}: left out: a {result['kind']}, and one file is of one kind, here {kind}")
        elif facts:
            if first:
                yield {"kind": kind}
            first = False
            yield {"document": about["name"], "sha256": about["sha256"], "facts": facts}


def _left_out(about: Sequence[Reviewed], facts: Sequence[Mapping[str, Json]]) -> Iterator[str]:
    """The decisions of a document that do not simply hold, and the other fields that they settle nothing of."""
    yield from (f"{one.correction.path}: left out: {one.message}" for one in about if one.standing)
    doubtful = {tokens(one.correction.path)[0] for one in about if one.standing}
    decided = dict.fromkeys(tokens(one.correction.path)[0] for one in about)
    for field in decided:
        if field not in doubtful and field not in {fact["field"] for fact in facts}:
            yield f"{field}: left out: rejected without a right value, or a list with elements that nobody decided on"


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
    """A gold fact of a decision, and its place: of a corrected value where its reviewer gave one, since the words that
    the machine went by say something else."""
    value = None if one.action == "absent" else one.value if one.action in ("correct", "add") else machine
    page, quote = (one.right_page, one.right_quote) if one.action == "correct" else (one.page, one.quote)
    place = {"page": page, "quote": quote} if value is not None else {}
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
