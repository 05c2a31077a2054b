"""The summary and the key points of any document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from docpipe.patterns import compiled
from docpipe.rules.dates import FoundDate
from docpipe.rules.parsers import find_dates, find_money
from docpipe.rules.summary.choose import Scored, best, room, scored
from docpipe.rules.summary.sentences import one_line, prose, whole
from docpipe.rules.summary.title import title_text
from docpipe.rules.view import View
from docpipe.types import Document, Finding

ANSWERS = ("summary", "key_points")

POINTS = 3
"""Key points of a kind at most: what somebody reads first, not a list of everything."""

_DUTY = compiled(
    r"\b(?:must|shall|(?:is|are|be) (?:required|obliged|obligated) to|has to|have to|is prohibited|may not"
    r"|no later than|deadline)\b"
    r"|应当|必须|不得|须于|应于|禁止|负有",
    re.IGNORECASE,
)
_DECISION = compiled(
    r"\b(?:decided|decides|decision that|decision to (?!publish)|resolved|adopts?|adopted|approved|approves"
    r"|agreed (?:to|that)"
    r"|determined (?:to|that)"
    r"|conclude[ds]?|recommend(?:s|ed)?|authori[sz]ed (?:by|to|the)|rejected|ordered|proposes to|proposed to"
    r"|declared|elected"
    r"|appointed|announced)\b"
    r"|决定|批准|通过了|审议通过|一致同意|决议|宣布|任命",
    re.IGNORECASE,
)
_TIMED = compiled(
    r"\b(?:by|before|until|effective|due|deadline|from|since|expires?|begins?|began|starts?|started|on)\b|截至|自|起"
    r"|前|之日|于",
    re.IGNORECASE,
)
_DATED = compiled(r"\bdated(?: as)?(?: of)?\s*$", re.IGNORECASE)


def find(view: View) -> Iterable[Finding]:
    return ()


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The findings with a summary and key points."""
    everything = scored(document, title_text(document))
    chosen = best(everything, room(everything)) if everything else []
    told = [prose("summary", document, [one.candidate for one in chosen])] if chosen else []
    return [*findings, *told, *_points(document, everything, chosen)]


def _points(document: Document, everything: Sequence[Scored], summary: Sequence[Scored]) -> Iterator[Finding]:
    """Key points of each kind that the summary does not have."""
    taken = list(summary)
    found: list[tuple[Scored, str]] = []
    for kind in _KINDS:
        mine = [one for one in everything if one.score > 0 and kind_of(one.candidate.shown) == kind]
        points = best(mine, POINTS, taken)
        taken += points
        found += [(one, kind) for one in points]
    for one, kind in sorted(found, key=lambda pair: pair[0].candidate.start):
        value: dict[str, Any] = {"text": one.candidate.shown, "kind": kind}
        item = "".join(filter(str.isalnum, one.candidate.shown.casefold()))
        yield Finding("key_points", value, (one.candidate.quote(document),), item=item)
        heading = one.candidate.heading
        if heading is not None:
            quote = whole(document).quote(heading.start, heading.end)
            yield Finding("key_points", one_line(quote.text), (quote,), item=item, attribute="section")


_KINDS = ("decision", "obligation", "amount", "date")
"""In the order in which a sentence that is several of them is one."""


def kind_of(text: str) -> str | None:
    """What sort of point a sentence makes; None for one that only tells."""
    if _DECISION.search(text):
        return "decision"
    if _DUTY.search(text):
        return "obligation"
    if find_money(text):
        return "amount"
    return "date" if _TIMED.search(text) and any(map(partial(_happens, text), find_dates(text))) else None


def _happens(text: str, day: FoundDate) -> bool:
    """Whether a full date is one on which something happens, and not that of a document referred to."""
    return day.value is not None and _DATED.search(text, max(0, day.start - 12), day.start) is None
