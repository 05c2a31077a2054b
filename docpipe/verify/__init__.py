"""From a draft with quotes to a value with places, trust and checks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from docpipe.kinds.base import Kind
from docpipe.kinds.shape import annotation_at
from docpipe.merge import Claim, Draft, Problem, pointer
from docpipe.rules.unstruck import requoted, struck_spans, unstruck
from docpipe.types import Check, Document, Evidence, Finding, Json, Match, Severity, Trust, paragraphs
from docpipe.verify.confidence import rated
from docpipe.verify.confirm import confirmed, confirmed_leaves, judgements
from docpipe.verify.ground import ground, locate
from docpipe.verify.numbers import is_printed
from docpipe.words import Span

MODELS = frozenset({"model", "larger_model"})
"""Who found what no rule did."""

UNREAD = "not read again from the quote: "
THE_VALUE = "the value"
"""How a check names the parts that a parser should have read again; a value without parts is ``THE_VALUE``."""


class Verified(Struct, frozen=True):
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
    struck = struck_spans(document)
    for path, claim in draft.claims.items():
        in_prose = path.split("/")[1] in kind.prose
        found = _evidence(document, claim, in_prose)
        if not found:
            trust[path] = Trust("ungrounded", claim.by)
            checks.append(Check(path, "ungrounded", "error", _UNGROUNDED))
            continue
        evidence[path] = found
        checks += _struck(path, found, struck)
        by_model = MODELS.issuperset(claim.by)
        modelled = by_model and not claim.derived and not in_prose
        if by_model and in_prose:
            from docpipe.verify.told import strange_figures  # only with a model

            checks += strange_figures(document, path, str(claim.value))
        if modelled:
            from docpipe.verify.modelled import trust_of  # only with a model

            states, unread = trust_of(document, path, claim, kind.model)
            checks += [Check(path, "unconfirmed", "warning", claim.message)] if claim.message else []
        else:
            states, unread = _trust(path, claim, kind, _read_again(document, claim))
        damaged = sorted({entry.page for entry in found if entry.page in document.damaged_pages})
        if damaged and any(state.state == "confirmed" for state in states.values()):
            states = {at: _doubted(state) for at, state in states.items()}
            checks += [Check(path, "unconfirmed", "info", _damaged(document, page)) for page in damaged]
        trust |= states
        if unread:
            doubt: Severity = "warning" if modelled else "info"
            checks.append(Check(path, "unconfirmed", doubt, UNREAD + ", ".join(unread)))
    return Verified(draft.data, evidence, rated(document, draft, evidence, trust, checks, kind.name), tuple(checks))


def located(document: Document, findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
    """The findings of which a quote stands in the document, and the others."""
    kept: list[Finding] = []
    lost: list[Finding] = []
    for finding in findings:
        there = finding.problem or any(locate(document, quote) for quote in finding.quotes)
        (kept if there else lost).append(finding)
    return kept, lost


def _damaged(document: Document, page: int) -> str:
    read = page in document.ocr_pages
    return f"page {page} was hard to read by OCR" if read else f"the text layer of page {page} is damaged"


_UNGROUNDED = "no quote of this value could be located in the document; do not rely on it"


_STRUCK = "words in the quote are struck through; the value was read without them, look at the page"


def _evidence(document: Document, claim: Claim, in_prose: bool) -> tuple[Evidence, ...]:
    """The places of all quotes of a claim, each place once."""
    match: Match | None = "derived" if claim.derived else "supports" if in_prose else None
    found = (entry for quote in claim.quotes for entry in ground(document, quote, match))
    return tuple({(entry.page, entry.span): entry for entry in found}.values())


def _read_again(document: Document, claim: Claim) -> list[str]:
    """The texts that a claim's value may be read again from: its quotes, whole, and the numbers of their clauses.

    A clause's number may be printed in parts, 第二条 over （一）: the quotes in a row are one more text, and once more
    without the colon before a list.
    """
    everything = paragraphs(document)
    clear = unstruck(document)
    quotes = requoted(clear, claim.quotes) if clear is not document else claim.quotes
    texts = [quote.text for quote in quotes]  # evidence splits a quote at a page break
    clause = claim.value.get("clause") if isinstance(claim.value, dict) else None
    for quote in claim.quotes:
        if quote.span is not None and everything:
            at = bisect_right(everything, quote.span[0], key=lambda paragraph: paragraph.start) - 1
            texts += [number] if (number := everything[max(at, 0)].number) else []
            if isinstance(clause, str) and clause not in texts and is_printed(clause, everything, max(at, 0)):
                texts.append(clause)
    parts = [quote.text for quote in quotes]
    return [*texts, "".join(parts), "".join(part.rstrip(":") for part in parts)]


def _struck(path: str, found: Iterable[Evidence], struck: Sequence[Span]) -> list[Check]:
    """A check for a value whose quotes hold words that are struck through."""
    crossed = tuple(entry for entry in found if any(a < entry.span[1] and entry.span[0] < b for a, b in struck))
    return [Check(path, "struck", "warning", _STRUCK, crossed)] if crossed else []


def _trust(path: str, claim: Claim, kind: Kind, texts: list[str]) -> tuple[dict[str, Trust], list[str]]:
    """The trust entries of a claim, and the parts of it that a parser should have read again but did not.

    An object that is partly a judgement gets an entry for each leaf that was re-read.
    """
    if claim.derived:
        return {path: Trust("derived", claim.by, claim.confidence)}, []
    if path.split("/")[1] in kind.prose:
        return {path: Trust("located", claim.by, claim.confidence)}, []
    annotation = annotation_at(kind.model, path)
    sure = Trust("confirmed", claim.by, claim.confidence)
    if confirmed(claim.value, annotation, texts):
        return {path: sure}, []
    trust = {path: Trust("located", claim.by, claim.confidence)}
    judged = judgements(claim.value, annotation)
    if not isinstance(claim.value, dict) or set(claim.value) == {"count", "unit"}:
        return trust, [] if judged else [THE_VALUE]
    read = confirmed_leaves(claim.value, annotation, texts)
    trust |= {path + pointer(leaf): sure for leaf in read}
    leaves = (name for name, leaf in claim.value.items() if leaf is not None and not isinstance(leaf, dict | list))
    return trust, [name for name in leaves if name not in (*read, *judged)]


def _doubted(trust: Trust) -> Trust:
    """What was read again from damaged text agrees with that text, not with the page."""
    return replace(trust, state="located") if trust.state == "confirmed" else trust


def _placed(document: Document, problem: Problem) -> Check:
    places = tuple(entry for quote in dict.fromkeys(problem.quotes) for entry in ground(document, quote))
    return Check(problem.path, problem.rule, problem.severity, problem.message, places)
