"""Merging: the same is united, contradictions are kept, pointers are given once."""

import datetime
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from docpipe.kinds.contract import CONTRACT
from docpipe.merge import plain, pointer, settle, unite
from docpipe.types import Finding, Quote


def at(start: int, text: str = "some quoted words") -> tuple[Quote, ...]:
    return (Quote(text, (start, start + len(text))),)


def party(name: str, start: int, **leaves: str) -> Finding:
    return Finding("parties", {"name": name, **leaves}, at(start))


def test_the_same_value_at_two_places_is_one_with_both_quotes():
    draft = settle([Finding("title", "Lease", at(50)), Finding("title", "Lease", at(10))], CONTRACT)
    assert draft.data["title"] == "Lease"
    assert [quote.span[0] for quote in draft.claims["/title"].quotes] == [10, 50]


def test_contradicting_values_are_null_and_all_cited():
    draft = settle([Finding("title", "Lease", at(10)), Finding("title", "Licence", at(50))], CONTRACT)
    assert draft.data["title"] is None
    assert "/title" not in draft.claims
    (problem,) = draft.problems
    assert (problem.path, problem.rule) == ("/title", "conflict")
    assert [quote.span[0] for quote in problem.quotes] == [10, 50]
    assert "Lease and Licence" in problem.message


def test_a_party_in_two_prints_is_one_party_under_its_first_name():
    draft = settle([party("Acme Inc.", 90, role="Supplier"), party("ACME, INC.", 10)], CONTRACT)
    assert draft.data["parties"] == [{"name": "ACME, INC.", "role": "Supplier"}]
    assert draft.problems == ()


def test_elements_stand_in_the_order_of_the_text():
    draft = settle([party("Beta LLC", 50), party("Acme Inc.", 10)], CONTRACT)
    assert [element["name"] for element in draft.data["parties"]] == ["Acme Inc.", "Beta LLC"]
    assert set(draft.claims) == {"/parties/0", "/parties/1"}


def test_a_leaf_on_which_objects_differ_is_null_and_a_conflict():
    caps = [
        Finding("liability_cap", {"amount": "100", "currency": "USD"}, at(10)),
        Finding("liability_cap", {"amount": "250", "currency": "USD"}, at(90)),
    ]
    draft = settle(caps, CONTRACT)
    assert draft.data["liability_cap"] == {"amount": None, "currency": "USD"}
    assert [problem.path for problem in draft.problems] == ["/liability_cap/amount"]


def test_two_different_durations_are_a_conflict_as_a_whole():
    terms = [
        Finding("term", {"count": 3, "unit": "year"}, at(10)),
        Finding("term", {"count": 5, "unit": "year"}, at(90)),
    ]
    draft = settle(terms, CONTRACT)
    assert draft.data["term"] is None
    assert [(problem.path, problem.rule) for problem in draft.problems] == [("/term", "conflict")]
    assert "3 year and 5 year" in draft.problems[0].message


def test_parts_with_quotes_of_their_own_get_pointers_of_their_own():
    draft = settle(
        [
            party("Acme Inc.", 10),
            Finding("parties", "Acme", at(30), item="acme inc", attribute="aliases"),
            Finding("parties", "the Supplier", at(40), item="acme inc", attribute="aliases"),
            Finding("expiration_basis", {"kind": "term", "anchor": "Effective Date"}, at(70)),
            Finding("expiration_basis", {"count": 2, "unit": "year"}, at(80), attribute="offset"),
        ],
        CONTRACT,
    )
    assert draft.data["parties"][0]["aliases"] == ["Acme", "the Supplier"]
    assert draft.data["expiration_basis"]["offset"] == {"count": 2, "unit": "year"}
    assert {"/parties/0/aliases/0", "/parties/0/aliases/1", "/expiration_basis/offset"} <= set(draft.claims)


def test_a_part_without_its_element_has_no_home():
    draft = settle([Finding("parties", "Acme", at(30), item="acme inc", attribute="aliases")], CONTRACT)
    assert draft.data["parties"] == []
    assert draft.claims == {}


def test_a_redaction_is_reported_only_where_the_value_was_not_found():
    redacted = Finding("agreement_date", None, at(10), problem="redacted_in_source", message="the date is redacted")
    assert [problem.rule for problem in settle([redacted], CONTRACT).problems] == ["redacted_in_source"]
    dated = Finding("agreement_date", datetime.date(2024, 3, 5), at(90))
    assert settle([redacted, dated], CONTRACT).problems == ()


def test_values_become_plain_json():
    assert plain({"day": datetime.date(2024, 3, 5), "amount": Decimal("3.00"), "list": [None]}) == {
        "day": "2024-03-05",
        "amount": "3.00",
        "list": [None],
    }


def test_pointers_escape_what_rfc_6901_says():
    assert pointer("a/b", "c~d", 3) == "/a~1b/c~0d/3"


@given(
    st.permutations(
        [party("Acme Inc.", 10), party("ACME INC", 40, role="Supplier"), party("Beta LLC", 20), party("Beta LLC", 60)]
    )
)
def test_any_order_of_findings_gives_the_same_value(findings):
    once = settle(
        [party("Acme Inc.", 10), party("ACME INC", 40, role="Supplier"), party("Beta LLC", 20), party("Beta LLC", 60)],
        CONTRACT,
    )
    assert settle(findings, CONTRACT).data == once.data


@given(st.permutations([party("Acme Inc.", 10), party("Beta LLC", 20), party("Acme Inc.", 30)]))
def test_uniting_twice_changes_nothing(findings):
    once = unite(findings, CONTRACT)
    assert unite(once, CONTRACT) == once


def test_lengths_in_other_units_do_not_contradict_each_other():
    months, year = {"count": 12, "unit": "month"}, {"count": 1, "unit": "year"}
    draft = settle([Finding("term", year, at(10)), Finding("term", months, at(50))], CONTRACT)
    assert (draft.data["term"], draft.problems) == (year, ())
