"""Verbs of duties as they follow "must", and what quotes say of them in another form."""

from __future__ import annotations

import pytest

from docpipe.rules.verbs import active, based, is_deed, says_deed, verb_of


@pytest.mark.parametrize(
    ("words", "after_must"),
    [
        ("grants to Buyer a licence", "grant to Buyer a licence"),
        ("hereby sells and transfers the hull", "hereby sell and transfer the hull"),
        ("indemnifies Buyer and undertakes to defend it", "indemnify Buyer and undertake to defend it"),
        (
            "represents, warrants and covenants that it owns the hull",
            "represent, warrant and covenant that it owns the hull",
        ),
        ("deliver the rights", "deliver the rights"),
    ],
)
def test_the_third_person_becomes_what_follows_must(words: str, after_must: str) -> None:
    assert based(words) == after_must


@pytest.mark.parametrize(
    "action",
    [
        "pay the fee",
        "at its own cost repair the weir",
        "each bear its own costs",
        "agree that the fee shall be paid",
        "(i) pay the fee",
    ],
)
def test_deeds(action: str) -> None:
    assert is_deed(action)


@pytest.mark.parametrize(
    "action",
    [
        "the validity of this licence",
        "any material will be approved",
        "failure to pay will end the service",
        "Fenwick's title to the mark",
        "at its sole cost",
    ],
)
def test_things_clauses_and_circumstances_are_no_deeds(action: str) -> None:
    assert not is_deed(action)


@pytest.mark.parametrize(
    ("participle", "verb"),
    [
        *(("paid", "pay"), ("delivered", "deliver"), ("provided", "provide"), ("submitted", "submit"), ("when", None)),
        *(("handled", "handle"), ("billed", "bill"), ("controlled", "control"), ("released", "release")),
        *(("repaired", "repair"), ("developed", "develop"), ("managed", "manage"), ("created", "create")),
        *(("notified", "notify"), ("treated", "treat"), ("scheduled", "schedule"), ("licensed", "license")),
    ],
)
def test_the_verb_of_a_participle(participle: str, verb: str | None) -> None:
    assert verb_of(participle) == verb


@pytest.mark.parametrize(
    ("clause", "deed"),
    [
        ("The fee shall be paid by Buyer within ten days", "pay the fee within ten days"),
        (
            "At the Seller's cost, the hull must be promptly painted by Buyer",
            "at the Seller's cost, promptly paint the hull",
        ),
        ("Neither the mark nor the name may be used or assigned by Buyer", None),
        ("Neither the hull nor the mast may be sold or assigned by Buyer", "sell or assign the hull or the mast"),
        ("No crane shall be moved to the quay by the Buyer", "move any crane to the quay"),
        ("Changes must be submitted to and accepted by Buyer", None),
        ("Work will be resumed upon confirmation by Buyer", None),
        ("Costs shall be borne by Buyer's agent", None),
        ("A request must be received by Buyer in May", None),
    ],
)
def test_the_passive_is_said_in_the_active_where_the_party_acts(clause: str, deed: str | None) -> None:
    assert active(clause, "Buyer") == deed


def test_a_deed_is_read_again_from_a_quote_that_prints_its_verb_in_another_form() -> None:
    assert says_deed("grant to Buyer a licence", ["Seller hereby grants to Buyer a licence."])
    assert says_deed("pay the fee within ten days", ["The fee shall be paid by Buyer within ten days."])
    assert not says_deed("pay the fee within nine days", ["The fee shall be paid by Buyer within ten days."])
    assert not says_deed("grant to Seller a licence", ["Seller hereby grants to Buyer a licence."])
