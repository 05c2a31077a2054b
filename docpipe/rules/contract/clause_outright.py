"""What a sentence says outright of a category, whatever the words are like that the model learnt it from.

The model learnt from agreements filed in the United States; elsewhere the same is worded in other ways, and other
things in its words. Said after the model has spoken: nothing here is a sign that it was trained with.
"""

from __future__ import annotations

from collections.abc import Iterator

from docpipe.patterns import compiled

SURE = 0.6
"""Confidence of a category that a sentence says outright and the model does not. Of three such sentences of the 365
development contracts gold marks one; of seven in five contracts of other countries it marks all."""

_SAYS = {
    "Price Restrictions": (
        ("fixed", "firm", "unchanged"),
        compiled(
            r"\bfixed prices?\b[^.;]{0,160}\b(?:valid|until|for the (?:term|duration))\b"
            r"|\bprices?\b[^.;]{0,80}\b(?:is|are|be|remain)\b[^.;]{0,30}\b(?:fixed|firm|unchanged)\b[^.;]{0,60}"
            r"\b(?:until|for the (?:term|duration|entire)|throughout|for a period)\b"
        ),
    ),
    "No-Solicit Of Customers": (
        ("solicit", "entice", "canvass"),
        compiled(
            r"(?:\bshall not\b|\bnot to\b|\bmust not\b|^\W*\(?(?:[a-z]|[ivx]+|\d+)\)\W*)(?:[^.;]{0,120}?\b)?"
            r"(?:solicit|entice|canvass)\b[^.;]{0,80}\b(?:any (?:person|firm|company)\b[^.;]{0,60}\b(?:customer|client)"
            r"|any (?:client|customer)s?\b)"
        ),
    ),
    "Uncapped Liability": (
        ("not apply",),
        compiled(
            r"^\W*(?:\(?\w{1,3}[.)]\W*|[\d.]+\W+)*(?:(?:the|this|these|such|foregoing|above) ){0,2}limitations?\b"
            r"[^.;]{0,80}\b(?:do|does|shall|will) not apply\b[^.;]{0,200}"
            r"\b(?:intent|wil?lful|gross(?:ly)? negligen\w+|fraud|death|injury to life|personal injury)\b"
        ),
    ),
    "Liquidated Damages": (
        ("damages at", "penalt"),
        compiled(
            r"\bdamages at (?:the|a) rate of\b[^;]{0,60}\bper (?:day|week|month)\b"
            r"|\bcontractual penalt(?:y|ies) (?:of|in the amount of|amounting to)\b[^;]{0,40}\d"
        ),
    ),
}
_MAXIMUM = compiled(
    r"\bmaximum (?:\w+ )?(?:amount )?(?:of )?"
    r"(?:[a-z]{0,3} ?[$€£¥]|(?:eur|usd|gbp|inr|hkd|sgd|chf|rs\.?) ?\d|\d[\d.,]* ?(?:%|per ?cent))"
)
_OWED = compiled(r"\b(?:penalt|liab|damages|compensat|indemnif|interest\b)")
_LATEST = compiled(r"\b(?:no|not) later than\b")
_QUANTITY = compiled(r"\b(?:up to|maximum|exceed\w*|in excess|more than|limited to)\b")
_LOAN = compiled(r"\b(?:pre-?pay|repay|draw ?down|utili[sz]ation|loan)\w*\b.*\bminimum amount\b")
_PREMISES = compiled(r"\bleave and licen[cs]e\b|\blicen[cs]e\b.{0,60}\bto (?:occupy|enter (?:on|upon|into))\b")
_WORKS = compiled(
    r"\b(?:software|patents?|trade ?marks?|copyright|intellectual property|technology|know-how|content)\b"
)


def outright(low: str) -> Iterator[str]:
    """The categories that a sentence, in lower case with single spaces, says in words that mean nothing else."""
    for category, (words, says) in _SAYS.items():
        if any(word in low for word in words) and says.search(low):
            yield category


def about_something_else(low: str) -> Iterator[str]:
    """The categories that a sentence only sounds like: a cap in money is no volume, a room no work to license."""
    capped = "maximum" in low and _MAXIMUM.search(low) and _OWED.search(low)
    if capped or ("later than" in low and _LATEST.search(low) and not _QUANTITY.search(low)):
        yield "Volume Restriction"
    if "minimum amount" in low and _LOAN.search(low):
        yield "Minimum Commitment"
    if "licen" in low and _PREMISES.search(low) and not _WORKS.search(low):
        yield "License Grant"
