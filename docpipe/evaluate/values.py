"""The values of a written result, with their places, trust and confidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from docpipe.evaluate.fields import Rule, paths_of
from docpipe.evaluate.sameness import key_of
from docpipe.types import Json

Written = Mapping[str, Any]
"""A result as docpipe writes it (see ``sinks.json``)."""


class Value(Struct, frozen=True):
    """A value at its pointer, and the pointer ``root`` of the element or field that it is part of; ``again`` are the
    roots of others that say the same."""

    pointer: str
    root: str
    value: Json
    again: tuple[str, ...] = ()


def values(result: Written, name: str, rule: Rule) -> list[Value]:
    """The values of a field, in their order; of equal ones, and of those that say nothing, only the first or none."""
    found: dict[str, Value] = {}
    for path in paths_of(name, rule):
        for value in _at(result.get("value") or {}, "", path.split("/")[1:]):
            key = key_of(value.value, rule)
            key = f"{value.root} {key}" if key and rule.compare == "number" else key  # ``where`` may part equal numbers
            if key in found:
                found[key] = replace(found[key], again=(*found[key].again, value.root))
            elif key:
                found[key] = value
    return list(found.values())


def chosen(found: list[Value], where: Mapping[str, Json], result: Written) -> list[Value]:
    """The values whose elements are what ``where`` wants; equal ones once."""
    kept: dict[str, Value] = {}
    for value in found:
        if all(_wanted(part_of(result, value, name), want) for name, want in where.items()):
            kept.setdefault(repr(value.value), value)
    return list(kept.values())


def part_of(result: Written, value: Value, name: str) -> Json:
    """Another attribute of the element that a value is part of."""
    node: Json = result.get("value")
    for step in value.root.split("/")[1:]:
        node = node[int(step)] if isinstance(node, list) else node.get(step)
    return node.get(name) if isinstance(node, dict) else None


def evidence(result: Written, root: str) -> list[dict[str, Any]]:
    """The evidence at a pointer and below it."""
    found = result.get("evidence") or {}
    return [
        entry for path, entries in found.items() if path == root or path.startswith(f"{root}/") for entry in entries
    ]


def trust(result: Written, value: Value) -> Mapping[str, Any]:
    """The trust entry that covers a value: its own, or the nearest above it."""
    entries = result.get("trust") or {}
    at = value.pointer
    while at:
        if at in entries:
            return dict(entries[at])
        at = at.rpartition("/")[0]
    return {}


def _at(node: Json, pointer: str, steps: list[str], root: str = "") -> Iterator[Value]:
    """The values below a node that steps lead to; ``*`` goes to each element of a list."""
    if not steps:
        yield Value(pointer, root or pointer, node)
        return
    step, *rest = steps
    if step == "*":
        for index, element in enumerate(node if isinstance(node, list) else [node] if node else []):
            below = f"{pointer}/{index}" if isinstance(node, list) else pointer
            yield from _at(element, below, rest, below)
    elif isinstance(node, dict) and node.get(step) is not None:
        yield from _at(node[step], f"{pointer}/{step}", rest, root or f"/{step}" if rest and rest[0] != "*" else root)
    elif isinstance(node, str) and root:
        yield Value(pointer, root, node)  # a list of names where elements are expected


def _wanted(part: Json, want: Json) -> bool:
    """Whether an element's attribute is what is wanted: equal, or a day before or from another; no day is from any."""
    if not isinstance(want, Mapping):
        return bool(part == want)
    day = str(part or "")
    early = bool(day) and day[:10] < str(want.get("before") or want.get("from"))
    return early if "before" in want else not early
