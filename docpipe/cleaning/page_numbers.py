"""Page numbers that stand by themselves, and the source line of EDGAR printouts: known by form or by counting."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from docpipe.cleaning.edges import Edge, value_of
from docpipe.cleaning.inner import Found

CHAIN = 3
"""Pages that a bare number must count up on; two are enough where it is the outermost row, or its neighbour is."""

OUTERMOST = 1
"""Rows further out than a page number, such as a source line."""

_NUMBER = r"(?:\d{1,4}|[ivxlc]{1,7}|[IVXLC]{1,7}|[A-Z]{1,2}\s?[-–.]\s?\d{1,3}(?:[-–.]\d{1,3})?)"
_PAGE_NUMBER = re.compile(
    rf"(?P<explicit>(?:page|第)\s*)?(?P<dash>[-–—~·•\[(|/]\s*)?(?P<number>{_NUMBER})(?P<close>\s*[-–—~·•\])|/])?"
    rf"(?:\s*页)?(?P<of>\s*(?:of|/|共|，共|,\s*共)\s*\d{{1,4}}(?:\s*页)?)?",
    re.IGNORECASE,
)
_EDGAR = re.compile(r"Source:\s.{2,200},\s*[\w/ -]{2,20},\s*\d{1,2}/\d{1,2}/\d{4}")
_LONGEST = 24


def page_numbers(edges: Sequence[Edge]) -> Found:
    """The lines that are page numbers: written out as such, or going up with the pages."""
    candidates = [
        (edge, line.index, match)
        for edge in edges
        for line in edge.lines
        if len(line.text) <= _LONGEST and (match := _PAGE_NUMBER.fullmatch(line.text.strip()))
    ]
    pages: dict[tuple[str, int], set[int]] = defaultdict(set)
    for edge, _, match in candidates:
        family, value = value_of(match["number"])
        pages[family, value - edge.page].add(edge.page)
    found: Found = {}
    for edge, index, match in candidates:
        family, value = value_of(match["number"])
        together = pages[family, value - edge.page]
        if match["explicit"] or match["of"] or _framed(match):
            found[index] = ("page_number", "a page number by its form")
        elif value > 0 and len(together) >= (2 if edge.rank <= OUTERMOST else CHAIN):
            found[index] = ("page_number", f"a number that goes up with the pages, {len(together)} times")
    return found


def _framed(match: re.Match[str]) -> bool:
    """Whether a number stands between dashes or the like; in brackets it could be a negative figure."""
    dash = (match["dash"] or "").strip()
    return bool(dash and match["close"]) and dash not in "(["


def source_lines(edges: Sequence[Edge]) -> Found:
    """The line that EDGAR printouts carry at the foot of every page."""
    return {
        line.index: ("footer", "the source line of an EDGAR printout")
        for edge in edges
        if edge.side == "bottom" and "Source:" in edge.text and _EDGAR.fullmatch(edge.text.strip())
        for line in edge.lines
    }
