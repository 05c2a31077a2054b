"""On what a duty or a penalty depends: "if the fee is late, …", "except as agreed", "provided that …"."""

from __future__ import annotations

import re

from docpipe.patterns import compiled
from docpipe.rules.contract.clause_text import Sentence, letters
from docpipe.rules.later import later
from docpipe.rules.view import View
from docpipe.types import Quote
from docpipe.words import Span

_WHEN = (
    r"(?:if|unless|in\s+(?:the\s+)?(?:event|case)|when(?:ever)?|where(?:ver)?|upon|once|should|except|subject\s+to"
    r"|(?:so|as)\s+long\s+as|to\s+the\s+extent|only|until|after|following|without(?!\s+(?:limit|prejudice))|at\s+[^,;]{1,40}?\brequest"
    r"|during|throughout|for\s+(?:(?:a|an|the|any|so|as|such|each)\s(?!avoidance|purposes?\b)"
    r"|[\w-]+\s+(?:\(\d+\)\s+)?(?:days?|months?|years?))"
    r"|from\s+(?:and\s+after|time)|before|prior|beginning|commencing|no[t\s]+more\s+than"
    r"|with\s+[^,;]{1,40}?\bconsent|on\s+(?:the\s+)?(?:expiration|termination|request|receipt)|in\s+[^,;]{3,30}\bdiscretion)\b"
)
_LEADING = later(
    rf"(?:^|[.;:)\u2013\u2014-]\s+|,\s+)(?:(?:\d+(?:\.\d+)*\.?|\(\w{{1,4}}\))\s+)*(?:(?:and|but|or|then|that),?\s+)?"
    rf"(?P<said>(?i:{_WHEN}).*?)[\s,;:]*(?:\bthen\b,?\s*)?(?:\b[Tt]he\s+)?\Z",
    re.DOTALL,
)
_FURTHER = later(
    rf"(?:[.;]|,?\s+(?:and|but)|\bthat)[\s,]+(?P<said>(?i:{_WHEN})[^;]*?)[\s,:]*(?:\bthen\b,?\s*)?(?:\b[Tt]he\s+)?\Z"
)
_ASIDE = later(
    rf"(?:,|\bthat,?)\s+(?P<said>(?i:{_WHEN}).*?)\s*"
    r"(?:[,:]\s*|,\s+(?:it|they|he|she)\s+\w+\s+(?:not\s+|never\s+)?)\Z",
    re.DOTALL,
)
_TRAILING = later(
    r"\s*[,;:]?\s*(?:(?:and|but)\s+)?(?P<said>(?:provided|except|unless|subject\s+to|(?:so|as)\s+long\s+as|if)\b[^;]{3,900}?)"
    r"\s*(?:;|\.?\s*\Z)"
)
_IF = later(
    r"\b(?P<word>if|in\s+the\s+event\s+(?:that|of)|where|should|unless|upon|when)\s+(?P<condition>.{8,240}):\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
_ITEM = compiled(r"\s*\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[).]\s")

_JOINED = compiled(r",\s+(?:and|but)\s*\Z")

LONGEST_LIST = 8
"""Items of a list before one that may stand between it and the words that lead to the list."""

LONGEST = 900
"""Characters in front of a subject in which its condition begins."""

SHORTEST = 6
"""Letters of a condition: "if so" says nothing without what stands before it."""


def leading(text: str, begin: int, subject: int) -> Span | None:
    """The condition in front of a subject, in its clause from ``begin`` on: of a sentence's first one, or a further."""
    first = max(begin, subject - LONGEST)
    return _span((_LEADING() if begin == 0 else _FURTHER()).search(text[first:subject]), first)


def aside(text: str, start: int, action: int) -> Span | None:
    """The condition between commas in front of an action: "shall, without consent, …"."""
    return _span(_ASIDE().search(text[start:action]), start)


def trailing(text: str, end: int) -> Span | None:
    """The condition behind an action that ends at ``end``."""
    return _span(_TRAILING().match(text, end), 0)


def _span(match: re.Match[str] | None, offset: int) -> Span | None:
    if match is None:
        return None
    said = match["said"]
    if joined := _JOINED.search(said):  # "if a clause is void, the others stand, and Buyer shall": two main clauses
        comma = said.rfind(",", 0, joined.start())
        said = said[: comma if comma > 0 else joined.start()]
    start = match.start("said") + offset
    return (start, start + len(said)) if letters(said) >= SHORTEST else None


def above(view: View, sentence: Sentence) -> tuple[str, str, Quote] | None:
    """The condition of a list that a sentence is an item of, its word apart: "If", "Buyer is late", above "(a) …"."""
    if not _ITEM.match(sentence.text) or not sentence.text.startswith(sentence.paragraph.text[:4]):
        return None
    for before in reversed(view.before(sentence.paragraph, LONGEST_LIST)):
        if match := _IF().search(before.text):
            quote = view.quote(before.start + match.start(), before.start + match.end())
            return match["word"], " ".join(match["condition"].split()), quote
        if not _ITEM.match(before.text):
            return None
    return None
