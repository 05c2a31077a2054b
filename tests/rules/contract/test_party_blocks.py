"""Parties that stand one under another, as agreements of the Commonwealth list them."""

from __future__ import annotations

from docpipe.rules.contract import parties


def told(draft, *attributes: str) -> list[tuple[str | None, ...]]:
    return [tuple(party.get(name) for name in ("name", *attributes)) for party in draft.data.get("parties", ())]


def test_roles_in_brackets_without_quotation_marks(settled):
    draft = settled(
        parties,
        "THIS AGREEMENT is dated 4 May 2023",
        "# PARTIES",
        "(1) TARN FOUNDRY GROUP LIMITED, incorporated and registered in England and Wales with company number 01230987 "
        "whose registered office is at Unit 2, Dock Road, Hull HU1 2AB (Supplier); and",
        "(2) MARLOW PUMPS PLC, incorporated in Scotland with company number SC456123 (the Customer).",
        "# BACKGROUND",
    )
    assert told(draft, "role", "identifier", "address", "jurisdiction") == [
        ("TARN FOUNDRY GROUP LIMITED", "Supplier", "01230987", "Unit 2, Dock Road, Hull HU1 2AB", "England and Wales"),
        ("MARLOW PUMPS PLC", "Customer", "SC456123", None, "Scotland"),
    ]


def test_two_persons_in_one_block_are_two_parties_of_its_role(settled):
    draft = settled(
        parties,
        "THIS DEED is dated 4 May 2023 and made between:",
        "(1) HELEN ANNE MORLEY of 5 Quay Street, Whitby YO21 3PU and JAMES OWEN MORLEY of Rose Barn, Sleights (each a "
        "Vendor and together the Vendors); and",
        "(2) TARN FOUNDRY GROUP LIMITED, a company registered in England (Purchaser).",
    )
    assert told(draft, "role", "address") == [
        ("HELEN ANNE MORLEY", "Vendor", "5 Quay Street, Whitby YO21 3PU"),
        ("JAMES OWEN MORLEY", "Vendor", "Rose Barn, Sleights"),
        ("TARN FOUNDRY GROUP LIMITED", "Purchaser", None),
    ]


def test_a_block_broken_over_lines_ends_with_what_the_party_is_called(settled):
    draft = settled(
        parties,
        "# Parties",
        "(1) Mr Ian Rae of 3 Loch Lane,",
        "Perth (the Tenant)",
        "and",
        "(2) The University of Fenmarch (the Landlord)",
    )
    assert told(draft, "role") == [("Ian Rae", "Tenant"), ("The University of Fenmarch", "Landlord")]


def test_persons_named_in_a_schedule_are_no_party_by_that_name(settled):
    draft = settled(
        parties,
        "# PARTIES",
        "(1) THE SEVERAL PERSONS whose names are set out in Part 1 of Schedule 1 (the Sellers); and",
        "(2) TARN FOUNDRY GROUP LIMITED, a company registered in England (the Buyer).",
    )
    assert not told(draft)


def test_numbered_clauses_under_a_heading_are_no_parties(settled):
    draft = settled(
        parties,
        "# The parties",
        "1. Relationship of the Parties (the Relationship).",
        "2. The Supplier is an independent contractor (Contractor).",
    )
    assert not told(draft)


def test_the_undersigned_on_the_one_hand_and_on_the_other(settled):
    draft = settled(
        parties,
        "BETWEEN THE UNDERSIGNED:",
        "Vernier Optique, a société par actions simplifiée registered under number 552 032 534 RCS Paris, (hereinafter "
        "the “Supplier”),",
        "ON THE ONE HAND,",
        "AND",
        "Dupuis Frères SARL, with registered office at 12 quai Sud, 69002 Lyon (hereinafter the “Customer”),",
        "ON THE OTHER HAND.",
    )
    assert told(draft, "role") == [("Vernier Optique", "Supplier"), ("Dupuis Frères SARL", "Customer")]


def test_what_a_party_is_called_may_stand_without_brackets(settled):
    draft = settled(
        parties,
        "The undersigned:",
        "1. Polderlicht B.V., a private company, hereinafter referred to as “Licensor”;",
        "and",
        "2. Duinwater N.V., a public limited company, hereinafter referred to as “Licensee”;",
        "have agreed as follows:",
    )
    assert told(draft, "role") == [("Polderlicht B.V.", "Licensor"), ("Duinwater N.V.", "Licensee")]


def test_titles_of_persons_and_firms_are_no_part_of_their_names(settled):
    draft = settled(
        parties,
        "This Deed is made BETWEEN Mrs. Sunita Rao, residing at 14 Hill View, hereinafter “the LESSOR” of the ONE "
        "PART AND M/s. Nimbus Retail Private Limited, hereinafter called “the LESSEE” of the OTHER PART.",
    )
    assert told(draft, "role") == [("Sunita Rao", "LESSOR"), ("Nimbus Retail Private Limited", "LESSEE")]


def test_a_register_in_brackets_is_an_identifier_and_no_alias(settled):
    draft = settled(
        parties,
        "dated 3 June 2024 between",
        "(A) Tarn Foundry Limited, a company registered in England (number 01234567); and",
        "(B) Marlow Pumps GmbH, a company registered in Germany (HRB 55555)",
        "(each a Party and together the Parties)",
    )
    assert told(draft, "identifier", "aliases") == [
        ("Tarn Foundry Limited", "01234567", None),
        ("Marlow Pumps GmbH", "HRB 55555", None),
    ]


def test_roles_before_the_names(settled):
    draft = settled(
        parties,
        "Between",
        "The Employer: The Trustees of Fairmead School, a registered charity (charity no. 777666) of 2 School Lane",
        "And",
        "The Contractor: Dunn & Sorrel (Builders) Limited (company no. 04445559) whose registered office is at Hull",
    )
    assert told(draft, "role") == [
        ("The Trustees of Fairmead School", "Employer"),
        ("Dunn & Sorrel (Builders) Limited", "Contractor"),
    ]


def test_the_county_of_an_address_is_no_company(settled):
    draft = settled(
        parties,
        "This Agreement is made between BALLYMOOR CREDIT UNION LIMITED, a credit union, of Main Street, Ballymoor, Co. "
        "Mayo (the “Client”) and Tarn Ltd (the “Provider”).",
    )
    assert told(draft) == [("BALLYMOOR CREDIT UNION LIMITED",), ("Tarn Ltd",)]


def test_what_an_expression_includes_and_a_list_that_begins_anew(settled):
    draft = settled(
        parties,
        "THIS AGREEMENT is made on 4 May 2023 BETWEEN",
        "1. M/s. Tarn Contracting LLC, a company (hereinafter referred to as the “Main Contractor”), which expression "
        "shall include its successors; and",
        "2. Marlow Works LLC, a company (hereinafter called “the Subcontractor” which expression includes its heirs).",
        "1. Subcontract Works",
    )
    assert told(draft, "role") == [("Tarn Contracting LLC", "Main Contractor"), ("Marlow Works LLC", "Subcontractor")]


def test_who_and_whose_successors_are_called_so(settled):
    draft = settled(
        parties,
        "LEASE between:",
        "(1) TARN ESTATES LIMITED, of 2 Hill Road, Perth (who and whose successors are hereinafter referred to as “the "
        "Landlord”); and",
        "(2) MARLOW BAKERY LLP, of 7 Dock Road, Leith (hereinafter referred to as “the Tenant”)",
    )
    assert told(draft, "role") == [("TARN ESTATES LIMITED", "Landlord"), ("MARLOW BAKERY LLP", "Tenant")]
