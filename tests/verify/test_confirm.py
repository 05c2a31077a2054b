"""Confirming: the value is read again from its quote, by type."""

import pytest

from docpipe.kinds.contract import CONTRACT, Contract
from docpipe.kinds.shape import annotation_at
from docpipe.verify.confirm import confirmed, confirmed_leaves


def reread(path: str, value: object, *quotes: str) -> bool:
    return confirmed(value, annotation_at(Contract, path), quotes)


@pytest.mark.parametrize(
    ("path", "value", "quote"),
    [
        ("/title", "Services Agreement", "SERVICES AGREEMENT"),
        ("/agreement_date", "1999-06-21", "dated as of June 21, 1999"),
        ("/term", {"count": 3, "unit": "year"}, "for a period of three (3) years"),
        ("/governing_law/0", "New York", "the laws of the State of New York"),
        ("/amounts/0", {"amount": "3000000", "currency": "USD"}, "a fee of $3 million"),
        ("/penalties/0", {"rate": "1.5"}, "interest at 1.5% per month"),
        ("/parties/0", {"name": "Acme Inc.", "entity_type": "corporation"}, "Acme, Inc., a Delaware corporation"),
        ("/payment_terms", {"days": 30}, "within thirty (30) days of receipt"),
    ],
)
def test_a_value_that_its_quote_states_is_confirmed(path, value, quote):
    if path == "/parties/0":
        value = {**value, "name": "Acme, Inc."}
    assert reread(path, value, quote)


@pytest.mark.parametrize(
    ("path", "value", "quote"),
    [
        ("/title", "Lease Agreement", "SERVICES AGREEMENT"),
        ("/agreement_date", "1999-06-22", "dated as of June 21, 1999"),
        ("/term", {"count": 30, "unit": "year"}, "for a period of three (3) years"),
        ("/term", {"count": 3, "unit": "month"}, "for a period of three (3) years"),
        ("/governing_law/0", "Delaware", "the laws of the State of New York"),
        ("/amounts/0", {"amount": "300000", "currency": "USD"}, "a fee of $3 million"),
        ("/amounts/0", {"amount": "3000000", "currency": "EUR"}, "a fee of $3 million"),
        ("/payment_terms", {"days": 13}, "within thirty (30) days of receipt"),
    ],
)
def test_a_value_that_its_quote_does_not_state_is_not(path, value, quote):
    assert not reread(path, value, quote)


def test_a_verb_may_be_printed_in_another_form_in_what_is_to_be_done_alone():
    quote = "The fee shall be paid by Buyer within ten days."
    assert reread("/obligations/0", {"action": "pay the fee within ten days"}, quote)
    assert not reread("/penalties/0", {"trigger": "pay the fee within ten days"}, quote)


def test_a_choice_from_a_list_is_a_judgement():
    assert not reread("/dispute_resolution", {"method": "arbitration"}, "settled by arbitration in Geneva")
    assert not reread("/expiration_date", "perpetual", "this Agreement is perpetual")


def test_an_object_that_is_partly_a_judgement_names_the_leaves_that_were_read_again():
    value = {"amount": "3000000", "currency": "USD", "role": "fee", "what": "a fee"}
    annotation = annotation_at(CONTRACT.model, "/amounts/0")
    assert not confirmed(value, annotation, ["a fee of $3 million"])
    assert confirmed_leaves(value, annotation, ["a fee of $3 million"]) == ["amount", "currency", "what"]
