"""Furniture that does not repeat: page numbers, headers and footers of one page, told by place and form alone.

A number by itself at the edge of a page, apart from the body, is its number. On a document of a few pages, a row at
the edge is a header or footer if it holds the number of the page, says what only such rows say (an address on the web,
volume and issue, when it was printed), or tops an extract. The first page of a document keeps what could be its title
or letterhead.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct

from docpipe.cleaning.edges import Edge
from docpipe.cleaning.inner import Found
from docpipe.patterns import compiled
from docpipe.types import Document, RemovedKind

FEW = 3
"""Pages up to which a document has too few to know its running lines by repetition."""

BAND = 0.12
"""Share of a page's height, above and below, in which furniture stands, unless it is a number in the middle of it."""

EDGE = 0.025
"""Share of a page's height at its lower edge, beyond all margins, where only printers write."""

TOP = 0.045
"""Share of a page's height at its upper edge in which a number needs no free space: 36 of 792 points, half of the usual
margin."""

SHEET = 500.0
"""Points that a page is high at least to be a sheet of paper: A5 is 595, upright."""

FREE = 0.8
"""Least white space between furniture and the body, in heights of the body's lines."""

LEADING = 1.3
"""Least distance of the two, in distances between the body's lines."""

CENTRED = 3.0
"""Points that the middle of a number may be off the middle of the page."""

WIDEST = 2.5
"""Distance of two lines at most, in their heights: that of double spacing."""

BODY_ROWS = 3
"""Rows that a page must have beside: on a page with less, anything may be all that it says."""

PARTED = 1.5
"""Gap, in heights of a row, that parts a page number from the name beside it."""

ROWS = 3
"""Rows that a header or footer has at most, an estimate."""

LONGEST = 120
"""Characters of such a row at most."""

SHORT = 60
"""Characters of a header at most that only its place tells, as names of chapters and books are; an estimate."""

LARGER = 1.15
"""Most size of a header with a page number on the first page, in sizes of the body: titles are larger."""

ALIKE = 0.5
"""Points by which letters of one size may differ in height."""

OFF_CENTRE = 0.1
"""Twice the share of a page's width that the middle of a header may be off the middle of the page."""

LONGEST_NUMBER = 24
"""Characters of a page number that stands by itself, at most."""

_NUMBER = compiled(
    r"(?:page|p\.|第)?\s*[-–—－~·•|\[(]?\s*(?:(?P<arabic>\d{1,5})|(?P<roman>[ivxl]{1,6})|[A-Z]{1,2}\s?[-–]\s?\d{1,5})"
    r"\s*[-–—－~·•|\])]?(?:\s*页)?(?:\s*(?:of|/|共)\s*\d{1,5}(?:\s*页)?)?",
    re.IGNORECASE,
)
_YEAR = compiled(r"(?:19|20)\d\d")
_BATES = compiled(r"[A-Z][A-Z&]{1,11}[ _-]{0,3}\d{5,10}(?:[._]\d{1,4})?")
_TOLD = compiled(
    r"https?://|\bwww\.\w|\bdoi[:\s.]\s?\S*10\.\d{4}|\bvol(?:ume|\.)?\s*\d+\b.*\b(?:no|issue|iss|number)\b\.?\s*\d"
    r"|\bISSN\b|\bpage\W{0,3}\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?\W*$|^(?:downloaded|printed|retrieved) (?:from|on|by)\b"
    r"|^this content downloaded|©\s*(?:copyright\s*)?\d{4}"
    r"|^\d{1,2}/\d{1,2}/\d{2,4},? \d{1,2}:\d\d|^\d{4}年\d{1,2}月\d{1,2}日\s+\d{1,2}[:时]",
    re.IGNORECASE,
)
_STAMPED = compiled(r"^(?:downloaded|printed|retrieved) (?:from|on|by)\b|^this content downloaded|^\d{1,2}/\d", re.I)
_BODY = compiled(
    r"_{3,}.*[^\W_]|[^\W_].*_{3,}|\.{5,}|^(?:by|name|title|date|its|attest|witness|signature|signed|dated|source|note"
    r"|total|subtotal|sum|re|subject|attn|tel|to|from)\b|\bagreement\b|合计|小计|总计|[:：]$|^[/\\]s[/\\]",
    re.IGNORECASE,
)
"""Lines to sign on, labels, totals and titles of contracts."""
_HEAD = compiled(
    r"^(?:article|section|exhibit|schedule|annex|appendix|attachment|item|part|chapter|table|figure|form|clause)"
    r"\s+[\dA-Z]|^第.{1,6}[条章节]|^\(?[\dIVX]{1,4}[.)](?:\d+[.)]?)*\s",
    re.IGNORECASE,
)
_RULE = compiled(r"[-_=–—]{5,}")
_MONTH = compiled(
    r"\b(?:Jan|Febr?|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)(?:uary|ruary|ch|il|ust|ember|ober)?\.?\s+\d{4}$"
)
"""The month that a report is of; a day would be one that something was signed on."""
_OWNED = compiled(r"©|^(?:downloaded|printed|retrieved) (?:from|on|by)\b|^this content downloaded", re.IGNORECASE)
_NOTE = compiled(r"\W?\d{1,3}\s")
_WORD = compiled(r"(?!\W?\d{1,3}[.)]?\s)(?=.*[^\W\d_]\W*[^\W\d_])")
ANY = compiled(r".+")
LATER = compiled(r"\W*(?!1\b)\d{1,3}\W*")
"""A number of a page that does not begin a document, beside what might be its title: numbers of invoices are longer."""

_SENTENCE = compiled(r"(?:(?<!\bInc)(?<!\bCo)(?<!\bCorp)(?<!\bLtd)\.|[;,。；，])$")


def by_form(document: Document, sides: Mapping[int, Sequence[Sequence[Edge]]], found: Found) -> Found:
    """What is furniture by place and form among the rows at the edges of each page, beside what is ``found``."""
    sizes = {page.number: (page.width, page.height) for page in document.pages}
    told: Found = {}
    for number, both in sides.items():
        for edges in both:
            outer = next((edge for edge in edges if not _known(edge, found)), None)
            if outer is None or len(outer.text) > LONGEST_NUMBER or not _is_number(outer.text):
                continue
            rows = _left(edges, found)
            if len(rows) > BODY_ROWS:
                told |= _number(_Side.of(rows, both, sizes[number], document))
    if len(document.pages) <= FEW:
        for _ in range(ROWS):  # a number, or another row, may stand behind what is taken first
            told |= _of_few(document, sides, found | told)
    return told


def _of_few(document: Document, sides: Mapping[int, Sequence[Sequence[Edge]]], found: Found) -> Found:
    """The headers and footers of a document of a few pages."""
    numbers = _numbers_known(document, sides, found)
    told: Found = {}
    for page in document.pages:
        both = sides.get(page.number, ())
        for edges in both:
            rows = _left(edges, found)
            if len(rows) > BODY_ROWS:
                side = _Side.of(rows, both, (page.width, page.height), document)
                first = page.number == document.pages[0].number
                told |= _rows_of(side, numbers.get(page.number), first)
    return told


class _Side(Struct, frozen=True):
    """The rows that are left at the top or bottom of a page, from the edge inwards, and its measures in points."""

    rows: Sequence[Edge]
    size: tuple[float, float]
    line: float
    leading: float
    document: Document

    @classmethod
    def of(
        cls, rows: Sequence[Edge], both: Sequence[Sequence[Edge]], size: tuple[float, float], document: Document
    ) -> _Side:
        edges = [edge for side in both for edge in side]
        lines = [edge.lines[0] for edge in edges]
        height = median(min(line.height, line.x1 - line.x0) for line in lines)  # turned lines are tall and narrow
        leading = median(abs(one.distance - other.distance) for side in both for one, other in pairwise(side))
        return cls(rows, size, height, min(max(leading, height), WIDEST * height), document)

    @property
    def is_top(self) -> bool:
        return self.rows[0].side == "top"

    def free(self, rank: int) -> float:
        """White space between a row and the row further in."""
        outer, inner = self.rows[rank].lines, self.rows[rank + 1].lines
        upper, lower = (outer, inner) if self.is_top else (inner, outer)
        return min(line.top for line in lower) - max(line.bottom for line in upper)

    def parted(self, rank: int) -> bool:
        """Whether white space parts a row from the row further in."""
        if rank + 1 >= len(self.rows) or self.free(rank) < FREE * self.line:
            return False
        if "\t" in self.rows[rank + 1].text:  # a row of a table: their distances differ with what their cells hold
            return self.free(rank) >= 2 * FREE * self.line
        return abs(self.rows[rank + 1].distance - self.rows[rank].distance) >= LEADING * self.leading

    def in_band(self, edge: Edge) -> bool:
        return edge.distance + edge.lines[0].height / 2 <= BAND * self.size[1]

    def parts(self, edge: Edge) -> list[str]:
        """What a row says, cut at wide gaps."""
        words, text = self.document.words, self.document.text
        parts: list[str] = []
        end, before = -1e9, -1
        for line in edge.lines:
            for index in range(line.first, line.last):
                x0, _, x1, _ = words.box(index)
                word = text[words.starts[index] : words.ends[index]]
                if x0 - end > PARTED * line.height:
                    parts.append(word)
                else:
                    parts[-1] += word if words.starts[index] == before else f" {word}"
                end, before = x1, words.ends[index]
        return parts


def _left(edges: Sequence[Edge], found: Found) -> list[Edge]:
    return [edge for edge in edges if not _known(edge, found)]


def _known(edge: Edge, found: Found) -> bool:
    first, *others = edge.lines
    return first.index in found and all(line.index in found for line in others)


def _is_number(text: str) -> bool:
    match = _NUMBER.fullmatch(text)
    if _YEAR.fullmatch(text):
        return False
    if match is None:
        return _BATES.fullmatch(text) is not None
    return match["roman"] is None or len(text) > 1 or text in "ivx"


def _number(side: _Side) -> Found:
    """The outermost row, which could be a page number, if it stands apart, at the edge or in the middle of the page."""
    edge = side.rows[0]
    if not side.parted(0) and not (side.is_top and edge.distance <= TOP * side.size[1] and side.size[1] >= SHEET):
        return {}
    if min(line.height for line in edge.lines) <= 0:
        return {}
    middle = (edge.lines[0].x0 + edge.lines[-1].x1) / 2
    centred = abs(middle - side.size[0] / 2) <= CENTRED and side.free(0) >= 2 * FREE * side.line
    if not centred and not side.in_band(edge):
        return {}
    return {line.index: ("page_number", "a number by itself at the edge of the page") for line in edge.lines}


def _numbers_known(document: Document, sides: Mapping[int, Sequence[Sequence[Edge]]], found: Found) -> dict[int, int]:
    """The number that each page gives itself, where it does."""
    texts = [(entry.page, entry.text) for entry in document.removed if entry.kind == "page_number"]
    for both in sides.values():
        for line in (line for side in both for edge in side for line in edge.lines):
            if line.index in found and found[line.index][0] == "page_number":
                texts.append((line.page, line.text))
    return {page: int(digits[0]) for page, text in texts if (digits := re.search(r"\d{1,6}", text))}


def _rows_of(side: _Side, number: int | None, first: bool) -> Found:
    """The header or footer at one side of a page: a few rows apart from the body, one of them sure. ``number`` is what
    the page calls itself, and ``first`` says that it begins the document."""
    count = next((rank + 1 for rank in range(ROWS) if side.parted(rank)), 0)
    rows = side.rows[:count]
    if len(side.rows) - count < BODY_ROWS or any(_is_body(side, edge) for edge in rows):
        return {}
    why = next((why for edge in rows if (why := _surely(side, edge, number, first))), None)
    if why is None:
        return {}
    kind: RemovedKind = "header" if side.is_top else "footer"
    return {line.index: ("page_number" if _is_number(edge.text) else kind, why) for edge in rows for line in edge.lines}


def _is_body(side: _Side, edge: Edge) -> bool:
    if not side.in_band(edge) or len(edge.text) > LONGEST or edge.of_figures:
        return True
    sentence = _SENTENCE.search(edge.text) is not None and not _OWNED.search(edge.text)
    return sentence or _BODY.search(edge.text) is not None


def _surely(side: _Side, edge: Edge, number: int | None, first: bool) -> str | None:
    """Why a row apart from the body is furniture; None if it need not be."""
    if _below_margins(side, edge):
        return "it stands below all margins"
    if _STAMPED.search(edge.text):
        return "it says where the page comes from"
    title = side.is_top and first and number in (None, 1)  # or a letterhead
    beside = number is None and _beside_number(side, edge, LATER if title else ANY)
    if beside and not (side.is_top and _HEAD.match(edge.text)):
        return "it holds the number of the page"
    if title or _HEAD.match(edge.text):
        return None
    return _surely_inside(side, edge, number, first)


def _surely_inside(side: _Side, edge: Edge, number: int | None, first: bool) -> str | None:
    """The same for what could be no title."""
    if number is None and _is_number(edge.text):
        return "it holds the number of the page"
    if _TOLD.search(edge.text) and not _NOTE.match(edge.text):
        return "it says what headers and footers say"
    if number is None:
        return None
    if side.is_top and _RULE.fullmatch(edge.text) and edge is not side.rows[0]:
        return "a rule parts it from the body"
    if not side.is_top and edge is side.rows[0] and _MONTH.search(edge.text):
        return "the month of the document at the foot of the page"
    if side.is_top and first and edge is side.rows[0] and _tops_extract(side, edge):
        return f"a short line above the text of page {number}, which begins the document"
    return None


def _below_margins(side: _Side, edge: Edge) -> bool:
    """Whether a row stands where only printers write, on a page of a sheet's size and in letters smaller than its own;
    pages that were cut out have anything there."""
    low = not side.is_top and edge is side.rows[0] and edge.distance <= EDGE * side.size[1]
    return low and side.size[1] >= SHEET and edge.lines[0].height <= side.line


def _beside_number(side: _Side, edge: Edge, numbers: re.Pattern[str]) -> bool:
    """Whether a row has a page number for one of its parts, and words for the others; a header in no large letters."""
    parts = [part.strip() for part in "|".join(side.parts(edge)).split("|")]
    found = [part for part in parts if _is_number(part)]
    others = [part for part in parts if part not in found and part]
    counts = {digits[0] for part in found if (digits := re.search(r"\d+", part))} or set(found)
    if len(counts) != 1 or not others or not numbers.fullmatch(found[0]):
        return False
    small = not side.is_top or edge.lines[0].height <= LARGER * side.line
    return small and all(_WORD.match(part) for part in others)


def _tops_extract(side: _Side, edge: Edge) -> bool:
    """Whether a row is short and plain, as headings are not: in letters no larger than the next row's, on the right or
    in the middle, there not in capitals."""
    line = edge.lines[0]
    if len(edge.text) > SHORT or line.bold or _SENTENCE.search(edge.text):
        return False
    centred = abs((line.x0 + edge.lines[-1].x1) - side.size[0]) <= OFF_CENTRE * side.size[0]
    if not centred and line.x0 < side.size[0] / 2:
        return False
    return line.height <= side.rows[1].lines[0].height + ALIKE and not (centred and edge.text.isupper())
