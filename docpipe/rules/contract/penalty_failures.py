"""What is paid for a failure, where nothing calls it a penalty: "fails to deliver, it shall pay £250 per day"."""

from __future__ import annotations

import re

from docpipe.rules.contract.clause_text import Sentence
from docpipe.rules.later import later
from docpipe.rules.money import FoundMoney, FoundPercent, find_money, find_percents

NEAR = 110
"""Characters between the verb and its amount."""

_FAILURES = ("fail", " not ", "late", "delay", "below", "breach", "default", "hold over", "holds over")
_PAYMENTS = ("pay", "credit", "refund", "forfeit", "deduct")
_INNER = r"(?:[^.;]|\.(?=\d))"
_FAILED = later(
    r"\b(?:(?:if|should|where|when(?:ever)?|in\s+the\s+event|in\s+case|for\s+(?:each|every)\s+\w+\s+(?:that|in\s+which|by\s+which))\b"
    rf"{_INNER}{{0,160}}?\b(?:fails?|failed|failure|(?:does|do|did|has|have|is|are|was)\s+not|not\s+(?:complete|deliver|pay|perform|meet"
    r"|return|achieve|provide|finish)\w*|late|delay\w*|below|breach(?:es)?|in\s+default|holds?\s+over)\b"
    rf"|in\s+breach\s+of\b|holding\s+over\b){_INNER}{{0,200}}?"
    r"\b(?P<pays>(?:shall|will|must)\s+(?:\w+\s+){0,2}?(?:pay|credit|refund|forfeit|deduct)|(?:pays|forfeits)\b(?=\s))\b",
    re.IGNORECASE,
)
_MEASURED = later(
    r"\s*(?:\([^)]{1,40}\)\s*)?(?:of\s+[^,.;]{3,60}?\s+)?(?:per|for\s+(?:each|every)|each|every)\s+(?:(?:full|calendar|business|\d+|thirty|commenced"
    r"|started)\s+){0,2}(?:days?|weeks?|months?|hours?|breach|failure|violation|instance|occurrence|case|event)\b",
    re.IGNORECASE,
)
_SHARE = later(r"\s*(?:\([^)]{1,40}\)\s*)?of\s+(?:the|its|that|such)\b", re.IGNORECASE)
_WHO = later(
    r"\b(?i:if|should|where|when|in\s+the\s+event(?:\s+that)?|in\s+case)\s+(?P<who>(?:the\s+)?(?:[A-Z][\w&'-]*)(?:\s+[A-Z][\w&'-]*){0,3})\s+"
    r"(?:fails?|failed|does\s+not|do\s+not|has\s+not|is\s+late|breaches|holds\s+over|not\b)[^;]{3,240}?\bit\s+(?:shall|will|must)\s+"
    r"(?:\w+\s+){0,2}?(?:pay|credit|refund|forfeit)\b"
)


def may_fail(sentence: Sentence) -> bool:
    """Whether a sentence has the words of a failure and of a payment: tells in a hundredth of the pattern's time."""
    return any(word in sentence.low for word in _PAYMENTS) and any(word in sentence.low for word in _FAILURES)


def failed(text: str) -> tuple[int, int] | None:
    """Where a sentence says that somebody pays for a failure: by the time, each time, or a share of something.

    A sum alone that is due when something did not happen may be any price.
    """
    match = _FAILED().search(text)
    if match is None:
        return None
    at = match.end()
    found: list[FoundMoney | FoundPercent] = [*find_money(text), *find_percents(text)]
    found.sort(key=lambda one: one.start)
    amount = next((one for one in found if at <= one.start <= at + NEAR), None)
    if amount is None or not (_MEASURED().match(text, amount.end) or _SHARE().match(text, amount.end)):
        return None
    return match.span("pays")


def who_fails(clause: str) -> str | None:
    """Who fails where "it" shall pay."""
    match = _WHO().search(clause)
    return match["who"] if match else None
