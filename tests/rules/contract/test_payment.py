from collections.abc import Callable

import pytest

from docpipe.merge import Draft
from docpipe.rules.contract import payment

Settled = Callable[..., Draft]


@pytest.mark.parametrize(
    ("sentence", "days", "kind", "event"),
    [
        ("Buyer shall pay within thirty (30) days after receipt of an invoice.", 30, "day", "receipt of an invoice"),
        ("All invoices are payable net 45 days from the date of invoice.", 45, "day", "date of invoice"),
        ("Invoices are payable within ten business days after receipt.", 10, "business_day", "receipt"),
    ],
)  # fmt: skip
def test_when_an_invoice_is_due(sentence: str, days: int, kind: str, event: str, settled: Settled) -> None:
    terms = settled(payment, sentence).data["payment_terms"]
    assert (terms["days"], terms["day_type"], terms["from_event"]) == (days, kind, event)


@pytest.mark.parametrize(
    "sentence",
    [
        "Buyer may dispute an invoice within ten (10) days after receipt of the invoice.",
        "Either party may terminate within thirty (30) days of notice.",
    ],
)
def test_other_periods_about_invoices_are_no_payment_term(sentence: str, settled: Settled) -> None:
    assert settled(payment, sentence).data["payment_terms"] is None


def test_interest_on_late_payment_is_quoted_with_its_period(settled: Settled) -> None:
    draft = settled(payment, "Overdue amounts bear interest at one percent (1%) per month.")
    assert draft.data["payment_terms"] == {"late_interest": "one percent (1%) per month"}


def test_an_invoice_in_general_comes_before_an_invoice_for_something(settled: Settled) -> None:
    draft = settled(
        payment,
        "Travel expenses shall be paid within 10 days of receipt of the invoice.",
        "Customer shall pay within 30 days of receipt of the invoice.",
    )
    assert draft.data["payment_terms"]["days"] == 30
    assert draft.problems == ()


def test_a_schedule_that_says_otherwise_is_cited_and_the_body_prevails(settled: Settled) -> None:
    draft = settled(
        payment,
        *["The parties agree on what follows."] * 20,
        "Customer shall pay within 45 days after receipt of an invoice.",
        "SCHEDULE 3 – CHARGES",
        "Project invoices are payable within 60 days after receipt of the invoice.",
    )
    assert draft.data["payment_terms"]["days"] == 45
    assert [problem.rule for problem in draft.problems] == ["conflict"]


def test_an_invoice_is_due_after_it_is_received(settled: Callable[..., Draft]) -> None:
    sentence = "Host shall pay each invoice within thirty (30) days after receiving it."
    found = settled(payment, sentence).data["payment_terms"]
    assert (found["days"], found["from_event"]) == (30, "receiving it")


def test_the_rate_that_late_interest_is_added_to_is_told(settled: Callable[..., Draft]) -> None:
    sentence = "In case of default in payment, interest at nine percentage points above the base rate shall be payable."
    found = settled(payment, sentence).data["payment_terms"]
    assert found["late_interest"] == "nine percentage points above the base rate"


def test_a_shorter_time_for_a_discount_is_not_when_an_invoice_is_due(settled: Callable[..., Draft]) -> None:
    sentence = "Invoices shall be paid within 30 days net or within 14 days with a 2 % discount."
    assert settled(payment, sentence).data["payment_terms"]["days"] == 30


def test_the_rate_that_a_margin_is_added_to_stands_with_it(settled):
    sentence = "Interest shall be payable on all overdue amounts at the prime overdraft rate plus 2% (two percent)."
    terms = settled(payment, sentence).data["payment_terms"]
    assert terms["late_interest"] == "the prime overdraft rate plus 2% (two percent)"
