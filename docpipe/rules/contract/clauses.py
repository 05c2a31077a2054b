"""Clauses by category: the sentences that a lawyer would mark, one finding per place."""

from __future__ import annotations

from collections.abc import Iterable

from docpipe.rules.contract.clause_patterns import PATTERNS, Pattern
from docpipe.rules.contract.clause_text import Sentence, letters, sentences
from docpipe.rules.view import View
from docpipe.types import Document, Finding

ANSWERS = ("clauses",)

QUOTE_LETTERS = (12, 3000)
"""Letters and digits that a clause's quote has: shorter ones cannot be found again, longer ones point at nothing."""


def find(view: View) -> Iterable[Finding]:
    """One finding per category and sentence."""
    for sentence in sentences(view):
        if _citable(sentence):
            for category in sorted({pattern.category for pattern in PATTERNS if fires(pattern, sentence.low)}):
                quote = view.quote(sentence.start, sentence.end)
                yield Finding("clauses", {"category": category}, (quote,), item=f"{category}|{sentence.start}")


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Every place stands."""
    return findings


def fires(pattern: Pattern, low: str) -> bool:
    """Whether a sentence, in lower case with single spaces, is worded like this."""
    if not any(need in low for need in pattern.needs):
        return False
    return bool(pattern.says.search(low)) and not (pattern.unless and pattern.unless.search(low))


FEWEST_WORDS = 5
"""Words of a sentence that can be a clause: "10.3 No Third Party Beneficiaries." is a heading."""


FEWEST_WORDS = 5
"""Words of a sentence that can be a clause: "10.3 No Third Party Beneficiaries." is a heading."""


def _citable(sentence: Sentence) -> bool:
    if sentence.paragraph.kind == "heading" or len(sentence.low.split()) < FEWEST_WORDS:
        return False
    least, most = QUOTE_LETTERS
    return least <= letters(sentence.text) <= most
