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
from docpipe.verify.confidence import CALIBRATED, LEAST, MOST, likelihood

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
