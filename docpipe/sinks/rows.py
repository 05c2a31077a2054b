"""A result as rows for people: what it says, where, and how far it can be believed. Formats draw these."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from docpipe.merge import pointer, tokens
from docpipe.sinks.looks import perhaps, to_look_at
from docpipe.types import Evidence, Json, Result, TrustState

WORST_FIRST: tuple[TrustState | None, ...] = ("ungrounded", None, "located", "derived", "confirmed")

LONG_LIST = 15
"""Rows after which a list stands below everything else: the duties of a contract are up to a hundred."""

SHORTEST_REPEAT = 8
"""Characters that an attribute must have to be left out as said already; shorter ones stand there by chance."""

CONTRADICTORY = "contradictory, see checks"

_SAYS = re.compile(r"the document says (.+?); ")
"""Before the values of a conflict, which stand with " and " between them."""

_NAME = re.compile(r"[a-z]+(?:_[a-z]+)+")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_LEFT_RIGHT = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Part(Struct, frozen=True):
    """Words for some attributes of a value, and how far the least certain of them can be believed."""

    text: str
    trust: TrustState | None


class Figure(Struct, frozen=True):
    """A figure of a statement for the columns of a table: what it is, how much, and for which period or day."""

    name: str
    value: str
    period: str


class Row(Struct, frozen=True):
    """One value, or one element of a list. ``label`` is the field's; ``flagged`` says that a person should look at it.

    ``head`` is what the value is; ``details`` is the rest of an object, as ``name: value``, and empty otherwise.
    ``contradicted`` says that an attribute is left open because the document says several things. ``perhaps`` says
    that its confidence is too low to show it as a fact. ``figure`` is the head of a statement's figure in parts, which
    tables show in columns of their own.
    """

    path: str
    label: str
    head: Part
    details: Part
    evidence: tuple[Evidence, ...]
    flagged: bool = False
    contradicted: bool = False
    perhaps: bool = False
    figure: Figure | None = None

    @property
    def where(self) -> str:
        return pages_in_words(self.evidence)


def rows(result: Result) -> list[Row]:
    """The values that are there, in the order of the kind, long lists last; elements that read the same share a row.

    What a person should look at has a row of its own, so that rows and counts agree.
    """
    found: dict[tuple[str, ...], Row] = {}
    index = _Index.of(result)
    for path, field, value in _values(result.data):
        row = _row(index, path, field, value)
        if row is not None:
            key = (path,) if row.flagged else (row.label, row.head.text, row.details.text)
            found[key] = _both(found[key], row) if key in found else row
    counts = Counter(row.label for row in found.values())
    return sorted(found.values(), key=lambda row: counts[row.label] > LONG_LIST)


def in_words(value: Json) -> str:
    """A value on one line: its main part, then the rest as ``name: value``."""
    if isinstance(value, str):  # nearly all are
        text = visible(value)
        return text.replace("_", " ") if "_" in text and _NAME.fullmatch(text) else text
    if isinstance(value, dict):
        head, rest = _split(value)
        return "; ".join(filter(None, (head.text, _named(rest))))
    if isinstance(value, list):
        return ", ".join(filter(None, map(in_words, value)))
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return visible(str(value))


def label(name: str) -> str:
    """``governing_law`` → ``Governing law``, ``ip_ownership`` → ``IP ownership``; names from coverage as well."""
    words = re.sub(r"\bip\b", "IP", name.replace("_", " "))
    return words[:1].upper() + words[1:]


def path_in_words(path: str) -> str:
    """``/parties/0/name`` → ``Parties 1, name``: elements are counted from 1."""
    words = "".join(f" {int(part) + 1}" if part.isdigit() else f", {part.replace('_', ' ')}" for part in tokens(path))
    return label(words.removeprefix(", "))


def pages_in_words(evidence: Iterable[Evidence]) -> str:
    """``3, 7-9``; places of formats without pages as they are named."""
    found = tuple(evidence)
    pages = sorted({one.page for one in found if one.page is not None})
    places = dict.fromkeys(visible(one.place) for one in found if one.page is None and one.place)
    return ", ".join([*page_ranges(pages), *places])


def visible(text: str) -> str:
    """Text without power over a terminal or its reading direction: such characters are shown as ``\\x1b``."""
    if text.isprintable():
        return text  # nearly always, at a hundredth of the time
    return "".join(
        char
        if char in "\n\t" or not (unicodedata.category(char) in ("Cc", "Cs") or char in _LEFT_RIGHT)
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def _values(data: Mapping[str, Json]) -> Iterator[tuple[str, str, Json]]:
    """Pointer, field and value of every field, and of every element of list fields."""
    for field, value in data.items():
        path = pointer(field)
        if isinstance(value, list):
            yield from ((f"{path}/{index}", field, element) for index, element in enumerate(value))
        else:
            yield path, field, value


def _row(index: _Index, path: str, field: str, value: Json) -> Row | None:
    """The row of one value; None for one that says nothing."""
    head, details = in_words(value), ""
    head_trust = details_trust = index.trust(path)
    if isinstance(value, dict):
        main, rest = _split(value)
        head, details = main.text, _named(rest)
        head_trust = _worst(index.trust(path, name) for name in main.names)
        details_trust = _worst(index.trust(path, name) for name, part in rest.items() if in_words(part))
    open_names = index.contradicted(path)
    if not head and open_names:
        head, head_trust = _contradiction(index.conflicts[path + pointer(open_names[0])]), index.trust(path)
        open_names = open_names[1:]
    elif not head:
        head, head_trust, details = details, details_trust, ""
    details = "; ".join(filter(None, (details, *(f"{name.replace('_', ' ')}: {CONTRADICTORY}" for name in open_names))))
    if not head and not details:
        return None
    if not head:
        head, details = details, ""
    parts = (Part(head, head_trust), Part(details, details_trust))
    signs = path in index.flagged, bool(index.contradicted(path)), index.perhaps(path, value)
    return Row(path, label(field), *parts, index.quotes(path), *signs, _of_statement(value))


def _contradiction(message: str) -> str:
    """``contradictory: 250,000.00 / 150,000.00``, or the bare word where the message names no values."""
    said = _SAYS.match(message)
    values = " / ".join(map(_figure, said[1].split(" and "))) if said else ""
    return f"contradictory: {visible(values)}" if values else "contradictory"


def _figure(text: str) -> str:
    """A figure with its thousands marked, anything else as it is."""
    whole, point, cents = text.partition(".")
    return f"{int(whole):,}{point}{cents}" if _NUMBER.fullmatch(text) else text


class _Main(Struct, frozen=True):
    """The words that stand for an object, and the attributes that they are made of."""

    text: str
    names: tuple[str, ...] = ()


def _split(value: Mapping[str, Json]) -> tuple[_Main, dict[str, Json]]:
    """An object's main part and its other attributes: money, durations, duties … by their shape, else the first."""
    for shape in (_duration, _days, _money, _statement, _duty, _gap, _first):
        main = shape(value)
        if main is not None:
            return main, _rest(value, main)
    return _Main(""), _rest(value, _Main(""))


def _duration(value: Mapping[str, Json]) -> _Main | None:
    """``30 days``."""
    if set(value) != {"count", "unit"} or value["count"] is None:
        return None
    unit = str(value["unit"]).replace("_", " ")
    return _Main(f"{value['count']} {unit}{'' if value['count'] == 1 else 's'}", ("count", "unit"))


def _days(value: Mapping[str, Json]) -> _Main | None:
    """``30 days``, ``5 business days``: a time to pay."""
    if not {"days", "day_type"} <= set(value) or value["days"] is None:
        return None
    unit = in_words(value["day_type"]) or "day"
    return _Main(f"{value['days']} {unit}{'' if value['days'] == 1 else 's'}", ("days", "day_type"))


def _money(value: Mapping[str, Json]) -> _Main | None:
    """``USD 3,000,000.00``."""
    amount = value.get("amount")
    if not isinstance(amount, str) or not _NUMBER.fullmatch(amount):
        return None
    whole, point, cents = amount.partition(".")
    text = f"{in_words(value.get('currency'))} {int(whole):,}{point}{cents}".strip()
    return _Main(text, ("amount", "currency") if value.get("currency") else ("amount",))


def _statement(value: Mapping[str, Json]) -> _Main | None:
    """``revenue: 1,442,204,000, 2025-01-01 to 2025-12-31``."""
    figure = _of_statement(value)
    if figure is None:
        return None
    text = f"{figure.name}: {figure.value}" + (f", {figure.period}" if figure.period else "")
    return _Main(text, ("name", "value", "measure", "period_start", "period_end"))


def _of_statement(value: Json) -> Figure | None:
    """The parts of a statement's figure; None for any other value."""
    if not isinstance(value, dict) or not {"name", "value", "measure"} <= set(value) or value["value"] is None:
        return None
    days = [day for name in ("period_start", "period_end") if (day := value.get(name))]
    return Figure(in_words(value["name"]), _grouped(value["value"]), " to ".join(days))


def _grouped(number: str) -> str:
    """``-1,234.50``: a decimal string with its thousands marked."""
    whole, point, rest = number.partition(".")
    return f"{'-' * whole.startswith('-')}{int(whole.lstrip('-')):,}{point}{rest}"


def _duty(value: Mapping[str, Json]) -> _Main | None:
    """``Buyer must not assign this Agreement (9.1)``."""
    names = ("party", "modality", "action")
    if not set(names) <= set(value):
        return None
    party, modality, action = (in_words(value[name]) for name in names)
    if modality == "must not" and party.casefold().startswith(("neither ", "no ")):
        modality = "may"  # the party says the "not" already
    clause, text = in_words(value.get("clause")), f"{party} {modality} {action}"
    for words, said in _IS.items() if modality == "may" else ():
        if action.startswith(words):
            text = f"{party} {said}{action.removeprefix(words)}"
    place = clause if clause.startswith("(") else f"({clause})"
    return _Main(f"{text} {place}" if clause else text, (*names, "clause"))


_IS = {"be entitled": "is entitled", "be reimbursed": "is to be reimbursed", "be paid": "is to be paid",
       "be credited": "is to be credited", "have ": "has ", "receive ": "is to receive "}  # fmt: skip
"""What somebody has a right to is no possibility: not "Buyer may be entitled to a refund"."""


def _gap(value: Mapping[str, Json]) -> _Main | None:
    """``exhibit missing: Exhibit B``."""
    if set(value) != {"kind", "what"} or not value["what"]:
        return None
    return _Main(f"{in_words(value['kind'])}: {in_words(value['what'])}", ("kind", "what"))


def _first(value: Mapping[str, Json]) -> _Main | None:
    """The first attribute, by which an object is known, if it is words; figures need their name beside them."""
    name = next(iter(value), None)
    part = value[name] if name is not None else None
    if name is None or not isinstance(part, str) or _NUMBER.fullmatch(part):
        return None
    return _Main(in_words(part), (name,))


def _rest(value: Mapping[str, Json], main: _Main) -> dict[str, Json]:
    """The attributes that the main part does not say already, in whole (a deadline is often a part of the action)."""
    others = {name: part for name, part in value.items() if name not in main.names}
    return {name: part for name, part in others.items() if not (isinstance(part, str) and _says(main.text, part))}


def _says(text: str, part: str) -> bool:
    return len(part) >= SHORTEST_REPEAT and part in text


def _named(attributes: Mapping[str, Json]) -> str:
    """``seat: London; rate: 8 percent``; what is empty is left out, and a unit stands with its figure."""
    parts: list[str] = []
    for name, part in attributes.items():
        text = in_words(part)
        if text and name.removesuffix("_unit") not in attributes.keys() - {name}:
            unit = in_words(attributes.get(f"{name}_unit"))
            parts.append(f"{name.replace('_', ' ')}: {text} {unit}".rstrip())
    return "; ".join(parts)


class _Index(Struct, frozen=True):
    """The side tables of a result by pointer: what is known of a value, and of all that stands below it."""

    states: Mapping[str, TrustState]
    states_below: Mapping[str, list[TrustState]]
    unlikely: frozenset[str]
    evidence: Mapping[str, tuple[Evidence, ...]]
    evidence_below: Mapping[str, list[Evidence]]
    flagged: frozenset[str]
    conflicts: Mapping[str, str]

    @classmethod
    def of(cls, result: Result) -> _Index:
        states: dict[str, list[TrustState]] = defaultdict(list)
        evidence: dict[str, list[Evidence]] = defaultdict(list)
        for path, trust in result.trust.items():
            for above in _above(path):
                states[above].append(trust.state)
        for path, entries in result.evidence.items():
            for above in _above(path):
                evidence[above] += entries
        conflicts = {check.path: check.message for check in result.checks if check.rule == "conflict"}
        own = {path: trust.state for path, trust in result.trust.items()}
        unlikely = frozenset(path for path, trust in result.trust.items() if perhaps(trust.confidence))
        return cls(own, states, unlikely, result.evidence, evidence, to_look_at(result), conflicts)

    def trust(self, path: str, name: str | None = None) -> TrustState | None:
        """The state of a value, or of an attribute of it: its own, else the worst of its parts, else its object's."""
        at = path if name is None else path + pointer(name)
        for place in (at, path):
            below = self.states_below.get(place, [])
            if place in self.states:
                return _worst([self.states[place], *(state for state in below if state == "ungrounded")])
            if below:
                return _worst(below)
        return None

    def perhaps(self, path: str, value: Json) -> bool:
        """Whether a value, or what an object is known by, is more likely wrong than right."""
        names = _split(value)[0].names if isinstance(value, dict) else ()
        return path in self.unlikely or any(path + pointer(name) in self.unlikely for name in names)

    def contradicted(self, path: str) -> list[str]:
        """The attributes of an object that are left open because the document says several things."""
        below = (name.removeprefix(path) for name in self.conflicts if name.startswith(f"{path}/"))
        return sorted(tokens(name)[0] for name in below if name.count("/") == 1)

    def quotes(self, path: str) -> tuple[Evidence, ...]:
        """The quotes of a value, or of its parts where it has none of its own; each once, however many rest on it."""
        found: dict[object, Evidence] = {}
        for one in self.evidence.get(path) or self.evidence_below.get(path) or ():
            found.setdefault((one.page, one.place, one.span), one)
        return tuple(found.values())


def _above(path: str) -> Iterator[str]:
    """The pointers of everything that holds a value: ``/a/0/b`` → ``/a/0``, ``/a``."""
    while path := path.rpartition("/")[0]:
        yield path


def _worst(states: Iterable[TrustState | None]) -> TrustState | None:
    """The least certain state; None, for a value that nothing is known about, is worst but for ``ungrounded``."""
    return min(states, key=WORST_FIRST.index, default=None)


def _both(first: Row, second: Row) -> Row:
    """Two rows that read the same as one, which is as certain as the less certain of them. It is there, and not
    perhaps, if one of them is."""
    return replace(
        first,
        head=Part(first.head.text, _worst((first.head.trust, second.head.trust))),
        details=Part(first.details.text, _worst((first.details.trust, second.details.trust))),
        evidence=first.evidence + second.evidence,
        flagged=first.flagged or second.flagged,
        perhaps=first.perhaps and second.perhaps,
    )


def page_ranges(pages: list[int]) -> Iterator[str]:
    """Sorted page numbers with neighbours joined; two neighbours stay two numbers."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    for run in runs:
        yield f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run))
