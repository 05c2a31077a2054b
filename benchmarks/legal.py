"""The four questions that every lawyer asks, against labels by eye (tests/legal): duties, penalties, ownership, law.

    docpipe batch CONTRACTS --output RESULTS --set ocr=never --no-audit
    python benchmarks/legal.py RESULTS [--errors FIELD]

A labelled fact is found if a value of its field is cited on the same page, in a box that covers at least half of the
height of one of the fact's boxes, or the other way round. A value is right if it is cited where some fact of its field
stands. Of duties the labels hold only the main ones (twelve at most), so that only their recall says something.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

GOLD = Path(__file__).parents[1] / "tests" / "legal" / "gold.jsonl"

POINTERS = {
    "governing_law": ("/governing_law",),
    "venue": (
        "/dispute_resolution/venue",
        "/dispute_resolution/rules",
        "/dispute_resolution/seat",
        "/dispute_resolution",
    ),
    "dispute_method": ("/dispute_resolution/method", "/dispute_resolution"),
    "penalties": ("/penalties", "/payment_terms/late_interest"),
    "ip_ownership": ("/ip_ownership",),
    "obligations": ("/obligations",),
}

Place = tuple[int, float, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path)
    parser.add_argument("--errors", choices=POINTERS, help="list what was not found, and what has no label")
    given = parser.parse_args()
    results = dict(_results(given.results))
    counts = {field: [0, 0, 0, 0] for field in POINTERS}
    for line in GOLD.read_text(encoding="utf-8").splitlines():
        document = json.loads(line)
        result = results.get(document["sha256"])
        if result is None:
            continue
        for field, count in counts.items():
            _count(document, result, field, count, given.errors == field)
    print(f"{len(results):,} results; field: labels found, values cited at a label")
    for field, (found, labels, right, values) in counts.items():
        print(f"{field:15} {found:4} of {labels:4} = {found / max(labels, 1):.3f}   ", end="")
        print("" if field == "obligations" else f"{right:4} of {values:4} = {right / max(values, 1):.3f}")


def _count(document: Mapping[str, Any], result: Mapping[str, Any], field: str, count: list[int], told: bool) -> None:
    labels = [fact for fact in document["facts"] if fact["field"] == field and "places" in fact]
    places = [[_place(one) for one in fact["places"]] for fact in labels]
    values = list(_cited(result, field))
    for fact, own in zip(labels, places, strict=True):
        hit = any(_meet(one, other) for one in own for _, cited in values for other in cited)
        count[0] += hit
        count[1] += 1
        if told and not hit:
            print(f"not found: {document['document']}: page {own[0][0]}: {fact['value']}")
    for pointer, cited in values:
        hit = any(_meet(one, other) for own in places for one in own for other in cited)
        count[2] += hit
        count[3] += 1
        if told and not hit:
            print(f"no label: {document['document']}: page {cited[0][0]}: {pointer}")


def _cited(result: Mapping[str, Any], field: str) -> Iterator[tuple[str, list[Place]]]:
    """The values of a field, and where each is cited; of a part only if it has a value.

    A method of settling disputes is cited by its own quotes, or by those of the whole where it has none; court, seat
    and rules are one value, cited at all their places.
    """
    if not _says(result["value"], field):
        return
    cited: dict[str, list[Any]] = {}
    for pointer, evidence in result["evidence"].items():
        if evidence and any(pointer == one or pointer.startswith(f"{one}/") for one in POINTERS[field]):
            element = "/".join(pointer.split("/")[:3])
            if field == "dispute_method" and pointer != "/dispute_resolution/method":
                continue
            cited.setdefault(field if field == "venue" else element, []).extend(evidence)
    if field == "dispute_method" and not cited and result["evidence"].get("/dispute_resolution"):
        cited["/dispute_resolution"] = result["evidence"]["/dispute_resolution"]
    for element, evidence in cited.items():
        yield element, [(one["page"], one["bbox"][1], one["bbox"][3]) for one in evidence if one["page"]]


def _says(value: Mapping[str, Any], field: str) -> bool:
    disputes = value.get("dispute_resolution") or {}
    if field == "dispute_method":
        return disputes.get("method") is not None
    if field == "venue":
        return any(disputes.get(name) for name in ("venue", "seat", "rules"))
    return True


def _place(one: Mapping[str, Any]) -> Place:
    return one["page"], one["bbox"][1], one["bbox"][3]


def _meet(one: Place, other: Place) -> bool:
    shared = min(one[2], other[2]) - max(one[1], other[1])
    return one[0] == other[0] and shared >= 0.5 * min(one[2] - one[1], other[2] - other[1])


def _results(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for path in sorted(folder.rglob("*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        if "value" in result:
            yield result["document"]["sha256"], result


if __name__ == "__main__":
    main()
