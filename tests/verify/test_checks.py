"""Checks: what cannot all be true at once is found, what agrees is left alone."""

import pytest
from building import document

from docpipe.types import Quote, Trust
from docpipe.verify.checks import checks
from docpipe.verify.ground import ground


def found(data: dict, text: str = "Some words.", state: str = "confirmed") -> list[tuple[str, str]]:
    doc = document(text)
    evidence = {f"/{name}": ground(doc, Quote(text)) for name in data}
    trust = {f"/{name}": Trust(state, ("rules",)) for name in data}
    return [(check.rule, check.path) for check in checks(doc, data, evidence, trust)]


def test_an_agreement_that_ends_before_it_begins():
    data = {"agreement_date": "2024-03-05", "effective_date": None, "expiration_date": "2023-03-04"}
    assert found(data) == [("date_order", "/expiration_date")]


@pytest.mark.parametrize("end", ["2027-03-05", "2027-03-04", "perpetual", None])
def test_a_term_that_agrees_with_its_end_is_silent(end):
    data = {"effective_date": "2024-03-05", "term": {"count": 3, "unit": "year"}, "expiration_date": end}
    assert found(data) == []


def test_a_term_that_contradicts_the_printed_end():
    data = {"effective_date": "2024-03-05", "term": {"count": 3, "unit": "year"}, "expiration_date": "2026-03-05"}
    assert found(data) == [("term_arithmetic", "/expiration_date")]
    assert found(data, state="derived") == []


def test_business_days_are_not_reckoned_with():
    data = {
        "effective_date": "2024-03-05",
        "term": {"count": 3, "unit": "business_day"},
        "expiration_date": "2026-03-05",
    }
    assert found(data) == []


def test_an_amount_in_words_that_is_not_the_amount_in_figures():
    text = "The fee is Two Million Dollars ($3,000,000)."
    assert found({"amounts": []}, text) == [("amount_words", "/amounts")]
    assert found({"amounts": []}, "The fee is Three Million Dollars ($3,000,000).") == []


def test_the_same_place_is_checked_once():
    text = "The fee is Two Million Dollars ($3,000,000)."
    assert len(found({"amounts": [], "penalties": []}, text)) == 1


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("The goods are delivered by September 31, 2031.", [("impossible_date", "")]),
        ("Delivered on the 30th of February 2031 at the latest.", [("impossible_date", "")]),
        ("The goods are delivered by September 30, 2031.", []),
        ("Section 31 applies in June, 2031.", []),
        ("Paid by February 29, 2032.", []),
    ],
)
def test_a_day_that_no_calendar_has_is_an_error_wherever_it_stands(text, rules):
    assert found({}, text) == rules


@pytest.mark.parametrize(
    ("parties", "told"),
    [
        ([], [("few_parties", "/parties")]),
        ([{"name": "Tarn Foundry Ltd"}], [("few_parties", "/parties")]),
        ([{"name": "Tarn Foundry Ltd"}, {"name": "Marlow GmbH"}], []),
    ],
)
def test_an_agreement_of_fewer_than_two_parties_is_one_to_look_at(parties, told):
    assert found({"parties": parties, "obligations": [], "governing_law": []}) == told


def test_parties_of_another_kind_are_not_counted():
    assert found({"parties": []}) == []
