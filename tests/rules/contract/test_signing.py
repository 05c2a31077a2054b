"""Days of signing and of taking effect, and dates beside them that are neither."""

from __future__ import annotations

import pytest

from docpipe.rules.contract import signing

PARTIES = 'Orchard Mills Ltd. ("Orchard") and Harbour Tools Inc. ("Harbour")'


@pytest.fixture
def dates(settled):
    """``dates(*paragraphs)``: the agreement date and the effective date of a document of these paragraphs."""

    def run(*paragraphs: str) -> tuple[str | None, str | None]:
        data = settled(signing, *paragraphs).data
        return data["agreement_date"], data["effective_date"]

    return run


def test_a_preamble_that_gives_the_effective_day_first_and_then_that_of_making(dates):
    text = (
        "This Joint Haulage Agreement shall be effective as of June 1, 2031 and is made and entered into this 10th day "
        f"of March, 2031 between {PARTIES}."
    )
    assert dates(text) == ("2031-03-10", "2031-06-01")


def test_an_effective_date_defined_without_a_space(dates):
    text = f"This Supply Agreement is entered into on April 15 th , 2031 (“EffectiveDate”) by and between {PARTIES}."
    assert dates(text) == ("2031-04-15", "2031-04-15")


def test_a_weekday_between_a_day_and_its_month(dates):
    text = f"THIS AGREEMENT made and entered into this 20th day of Friday, March 2031, BETWEEN: {PARTIES}."
    assert dates(text)[0] == "2031-03-20"


def test_the_day_over_the_signatures_completes_a_preamble_without_one(dates):
    text = f"THIS AGREEMENT made and entered into in March 2031 BETWEEN: {PARTIES}."
    assert dates(text, "IN WITNESS WHEREOF the parties have signed on this 20th day of March 2031.")[0] == "2031-03-20"


def test_an_older_agreement_that_was_effective_gives_no_date(dates):
    opening = f"This Supply Agreement is entered into by and between {PARTIES}."
    old = "4.9 This Section replaces the Secrecy Agreement between the Parties, which was effective July 17, 2029."
    assert dates(opening, "1. Goods. Harbour sells tools to Orchard.", old)[1] is None


@pytest.mark.parametrize(
    "line",
    [
        "“Term Sheet” means the summary of terms of the purchase of shares of Orchard Mills Ltd. dated May 5, 2030.",
        "8. Term of the Venture. The Venture shall commence on the 1st of March, 2031, and last for a year.",
        "(a) A management fee, payable in four instalments on November 29 and December 29, 2030.",
    ],
)
def test_dates_of_other_things_date_no_agreement(dates, line):
    assert dates("SUPPLY AGREEMENT", f"{PARTIES} agree as follows:", line)[0] is None


def test_an_ending_that_takes_effect_is_not_the_agreement(dates):
    opening = (
        f"THIS AGREEMENT is made as of May 2, 2031 by and between {PARTIES}. Buyer may end it by October 1, 2035. "
        "Such termination shall become effective as of November 1, 2035."
    )
    assert dates(opening)[1] is None


def test_a_year_without_its_day_is_a_partial_date(settled):
    draft = settled(signing, f"AGREEMENT made as of , 2031, between {PARTIES}.")
    assert [problem.rule for problem in draft.problems] == ["partial_date"]


def test_a_date_with_a_raised_ending_is_quoted_with_words_around_it(settled):
    draft = settled(signing, "This Agreement is made as of the 3 rd day of May 2016 by and between Fenwick and Alder.")
    assert draft.data["agreement_date"] == "2016-05-03"
    assert len(draft.claims["/agreement_date"].quotes[0].text) > len("3 rd day of May 2016") * 2


def test_two_days_under_the_name_of_the_effective_date_are_a_conflict(settled):
    preamble = f'This Supply Agreement is made as of April 15, 2031 (the "Effective Date") by and between {PARTIES}.'
    draft = settled(signing, preamble, '1.3 "Effective Date" means May 1, 2031.')
    assert (draft.data["effective_date"], draft.data["agreement_date"]) == (None, "2031-04-15")
    (told,) = [problem for problem in draft.problems if problem.rule == "conflict"]
    assert [quote.text for quote in told.quotes] == ["April 15, 2031", "May 1, 2031"]


@pytest.mark.parametrize(
    "clause",
    [
        '1.3 "Effective Date" means April 15, 2031.',
        "1.3 This Agreement shall be effective from May 1, 2031.",
        '1.3 "Launch Date" means May 1, 2031.',
    ],
)
def test_another_name_or_the_same_day_is_no_conflict(dates, clause):
    preamble = f'This Supply Agreement is made as of April 15, 2031 (the "Effective Date") by and between {PARTIES}.'
    assert dates(preamble, clause) == ("2031-04-15", "2031-04-15")


@pytest.mark.parametrize(
    ("sentence", "day"),
    [
        ("THE EFFECTIVE DATE OF THIS RESELLER AGREEMENT SHALL BE: Sept 29, 2031", "2031-09-29"),
        ("The commencement date for this contract will be 16th June 2031.", "2031-06-16"),
        ("All terms of this Agreement will automatically commence on November 1st, 2031.", "2031-11-01"),
        ('"Contract Period" shall mean that period of time commencing on January 1, 2032.', "2032-01-01"),
        ("The standstill period begins on the date of this Agreement.", None),
        ("Under this Agreement, at all times during the period commencing on the date hereof, no share is sold.", None),
        ("the first Contract Year Quarter of the first Contract Year commences as of June 1, 2031.", None),
    ],
)
def test_clauses_that_say_when_it_all_begins(dates, sentence, day):
    preamble = f"This Supply Agreement is made on April 15, 2031 by and between {PARTIES}."
    assert dates(preamble, "The parties agree as follows:", "# 1. Beginning", sentence)[1] == day


def test_the_effective_date_that_is_noted_below(dates):
    preamble = f'This Supply Agreement is entered into as of the date noted below (the "Effective Date") by {PARTIES}.'
    assert dates(preamble, "ORCHARD MILLS LTD. By: /s/ Ann Orchard", "Date: April 15, 2031")[1] == "2031-04-15"
