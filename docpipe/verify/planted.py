"""Values that rest on words addressed to the machine that reads the document.

Whoever plants such words wants them to be taken for the document's: what they say never wins over what the document
says elsewhere, and where nothing else says it, it stays ``located``, with a check.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from docpipe.kinds.base import Kind
from docpipe.types import NOWHERE, Check, Document, Evidence, Finding, Trust, paragraphs
from docpipe.verify import Verified
from docpipe.words import Span

ONE_ANSWER = frozenset({"governing_law"})
"""Lists that are one answer: what is planted beside another element would be part of it."""

LEFT_OUT = "an answer of the model was left out: it rests only on words that give orders to the machine that reads"
MESSAGE = "this rests only on words in a passage that gives orders to the machine that reads the document"


def passages(document: Document, told: Iterable[Check]) -> list[Span]:
    """From each wording that gives orders in the text to the end of its paragraph: what follows belongs to it."""
    spans = [one.span for check in told if check.rule == "injection" for one in check.evidence]
    ends = paragraphs(document) if spans else ()
    return [
        (start, max([end, *(each.end for each in ends if each.start <= start < each.end)]))
        for start, end in spans
        if end > start
    ]


def without_planted(findings: Iterable[Finding], kind: Kind, planted: Sequence[Span]) -> list[Finding]:
    """The findings less those that were planted, of every field about which the document says something itself: what
    is said nowhere does not count."""
    everything = list(findings)
    lost = overruled(everything, kind, planted)
    return [finding for finding in everything if finding not in lost]


def overruled(
    findings: Sequence[Finding], kind: Kind, planted: Sequence[Span], told: Iterable[str] = ()
) -> list[Finding]:
    """The findings that were planted, of every field that others read in the document, or that somebody else was
    ``told`` by it."""
    mine = [finding for finding in findings if _within([quote.span for quote in finding.quotes], planted)]
    others = {finding.field for finding in findings if finding.at < NOWHERE and finding not in mine}
    return [one for one in mine if one.field in {*others, *told} and not _has_many(one.field, kind)]


def told_elsewhere(verified: Verified, planted: Sequence[Span]) -> set[str]:
    """The fields of which something rests on words that were not planted."""
    free = (at for at, entries in verified.evidence.items() if not _within([one.span for one in entries], planted))
    return {path.split("/")[1] for path in free}


def distrusted(verified: Verified, planted: Sequence[Span]) -> Verified:
    """The values, of which those that rest only on planted words are located at most, with a check that cites them."""
    trust = dict(verified.trust)
    checks: list[Check] = []
    for path, entries in verified.evidence.items():
        if _within([entry.span for entry in entries], planted):
            checks.append(Check(path, "injection", "warning", MESSAGE, entries))
            below = (at for at in trust if at == path or at.startswith(f"{path}/"))
            trust |= {at: _lowered(trust[at], verified.evidence.get(at, entries), planted) for at in below}
    return replace(verified, trust=trust, checks=(*verified.checks, *checks))


def _lowered(trust: Trust, entries: Sequence[Evidence], planted: Sequence[Span]) -> Trust:
    if trust.state != "confirmed" or not _within([entry.span for entry in entries], planted):
        return trust
    return Trust("located", trust.by, None)


def _has_many(field: str, kind: Kind) -> bool:
    return kind.is_list(field) and field not in ONE_ANSWER and field not in kind.prose


def _within(spans: Sequence[Span | None], planted: Sequence[Span]) -> bool:
    """Whether all places of a quote, of which there is one, begin in a planted passage."""
    places = [span for span in spans if span is not None]
    return bool(places) and all(any(start <= place[0] < end for start, end in planted) for place in places)
