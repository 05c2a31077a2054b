"""Confidences: calibrated where people judged such values, none elsewhere."""

from __future__ import annotations

from importlib import import_module

import pytest
from building import document
from msgspec.structs import replace

from docpipe import kinds, merge, pipeline
from docpipe.settings import load
from docpipe.types import Finding, Quote
from docpipe.verify import verify
from docpipe.verify.confidence import CALIBRATED, LEAST, MOST, likelihood, signs_of

LAW = "This Agreement shall be governed by the laws of the State of New York."


def trust(**more):
    """The trust entries of a governing law and an amount, found in one sentence each."""
    doc = document(LAW, "The price is USD 5,000.")
    quote = Quote("the laws of the State of New York")
    found = [
        Finding("governing_law", "New York", (quote,), **more),
        Finding("amounts", {"amount": "5000", "currency": "USD"}, (Quote("USD 5,000"),), confidence=0.8),
    ]
    kind = kinds.load("contract")
    return verify(doc, merge.settle(found, kind), kind).trust


def test_a_field_that_people_judged_has_the_share_of_such_values_that_were_right():
    assert trust()["/governing_law/0"].confidence >= 0.9


def test_a_field_that_nobody_judged_has_none_even_where_a_rule_thinks_it_has():
    assert trust()["/amounts/0"].confidence is None


def test_a_document_in_another_language_than_the_gold_has_none():
    text = document(LAW)
    quote = Quote("the laws of the State of New York")
    kind = kinds.load("contract")
    draft = merge.settle([Finding("governing_law", "New York", (quote,))], kind)
    told = [verify(replace(text, languages=each), draft, kind).trust for each in (("en",), ("zh",), ("zh", "en"))]
    assert [entries["/governing_law/0"].confidence is None for entries in told] == [False, True, True]


def test_what_a_model_alone_found_keeps_what_it_came_with():
    assert trust(by=("model",), confidence=None)["/governing_law/0"].confidence is None


def test_only_the_part_that_was_judged_shares_the_confidence_of_an_element():
    text = 'This Agreement is made between Ostrava Valves Ltd., a Czech company ("Seller") and Marlow B.V. ("Buyer").'
    result = pipeline.analyze(document("SUPPLY AGREEMENT", text), kinds.load("contract"), load({}))
    assert result.trust["/parties/0"].confidence is not None
    others = {
        at: entry for at, entry in result.trust.items() if at.startswith("/parties/0/") and at != "/parties/0/name"
    }
    assert others
    assert {entry.confidence for entry in others.values()} == {None}


@pytest.mark.parametrize("weight", [-50.0, 0.0, 50.0])
def test_no_value_is_certain(weight):
    assert LEAST <= likelihood(weight) <= MOST


@pytest.mark.parametrize("kind", sorted(CALIBRATED))
def test_every_judged_field_is_a_field_of_its_kind(kind):
    fields = import_module(CALIBRATED[kind]).FIELDS
    assert fields
    assert set(fields) <= set(kinds.load(kind).fields)


def clauses(*found, languages=()):
    """The confidences of clauses, each a category and what the rule thinks of the place, in a sentence of its own."""
    said = [f"Buyer may audit the books of mill {at} once a year." for at in range(len(found))]
    kind = kinds.load("contract")
    made = [
        Finding("clauses", {"category": category}, (Quote(quote),), item=f"{category}|{at}", confidence=chance)
        for at, ((category, chance), quote) in enumerate(zip(found, said, strict=True))
    ]
    trust = verify(replace(document(*said), languages=languages), merge.settle(made, kind), kind).trust
    return [trust[f"/clauses/{at}"].confidence for at in range(len(found))]


def test_a_clause_is_as_sure_as_its_category_by_the_best_of_all_places_that_were_taken_for_one():
    (alone,) = clauses(("Audit Rights", 0.6))
    beside_a_better_one = clauses(("Audit Rights", 0.6), ("Audit Rights", 0.97))
    beside_another = clauses(("Audit Rights", 0.6), ("Insurance", 0.97))
    assert abs(beside_a_better_one[0] - beside_a_better_one[1]) < 0.05  # where each stands is a sign of its own
    assert beside_a_better_one[0] > alone + 0.1
    assert beside_another[0] < alone + 0.1


def test_what_the_rule_thinks_of_a_clause_is_no_confidence_where_nobody_judged_such_documents():
    assert clauses(("Audit Rights", 0.97), languages=("zh",)) == [None]


def test_the_words_in_front_of_a_quote_are_signs_as_those_in_it():
    doc = document("This lease is effective as of", "1 May 2031 and the term of this Agreement ends on 2 June 2033.")
    kind = kinds.load("contract")
    found = [
        Finding("effective_date", "2031-05-01", (Quote("1 May 2031"),)),
        Finding("expiration_date", "2033-06-02", (Quote("the term of this Agreement ends on 2 June 2033"),)),
    ]
    draft = merge.settle(found, kind)
    verified = verify(doc, draft, kind)
    signs = dict(signs_of(doc, draft, verified.evidence, verified.trust, verified.checks))
    assert "says effective before" in signs["/effective_date"]
    assert "says effective" not in signs["/effective_date"]
    assert {"says agreement ends", "says term"} <= signs["/expiration_date"].keys()
