from collections.abc import Callable

import pytest

from docpipe.merge import Draft
from docpipe.rules.contract import liability

Settled = Callable[..., Draft]

CAP = "Each party's total liability under this Agreement shall not exceed "


def test_a_cap_by_amount(settled: Settled) -> None:
    cap = settled(liability, CAP + "$2,000,000.").data["liability_cap"]
    assert (cap["amount"], cap["currency"], cap["applies_to"]) == ("2000000", "USD", "Each party")
    assert "formula" not in cap


def test_a_cap_by_formula_is_quoted_word_for_word(settled: Settled) -> None:
    cap = settled(liability, CAP + "the fees paid in the twelve months before the claim.").data["liability_cap"]
    assert cap["formula"] == "the fees paid in the twelve months before the claim"
    assert "amount" not in cap


def test_the_greater_of_an_amount_and_a_formula_has_both(settled: Settled) -> None:
    cap = settled(liability, CAP + "the greater of (i) $20,000,000 and (ii) the annual fees.").data["liability_cap"]
    assert cap["amount"] == "20000000"
    assert cap["formula"].startswith("the greater of (i)")


def test_limits_of_an_insurance_policy_are_no_cap(settled: Settled) -> None:
    sentence = "Vendor shall carry liability insurance with limits that shall not exceed $5,000,000."
    assert settled(liability, sentence).data["liability_cap"] is None


def test_the_aggregate_cap_comes_before_a_cap_for_one_sort_of_claim(settled: Settled) -> None:
    draft = settled(liability, "Vendor's liability for data breach shall not exceed $40,000.", CAP + "$20,000.")
    assert draft.data["liability_cap"]["amount"] == "20000"
    assert draft.problems == ()


def test_two_amounts_for_the_same_cap_are_a_conflict(settled: Settled) -> None:
    draft = settled(liability, CAP + "$2,000,000.", CAP + "$3,000,000.")
    assert draft.data["liability_cap"]["amount"] is None
    assert [problem.rule for problem in draft.problems] == ["conflict"]


def test_what_a_limitation_does_not_limit_is_listed(settled: Settled) -> None:
    draft = settled(
        liability, CAP + "$2,000.", "Section 9 does not limit liability for fraud, gross negligence, or death."
    )
    assert draft.data["liability_cap"]["carve_outs"] == ["fraud", "gross negligence", "death"]


def test_an_amendment_of_the_limitation_gives_the_new_amount(settled: Settled) -> None:
    sentence = '2.3 Liability. Section 15.2 is amended by replacing "$20,000,000" with "$27,500,000".'
    assert settled(liability, sentence).data["liability_cap"]["amount"] == "27500000"


def test_exceptions_in_a_list_below_are_carve_outs_one_by_one(settled: Settled) -> None:
    draft = settled(
        liability,
        CAP + "$5,000.",
        "The limits of this Article do not apply to, and liability shall be unlimited for:",
        "(a) fraud of a party; and",
        "(b) the duty to pay for flour.",
    )
    assert draft.data["liability_cap"]["carve_outs"] == ["fraud of a party", "the duty to pay for flour"]


def test_two_exceptions_with_and_between_them_are_two(settled: Settled) -> None:
    sentence = "Except for bodily injury and willful misconduct, Miller's total liability shall not exceed $5,000."
    cap = settled(liability, sentence).data["liability_cap"]
    assert cap["carve_outs"] == ["bodily injury", "willful misconduct"]


def test_whose_and_per_what_may_stand_before_the_limit(settled: Settled) -> None:
    sentence = "The total liability of either party in any contract year shall not exceed $5,000."
    cap = settled(liability, sentence).data["liability_cap"]
    assert (cap["applies_to"], cap["per"]) == ("either party", "contract year")


def test_two_caps_of_one_party_contradict_each_other(settled: Settled) -> None:
    draft = settled(
        liability,
        "Miller's total liability under this Agreement shall not exceed $5,000.",
        "In no event shall the total liability of Miller under this Agreement exceed $7,000.",
    )
    assert draft.data["liability_cap"].get("amount") is None
    assert [problem.rule for problem in draft.problems] == ["conflict"]


def test_the_number_of_a_section_is_not_the_end_of_an_exception(settled: Settled) -> None:
    sentence = "Except for its duties under Section 5.1, Miller's total liability shall not exceed $5,000."
    assert settled(liability, sentence).data["liability_cap"]["carve_outs"] == ["its duties under Section 5.1"]


def test_an_insurance_of_liability_by_the_million_is_no_cap(settled: Settled) -> None:
    sentence = (
        "Seller shall be reimbursed for reduced product liability insurance (about $650 per million dollars of sales)."
    )
    assert settled(liability, sentence).data["liability_cap"] is None


def test_a_cap_is_replaced_only_where_one_amount_stands_for_the_other(settled: Settled) -> None:
    replaced = "Liability. Section 9.1 is amended by replacing $20,000 with $27,000."
    assert settled(liability, replaced).data["liability_cap"]["amount"] == "27000"
    listed = "Liability. Section 9.1 is amended as to invoices of $20,000, $27,000 and more."
    assert settled(liability, listed).data["liability_cap"] is None


@pytest.mark.parametrize(
    "words",
    [
        "ACME'S OR ITS LICENSORS' LIABILITY",
        "FOR CLAIMS UNDER SECTION 9 LIABILITY",
        "THE PARTIES UNDER ARTICLE NINE LIABILITY",
    ],
)
def test_words_in_capitals_that_are_no_name_own_no_liability(words: str, settled: Settled) -> None:
    cap = settled(liability, f"{words} SHALL NOT EXCEED $20,000.").data["liability_cap"]
    assert cap["amount"] == "20000"
    assert "applies_to" not in cap


def test_a_cap_may_be_a_defined_amount(settled: Settled) -> None:
    sentence = "Each party’s total liability under this Agreement will not be more than the General Cap Amount."
    cap = settled(liability, sentence).data["liability_cap"]
    assert (cap["formula"], cap["applies_to"]) == ("the General Cap Amount", "Each party")


def test_no_greater_than_an_amount_and_limited_to_the_royalties(settled: Settled) -> None:
    cap = settled(liability, "The Assignor’s total liability shall be no greater than £50,000.").data["liability_cap"]
    assert (cap["amount"], cap["currency"]) == ("50000", "GBP")
    cap = settled(liability, "The aggregate liability of Licensor is limited to the royalties received in the year.")
    assert cap.data["liability_cap"]["formula"] == "the royalties received in the year"


def test_a_cap_in_words_of_per_cent(settled: Settled) -> None:
    sentence = "The Provider’s liability shall be capped at one hundred and fifty per cent (150%) of the annual charge."
    cap = settled(liability, sentence).data["liability_cap"]
    assert cap["formula"] == "one hundred and fifty per cent (150%) of the annual charge"
