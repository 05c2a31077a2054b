"""Elements of a list that share their key and differ elsewhere: two amounts, not one with a contradiction."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from msgspec.structs import replace

from docpipe.types import Finding


def kept_apart(findings: list[Finding], field: str) -> list[Finding]:
    """Findings of a field with the same item key stay one element only where no leaf of them differs.

    A fee that stands with its payer here and without it there is one fee; with two payers it is two.
    """
    united: dict[str, list[dict[str, Any]]] = defaultdict(list)
    result: list[Finding] = []
    for finding in findings:
        if finding.field == field and finding.item and not finding.attribute and not finding.problem:
            place = _place(united[finding.item], finding.value)
            finding = replace(finding, item=f"{finding.item}#{place}") if place else finding
        result.append(finding)
    return result


def _place(elements: list[dict[str, Any]], value: dict[str, Any]) -> int:
    """The position of the first element that a value does not contradict; it is added to it."""
    for place, element in enumerate(elements):
        if all(element.get(name, part) == part for name, part in value.items()):
            element.update(value)
            return place
    elements.append(dict(value))
    return len(elements) - 1
