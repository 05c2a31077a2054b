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


def test_blank_lines_to_sign_and_to_date_are_told_where_nobody_has_signed(settled: Settled) -> None:
    blank = ("For Acme Ltd.", "By: ______________", "Its: ____________", "Date: ______________")
    draft = settled(status, *blank)
    assert draft.data["status"]["stage"] == "unknown"
    assert [gap["what"] for gap in draft.data["completeness"]] == ["By: ____", "Date: ____"]
    assert settled(status, *blank, "For Bolt LLC", "By: /s/ Jane Roe").data["completeness"] == []


def test_a_line_to_sign_with_nothing_on_it_leaves_the_stage_unknown(settled: Settled) -> None:
    draft = settled(status, "ACME LIMITED", "By:", "Name:", "Title:")
    assert (draft.data["status"], draft.data["completeness"]) == ({"stage": "unknown"}, [])


def test_a_year_without_its_day_is_a_blank(settled: Settled) -> None:
    draft = settled(status, "AGREEMENT made as of , 2031, between Acme Ltd. and Bolt LLC.")
    assert draft.data["completeness"] == [{"kind": "blank", "what": "AGREEMENT made as of , 2031"}]


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
        {"kind": "blank", "what": "By: ____"},
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


@pytest.mark.parametrize(
    "sentence",
    [
        'Each lamp bears the notice "Copyright (c) (year) ______" in plain letters.',
        'Every box is marked with the words "Made for ________ by the mill" on its lid.',
        "Print on each page of the leaflet: © 2031 ______",
        "Prices of the lamps are quoted in $ per unit and paid each month.",
        "Every sum of money is stated in dollars ($).",
        "The fee for each visit is $ five hundred in all.",
        "The fee for each visit is $ 500.",
    ],
)
def test_a_notice_to_print_and_a_currency_are_no_blanks(sentence: str, settled: Settled) -> None:
    assert settled(status, sentence).data["completeness"] == []


@pytest.mark.parametrize(
    ("sentence", "what"),
    [
        ("Host pays as royalty a sum equal to % of the net sales.", "Host pays as royalty a sum equal to %"),
        ("Host shall pay the sum of $ per day of use.", "Host shall pay the sum of $"),
        ("Host shall pay a royalty of $ .", "Host shall pay a royalty of $"),
        ("The mill is let at a rent of $ ______ each year.", "The mill is let at a rent of $ ______"),
        ("The mill named ________ is let.", "The mill named ________"),
    ],
)
def test_a_figure_that_is_missing_is_a_blank(sentence: str, what: str, settled: Settled) -> None:
    assert settled(status, sentence).data["completeness"] == [{"kind": "blank", "what": what}]


def test_a_figure_in_the_next_paragraph_is_not_missing(settled: Settled) -> None:
    assert settled(status, "The price of the old mill is $", "5,000 and is due in May.").data["completeness"] == []


@pytest.mark.parametrize(
    "line",
    [
        "By: /s/ Jane Alder Jane Alder, VP",
        "By: /s/ Jane Alder___",
        "By: /s/s Jane Alder",
        "By: /s/ Jane Alder, Jane Alder",
    ],
)
def test_who_signed_is_named_once_and_without_the_line(line: str, settled: Settled) -> None:
    assert settled(status, line).data["status"]["signed_by"] == ["Jane Alder"]


def test_a_rule_to_sign_on_is_no_quote(settled: Settled) -> None:
    draft = settled(status, "By: /s/ Ann Alder\n______________\nName: Ann Alder")
    quotes = [quote.text for quote in draft.claims["/status"].quotes]
    assert quotes
    assert all(any(map(str.isalnum, text)) for text in quotes)


@pytest.mark.parametrize(
    "line",
    [
        "SIGNED by Ann Mary Byrne, Director for and on behalf of the Lessor ) ________",
        "Lim Wei Jie ) ________",
        "Dr. Anna Vogt, Managing Director ____________",
        "Harzer Pumpenbau GmbH Dr. Anna Vogt, Managing Director\nGoslar, 17.08.2023 ____________\nNowak Serwis",
    ],
)
def test_a_line_to_sign_on_beside_a_name_is_no_blank(settled: Settled, line: str) -> None:
    assert not settled(status, line).data["completeness"]


@pytest.mark.parametrize(
    "line",
    [
        "The Buyer shall pay to the Seller the sum of ________",
        "The Agent acts on behalf of the Seller from ____ to ____ only.",
    ],
)
def test_a_figure_that_nobody_filled_in_stays_a_blank(settled: Settled, line: str) -> None:
    assert settled(status, line).data["completeness"]
