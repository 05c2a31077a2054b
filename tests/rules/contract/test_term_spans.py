"""How long an agreement runs where nothing calls it a term: both ends, definitions, rows."""

from __future__ import annotations

import pytest

from docpipe.rules.contract import signing, term

PREAMBLE = (
    "This Lease is made on 2 May 2023 between Tarn Ltd (“Lessor”) and Marlow GmbH (“Lessee”). WHEREAS they trade."
)


def test_a_period_with_both_its_ends_and_its_length(settled):
    sentence = (
        "1. Period: That the Lessor lets the said premises for a period of 22 (twenty two) months commencing from "
        "15/06/2023 and ending on 14/04/2025."
    )
    draft = settled(term, PREAMBLE, sentence)
    assert draft.data["expiration_date"] == "2025-04-14"
    assert draft.data["term"] == {"count": 22, "unit": "month"}
    assert settled(signing, PREAMBLE, sentence).data["effective_date"] == "2023-06-15"


@pytest.mark.parametrize(
    "sentence",
    [
        "The rates of this agreement hold for a period of 2 years from 1 June 2023 to 31 May 2025.",
        "The said premises were let for a period of 2 years from 1 June 2023 to 31 December 2029.",
    ],
)
def test_a_period_of_something_else_or_that_does_not_add_up_is_none(settled, sentence):
    assert settled(term, PREAMBLE, sentence).data["expiration_date"] is None


def test_a_fixed_term_until_a_day(settled):
    draft = settled(term, PREAMBLE, "This Agreement is concluded for a fixed term until 30.04.2028.")
    assert draft.data["expiration_date"] == "2028-04-30"


@pytest.mark.parametrize("name", ["Final Repayment Date", "Maturity Date", "Expiry Date"])
def test_a_definition_of_the_last_day(settled, name):
    draft = settled(term, PREAMBLE, f"“{name}” means 21 May 2030.")
    assert draft.data["expiration_date"] == "2030-05-21"


def test_a_definition_stands_behind_what_the_agreement_says_of_its_term(settled):
    draft = settled(
        term, PREAMBLE, "“End Date” means 1 June 2031.", "This Agreement expires on 31 May 2025.", "Nothing else."
    )
    assert draft.data["expiration_date"] == "2025-05-31"


def test_a_row_labelled_term(tabled_settled):
    rows = (
        "Part III Term\tTwo (2) years commencing on 1st November 2024 and expiring on 31st October 2026",
        "Part IV Rent\tGBP 900 per month",
    )
    draft = tabled_settled(term, PREAMBLE, rows)
    assert (draft.data["expiration_date"], draft.data["term"]) == ("2026-10-31", {"count": 2, "unit": "year"})


def test_a_row_labelled_with_another_term_says_nothing_of_this_one(tabled_settled):
    rows = ("Payment Term\t60 days", "Renewal Term\t2 years")
    assert tabled_settled(term, PREAMBLE, rows).data["term"] is None


def test_the_row_of_a_period_of_performance(tabled_settled):
    rows = ("Period of Performance\t1 June 2024 through 31 May 2025", "Type\tFirm-Fixed-Price")
    assert tabled_settled(term, PREAMBLE, rows).data["expiration_date"] == "2025-05-31"
    assert tabled_settled(signing, PREAMBLE, rows).data["effective_date"] == "2024-06-01"
