"""Dates that stand in no sentence: labelled rows, place and date over a line to sign on, letters; other agreements'."""

from __future__ import annotations

import pytest

from docpipe.rules.contract import signing

PREAMBLE = "This Agreement is made between Tarn Foundry Ltd (“Seller”) and Marlow GmbH (“Buyer”). WHEREAS they trade."


def test_place_and_date_over_a_line_to_sign_on(settled):
    draft = settled(
        signing,
        PREAMBLE,
        "This Agreement enters into force on 15.09.2023.",
        "Goslar, 17.08.2023",
        "____________",
        "Posen, den 21.08.2023 ____________",
    )
    assert (draft.data["agreement_date"], draft.data["effective_date"]) == ("2023-08-21", "2023-09-15")


def test_place_and_date_where_nobody_signs_is_no_date_of_signing(settled):
    draft = settled(signing, PREAMBLE, "Goslar, 17.08.2023", "The goods are pumps.")
    assert draft.data["agreement_date"] is None


def test_a_date_under_the_name_of_who_signs(settled):
    draft = settled(signing, PREAMBLE, "For the Seller", "Name: Ann Byrne", "Title: Director", "Date: 3 May 2023")
    assert draft.data["agreement_date"] == "2023-05-03"


def test_the_date_of_the_agreement_that_an_addendum_belongs_to_is_not_its_own(settled):
    draft = settled(
        signing,
        "This Data Addendum forms part of the Services Agreement dated 4 January 2022 between Tarn Foundry Ltd "
        "(“Processor”) and Marlow GmbH (“Controller”) and is effective as of 1 June 2022.",
        "Name: Ann Byrne",
        "Date: 28 May 2022",
    )
    assert (draft.data["agreement_date"], draft.data["effective_date"]) == ("2022-05-28", "2022-06-01")


@pytest.mark.parametrize("verb", ["starts on", "will commence on", "begins on"])
def test_the_day_on_which_an_employment_starts(settled, verb):
    draft = settled(signing, PREAMBLE, f"Your employment with the Company {verb} 15 July 2024.")
    assert draft.data["effective_date"] == "2024-07-15"


def test_rows_say_when_an_agreement_takes_effect_and_was_signed(tabled_settled):
    draft = tabled_settled(
        signing, PREAMBLE, ("Effective Date When it starts\t3 March 2025", "Delivery Date\t9 March 2025")
    )
    assert draft.data["effective_date"] == "2025-03-03"


def test_the_dates_in_the_columns_of_a_table_to_sign_in(tabled_settled):
    rows = ("\tPARTY 1\tPARTY 2", "Signature\t\t", "Signature\tAnn Byrne\tIan Rae", "Date\t3 March 2025\t5 March 2025")
    assert tabled_settled(signing, PREAMBLE, rows).data["agreement_date"] == "2025-03-05"


def test_the_start_of_something_on_a_cover_page_is_no_date_of_signing(tabled_settled):
    rows = ("Date\t12 July 2024", "Subscription Start Date\t1 September 2024")
    assert tabled_settled(signing, PREAMBLE, rows).data["agreement_date"] == "2024-07-12"


def test_the_later_of_two_days_is_not_the_signature_that_happens_to_be_known(settled):
    text = (
        "This Agreement is effective on the date that it has been fully executed by the parties and, where that is "
        "needed, approved by the board of the Buyer, or July 1, 2024, whichever is later."
    )
    draft = settled(signing, PREAMBLE, "# Term", text, "Goslar, 17.06.2024 ____________")
    assert draft.data["agreement_date"] == "2024-06-17"
    assert draft.data["effective_date"] is None


def test_the_later_of_two_days_in_the_preamble_is_not_the_signature_either(settled):
    draft = settled(
        signing,
        "This Contract is between Tarn Foundry Ltd (“Seller”) and Marlow GmbH (“Buyer”). This Contract is effective on "
        "the date it has been fully executed by the parties, or July 1, 2024, whichever is later.",
        "Goslar, 17.06.2024 ____________",
    )
    assert draft.data.get("effective_date") is None


def test_a_date_that_ends_the_contract_beside_the_signatures_is_not_the_day_of_signing(settled):
    draft = settled(
        signing,
        PREAMBLE,
        "9. Unless extended, this Contract terminates on May 31, 2027.",
        "TARN FOUNDRY LTD",
        "By: /s/ Ann Byrne",
        "Date: April 2, 2025",
    )
    assert draft.data["agreement_date"] == "2025-04-02"


def test_a_day_in_a_section_is_no_cover_date(settled):
    draft = settled(
        signing,
        "1.2 The Tenant may terminate this Lease on 11 June 2031 by notice.",
        "THIS LEASE is made between Tarn Foundry Ltd (“Landlord”) and Marlow GmbH (“Tenant”). WHEREAS they agree.",
        "SIGNED for and on behalf of TARN FOUNDRY LTD at Perth on 2 May 2024 by",
        "SIGNED for and on behalf of MARLOW GMBH at Leith on 9 May 2024 by",
    )
    assert draft.data["agreement_date"] == "2024-05-09"


def test_dates_that_are_all_of_their_lines_beside_signatures_are_days_of_signing(settled):
    draft = settled(
        signing,
        PREAMBLE,
        "Dated: May 12, 2023",
        "By: /s/ Ann Byrne",
        "Dated: May 19, 2023",
        "By: /s/ Ian Rae",
    )
    assert draft.data["agreement_date"] == "2023-05-19"


def test_places_and_dates_among_the_last_lines_of_a_document(settled):
    clauses = ("1. The goods are pumps.", "2. The price is paid.", "3. Delivery is in May.", "4. Risk passes then.")
    draft = settled(
        signing, PREAMBLE, *clauses, "Goslar, 17.08.2023", "Tarn Foundry Ltd", "Ostrava, 21.08.2023", "Marlow GmbH"
    )
    assert draft.data["agreement_date"] == "2023-08-21"


def test_place_and_date_in_the_corner_of_a_note(settled):
    draft = settled(
        signing,
        "Dallas, Texas May 3, 2024",
        "This Agreement is made between Tarn Foundry Ltd (“Maker”) and Marlow GmbH (“Holder”). WHEREAS they trade.",
    )
    assert draft.data["agreement_date"] == "2024-05-03"


def test_blocks_that_say_where_and_when_each_party_signed(settled):
    draft = settled(
        signing,
        PREAMBLE,
        "SIGNED at DURBAN on this the 9th day of January 2025.",
        "For the Seller",
        "SIGNED at PARIS on this the 13th day of January 2025.",
        "For the Buyer",
    )
    assert draft.data["agreement_date"] == "2025-01-13"


def test_the_first_day_of_a_term(settled):
    sentence = "This Agreement is entered into for a fixed term of two (2) years as from 1 January 2025."
    assert settled(signing, PREAMBLE, sentence).data["effective_date"] == "2025-01-01"


def test_the_last_day_of_a_short_paper_is_not_its_date(settled):
    draft = settled(
        signing,
        "# DEED OF APPOINTMENT",
        "4. This deed takes effect on 1 May 2024 and expires on 30 April 2026 unless revoked earlier.",
        "This Agreement is made between Tarn Foundry Ltd (“Seller”) and Marlow GmbH (“Buyer”).",
        "Signed in Willemstad on 26 April 2024.",
    )
    assert draft.data["agreement_date"] == "2024-04-26"


def test_places_and_dates_that_begin_the_cells_of_the_last_row(tabled_settled):
    rows = (
        "Section 8 Language\tSection 8 Language",
        "Goslar, den 20.02.2025 Tarn Foundry Ltd Ann Byrne\tOstrava, 24.02.2025 Marlow GmbH Ian Rae",
    )
    assert tabled_settled(signing, PREAMBLE, rows).data["agreement_date"] == "2025-02-24"


def test_the_day_on_which_a_contract_is_concluded_between_its_parties(settled):
    draft = settled(
        signing,
        "concluded in Goslar on 15 May 2024 by and between: Tarn Stocznia S.A. with its seat in Goslar, hereinafter "
        "referred to as the “Orderer”, and Marlow AB, hereinafter referred to as the “Contractor”.",
        "This Agreement is made between Tarn Stocznia S.A. (“Orderer”) and Marlow AB (“Contractor”).",
    )
    assert draft.data["agreement_date"] == "2024-05-15"
