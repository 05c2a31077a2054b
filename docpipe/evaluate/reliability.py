"""Do confidences mean what they say? Of values with a confidence of 0.9, nine in ten should be right."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from docpipe.evaluate.matching import Outcome

BINS = 10
SURE = 0.9
"""From here on a value is shown as one that needs no second look."""


class Bin(Struct, frozen=True):
    """Values whose confidence lies in ``low`` to ``high``: how many, their mean confidence, the share that is right."""

    low: float
    high: float
    count: int
    confidence: float
    right: float


class Reliability(Struct, frozen=True):
    """Confidences against outcomes.

    ``error`` is the expected calibration error: the mean distance of a bin's confidence from its share of right values,
    weighted by its values. ``values`` counts all values judged, ``rated`` those with a confidence, ``sure`` those of
    0.9 and more, of which ``sure_right`` are right.
    """

    values: int
    rated: int
    sure: int
    sure_right: int
    error: float
    bins: tuple[Bin, ...]


def reliability(outcomes: Iterable[Outcome]) -> Reliability:
    """The reliability of the values among outcomes; a fact that is missing has no confidence."""
    judged = [outcome for outcome in outcomes if outcome.verdict in ("right", "wrong") and outcome.pointer]
    rated = [(each.confidence, each.verdict == "right") for each in judged if each.confidence is not None]
    bins = tuple(made for index in range(BINS) if (made := _bin(index, rated)))
    sure = [right for confidence, right in rated if confidence >= SURE]
    off = sum(each.count * abs(each.confidence - each.right) for each in bins)
    return Reliability(len(judged), len(rated), len(sure), sum(sure), off / len(rated) if rated else 0.0, bins)


def _bin(index: int, rated: list[tuple[float, bool]]) -> Bin | None:
    inside = [(confidence, right) for confidence, right in rated if min(int(confidence * BINS), BINS - 1) == index]
    if not inside:
        return None
    count = len(inside)
    mean = sum(confidence for confidence, _ in inside) / count
    return Bin(index / BINS, (index + 1) / BINS, count, mean, sum(right for _, right in inside) / count)
