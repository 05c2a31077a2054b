"""The sheets of a workbook and their columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from docpipe.kinds.contract import CATEGORIES

Sort = Literal["text", "number", "date"]

DECISIONS = ("accept", "correct", "reject", "absent")
"""What a reviewer can choose for a row."""

REVIEW = ("Decision", "Corrected value", "Note")
"""The columns that a reviewer fills."""

IDENTITY = "docpipe"
"""The hidden column by which a row is known when it comes back."""


NO_DATES = "dates_not_found"
"""The column that names the dates that are not there: a column of dates holds nothing else, and an empty cell alone
reads as if there were none in the document."""


class Column(Struct, frozen=True):
    """``name`` is a field, an attribute of an element, or ``field/attribute``; ``sort`` says what may stand in it."""

    title: str
    name: str
    sort: Sort = "text"
    width: int = 18


class Sheet(Struct, frozen=True):
    """One sheet. ``field`` is the list whose elements are its rows; None for one row a document."""

    title: str
    columns: tuple[Column, ...]
    field: str | None = None
    reviewed: bool = False


def _columns(*rows: tuple[str, str] | tuple[str, str, Sort] | tuple[str, str, Sort, int]) -> tuple[Column, ...]:
    return tuple(Column(*row) for row in rows)


CONTRACTS = Sheet(
    "Contracts",
    _columns(
        ("Title", "title", "text", 34),
        ("Parties", "parties/name", "text", 40),
        ("Agreement date", "agreement_date", "date", 14),
        ("Effective date", "effective_date", "date", 14),
        ("Effective when", "effective_condition"),
        ("Expiration date", "expiration_date", "date", 14),
        ("Dates not found", NO_DATES, "text", 18),
        ("Expires by", "expiration_basis/kind", "text", 12),
        ("Term", "term"),
        ("Renewal term", "renewal_term"),
        ("Notice to end renewal", "notice_period"),
        ("Governing law", "governing_law"),
        ("Disputes", "dispute_resolution/method"),
        ("Venue", "dispute_resolution/venue", "text", 26),
        ("Seat", "dispute_resolution/seat"),
        ("Governing language", "governing_language"),
        ("Payment days", "payment_terms/days", "number", 12),
        ("Late interest", "payment_terms/late_interest"),
        ("Liability cap", "liability_cap/amount", "number", 16),
        ("Cap currency", "liability_cap/currency", "text", 10),
        ("Cap formula", "liability_cap/formula", "text", 30),
        ("IP ownership", "ip_ownership", "text", 30),
        ("Confidentiality term", "confidentiality_term"),
        ("Amends", "amends/title", "text", 26),
        ("Status", "status/stage", "text", 14),
        ("Left open", "completeness/what", "text", 26),
        ("Summary", "summary", "text", 50),
    ),
)
LISTS = {
    "contract": (
        Sheet(
            "Obligations",
            _columns(
                ("Party", "party", "text", 24),
                ("Modality", "modality", "text", 10),
                ("Action", "action", "text", 60),
                ("Deadline", "deadline", "text", 24),
                ("Condition", "condition", "text", 40),
                ("Clause", "clause", "text", 10),
            ),
            "obligations",
            reviewed=True,
        ),
        Sheet(
            "Amounts",
            _columns(
                ("What", "what", "text", 40),
                ("Amount", "amount", "number", 18),
                ("Currency", "currency", "text", 10),
                ("Role", "role", "text", 10),
                ("Payer", "payer"),
                ("Payee", "payee"),
                ("Per", "per"),
                ("Tax", "tax"),
            ),
            "amounts",
            reviewed=True,
        ),
        Sheet(
            "Penalties",
            _columns(
                ("Trigger", "trigger", "text", 50),
                ("Amount", "amount", "number", 16),
                ("Currency", "currency", "text", 10),
                ("Rate", "rate", "number", 10),
                ("Rate unit", "rate_unit"),
                ("Of", "base", "text", 26),
                ("Per", "per"),
                ("Cap", "cap", "text", 20),
                ("Payer", "payer"),
            ),
            "penalties",
            reviewed=True,
        ),
        Sheet(
            "Parties",
            _columns(
                ("Name", "name", "text", 40),
                ("Role", "role"),
                ("Side", "side"),
                ("Entity type", "entity_type"),
                ("Jurisdiction", "jurisdiction"),
                ("Identifier", "identifier"),
                ("Address", "address", "text", 40),
                ("Also called", "aliases", "text", 24),
            ),
            "parties",
            reviewed=True,
        ),
    ),
    "financial_report": (
        Sheet(
            "Items",
            _columns(
                ("Item", "name", "text", 24),
                ("Value", "value", "number", 20),
                ("Measure", "measure", "text", 10),
                ("From", "period_start", "date", 12),
                ("To", "period_end", "date", 12),
                ("Label", "label", "text", 40),
                ("Printed", "printed", "text", 16),
            ),
            "items",
            reviewed=True,
        ),
    ),
}
VALUES = Sheet(
    "Values",
    _columns(
        ("Field", "field", "text", 30),
        ("Value", "value", "text", 40),
        ("Place", "where"),
        ("Quote", "quote", "text", 60),
    ),
    reviewed=True,
)
"""What a reviewer decides on that stands on no list: dates, terms, law, clauses."""
CLAUSES = Sheet("Clauses", tuple(Column(category, category, "text", 12) for category in CATEGORIES))
CHECKS = Sheet(
    "Checks",
    _columns(
        ("About", "about", "text", 30),
        ("Check", "rule"),
        ("Severity", "severity", "text", 10),
        ("What it says", "message", "text", 80),
        ("Place", "where", "text", 12),
        ("Quote", "quote", "text", 60),
    ),
)
FAILED = Sheet(
    "Failed",
    _columns(
        ("Document", "document", "text", 50), ("Error", "code", "text", 18), ("What to do", "message", "text", 100)
    ),
)
MAIN_TITLES = {"financial_report": "Reports", "summary": "Summaries", "questions": "Answers"}


def title_of(field: str, attribute: str) -> str:
    """The title of the column that shows an attribute of a list's elements."""
    sheets = (sheet for several in LISTS.values() for sheet in several if sheet.field == field)
    columns = {column.name: column.title for sheet in sheets for column in sheet.columns}
    return columns.get(attribute, attribute)


def sheets_of(kind: str) -> Sequence[Sheet]:
    """The sheets with a row for each element, in their order."""
    return LISTS.get(kind, ())
