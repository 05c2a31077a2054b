"""Outcomes → figures per field, per group of fields and of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from docpipe.evaluate.matching import Outcome


class Score(Struct, frozen=True):
    """How many facts and values were right, wrong, missing; of the right ones, how many could be judged by page, and
    by document and field by what people quoted, and how many of those hold."""

    right: int = 0
    wrong: int = 0
    missing: int = 0
    paged: int = 0
    on_page: int = 0
    quoted: int = 0
    cited: int = 0

    @property
    def precision(self) -> float:
        return _share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return _share(self.right, self.right + self.missing)

    @property
    def f1(self) -> float:
        return _share(2 * self.right, 2 * self.right + self.wrong + self.missing)

    @property
    def page_share(self) -> float | None:
        return self.on_page / self.paged if self.paged else None

    @property
    def cited_share(self) -> float | None:
        return self.cited / self.quoted if self.quoted else None


class Scores(Struct, frozen=True):
    """Scores by field and by group, of all, and the mean F1 of each group's fields."""

    fields: Mapping[str, Score]
    groups: Mapping[str, Score]
    means: Mapping[str, float]
    total: Score


def scores(outcomes: Iterable[Outcome]) -> Scores:
    """The figures of outcomes, fields and groups in the order in which they come."""
    everything = list(outcomes)
    fields = _by(everything, lambda outcome: outcome.field)
    groups = {outcome.field: outcome.group for outcome in everything}
    by_group: dict[str, list[float]] = {}
    for name, score in fields.items():
        by_group.setdefault(groups[name], []).append(score.f1)
    return Scores(
        fields=fields,
        groups=_by(everything, lambda outcome: outcome.group),
        means={group: sum(each) / len(each) for group, each in by_group.items()},
        total=score_of(everything),
    )


def score_of(outcomes: Iterable[Outcome]) -> Score:
    """The counts of some outcomes."""
    counts = {"right": 0, "wrong": 0, "missing": 0, "tolerated": 0}
    paged = on_page = 0
    quoted: dict[tuple[str, str], bool] = {}
    for outcome in outcomes:
        counts[outcome.verdict] += 1
        if outcome.on_page is not None:
            paged, on_page = paged + 1, on_page + outcome.on_page
        if outcome.cited is not None:
            key = outcome.document, outcome.field
            quoted[key] = quoted.get(key, False) or outcome.cited
    return Score(counts["right"], counts["wrong"], counts["missing"], paged, on_page, len(quoted), sum(quoted.values()))


def _by(outcomes: list[Outcome], key: Callable[[Outcome], str]) -> dict[str, Score]:
    parts: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        parts.setdefault(key(outcome), []).append(outcome)
    return {name: score_of(part) for name, part in parts.items()}


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
