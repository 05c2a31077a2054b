"""Figures that a model tells in its own words: each has to stand in the document, in digits or written out."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from docpipe.patterns import compiled
from docpipe.types import Check, Document
from docpipe.verify.confirm import numbers_in

LEAST = 10
"""Smaller whole numbers count things, number points and stand in every document."""


def strange_figures(document: Document, path: str, text: str) -> Iterator[Check]:
    """A check for a text whose figures do not all stand in the document: invented, or computed."""
    told = {found: Decimal(found.replace(",", "")) for found in _FIGURE.findall(text)}
    told = {found: value for found, value in told.items() if value >= LEAST or value % 1}
    strange = _less(told, {Decimal(found.replace(",", "")) for found in _FIGURE.findall(document.text)})
    strange = _less(strange, numbers_in(document.text)) if strange else {}
    if strange:
        message = f"told in the model's own words, and not in the document: {', '.join(strange)}"
        yield Check(path, "unconfirmed", "warning", message)


def _less(told: dict[str, Decimal], known: set[Decimal]) -> dict[str, Decimal]:
    return {found: value for found, value in told.items() if value not in known}


_FIGURE = compiled(r"\d+(?:,\d{3})*(?:\.\d+)?")
