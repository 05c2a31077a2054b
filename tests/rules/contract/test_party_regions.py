"""Parties as the continent introduces them, without a sentence that says that an agreement is made."""

from __future__ import annotations

from docpipe.rules.contract import parties


def test_parties_that_dashes_call_hereinafter(settled):
    draft = settled(
        parties,
        "# Maintenance Contract",
        "between Harzer Pumpenbau GmbH & Co. KG, with its registered office at Mühlweg 4, 38640 Goslar, registered "
        "with the commercial register of the local court of Braunschweig under HRA 12345",
        "– hereinafter referred to as “Customer” – and Nowak Serwis Sp. z o.o., Poznań, KRS 0000123456",
        "– hereinafter referred to as “Contractor” –",
        "– both hereinafter individually a “Party” and collectively the “Parties” –",
        "# Preamble",
    )
    told = [(party["name"], party["role"], party["identifier"]) for party in draft.data["parties"]]
    assert told == [
        ("Harzer Pumpenbau GmbH & Co. KG", "Customer", "HRA 12345"),
        ("Nowak Serwis Sp. z o.o.", "Contractor", "0000123456"),
    ]


def test_a_sentence_about_what_is_between_others_introduces_nobody(settled):
    draft = settled(
        parties,
        "# Between Seasons",
        "Between Marlow and Hull the Carrier (hereinafter the “Line”) runs twice a week.",
        "All goods (hereinafter “Cargo”) are carried at the risk of their owner.",
    )
    assert not draft.data.get("parties")


def test_parties_between_whom_a_contract_is_entered_into_on_a_day(settled):
    draft = settled(
        parties,
        "# AGENCY CONTRACT",
        "entered into on 12 May 2024 by and between Tarn Uhren AG, a Swiss company, company number CHE-123.456.789,",
        "(“Principal”) and Marlow Iberia, S.L., a Spanish company, CIF B12345678, (“Agent”)",
        "# Article 1",
    )
    told = [(party["name"], party["role"], party["identifier"]) for party in draft.data["parties"]]
    assert told == [
        ("Tarn Uhren AG", "Principal", "CHE-123.456.789"),
        ("Marlow Iberia, S.L.", "Agent", "B12345678"),
    ]


def test_roles_in_brackets_without_quotation_marks_on_one_line(settled):
    draft = settled(
        parties,
        "# DEED OF VARIATION",
        "Between Mill Councils Alliance (ABN 99 111 222 333) (Principal) and Tarn Docks Pty Ltd (ABN 88 222 333 444) "
        "(Contractor).",
        "# Background",
    )
    told = [(party["name"], party["role"], party["identifier"]) for party in draft.data["parties"]]
    assert told == [
        ("Mill Councils Alliance", "Principal", "99 111 222 333"),
        ("Tarn Docks Pty Ltd", "Contractor", "88 222 333 444"),
    ]
