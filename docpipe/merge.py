"""Findings of many chunks → one value, with pointers given once.

``unite`` puts together what says the same; deriving (rules) chooses and computes; ``settle`` builds the value. Where
two findings contradict each other and nothing decided between them, the value is null and all of them are cited.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from docpipe.kinds.base import ItemKey, Kind
from docpipe.types import Finding, Json, Quote, Severity

SEVERITY: Mapping[str, Severity] = {
    "redacted_in_source": "info",
    "several_dates": "info",
    "exception": "info",
    "impossible_date": "error",
}
"""Severity of the problems that findings report; ``warning`` for those not named."""

DURATION = {"count", "unit"}
"""The leaves of a duration: only together do they say anything, so two of them are never merged leaf by leaf."""

ONLY_WITHOUT_VALUE = frozenset({"redacted_in_source", "partial_date"})
"""Problems that explain why a value is missing: silent where the value was found elsewhere."""


class Claim(Struct, frozen=True):
    """What stands at a pointer and what it rests on. ``value`` holds only what these quotes are about; ``basis`` are
    the sorts of places that it was read from."""

    value: Json
    quotes: tuple[Quote, ...]
    by: tuple[str, ...]
    confidence: float | None
    derived: bool
    message: str
    basis: tuple[str, ...] = ()


class Problem(Struct, frozen=True):
    """A check in the making: its quotes have no places yet."""

    path: str
    rule: str
    severity: Severity
    message: str
    quotes: tuple[Quote, ...]


class Draft(Struct, frozen=True):
    """A value with its claims by JSON Pointer; not yet verified."""

    data: dict[str, Json]
    claims: Mapping[str, Claim]
    problems: tuple[Problem, ...]


def unite(findings: Iterable[Finding], kind: Kind) -> list[Finding]:
    """Findings that say the same become one with the quotes of all, in the order of the text."""
    united: dict[tuple[Any, ...], Finding] = {}
    for finding in sorted(findings, key=lambda finding: finding.at):
        finding = _keyed(replace(finding, value=plain(finding.value)), kind)
        key = (
            finding.field,
            finding.item,
            finding.attribute,
            _canonical(finding.value),
            finding.problem,
            finding.basis,
        )
        before = united.get(key)
        united[key] = finding if before is None else _both(before, finding)
    return list(united.values())


def settle(findings: Iterable[Finding], kind: Kind) -> Draft:
    """The value of a kind, with a claim at every pointer and the problems and conflicts that stand."""
    found = unite(findings, kind)
    draft = Draft({}, {}, ())
    for name in kind.fields:
        mine = [finding for finding in found if finding.field == name]
        build = _settle_list if kind.is_list(name) else _settle_one
        data, claims, problems = build(name, mine, kind)
        draft = Draft({**draft.data, name: data}, {**draft.claims, **claims}, (*draft.problems, *problems))
    return draft


def pointer(*parts: str | int) -> str:
    """A JSON Pointer (RFC 6901) of its parts."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def tokens(path: str) -> list[str]:
    """The parts of a JSON Pointer."""
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]


def plain(value: Any) -> Json:
    """A value as JSON holds it: dates as ISO 8601, decimals as strings."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    return value


_Settled = tuple[Json, dict[str, Claim], list[Problem]]


def _settle_one(name: str, found: list[Finding], kind: Kind) -> _Settled:
    """A field with one value, or one object."""
    path = pointer(name)
    value, claims, problems = _element(path, [finding for finding in found if not finding.problem])
    _attributes(path, value, claims, problems, [f for f in found if f.attribute and not f.problem], name, kind)
    if value == {}:
        value = None
    return value, claims, [*problems, *_reported(path, found, value)]


def _settle_list(name: str, found: list[Finding], kind: Kind) -> _Settled:
    """A list field: elements by item key, in the order of their first quotes."""
    data: list[Json] = []
    claims: dict[str, Claim] = {}
    problems: list[Problem] = []
    keys = dict.fromkeys(f.item for f in found if f.attribute is None and not f.problem)
    for key in keys:
        mine = [finding for finding in found if finding.item == key and not finding.problem]
        path = pointer(name, len(data))
        value, own, wrong = _element(path, mine, kind.item_keys.get(name))
        _attributes(path, value, own, wrong, [finding for finding in mine if finding.attribute], name, kind)
        problems += wrong
        if value is not None:
            data.append(value)
            claims |= own
    return data, claims, [*problems, *_reported(pointer(name), found, data)]


def _element(path: str, found: list[Finding], key: ItemKey | None = None) -> _Settled:
    """One value from all findings about it as a whole: objects leaf by leaf, others as they are."""
    whole = [finding for finding in found if finding.attribute is None]
    if not whole:
        has_parts = any(finding.attribute for finding in found)
        return ({} if has_parts else None), {}, []
    if all(isinstance(finding.value, dict) and set(finding.value) != DURATION for finding in whole):
        value, problems = _merged_object(path, whole, key)
    elif key is not None:
        value, problems = whole[0].value, []  # equal keys: the same element, printed in two ways
    else:
        value, problems = _agreed(path, whole)
    own = dict(value) if isinstance(value, dict) else value  # parts with quotes of their own are added to the value
    claims = {path: _claim(own, whole)} if value is not None else {}
    return value, claims, problems


def _merged_object(path: str, whole: list[Finding], key: ItemKey | None) -> tuple[dict[str, Json], list[Problem]]:
    """The union of the objects' leaves; a leaf on which they differ is null and a conflict.

    Leaves that the item key is made of are the same in another print (``ACME, INC.``, ``Acme Inc.``): the first stands.
    """
    value: dict[str, Json] = {}
    problems: list[Problem] = []
    for leaf in dict.fromkeys(leaf for finding in whole for leaf in finding.value):
        filled = [finding for finding in whole if finding.value.get(leaf) is not None]
        distinct = dict.fromkeys(_canonical(finding.value[leaf]) for finding in filled)
        same = len(distinct) == 1 or (len(distinct) > 1 and key is not None and _in_key(leaf, whole[0].value, key))
        value[leaf] = filled[0].value[leaf] if same else None
        if len(distinct) > 1 and not same:
            shown = [_shown(finding.value[leaf]) for finding in filled]
            problems.append(_conflict(f"{path}{pointer(leaf)}", filled, shown))
    return value, problems


def _in_key(leaf: str, element: Json, key: ItemKey) -> bool:
    """Whether the item key of an element depends on a leaf."""
    return key({**element, leaf: "another"}) != key(element)


def _agreed(path: str, whole: list[Finding]) -> tuple[Json, list[Problem]]:
    """The value on which all agree, else null and a conflict."""
    if len({_canonical(finding.value) for finding in whole}) == 1:
        return whole[0].value, []
    return None, [_conflict(path, whole, [_shown(finding.value) for finding in whole])]


def _attributes(
    path: str,
    value: Json,
    claims: dict[str, Claim],
    problems: list[Problem],
    parts: list[Finding],
    name: str,
    kind: Kind,
) -> None:
    """Add the parts with quotes of their own to an object; a part whose element is not there has no home."""
    if not isinstance(value, dict):
        return
    for attribute in dict.fromkeys(part.attribute for part in parts if part.attribute):
        mine = [part for part in parts if part.attribute == attribute]
        if kind.is_list(name, attribute):
            value[attribute] = [part.value for part in mine]
            claims |= {f"{path}{pointer(attribute, i)}": _claim(part.value, [part]) for i, part in enumerate(mine)}
            continue
        agreed, own, wrong = _element(f"{path}{pointer(attribute)}", [replace(part, attribute=None) for part in mine])
        value[attribute] = agreed
        claims |= own
        problems += wrong


def _reported(path: str, found: list[Finding], value: Json) -> Iterator[Problem]:
    """The problems that findings bring with them."""
    for finding in found:
        if finding.problem and not (value and finding.problem in ONLY_WITHOUT_VALUE):
            severity = SEVERITY.get(finding.problem, "warning")
            yield Problem(path, finding.problem, severity, finding.message, finding.quotes)


def _conflict(path: str, found: list[Finding], shown: list[str]) -> Problem:
    quotes = tuple(quote for finding in found for quote in finding.quotes)
    values = " and ".join(dict.fromkeys(shown))
    return Problem(path, "conflict", "warning", f"the document says {values}; no rule decides between them", quotes)


def _claim(value: Json, found: list[Finding]) -> Claim:
    confidences = [finding.confidence for finding in found if finding.confidence is not None]
    return Claim(
        value=value,
        quotes=tuple(dict.fromkeys(quote for finding in found for quote in finding.quotes)),
        by=tuple(dict.fromkeys(name for finding in found for name in finding.by)),
        confidence=max(confidences, default=None),
        derived=all(finding.derived for finding in found),
        message="; ".join(dict.fromkeys(finding.message for finding in found if finding.message)),
        basis=tuple(dict.fromkeys(finding.basis for finding in found if finding.basis)),
    )


def _keyed(finding: Finding, kind: Kind) -> Finding:
    """A finding about a list's element without an item key gets the kind's."""
    if finding.item is not None or finding.attribute or finding.problem or not kind.is_list(finding.field):
        return finding
    return replace(finding, item=kind.item_keys[finding.field](finding.value))


def _both(first: Finding, second: Finding) -> Finding:
    """Two findings that say the same, as one with the quotes of both."""
    return replace(
        first,
        quotes=tuple(dict.fromkeys((*first.quotes, *second.quotes))),
        by=tuple(dict.fromkeys((*first.by, *second.by))),
        confidence=max((c for c in (first.confidence, second.confidence) if c is not None), default=None),
        derived=first.derived and second.derived,
    )


def _canonical(value: Json) -> str:
    return json.dumps(same_length(value), sort_keys=True, ensure_ascii=False)


def same_length(value: Json) -> Json:
    """A duration in months or days: twelve months are a year, and four weeks 28 days; other values as they are."""
    if not isinstance(value, dict) or set(value) != DURATION or value["unit"] not in _MADE_OF:
        return value
    count, unit = _MADE_OF[value["unit"]]
    return {"count": value["count"] * count, "unit": unit}


_MADE_OF = {"year": (12, "month"), "week": (7, "day")}


def _shown(value: Json) -> str:
    """A value in words for a message."""
    if isinstance(value, dict):
        return " ".join(str(part) for part in value.values() if part is not None)
    return str(value)
