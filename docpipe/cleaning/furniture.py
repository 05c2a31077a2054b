"""Running headers, footers and page numbers: taken out of the body and set aside in ``removed``.

Furniture repeats: at the same height of several pages, digits apart. A line is taken only from the edge inwards, and
never the whole of a page's text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from docpipe.cleaning.inner import Found as _Found
from docpipe.cleaning.inner import drawn_rules, inner_furniture, laid_over
from docpipe.cleaning.lines import Piece, Plan, TextLine, block_lines, rewrite, text_lines
from docpipe.types import Document, Removed, RemovedKind

EDGE_LINES = 6
"""Lines from the top and from the bottom that may be furniture; the tallest running header at hand has 5."""

SAME_HEIGHT = 5.0
"""Points by which a running line's height may differ between pages."""

REPEATS = 3
"""Pages that a line must repeat on to be furniture; two are enough for the same words far from the body."""

_NUMBER = r"(?:\d{1,4}|[ivxlc]{1,7}|[IVXLC]{1,7}|[A-Z]{1,2}\s?[-–.]\s?\d{1,3}(?:[-–.]\d{1,3})?)"
_PAGE_NUMBER = re.compile(
    rf"(?P<explicit>(?:page|第)\s*)?(?P<dash>[-–—~·•\[(|/]\s*)?(?P<number>{_NUMBER})(?P<close>\s*[-–—~·•\])|/])?"
    rf"(?:\s*页)?(?P<of>\s*(?:of|/|共|，共|,\s*共)\s*\d{{1,4}}(?:\s*页)?)?",
    re.IGNORECASE,
)
_EDGAR = re.compile(r"Source:\s.{2,200},\s*[\w/ -]{2,20},\s*\d{1,2}/\d{1,2}/\d{4}")
_SIGNATURE = re.compile(r"_{3,}|\.{6,}|^(by|name|title|date|its|attest|witness|signature)\s*:", re.IGNORECASE)
_OUTLINE = re.compile(r"^(article|section|exhibit|schedule|annex|appendix|attachment)\s+[\dA-Z]", re.IGNORECASE)
_ROMAN = re.compile(r"\b[ivxlc]+\b|\b[IVXLC]+\b")
_LETTERS = re.compile(r"[^\W_].|#")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class _Edge:
    """A line near the top (``rank`` counts down from it) or the bottom of its page, and its distance from there."""

    line: TextLine
    side: str
    rank: int
    distance: float
    key: str


def without_furniture(document: Document) -> Document:
    """The document without its running lines, which stand in ``removed`` with kind, place and reason."""
    lines = text_lines(document)
    found = _furniture(document, lines)
    if not found:
        return document
    pieces = []
    for _, own in block_lines(document, lines):
        kept = [line for line in own if line.index not in found]
        if kept:
            pieces.append(Piece(kept[0].index, kept[-1].index + 1))
    joins = {line.index: "\n" for line in lines}
    removed = tuple(
        Removed(kind, lines[index].page, lines[index].box, lines[index].text, why)
        for index, (kind, why) in sorted(found.items())
    )
    return replace(rewrite(document, lines, Plan(pieces, joins, removed=found)), removed=document.removed + removed)


def _furniture(document: Document, lines: Sequence[TextLine]) -> _Found:
    heights = {page.number: page.height for page in document.pages}
    by_page: dict[int, list[TextLine]] = defaultdict(list)
    for line in lines:
        by_page[line.page].append(line)
    edges = [edge for page, own in by_page.items() for edge in _edges(own, heights[page])]
    reasons = {**_repeated(edges, len(by_page)), **_numbers(edges), **_sources(edges)}
    inner = {**drawn_rules(lines), **inner_furniture(lines, _key)}
    found: _Found = {}
    for page in by_page.values():
        found.update(_from_the_edge(page, reasons, {**inner, **laid_over(page)}))
    return found


def _edges(lines: list[TextLine], height: float) -> list[_Edge]:
    """The outermost lines of a page, those of the upper side first; a line in both counts where it is nearer."""
    ordered = sorted(lines, key=lambda line: line.top)
    edges = []
    for rank, line in enumerate(ordered):
        back = len(ordered) - 1 - rank
        if rank < EDGE_LINES and (rank <= back or back >= EDGE_LINES):
            edges.append(_Edge(line, "top", rank, line.top, _key(line.text)))
        elif back < EDGE_LINES:
            edges.append(_Edge(line, "bottom", back, height - line.bottom, _key(line.text)))
    return edges


def _key(text: str) -> str:
    """What stays the same from page to page: digits folded, and Roman numerals of a page number."""
    folded = _DIGITS.sub("#", text)
    if len(folded) < 40:
        folded = _ROMAN.sub("#", folded)
    return "".join(folded.split()).casefold()


def _repeated(edges: Sequence[_Edge], page_count: int) -> _Found:
    """Lines that stand at one height of several pages, of all or of every other one."""
    groups: dict[tuple[str, str], list[_Edge]] = defaultdict(list)
    for edge in edges:
        if _LETTERS.search(edge.key) and not _SIGNATURE.search(edge.line.text):
            groups[edge.side, edge.key].append(edge)
    found: _Found = {}
    for (side, _), group in groups.items():
        kind: RemovedKind = "header" if side == "top" else "footer"
        seen: set[str] = set()
        for edge in group:
            alike = {other.line.page for other in group if abs(other.distance - edge.distance) <= SAME_HEIGHT}
            if len(alike) >= REPEATS or (len(alike) == 2 and _same_words(group) and page_count <= 4):
                if _OUTLINE.match(edge.line.text) and edge.line.text not in seen:
                    seen.add(edge.line.text)  # its first page is where the exhibit or section begins
                    continue
                found[edge.line.index] = (kind, f"the same line at the same height of {len(alike)} pages")
    return found


def _same_words(group: Sequence[_Edge]) -> bool:
    return len({edge.line.text for edge in group}) == 1 and len(group[0].key) > 8 and max(e.rank for e in group) == 0


def _numbers(edges: Sequence[_Edge]) -> _Found:
    """Page numbers: written out as such, or going up with the pages."""
    candidates = [(edge, match) for edge in edges if (match := _PAGE_NUMBER.fullmatch(edge.line.text.strip()))]
    steps: Counter[tuple[str, int]] = Counter()
    values = {edge.line.index: _value(match["number"]) for edge, match in candidates}
    for edge, _ in candidates:
        family, value = values[edge.line.index]
        steps[family, value - edge.line.page] += 1
    found: _Found = {}
    for edge, match in candidates:
        family, value = values[edge.line.index]
        together = steps[family, value - edge.line.page]
        if match["explicit"] or match["of"] or (match["dash"] and match["close"]):
            found[edge.line.index] = ("page_number", "a page number by its form")
        elif together >= 2 and value > 0:
            found[edge.line.index] = ("page_number", f"a number that goes up with the pages, {together} times")
    return found


_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def _value(number: str) -> tuple[str, int]:
    """The family that a page number belongs to (``""``, ``"roman"``, ``"A-"``) and its count within."""
    if number.isdigit():
        return "", int(number)
    if digits := re.search(r"\d+$", number):
        return number[: digits.start()], int(digits[0])
    values = [_ROMAN_VALUES[letter] for letter in number.lower()]
    signed = [-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True)]
    return "roman", sum(signed)


def _sources(edges: Sequence[_Edge]) -> _Found:
    """The line that EDGAR printouts carry at the foot of every page."""
    return {
        edge.line.index: ("footer", "the source line of an EDGAR printout")
        for edge in edges
        if edge.side == "bottom" and _EDGAR.fullmatch(edge.line.text.strip())
    }


def _from_the_edge(lines: list[TextLine], reasons: _Found, inner: _Found) -> _Found:
    """The furniture of one page: from each edge inwards up to the first line of the body; never the whole page."""
    ordered = sorted(lines, key=lambda line: line.top)
    taken = {line.index: inner[line.index] for line in lines if line.index in inner}
    for side in (ordered, ordered[::-1]):
        for line in side:
            if line.index not in reasons and line.index not in taken:
                break
            taken[line.index] = reasons.get(line.index) or taken[line.index]
    if len(taken) < len(lines):
        return taken
    numbers = {index: reason for index, reason in taken.items() if reason[0] == "page_number"}
    return numbers if len(numbers) < len(lines) else {}
