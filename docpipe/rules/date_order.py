"""Whether a document prints dates of figures day first or month first: 03/04/2025.

A date of the document that can only be read one way tells; else the law that it chooses; else the places that its
opening names, or all of it. Where nothing does, they are read month first, and every one is doubted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from docpipe.patterns import compiled
from docpipe.rules.dates import DAY_FIRST, figures
from docpipe.rules.jurisdictions import CANADIAN_PROVINCES, US_STATES, find_jurisdictions
from docpipe.types import Document

_MAY_BE_FIGURES = compiled(r"\d\s?([/.-])\s?\d{1,2}\s?\1\s?\d")
_CHOICE = compiled(r"\b(?:govern|constru|interpret)\w*", re.IGNORECASE)

OPENING = 6_000
"""Characters of a document in which it says where its parties are."""

MIXED = frozenset(
    {"Canada", "Philippines", "China", "Hong Kong", "Macau", "Taiwan", "Japan", "South Korea", "Hungary", "Lithuania",
     "Mongolia", *CANADIAN_PROVINCES}
)  # fmt: skip
"""Where both orders are in use, or the year comes first."""

AMERICAN = frozenset({"United States", *US_STATES})


@contextmanager
def reading(document: Document) -> Iterator[None]:
    """While it lasts, dates of figures are read as this document prints them."""
    token = DAY_FIRST.set(order_of(document) == "day")
    try:
        yield
    finally:
        DAY_FIRST.reset(token)


@lru_cache(maxsize=2)
def order_of(document: Document) -> str:
    """``day``, ``month``, ``unknown``; ``none`` where no date can be read two ways."""
    text = document.text
    if not _MAY_BE_FIGURES.search(text):
        return "none"
    printed = [pair for pair in figures(text) if min(pair) <= 12 < max(pair) <= 31 or max(pair) <= 12]
    if all(first == second for first, second in printed if max(first, second) <= 12):
        return "none"
    told = {"day" if first > 12 else "month" for first, second in printed if max(first, second) > 12}
    if told:
        return told.pop() if len(told) == 1 else "unknown"
    return _of_places(_chosen(text)) or _of_places(text[:OPENING]) or _of_places(text) or "unknown"


def _chosen(text: str) -> str:
    """The surroundings of the words that choose a law."""
    near = (text[max(0, match.start() - 100) : match.end() + 200] for match in _CHOICE.finditer(text))
    return "\n".join(part for part in near if "law" in part.casefold())


def _of_places(text: str) -> str | None:
    """The order that all places named in a text share, or None."""
    names = {place.name.rpartition(", ")[2] for place in find_jurisdictions(text)}
    if not names or names & MIXED:
        return None
    return "month" if names <= AMERICAN else "day" if not names & AMERICAN else None
