"""Papers that one side gives the other, and contracts in the form of a letter."""

from __future__ import annotations

import pytest

from docpipe.rules.contract import parties, signing, term, title

SAFE = (
    "THIS CERTIFIES THAT in exchange for the payment by Otter Creek Capital I, L.P. (the “Investor”) of $50,000 (the "
    "“Purchase Amount”) on or about March 4, 2023, Fernhill Batteries, Inc., a Nevada corporation (the “Company”), "
    "issues to the Investor the right to certain shares."
)
NOTE = (
    "FOR VALUE RECEIVED, Fernhill Batteries, Inc., a Nevada corporation (the “Maker”), promises to pay to the order of "
    "Ann A. Byrne, or her registered assigns (the “Holder”), the principal sum of $50,000."
)
LETTER = (
    "Tarn Foundry Pte. Ltd.",
    "2 Dock Road, Singapore 600000",
    "3 May 2023",
    "Mr Lim Wei Jie, Adrian",
    "Blk 9 Hill Street, Singapore 100000",
    "Dear Adrian",
    "Contract of employment",
    "Your employer is Tarn Foundry Pte. Ltd. (Company or we). Your employment starts on 15 May 2023.",
)


def names(draft) -> list[str]:
    return sorted(party["name"] for party in draft.data["parties"] or ())


def test_who_pays_and_who_issues_are_the_parties_of_an_instrument(settled):
    draft = settled(parties, "# SAFE", "(Simple Agreement for Future Equity)", SAFE)
    assert [(party["name"], party["role"]) for party in draft.data["parties"]] == [
        ("Otter Creek Capital I, L.P.", "Investor"),
        ("Fernhill Batteries, Inc.", "Company"),
    ]


def test_maker_and_holder_of_a_note(settled):
    assert names(settled(parties, "# PROMISSORY NOTE", NOTE)) == ["Ann A. Byrne", "Fernhill Batteries, Inc."]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("# SAFE", "(Simple Agreement for Future Equity)", SAFE), "SAFE (Simple Agreement for Future Equity)"),
        (("# CONVERTIBLE PROMISSORY NOTE", NOTE), "CONVERTIBLE PROMISSORY NOTE"),
        (LETTER, "Contract of employment"),
    ],
)
def test_titles_of_papers_without_a_preamble(settled, lines, told):
    assert settled(title, *lines).data["title"] == told


def test_the_day_of_payment_is_the_day_of_the_instrument(settled):
    text = ("# SAFE", SAFE, "This Agreement is made between Tarn Ltd (“Seller”) and Marlow GmbH (“Buyer”). WHEREAS")
    assert settled(signing, *text).data["agreement_date"] == "2023-03-04"


def test_the_company_and_the_person_whom_a_letter_greets(settled):
    assert names(settled(parties, *LETTER)) == ["Lim Wei Jie, Adrian", "Tarn Foundry Pte. Ltd."]


def test_a_letter_about_something_else_is_no_contract(settled):
    lines = ("Tarn Foundry Pte. Ltd.", "Mr Adrian Lim", "Dear Adrian", "Thank you for your visit to our works.")
    assert not names(settled(parties, *lines))


def test_a_probationary_period_is_no_term(settled):
    draft = settled(term, "The first three months of your employment shall be a probationary period.")
    assert draft.data["term"] is None


def test_the_day_on_which_a_note_is_due_is_its_last_and_not_its_date(settled):
    due = "The sum is due and payable in full on October 1, 2027 (the “Maturity Date”)."
    assert settled(term, due).data["expiration_date"] == "2027-10-01"
    assert (
        settled(signing, "# NOTE", due, "This Agreement is made between Tarn Ltd (“Maker”) and Marlow GmbH.").data[
            "agreement_date"
        ]
        is None
    )


def test_a_confirmation_is_between_whom_it_is_from_and_to(settled):
    draft = settled(
        parties,
        "To: Tarn Bank, N.A., as Master Servicer (“Counterparty”)",
        "Attention: The Desk",
        "From: Marlow AG, London Branch",
        "Dear Sirs",
        "The definitions published by the Association of Mills, Inc. are part of this Confirmation made between us.",
    )
    assert [party["name"] for party in draft.data["parties"]] == ["Tarn Bank, N.A.", "Marlow AG"]


def test_a_power_of_attorney_is_between_who_gives_and_who_gets_it(settled):
    draft = settled(
        parties,
        "KNOW ALL MEN BY THESE PRESENTS that Fernhill Mines N.V., a company with registered office at Willemstad (the "
        "“Principal”), hereby appoints Ms. Ann Byrne Lee, of Dock Road 9, Hull (the “Attorney”), as its attorney.",
    )
    told = [(party["name"], party["role"]) for party in draft.data["parties"]]
    assert told == [("Fernhill Mines N.V.", "Principal"), ("Ann Byrne Lee", "Attorney")]


def test_a_letter_of_intent_names_its_sides_where_it_defines_them(settled):
    draft = settled(
        parties,
        "This letter sets out the terms on which Fernhill Capital Corp. (the “Purchaser”) proposes to buy from Otter "
        "Marine Ltd. (the “Vendor”) all of the shares of Heron Ferries Inc.",
    )
    assert [party["name"] for party in draft.data["parties"]] == ["Fernhill Capital Corp.", "Otter Marine Ltd."]


def test_a_letter_that_offers_a_position(settled):
    draft = settled(
        parties,
        "Fernhill Batteries, Inc.",
        "February 3, 2025",
        "Daniel Reyes",
        "Dear Daniel:",
        "I am pleased to offer you the position of Director with Fernhill Batteries, Inc. (the “Company”).",
    )
    assert {party["name"] for party in draft.data["parties"]} == {"Daniel Reyes", "Fernhill Batteries, Inc."}
