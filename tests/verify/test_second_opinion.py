"""Rules against model: what both found, what they see otherwise, and what only one has."""

from docpipe import kinds
from docpipe.types import Evidence, Trust
from docpipe.verify import Verified
from docpipe.verify.second_opinion import second_opinion

CONTRACT = kinds.load("contract")


def place(start, end, text="words"):
    return (Evidence(1, (0, 0, 1, 1), ((0, 0, 1, 1),), (start, end), text, "exact"),)


def found(data, by, places):
    evidence = {path: place(*span) for path, span in places.items()}
    trust = {path: Trust("located" if by == "model" else "confirmed", (by,)) for path in places}
    return Verified(data, evidence, trust, ())


def opinion(model, rules, *fields):
    return second_opinion(found(model[0], "model", model[1]), found(rules[0], "rules", rules[1]), CONTRACT, fields)


def test_the_same_value_at_the_same_place_is_confirmed_by_both():
    made = opinion(
        ({"term": {"count": 3, "unit": "year"}}, {"/term": (10, 30)}),
        ({"term": {"count": 3, "unit": "year"}}, {"/term": (0, 40)}),
        "term",
    )
    assert made.trust["/term"] == Trust("confirmed", ("rules", "model"))
    assert made.checks == ()


def test_the_same_value_at_another_place_is_a_coincidence():
    made = opinion(
        ({"term": {"count": 3, "unit": "year"}}, {"/term": (10, 30)}),
        ({"term": {"count": 3, "unit": "year"}}, {"/term": (900, 940)}),
        "term",
    )
    assert made.trust["/term"].state == "located"


def test_another_value_is_a_warning_that_cites_both():
    made = opinion(
        ({"agreement_date": "2021-03-05"}, {"/agreement_date": (10, 30)}),
        ({"agreement_date": "2021-05-03"}, {"/agreement_date": (50, 60)}),
        "agreement_date",
    )
    (check,) = made.checks
    assert (check.rule, check.severity, len(check.evidence)) == ("second_opinion", "warning", 2)
    assert "2021-03-05" in check.message
    assert "2021-05-03" in check.message


def test_another_jurisdiction_is_a_warning():
    made = opinion(
        ({"governing_law": ["California"]}, {"/governing_law/0": (10, 30)}),
        ({"governing_law": ["New York"]}, {"/governing_law/0": (10, 30)}),
        "governing_law",
    )
    assert [(check.path, check.severity) for check in made.checks] == [("/governing_law/0", "warning")]
    assert made.trust["/governing_law/0"].state == "located"


def test_two_wordings_of_a_text_are_neither_the_same_nor_another_value():
    made = opinion(
        ({"title": "LEASE OF 12 MILLS"}, {"/title": (0, 10)}), ({"title": "LEASE"}, {"/title": (0, 5)}), "title"
    )
    assert made.checks == ()
    assert made.trust["/title"].state == "located"


def test_elements_of_lists_are_held_against_each_other_part_by_part():
    ours = {"what": "the yearly fee", "amount": "100.00", "currency": "EUR", "role": "fee"}
    theirs = {"what": "fee", "amount": "100.00", "currency": "USD", "role": "price"}
    made = opinion(
        ({"amounts": [ours]}, {"/amounts/0": (10, 30)}), ({"amounts": [theirs]}, {"/amounts/0": (20, 40)}), "amounts"
    )
    assert made.trust["/amounts/0/amount"] == Trust("confirmed", ("rules", "model"))
    assert made.trust["/amounts/0"].state == "located"
    told = {check.path: check.severity for check in made.checks}
    assert told == {"/amounts/0/currency": "warning", "/amounts/0/role": "info"}


def test_what_only_the_rules_have_is_told_with_its_place():
    made = opinion(
        ({"governing_law": []}, {}), ({"governing_law": ["Utah"]}, {"/governing_law/0": (3, 9)}), "governing_law"
    )
    (check,) = made.checks
    assert (check.severity, check.evidence[0].span) == ("info", (3, 9))
    assert "Utah" in check.message


def test_fields_that_the_model_did_not_answer_are_left_alone():
    made = opinion(({"governing_law": []}, {}), ({"governing_law": ["Utah"]}, {"/governing_law/0": (3, 9)}))
    assert made.checks == ()
