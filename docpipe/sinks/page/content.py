"""What stands on the HTML page: values and checks as items that can be chosen, each with the places that it lights."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from docpipe.cleaning.languages import language
from docpipe.sinks.costs import costs_of, in_words
from docpipe.sinks.looks import DOUBTFUL, element, is_gap, reasons, to_look_at
from docpipe.sinks.remarks import (
    MEANING,
    PERHAPS,
    PERHAPS_MEANING,
    doubts,
    not_analyzed,
    not_found,
    open_checks,
    without_values,
)
from docpipe.sinks.report import UNNAMED, WORDS, legend, pages, pages_read
from docpipe.sinks.rows import Row, path_in_words, rows
from docpipe.types import Check, Evidence, Result, TrustState
from docpipe.words import Box

DOUBTS: Mapping[TrustState | None, str] = {
    "derived": "computed, not printed",
    "ungrounded": "not in the document",
    None: "no quote",
}
"""Why a person should look at a value, by its state: said where the state's own word stands already."""

UNREAD = "a part was not read again"
"""The same for what a parser should have read again and did not."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


class State(Struct, frozen=True):
    """How far something can be believed: a name for the style, a word, and what it means."""

    name: str
    word: str
    meaning: str


CONTRADICTED = State(UNNAMED, "contradictory", "the document says several things: see the checks")
"""In place of the state of an object that lacks an attribute for this reason."""

ONLY_PERHAPS = State(PERHAPS, PERHAPS, PERHAPS_MEANING)
"""In place of the state of a value that is more likely wrong than right."""


class Quote(Struct, frozen=True):
    """Words of the document and where to light them; ``boxes`` in points, empty without a place on a page."""

    number: int
    text: str
    where: str
    page: int | None
    boxes: tuple[Box, ...]
    note: str = ""
    language: str = ""


class Remark(Struct, frozen=True):
    """A check, in words, with the quotes that it cites beyond those of the item that it stands in."""

    severity: str
    rule: str
    message: str
    quotes: tuple[Quote, ...]


class Item(Struct, frozen=True):
    """One thing to choose. A check has no state; ``look`` says that a person should decide.

    ``at`` is the name by which an address leads to a value: ``lease.html#governing_law.0``.
    """

    id: str
    head: str
    details: str
    state: State | None
    details_state: State | None
    where: str
    quotes: tuple[Quote, ...]
    remarks: tuple[Remark, ...]
    look: bool
    tags: tuple[str, ...] = ()
    at: str = ""

    @property
    def places(self) -> tuple[Quote, ...]:
        """Everything that it lights."""
        return (*self.quotes, *(quote for remark in self.remarks for quote in remark.quotes))

    @property
    def severity(self) -> str:
        """Of the worst check on it; empty without one."""
        return self.remarks[0].severity if self.remarks else ""


class Group(Struct, frozen=True):
    """Items under one label."""

    label: str
    items: tuple[Item, ...]


class Coverage(Struct, frozen=True):
    """What was read, asked, found missing, not asked and filtered, in words."""

    read: str
    asked: int
    missing: int
    not_found: tuple[str, ...]
    not_analyzed: tuple[str, ...]
    filtered: tuple[str, ...]


class Content(Struct, frozen=True):
    """Everything that the page says."""

    name: str
    sha256: str
    language: str
    facts: tuple[str, ...]
    warnings: tuple[str, ...]
    checks: tuple[Item, ...]
    groups: tuple[Group, ...]
    coverage: Coverage
    legend: tuple[State, ...]
    origin: tuple[tuple[str, str], ...]
    empty: str

    @property
    def values(self) -> tuple[Item, ...]:
        return tuple(item for group in self.groups for item in group.items)

    @property
    def items(self) -> tuple[Item, ...]:
        return (*self.checks, *self.values)

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages with something to light, ascending."""
        return tuple(sorted({place.page for item in self.items for place in item.places if place.page is not None}))


def content(result: Result) -> Content:
    """What the page of a result says."""
    found = rows(result)
    checks = open_checks(result)
    why = reasons(result)
    values = [_value(number, row, checks, why.get(row.path, ())) for number, row in enumerate(found, 1)]
    grouped = groupby(zip(found, values, strict=True), lambda pair: pair[0].label)
    document = result.document
    return Content(
        name=document.source.name,
        sha256=document.source.sha256,
        language=document.languages[0] if len(document.languages) == 1 else "",
        facts=_facts(result),
        warnings=(*doubts(result), *document.warnings),
        checks=tuple(_checks(checks, to_look_at(result) - {row.path for row in found})),
        groups=tuple(Group(label, tuple(item for _, item in pairs)) for label, pairs in grouped),
        coverage=_coverage(result),
        legend=tuple(State(*told) for told in legend(found)),
        origin=_origin(result),
        empty=without_values(result),
    )


def anchor(path: str) -> str:
    """The name under which a value stands on the page: ``/governing_law/0`` → ``governing_law.0``."""
    return path.removeprefix("/").replace("/", ".")


def _value(number: int, row: Row, checks: Iterable[Check], asking: Collection[Check]) -> Item:
    """A row as an item, with the checks that name it or a part of it, or that ask to look at it (``asking``)."""
    quotes = _quotes(row.evidence)
    remarks: list[Remark] = []
    count, seen = len(quotes), {(one.page, one.span) for one in row.evidence}
    for check in checks:
        if not (check.path == row.path or check.path.startswith(f"{row.path}/") or check in asking):
            continue
        fresh = [one for one in check.evidence if (one.page, one.span) not in seen]
        seen |= {(one.page, one.span) for one in fresh}
        remarks.append(_remark(check, _quotes(fresh, count)))
        count += len(fresh)
    head = replace(row.head, text=_day_in_words(row.head.text))
    differs = bool(row.details.text) and row.details.trust != row.head.trust
    return Item(
        id=f"v{number}",
        at=anchor(row.path),
        head=head.text,
        details=row.details.text,
        state=_state_of(row),
        details_state=_state(row.details.trust) if differs else None,
        where=pages(row.evidence),
        quotes=quotes,
        remarks=tuple(remarks),
        look=row.flagged,
        tags=_tags(row, checks, asking),
    )


def _tags(row: Row, checks: Iterable[Check], asking: Collection[Check]) -> tuple[str, ...]:
    """Why a person should look at a row: the rules that doubt it, its state, or a gap; nothing without a flag."""
    if not row.flagged:
        return ()
    rules = [
        UNREAD if check.rule == "unconfirmed" else check.rule.replace("_", " ") for check in checks if check in asking
    ]
    parts = [row.head, row.details] if row.details.text else [row.head]
    states = [DOUBTS[part.trust] for part in parts if part.trust in DOUBTFUL]
    gap = ["left open by the document"] if is_gap(row.path) else []
    return tuple(dict.fromkeys(rules or states or gap or ["a part is computed or has no quote"]))


def _checks(checks: Iterable[Check], alone: Iterable[str]) -> Iterator[Item]:
    """Checks as items; those that stand for a value without a row (``alone``) are to be looked at, once for each."""
    left = set(alone)
    for number, check in enumerate(checks, 1):
        yield _check(number, check, element(check.path) in left)
        left.discard(element(check.path))


def _check(number: int, check: Check, look: bool) -> Item:
    """A check as an item of its own: its message is the head, and it lights every place that it cites."""
    return Item(
        id=f"c{number}",
        head=path_in_words(check.path) or "Document",
        details=check.message,
        state=None,
        details_state=None,
        where=pages(check.evidence),
        quotes=_quotes(check.evidence),
        remarks=(_remark(check, ()),),
        look=look,
    )


def _remark(check: Check, quotes: tuple[Quote, ...]) -> Remark:
    return Remark(check.severity, check.rule.replace("_", " "), check.message, quotes)


def _quotes(evidence: Iterable[Evidence], after: int = 0) -> tuple[Quote, ...]:
    return tuple(
        Quote(
            number,
            " ".join(one.quote.split()),
            pages((one,)),
            one.page,
            one.boxes,
            _note(one),
            language(one.quote) or "",
        )
        for number, one in enumerate(evidence, after + 1)
    )


def _note(evidence: Evidence) -> str:
    """What should be known of a quote that is not simply there."""
    if evidence.match == "fuzzy":
        score = f" ({evidence.score:.0f} of 100)" if evidence.score is not None else ""
        return f"reads a little differently in the document{score}"
    return ""


def _state_of(row: Row) -> State:
    if row.contradicted:
        return CONTRADICTED
    return ONLY_PERHAPS if row.perhaps else _state(row.head.trust)


def _state(state: TrustState | None) -> State:
    return State(state or UNNAMED, WORDS[state], MEANING[state])


def _day_in_words(text: str) -> str:
    """``2026-03-02`` as ``2 March 2026``, anything else as it is."""
    if not _DAY.fullmatch(text):
        return text
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        return text
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def _facts(result: Result) -> tuple[str, ...]:
    """What is to be known before the first value is read."""
    models = dict.fromkeys((result.run.model, *(one.model for one in result.spent))) if result.run.model else ()
    return (
        result.kind.replace("_", " ").capitalize(),
        pages_read(result),
        ", ".join((f"{result.run.engine} engine", *filter(None, models))),
        _sent(result),
    )


def _sent(result: Result) -> str:
    """How much went to models, and what it cost."""
    if not result.usage.calls:
        return "nothing sent anywhere"
    costs = costs_of(result.spent)
    return f"{result.usage.prompt_tokens:,} tokens sent to the model" + (f", {in_words(costs)}" if costs else "")


def _coverage(result: Result) -> Coverage:
    said = result.coverage
    read = f"{said.pages_read:,} of {result.document.page_count:,} pages were read"
    filtered = (f"{path_in_words(one.path) or 'Document'}: {one.action} ({one.rule})" for one in result.filtered)
    return Coverage(
        read=read,
        asked=len(said.asked),
        missing=len(said.not_found),
        not_found=tuple(not_found(result)),
        not_analyzed=tuple(not_analyzed(result.checks)),
        filtered=tuple(filtered),
    )


def _origin(result: Result) -> tuple[tuple[str, str], ...]:
    """Where the page comes from, so that it can be matched to its document and its result."""
    source = result.document.source
    said: Mapping[str, str | None] = {
        "Inside": source.container,
        "SHA-256": source.sha256,
        "Analyzed": result.created.replace("T", " ").replace("Z", " UTC"),
        "Audit log": f"{result.audit.seq}, {result.audit.hash}" if result.audit else None,
    }
    return tuple((name, value) for name, value in said.items() if value)
