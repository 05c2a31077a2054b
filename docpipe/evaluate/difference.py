"""Is one set of results better than another, beyond what chance would do? A paired bootstrap over documents.

The documents are drawn again and again, with repeats, and both sets are scored on each draw: where 95 of 100 draws
agree on the sign, the difference is more than noise. (Efron, Tibshirani: An Introduction to the Bootstrap, 1993.)
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from docpipe.evaluate.matching import Outcome

DRAWS = 1000
"""Enough for the ends of an interval of 95 % to stand still in the third decimal on 365 documents."""

SEED = 20261130

Counts = tuple[int, int, int]


class Change(Struct, frozen=True):
    """The F1 of a field in both sets, the interval (95 %) of their difference, and what that says."""

    field: str
    before: float
    after: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        if self.low > 0:
            return "better"
        return "worse" if self.high < 0 else "within noise"


class Turn(Struct, frozen=True):
    """A document whose outcome in a field changed: F1 before and after."""

    document: str
    field: str
    before: float
    after: float


def changes(before: Iterable[Outcome], after: Iterable[Outcome]) -> list[Change]:
    """All outcomes together first, then every field on which the sets differ."""
    a, b = _counted(before), _counted(after)
    documents = sorted({document for document, _ in (*a, *b)})
    draws = _draws(len(documents))
    names = dict.fromkeys(field for _, field in (*a, *b))
    made = [_change("all", _totals(a, documents), _totals(b, documents), draws)]
    for name in names:
        mine = [[each.get((document, name), (0, 0, 0)) for document in documents] for each in (a, b)]
        if mine[0] != mine[1]:
            made.append(_change(name, mine[0], mine[1], draws))
    return made


def turns(before: Iterable[Outcome], after: Iterable[Outcome]) -> Iterator[Turn]:
    """Every document and field that became better or worse."""
    a, b = _counted(before), _counted(after)
    for key in sorted({*a, *b}):
        old, new = a.get(key, (0, 0, 0)), b.get(key, (0, 0, 0))
        if old != new and _f1(old) != _f1(new):
            yield Turn(*key, _f1(old), _f1(new))


def _counted(outcomes: Iterable[Outcome]) -> dict[tuple[str, str], Counts]:
    """Right, wrong and missing by document and field."""
    counted: dict[tuple[str, str], Counts] = {}
    for outcome in outcomes:
        key = outcome.document, outcome.field
        right, wrong, missing = counted.get(key, (0, 0, 0))
        verdict = outcome.verdict
        counted[key] = right + (verdict == "right"), wrong + (verdict == "wrong"), missing + (verdict == "missing")
    return counted


def _totals(counted: Mapping[tuple[str, str], Counts], documents: list[str]) -> list[Counts]:
    totals = dict.fromkeys(documents, (0, 0, 0))
    for (document, _), counts in counted.items():
        totals[document] = _sum([totals[document], counts])
    return [totals[document] for document in documents]


def _draws(count: int) -> list[list[int]]:
    """How often each document is drawn, for every draw."""
    chance = random.Random(SEED)
    draws = []
    for _ in range(DRAWS):
        weights = [0] * count
        for drawn in chance.choices(range(count), k=count):
            weights[drawn] += 1
        draws.append(weights)
    return draws


def _change(name: str, before: list[Counts], after: list[Counts], draws: list[list[int]]) -> Change:
    there = [i for i, pair in enumerate(zip(before, after, strict=True)) if pair != ((0, 0, 0), (0, 0, 0))]
    apart = sorted(_f1(_sum(after, there, draw)) - _f1(_sum(before, there, draw)) for draw in draws)
    low, high = apart[int(0.025 * DRAWS)], apart[int(0.975 * DRAWS) - 1]
    return Change(name, _f1(_sum(before)), _f1(_sum(after)), low, high)


def _sum(counts: list[Counts], only: list[int] | None = None, weights: list[int] | None = None) -> Counts:
    right = wrong = missing = 0
    for index in range(len(counts)) if only is None else only:
        weight = 1 if weights is None else weights[index]
        right += weight * counts[index][0]
        wrong += weight * counts[index][1]
        missing += weight * counts[index][2]
    return right, wrong, missing


def _f1(counts: Counts) -> float:
    right, wrong, missing = counts
    whole = 2 * right + wrong + missing
    return 2 * right / whole if whole else 1.0
