"""The kind ``financial_report``: the figures of a report's consolidated statements, by line and period.

``items`` hold the lines that every report is asked for, for the form's own duration (a 10-Q: the quarter for income,
the year to date for cash flows) and one comparative period; everything else is in ``more_items``. Values are decimals
in whole units of the currency, signed as printed; figures per share stay as printed.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, get_args

from docpipe.kinds.base import Kind

ItemName = Literal[
    "revenue", "cost_of_revenue", "gross_profit", "operating_income", "income_before_tax", "income_tax", "net_income",
    "eps_basic", "eps_diluted", "total_assets", "total_liabilities", "total_equity", "cash_and_equivalents",
    "operating_cash_flow", "capex", "long_term_debt", "dividends_per_share", "shares_outstanding",
]  # fmt: skip

ITEM_NAMES: tuple[str, ...] = get_args(ItemName)

UnitName = Literal[
    "units", "thousands", "ten_thousands", "hundred_thousands", "millions", "ten_millions", "hundred_millions",
    "billions",
]  # fmt: skip
Measure = Literal["money", "per_share", "shares"]
Scope = Literal["consolidated", "parent", "other_registrant", "other"]
Statement = Literal["income", "comprehensive_income", "balance_sheet", "cash_flow", "equity", "cover", "other"]


@dataclass(slots=True, kw_only=True)
class Item:
    """A line for a period. ``period_start`` is null for what is of one day, and where no page tells it."""

    name: ItemName
    value: Decimal
    measure: Measure
    period_start: datetime.date | None = None
    period_end: datetime.date | None = None
    label: str | None = None
    printed: str | None = None


@dataclass(slots=True, kw_only=True)
class FurtherItem:
    """A line that is not asked for by name, or of another period or scope; without a known name it has its label's."""

    name: ItemName | str
    value: Decimal
    measure: Measure
    period_start: datetime.date | None = None
    period_end: datetime.date | None = None
    label: str | None = None
    printed: str | None = None
    scope: Scope = "consolidated"
    statement: Statement = "other"


@dataclass(slots=True, kw_only=True)
class AuditOpinion:
    """What the auditor says of the statements, and whether the report doubts that the company goes on."""

    type: Literal["unqualified", "qualified", "adverse", "disclaimer", "review"] | None = None
    going_concern: Literal[True, False] = False


@dataclass(slots=True, kw_only=True)
class FinancialReport:
    """A periodic report. ``null`` means that the document does not say."""

    company: str | None = None
    form: str | None = None
    period_end: datetime.date | None = None
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None
    currency: str | None = None
    unit: UnitName | None = None
    unit_printed: str | None = None
    items: list[Item] = field(default_factory=list)
    more_items: list[FurtherItem] = field(default_factory=list)
    auditor: str | None = None
    audit_opinion: AuditOpinion | None = None
    summary: str | None = None
    risks: list[str] = field(default_factory=list)


def _key(*names: str) -> Any:
    """An item key made of some attributes of the element."""
    return lambda element: "|".join(str(element.get(name) or "") for name in names)


FINANCIAL_REPORT = Kind(
    name="financial_report",
    description="company, period and the figures of the statements of an annual or quarterly report or a release",
    model=FinancialReport,
    item_keys={
        "items": _key("name", "period_start", "period_end"),
        "more_items": _key("statement", "scope", "label", "name", "period_start", "period_end"),
        "risks": lambda element: str(element).casefold(),
    },
    prose=("summary",),
)
