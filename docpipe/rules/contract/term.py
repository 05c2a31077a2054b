"""How long an agreement runs: a date, a term from a start, an event, or without end."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from docpipe.rules.contract import term_spans, term_told
from docpipe.rules.contract.contradictions import contradiction, last_days, terms
from docpipe.rules.contract.passages import Sentence, clause_quote, sentences
from docpipe.rules.contract.term_parts import Reading
from docpipe.rules.contract.term_sentences import read, strength
from docpipe.rules.durations import add
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote

ANSWERS = ("term", "expiration_date", "expiration_basis")

SURE = 2
"""Strength from which a sentence is believed; below it every second one speaks of something else."""

FINITE = 1
"""How much stronger "until terminated" must be than a term of years: most say both, in two sentences."""

FIXED = 2
"""The same for a printed date: "expire on" with a date is hardly ever about anything else."""

LAST_DAY = datetime.date(2999, 12, 31)
"""Terms that would end later than this are misread."""


def find(view: View) -> Iterable[Finding]:
    """Every sentence that says how long the agreement runs, as a candidate for deriving."""
    for sentence in sentences(view):
        reading = read(sentence.text)
        sureness = strength(view, sentence) if reading else 0
        if reading is not None and sureness >= SURE:
            yield _candidate(view, sentence, reading, sureness)
        elif other := term_spans.said(sentence) or term_told.said(view, sentence):
            yield _candidate(view, sentence, *other)
    for sentence, reading in term_spans.in_rows(view):
        yield _candidate(view, sentence, reading, term_spans.LABELLED)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Settle on one sentence, and compute the date from the start where it gives a term."""
    candidates = [finding for finding in findings if finding.field == "expiration_basis"]
    others = [finding for finding in findings if finding.field not in ANSWERS]
    if not candidates:
        return others
    chosen = min(candidates, key=_order)
    if unsettled := _contradicted(document, chosen, candidates):
        return [*others, *unsettled]
    ends = list(_expiration(chosen, others))
    return [*others, *_basis(chosen), *_term(chosen, candidates), *ends, *(_later(chosen) if ends else ())]


def _contradicted(document: Document, chosen: Finding, candidates: list[Finding]) -> list[Finding]:
    """A conflict where sentences about all of it give two lengths, or two last days; what both rest on stays."""
    kind = chosen.value["kind"]
    equal = [one for one in candidates if one.value["kind"] == kind]
    if kind == "term" and (sides := terms(document, equal)):
        found = contradiction("term", sides, _length)
        ends = replace(found, field="expiration_date", message=f"{found.message}, and so none on the end")
        return [Finding("expiration_basis", {"kind": kind}, sides[0].quotes[:1], basis="clause"), found, ends]
    if kind == "fixed" and (sides := last_days(document, equal, _last_day)):
        found = contradiction("expiration_date", sides, _last_day)
        return [Finding("expiration_basis", {"kind": kind}, sides[0].quotes[:1], basis="clause"), found]
    return []


def _length(finding: Finding) -> str:
    offset = finding.value["offset"]
    return f"{offset['count']} {offset['unit']}{'s' * (offset['count'] != 1)}"


def _last_day(finding: Finding) -> str:
    return str(finding.value["date"])


def _order(finding: Finding) -> tuple[int, int]:
    """A date or a term before the want of one, then the surer, then the earlier."""
    kind = finding.value["kind"]
    bonus = FINITE if kind == "term" else FIXED if kind == "fixed" else -1 if kind == "event" else 0
    return -int(finding.basis) - bonus, finding.at


def _candidate(view: View, sentence: Sentence, reading: Reading, sureness: int) -> Finding:
    """A candidate: everything that deriving needs, with the sentence and the parts as quotes."""
    part = reading.date or reading.duration
    first, last = (part.start, part.end) if part else (0, min(len(sentence.text), 200))
    value: dict[str, Any] = {
        "kind": reading.kind,
        "anchor": reading.anchor,
        "start": reading.start.isoformat() if reading.start else None,
        "until": reading.until,
        "later": reading.later,
    }
    quotes: tuple[Quote, ...] = (clause_quote(view, sentence, first, last),)
    if reading.date is not None:
        value["date"] = reading.date.value.isoformat() if reading.date.value else None
        value["partial"] = reading.date.partial
    for printed in (reading.date, reading.duration):
        if printed is not None:
            quotes = (*quotes, view.quote(sentence.start + printed.start, sentence.start + printed.end))
    if reading.duration is not None:
        value["offset"] = {"count": reading.duration.count, "unit": reading.duration.unit}
    return Finding("expiration_basis", value, quotes, basis=str(sureness))


def _basis(chosen: Finding) -> Iterator[Finding]:
    """What the expiration rests on: kind, and anchor and offset with their own quotes."""
    kind = {"event-term": "event"}.get(chosen.value["kind"], chosen.value["kind"])
    yield Finding("expiration_basis", {"kind": kind}, chosen.quotes[:1], basis="clause")
    if chosen.value["anchor"]:
        yield Finding("expiration_basis", chosen.value["anchor"], chosen.quotes[:1], attribute="anchor", basis="clause")
    if "offset" in chosen.value and kind != "fixed":
        yield Finding(
            "expiration_basis", chosen.value["offset"], chosen.quotes[1:2], attribute="offset", basis="clause"
        )


def _term(chosen: Finding, candidates: list[Finding]) -> Iterator[Finding]:
    """The length of the term, if the chosen sentence or one as strong gives it."""
    for candidate in (chosen, *sorted(candidates, key=_order)):
        if "offset" in candidate.value and candidate.basis == chosen.basis:
            yield Finding("term", candidate.value["offset"], candidate.quotes[:1], basis="clause")
            return


def _expiration(chosen: Finding, others: list[Finding]) -> Iterator[Finding]:
    """The date of the end: as printed, "perpetual", or the start and the term added up."""
    kind = chosen.value["kind"]
    if kind == "fixed":
        yield _fixed(chosen)
    elif kind == "perpetual":
        yield Finding("expiration_date", "perpetual", chosen.quotes[:1], basis="clause")
    elif kind == "term":
        yield from _added(chosen, others)


def _fixed(chosen: Finding) -> Finding:
    if chosen.value["date"]:
        return Finding("expiration_date", chosen.value["date"], chosen.quotes[:1], basis="clause")
    printed = chosen.quotes[1].text
    problem = "partial_date" if chosen.value["partial"] else "impossible_date"
    if "*" in printed:
        problem = "redacted_in_source"
    return Finding(
        "expiration_date",
        None,
        chosen.quotes,
        basis="clause",
        problem=problem,
        message=f"{printed!r} is not a whole day",
    )


def _added(chosen: Finding, others: list[Finding]) -> Iterator[Finding]:
    """Start plus term. The start is the date in the sentence, else the effective date, else the agreement's."""
    offset = chosen.value["offset"]
    name, start = "the date in the clause", chosen.value["start"]
    quotes: tuple[Quote, ...] = ()
    if start is None:
        found = _start(chosen.value["anchor"], others)
        if found is None:
            return
        name, start, quotes = found.field.replace("_", " "), found.value, found.quotes
    end = add(datetime.date.fromisoformat(start), offset["count"], offset["unit"])
    if end is None or end > LAST_DAY:
        return
    until = chosen.value["until"]
    message = f"{name} {start} + term {offset['count']} {offset['unit']}{'s' if offset['count'] != 1 else ''}"
    message += _TO.get(until, "")
    yield Finding(
        "expiration_date",
        _moved(end, until).isoformat(),
        (chosen.quotes[0], *quotes),
        basis="clause",
        derived=True,
        message=message,
    )


_TO = {"eve": ", to the day before", "month": ", to the end of the month", "year": ", to the end of the year"}


def _moved(end: datetime.date, until: str | None) -> datetime.date:
    """The day to which a term runs that ends on the eve of a day, or with its month or year."""
    if until == "eve":
        return end - datetime.timedelta(days=1)
    month = 12 if until == "year" else end.month
    return end if until is None else end.replace(month=month, day=calendar.monthrange(end.year, month)[1])


def _later(chosen: Finding) -> Iterator[Finding]:
    """What to know of an end that is one of several of which the later counts."""
    if chosen.value["later"]:
        message = "at the earliest: of several ends the later counts"
        yield Finding("expiration_date", None, chosen.quotes[:1], problem="exception", message=message)


def _start(anchor: str | None, others: list[Finding]) -> Finding | None:
    """The finding whose date a term counts from."""
    dates = {
        finding.field: finding
        for finding in others
        if finding.field in ("agreement_date", "effective_date") and finding.value
    }
    if anchor and re.match(r"(?:date|execution|signing|day)", anchor):
        return dates.get("agreement_date") or dates.get("effective_date")
    return dates.get("effective_date") or dates.get("agreement_date")
