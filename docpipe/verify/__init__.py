"""From a draft with quotes to a value with places, trust and checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from docpipe.kinds.base import Kind
from docpipe.kinds.shape import annotation_at
from docpipe.merge import Claim, Draft, Problem, pointer
from docpipe.types import Check, Document, Evidence, Finding, Json, Match, Trust
from docpipe.verify.confirm import confirmed, confirmed_leaves
from docpipe.verify.ground import ground, locate


@dataclass(frozen=True, slots=True)
class Verified:
    """A value and what stands beside it, keyed by JSON Pointer."""

    data: dict[str, Json]
    evidence: Mapping[str, tuple[Evidence, ...]]
    trust: Mapping[str, Trust]
    checks: tuple[Check, ...]


def verify(document: Document, draft: Draft, kind: Kind) -> Verified:
    """Locate every quote, re-read every value, and place the problems that findings reported."""
    evidence: dict[str, tuple[Evidence, ...]] = {}
    trust: dict[str, Trust] = {}
    checks = [_placed(document, problem) for problem in draft.problems]
    for path, claim in draft.claims.items():
        found = _evidence(document, claim)
        if not found:
            trust[path] = Trust("ungrounded", claim.by)
            checks.append(Check(path, "ungrounded", "error", _UNGROUNDED))
            continue
        evidence[path] = found
        trust |= _trust(path, claim, kind, found)
    return Verified(draft.data, evidence, trust, tuple(checks))


def located(document: Document, findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
    """The findings of which a quote stands in the document, and the others."""
    kept: list[Finding] = []
    lost: list[Finding] = []
    for finding in findings:
        there = finding.problem or any(locate(document, quote) for quote in finding.quotes)
        (kept if there else lost).append(finding)
    return kept, lost


_UNGROUNDED = "no quote of this value could be located in the document; do not rely on it"


def _evidence(document: Document, claim: Claim) -> tuple[Evidence, ...]:
    """The places of all quotes of a claim, each place once."""
    match: Match | None = "derived" if claim.derived else None
    found = (entry for quote in claim.quotes for entry in ground(document, quote, match))
    return tuple({(entry.page, entry.span): entry for entry in found}.values())


def _trust(path: str, claim: Claim, kind: Kind, evidence: Iterable[Evidence]) -> dict[str, Trust]:
    """The trust entry of a claim; an object that is partly a judgement gets one for each leaf that was re-read."""
    if claim.derived:
        return {path: Trust("derived", claim.by, claim.confidence)}
    quotes = [quote.text for quote in claim.quotes]  # whole: evidence splits a quote at a page break
    annotation = annotation_at(kind.model, path)
    if confirmed(claim.value, annotation, quotes):
        return {path: Trust("confirmed", claim.by, claim.confidence)}
    trust = {path: Trust("located", claim.by, claim.confidence)}
    if isinstance(claim.value, dict) and set(claim.value) != {"count", "unit"}:
        for leaf in confirmed_leaves(claim.value, annotation, quotes):
            trust[path + pointer(leaf)] = Trust("confirmed", claim.by, claim.confidence)
    return trust


def _placed(document: Document, problem: Problem) -> Check:
    places = tuple(entry for quote in dict.fromkeys(problem.quotes) for entry in ground(document, quote))
    return Check(problem.path, problem.rule, problem.severity, problem.message, places)
