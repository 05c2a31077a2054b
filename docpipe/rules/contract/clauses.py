"""Clauses by category: the sentences that a lawyer would mark, one finding per place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract.clause_model import model, terms
from docpipe.rules.contract.clause_outright import SURE, about_something_else, outright
from docpipe.rules.contract.clause_patterns import PATTERNS, Pattern
from docpipe.rules.contract.clause_text import Sentence, letters, sentences
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Paragraph

ANSWERS = ("clauses",)

QUOTE_LETTERS = (12, 3000)
"""Letters and digits that a clause's quote has: shorter ones cannot be found again, longer ones point at nothing."""


def find(view: View) -> Iterable[Finding]:
    """One finding per category and place: a sentence, or sentences of a paragraph that follow each other.

    By place and then by name: places that begin together stand in one order, wherever a chunk ends.
    """
    for place in sorted(_places(candidates(view)), key=lambda place: (place.start, place.category)):
        quote = view.quote(place.start, place.end)
        item = f"{place.category}|{place.start}"
        yield Finding("clauses", {"category": place.category}, (quote,), item=item, confidence=place.confidence)


class Candidate(Struct, frozen=True):
    """A sentence that can be a clause, the ``number``-th of its chunk, with the terms of the headings that it stands
    under and the categories of the keyword patterns that fire on it. Those that it denies it is no clause of."""

    number: int
    sentence: Sentence
    heading: tuple[str, ...]
    keywords: frozenset[str]
    denied: frozenset[str]


def candidates(view: View) -> Iterator[Candidate]:
    """The sentences that can be clauses; what a run-in heading says counts for the sentence that it heads."""
    seen, above, over = -1, list[str](), tuple[str, ...]()
    for number, sentence in enumerate(sentences(view)):
        if sentence.paragraph.index != seen:
            seen, above = sentence.paragraph.index, _named_above(view, sentence.paragraph)
            over = _heading_terms(view, sentence.paragraph)
        if sentence.paragraph.kind == "heading":
            continue
        found = categories(sentence.low)
        if _is_heading(sentence.low):
            above = [] if _DENIES.match(sentence.low) else found
            over = (*over, *terms(sentence.low))
            continue
        if not _DEFINES.match(sentence.low):
            found, above = [*found, *(name for name in above if not _unsaid(name, sentence.low))], []
        if _citable(sentence):
            yield Candidate(number, sentence, over, frozenset(found), _denied(sentence.low, found))


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


class _Place(Struct):
    """A clause in the making: sentences that follow each other, the last of them the ``number``-th."""

    category: str
    start: int
    end: int
    number: int
    paragraph: int
    letters: int
    confidence: float


def _places(candidates: Iterable[Candidate]) -> Iterator[_Place]:
    """The clauses among the candidates, sentences of one paragraph and category that follow each other joined."""
    open_: dict[str, _Place] = {}
    for candidate in candidates:
        sentence = candidate.sentence
        found = dict.fromkeys(outright(sentence.low), SURE)
        found |= model().found(terms(sentence.low), candidate.heading, candidate.keywords)
        for category, confidence in found.items():
            if category in candidate.denied:
                continue
            size = letters(sentence.text)
            place = open_.get(category)
            if place is not None and _adjoin(place, candidate) and place.letters + size <= JOINED_LETTERS:
                place.end, place.number, place.letters = sentence.end, candidate.number, place.letters + size
                place.confidence = max(place.confidence, confidence)
                continue
            if place is not None:
                yield place
            open_[category] = _Place(
                category, sentence.start, sentence.end, candidate.number, sentence.paragraph.index, size, confidence
            )
    yield from open_.values()


def _adjoin(place: _Place, candidate: Candidate) -> bool:
    """Whether a sentence goes on where a clause ends. Rows of a table do not: their cells stand side by side."""
    paragraph = candidate.sentence.paragraph
    return place.number + 1 == candidate.number and place.paragraph == paragraph.index and paragraph.kind != "table"


@cache
def _by_word() -> dict[str, list[Pattern]]:
    """The patterns by each word of their first group: a sentence is asked once for each word."""
    patterns: dict[str, list[Pattern]] = defaultdict(list)
    for pattern in PATTERNS:
        for word in pattern.needs[0]:
            patterns[word].append(pattern)
    return dict(patterns)


DENIABLE = {"Exclusivity", "Insurance", "License Grant", "Minimum Commitment"}
"""Categories whose patterns know the words that deny them. Of 8 sentences of the development contracts that the model
took for a clause of these and that are denied, gold has none."""


_LATE = compiled(r"\boverdue\b|\blate (?:payment|in paying)\b|\bliquidated damages\b|\bservice credits?\b")
_SHARED = compiled(r"royalt|revenue|profit|commission|proceeds|\bnet sales|\bgross")
"""A share of what is late, and of what is earned: both are so many percent."""


def _denied(low: str, found: list[str]) -> frozenset[str]:
    """The categories whose words a sentence has only to take them back."""
    denied = {
        pattern.category
        for pattern in PATTERNS
        if pattern.category in DENIABLE and pattern.category not in found and _takes_back(pattern, low)
    }
    if "exclusiv" in low and "Exclusivity" not in found and _NOT_EXCLUSIVE.search(low):
        denied.add("Exclusivity")
    if _LATE.search(low) and not _SHARED.search(low):
        denied.add("Revenue/Profit Sharing")
    return frozenset((*denied, *about_something_else(low)))


def _takes_back(pattern: Pattern, low: str) -> bool:
    if pattern.unless is None or not all(any(need in low for need in group) for group in pattern.needs):
        return False
    return bool(_compiled(pattern.says).search(low)) and bool(_compiled(pattern.unless).search(low))


def _fires(pattern: Pattern, low: str) -> bool:
    if not all(any(need in low for need in group) for group in pattern.needs[1:]):
        return False
    return bool(_compiled(pattern.says).search(low)) and not (pattern.unless and _compiled(pattern.unless).search(low))


@cache
def _compiled(text: str) -> re.Pattern[str]:
    return compiled(text)


JOINED_LETTERS = 1200
"""Letters and digits of a clause's sentences together at most: longer ones point at a page and not at a place."""

HEADING_REACH = 12
"""Paragraphs above a sentence among which its heading is looked for."""

HEADING_LETTERS = 90
"""Characters of a heading at most: longer ones are text."""

HEADING_TERMS = 10
"""Words of a heading that count."""

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


def _heading_terms(view: View, paragraph: Paragraph) -> tuple[str, ...]:
    """The words of the nearest heading in front of a paragraph."""
    for before in reversed(view.before(paragraph, HEADING_REACH)):
        if before.kind == "heading":
            text = before.text.lower() if len(before.text) < HEADING_LETTERS else ""
            return tuple(terms(text)[:HEADING_TERMS])
    return ()


def _unsaid(category: str, low: str) -> bool:
    """Whether the sentence under a heading takes back what the heading names."""
    return category == "Exclusivity" and bool(_NOT_EXCLUSIVE.search(low))


def _citable(sentence: Sentence) -> bool:
    least, most = QUOTE_LETTERS
    if _LEADERS in sentence.low:
        return False
    return sentence.low.count(" ") + 1 >= FEWEST_WORDS and least <= letters(sentence.text) <= most
