"""Defined terms and where: ``"Affiliate" means …``, ``(the "Seller")``, ``“关联方”指…``, ``（以下简称“甲方”）``.

Part of a document's outline: whoever reads a clause with a capitalised word wants to go where it gets its meaning. A
term is listed as often as it is defined; whether two definitions contradict each other is not judged here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.types import Document, Paragraph, paragraphs
from docpipe.words import Span

LONGEST = 80
"""Characters of a term at most: the longest of 61 development contracts has 71."""

_TERM = rf"(?:\"[^\"“”\n]{{1,{LONGEST}}}\"|“[^\"“”\n]{{1,{LONGEST}}}”|``[^`'\n]{{1,{LONGEST}}}'')"
_QUOTED = compiled(_TERM)
_MARKS = "\"“”`'  ,."

_MEANS = compiled(
    rf"(?P<terms>{_TERM}(?:(?:,|,?\s(?:or|and)|\s?/)\s*{_TERM})*)\s*(?:\([^()]{{0,60}}\)\s*)?,?\s*"
    r"(?:(?:(?:as|when)\s+(?:used|stated)\s+(?:herein|in\s+this\s+\w+)|for\s+(?:the\s+)?purposes?\s+of\s+this\s+\w+),?\s*)?"
    r"(?:shall\s+|will\s+)?(?:also\s+|collectively\s+|each\s+)?"
    r"(?:means?\b|includes?\b(?! but)|refers?\s+to\b|(?:has|have)\s+the\s+(?:respective\s+)?meanings?\b"
    r"|(?:is|are|be)\s+(?:hereby\s+)?defined\b|be\s+deemed\s+to\s+mean\b)"
)
_MEANS_ZH = compiled(
    rf"(?P<terms>{_TERM}(?:\s?[、或和及/]\s?{_TERM})*)\s?(?:（[^（）]{{0,60}}）\s?)?[，：:]?\s?(?:一词)?"
    r"(?:均|应|系|是|即|意)?(?:指|意味着|具有|的定义|定义为)"
)
_ASIDE = compiled(r"\(([^()]*[\"“”`][^()]*)\)|（([^（）]*[\"“”][^（）]*)）")
_FILLING = compiled(
    r"(?i)(?:\b(?:the|an?|each|any|either|all|both|collectively|together|individually|jointly|severally|separately|also|"
    r"sometimes|hereinafter|hereafter|herein|hereunder|referred|to|as|or|and|called|known|being|such|with|its|their|in|"
    r"this|agreement|contract|for|purposes?|of|defined|may|be|is|are|collective|individual|party|parties|date|described|"
    r"above|below|from|time|other|said|respectively|shall|will)\b"
    r"|以下|下文|上述|本合同|本协议|中|简称|合称|统称|分别|单独|各|称|为|之|下|以|或|和|及|与|每|一|方|均|又|亦|其)"
)
_ELSEWHERE = compiled(
    r"(?i)\b(?:as\s+(?:such\s+term\s+is\s+)?defined\s+in|within\s+the\s+meaning|see|e\.g|includ\w+|such\s+as|formerly)\b|见|参见"
)
_BEFORE = compiled(r"^[(（][^\"“”`]*[,，;；](?=[^,，;；\"“”`]*[\"“`])")
"""What stands in front of the words that introduce a term: "together with its Schedules, this …"."""

_LEFT_OVER = 12
"""Letters beside the term and the usual words up to which what stands in brackets still is a definition."""

_SENTENCE = compiled(r"(?<=[.;:!?])\s+(?=\S)|(?<=[。；！？])")


class Definition(Struct, frozen=True):
    """A term, where it stands quoted, and the stretch of text that gives it its meaning (spans of the text).

    ``in_passing`` is one that a sentence introduces in brackets, for what follows: the same word before it is a word.
    """

    term: str
    span: Span
    meaning: Span
    in_passing: bool = False


def definitions(document: Document) -> tuple[Definition, ...]:
    """The defined terms of a document in the order of its text; tables and headings define none."""
    found = [one for paragraph in paragraphs(document) for one in _defined(paragraph)]
    return tuple(sorted(found, key=lambda one: one.span))


def _defined(paragraph: Paragraph) -> Iterator[Definition]:
    text = paragraph.text
    if paragraph.kind == "heading" or not any(mark in text for mark in '"“`'):
        return
    taken: set[int] = set()
    for pattern in (_MEANS, _MEANS_ZH):
        for match in pattern.finditer(text):
            end = _sentence_end(text, match.end())
            for quoted in _QUOTED.finditer(text, *match.span("terms")):
                if quoted.start() not in taken:
                    taken.add(quoted.start())
                    yield from _definition(paragraph, quoted, (match.start(), end))
    for match in _ASIDE.finditer(text):
        if _defines(match.group()):
            start = _sentence_start(text, match.start())
            for quoted in _QUOTED.finditer(text, match.start(), match.end()):
                if quoted.start() not in taken:
                    yield from _definition(paragraph, quoted, (start, match.end()), in_passing=True)


def _definition(
    paragraph: Paragraph, quoted: re.Match[str], meaning: Span, in_passing: bool = False
) -> Iterator[Definition]:
    term = " ".join(quoted.group().strip(_MARKS).split())
    if any(character.isalnum() for character in term):
        at = paragraph.start
        yield Definition(term, (at + quoted.start(), at + quoted.end()), (at + meaning[0], at + meaning[1]), in_passing)


def _defines(aside: str) -> bool:
    """Whether brackets hold terms and the words that introduce them, and not much more."""
    if _ELSEWHERE.search(aside) or not _QUOTED.search(aside):
        return False
    rest = _FILLING.sub("", _QUOTED.sub("", _BEFORE.sub("", aside)))
    return sum(character.isalnum() for character in rest) <= _LEFT_OVER


def _sentence_start(text: str, at: int) -> int:
    """Where the sentence that holds an offset begins, in its paragraph."""
    return max((match.end() for match in _SENTENCE.finditer(text, 0, at)), default=0)


def _sentence_end(text: str, at: int) -> int:
    """Where it ends; the stop belongs to it."""
    match = _SENTENCE.search(text, at)
    return match.start() if match else len(text.rstrip())
