from collections.abc import Callable

import pytest

from docpipe.merge import Draft
from docpipe.rules.contract import amounts
from docpipe.types import Json

Read = Callable[..., list[Json]]


@pytest.fixture
def read(settled: Callable[..., Draft]) -> Read:
    return lambda *paragraphs: list(settled(amounts, *paragraphs).data["amounts"])


@pytest.mark.parametrize(
    ("sentence", "role", "what"),
    [
        ("The Customer shall pay an annual license fee of $5,000.", "fee", "annual license fee"),
        ("The purchase price for the Shares is €2,000,000.", "price", "purchase price for the Shares"),
        ("Buyer's minimum annual commitment is $12,500,000.", "minimum", "Buyer's minimum annual commitment"),
        ("Tenant shall pay a security deposit of $9,000 at signing.", "deposit", "security deposit"),
        ("Expenses shall not exceed One Thousand Dollars ($1,000) in a month.", "cap", "Expenses"),
        ("Seller shall pay liquidated damages of $75,000 for each failure.", "penalty", "liquidated damages"),
        ("Vendor shall maintain general liability insurance of $5,000,000.", "other", "general liability insurance"),
    ],
)
def test_an_amount_has_the_name_and_the_part_that_its_clause_gives_it(
    sentence: str, role: str, what: str, read: Read
) -> None:
    (amount,) = read(sentence)
    assert (amount["role"], amount["what"]) == (role, what)


def test_who_pays_whom_how_often_and_with_which_tax(read: Read) -> None:
    (amount,) = read("The Customer shall pay Supplier a service fee of $450 per month plus applicable taxes.")
    assert (amount["payer"], amount["payee"]) == ("Customer", "Supplier")
    assert (amount["per"], amount["tax"]) == ("month", "plus applicable taxes")


def test_a_payer_that_is_no_party_is_left_out(read: Read) -> None:
    (amount,) = read("The Escrow Pool shall pay a fee of $450.")
    assert "payer" not in amount


def test_a_par_value_is_no_amount_of_the_contract(read: Read) -> None:
    assert read("It holds 500 shares of common stock, par value $0.001 per share.") == []


def test_a_footnote_mark_behind_an_amount_is_no_decimal(read: Read) -> None:
    (amount,) = read("The base charge is $18,400,000.1")
    assert amount["amount"] == "18400000"


def test_totals_take_their_currency_from_the_head_of_the_columns(read: Read) -> None:
    found = read("Service Year 1 ($) Year 2 ($)", "Hosting 1,000 2,000", "Total 10,000 20,000")
    assert [(each["what"], each["amount"], each["currency"], each["per"]) for each in found] == [
        ("Hosting", "1000", "USD", "Year 1"),
        ("Hosting", "2000", "USD", "Year 2"),
        ("Total", "10000", "USD", "Year 1"),
        ("Total", "20000", "USD", "Year 2"),
    ]


def test_dollars_are_the_ones_that_the_document_declares(read: Read) -> None:
    found = read(
        "All dollar amounts in this Agreement are expressed in Canadian dollars unless stated.",
        "Buyer shall pay a handling fee of $100 and a filing fee of US$200.",
    )
    assert [(each["amount"], each["currency"]) for each in found] == [("100", "CAD"), ("200", "USD")]


def test_two_fees_that_differ_in_their_payer_are_two(read: Read) -> None:
    found = read("Buyer shall pay a handling fee of $100.", "Seller shall pay a handling fee of $100.")
    assert [each["payer"] for each in found] == ["Buyer", "Seller"]


def test_an_amount_that_an_amendment_replaces_is_cited_with_the_new_one(settled: Callable[..., Draft]) -> None:
    (problem,) = settled(
        amounts,
        *["The parties agree on what follows."] * 20,
        "Customer's minimum annual commitment is $500.",
        "AMENDMENT NO. 1",
        "Customer's minimum annual commitment is $300.",
    ).problems
    assert problem.rule == "conflict"
    assert len(problem.quotes) == 2
