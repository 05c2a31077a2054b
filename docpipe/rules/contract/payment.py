"""When invoices are due and what late payment costs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.rules.contract.clause_text import Sentence, clause_span, printed, sentences
from docpipe.rules.contract.contradictions import OWN_RULE, contradiction, payments
from docpipe.rules.contract.parts import part_at
from docpipe.rules.durations import FoundDuration, find_durations
from docpipe.rules.later import later
from docpipe.rules.money import find_percents
from docpipe.rules.view import View
from docpipe.types import Document, Finding

ANSWERS = ("payment_terms",)


def find(view: View) -> Iterable[Finding]:
    """Candidates: every sentence that says when an invoice is due, and every one about interest on late payment."""
    for sentence in sentences(view):
        if "invoice" in sentence.low or "net " in sentence.low or _may_follow_delivery(sentence):
            yield from _terms(view, sentence)
        if "interest" in sentence.low or "late " in sentence.low:
            yield from _late_interest(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The first term of the body that is about invoices in general stands; a schedule's other term gets a check."""
    mine = [finding for finding in findings if finding.field == "payment_terms"]
    rest = [finding for finding in findings if finding.field != "payment_terms"]
    late = [finding for finding in mine if finding.attribute == "late_interest"]
    terms = sorted((finding for finding in mine if not finding.attribute), key=lambda f: (_RANK[f.basis], f.at))
    if not terms:
        return rest + [replace(finding, basis="") for finding in late[:1]]
    winner = _prevailing(document, terms)
    if part_at(document, winner.at) == "body" and (
        sides := payments(document, [finding for finding in terms if finding.basis == winner.basis], _length)
    ):
        unsettled = contradiction("payment_terms", sides, lambda one: f"payment within {one.value['days']} days")
        return [*rest, *(replace(finding, basis="") for finding in late[:1]), unsettled]
    same = [finding for finding in terms if _length(finding) == _length(winner) and finding.value == winner.value]
    return [*rest, *(replace(f, basis="") for f in [*same, *late[:1]]), *_contradicted(document, winner, terms)]


_RANK = {"invoice": 0, "amended": 0, "other": 1, "delivery": 2}
"""An invoice in general comes before an invoice for something, and before payment that follows a delivery."""

_EVENT = later(
    r"['']?\s*(?:,\s*)?(?:after|of|from|following)"
    r"\s+(?P<event>(?:the\s+)?(?:[\w''-]+\s+){0,9}?invoices?(?:\s+date)?\b(?:\s+(?:therefor|date|is\s+received"
    r"|by\s+\w+))?)",
    re.IGNORECASE,
)
_RECEIPT = later(
    r"['’]?\s*(?:after|of|from|following)\s+(?:the\s+)?(?P<event>(?:date\s+of\s+|its\s+)?(?:receipt|delivery|presentation)"
    r"|receiving\s+(?:it|the\s+same)"
    r"|date\s+thereof|the\s+date)\b",
    re.IGNORECASE,
)
_GOODS = r"(?:goods|products?|works?|services|deliverables?|equipment|shipments?|materials?|consignments?)"
_DELIVERED = later(
    r"['’]?\s*(?:after|of|from|following)\s+(?:the\s+)?(?:date\s+of\s+)?(?P<event>(?:(?:signature|signing|receipt)\s+of\s+)?(?:the\s+|an?\s+)?acceptance"
    r"\s+(?:certificate|protocol|report)|(?:delivery|acceptance|shipment)(?:\s+of\s+(?:the\s+|each\s+|such\s+|all\s+)?(?:\w+\s+){0,2}?"
    rf"{_GOODS}|(?!\s+of\b))|(?:receipt|completion|installation)\s+of\s+(?:the\s+|each\s+|such\s+|all\s+)?(?:\w+\s+){{0,2}}?{_GOODS})\b",
    re.IGNORECASE,
)
"""What payment follows where no invoice is spoken of."""

_TO_PAY = later(
    r"\b(?:(?:shall|will|must|agrees?\s+to)\s+(?:\w+\s+)?(?:pay|remit)|(?:prices?|payments?|charges|fees?|amounts?|sums?|goods|products|balance)\b[^.;]{0,60}?"
    r"\b(?:is|are|be|becomes?)\s+(?:made|due|payable|paid))\b"
    r"(?:(?!\b(?:and|or|shall|will|must|may|damages?|refunds?|compensation|penalt\w+|return)\b)[^.;]){0,80}$",
    re.IGNORECASE,
)
"""What leads to such a time where it is the price's: nothing else is done in between."""

_PAYMENT = later(r"\b(?:pay|pays|paid|payable|payments?|due|remit|settle)\b", re.IGNORECASE)
_NOT_PAYMENT = later(r"\b(?:dispute|object|notify|audit|reject|terminate|suspend|correct(?:ed)?\s+by)\b", re.IGNORECASE)
_SPECIAL = later(
    r"\b(?:milestone|royalt\w+|expenses?|reimburs\w+|deposit|upfront|license\s+fee|travel|project|tooling|samples?"
    r"|late)\b",
    re.IGNORECASE,
)
LONGEST_DAYS = 365
"""A due date later than a year after an invoice is not a payment term."""


def _may_follow_delivery(sentence: Sentence) -> bool:
    low = sentence.low
    return "pa" in low and any(word in low for word in ("deliver", "accept", "receipt of", "completion of", "shipment"))


def _terms(view: View, sentence: Sentence) -> Iterator[Finding]:
    if not _PAYMENT().search(sentence.text):
        return
    for duration in find_durations(sentence.text):
        if found := _term(sentence.text, duration):
            start, end = clause_span(sentence.text, duration.start, duration.end)
            special = _SPECIAL().search(sentence.text, start, end)
            by_invoice = "invoice" in sentence.low or "net " in sentence.low
            basis = "other" if special else "invoice" if by_invoice else "delivery"
            quote = view.quote(sentence.start + start, sentence.start + end)
            yield Finding("payment_terms", printed(view, sentence, found), (quote,), basis=basis)
            return


def _term(text: str, duration: FoundDuration) -> dict[str, object] | None:
    """Days and event, where the duration follows "within" or "net" and leads to an invoice."""
    if duration.unit not in ("day", "business_day") or duration.count > LONGEST_DAYS:
        return None
    lead = text[max(0, duration.start - 40) : duration.start]
    event = _EVENT().match(text, duration.end)
    if event is None and re.search(r"(?i)\binvoices?\b", text[max(0, duration.start - 160) : duration.start]):
        event = _RECEIPT().match(text, duration.end)
    if event is None and _TO_PAY().search(text[: duration.start]):
        event = _DELIVERED().match(text, duration.end)
    net = re.search(r"(?i)\bnet\s*[(\"“]?\s*$", lead) or re.match(r"\s+net\b", text[duration.end : duration.end + 8])
    within = re.search(r"(?i)\b(?:within|(?:not?\s+)later\s+than|due|payable)\s+(?:in\s+)?(?:[(\"“]\s*)?$", lead)
    before = text[max(0, duration.start - 160) : duration.start]
    if (
        not (net or (within and event))
        or _NOT_PAYMENT().search(before)
        or not _PAYMENT().search(text, max(0, duration.start - 200))
    ):
        return None
    value: dict[str, object] = {"days": duration.count, "day_type": duration.unit}
    if event:
        value["from_event"] = re.sub(r"^the\s+", "", event["event"].strip())
    return value


_LATE = later(
    r"\b(?:late|overdue|past[\s-]due|unpaid|not\s+paid|delinquent|outstanding|fails?\s+to\s+pay|when\s+due|due\s+date|default\s+in\s+payment|payment\s+default"
    r"|not\s+made)\b",
    re.IGNORECASE,
)
_INTEREST = later(
    r"\b(?:interest|late\s+(?:payment\s+)?(?:charge|fee)|service\s+charge|finance\s+charge)\b", re.IGNORECASE
)
ABOVE = (
    r"(?:over|above|higher\s+than|in\s+excess\s+of|plus)\s+(?:the\s+)?(?:[\w.'-]+\s+){0,6}?(?:rate|LIBOR|SOFR|EURIBOR|prime)\b"
    r"(?:\s+of\s+(?:the\s+)?(?-i:[A-Z][\w&'-]*)(?:\s+(?:of\s+(?:the\s+)?)?(?:(?-i:[A-Z][\w&'-]*)|plc\b)){0,5}"
    r"|\s+(?:which|that)\s+would\s+have\s+been\s+payable\b)?"
)
"""Pattern text of the rate that one is added to: "above the base rate of Saltmarsh Bank plc"."""

_RATE_TAIL = later(
    r"\s*(?:\([^)]{1,30}\)\s*)?(?:\.?\s*(?:per\s+(?:month|annum|year|day|week)|a\s+month|monthly|annually))?"
    rf"(?:\s*{ABOVE})?",
    re.IGNORECASE,
)
RATE_HEAD = later(
    r"(?:the\s+)?(?:[A-Z][\w-]*\s+|prime\s+|base\s+|overdraft\s+|lending\s+){0,3}(?:rate|LIBOR|SOFR|EURIBOR)(?:\s+\w+){0,8}?\s+plus\s+$",
    re.IGNORECASE,
)
"""The rate that one is added to, in front of it: "the prime overdraft rate plus"."""


def _late_interest(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    if not (_LATE().search(text) and _INTEREST().search(text)):
        return
    for rate in find_percents(text):
        if not _INTEREST().search(text, max(0, rate.start - 150), rate.end + 30):
            continue
        head = RATE_HEAD().search(text, max(0, rate.start - 80), rate.start)
        tail = _RATE_TAIL().match(text, rate.end)
        rate_text = text[head.start() if head else rate.start : tail.end() if tail else rate.end].strip()
        start, end = clause_span(text, rate.start, rate.end)
        quote = view.quote(sentence.start + start, sentence.start + end)
        yield Finding("payment_terms", " ".join(rate_text.split()), (quote,), attribute="late_interest")
        return


def _length(finding: Finding) -> tuple[int, str]:
    return finding.value["days"], finding.value["day_type"]


def _prevailing(document: Document, terms: list[Finding]) -> Finding:
    """By rank, then amendment, body, schedule; then the first in the text."""
    order = {"amendment": 0, "body": 1, "schedule": 2}
    return min(terms, key=lambda f: (_RANK[f.basis], order[part_at(document, f.at)], f.at))


def _contradicted(document: Document, winner: Finding, terms: list[Finding]) -> Iterator[Finding]:
    """A check where another part of the document sets another term."""
    here = part_at(document, winner.at)
    for other in terms:
        there = part_at(document, other.at)
        if there != here and _length(other) != _length(winner):
            rule = (
                "an amendment prevails over the body" if here == "amendment" else f"the {here} prevails over a {there}"
            )
            days, others = winner.value["days"], other.value["days"]
            message = f"payment within {days} days in the {here}, {others} days in the {there}; {rule}, {OWN_RULE}"
            yield Finding("payment_terms", None, (*winner.quotes, *other.quotes), problem="conflict", message=message)
            return
