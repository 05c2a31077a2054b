"""The kind ``summary``: what any document is about, in its own sentences."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from docpipe.kinds.base import Kind


@dataclass(slots=True, kw_only=True)
class KeyPoint:
    """A sentence of the document; ``section`` is the heading that it stands under."""

    text: str
    kind: Literal["date", "amount", "obligation", "decision"]
    section: str | None = None


@dataclass(slots=True, kw_only=True)
class SummaryDate:
    """A day, and the words that it stands in."""

    date: datetime.date
    what: str | None = None


@dataclass(slots=True, kw_only=True)
class SummaryAmount:
    """An amount of money, and the words that it stands in."""

    amount: Decimal
    currency: str | None = None
    what: str | None = None


@dataclass(slots=True, kw_only=True)
class Summary:
    """What a document is about. Tables are left out: their rows say nothing by themselves."""

    title: str | None = None
    summary: str | None = None
    key_points: list[KeyPoint] = field(default_factory=list)
    dates: list[SummaryDate] = field(default_factory=list)
    amounts: list[SummaryAmount] = field(default_factory=list)
    organisations: list[str] = field(default_factory=list)


SUMMARY = Kind(
    name="summary",
    description="title, summary, key points, dates, amounts and organisations of any document",
    model=Summary,
    item_keys={
        "key_points": lambda element: "".join(filter(str.isalnum, element["text"].casefold())),
        "dates": lambda element: str(element["date"]),
        "amounts": lambda element: f"{element['amount']}|{element['currency']}",
        "organisations": lambda element: "".join(filter(str.isalnum, str(element).casefold())),
    },
    prose=("summary",),
)
