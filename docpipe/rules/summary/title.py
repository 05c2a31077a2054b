"""The title: what is printed largest on the first page, or the first heading there."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from docpipe.patterns import compiled
from docpipe.rules.summary.sentences import one_line, whole
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Paragraph, Quote, paragraphs

ANSWERS = ("title",)

LARGER = 1.15
"""How much larger than the page's other lines a title is printed: headings of sections have up to this."""

LONGEST, SHORTEST = 220, 4
"""Characters of a title."""

LITTLE = 3
"""Letters of words that may be small in a title."""

LINES = 40
"""Paragraphs of the first page among which the title is looked for."""

_NO_TITLE = compiled(
    r"\W*(?:page\b|vol(?:ume)?\b|issn|isbn|doi|https?:|www\.|contents$|table of contents|figure|table\s|chart\s"
    r"|abstract$|summary$"
    r"|introduction$|draft$|confidential$|\d[\d./: -]*$|by\s|目录$|摘要$|图\s?\d|表\s?\d)|.*[,;:，；：]$|.*@",
    2,
)


def find(view: View) -> Iterable[Finding]:
    return ()


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The title of a document that nothing else found."""
    named = title(document)
    return findings if named is None else [*findings, named]


def title(document: Document) -> Finding | None:
    """The title and where it stands."""
    first = _first_page(document)
    if not first:
        return None
    heights = {paragraph.index: _height(document, paragraph) for paragraph in first}
    usual = median(heights.values())
    likely = [paragraph for paragraph in first if _may_be(paragraph)]
    largest = max((heights[paragraph.index] for paragraph in likely), default=0.0)
    if likely and usual and largest >= LARGER * usual:
        start = next(paragraph for paragraph in likely if heights[paragraph.index] == largest)
        return _finding(document, _continued(document, start, heights))
    heading = next((paragraph for paragraph in likely if paragraph.kind == "heading"), None)
    return _finding(document, [heading]) if heading else None


def title_text(document: Document) -> str | None:
    """The title alone."""
    found = title(document)
    return str(found.value) if found else None


def _first_page(document: Document) -> list[Paragraph]:
    everything = paragraphs(document)
    return [one for one in everything[:LINES] if one.page == everything[0].page and one.kind != "table"]


def _may_be(paragraph: Paragraph) -> bool:
    text = one_line(paragraph.text)
    letters = sum(map(str.isalpha, text))
    longer = [word for word in text.split() if len(word) > LITTLE]
    titled = paragraph.kind == "heading" or 2 * sum(not word[0].islower() for word in longer) > len(longer)
    return (
        titled
        and SHORTEST <= len(text) <= LONGEST
        and letters >= len(text) / 2
        and paragraph.kind in ("heading", "paragraph")
        and not _NO_TITLE.match(text)
        and not text.endswith((".", "。"))
    )


def _continued(document: Document, start: Paragraph, heights: dict[int, float]) -> list[Paragraph]:
    """The lines of a title that is printed on several, all of one size."""
    lines = [start]
    for paragraph in paragraphs(document)[start.index + 1 : start.index + 4]:
        height = heights.get(paragraph.index, 0.0)
        if not _may_be(paragraph) or abs(height - heights[start.index]) > 0.06 * heights[start.index]:
            break
        if sum(len(one.text) for one in lines) + len(paragraph.text) > LONGEST:
            break
        lines.append(paragraph)
    return lines


def _height(document: Document, paragraph: Paragraph) -> float:
    """The height of a line of a paragraph in points; nothing in formats without pages."""
    if not document.paged:
        return 0.0
    places = document.places(paragraph.start, min(paragraph.end, paragraph.start + LONGEST))
    heights = [box[3] - box[1] for place in places for box in place.boxes]
    return median(heights) if heights else 0.0


def _finding(document: Document, lines: list[Paragraph]) -> Finding:
    start, end = lines[0].start, lines[-1].end
    quote: Quote = whole(document).quote(start, end)
    return Finding("title", one_line(quote.text), (quote,))
