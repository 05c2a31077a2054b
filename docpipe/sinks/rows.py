"""A result as rows for people: what it says, where, and how far it can be believed. Formats draw these."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from docpipe.types import Check, Evidence, Json, Result, TrustState

WORST_FIRST: tuple[TrustState, ...] = ("ungrounded", "located", "derived", "confirmed")

_NAME = re.compile(r"[a-z]+(?:_[a-z]+)+")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_LEFT_RIGHT = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class Row:
    """One value, or one element of a list. ``label`` is the field's; ``flagged`` says that a check names it."""

    path: str
    label: str
    value: str
    evidence: tuple[Evidence, ...]
    trust: TrustState | None
    flagged: bool = False

    @property
    def where(self) -> str:
        return pages_in_words(self.evidence)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many values a parser or second engine confirmed, and how many a person should look at."""

    confirmed: int
    to_look_at: int


NOTHING = Tally(0, 0)


def rows(result: Result) -> list[Row]:
    """The values that are there, in the order of the kind; elements that read the same share a row."""
    found: dict[tuple[str, str, TrustState | None], Row] = {}
    for path, field, value in _values(result.data):
        text = in_words(value)
        if not text:
            continue
        trust = _trust(result, path)
        row = Row(path, label(field), text, _evidence(result, path), trust, _flagged(result.checks, path))
        same = found.get((field, text, trust))
        found[field, text, trust] = row if same is None else _both(same, row)
    return list(found.values())


def tally(result: Result) -> Tally:
    """How much of a result is confirmed."""
    states = {path: trust.state for path, trust in result.trust.items()}
    return counted(states, (check.path for check in result.checks if check.severity != "info"))


def counted(states: Mapping[str, str], named: Iterable[str]) -> Tally:
    """Counted over entries of ``trust``; what a warning or error names is to be looked at, confirmed or not."""
    doubtful = {path for path, state in states.items() if state != "confirmed"}
    return Tally(list(states.values()).count("confirmed"), len(doubtful.union(named)))


def in_words(value: Json) -> str:
    """A value on one or two lines: its main part, then the rest as ``name: value``."""
    if isinstance(value, dict):
        return _object_in_words(value)
    if isinstance(value, list):
        return ", ".join(filter(None, map(in_words, value)))
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = visible(str(value))
    return text.replace("_", " ") if _NAME.fullmatch(text) else text


def label(name: str) -> str:
    """``governing_law`` → ``Governing law``; names from coverage (``clauses: Insurance``) as well."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def path_in_words(path: str) -> str:
    """``/parties/0/name`` → ``Parties 1, name``: elements are counted from 1."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]
    words = "".join(f" {int(part) + 1}" if part.isdigit() else f", {part.replace('_', ' ')}" for part in parts)
    return label(words.removeprefix(", "))


def pages_in_words(evidence: Iterable[Evidence]) -> str:
    """``3, 7-9``; places of formats without pages as they are named."""
    found = tuple(evidence)
    pages = sorted({one.page for one in found if one.page is not None})
    places = dict.fromkeys(visible(one.place) for one in found if one.page is None and one.place)
    return ", ".join([*_ranges(pages), *places])


def visible(text: str) -> str:
    """Text without power over a terminal or its reading direction: such characters are shown as ``\\x1b``."""
    return "".join(
        char
        if char in "\n\t" or not (unicodedata.category(char) in ("Cc", "Cs") or char in _LEFT_RIGHT)
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def _values(data: Mapping[str, Json]) -> Iterator[tuple[str, str, Json]]:
    """Pointer, field and value of every field, and of every element of list fields."""
    for field, value in data.items():
        if isinstance(value, list):
            yield from ((f"/{field}/{index}", field, element) for index, element in enumerate(value))
        else:
            yield f"/{field}", field, value


def _object_in_words(value: Mapping[str, Json]) -> str:
    if set(value) == {"count", "unit"} and value["count"] is not None:
        return _duration(value)
    rest = dict(value)
    head = _money(rest)
    if not head:
        first = next((name for name, part in value.items() if part is not None), None)
        if first is not None and isinstance(value[first], str) and not _NUMBER.fullmatch(value[first]):
            head = in_words(rest.pop(first))
    parts = [(name.replace("_", " "), in_words(part)) for name, part in rest.items()]
    tail = "; ".join(f"{name}: {text}" for name, text in parts if text)
    return "\n".join(filter(None, (head, tail)))


def _money(value: dict[str, Json]) -> str:
    """``USD 3,000,000.00``, its parts taken out of the object; empty where there is no amount."""
    amount = value.get("amount")
    if not isinstance(amount, str) or not _NUMBER.fullmatch(amount):
        return ""
    del value["amount"]
    whole, point, cents = amount.partition(".")
    return f"{value.pop('currency', None) or ''} {int(whole):,}{point}{cents}".strip()


def _duration(value: Mapping[str, Json]) -> str:
    unit = str(value["unit"]).replace("_", " ")
    return f"{value['count']} {unit}{'' if value['count'] == 1 else 's'}"


def _trust(result: Result, path: str) -> TrustState | None:
    """The state of a value: its own, the worst of its parts without one; an ungrounded part always shows."""
    below = [trust.state for at, trust in result.trust.items() if at.startswith(f"{path}/")]
    own = result.trust.get(path)
    if own is not None and "ungrounded" not in below:
        return own.state
    return min(below, key=WORST_FIRST.index, default=None)


def _evidence(result: Result, path: str) -> tuple[Evidence, ...]:
    """The quotes of a value, or of its parts where it has none of its own."""
    own = result.evidence.get(path)
    if own:
        return own
    return tuple(one for at, parts in result.evidence.items() if at.startswith(f"{path}/") for one in parts)


def _flagged(checks: Iterable[Check], path: str) -> bool:
    return any(
        check.severity != "info" and (check.path == path or check.path.startswith(f"{path}/")) for check in checks
    )


def _both(first: Row, second: Row) -> Row:
    return replace(first, evidence=first.evidence + second.evidence, flagged=first.flagged or second.flagged)


def _ranges(pages: list[int]) -> Iterator[str]:
    """Sorted page numbers with neighbours joined; two neighbours stay two numbers."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    for run in runs:
        yield f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run))
