"""Where an agreement names itself, its date and its parties: from "This Agreement is made" to the recitals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from docpipe.rules.view import OPENING
from docpipe.types import Document, Paragraph, paragraphs

MAX_PARAGRAPHS = 24
"""A preamble that lists its parties one under another is seldom longer."""

MAX_CHARACTERS = 8_000

WHAT = (
    r"(?:agreement|contract|lease|license|amendment|addendum|memorandum|deed|undertaking|letter|plan|order|guaranty"
    r"|guarantee|indenture|instrument|supplement|arrangement|understanding|settlement|schedule|statement of work)s?"
)
_OPENS = re.compile(
    rf"^[\W\d]*(?:(?:recitals|preamble|parties|background)\W+)?(?:[A-Z]\.\s)?(?:this|the|these)\b.{{0,250}}?\b{WHAT}\b.{{0,400}}?"
    r"\b(?:between|among|amongst|made|entered|dated|effective|executed|signed|by\s+and|sets?\s+forth|constitutes|is\s+with)\b",
    re.IGNORECASE | re.DOTALL,
)
_OPENS_OTHERWISE = re.compile(
    rf"\b(?:by\s+and\s+(?:between|among)|entered\s+into\s+(?:between|by|this|as|on|effective)|{WHAT}\W+(?:is\s+)?"
    r"(?:made\W|entered\W|dated\W|between|by\s+and))",
    re.IGNORECASE,
)
_CONTENTS = re.compile(r"\.{4,}|\b(?:table\s+of\s+)?contents\b|\s\d{1,3}$", re.IGNORECASE)
_STOP = re.compile(
    r"\b(?:WHEREAS|Whereas|RECITALS?|Recitals\b(?=\s*(?:[:.]|[A-Z(1]|$))|W\s?I\s?T\s?N\s?E\s?S\s?S\s?E\s?T\s?H|Witnesseth"
    r"|PRELIMINARY\s+STATEMENTS?|BACKGROUND|Background(?=\s*(?:[:.]|[A-Z(1]|$))|NOW,?\s+THEREFORE|Now,?\s+therefore"
    r"|(?i:in\s+consideration\s+of)|(?i:the\s+parties\s+(?:hereto\s+)?(?:hereby\s+)?(?:agree|covenant)\b)"
    r"|(?i:table\s+of\s+contents))"
)
_CLAUSE = re.compile(r"\s*(?:(?:ARTICLE|Article|SECTION|Section)\s+(?:[\dIVX]+|ONE|One)\b|1\.?\d?\.?\s+[A-Z]|I\.\s+[A-Z])")


@dataclass(frozen=True, slots=True)
class Preamble:
    """The stretch ``text[start:end]`` of the document, and its first paragraph."""

    first: Paragraph
    start: int
    end: int
    text: str


@lru_cache(maxsize=4)
def preamble(document: Document) -> Preamble | None:
    """The first preamble in a document's opening, or None. It ends where recitals or clauses begin."""
    opening = paragraphs(document)[:OPENING]
    first = next((p for p in opening if _opens(p)), None) or next((p for p in opening if _opens_otherwise(p)), None)
    if first is None:
        return None
    end = _end(document, first)
    return Preamble(first, first.start, end, document.text[first.start : end])


def _opens(paragraph: Paragraph) -> bool:
    return len(paragraph.text) > 40 and bool(_OPENS.match(paragraph.text[:700]))


def _opens_otherwise(paragraph: Paragraph) -> bool:
    text = paragraph.text[:600]
    return len(text) > 60 and not _CONTENTS.search(text) and bool(_OPENS_OTHERWISE.search(text))


def _end(document: Document, first: Paragraph) -> int:
    """Where the preamble stops: the first sign of recitals, clauses, or its greatest length."""
    end = first.start
    for paragraph in paragraphs(document)[first.index : first.index + MAX_PARAGRAPHS]:
        if paragraph is not first and _CLAUSE.match(paragraph.text):
            break
        skip = 40 if paragraph is first else 0
        stop = _STOP.search(paragraph.text, skip)
        if stop is not None:
            return paragraph.start + stop.start()
        end = paragraph.end
        if end - first.start > MAX_CHARACTERS:
            break
    return end
