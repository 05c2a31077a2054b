"""Duties as British, Indian, continental and plain-language contracts word them."""

from collections.abc import Callable

import pytest

from docpipe.merge import Draft
from docpipe.rules.contract import obligations
from docpipe.types import Json

Read = Callable[..., list[Json]]


@pytest.fixture
def read(settled: Callable[..., Draft]) -> Read:
    return lambda *paragraphs: list(settled(obligations, *paragraphs).data["obligations"])


def test_what_somebody_undertakes_that_he_or_she_shall_not_do_is_forbidden(read: Read) -> None:
    said = read(
        "Each Seller undertakes to the Buyer that he or she shall not at any time during the Quiet Period: "
        "(a) run a mill near the Mill; (b) hire any miller of the Buyer."
    )
    assert [(each["action"], each["modality"]) for each in said] == [
        ("run a mill near the Mill", "must_not"),
        ("hire any miller of the Buyer", "must_not"),
    ]


def test_whom_something_is_promised_to_is_no_part_of_the_action(read: Read) -> None:
    (duty,) = read("Supplier undertakes to the Buyer to keep the recipes secret.")
    assert (duty["action"], duty["modality"]) == ("keep the recipes secret", "must")


@pytest.mark.parametrize(
    "sentence",
    [
        "The parties irrevocably agree that the courts of Ruritania shall have exclusive jurisdiction over any claim.",
        "Buyer and Seller agree to the above terms.",
        "By signing this page, each party agrees to enter into this Mill Agreement.",
    ],
)
def test_a_formula_of_consent_is_no_duty(read: Read, sentence: str) -> None:
    assert read(sentence) == []


def test_a_lease_lists_what_the_tenant_agrees_to_do_and_not_to_do(read: Read) -> None:
    said = read(
        "2. The Tenant hereby agrees with the Landlord as follows:-",
        "(a) To pay the rent of the mill on the first day of each month.",
        "(b) Not to paint the mill wheel.",
    )
    assert [(each["party"], each["action"], each["modality"], each["clause"]) for each in said] == [
        ("Tenant", "pay the rent of the mill on the first day of each month", "must", "2(a)"),
        ("Tenant", "paint the mill wheel", "must_not", "2(b)"),
    ]


@pytest.mark.parametrize(
    ("sentence", "party", "action", "modality"),
    [
        ("That the Licensee shall pay the mill fee.", "Licensee", "pay the mill fee", "must"),
        (
            "After your work ends you shall not, within Ruritania, run a mill.",
            "you",
            "within Ruritania, run a mill",
            "must_not",
        ),
        ("Supplier is obliged to accept each order.", "Supplier", "accept each order", "must"),
        (
            "Any Seller wishing to leave the mill shall first tell the Buyer.",
            "Any Seller",
            "first tell the Buyer",
            "must",
        ),
        ("A party must not sell the mill wheel.", "A party", "sell the mill wheel", "must_not"),
        ("Buyer is entitled to the Flour Credit.", "Buyer", "be entitled to the Flour Credit", "may"),
        (
            "Buyer will automatically be entitled to receive the flour.",
            "Buyer",
            "automatically be entitled to receive the flour",
            "may",
        ),
    ],
)
def test_who_has_a_duty_is_found_however_the_clause_begins(
    read: Read, sentence: str, party: str, action: str, modality: str
) -> None:
    (duty,) = read(sentence)
    assert (duty["party"], duty["action"], duty["modality"]) == (party, action, modality)


def test_both_halves_of_a_sale_are_duties(read: Read) -> None:
    said = read("The Seller shall sell and the Buyer shall buy the mill.")
    assert [(each["party"], each["action"]) for each in said] == [
        ("Seller", "sell and the Buyer shall buy the mill"),
        ("Buyer", "buy the mill"),
    ]


def test_a_cost_that_two_bear_is_the_duty_of_both(read: Read) -> None:
    (duty,) = read("The mill toll shall be borne by the Landlord and the Tenant in equal shares.")
    assert duty["party"] == "Landlord and the Tenant"


def test_who_binds_and_obliges_itself_must(read: Read) -> None:
    (duty,) = read("2.1 The Tenant binds and obliges itself to pay to the Landlord a rent of 900 crowns.")
    assert (duty["party"], duty["action"]) == ("Tenant", "pay to the Landlord a rent of 900 crowns")


def test_several_who_are_called_parties_together_have_duties(read: Read) -> None:
    (duty,) = read("The Miller Parties, jointly and severally, shall pay the Baker the sum of 900 crowns.")
    assert (duty["party"], duty["modality"]) == ("Miller Parties", "must")


def test_third_parties_are_no_parties(read: Read) -> None:
    assert read("Third Parties may visit the mill.") == []


def test_no_shareholder_and_a_shareholder_who_wishes_something(read: Read) -> None:
    said = read("No Shareholder shall sell a Share. A Shareholder wishing to sell a Share must first offer it to all.")
    assert [(each["party"], each["modality"]) for each in said] == [
        ("No Shareholder", "must_not"),
        ("A Shareholder", "must"),
    ]


def test_neither_reaches_to_the_verb_over_a_description_that_ends_in_a_party(read: Read) -> None:
    (duty,) = read(
        "During the term neither the Buyer nor any of those who act in the name of, or together with, the Buyer shall "
        "speak ill of the mill."
    )
    assert duty["modality"] == "must_not"


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("For two years after the Closing, Seller shall not mill flour.", "For two years after the Closing"),
        (
            "During the Term and for a year thereafter, Seller shall not mill flour.",
            "During the Term and for a year thereafter",
        ),
        ("For the avoidance of doubt, Seller shall not mill flour.", None),
    ],
)
def test_how_long_a_duty_lasts_stands_with_it(sentence: str, condition: str | None, read: Read) -> None:
    (duty,) = read(sentence)
    assert (duty["action"], duty.get("condition")) == ("mill flour", condition)


def test_what_another_does_with_a_thing_sets_no_deadline(read: Read) -> None:
    (duty,) = read(
        "Within ten days after the Closing, Buyer shall pay a deposit, which Seller shall return within thirty days "
        "after the sale."
    )
    assert duty["deadline"] == "Within ten days after the Closing"


def test_what_stands_between_commas_in_front_of_an_action_belongs_to_it(read: Read) -> None:
    (duty,) = read("Seller shall not, directly or indirectly, mill flour.")
    assert (duty["action"], duty["modality"]) == ("directly or indirectly, mill flour", "must_not")
