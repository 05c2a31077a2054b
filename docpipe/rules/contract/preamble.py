"""Where an agreement names itself, its date and its parties: from "This Agreement is made" to the recitals.

A document may hold several (amendments and exhibits have their own); each is found by the chunk that owns its first
paragraph, and deriving keeps the first one of the document.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract.passages import goes_on, smooth
from docpipe.rules.contract.signatures import signs
from docpipe.rules.view import View
from docpipe.types import Finding, Paragraph

MAX_PARAGRAPHS = 30
"""A preamble that lists its parties one under another is seldom longer."""

MAX_CHARACTERS = 9_000

WHAT = (
    r"(?:agreement|contract|lease|licen[cs]e|amendment|addendum|memorandum|deed|undertaking|letter|plan|order|guaranty"
    r"|guarantee|indenture|instrument|supplement|arrangement|understanding|settlement|statement\s+of\s+work"
    r"|joint\s+venture|terms\s+and\s+conditions|term\s+sheet|joint\s+filing)s?"
)
_VERB = (
    r"(?:between|among|amongst|b\s?e\s?t\s?w\s?e\s?e\s?n|made|entered|dated|effective|executed|signed|concluded"
    r"|by\s+and"
    r"|sets?\s+forth|constitutes(?!.{0,40}(?:entire|whole|complete))|confirms?|is\s+with|is\s+by|date|having"
    r"|witnesseth|as\s+of)"
)
_NOT_A_CLAUSE = (
    r"(?!\b(?:(?:of|under|to|in|for|by|with)\s+this\b|(?:shall(?!\s+be\s+effective\b[^.;]{0,120}\bmade\s+and\s+entered\b)|may|will|means?|pursuant|hereof|hereto|entire|(?<!\()together\s+with"
    r"|provisions?"
    r"|obligations?|term|termination|amounts?|supersedes?|contains?|govern\w*|neither|nothing|final|expression)\b))"
)
_OPENS = compiled(
    rf"(?:(?:^\W*|(?<=[.:;_\"]\s)|(?<=[.:;_\"]\s\s)|(?-i:(?<=[A-Z\d)]\s)(?=This)|(?<=\d\s)(?=THIS)))(?-i:This"
    rf"|THIS)\b(?:{_NOT_A_CLAUSE}(?:[^.;:]|\.(?!\s+[A-Z][a-z]))){{1,200}}?\b{WHAT}\b"
    rf"|^\W*(?-i:The|THE)\b(?:(?!\b(?:(?:under|pursuant\s+to)\s+this|obligations?)\b)[^.;:]){{0,60}}?\b{WHAT}\b"
    rf"|^[\W\d]*(?-i:(?:[A-Z][\w'-]*(?:[ ,]+(?:[A-Z][\w'-]*|and|for|of"
    rf"|to|&)){{0,9}}?[ ,]+)?)(?-i:AGREEMENT|Agreement|CONTRACT|Contract)"
    rf"\b(?=[\s,]*(?:\([^()]{{0,80}}\))?[\s,]*(?:dated|made|entered|effective|between|by\s+and|among)\b))"
    rf"(?:{_NOT_A_CLAUSE}(?:[^.;]|\.(?!\s+(?-i:[A-Z][a-z]+\s+[a-z])))){{0,400}}?\b{_VERB}\b",
    re.IGNORECASE | re.DOTALL,
)
_NAMES_SOMEONE = compiled(
    r"[(\[][^()\[\]]{0,120}[\"][^()\[\]]{1,80}[)\]]|\bbetween\b|\bamong\b|\bby\s+and\b|b\s?e\s?t\s?w\s?e\s?e\s?n"
    r"|\bentered\s+into\s+by\b|\bin\s+favou?r\s+of\b|\bhere(?:in)?after\s+(?:called|referred)\b",
    re.IGNORECASE,
)
_NUMBERED = compiled(r"\s*\d{1,2}\.\d")  # a section: "2.1 This Agreement commences on …"

HEAD_CHARACTERS = 320
"""How far into a paragraph a preamble may begin: headings that were not split off stand before it."""

_STOP = compiled(
    r"\b(?:WHEREAS|Whereas|RECITALS?\b|Recitals?\b(?=\s*(?:[:.]|[A-Z(1]|$))|W\s?I\s?T\s?N\s?E\s?S\s?S\s?E\s?T\s?H"
    r"|Witnesseth"
    r"|DEFINITIONS\b(?=\s*(?:[:.\n]|$))|PRELIMINARY\s+STATEMENTS?|BACKGROUND|Background(?=\s*(?:[:.]|[A-Z(1]|$))|NOW,?\s+THEREFORE|Now,?\s+[Tt]herefore"
    r"|(?i:in\s+consideration\s+of)|(?i:the\s+parties\s+(?:hereto\s+)?(?:hereby\s+)?(?:agree|covenant)\b)"
    r"|(?i:table\s+of\s+contents)|(?i:hereby\s+(?:mutually\s+)?(?:agree|covenant))|(?i:agree\s+as\s+follows))"
)
_CLAUSE = compiled(
    r"\s*(?:(?:ARTICLE|SECTION|Article|Section|CLAUSE)\s+(?:[\dIVX]+|ONE|One)\b|1\.?[01]?\.?\s+[A-Z]|I\.\s+[A-Z])"
)
_INLINE_CLAUSE = compiled(r"[.;:]\s+1\.\s*[A-Z]")


class Preamble(Struct, frozen=True):
    """The stretch ``text[start:start + len(text)]`` of the document, smoothed, and its first paragraph."""

    first: Paragraph
    start: int
    text: str

    @property
    def basis(self) -> str:
        """What findings of this preamble have as their basis: ``preamble@`` and its offset."""
        return f"preamble@{self.start}"


@lru_cache(maxsize=4)
def preambles(view: View) -> tuple[Preamble, ...]:
    """The preambles that begin in a chunk."""
    return tuple(
        _read(view, paragraph)
        for paragraph in view.own
        if opens(paragraph) and not _NUMBERED.match(paragraph.text) and _NAMES_SOMEONE.search(_start(view, paragraph))
    )


def first_basis(findings: list[Finding], field: str) -> str | None:
    """The basis of the first preamble that has findings for a field."""
    starts = [int(f.basis.partition("@")[2]) for f in findings if f.field == field and f.basis.startswith("preamble@")]
    return f"preamble@{min(starts)}" if starts else None


def opens(paragraph: Paragraph) -> bool:
    """Whether a paragraph begins a preamble: "This Agreement is made", "SUPPLY AGREEMENT dated"."""
    match = _OPENS.search(smooth(paragraph.text[:1200])) if len(paragraph.text) > 24 else None
    return match is not None and match.start() < HEAD_CHARACTERS


def _start(view: View, paragraph: Paragraph) -> str:
    """The text in which a preamble must name someone: the paragraph, and the next ones if it is short."""
    if len(paragraph.text) > 200:
        return smooth(paragraph.text[:1200])
    return smooth(" ".join(part.text[:200] for part in (paragraph, *view.after(paragraph, 4))))


def _read(view: View, first: Paragraph) -> Preamble:
    """Up to the first sign of recitals or clauses, or the greatest length."""
    pieces: list[str] = []
    before: Paragraph | None = None
    for paragraph in (first, *view.after(first, MAX_PARAGRAPHS)):
        text = smooth(paragraph.text)
        if before is not None:
            if _CLAUSE.match(text) or signs(paragraph) or sum(map(len, pieces)) > MAX_CHARACTERS:
                break
            gap = paragraph.start - before.end
            pieces.append((" " if goes_on(before, paragraph) else "\n") * gap)
        skip = 0 if before else 40
        stops = [match.start() for match in (_STOP.search(text, skip), _INLINE_CLAUSE.search(text, skip)) if match]
        pieces.append(text[: min(stops)] if stops else text)
        if stops:
            break
        before = paragraph
    return Preamble(first, first.start, "".join(pieces)[:MAX_CHARACTERS])
