"""What a reader finds in the samples (``samples/facts``, written by hand) against what docpipe finds.

``python tests/golden/facts.py`` lists both kinds of difference: what is wrong, which the tests forbid, and what is
missing, which they don't.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import docpipe
from docpipe.kinds.contract import party_key
from docpipe.sinks.json import result_to_json

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


def facts_of(name: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((SAMPLES / "facts" / f"{name}.json").read_text(encoding="utf-8"))
    return facts


def wrong(facts: dict[str, Any], written: dict[str, Any]) -> Iterator[str]:
    """What stands in a result and not in the text; what a result lacks is no contradiction."""
    for name, fact in facts.items():
        found = _elements(name, written)
        if name in _SETS:
            known = {_SETS[name](one) for one in fact}
            yield from (f"/{name}: {one}" for one in sorted({_SETS[name](one) for one in found} - known))
        elif name == "parties":
            yield from _wrong_parties(fact, found)
        else:
            yield from _differences(f"/{name}", fact, found)


def missing(facts: dict[str, Any], written: dict[str, Any]) -> Iterator[str]:
    """What stands in the text and not in a result."""
    for name, fact in facts.items():
        found = _elements(name, written)
        if name in _SETS:
            present = {_SETS[name](one) for one in found}
            yield from (f"/{name}: {one}" for one in fact if _SETS[name](one) not in present)
        elif name == "parties":
            parties = {party_key(party["name"]): party for party in found}
            for party in fact:
                yield from _lacking(f"/parties: {party['name']}", party, parties.get(party_key(party["name"])))
        else:
            yield from _lacking(f"/{name}", fact, found)


_SETS: dict[str, Any] = {"checks": str, "amounts": Decimal, "clauses": str}
"""Fields whose facts are plain values, and what makes two of them equal."""


SURE_CLAUSE = 0.7
"""Confidence from which a clause must be one: one in two or three of those with less is none, and they say so."""


def _elements(name: str, written: dict[str, Any]) -> Any:
    if name == "checks":
        return [check["rule"] for check in written["checks"] if check["severity"] != "info"]
    value = written["value"][name]
    if name == "amounts":
        return [one["amount"] for one in value]
    if name == "clauses":
        sure = {path for path, trust in written["trust"].items() if (trust["confidence"] or 1) >= SURE_CLAUSE}
        return [one["category"] for at, one in enumerate(value) if f"/clauses/{at}" in sure]
    return value


def _wrong_parties(facts: list[dict[str, Any]], parties: list[dict[str, Any]]) -> Iterator[str]:
    known = {party_key(fact["name"]): fact for fact in facts}
    for party in parties:
        fact = known.get(party_key(party["name"]))
        if fact is None:
            yield f"/parties: {party['name']}"
        else:
            yield from _differences(f"/parties: {party['name']}", fact, party)


def _differences(path: str, fact: Any, found: Any) -> Iterator[str]:
    """Where a found value differs; only what the facts name is compared, and lists may be shorter than they are."""
    if found is None or found == []:
        return
    if isinstance(fact, dict) and isinstance(found, dict):
        for name in fact:
            yield from _differences(f"{path}/{name}", fact[name], found.get(name))
    elif isinstance(fact, list) and isinstance(found, list):
        yield from (f"{path}: {one}" for one in found if not any(_agrees(known, one) for known in fact))
    elif not _same(fact, found):
        yield f"{path}: {found!r} instead of {fact!r}"


def _lacking(path: str, fact: Any, found: Any) -> Iterator[str]:
    if fact is None or fact == []:
        return
    if found is None or found == []:
        yield f"{path}: {fact!r}"
    elif isinstance(fact, dict) and isinstance(found, dict):
        for name in fact:
            yield from _lacking(f"{path}/{name}", fact[name], found.get(name))
    elif isinstance(fact, list) and isinstance(found, list):
        yield from (f"{path}: {one}" for one in fact if not any(_covers(one, known) for known in found))


def _agrees(fact: Any, found: Any) -> bool:
    return not any(_differences("", fact, found))


def _covers(fact: Any, found: Any) -> bool:
    return _agrees(fact, found) and not any(_lacking("", fact, found))


def _same(fact: Any, found: Any) -> bool:
    if isinstance(fact, str) and isinstance(found, str):
        return fact.casefold() == found.casefold() or (_number(fact) is not None and _number(fact) == _number(found))
    return bool(fact == found)


def _number(text: str) -> Decimal | None:
    return Decimal(text) if text.replace(".", "", 1).isdigit() else None


def main() -> None:
    for path in sorted((SAMPLES / "facts").glob("*.json")):
        written = result_to_json(docpipe.analyze(SAMPLES / f"{path.stem}.pdf", kind="contract"))
        facts = facts_of(path.stem)
        for title, differences in (("wrong", wrong(facts, written)), ("missing", missing(facts, written))):
            for line in differences:
                print(f"{path.stem}: {title} {line}")


if __name__ == "__main__":
    main()
