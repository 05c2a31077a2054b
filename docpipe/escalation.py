"""What a second, larger model is asked of a document: only the fields to which the first one gave no sure answer.

A field is asked again where its reply could not be used, where no quote of its value stands in the document, and where
the model itself called it unclear, and only of the part of the document where that happened. An answer of the larger
model takes the place of the first one's for that field and part; what it leaves open too stays as it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from docpipe.errors import DocpipeError
from docpipe.kinds.base import Kind
from docpipe.llm.analysis import Found, Open
from docpipe.llm.questions import conditional
from docpipe.llm.wanted import Wanted
from docpipe.merge import pointer
from docpipe.types import Check, Chunk, Document, Finding, Severity
from docpipe.verify.anchor import anchored
from docpipe.words import Span

BY = ("larger_model",)
"""Who found what the first model did not."""

UNCLEAR = "unclear"
NOWHERE = "its quote stands nowhere in the document"


class Doubt(Struct, frozen=True):
    """A name, as coverage has it, that is to be asked again of a stretch of the document, and why."""

    name: str
    field: str
    span: Span
    why: str


class Reading(Struct, frozen=True):
    """What the first model found in a document, and the chunks that it was asked of."""

    document: Document
    kind: Kind
    found: Found
    chunks: tuple[Chunk, ...]


class Escalated(Struct, frozen=True):
    """What both models found together, what the larger one took, and a check for each field that it was asked."""

    found: Found
    more: Found | None
    checks: tuple[Check, ...]


Ask = Callable[[Wanted], Awaitable[Found]]


def doubts(document: Document, kind: Kind, found: Found, chunks: Sequence[Chunk]) -> list[Doubt]:
    """What is to be asked again, chunk by chunk: of findings in their order, then of what stayed open.

    Prose that is there is not asked again for a part that is missing: it is one text about the whole document.
    """
    located = anchored(document, found.findings)
    there = {
        one.field for one, at in zip(found.findings, located, strict=True) if at.quotes and one.field in kind.prose
    }
    doubted: list[Doubt] = []
    for finding, at, span in zip(found.findings, located, found.spans, strict=True):
        if finding.problem == UNCLEAR or _says_unclear(finding):
            doubted.append(Doubt(_name(kind, finding), finding.field, _widened(span, chunks), "the answer was unclear"))
        elif not at.quotes and not at.problem:
            doubted.append(Doubt(_name(kind, finding), finding.field, _widened(span, chunks), NOWHERE))
    for one in found.open:
        if one.unit.field not in there:
            doubted += [Doubt(name, one.unit.field, _widened(one.span, chunks), one.why) for name in one.unit.names]
    return doubted


async def escalated(reading: Reading, model: str, ask: Ask) -> Escalated:
    """The findings with what the larger model says where the first one failed; ``ask`` asks it, ``model`` names it."""
    doubted = await asyncio.to_thread(doubts, reading.document, reading.kind, reading.found, reading.chunks)
    if not doubted:
        return Escalated(reading.found, None, ())
    try:
        more = await ask(_wanted(reading, doubted))
    except DocpipeError as error:
        said = f"{model} was to be asked again and gave no answer: {error.message}"
        return Escalated(reading.found, None, tuple(_checks(doubted, said, "warning")))
    checks = tuple(_checks(doubted, f"asked again of {model}", "info"))
    return Escalated(_together(reading, more, doubted), more, checks)


def larger(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings of the larger model, with its name."""
    return tuple(replace(finding, by=BY) for finding in findings)


def _says_unclear(finding: Finding) -> bool:
    return isinstance(finding.value, str) and finding.value.casefold() == UNCLEAR


def _name(kind: Kind, finding: Finding) -> str:
    """What coverage calls the field of a finding, or its category."""
    if finding.field not in kind.categories:
        return finding.field
    category = finding.value["category"] if finding.value else finding.message.partition(": ")[0]
    return f"{finding.field}: {category}"


def _widened(span: Span, chunks: Sequence[Chunk]) -> Span:
    """The chunks that a stretch lies in, whole: what was asked of half of one is asked again of all of it."""
    touched = [chunk for chunk in chunks if chunk.start < span[1] and span[0] < chunk.end]
    return (touched[0].start, touched[-1].end) if touched else span


def _wanted(reading: Reading, doubted: Sequence[Doubt]) -> Wanted:
    """What is asked again, and with it what was not asked so far since it hangs on a field in doubt."""
    kind, found = reading.kind, reading.found
    spans: dict[str, tuple[Span, ...]] = {}
    for doubt in doubted:
        spans[doubt.name] = (*spans.get(doubt.name, ()), doubt.span)
    answered = {one.field for one in found.findings}
    for name in kind.fields:
        if conditional(kind, name) and name not in spans and name not in answered:
            other = str(kind.about[name].ask_if).partition("=")[0].strip()
            spans |= {name: ((0, len(reading.document.text)),)} if other in spans else {}
    return Wanted(spans, tuple(finding for finding, _ in _sure(reading, doubted) if not finding.problem))


def _sure(reading: Reading, doubted: Sequence[Doubt]) -> Iterator[tuple[Finding, Span]]:
    """The first model's findings that are not about anything in doubt."""
    again = {(doubt.name, doubt.span) for doubt in doubted}
    for finding, span in zip(reading.found.findings, reading.found.spans, strict=True):
        if (_name(reading.kind, finding), _widened(span, reading.chunks)) not in again:
            yield finding, span


def _together(reading: Reading, more: Found, doubted: Sequence[Doubt]) -> Found:
    """What the larger model says in the place of what was in doubt; where it gave no answer either, the first one's."""
    kind, found = reading.kind, reading.found
    answered = [doubt for doubt in doubted if not _open(doubt, more.open)]
    kept = list(_sure(reading, answered))
    new = list(zip(larger(more.findings), more.spans, strict=True))
    told = {(_name(kind, finding), _widened(span, reading.chunks)) for finding, span in kept}
    new = [one for one in new if (_name(kind, one[0]), _widened(one[1], reading.chunks)) not in told]
    both = sorted((*kept, *new), key=lambda one: (one[1][0], kind.fields.index(one[0].field)))
    names = {doubt.name for doubt in doubted}
    opened = [one for one in found.open if not names >= set(one.unit.names)]
    return Found(
        tuple(finding for finding, _ in both),
        (*opened, *more.open),
        found.usage,
        tuple(span for _, span in both),
        found.spent,
    )


def _open(doubt: Doubt, left: Iterable[Open]) -> bool:
    """Whether the larger model gave no answer for some of a stretch either."""
    return any(doubt.name in o.unit.names and o.span[0] < doubt.span[1] and doubt.span[0] < o.span[1] for o in left)


def _checks(doubted: Iterable[Doubt], what: str, severity: Severity) -> Iterator[Check]:
    """One for each field, with the reasons why it was asked again."""
    reasons: dict[str, dict[str, None]] = {}
    for doubt in doubted:
        category = doubt.name.removeprefix(doubt.field).removeprefix(": ")
        reasons.setdefault(doubt.field, {})[f"{category}: {doubt.why}" if category else doubt.why] = None
    for name, told in reasons.items():
        yield Check(pointer(name), "escalated", severity, f"{what} ({'; '.join(told)})")
