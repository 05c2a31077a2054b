"""A gold file and results → everything that can be said about them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from docpipe.errors import SettingsError
from docpipe.evaluate.found import Results
from docpipe.evaluate.gold import Gold
from docpipe.evaluate.matching import Outcome, judged
from docpipe.evaluate.reliability import Reliability, reliability
from docpipe.evaluate.scores import Scores, scores
from docpipe.evaluate.values import Written


class Evaluation(Struct, frozen=True):
    """The outcomes of all documents that gold names, and what follows from them.

    ``without`` names documents that have no result: all their facts are missing. ``results`` are those that were
    judged, by the name that gold has for their document.
    """

    outcomes: tuple[Outcome, ...]
    without: tuple[str, ...]
    results: tuple[tuple[str, Written], ...]
    scores: Scores
    reliability: Reliability


def evaluate(gold: Gold, results: Results) -> Evaluation:
    """Judge results by gold. Raises SettingsError where no result is of a document that gold names."""
    labels = {name: _labels(gold, name) for name, rule in gold.rules.items() if rule.split}
    outcomes: list[Outcome] = []
    without: list[str] = []
    used: list[tuple[str, Written]] = []
    for document in gold.documents:
        result = results.of(document)
        if result is None:
            without.append(document.name)
        else:
            used.append((document.name, result))
        outcomes += judged(document, result or {}, gold.rules, labels)
    if not used:
        raise SettingsError(
            f"none of the {results.count} results is of a document that gold names, such as '{without[0]}'"
        )
    return Evaluation(tuple(outcomes), tuple(without), tuple(used), scores(outcomes), reliability(outcomes))


def of_fields(outcomes: Iterable[Outcome], names: Iterable[str]) -> list[Outcome]:
    """The outcomes of some fields; the name of a field that is split means all its parts.

    Raises SettingsError for a name that no outcome has.
    """
    everything = list(outcomes)
    kept: list[Outcome] = []
    for name in names:
        mine = [each for each in everything if each.field == name or each.field.startswith(f"{name}: ")]
        if not mine:
            known = ", ".join(sorted({each.field for each in everything}))
            raise SettingsError(f"--errors {name}: gold has no such field; it has {known}")
        kept += mine
    return kept


def _labels(gold: Gold, name: str) -> set[str]:
    """All values that gold knows of a field whose values are asked for one by one."""
    facts = (fact for document in gold.documents for fact in document.facts if fact.field == name)
    return {str(fact.answers[0].value) for fact in facts if fact.answers}
