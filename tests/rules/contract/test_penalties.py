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
