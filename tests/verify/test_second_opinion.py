"""Rules against model: what both found, what they see otherwise, and what only one has."""

import pytest
from msgspec.structs import replace

from docpipe import kinds
from docpipe.types import Check, Evidence, Trust
from docpipe.verify import UNREAD, Verified
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


def test_a_figure_is_the_same_whatever_zeros_it_ends_in():
    ours = {"what": "the deposit", "amount": "1500000", "currency": "EUR", "role": "deposit"}
    theirs = {"what": "deposit", "amount": "1500000.00", "currency": "EUR", "role": "deposit"}
    made = opinion(
        ({"amounts": [ours]}, {"/amounts/0": (10, 30)}), ({"amounts": [theirs]}, {"/amounts/0": (20, 40)}), "amounts"
    )
    assert made.trust["/amounts/0/amount"] == Trust("confirmed", ("rules", "model"))
    assert made.checks == ()


def test_a_choice_by_which_the_rules_say_that_they_cannot_tell_is_no_other_opinion():
    ours = {"what": "fee", "amount": "100.00", "role": "fee"}
    theirs = {"what": "fee", "amount": "100.00", "role": "other"}
    places = {"/amounts/0": (10, 30)}
    assert opinion(({"amounts": [ours]}, places), ({"amounts": [theirs]}, places), "amounts").checks == ()
    assert opinion(({"amounts": [theirs]}, places), ({"amounts": [ours]}, places), "amounts").checks != ()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("中国", "中华人民共和国"),
        ("China", "People's Republic of China"),
        ("PRC", "China"),
        ("State of New York", "New York"),
    ],
)
def test_two_names_of_one_jurisdiction_are_no_contradiction(ours, theirs):
    places = {"/governing_law/0": (10, 30)}
    made = opinion(({"governing_law": [ours]}, places), ({"governing_law": [theirs]}, places), "governing_law")
    assert made.checks == ()
    assert made.trust["/governing_law/0"].by == ("rules", "model")


def test_a_text_that_names_a_place_among_other_words_is_another_text():
    places = {"/title": (10, 30)}
    made = opinion(({"title": "Lease in New York"}, places), ({"title": "New York sublease"}, places), "title")
    assert made.trust["/title"].state == "located"


def test_lengths_in_other_units_are_the_same_length():
    places = {"/term": (10, 30)}
    year, months = {"count": 1, "unit": "year"}, {"count": 12, "unit": "month"}
    made = opinion(({"term": year}, places), ({"term": months}, places), "term")
    assert (made.trust["/term"].by, made.checks) == (("rules", "model"), ())
    days = {"count": 365, "unit": "day"}
    assert opinion(({"term": days}, places), ({"term": months}, places), "term").checks != ()


def test_what_no_parser_read_again_counts_as_read_where_the_rules_read_the_same_there():
    item = {"name": "revenue", "value": "2510000000", "period_end": "2023-03-31", "label": "Net revenues"}
    report = kinds.load("financial_report")
    unread = Check("/items/0", "unconfirmed", "warning", f"{UNREAD}value, period_end")
    model = replace(found({"items": [item]}, "model", {"/items/0": (10, 30)}), checks=(unread,))
    rules = found({"items": [{**item, "label": "Revenues"}]}, "rules", {"/items/0": (20, 40)})
    made = second_opinion(model, rules, report, ["items"])
    assert made.trust["/items/0/value"] == Trust("confirmed", ("rules", "model"))
    assert made.checks == ()
    other = found({"items": [{**item, "value": "2483000000"}]}, "rules", {"/items/0": (20, 40)})
    told = [check.message for check in second_opinion(model, other, report, ["items"]).checks]
    assert told[0] == f"{UNREAD}value"
    assert "2483000000" in told[1]
    elsewhere = found({"items": [item]}, "rules", {"/items/0": (900, 940)})
    assert second_opinion(model, elsewhere, report, ["items"]).checks == (unread,)


def test_a_category_of_which_the_rules_are_sure_and_the_model_finds_none_is_told_with_its_place():
    places = {"/clauses/0": (10, 30), "/clauses/1": (50, 60), "/clauses/2": (70, 80)}
    categories = ("Insurance", "Audit Rights", "Exclusivity")
    rules = found({"clauses": [{"category": name} for name in categories]}, "rules", places)
    confidences = zip(places, (0.95, 0.95, 0.5), strict=True)
    rules = replace(rules, trust={at: Trust("located", ("rules",), how_sure) for at, how_sure in confidences})
    model = found({"clauses": [{"category": "Insurance"}]}, "model", {"/clauses/0": (10, 30)})
    (check,) = second_opinion(model, rules, CONTRACT, ["clauses"]).checks
    assert (check.path, check.severity, check.evidence[0].span) == ("/clauses", "info", (50, 60))
    assert check.message.startswith("Audit Rights: ")
