"""What is paid for a failure where nothing calls it a penalty; payment that follows a delivery; caps in months."""

from __future__ import annotations

import pytest

from docpipe.rules.contract import liability, payment, penalties


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "If the Supplier fails to deliver on time, it shall pay the Buyer £250 per day, up to £5,000.",
            {"trigger": "Supplier fails to deliver on time", "amount": "250", "cap": "£5,000", "payer": "Supplier"},
        ),
        (
            "Should the Contractor not complete the Works by 1 May 2031, the Contractor shall pay EUR 1,500 for each "
            "week of delay.",
            {"amount": "1500", "per": "week of delay", "payer": "Contractor"},
        ),
        (
            "For every day that the Goods are late, Supplier shall credit Buyer with 0.5% of the Purchase Price.",
            {
                "trigger": "day that the Goods are late",
                "rate": "0.5",
                "base": "the Purchase Price",
                "per": "day",
            },
        ),
        (
            "In the event that Tenant holds over, Tenant shall pay 150% of the monthly rent for each month.",
            {"trigger": "Tenant holds over", "rate": "150", "base": "the monthly rent"},
        ),
        (
            "Where the Company fails to issue the letter within 20 days, the Company shall pay 10 percent per 30 days "
            "on the value of the shares.",
            {"rate": "10", "per": "30 days", "base": "the value of the shares"},
        ),
        (
            "A licensee in breach of Section 9 shall pay the other party EUR 50,000 for each breach.",
            {"trigger": "breach of Section 9", "amount": "50000", "per": "breach"},
        ),
        (
            "If Customer terminates before 1 May 2031, Customer shall pay a termination fee equal to two (2) monthly "
            "installments of the recurring Fees.",
            {"base": "two (2) monthly installments of the recurring Fees", "payer": "Customer"},
        ),
        (
            "In the event Athlete does not meet the Minimum Requirements, USD 375,000 shall be deemed unearned.",
            {"trigger": "Athlete does not meet the Minimum Requirements", "amount": "375000"},
        ),
    ],
)
def test_a_failure_costs_by_the_time_each_time_or_a_share(settled, sentence, expected):
    (found,) = settled(penalties, sentence).data["penalties"]
    assert expected.items() <= found.items()


@pytest.mark.parametrize(
    "sentence",
    [
        "If the Supplier wins the bid, it shall pay the Agent £250 per day for the services.",
        "The Customer shall pay the Consultant £250 per day and shall not delay the Works.",
        "If Consultant works on weekends, Company shall pay Consultant $900 per day.",
        "If the Option is not exercised by 1 May 2031, Buyer shall pay Seller $5,000.",
    ],
)
def test_a_price_is_no_penalty(settled, sentence):
    assert settled(penalties, sentence).data["penalties"] == []


@pytest.mark.parametrize(
    ("sentence", "days", "event"),
    [
        ("The Price is payable within 30 days after delivery.", 30, "delivery"),
        ("Payment shall be made within 20 days of receipt of the goods.", 20, "receipt of the goods"),
        (
            "The Buyer shall pay the price not later than 10 days after signature of the acceptance certificate.",
            10,
            "signature of the acceptance certificate",
        ),
    ],
)
def test_payment_follows_a_delivery_where_no_invoice_is_spoken_of(settled, sentence, days, event):
    found = settled(payment, sentence).data["payment_terms"]
    assert (found["days"], found["from_event"]) == (days, event)


def test_an_invoice_comes_before_a_delivery(settled):
    draft = settled(
        payment,
        "The Price is payable within 30 days after delivery.",
        "Customer shall pay each invoice within 45 days after receipt of the invoice.",
    )
    assert draft.data["payment_terms"]["days"] == 45


@pytest.mark.parametrize(
    "sentence",
    [
        "Supplier shall pay damages within 30 days of receipt of notice.",
        "The Buyer shall inspect the Goods within 14 days after delivery and pay for them.",
        "If the Goods are defective, Buyer may refuse to pay and shall return them within 14 days after delivery.",
        "Seller shall pay a refund within 10 days after delivery of the returned goods.",
    ],
)
def test_what_else_is_done_after_a_delivery_is_no_term_of_payment(settled, sentence):
    assert settled(payment, sentence).data["payment_terms"] is None


def test_a_cap_in_months_of_fees(settled):
    sentence = "The liability of Host under this Agreement shall be limited to one (1) month's fees."
    assert settled(liability, sentence).data["liability_cap"]["formula"] == "one (1) month's fees"
