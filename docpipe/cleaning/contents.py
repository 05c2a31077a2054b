"""Tables of contents: their entries look like headings and are none."""

from __future__ import annotations

import re
from collections.abc import Sequence

RUN = 3
"""Entries that must follow each other: two lines that end in numbers are anything."""

_LEADER = re.compile(r"\.{3,}|(?:\.\s){3,}|…{2,}|·{3,}")
_ENTRY = re.compile(
    r"(?P<title>.*[^\W\d_].*?)(?P<dots>[\s.…·_-]+)(?P<page>\d{1,4}|[ivxlc]{1,6}|[A-Z]-\d{1,3})$", re.DOTALL
)
_LONGEST = 160


def entries(texts: Sequence[str]) -> set[int]:
    """Which of a document's blocks are entries of a table of contents: at least three on end that lead to a page,
    their page numbers never falling, or most of them with dots that lead there."""
    found: set[int] = set()
    run: list[int] = []
    pages: list[int] = []
    for at, text in enumerate([*texts, ""]):
        page = _page(text)
        if page is None or (pages and page < pages[-1]):
            if len(run) >= RUN and _sure([texts[one] for one in run], pages):
                found.update(run)
            run, pages = [], []
        if page is not None:
            run.append(at)
            pages.append(page)
    return found


def _page(text: str) -> int | None:
    """The page that an entry leads to; Roman ones come before all others."""
    if len(text) > _LONGEST or not (match := _ENTRY.fullmatch(text)):
        return None
    digits = re.search(r"\d+$", match["page"])
    return int(digits[0]) if digits else 0


def _sure(texts: Sequence[str], pages: Sequence[int]) -> bool:
    """Whether a run is one of contents: dots lead to the pages, or titles with a page that soon grows."""
    dotted = sum(_LEADER.search(text) is not None for text in texts)
    return 2 * dotted >= len(texts) or (pages[0] <= 20 and pages[-1] > pages[0] and len(texts) >= 2 * RUN)
