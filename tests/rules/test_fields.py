"""Fields of somebody's own kind, by the labels of a document."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

import pytest
from building import document

from docpipe.kinds.own import of
from docpipe.kinds.twin import Money
from docpipe.rules import fields


@dataclass
class Terms:
    monthly_rent: Money | None = None
    effective_date: datetime.date | None = None
    heated: bool | None = None
    units: Decimal | None = None
    landlord: str | None = None
    permitted_use: Literal["retail", "retail and storage", "office"] | None = None
    tenants: list[str] = field(default_factory=list)


TERMS = of(Terms)


def found(*paragraphs: str) -> list[tuple[str, object, str]]:
    made = document(*paragraphs)
    return [(one.field, one.value, one.quotes[0].text) for one in fields.find(made, TERMS)]


RENT = {"amount": Decimal("5000"), "currency": "USD"}


@pytest.mark.parametrize("nothing", ["None", "none.", "N/A", "n.a.", "Not applicable", "[Nil]", "____", "—"])
def test_words_that_say_that_there_is_nothing_are_no_value(nothing):
    assert found("# LEASE", f"Landlord: {nothing}") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Monthly Rent: $5,000", ("monthly_rent", RENT, "Monthly Rent: $5,000")),
        ("3. MONTHLY RENT (without tax): $5,000", ("monthly_rent", RENT, "3. MONTHLY RENT (without tax): $5,000")),
        ("The monthly rent is $5,000, due on Mondays.", ("monthly_rent", RENT, "monthly rent is $5,000")),
        ("Tenant pays $5,000 (the “Monthly Rent”).", ("monthly_rent", RENT, "$5,000 (the “Monthly Rent”)")),
        ("Landlord: Otter Lamps Inc.", ("landlord", "Otter Lamps Inc.", "Landlord: Otter Lamps Inc.")),
        ("Landlord: Otter Bank, N.A.;", ("landlord", "Otter Bank, N.A.", "Landlord: Otter Bank, N.A.")),
        ("Landlord: the bank of the river.", ("landlord", "the bank of the river", "Landlord: the bank of the river")),
        ("5. Landlord. Landlord: Ann Oak", ("landlord", "Ann Oak", "5. Landlord. Landlord: Ann Oak")),
        ("“Landlord” means Otter Co. Tern is not.", ("landlord", "Otter Co.", "“Landlord” means Otter Co.")),
        ("“Landlord” means Otter Bank.", ("landlord", "Otter Bank", "“Landlord” means Otter Bank")),
        ("Heated: no", ("heated", False, "Heated: no")),
        ("Units: 1,250", ("units", Decimal("1250"), "Units: 1,250")),
        ("Permitted Use: retail", ("permitted_use", "retail", "Permitted Use: retail")),
        ("Heated: No. Permitted Use: retail and storage", ("heated", False, "Heated: No")),
    ],
)  # fmt: skip
def test_a_value_beside_its_label_is_found_and_quoted_with_it(text, expected):
    assert found("# LEASE", text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "Landlord shall keep the roof.",
        "Monthly Rent: to be agreed",
        "Monthly Rent: ______",
        "The monthly rent is payable to the bank that the landlord names in a letter of fifty words, and $5 is a fee.",
        "Permitted Use: retail or office",
        "The units are counted in spring.",
    ],
)  # fmt: skip
def test_what_is_not_sure_is_not_answered(text):
    assert found("# LEASE", text) == []


def test_a_label_with_its_value_beside_it_counts_more_than_a_sentence():
    assert [value for _, value, _ in found("The monthly rent is $10 in May.", "Monthly Rent: $5,000")] == [RENT]


def test_a_list_has_each_of_its_values():
    assert [value for _, value, _ in found("Tenants: Tern Books Inc.; Hollow Oak LLC")] == [
        "Tern Books Inc.",
        "Hollow Oak LLC",
    ]
