"""Parties whose names begin with a small letter, and plain forms in which two parties are named."""

from __future__ import annotations

import pytest
from building import document

from docpipe.api import choose_kind
from docpipe.pipeline import analyze
from docpipe.rules.contract import parties, status
from docpipe.settings import load


def names(draft) -> list[str]:
    return [party["name"] for party in draft.data["parties"]]


@pytest.mark.parametrize(
    ("preamble", "expected"),
    [
        (
            "This Agreement is made between Centro International, a Florida corporation (“Customer”), and a-one "
            "interactive, a Florida corporation (“a-one”).",
            ["Centro International", "a-one interactive"],
        ),
        (
            "This Agreement is made between thyssen Works AG (“Seller”) and easyMove plc (“Buyer”).",
            ["thyssen Works AG", "easyMove plc"],
        ),
        (
            "This Agreement is made between adzo (a partnership) (“adzo”) and The Harbour Trust (“Trust”).",
            ["adzo", "The Harbour Trust"],
        ),
        (
            "This Agreement is made between de Vries Holding B.V. (“De Vries”) and van der Meer & Zonen (“Client”).",
            ["de Vries Holding B.V.", "van der Meer & Zonen"],
        ),
        (
            "This Agreement is made between Acme Inc., a Delaware corporation and wholly owned subsidiary of Mother "
            "Corp. (“Acme”), and Marlow GmbH, c/o Tarn Ltd. (“Marlow”).",
            ["Acme Inc.", "Marlow GmbH"],
        ),
        ("This Agreement is made between seller, a Delaware corporation, and Onyx Corp.", ["Onyx Corp."]),
    ],
)
def test_a_small_letter_begins_a_name_that_something_confirms(settled, preamble, expected):
    assert names(settled(parties, preamble)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("This agreement is between Galaxo and Horn Entertainment Inc.", ["Galaxo", "Horn Entertainment Inc."]),
        (
            "This Agreement is made among (1) ALPHA ONE LTD, (2) BETA TWO LTD and (3) GAMMA THREE LTD.",
            ["ALPHA ONE LTD", "BETA TWO LTD", "GAMMA THREE LTD."],
        ),
        (
            "Galaxo LLC, hereinafter referred to as the “Seller”, represented by its Director, on the one hand, "
            "and Horn OOO, hereinafter referred to as the “Buyer”, on the other hand, have agreed as follows:",
            ["Galaxo LLC", "Horn OOO"],
        ),
        (
            "By this Agreement, Galaxo Ltd. (hereinafter the Supplier) and Horn Ltd. (hereinafter the Buyer) agree:",
            ["Galaxo Ltd.", "Horn Ltd."],
        ),
        ("THIS DEED is made by GALAXO LIMITED in favour of HORN BANK PLC.", ["GALAXO LIMITED", "HORN BANK PLC"]),
        (
            "This Agreement is made between the City of Marlow (“City”) and Galaxo Water District (“District”).",
            ["City of Marlow", "Galaxo Water District"],
        ),
        (
            "This Agreement is made among Galaxo Ltd (“Galaxo”), Horn Ltd (“Horn”) and, for the purposes of Section 5 "
            "only, Anna Kovacs (“Founder”).",
            ["Galaxo Ltd", "Horn Ltd", "Anna Kovacs"],
        ),
        ("This Agreement is made between BLUE_SKY MEDIA AG and Horn Ltd.", ["BLUE_SKY MEDIA AG", "Horn Ltd."]),
    ],
)
def test_plain_forms_name_both_parties(settled, line, expected):
    assert names(settled(parties, line)) == expected


def test_a_bank_without_a_form_signs_by_what_it_is_and_a_company_by_its_directors(settled):
    draft = settled(
        parties,
        "The undersigned agree.",
        "THE FARMERS BANK, a Georgia banking corporation",
        "By: /s/ Kevin Twine",
        "Signed for and on behalf of DATO (PNG) LIMITED by the authority of the Directors",
    )
    assert names(draft) == ["THE FARMERS BANK", "DATO (PNG) LIMITED"]


@pytest.mark.parametrize("label", ["Company", "Service Provider", "Licensor"])
def test_the_label_of_who_signs_next_on_the_line_is_no_part_of_a_name(settled, label):
    draft = settled(status, f"Client: /s/ Anna Kovacs {label}: /s/ Martin Hale")
    assert draft.data["status"]["signed_by"] == ["Anna Kovacs", "Martin Hale"]


def test_a_party_in_small_letters_has_duties():
    made = document(
        "# HOSTING AGREEMENT",
        "This Agreement is made between Centro Inc. (“Customer”) and a-one interactive, an Ohio company (“a-one”).",
        "a-one will maintain the Hosted Site.",
        "2.1 a-one shall restore the service.",
        "costs will be shared by month.",
    )
    duties = analyze(made, choose_kind("contract"), load()).data["obligations"]
    assert [(duty["party"], duty["action"]) for duty in duties] == [
        ("a-one", "maintain the Hosted Site"),
        ("a-one", "restore the service"),
    ]
