"""The verbs, top to bottom: read → clean → route → find → merge → derive → verify → check → filter → Result.

Reading and cleaning happen in a worker process (``readers.workers``); from the Document on, everything is here.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Iterable
from itertools import chain

from msgspec.structs import replace

from docpipe import filters, kinds, merge, rules, tokens
from docpipe.completions import Usage
from docpipe.kinds.base import Kind
from docpipe.kinds.questions import Answers
from docpipe.kinds.shape import Misfit, dumped, typed
from docpipe.routing import choose_route, direct, surely_fits
from docpipe.rules import date_order
from docpipe.settings import Settings
from docpipe.types import Check, Chunk, Coverage, Document, Finding, Json, Result, Run
from docpipe.verify import Verified, located, verify
from docpipe.verify.checks import checks
from docpipe.verify.injection import injections
from docpipe.verify.likeness import unlike_a_contract
from docpipe.verify.two_readings import doubted


def analyze(
    document: Document,
    kind: Kind | None,
    settings: Settings,
    read_seconds: float = 0.0,
    counted: Callable[[], int] | None = None,
) -> Result:
    """The result of one document that was read and cleaned; without a ``kind``, of the one that fits it.

    ``read_seconds`` is what that took; ``counted`` gives the exact count of its tokens where that is on its way from
    elsewhere. A document that fits in any case is analysed meanwhile.
    """
    began = time.perf_counter()
    kind, why = kinds.chosen(document) if kind is None else (kind, None)
    threshold = settings.for_kind(kind.name).threshold_tokens or settings.threshold_tokens
    if counted is not None and surely_fits(document, threshold):
        verified, value = found(document, (Chunk(0, 0, len(document.text), 0),), kind, settings)
        route = direct(document, counted(), threshold)
    else:
        route = choose_route(document, tokens.count, threshold, settings.chunk_tokens)
        verified, value = found(document, route.chunks, kind, settings)
    spent = time.perf_counter() - began
    result = Result(
        document=document,
        tokens=route.document_tokens,
        tokenizer=tokens.NAME,
        kind=kind.name,
        run=Run("rules", None, kind.version, None, settings.sha256, why),
        route=route,
        data=verified.data,
        evidence=verified.evidence,
        trust=verified.trust,
        checks=verified.checks,
        coverage=coverage(document, kind, verified),
        usage=Usage(),
        seconds={"read": read_seconds, "analyze": spent, "total": read_seconds + spent},
        created=now(),
        value=value,
    )
    return filters.apply(result, filters.policy(settings))


def found(document: Document, chunks: Iterable[Chunk], kind: Kind, settings: Settings) -> tuple[Verified, object]:
    """What the rules find chunk by chunk, merged, derived, verified and checked; and the value as the kind's model."""
    with date_order.reading(document):
        return _found(document, chunks, kind, settings)


def _found(document: Document, chunks: Iterable[Chunk], kind: Kind, settings: Settings) -> tuple[Verified, object]:
    if kind.model is Answers:
        from docpipe import asking  # not needed for kinds

        verified = asking.answered(document, chunks, kind)
        return validated(replace(verified, checks=injections(document)), kind)
    local = list(chain.from_iterable(rules.find(document, chunk, kind.name) for chunk in chunks))
    orders = injections(document)
    if orders:
        from docpipe.verify import planted  # few documents address a machine

        spans = planted.passages(document, orders)
        local = planted.without_planted(local, kind, spans)
    derived = rules.derive(document, merge.unite(local, kind), kind.name)
    if kind.about:
        from docpipe.rules import fields  # only for a kind of somebody's own

        derived = fields.find(document, kind)
    kept, dropped = located(document, derived) if settings.strict else (derived, [])
    verified = verify(document, merge.settle(kept, kind), kind)
    verified = doubted(document, verified)
    if orders:
        verified = planted.distrusted(verified, spans)
    told = (*unlike_a_contract(document, kind.name), *orders)
    more = (*_across(document, verified), *told, *_dropped(dropped), *_not_analyzed(kind, verified))
    return validated(replace(verified, checks=(*verified.checks, *more)), kind)


def now() -> str:
    """The time in UTC, ISO 8601, to the second."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def share_read(document: Document) -> float:
    """The share of the file's pages that were read."""
    return round(len(document.pages_read) / document.page_count, 4) if document.page_count else 1.0


def coverage(document: Document, kind: Kind, verified: Verified) -> Coverage:
    """How much was read, what was asked, and what of it is not there."""
    asked: list[str] = []
    missing: list[str] = []
    for name in _answered(kind, verified):
        for label, there in questions(kind, name, verified.data.get(name)):
            asked.append(label)
            missing += [] if there else [label]
    return Coverage(len(document.pages_read), share_read(document), tuple(asked), tuple(missing))


def validated(verified: Verified, kind: Kind) -> tuple[Verified, object]:
    """The value as the kind's model, and the data as it dumps it. A field that does not fit is empty, with a check."""
    try:
        value = typed(verified.data, kind.model)
    except Misfit as misfit:
        wrong = str(misfit.path[0]) if misfit.path else ""
        if wrong not in verified.data:
            return _missing(verified, misfit), None
        check = Check(merge.pointer(*misfit.path), "invalid", "error", f"did not fit the kind: {misfit.why}")
        data = {name: part for name, part in verified.data.items() if name != wrong}
        return validated(
            replace(_without(verified, merge.pointer(wrong)), data=data, checks=(*verified.checks, check)), kind
        )
    verified = replace(verified, data=dumped(value))
    if kind.about:
        from docpipe.verify.own import owned

        return owned(verified, kind, value)
    return verified, value


def _missing(verified: Verified, misfit: Misfit) -> Verified:
    """The data as it is: the document lacks what the model requires."""
    check = Check(merge.pointer(*misfit.path), "missing_required", "error", f"the kind requires it: {misfit.why}")
    return replace(verified, checks=(*verified.checks, check))


def questions(kind: Kind, name: str, value: Json) -> Iterable[tuple[str, bool]]:
    """What a field asks, as coverage names it, and whether it was answered."""
    if kind.model is Answers:
        return [(answer["question"], answer["found"]) for answer in value]
    if name not in kind.categories:
        return [(name, value not in (None, [], {}))]
    there = {element["category"] for element in value or []}
    return [(f"{name}: {category}", category in there) for category in kind.categories[name]]


def _across(document: Document, verified: Verified) -> tuple[Check, ...]:
    """Checks across values, without those that a finding has reported at the same place."""
    reported = {(check.rule, entry.span) for check in verified.checks for entry in check.evidence}
    found = checks(document, verified.data, verified.evidence, verified.trust)
    return tuple(check for check in found if not any((check.rule, one.span) in reported for one in check.evidence))


def _dropped(findings: list[Finding]) -> list[Check]:
    message = "dropped (strict): no quote of this value could be located in the document"
    return [Check(merge.pointer(finding.field), "ungrounded", "error", message) for finding in findings]


def _answered(kind: Kind, verified: Verified) -> tuple[str, ...]:
    """The fields that rules can answer; of a kind of somebody's own those that they did."""
    if not kind.about:
        return rules.answers(kind.name)
    cited = {path.split("/")[1] for path in verified.trust}
    return tuple(name for name in kind.fields if name in cited)


def _not_analyzed(kind: Kind, verified: Verified) -> list[Check]:
    """A check for each field that nobody was asked for; a conflict is an answer."""
    told = {check.path for check in verified.checks}
    left = [name for name in kind.fields if name not in _answered(kind, verified)]
    message = "the rules engine cannot answer this; it was not asked"
    if kind.about:
        from docpipe.rules.fields import why_not

        return [
            Check(merge.pointer(name), "not_analyzed", "info", why_not(kind, name))
            for name in left
            if merge.pointer(name) not in told
        ]
    return [Check(merge.pointer(name), "not_analyzed", "info", message) for name in left]


def _without(verified: Verified, path: str) -> Verified:
    """Less the evidence and trust of what stands at a pointer and below."""

    def kept(entry: str) -> bool:
        return entry != path and not entry.startswith(f"{path}/")

    return replace(
        verified,
        evidence={at: entries for at, entries in verified.evidence.items() if kept(at)},
        trust={at: entry for at, entry in verified.trust.items() if kept(at)},
    )
