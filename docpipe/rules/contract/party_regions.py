"""Where parties stand outside of preambles: "between X – hereinafter "Supplier" –", as the continent writes it.

A region is a stretch of the opening, smoothed, and where in it the parties begin.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract.passages import smooth
from docpipe.rules.view import View
from docpipe.types import Paragraph

BETWEEN = "between"
MOST_LINES = 14
"""Paragraphs of such a region: names, seats, registers and what the parties are called, each on lines of its own."""

LEAD = 160
"""Characters in which the word "between" and the first letter of a name stand, on one line or two."""

LONGEST = 3_500
"""Characters of such a region."""

_BETWEEN = compiled(
    r"\W*(?i:(?:(?:entered\s+into|made|concluded|dated)\b[^.;:()\"]{0,80}?\s)?(?:zwischen\s*/\s*)?(?:by\s+and\s+)?(?:between|among))\W+(?=[A-Z])"
)
_BETWEEN_WORD = compiled(r"(?i)between|among")
_CALLED = compiled(
    r"\b(?:hereinafter|hereafter|herein|referred\s+to\s+as|called)\b[^\"()\n]{0,60}\"[^\"]{2,60}\""
    r"|\((?:the\s+)?(?:\"[^\"]{2,60}\"|[A-Z][a-z]{3,}(?:\s[A-Z][a-z]{3,})?)\)"
)
_ENDS = compiled(
    r"\W*(?:(?i:preamble|preliminary|recitals?|background|whereas|introduction|contents|article|section|clause)\b|§|1\.?\s)"
)


class Region(Struct, frozen=True):
    """The stretch ``text`` at ``start`` of the document; the list of parties begins at ``begin`` of it."""

    start: int
    text: str
    begin: int


def regions(view: View) -> Iterator[Region]:
    """The first paragraph of the opening that begins with "between" and a name, with those that go on with it."""
    opening = view.opening
    for place, paragraph in enumerate(opening):
        begins = view.document.text[paragraph.start : paragraph.start + LEAD]
        lead = _BETWEEN.match(smooth(begins)) if _BETWEEN_WORD.search(begins) else None
        if lead is None:
            continue
        end = _end(paragraph, opening[place + 1 : place + MOST_LINES])
        text = smooth(view.document.text[paragraph.start : end])
        if len(_CALLED.findall(text)) > 1 and len(text) <= LONGEST:
            yield Region(paragraph.start, text, lead.end())
            return


def _end(first: Paragraph, following: tuple[Paragraph, ...]) -> int:
    end = first.end
    for paragraph in following:
        if paragraph.kind == "heading" or _ENDS.match(paragraph.text):
            break
        end = paragraph.end
    return end
