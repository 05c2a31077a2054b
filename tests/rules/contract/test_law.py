"""How disputes are settled, by whose rules and where; the language that prevails."""

from __future__ import annotations

import pytest

from docpipe.rules.contract import law


@pytest.mark.parametrize(
    ("sentence", "venue", "rules"),
    [
        (
            "Any dispute shall be finally settled by binding arbitration administered by the American Arbitration "
            "Association in accordance with its Commercial Arbitration Rules.",
            "American Arbitration Association",
            "Commercial Arbitration Rules",
        ),
        (
            "Disputes shall be finally settled by arbitration under the Rules of Arbitration of the International "
            "Chamber of Commerce.",
            "International Chamber of Commerce",
            "Rules of Arbitration of the International Chamber of Commerce",
        ),
        (
            "All disputes shall be submitted to the Marlow Arbitration Commission for arbitration.",
            "Marlow Arbitration Commission",
            None,
        ),
    ],
)
def test_an_institution_is_the_venue_and_not_the_rules(settled, sentence, venue, rules):
    found = settled(law, sentence).data["dispute_resolution"]
    assert (found["method"], found.get("venue"), found.get("rules")) == ("arbitration", venue, rules)


@pytest.mark.parametrize(
    ("sentence", "venue"),
    [
        (
            "Each party submits to the exclusive jurisdiction of the courts located in Mobile, Alabama for any action "
            "arising out of this Agreement.",
            "Mobile, Alabama",
        ),
        ("The courts of Norway shall have exclusive jurisdiction.", "Norway"),
        (
            "Any action arising out of this Agreement shall be brought in the state or federal courts located in "
            "St. Clair County, Illinois.",
            "St. Clair County, Illinois",
        ),
        (
            "The parties consent to the exclusive jurisdiction of the State and Federal courts in Cook County.",
            "Cook County",
        ),
    ],
)
def test_the_venue_ends_with_its_name(settled, sentence, venue):
    found = settled(law, sentence).data["dispute_resolution"]
    assert (found["method"], found.get("venue", None)) == ("litigation", venue)


@pytest.mark.parametrize(
    "sentence",
    [
        "If this Agreement is translated, the Portuguese version prevails.",
        "In case of discrepancy the Portuguese text shall prevail.",
    ],
)
def test_a_version_that_prevails_is_the_governing_language(settled, sentence):
    assert settled(law, sentence).data["governing_language"] == "Portuguese"


def test_a_language_of_notices_prevails_over_nothing(settled):
    assert settled(law, "Notices shall be given in the Portuguese language.").data["governing_language"] is None


def test_courts_of_the_place_in_which_a_city_lies(settled):
    draft = settled(
        law,
        "The state and federal courts in the district in which Alder City, Florida is located shall have non-exclusive "
        "jurisdiction of any claim.",
    )
    assert draft.data["dispute_resolution"]["venue"] == "Alder City, Florida"


def test_a_language_of_choice(settled):
    draft = settled(
        law, "The Members state that the English language is to be the language of choice for this Agreement."
    )
    assert draft.data["governing_language"] == "English"


@pytest.mark.parametrize(
    ("sentence", "venue"),
    [
        ("Any claim shall be prosecuted only in the appropriate court of Arizona.", "Arizona"),
        ("Any proceedings shall be brought only in Texas in a U.S. federal court.", "Texas"),
        ("All actions and suits under this Agreement shall be brought in Maryland.", "Maryland"),
        ("Jurisdiction for any dispute shall be only in the State court located in Stamford, Connecticut.", "Stamford"),
        ("The state courts of Ohio shall have jurisdiction over any claim.", "Ohio"),
    ],
)
def test_where_actions_are_brought_is_the_venue(settled, sentence, venue):
    found = settled(law, sentence).data["dispute_resolution"]
    assert found["method"] == "litigation"
    assert venue in found["venue"]


def test_a_heading_settles_no_dispute(settled):
    assert settled(law, "17. Governing Law; Consent to Jurisdiction and Venue.").data["dispute_resolution"] is None


def test_an_arbitration_without_a_place_has_the_courts_that_are_named(settled):
    draft = settled(
        law,
        "All disputes shall be settled by binding arbitration.",
        "The parties submit to the exclusive jurisdiction of the courts of Ontario.",
    )
    assert draft.data["dispute_resolution"] == {"method": "arbitration", "venue": "Ontario"}


def test_what_is_performed_is_governed_by_a_law_too(settled):
    sentence = "This Agreement shall be construed, performed, and enforced in accordance with the laws of Nevada."
    assert settled(law, sentence).data["governing_law"] == ["Nevada"]


@pytest.mark.parametrize(
    ("sentence", "method", "venue"),
    [
        ("Any disputes shall be resolved by proceedings in the State of Ohio.", "litigation", "State of Ohio"),
        (
            "Any suit shall be instituted by a party in a state court sitting in the county of the other party.",
            "litigation",
            "state court sitting in the county of the other party",
        ),
        ("The parties will refer their dispute to a mutually acceptable mediator.", "mediation", None),
    ],
)
def test_proceedings_the_others_court_and_a_mediator_settle_disputes(settled, sentence, method, venue):
    found = settled(law, sentence).data["dispute_resolution"]
    assert (found["method"], found.get("venue")) == (method, venue)


@pytest.mark.parametrize(
    ("sentence", "venue"),
    [
        ("Exclusive place of jurisdiction for all disputes shall be Milltown, Austria.", "Milltown, Austria"),
        ("The courts at Milltown alone shall have exclusive jurisdiction.", "courts at Milltown"),
        ("The Irish courts shall have exclusive jurisdiction.", "Irish courts"),
        ("Venue shall lie exclusively in Milltown, Kansas.", "Milltown, Kansas"),
        ("VENUE SHALL LIE EXCLUSIVELY IN MILL COUNTY, OHIO.", "MILL COUNTY, OHIO"),
        (
            "The Superior Court for the County of Mill shall retain jurisdiction under the Code of Civil Procedure.",
            "Superior Court for the County of Mill",
        ),
        (
            "Disputes shall be resolved under that Act before the United States Court of Federal Claims.",
            "United States Court of Federal Claims",
        ),
        ("The parties submit to the jurisdiction of the Irish courts.", "Irish courts"),
        (
            "Disputes shall be resolved by the common court having jurisdiction over the seat of the Ordering Party.",
            "common court having jurisdiction over the seat of the Ordering Party",
        ),
        ("Failing a settlement, the High Court shall have jurisdiction.", "High Court"),
        (
            "Any claim shall be brought and conducted solely within the Circuit Court of Mill County.",
            "Circuit Court of Mill County",
        ),
    ],
)
def test_courts_are_named_in_other_ways_too(settled, sentence, venue):
    assert settled(law, sentence).data["dispute_resolution"] == {"method": "litigation", "venue": venue}


@pytest.mark.parametrize("law_", ["Swiss law", "Swiss substantive law, excluding the conflict of laws rules"])
def test_a_contract_that_is_subject_to_a_peoples_law(settled, law_):
    assert settled(law, f"This Contract is subject to {law_}.").data["governing_law"] == ["Switzerland"]


@pytest.mark.parametrize("label", ["Chosen Courts", "Jurisdiction", "Venue"])
def test_courts_in_a_row_of_particulars(tabled_settled, label):
    rows = (f"{label}\tthe state and federal courts located in Mill County, Ohio", "Fees\tnone")
    found = tabled_settled(law, "The particulars are these.", rows).data["dispute_resolution"]
    assert found == {"method": "litigation", "venue": "state and federal courts located in Mill County, Ohio"}
