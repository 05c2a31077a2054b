"""Parties in preambles, one line or many: names with brackets inside, labels before them, persons without an alias."""

from __future__ import annotations

import pytest

from docpipe.rules.contract import parties


def names(draft) -> list[str]:
    return [party["name"] for party in draft.data["parties"]]


def test_a_place_in_brackets_is_part_of_the_name(settled):
    draft = settled(
        parties,
        'This Agreement is made between Ostrava Valves (Chengdu) Co., Ltd. ("Seller") and Marlow Pumps, (Malta) Ltd. '
        '("Buyer").',
    )
    assert names(draft) == ["Ostrava Valves (Chengdu) Co., Ltd.", "Marlow Pumps, (Malta) Ltd."]
    assert draft.data["parties"][0]["aliases"] == ["Seller"]


def test_numbered_parties_without_an_alias(settled):
    draft = settled(
        parties,
        "This Agreement is made on 3 May 2024 between:",
        "(1) Ostrava Valves (Chengdu) Co., Ltd., with its registered address at No. 88 Canal Street, Chengdu; and",
        "(2) Marlow Pumps B.V., a company under Dutch law.",
        "1. Scope.",
    )
    assert names(draft) == ["Ostrava Valves (Chengdu) Co., Ltd.", "Marlow Pumps B.V."]
    first = draft.data["parties"][0]
    assert (first.get("identifier"), first["address"]) == (None, "No. 88 Canal Street, Chengdu")


def test_a_label_before_a_name_is_its_role(settled):
    draft = settled(
        parties,
        "This Agreement is entered into by and between Seller: Ostrava Valves Ltd., Brno; and Purchaser: Marlow GmbH.",
    )
    assert [(party["name"], party["role"]) for party in draft.data["parties"]] == [
        ("Ostrava Valves Ltd.", "Seller"),
        ("Marlow GmbH", "Purchaser"),
    ]


def test_a_label_says_the_side_too(settled):
    draft = settled(
        parties,
        "This Agreement is entered into between:",
        "Client (Party A): Ostrava Valves Ltd., a company incorporated in Malta, company number C 48812; and",
        "Service Provider (Party B): Marlow Pumps Limited.",
    )
    client, provider = draft.data["parties"]
    assert (client["role"], client["side"], client["jurisdiction"]) == ("Client", "Party A", "Malta")
    assert (provider["name"], provider["aliases"]) == ("Marlow Pumps Limited", ["Service Provider", "Party B"])


@pytest.mark.parametrize("end", [".", ", an individual.", ", residing at 4 Elm Road, Bangor."])
def test_a_person_without_an_alias_is_a_party(settled, end):
    draft = settled(parties, f"This Agreement is made between Ostrava Valves, Inc. and Odile Farrow{end}")
    assert names(draft) == ["Ostrava Valves, Inc.", "Odile Farrow"]


def test_whose_law_a_company_is_under_is_no_person(settled):
    draft = settled(
        parties, "This Agreement is made between Ostrava Valves, Inc. and the Rules of South Dakota Trade apply."
    )
    assert names(draft) == ["Ostrava Valves, Inc."]


@pytest.mark.parametrize(
    ("said", "identifier"),
    [
        ("registered in the commercial register of the local court of Kiel under HRB 20881", "HRB 20881"),
        ("company number 08812345 with its registered office in Leeds", "08812345"),
        ("with its registered address at No. 88 Canal Street, Chengdu", None),
    ],
)
def test_the_number_that_a_party_is_registered_under(settled, said, identifier):
    draft = settled(parties, f'This Agreement is made between Marlow GmbH, {said} ("Marlow"), and Ostrava Ltd.')
    assert draft.data["parties"][0].get("identifier") == identifier


@pytest.mark.parametrize(
    ("said", "aliases"),
    [
        ('(the "Bank" and together with the Seller, the "Marlow Parties")', ["Bank"]),
        ("('the Maker')", ["Maker"]),
        ('("the Maker")', ["Maker"]),
        ('and its affiliates (as such term is defined herein) (collectively "Marlow")', ["Marlow"]),
        ('(each a "Marlow Party")', []),
    ],
)
def test_what_a_bracket_calls_the_party_before_it(settled, said, aliases):
    draft = settled(
        parties,
        f'This Agreement is made between Ostrava Ltd. ("Ostrava") and Marlow Mills LLC {said}, as of May 3, 2031.',
    )
    assert draft.data["parties"][1].get("aliases", []) == aliases


def test_names_in_the_prose_behind_the_parties_are_none(settled):
    draft = settled(
        parties,
        'This Agreement is made among Ostrava Ltd. ("Ostrava") and Marlow Mills LLC. The Company and the Agent will '
        'enter into another contract with Brixham Savings Bank, N.A. (the "Trustee").',
    )
    assert names(draft) == ["Ostrava Ltd.", "Marlow Mills LLC"]
    assert draft.data["parties"][1].get("aliases", []) == []


def test_a_party_in_whose_favour_a_contract_is_made(settled):
    draft = settled(
        parties, 'This Agreement is made by Ostrava, Inc. (the "Investor"), in favor of Brixham Bank, N.A., as agent.'
    )
    assert names(draft) == ["Ostrava, Inc.", "Brixham Bank, N.A."]


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("a Nevada corporation, 12 Quay Street, Reno, Nevada 89501", "12 Quay Street, Reno, Nevada 89501"),
        ("located at c/o Legal Department, 9 Mill Lane, Tel Aviv", "c/o Legal Department, 9 Mill Lane, Tel Aviv"),
        ("located at 9 Mill Lane, Leeds, Attention: General Counsel", "9 Mill Lane, Leeds"),
    ],
)
def test_addresses_behind_the_kind_of_company_or_in_care_of_someone(settled, said, address):
    draft = settled(parties, f'This Agreement is made between Marlow, Inc., {said} ("Marlow"), and Ostrava Ltd.')
    assert draft.data["parties"][0]["address"] == address


def test_a_button_in_prose_is_no_party(settled):
    draft = settled(
        parties,
        "THIS AGREEMENT IS MADE BETWEEN AFFILIATE AND ORCHARD. TO JOIN, YOU MUST SEND THE FORM AND CLICK ON THE "
        '"ACCEPT" BUTTON BELOW TO BE BOUND BY THIS AGREEMENT.',
    )
    assert names(draft) == []


def test_an_address_that_holds_a_legal_form_is_no_party(settled):
    draft = settled(
        parties,
        'This Agreement is made between Alder Inc., a Delaware corporation ("Alder US"), and ALDER GAMES LIMITED, '
        "having its registered office at The Oval, Building One, Third Floor 16 Elm Road Bray 4 Co. Dublin Ireland "
        '("Alder Ireland," and together with Alder US, "Alder").',
    )
    assert names(draft) == ["Alder Inc.", "ALDER GAMES LIMITED"]


def test_a_street_behind_a_name_on_a_cover_is_no_part_of_it(settled):
    draft = settled(
        parties,
        "# BETWEEN:",
        "# ALDER MEDIA INTERNATIONAL LINDENLAAN 51",
        '# 7327 GM APELDOORN (HEREINAFTER "AMI")',
        "AND",
        "# BIRCH SYSTEMS, INC. 320 NEVADA STREET",
        '# NEWTON (HEREAFTER "BIRCH")',
        "EFFECTIVE AS OF MAY 5, 2026",
    )
    assert names(draft) == ["ALDER MEDIA INTERNATIONAL", "BIRCH SYSTEMS, INC."]


def test_an_opening_without_a_preamble_names_who_agrees(settled):
    draft = settled(
        parties,
        "# AGENCY AGREEMENT",
        "Mutual Orchard Company of Maine, a Maine insurance corporation (MOCM) and Alder & Birch, Inc., a Nevada "
        'corporation, ("Agency") agree as follows:',
    )
    assert names(draft) == ["Mutual Orchard Company of Maine", "Alder & Birch, Inc."]
    assert draft.data["parties"][0]["aliases"] == ["MOCM"]


def test_hereinafter_is_no_part_of_an_alias(settled):
    draft = settled(
        parties, 'This Agreement is made between Alder Ltd. ("hereinafter Alder") and Birch Inc. ("Birch").'
    )
    assert [party["aliases"] for party in draft.data["parties"]] == [["Alder"], ["Birch"]]


def test_the_before_a_company_and_a_small_letter_at_its_front(settled):
    draft = settled(
        parties,
        'This Agreement is between the At Marlow Corporation ("Marlow"), located at 4 Elm Road, and iPump.com, Inc., '
        'a Czech corporation ("Provider").',
    )
    assert names(draft) == ["At Marlow Corporation", "iPump.com, Inc."]


def test_the_before_what_is_no_company_makes_no_party(settled):
    draft = settled(
        parties,
        'This Agreement is between Ostrava Valves Ltd. ("Ostrava") and Marlow Inc., the Affiliate Office ("AGENT").',
    )
    assert names(draft) == ["Ostrava Valves Ltd.", "Marlow Inc."]


def test_a_greek_question_mark_is_a_semicolon(settled):
    draft = settled(
        parties,
        'This Agreement is among Ostrava Valves Ltd. (hereinafter "OVL")\u037e MARLOW SYSTEM, INC., a corporation '
        '(hereinafter "MSI") and QUILLON RENTALS INC. (hereinafter "QRI").',
    )
    assert names(draft) == ["Ostrava Valves Ltd.", "MARLOW SYSTEM, INC.", "QUILLON RENTALS INC."]


def test_the_words_for_a_part_of_the_bargain_are_no_party(settled):
    draft = settled(
        parties,
        "THIS AGREEMENT made as of the 3rd day of May, 2024 BETWEEN:",
        "TARN FOUNDRY INC., a corporation (hereinafter called the “Client”) OF THE FIRST PART",
        "– and –",
        "DR. ANN BYRNE-LEE, of the City of Hull (hereinafter called the “Consultant”) OF THE SECOND PART",
    )
    assert names(draft) == ["TARN FOUNDRY INC.", "DR. ANN BYRNE-LEE"]


@pytest.mark.parametrize("subject", ["SOLE AND EXCLUSIVE REMEDY", "THE MORAL RIGHTS", "FOR LOSS OF PROFIT"])
def test_capitals_of_a_clause_are_no_party(settled, subject):
    draft = settled(parties, f"THIS AGREEMENT SETS FORTH {subject}, AND THE ENTIRE LIABILITY, BETWEEN THE PARTIES.")
    assert not draft.data.get("parties")


def test_a_state_that_acts_by_a_department_is_a_party(settled):
    draft = settled(
        parties,
        "This Contract is between the State of Nevada acting by and through its Department of Lakes (“Agency”) and "
        "Tarn Surveys, Inc. (“Contractor”).",
    )
    assert [(party["name"], party["role"]) for party in draft.data["parties"]] == [
        ("State of Nevada", "Agency"),
        ("Tarn Surveys, Inc.", "Contractor"),
    ]


def test_a_person_addressed_as_you_is_a_party_and_not_what_the_company_is_called(settled):
    draft = settled(
        parties, "This Agreement is between you, Ann Byrne, and Tarn Foundry, Inc., a Texas corporation (“Company”)."
    )
    assert [(party["name"], party.get("role")) for party in draft.data["parties"]] == [
        ("Ann Byrne", None),
        ("Tarn Foundry, Inc.", "Company"),
    ]


def test_roles_before_names_behind_between_and_and(settled):
    draft = settled(
        parties,
        "This Agreement is made on 3 May 2024",
        "Between The Employer: The Wardens of Marlow School, a registered charity of 1 Dock Road, Hull",
        "And The Contractor: Tarn & Lee (Builders) Limited (company no. 01234567) whose registered office is at Hull",
    )
    told = [(party["name"], party.get("role"), party.get("identifier")) for party in draft.data["parties"]]
    assert told == [
        ("The Wardens of Marlow School", "Employer", None),
        ("Tarn & Lee (Builders) Limited", "Contractor", "01234567"),
    ]


def test_a_row_that_names_one_party_joins_the_one_that_the_terms_name(tabled_settled):
    terms = "These Terms are a contract between you (“Customer”) and Tarn Software Ltd (“Tarn”, “we” or “us”)."
    draft = tabled_settled(parties, terms, ("Customer\tMarlow Pumps Limited", "Plan\tForty seats"))
    assert [(party["name"], party.get("role")) for party in draft.data["parties"]] == [
        ("Tarn Software Ltd", None),
        ("Marlow Pumps Limited", "Customer"),
    ]


def test_pty_in_brackets_is_part_of_the_name_and_a_registration_number_is_no_party(settled):
    draft = settled(
        parties,
        "# AGREEMENT OF LEASE",
        "made and entered into by and between",
        "TARN WAREHOUSING (PTY) LTD",
        "Registration Number: 2009/123456/07",
        "(hereinafter referred to as “the Lessor”)",
        "and",
        "ANN ERNEST BYRNE",
        "(hereinafter referred to as “the Lessee”)",
        "1. THE PREMISES",
    )
    told = [(party["name"], party["role"], party.get("identifier")) for party in draft.data["parties"]]
    assert told == [
        ("TARN WAREHOUSING (PTY) LTD", "Lessor", "2009/123456/07"),
        ("ANN ERNEST BYRNE", "Lessee", None),
    ]


def test_it_has_been_agreed_is_no_party(settled):
    draft = settled(
        parties,
        "This Agreement is made BETWEEN THE UNDERSIGNED:",
        "Tarn Verre SAS, a company, hereinafter referred to as the “Supplier”, ON THE ONE HAND, AND:",
        "Marlow Glas B.V., a company, hereinafter referred to as the “Distributor”, ON THE OTHER HAND,",
        "IT HAS BEEN AGREED AS FOLLOWS:",
    )
    assert names(draft) == ["Tarn Verre SAS", "Marlow Glas B.V."]


def test_a_college_of_a_street(settled):
    draft = settled(
        parties,
        "THIS AGREEMENT is made on 9 May 2024 BETWEEN: TARN LIMITED, a company (the “Provider”); and THE BOARD "
        "OF MANAGEMENT OF ST. ANN’S COLLEGE of Main Street, Ennis (hereinafter the “School”).",
    )
    assert [(party["name"], party["role"]) for party in draft.data["parties"]] == [
        ("TARN LIMITED", "Provider"),
        ("THE BOARD OF MANAGEMENT OF ST. ANN’S COLLEGE", "School"),
    ]
