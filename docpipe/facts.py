"""A result as facts: one row per value, with its place, its trust and a name that stays when the document is run again.

Exports and reviews are made of these rows. They are read from a result as it is written (``result_to_json``), so files
of earlier runs and results in memory give the same.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import asdict, replace

from docpipe.merge import pointer, tokens
from docpipe.sinks.rows import in_words
from docpipe.types import Json
from docpipe.verify.ground import squeeze

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class Fact(Struct, frozen=True):
    """One value of a document. Columns are these fields, in this order; they are only ever added to.

    ``field`` is the kind's; ``item`` the number of a list's element, from 1; ``attribute`` a part of either.
    ``number`` and ``date`` (ISO 8601) are the value again where it is one. ``bbox`` is in points from the upper left of
    the page. ``state`` is one of trust, or, without a value, ``not_found`` (asked, not there), ``not_analyzed`` or
    ``contradictory``. ``checks`` names the rules of the checks about it. ``id`` is the same when the same words of the
    document give a value of the same field again. What people decided about it stands beside it: ``decision``, the
    value that they ``corrected`` it to, who and when, why, and in ``review`` whether it needs another look.
    """

    document: str
    path: str | None
    container: str | None
    sha256: str
    kind: str
    field: str
    item: int | None
    attribute: str | None
    value: str | None
    number: str | None
    date: str | None
    page: int | None
    place: str | None
    bbox: tuple[float, ...] | None
    quote: str | None
    match: str | None
    state: str
    by: str | None
    confidence: float | None
    checks: str | None
    pointer: str
    id: str
    decision: str | None = None
    corrected: str | None = None
    reviewer: str | None = None
    decided: str | None = None
    review_note: str | None = None
    review: str | None = None


class Named(Struct, frozen=True):
    """A value by its lasting name, its document and its pointer, as a Fact has them."""

    id: str
    sha256: str
    pointer: str


COLUMNS = Fact.__struct_fields__


def facts(result: Mapping[str, Json], without: Collection[str] = ()) -> list[Fact]:
    """The facts of a result as it is written, in the order of the kind; what was asked and is not there at its end.

    ``without`` names fields that are left out.
    """
    known = _Known(result, _about(result), _rules(result))
    wanted = {field: value for field, value in result["value"].items() if field not in without}
    found = [_fact(known, pointer, value) for pointer, value in _leaves(wanted)]
    return _told_apart([*found, *_absent(result)])


def elements(result: Mapping[str, Json], field: str) -> list[Fact]:
    """The elements of a list of objects, each as one fact without an attribute, in the order of the list."""
    known = _Known(result, _about(result), _rules(result))
    listed = [(f"/{field}/{index}", one) for index, one in enumerate(result["value"].get(field) or ())]
    return _told_apart([_fact(known, pointer, in_words(one)) for pointer, one in listed if isinstance(one, dict)])


def named_elements(result: Mapping[str, Json], field: str) -> Iterator[tuple[Named, Mapping[str, Json]]]:
    """The elements of a list of objects with their names, as ``elements`` gives them at four times the time."""
    found = enumerate(result["value"].get(field) or ())
    listed = [(f"/{field}/{at}", one) for at, one in found if isinstance(one, dict)]
    places = [next(iter(cited(result, where)), {}) for where, _ in listed]
    names = [name_of(field, place.get("quote"), place.get("page")) for place in places]
    sha256 = result["document"]["sha256"]
    for name, (where, one) in zip(_apart(names, lambda at: in_words(listed[at][1])), listed, strict=True):
        yield Named(name, sha256, where), one


def row(fact: Fact) -> dict[str, Json]:
    """A fact by the names of its columns."""
    return asdict(fact)


def cited(result: Mapping[str, Json], pointer: str) -> Sequence[Mapping[str, Json]]:
    """The evidence of a value: its own, else that of what it is a part of, else of its first cited part."""
    evidence = result["evidence"]
    own = evidence.get(pointer) or evidence.get(pointer.rpartition("/")[0]) or ()
    if own or not any(char.isdigit() for char in pointer[-1:]):
        return own
    return next((entries for at, entries in evidence.items() if entries and at.startswith(f"{pointer}/")), ())


def trusted(result: Mapping[str, Json], pointer: str) -> Mapping[str, Json]:
    """The trust of a value, as ``cited`` looks for it; empty where it has none."""
    trust = result["trust"]
    return trust.get(pointer) or trust.get(pointer.rpartition("/")[0]) or {}


def name_of(field: str, quote: str | None, page: int | None) -> str:
    """What stays of a value when the document is run again: a hash of its field and of the words that it rests on."""
    return _digest(f"{field}\n{_squeezed(quote or '')}\n{page}")


def _leaves(value: Json, at: str = "") -> Iterator[tuple[str, Json]]:
    """Every value that says something, and its pointer; a duration is one value."""
    if isinstance(value, dict) and set(value) != {"count", "unit"}:
        for name, part in value.items():
            yield from _leaves(part, at + pointer(name))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _leaves(part, at + pointer(index))
    elif value is not None and value != "":
        yield at, value


class _Known(Struct, frozen=True):
    """A result, the columns that all its facts share, and the rules of its checks by their pointers."""

    result: Mapping[str, Json]
    about: Mapping[str, Json]
    rules: Mapping[str, list[str]]


def _fact(known: _Known, pointer: str, value: Json) -> Fact:
    parts = tokens(pointer)
    item = int(parts[1]) + 1 if len(parts) > 1 and parts[1].isdigit() else None
    attribute = "/".join(parts[1 if item is None else 2 :]) or None
    text = in_words(value) if isinstance(value, dict | bool) else str(value)
    evidence = next(iter(cited(known.result, pointer)), {})
    trust = trusted(known.result, pointer)
    box, quote, page = evidence.get("bbox"), evidence.get("quote"), evidence.get("page")
    field = parts[0] if len(parts) == 2 and item else "/".join([part for part in parts if not part.isdigit()])
    checks = [rule for at in _above(pointer) for rule in known.rules.get(at, ())] if known.rules else ()
    return Fact(
        **known.about,
        field=parts[0],
        item=item,
        attribute=attribute,
        value=text,
        number=text if not isinstance(value, bool) and _NUMBER.fullmatch(text) else None,
        date=text if _DAY.fullmatch(text) else None,
        page=page,
        place=evidence.get("place"),
        bbox=tuple(box) if box else None,
        quote=quote,
        match=evidence.get("match"),
        state=trust.get("state", "ungrounded"),
        by=", ".join(trust.get("by", ())) or None,
        confidence=trust.get("confidence"),
        checks=", ".join(dict.fromkeys(checks)) if checks else None,
        pointer=pointer,
        id=name_of(field, quote, page),
    )


def _about(result: Mapping[str, Json]) -> dict[str, Json]:
    """The columns that all facts of a document share."""
    document = result["document"]
    return {
        "document": document["name"],
        "path": document["path"],
        "container": document["container"],
        "sha256": document["sha256"],
        "kind": result["kind"],
    }


def _absent(result: Mapping[str, Json]) -> Iterator[Fact]:
    """What was asked and is not there, what nobody could be asked, and what the document says in several ways."""
    left = [tokens(check["path"])[0] for check in result["checks"] if check["rule"] == "not_analyzed" and check["path"]]
    missing = [(name, "not_found") for name in result["coverage"]["not_found"]]
    for check in result["checks"]:
        if check["rule"] == "conflict" and check["path"] and _at(result["value"], tokens(check["path"])) is None:
            field, *parts = tokens(check["path"])
            yield _missing(result, field, "/".join(parts), "contradictory", check)
            missing = [(name, state) for name, state in missing if name != field]
    for name, state in [*missing, *((name, "not_analyzed") for name in dict.fromkeys(left))]:
        field, _, attribute = name.partition(": ")
        yield _missing(result, field, attribute, state)


def _missing(
    result: Mapping[str, Json], field: str, attribute: str, state: str, check: Mapping[str, Json] | None = None
) -> Fact:
    """A fact without a value; of a contradiction, with the first of its places."""
    first: Mapping[str, Json] = next(iter(check["evidence"]), {}) if check else {}
    told = {"field": field, "attribute": attribute or None, "state": state, "checks": check["rule"] if check else None}
    place = {name: first.get(name) for name in ("page", "place", "quote")}
    pointer = check["path"] if check else f"/{field}"
    named = {"pointer": pointer, "id": _digest(f"{field}\n{attribute}\nabsent")}
    return Fact(**{**dict.fromkeys(COLUMNS), **_about(result), **told, **place, **named})


def _at(value: Json, parts: Sequence[str]) -> Json:
    """What stands at the parts of a pointer; None where nothing does."""
    for part in parts:
        if isinstance(value, list):
            value = value[int(part)] if part.isdigit() and int(part) < len(value) else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value


def _rules(result: Mapping[str, Json]) -> dict[str, list[str]]:
    """The rules of the checks, by the pointer that they are about."""
    rules: dict[str, list[str]] = {}
    for check in result["checks"]:
        rules.setdefault(check["path"], []).append(check["rule"])
    return rules


def _above(pointer: str) -> list[str]:
    """A pointer and those of what it is a part of, the outermost first."""
    return [pointer[:at] for at, mark in enumerate(pointer) if mark == "/" and at] + [pointer]


def _told_apart(found: list[Fact]) -> list[Fact]:
    names = _apart([fact.id for fact in found], lambda at: found[at].value)
    return [fact if fact.id == name else replace(fact, id=name) for fact, name in zip(found, names, strict=True)]


def _apart(names: list[str], value: Callable[[int], str | None]) -> list[str]:
    """Values of one field that rest on the same words are named by their ``value``, too, then by their order."""
    for more in (lambda at, _: value(at), lambda _, count: count):
        counts = Counter(names)
        if len(counts) == len(names):
            break
        seen: Counter[str] = Counter()
        for at, name in enumerate(names):
            if counts[name] > 1:
                seen[name] += 1
                names[at] = _digest(f"{name}\n{more(at, seen[name])}")
    return names


@lru_cache(maxsize=256)
def _squeezed(quote: str) -> str:
    return squeeze(quote)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
