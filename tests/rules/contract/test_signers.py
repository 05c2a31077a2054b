"""Parties that are named only where they sign."""

from __future__ import annotations

from building import document
from msgspec.structs import replace

from docpipe.rules.contract import parties
from docpipe.rules.view import View
from docpipe.types import Chunk


def names(draft) -> list[str]:
    return [party["name"] for party in draft.data["parties"]]


def test_for_and_on_behalf_of_whom_somebody_signs(settled):
    draft = settled(
        parties,
        "The Parties are identified in Schedule A.",
        "For and on behalf of Ostrava Telecom a.s.",
        "For and on behalf of MARLOW TEL May 2, 1998 Page 36 For and on behalf of Quillon Limited",
        "For and on behalf of the Seller",
    )
    assert names(draft) == ["Ostrava Telecom a.s.", "MARLOW TEL", "Quillon Limited"]


def test_prose_about_acting_on_behalf_names_no_signer(settled):
    text = "Nothing said for and on behalf of Quillon Limited shall bind Ostrava Valves Ltd. under this Agreement."
    assert names(settled(parties, text)) == []


def test_a_company_behind_the_title_of_the_signer_before_it_signs_next(settled):
    draft = settled(
        parties,
        "The undersigned agree as follows.",
        "OSTRAVA HOLDINGS LLC",
        "By: /s/ Jana Novak Jana Novak Vice President MARLOW PARTNERS, L.P.",
        "By: Marlow GP, LLC, its general partner",
        "By: /s/ Tom Marlow Tom Marlow Vice President",
    )
    assert names(draft) == ["OSTRAVA HOLDINGS LLC", "MARLOW PARTNERS, L.P."]


def test_a_subclause_that_defines_two_terms_introduces_no_parties():
    text = 'Quillon Services ("Repair Services") and Marlow Services ("Support Services") work together.'
    plain = document(text)
    numbered = replace(plain, blocks=tuple(replace(block, number="6.1") for block in plain.blocks))
    found = [list(parties.find(View(each, Chunk(0, 0, len(text), 0)))) for each in (plain, numbered)]
    assert found[0] != []
    assert found[1] == []
