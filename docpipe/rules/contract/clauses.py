"""Clauses by category: the sentences that a lawyer would mark, one finding per place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from docpipe.patterns import compiled
from docpipe.rules.contract.clause_patterns import PATTERNS, Pattern
from docpipe.rules.contract.clause_text import Sentence, letters, sentences
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Paragraph

ANSWERS = ("clauses",)

QUOTE_LETTERS = (12, 3000)
"""Letters and digits that a clause's quote has: shorter ones cannot be found again, longer ones point at nothing."""


def find(view: View) -> Iterable[Finding]:
    """One finding per category and sentence; what a run-in heading says counts for the sentence that it heads."""
    seen, above = -1, list[str]()
    for sentence in sentences(view):
        if sentence.paragraph.index != seen:
            seen, above = sentence.paragraph.index, _named_above(view, sentence.paragraph)
        if sentence.paragraph.kind == "heading":
            continue
        found = categories(sentence.low)
        if _is_heading(sentence.low):
            above = [] if _DENIES.match(sentence.low) else found
            continue
        if not _DEFINES.match(sentence.low):
            found, above = [*found, *(name for name in above if not _unsaid(name, sentence.low))], []
        for category in sorted(set(found)):
            if _citable(sentence):
                quote = view.quote(sentence.start, sentence.end)
                yield Finding("clauses", {"category": category}, (quote,), item=f"{category}|{sentence.start}")


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Every place stands."""
    return findings


def categories(low: str) -> list[str]:
    """The categories of which a sentence, in lower case with single spaces, is a clause, in alphabetical order."""
    found: set[str] = set()
    for word, patterns in _by_word().items():
        if word in low:
            found |= {
                pattern.category for pattern in patterns if pattern.category not in found and _fires(pattern, low)
            }
    return sorted(found)


@cache
def _by_word() -> dict[str, list[Pattern]]:
    """The patterns by each word of their first group: a sentence is asked once for each word."""
    patterns: dict[str, list[Pattern]] = defaultdict(list)
    for pattern in PATTERNS:
        for word in pattern.needs[0]:
            patterns[word].append(pattern)
    return dict(patterns)


def _fires(pattern: Pattern, low: str) -> bool:
    if not all(any(need in low for need in group) for group in pattern.needs[1:]):
        return False
    return bool(_compiled(pattern.says).search(low)) and not (pattern.unless and _compiled(pattern.unless).search(low))


@cache
def _compiled(text: str) -> re.Pattern[str]:
    return compiled(text)


FEWEST_WORDS = 5
"""Words of a sentence that can be a clause."""

LONGEST_HEADING = 8
"""Words of a run-in heading at most: "10.3 No Third Party Beneficiaries." is one, and says nothing for itself."""

_SAYS = compiled(
    r"\b(?:shall|will|must|may|can|cannot|is|are|be|was|were|has|have|had|do|does|agree[sd]?|grants?|owns?|retains?"
    r"|warrants?|assigns?|pays?|appl(?:y|ies)|survives?|represents?|waives?|\w+ed)\b|[%$]"
)
_DEFINES = compiled(
    r"\W*(?:\(?\w{1,3}\)\W*)?(?:for (?:the )?purposes? of|as used (?:in|herein)|[\"“][^\"”]+[\"”] means)\b"
)
"""What stands between a heading and its clause: it says what words mean."""

_NOT_EXCLUSIVE = compiled(r"\bnon-? ?exclusive|\bnot\b[^.;]{0,60}\bexclusiv|\bno exclusiv|\W*(?:[\d.]+\W+)?nothing\b")
_EXCLUSIVITY = compiled(r"\W*(?:(?:section|article)\s)?[\d.]*\W*exclusivity\W*", re.IGNORECASE)
"""A heading in a paragraph of its own that names what stands under it, where often no other word does."""

_DENIES = compiled(r"\W*(?:[\d.]+\W+)?(?:no|non|not|nothing)\b")


_LEADERS = "......"
"""Dots that lead to the page number in a table of contents."""


def _is_heading(low: str) -> bool:
    return low.count(" ") < LONGEST_HEADING and not _SAYS.search(low)


def _named_above(view: View, paragraph: Paragraph) -> list[str]:
    """What the heading in front of a paragraph names."""
    above = view.before(paragraph, 1)
    named = above and above[-1].kind == "heading" and _EXCLUSIVITY.fullmatch(above[-1].text)
    return ["Exclusivity"] if named else []


def _unsaid(category: str, low: str) -> bool:
    """Whether the sentence under a heading takes back what the heading names."""
    return category == "Exclusivity" and bool(_NOT_EXCLUSIVE.search(low))


def _citable(sentence: Sentence) -> bool:
    least, most = QUOTE_LETTERS
    if _LEADERS in sentence.low:
        return False
    return sentence.low.count(" ") + 1 >= FEWEST_WORDS and least <= letters(sentence.text) <= most
