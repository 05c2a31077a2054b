"""Clauses worded as they are outside of the United States, and what only sounds like a clause of a category."""

from __future__ import annotations

import pytest

from docpipe.rules.contract import clauses


def found(settled, sentence: str) -> set[str]:
    return {clause["category"] for clause in settled(clauses, sentence).data["clauses"] or ()}


@pytest.mark.parametrize(
    ("category", "sentence"),
    [
        (
            "Price Restrictions",
            "The prices of Annex 4 are fixed prices, excluding VAT, and are valid until 30.06.2028.",
        ),
        ("No-Solicit Of Customers", "(c) entice away from the Firm any person who was a client of it; or"),
        ("Uncapped Liability", "(3) The limitations of liability shall not apply to intent and gross negligence."),
        ("Liquidated Damages", "The Tenant shall then pay damages at the rate of Rs. 4,000/- per day of overstay."),
    ],
)
def test_what_is_said_in_the_words_of_other_countries(settled, category, sentence):
    assert category in found(settled, sentence)


@pytest.mark.parametrize(
    ("category", "sentence"),
    [
        ("Volume Restriction", "It pays a penalty of 1 % a week, up to a maximum of 8 % of the value of the goods."),
        ("Volume Restriction", "Liability is limited in each year to a maximum amount of EUR 300.000 for all damages."),
        ("Volume Restriction", "The Agent shall notify the Owner no later than twenty-four (24) hours after a breach."),
        ("Minimum Commitment", "The Borrower may prepay any Loan in part (being a minimum amount of £100,000)."),
        ("License Grant", "The Owner grants to the Occupier a leave and licence to occupy the said flat for a year."),
    ],
)
def test_what_only_sounds_like_a_clause(settled, category, sentence):
    assert category not in found(settled, sentence)
