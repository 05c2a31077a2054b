from collections.abc import Callable

import pytest

from docpipe.merge import Draft
from docpipe.rules.contract import status

Settled = Callable[..., Draft]


def test_conformed_signatures_make_it_executed_and_name_the_signatories(settled: Settled) -> None:
    draft = settled(status, "ACME INC. By: /s/ Jane Q. Roe Name: Jane Q. Roe", "BOLT LLC By: /s/ John Doe")
    assert draft.data["status"] == {"stage": "executed", "signed_by": ["Jane Q. Roe", "John Doe"]}


@pytest.mark.parametrize(
    ("paragraph", "stage"),
    [
        ("EXECUTION VERSION", "execution_version"),
        ("DRAFT of March 3, 2020", "draft"),
        ("ACME INC. By: ______________", "unknown"),
    ],
)
def test_what_is_printed_says_how_far_it_is(paragraph: str, stage: str, settled: Settled) -> None:
    assert settled(status, "SUPPLY AGREEMENT between Acme and Bolt", paragraph).data["status"]["stage"] == stage


def test_a_signature_counts_more_than_a_stamp(settled: Settled) -> None:
    assert settled(status, "DRAFT of March 3, 2020", "By: /s/ Jane Roe").data["status"]["stage"] == "executed"


def test_blanks_and_redactions_are_named_with_the_words_before_them(settled: Settled) -> None:
    draft = settled(
        status,
        "This lease begins on ________ and ends in May.",
        "The price of each unit is [***] plus freight.",
        "By: ______________",
    )
    assert draft.data["completeness"] == [
        {"kind": "blank", "what": "This lease begins on ________"},
        {"kind": "redacted", "what": "The price of each unit is [***]"},
    ]


def test_the_legend_that_explains_redactions_is_none(settled: Settled) -> None:
    sentence = "Certain information has been omitted and is marked with [***]."
    assert settled(status, sentence).data["completeness"] == []


def test_an_exhibit_that_is_attached_only_by_name_is_missing(settled: Settled) -> None:
    draft = settled(
        status,
        "The form is attached hereto as Exhibit A, and prices are attached hereto as Exhibit B.",
        "EXHIBIT B – PRICES",
    )
    assert draft.data["completeness"] == [{"kind": "exhibit_missing", "what": "Exhibit A"}]


def test_many_redactions_are_one_entry_with_every_place(settled: Settled) -> None:
    sentences = [f"The price of lamp number {number} is [***] for each piece." for number in range(30)]
    draft = settled(status, *sentences)
    assert draft.data["completeness"] == [{"kind": "redacted", "what": "[***]"}]
    assert len(draft.claims["/completeness/0"].quotes) == 30


def test_signatures_side_by_side_are_quoted_one_by_one(settled: Settled) -> None:
    draft = settled(status, "By: /s/ Jane Quentin Roe By: /s/ John Ulric Doe")
    quotes = [quote.text for quote in draft.claims["/status"].quotes]
    assert quotes == ["By: /s/ Jane Quentin Roe", "By: /s/ John Ulric Doe"]


def test_a_short_gap_is_quoted_with_words_of_its_own_paragraph(settled: Settled) -> None:
    draft = settled(status, "The mill is sold.", "Rent: [***] in each month of spring")
    assert [quote.text for quote in draft.claims["/completeness/0"].quotes] == ["Rent: [***] in each month of spring"]
