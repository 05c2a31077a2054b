from collections.abc import Callable

import pytest

from docpipe.merge import Draft
from docpipe.rules.contract import penalties

Settled = Callable[..., Draft]


def test_liquidated_damages_have_trigger_amount_unit_and_payer(settled: Settled) -> None:
    (penalty,) = settled(
        penalties,
        "If staff are reassigned without consent, Supplier shall pay liquidated damages of $75,000 per occurrence.",
    ).data["penalties"]
    assert penalty["trigger"] == "staff are reassigned without consent"
    assert (penalty["amount"], penalty["per"], penalty["payer"]) == ("75000", "occurrence", "Supplier")


def test_interest_on_what_is_overdue_is_a_penalty_with_a_rate(settled: Settled) -> None:
    (penalty,) = settled(penalties, "Overdue invoices bear interest at 1.5% per month.").data["penalties"]
    assert (penalty["rate"], penalty["rate_unit"], penalty["per"]) == ("1.5", "percent", "month")
    assert penalty["trigger"] == "Overdue invoices"


def test_a_penalty_per_week_of_delay_keeps_its_cap(settled: Settled) -> None:
    (penalty,) = settled(
        penalties, "For each week of delay Supplier shall pay $35,000 as a late fee, up to $420,000 per milestone."
    ).data["penalties"]
    assert (penalty["amount"], penalty["cap"]) == ("35000", "$420,000 per milestone")


@pytest.mark.parametrize(
    "sentence",
    [
        "This fee of $5,000 is a reasonable estimate and not a penalty.",
        "Customer may prepay $5,000 without penalty.",
        "Each partner holds an interest of 5% in the company.",
    ],
)
def test_what_is_said_to_be_no_penalty_is_none(sentence: str, settled: Settled) -> None:
    assert settled(penalties, sentence).data["penalties"] == []


def test_an_amended_rate_is_cited_with_the_section_that_it_changes(settled: Settled) -> None:
    draft = settled(
        penalties,
        *["The parties agree on what follows."] * 20,
        "7.2 Service credits shall not exceed fifteen percent (15%) of the charges.",
        "AMENDMENT NO. 1",
        'Section 7.2 is amended by replacing "fifteen percent (15%)" with "eighteen percent (18%)".',
    )
    assert [penalty.get("rate") for penalty in draft.data["penalties"]] == [None, "18"]
    assert [(problem.rule, len(problem.quotes)) for problem in draft.problems] == [("conflict", 2)]


def test_an_item_of_a_list_takes_its_trigger_from_the_words_above_the_list(settled: Settled) -> None:
    draft = settled(
        penalties,
        "4. If the mill does not turn by June 1, 2031:",
        "(a) Miller shall pay as liquidated damages $2,500 for each day; and",
        "(b) Host may look for another mill.",
    )
    (penalty,) = draft.data["penalties"]
    assert penalty["trigger"] == "the mill does not turn by June 1, 2031"
    assert len(draft.claims["/penalties/0"].quotes) == 2


def test_a_bound_alone_belongs_to_the_penalties_of_its_name(settled: Settled) -> None:
    bound = "Service credits shall not exceed 20% of the fees of a month."
    draft = settled(penalties, "If the mill stands still, Miller shall give a service credit of $90 per day.", bound)
    (penalty,) = draft.data["penalties"]
    assert (penalty["amount"], penalty["cap"]) == ("90", "20% of the fees of a month")
    assert [quote.text for quote in draft.claims["/penalties/0"].quotes][1] == bound


@pytest.mark.parametrize(
    ("sentence", "trigger"),
    [
        ("A late fee of 5% will be added to all invoices which become past due.", "invoices which become past due"),
        ("Payment received after the due date shall bear a late fee of 2%.", "Payment received after the due date"),
        ("If any flour, bran or oats are spoilt, a penalty of $10,000 is due.", None),
    ],
)  # fmt: skip
def test_a_trigger_is_what_happens_and_not_what_it_costs(sentence: str, trigger: str | None, settled: Settled) -> None:
    (penalty,) = settled(penalties, sentence).data["penalties"]
    assert penalty.get("trigger") == trigger


def test_the_rows_below_a_head_of_service_credits_are_penalties(settled: Settled) -> None:
    rows = ("99.5% or more None", "Less than 99.5% 5%", "Less than 95.0% 10%")
    draft = settled(penalties, "Uptime of the mill Service Credit (share of the fee)", *rows)
    assert [(each["trigger"], each["rate"]) for each in draft.data["penalties"]] == [
        ("Less than 99.5%", "5"),
        ("Less than 95.0%", "10"),
    ]


@pytest.mark.parametrize(
    ("sentence", "trigger"),
    [
        (
            "If any song, film or game of Supplier is delivered late, Supplier shall pay a penalty of $90 per day.",
            "any song, film or game of Supplier is delivered late",
        ),
        (
            "If Supplier is late with the flour, Supplier shall pay a penalty of $90 per day.",
            "Supplier is late with the flour",
        ),
        (
            "Any payment that is not paid within fourteen (14) days from the day on which it becomes due and"
            " owing shall bear interest at 12% per annum.",
            "payment that is not paid within fourteen (14) days from the day on which it becomes due and owing",
        ),
        (
            "A late charge of 2% per month shall be charged upon all unpaid amounts due hereunder for 30 days.",
            "all unpaid amounts due hereunder for 30 days",
        ),
    ],
)
def test_a_trigger_is_told_to_its_end(sentence: str, trigger: str, settled: Settled) -> None:
    assert [each["trigger"] for each in settled(penalties, sentence).data["penalties"]] == [trigger]


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        (
            "If Buyer cancels its order, Buyer shall pay a cancellation fee of $5,000.",
            {"amount": "5000", "payer": "Buyer"},
        ),
        ("If Buyer ends the lease, the price falls, less a ten percent restocking charge.", {"rate": "10"}),
        ("If the Athlete misses a race, $4,000 of the fee will be deemed to be unearned.", {"amount": "4000"}),
        ("If Seller is in default, Seller shall pay the agreed damages stated in Annex B.", {"payer": "Seller"}),
        ("If Host misses a guaranteed amount, Host will make good the difference within ten days.", {}),
    ],
)
def test_what_a_breach_costs_by_any_name(sentence: str, value: dict[str, str], settled: Settled) -> None:
    (found,) = settled(penalties, sentence).data["penalties"]
    assert found["trigger"]
    assert {name: str(found[name]) for name in value} == value


@pytest.mark.parametrize(
    "sentence",
    [
        "Where Buyer controls the defence, Buyer shall make good faith efforts to settle and pay its counsel.",
        "Performance Credits are fees times a weight; where two service levels fail at once, only one counts.",
        "If Supplier pays an administrative penalty, Buyer may withhold what is payable.",
        "If the parties cannot agree on a termination fee, the arbitrator decides what is paid.",
    ],
)
def test_a_penalty_that_nobody_owes_is_none(sentence: str, settled: Settled) -> None:
    assert settled(penalties, sentence).data["penalties"] == []


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        (
            "If Tenant does not make a payment in time, it is charged with interest at 5% per year.",
            {"rate": "5", "per": "year", "trigger": "Tenant does not make a payment in time"},
        ),
        (
            "Tenant shall pay a 20% collection fee if the account goes to an attorney.",
            {"rate": "20", "trigger": "account goes to an attorney"},
        ),
        ("Late amounts are subject to a service fee of 2% per month.", {"rate": "2", "per": "month"}),
        (
            "If Tenant may terminate at any time, in which case it shall pay to Landlord a fee of $9,000.",
            {"amount": "9000"},
        ),
        (
            "If the ads fall short of the promise, the term is extended for a month without any additional fees.",
            {"trigger": "ads fall short of the promise"},
        ),
        (
            "If Tenant terminates under clause 9 the Tenant will pay the Termination Fee set by Annex C.",
            {"trigger": "Tenant terminates under clause 9", "payer": "Tenant"},
        ),
        (
            "Tenant shall pay one rent as liquidated damages in case of termination of the lease without consent.",
            {"trigger": "termination of the lease without consent"},
        ),
    ],
)
def test_what_a_breach_or_an_early_end_costs(sentence: str, value: dict[str, str], settled: Settled) -> None:
    (penalty,) = settled(penalties, sentence).data["penalties"]
    assert {name: penalty.get(name) for name in value} == value


def test_what_need_not_be_paid_is_no_penalty(settled: Settled) -> None:
    sentence = "Tenant shall have no obligation to pay cancellation charges where the mill has burnt down."
    assert settled(penalties, sentence).data["penalties"] == []


def test_up_to_a_day_is_time_and_no_cap(settled: Settled) -> None:
    (penalty,) = settled(
        penalties,
        "If the Buyer fails to pay when due, interest shall accrue on the overdue amount up to the date of actual "
        "payment at a rate of 3% per annum above the base rate of Saltmarsh Bank plc.",
    ).data["penalties"]
    assert "cap" not in penalty or penalty["cap"] is None
    assert (penalty["rate"], penalty["per"]) == ("3", "annum")
    assert penalty["base"] == "above the base rate of Saltmarsh Bank plc"


def test_a_penalty_has_the_currency_that_is_printed_with_its_amount(settled: Settled) -> None:
    (penalty,) = settled(
        penalties, "If the flour is late, Supplier shall pay liquidated damages of EUR 2,500 per day of delay."
    ).data["penalties"]
    assert (penalty["amount"], penalty["currency"]) == ("2500", "EUR")


def test_steps_of_a_penalty_in_a_table(tabled_settled):
    lead = (
        "5.1 If the Seller is late, the Seller shall pay delay damages at the following rates for every day of delay:"
    )
    rows = ("Days of delay\tRate per day", "1 to 10 days\tEUR 1,500", "More than 10 days\tEUR 4,000")
    found = tabled_settled(penalties, lead, rows).data["penalties"]
    steps = [(each["trigger"], each["amount"], each["currency"], each["per"]) for each in found if each.get("amount")]
    assert steps == [("1 to 10 days", "1500", "EUR", "day"), ("More than 10 days", "4000", "EUR", "day")]


def test_steps_of_a_penalty_in_a_list(settled):
    found = settled(
        penalties,
        "5. In case of delay the Seller shall pay liquidated damages as follows:",
        "(a) for the first four weeks: 0.5% of the price per week;",
        "(b) from the fifth week: 1% of the price per week.",
    ).data["penalties"]
    steps = [(each["trigger"], each["rate"], each["per"]) for each in found if each.get("rate")]
    assert steps == [("for the first four weeks", "0.5", "week"), ("from the fifth week", "1", "week")]


def test_rows_under_a_sentence_about_something_else_are_no_penalties(tabled_settled):
    rows = ("Years\tRate per day", "1 to 3\tEUR 1,500", "More than 3\tEUR 4,000")
    assert not tabled_settled(penalties, "5.1 The Seller hires out the crane at these rates:", rows).data.get(
        "penalties"
    )


def test_overdue_charges_at_a_fraction_of_a_percent(settled):
    (found,) = settled(penalties, "Overdue charges accrue at two-thirds of one percent per month.").data["penalties"]
    assert (found["rate"], found["rate_unit"], found["per"]) == ("0.6667", "percent", "month")
