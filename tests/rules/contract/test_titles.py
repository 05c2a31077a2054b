"""Titles: which heading, and where it begins and ends."""

from __future__ import annotations

import pytest
from building import document

from docpipe.rules.contract import title
from docpipe.rules.view import View
from docpipe.types import Chunk, Finding


def titled(settled, *lines: str) -> str | None:
    return settled(title, *lines).data["title"]


PREAMBLE = ' is made on 3 May 2024 between Ostrava Valves Ltd. ("Seller") and Marlow Pumps B.V. ("Buyer").'


def test_the_heading_right_above_the_preamble_wins_over_another_name_in_it(settled):
    assert titled(settled, "VALVE SUPPLY AGREEMENT", f"This Master Agreement{PREAMBLE}") == "VALVE SUPPLY AGREEMENT"


def test_an_amendment_keeps_its_name_under_the_heading_of_what_it_amends(settled):
    assert titled(settled, "VALVE SUPPLY AGREEMENT", f"This Second Amendment{PREAMBLE}") == "Second Amendment"


@pytest.mark.parametrize(
    "names",
    ["OSTRAVA VALVES, LTD. AND MARLOW PUMPS, INC.", "- DR. JANA MARLOW PUMPS INC.", "GREEN RIVER FUND BLUE LAKE FUND"],
)
def test_names_behind_a_title_are_no_part_of_it(settled, names):
    assert titled(settled, f"SERVICES AGREEMENT {names}", f"THIS AGREEMENT{PREAMBLE}") == "SERVICES AGREEMENT"


def test_what_an_agreement_is_for_belongs_to_its_title(settled):
    lines = (
        "SERVICES AGREEMENT FOR PUMP REPAIR",
        f"THIS SERVICES AGREEMENT FOR PUMP REPAIR (this Agreement){PREAMBLE}",
    )
    assert titled(settled, *lines) == "SERVICES AGREEMENT FOR PUMP REPAIR"


def test_a_heading_that_ends_in_to_goes_on_in_the_next_line(settled):
    lines = ("ADDENDUM TO", "VALVE DISTRIBUTOR AGREEMENT", f"THIS ADDENDUM{PREAMBLE}")
    assert titled(settled, *lines) == "ADDENDUM TO VALVE DISTRIBUTOR AGREEMENT"


def test_a_list_of_agreements_is_no_title(settled):
    lines = (
        "REMARKETING AGREEMENT",
        "Ladies and Gentlemen:",
        "This Agreement, the Unit Agreement, the Trust Agreement and the Indenture are made between "
        'Ostrava Valves Ltd. and Marlow Pumps B.V. ("Buyer").',
    )
    assert titled(settled, *lines) == "REMARKETING AGREEMENT"


def test_a_numbered_clause_is_no_title(settled):
    assert titled(settled, "2. APPOINTMENT AND LICENSE GRANT", "Ostrava Valves Ltd. appoints Marlow Pumps B.V.") is None


def test_a_numbered_amendment_goes_on_with_what_it_amends(settled):
    lines = ("Amendment n° 01", "to the Global Maintenance Agreement", "BETWEEN", "Ostrava Valves Ltd.")
    assert titled(settled, *lines) == "Amendment n° 01 to the Global Maintenance Agreement"


def test_a_title_may_be_in_lower_case(settled):
    lines = ("Maintenance and support contract", "CONTRACT, made effective on 6 April 1998 between Ostrava Valves Ltd.")
    assert titled(settled, *lines) == "Maintenance and support contract"


def test_an_exhibit_number_before_the_preamble_hides_nothing(settled):
    line = "Exhibit 4.44 THIS LICENSE AND RESELLER AGREEMENT dated as of May 3, 2018 is made between Ostrava Ltd."
    assert titled(settled, line, "BETWEEN:") == "LICENSE AND RESELLER AGREEMENT"


def test_a_heading_that_begins_with_a_day_is_a_label_over_the_title(settled):
    lines = ("MAY 1, 2024, RATE B AGREEMENT", "Cover page", "GAS TRANSPORT AGREEMENT", f"THIS AGREEMENT{PREAMBLE}")
    assert titled(settled, *lines) == "GAS TRANSPORT AGREEMENT"


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("OSTRAVA VALVES LTD. - MARLOW PUMPS B.V. CO-BRANDING AGREEMENT", "CO-BRANDING AGREEMENT"),
        ("Ostrava and Marlow Pump Service Agreement", "Pump Service Agreement"),
        ("OSTRAVA SPONSORSHIP AGREEMENT", "OSTRAVA SPONSORSHIP AGREEMENT"),
    ],
)
def test_names_of_several_parties_before_a_title_are_no_part_of_it(heading, shown):
    made = document(heading)
    quote = View(made, Chunk(0, 0, len(heading), 0)).quote(0, len(heading))
    parties = [
        Finding("parties", {"name": "Ostrava Valves Ltd."}, (quote,), item="o"),
        Finding("parties", "Ostrava", (quote,), item="o", attribute="aliases"),
        Finding("parties", {"name": "Marlow Pumps B.V."}, (quote,), item="m"),
        Finding("parties", "Marlow", (quote,), item="m", attribute="aliases"),
    ]
    found = title.derive(made, [*parties, Finding("title", heading, (quote,), basis="heading")])
    assert [each.value for each in found if each.field == "title"] == [shown]


@pytest.mark.parametrize("line", ["Subscription Terms", "Terms of Service", "MNDA", "NDA"])
def test_terms_and_short_names_are_titles(settled, line):
    assert settled(title, f"# {line}", "Last updated: 4 March 2025", "You accept them.").data["title"] == line


def test_the_word_that_leads_to_the_subject_of_a_letter_is_no_part_of_its_title(settled):
    assert titled(settled, "Re: First Amendment to Office Lease", "Dear Sirs") == "First Amendment to Office Lease"


def test_the_number_of_a_contract_behind_its_name(settled):
    assert titled(settled, "SERVICES CONTRACT No. 14/2024", "§ 1") == "SERVICES CONTRACT No. 14/2024"
    assert titled(settled, "Contract No. 14", "§ 1") is None
