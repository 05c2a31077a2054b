"""Which of a model's findings stands where several parts of a document say different things, by a named rule.

Rules choose between candidates of their own; this is for findings that come without them. An amendment prevails over
the body, the body over a schedule, the opening of a document over its signatures. Where no rule decides, nothing is
chosen: the value stays empty, with all places.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from docpipe.kinds.base import Kind
from docpipe.kinds.shape import choices, fields_of, object_model
from docpipe.merge import plain
from docpipe.rules.contract.contradictions import OWN_RULE
from docpipe.rules.contract.parts import part_at
from docpipe.rules.durations import add
from docpipe.rules.view import OPENING
from docpipe.types import Document, Finding, Json, paragraphs

ORDER = {"amendment": 0, "body": 1, "schedule": 2}

BEFORE = {
    ("amendment", "body"): "an amendment prevails over the body",
    ("amendment", "schedule"): "an amendment prevails over a schedule",
    ("body", "schedule"): "the body prevails over a schedule",
}

FIRST = ("title",)
"""Fields of which a document has one at its head, and others further on that are not its own."""

OPENED = ("agreement_date", "effective_date")
"""Fields that the opening states; beside a signature may stand another day."""


def chosen(document: Document, findings: Sequence[Finding], kind: Kind) -> list[Finding]:
    """The findings that stand: of fields with one value, those that a rule prefers, and a conflict that says so."""
    kept: list[Finding] = []
    single: dict[str, list[Finding]] = defaultdict(list)
    for finding in _same_wording(_placed_first(findings, kind), kind):
        if kind.is_list(finding.field) or finding.problem or finding.field in kind.prose:
            kept.append(finding)
        else:
            single[finding.field].append(finding)
    for name, mine in single.items():
        kept += _settled(document, name, sorted(mine, key=lambda finding: finding.at))
    return [*kept, *_derived_end(kept, kind)]


LEFT_OUT = "another answer was left out: what it quotes does not stand in the document"


def _placed_first(findings: Sequence[Finding], kind: Kind) -> list[Finding]:
    """The findings less those without a place about something that others have a place for; each with a note."""
    placed = {(one.field, _item(one, kind)) for one in findings if one.quotes and not one.problem}
    made: list[Finding] = []
    for one in findings:
        if one.quotes or one.problem or (one.field, _item(one, kind)) not in placed:
            made.append(one)
        else:
            made.append(Finding(one.field, None, (), one.by, problem="left_out", message=LEFT_OUT))
    return made


def _settled(document: Document, name: str, found: list[Finding]) -> list[Finding]:
    """What stands of the findings of one field, in the order of the text."""
    if name == "status":
        found = [one for one in found if one.value.get("stage") != "unknown"] or found[:1]
    if not _contradict(found):
        return found
    if name in FIRST:
        return found[:1]
    if name in OPENED and (opened := _opening(document, found)):
        return opened
    parts = [part_at(document, one.at) if one.quotes else "body" for one in found]
    best = min(parts, key=ORDER.__getitem__)
    winners = [one for one, part in zip(found, parts, strict=True) if part == best]
    losers = [(one, part) for one, part in zip(found, parts, strict=True) if part != best]
    if not losers or _contradict(winners):
        return found
    return [*winners, *_conflicts(winners, best, losers)]


def _conflicts(winners: list[Finding], best: str, losers: Sequence[tuple[Finding, str]]) -> Iterator[Finding]:
    """A check that cites what lost beside what won."""
    for loser, part in losers:
        if _contradict([winners[0], loser]):
            quotes = tuple(quote for one in (*winners, loser) for quote in one.quotes)
            message = f"{_shown(winners[0].value)} in the {best}, {_shown(loser.value)} in the {part}"
            message = f"{message}; {BEFORE[best, part]}, {OWN_RULE}"
            yield Finding(loser.field, None, quotes, loser.by, problem="conflict", message=message)


def _opening(document: Document, found: list[Finding]) -> list[Finding]:
    """The dates of the opening, where they agree, and a note of the others; nothing where they do not."""
    opening = paragraphs(document)[:OPENING]
    end = opening[-1].end if opening else 0
    half = len(document.text) // 2  # in a short document the opening is all of it
    first = [one for one in found if one.quotes and one.at < min(end, max(half, 1))]
    others = [one for one in found if one not in first]
    if not first or _contradict(first) or not others:
        return []
    quotes = tuple(quote for one in (*first, *others) for quote in one.quotes)
    said = ", ".join(dict.fromkeys(_shown(one.value) for one in others))
    message = f"{_shown(first[0].value)} stands in the opening, {said} further on; the opening prevails"
    return [*first, Finding(found[0].field, None, quotes, found[0].by, problem="several_dates", message=message)]


def _contradict(found: list[Finding]) -> bool:
    """Whether two of them say different things: other values, or other leaves of an object."""
    values = [plain(one.value) for one in found]
    if not all(isinstance(value, dict) and set(value) != {"count", "unit"} for value in values):
        return any(value != values[0] for value in values)
    merged: dict[str, Json] = {}
    leaves = ((name, leaf) for value in values for name, leaf in value.items() if leaf is not None)
    return any(merged.setdefault(name, leaf) != leaf for name, leaf in leaves)


def _same_wording(findings: Sequence[Finding], kind: Kind) -> list[Finding]:
    """Findings of which later ones about the same thing take the wording of the first: texts that differ are no
    contradiction, figures and days are."""
    first: dict[tuple[str, str | None], dict[str, Json]] = defaultdict(dict)
    made: list[Finding] = []
    for finding in sorted(findings, key=lambda one: one.at):
        if isinstance(finding.value, dict) and not finding.problem and set(finding.value) != {"count", "unit"}:
            known, texts = first[finding.field, _item(finding, kind)], _texts(finding, kind)
            worded = {name: known.setdefault(name, leaf) for name, leaf in finding.value.items() if name in texts}
            finding = replace(finding, value={**finding.value, **worded})
        made.append(finding)
    return made


def _item(finding: Finding, kind: Kind) -> str:
    if finding.item is not None or not kind.is_list(finding.field):
        return finding.item or ""
    return kind.item_keys.get(finding.field, str)(plain(finding.value))


def _texts(finding: Finding, kind: Kind) -> frozenset[str]:
    """The leaves of an object that are text of any wording."""
    known = fields_of(object_model(fields_of(kind.model)[finding.field]))
    return frozenset(name for name, part in known.items() if choices(part) == [str])


def _derived_end(findings: list[Finding], kind: Kind) -> Iterator[Finding]:
    """The end of an agreement that prints none: its start and its term."""
    if not {"term", "expiration_date", "effective_date"} <= set(kind.fields):
        return
    by_field = {one.field: one for one in findings if not one.problem and one.quotes}
    start = by_field.get("effective_date") or by_field.get("agreement_date")
    term = by_field.get("term")
    basis = by_field.get("expiration_basis")
    if "expiration_date" in {one.field for one in findings} or start is None or term is None:
        return
    if basis is not None and basis.value.get("kind") != "term":
        return
    end = add(datetime.date.fromisoformat(start.value), term.value["count"], term.value["unit"])
    if end is not None:
        unit = f"{term.value['unit']}{'s' if term.value['count'] != 1 else ''}"
        message = f"{start.field.replace('_', ' ')} {start.value} + term {term.value['count']} {unit}"
        quotes = (*term.quotes, *start.quotes)
        yield Finding("expiration_date", end.isoformat(), quotes, term.by, derived=True, message=message)


def _shown(value: Json) -> str:
    if isinstance(value, dict):
        return " ".join(str(part) for part in value.values() if part not in (None, []))
    return str(value)
