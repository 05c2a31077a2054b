"""What a person should look at: what is computed, has no quote, is doubted by a check or left open. Counted in one way.

A value is a field, or an element of a list: ``/term`` or ``/amounts/3``. Whatever stands below it counts with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from msgspec import Struct

from docpipe.types import Check, Result
from docpipe.words import Span

DOUBTFUL: frozenset[str | None] = frozenset({"ungrounded", "derived", None})
"""States that a person should look at whatever the value is: None is a value that nothing is known about."""

GAPS = "completeness"
"""The field of what the document itself leaves open: a blank, a redaction, a missing exhibit. However sure the rules
are that it is there, somebody has to fill it."""

LIKELY = 0.5
"""Values of less confidence were more often wrong than right where people had read the documents: they are *perhaps*
there, and shown as that."""

CITING = frozenset({"conflict", "amount_words"})
"""Rules whose checks doubt every value of their own field that stands in the places that they cite."""

TOTALLING = "sum"
"""The rule whose checks cite rows and then their total: the total is doubted, the rows are what it is held against."""

DATES = frozenset({"agreement_date", "effective_date", "expiration_date", "term"})
"""Fields that are held against each other: any of those that a check cites may be the wrong one."""

DATING = frozenset({"date_order", "term_arithmetic"})
"""Rules whose checks doubt every one of ``DATES`` that stands in the places that they cite."""

Places = Mapping[str, Sequence[Span]]


class Doubt(Struct, frozen=True):
    """What a check asks to look at: its path, its rule and the places that it cites."""

    path: str
    rule: str
    spans: tuple[Span, ...]


class Tally(Struct, frozen=True):
    """How many places of a value were read again, are judgements, and how many values a person should look at."""

    confirmed: int
    located: int
    to_look_at: int


NOTHING = Tally(0, 0, 0)


def tally(result: Result) -> Tally:
    """How much of a result is confirmed."""
    states = {path: trust.state for path, trust in result.trust.items()}
    return counted(states, _places(result), doubts(result))


def counted(states: Mapping[str, str], places: Places, doubted: Iterable[Doubt]) -> Tally:
    """Confirmed and located are counted over entries of ``trust``, what is to be looked at over values."""
    found = list(states.values())
    return Tally(found.count("confirmed"), found.count("located"), len(looked_at(states, places, doubted)))


def to_look_at(result: Result) -> frozenset[str]:
    """The pointers of the values that a person should look at; one of a field without a value stands in a check."""
    states = {path: trust.state for path, trust in result.trust.items()}
    return looked_at(states, _places(result), doubts(result))


def looked_at(states: Mapping[str, str], places: Places, doubted: Iterable[Doubt]) -> frozenset[str]:
    """``to_look_at`` of the parts of a result."""
    known = {element(path) for path in states}
    found = {element(path) for path, state in states.items() if state in DOUBTFUL or is_gap(path)}
    for doubt in doubted:
        found |= _doubted(doubt, places, known)
    return frozenset(found)


def reasons(result: Result) -> dict[str, list[Check]]:
    """The checks that ask a person to look, by the pointer of every value that they count, in the order of checks."""
    places, known = _places(result), {element(path) for path in result.trust}
    found: dict[str, list[Check]] = {}
    for check in result.checks:
        if asks_to_look(check.rule, check.severity):
            for path in _doubted(_doubt(check), places, known):
                found.setdefault(path, []).append(check)
    return found


def doubts(result: Result) -> list[Doubt]:
    """The checks that ask a person to look."""
    return [_doubt(check) for check in result.checks if asks_to_look(check.rule, check.severity)]


def asks_to_look(rule: str, severity: str) -> bool:
    """Whether a check asks a person to look at what it names: warnings, errors, and values not read again."""
    return severity != "info" or rule == "unconfirmed"


def is_gap(path: str) -> bool:
    """Whether a value, or a part of one, says that the document leaves something open."""
    return path.startswith(f"/{GAPS}/")


def perhaps(confidence: float | None) -> bool:
    """Whether a value is more likely wrong than right; of one without a figure nobody knows."""
    return confidence is not None and confidence < LIKELY


@lru_cache(maxsize=4096)  # documents have the same pointers, and each is asked for several times
def element(path: str) -> str:
    """The value that a pointer is in: ``/amounts/3/currency`` → ``/amounts/3``, ``/term/unit`` → ``/term``."""
    parts = path.split("/")
    return "/".join(parts[: 3 if len(parts) > 2 and parts[2].isdecimal() else 2])


def _places(result: Result) -> Places:
    return {path: [one.span for one in evidence] for path, evidence in result.evidence.items()}


def _doubt(check: Check) -> Doubt:
    return Doubt(check.path, check.rule, tuple(one.span for one in check.evidence))


def _doubted(doubt: Doubt, places: Places, known: AbstractSet[str]) -> set[str]:
    """The values that a check asks to look at: its own, unless only those that it cites are there."""
    own = element(doubt.path)
    cited = _cited(doubt, places) & known if doubt.rule in {*CITING, *DATING, TOTALLING} else set()
    return cited | ({own} if own in known or not cited else set())


def _cited(doubt: Doubt, places: Places) -> set[str]:
    """The values that stand where the check points: of its own field, or dates."""
    fields = DATES if doubt.rule in DATING else {*doubt.path.split("/")[1:2]}
    cited = doubt.spans[-1:] if doubt.rule == TOTALLING else doubt.spans
    return {
        element(path)
        for path, spans in places.items()
        if fields.intersection(path.split("/")[1:2])
        and any(one[0] < other[1] and other[0] < one[1] for one in spans for other in cited)
    }
