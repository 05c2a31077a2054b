"""Page numbers that stand by themselves, and the source line of EDGAR printouts: known by form or by counting."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from docpipe.cleaning.edges import Edge, value_of
from docpipe.cleaning.inner import Found
from docpipe.patterns import compiled

CHAIN = 3
"""Pages that a bare number must count up on; two are enough where it is the outermost row, or its neighbour is."""

OUTERMOST = 1
"""Rows further out than a page number, such as a source line."""

_NUMBER = r"(?:\d{1,4}|[ivxlc]{1,7}|[IVXLC]{1,7}|[A-Z]{1,2}\s?[-–.]\s?\d{1,3}(?:[-–.]\d{1,3})?)"
_PAGE_NUMBER = compiled(
    rf"(?P<explicit>(?:page|第)\s*)?(?P<dash>[-–—~·•\[(|/]\s*)?(?P<number>{_NUMBER})(?P<close>\s*[-–—~·•\])|/])?"
    rf"(?:\s*页)?(?P<of>\s*(?:of|/|共|，共|,\s*共)\s*\d{{1,4}}(?:\s*页)?)?",
    re.IGNORECASE,
)
_SOURCE = compiled(r"Source:\s.{2,200},\s*[\w/() -]{2,24},\s*\d{1,2}/\d{1,2}/\d{4}")
_WITH_PAGE = compiled(
    r"[^\W_].*(?:[\d,|•·–—-]\s*page\s+\d{1,4}|\bpage\s+\d{1,4}\s+of\s+\d{1,4})|page\s+\d{1,4}\s+of\s+\d{1,4}\s.*",
    re.IGNORECASE,
)
_REVISION = compiled(r"Rev(?:\.|ised|ision:?)?\s+(?:[\w.,:/]+\s+){0,4}[\w.:/]*\d[\w.:/]*(?:\s[AP]M)?")
_STAMP = compiled(
    r"[A-Z][\w&-]{1,15}(?:\\[\w&-]{1,15}){0,2}\\ ?\d{5,12}(?:[._]\d{1,3})?"
    r"|(?:[\w&-]{1,15}[:/#] ?){0,4}\d{6,12}[._][vV]?\d"
)
LONGEST = 24
"""Characters of a line that says nothing but the number of its page."""
_LONGEST_STAMP = 40

EDGAR = "the source line of an EDGAR printout"
FILE_NUMBER = "the file number of a document"
BY_FORM = "a page number by its form"

LONGEST_NUMBER = 12
"""Characters of a page number that stands by itself, its dashes included."""


_OF_EXHIBIT = compiled(
    r"(?:exh(?:ibit|\.)|schedule|annex|appendix|attachment)\s+(?P<number>[A-Z\d]{1,3}[-–]\d{1,3})", re.IGNORECASE
)


def number_in_exhibit(text: str) -> bool:
    """Whether a line that stands at the foot of a page of an exhibit could be its number: ``Exhibit A-1``."""
    return len(text) <= LONGEST and _OF_EXHIBIT.fullmatch(text) is not None


def number_of(text: str) -> tuple[str, int] | None:
    """The family and the count of a line that could be a page number and says nothing else."""
    match = _PAGE_NUMBER.fullmatch(text.strip())
    if match is None or (match["dash"] or "")[:1] in ("(", "["):
        return None
    return value_of(match["number"])


def known_alone(edges: Sequence[Edge]) -> Found:
    """The lines that are furniture whatever else the pages say."""
    few = [edge for edge in edges if len(edge.text) <= _LONGEST_STAMP or len(edge.lines) > 1]
    return {**_page_numbers(few), **_source_lines(edges), **_stamps(few)}


def _page_numbers(edges: Sequence[Edge]) -> Found:
    """The lines that are page numbers: written out as such, or going up with the pages."""
    candidates = [
        (edge, line.index, match, *value_of(match["number"]))
        for edge in edges
        for line in edge.lines
        if len(line.text) <= LONGEST and (match := _PAGE_NUMBER.fullmatch(line.text.strip()))
    ]
    pages: dict[tuple[str, int], set[int]] = defaultdict(set)
    for edge, _, _, family, value in candidates:
        pages[family, value - edge.page].add(edge.page)
    found: Found = {
        edge.lines[0].index: ("page_number", BY_FORM)
        for edge in edges
        if edge.rank <= OUTERMOST and len(edge.text) <= _LONGEST_STAMP and _with_page(edge)
    }
    for edge, index, match, family, value in candidates:
        if edge.page == value == 1 and edge.rank == 0 and edge.side == "top" and len(edge.lines) == 1:
            found[index] = ("page_number", "the number one above the first page")
            continue
        together = pages[family, value - edge.page]
        if match["explicit"] or (match["of"] and "/" not in match["of"]) or _framed(match):
            found[index] = ("page_number", BY_FORM)
        elif value > 0 and len(together) >= (2 if edge.rank <= OUTERMOST else CHAIN):
            found[index] = ("page_number", f"a number that goes up with the pages, {len(together)} times")
    return found


def _with_page(edge: Edge) -> bool:
    """Whether a short row names its page beside other words, as in ``Exhibit B, Page 2``."""
    return len(edge.lines) == 1 and "page" in edge.text.lower() and _WITH_PAGE.fullmatch(edge.text) is not None


def _framed(match: re.Match[str]) -> bool:
    """Whether a number stands between dashes or the like; in brackets it could be a negative figure."""
    dash = (match["dash"] or "").strip()
    return bool(dash and match["close"]) and dash not in "(["


def _source_lines(edges: Sequence[Edge]) -> Found:
    """The line that EDGAR printouts carry at the foot of every page."""
    return {
        line.index: ("footer", EDGAR)
        for edge in edges
        if edge.side == "bottom" and "Source:" in edge.text and _SOURCE.fullmatch(edge.text.strip())
        for line in edge.lines
    }


def _stamps(edges: Sequence[Edge]) -> Found:
    """The number under which a law firm files a document, and the edition of a printed form, at the foot of pages or
    of the last one alone."""
    found: Found = {}
    for edge in edges:
        if edge.side != "bottom" or edge.rank > OUTERMOST + 1 or len(edge.lines) > 1 or len(edge.text) > _LONGEST_STAMP:
            continue
        if edge.text[-1].isdigit() and _STAMP.fullmatch(edge.text):
            found[edge.lines[0].index] = ("footer", FILE_NUMBER)
        elif edge.text.startswith("Rev") and _REVISION.fullmatch(edge.text):
            found[edge.lines[0].index] = ("footer", "the edition of a printed form")
    return found
