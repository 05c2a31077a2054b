"""How long an agreement runs, in plain words that name neither it nor its term; ends in lists, of months and years."""

from __future__ import annotations

import pytest

from docpipe.rules.contract import term

PREAMBLE = "This Agreement is made on 1 March 2031 (the “Effective Date”) between Tarn Ltd and Marlow GmbH."


@pytest.mark.parametrize(
    ("paragraphs", "day"),
    [
        (("2. Term. It expires on 31 December 2035.",), "2035-12-31"),
        (("# 2. Duration", "It begins on the Effective Date and ends on 30 June 2034."), "2034-06-30"),
        (("This Agreement covers the loan of the painting. It lapses on 30 June 2032.",), None),
        (("This Agreement covers the loan of the painting. It ends on 30 June 2032.",), "2032-06-30"),
        (("The option may be used by notice. It expires on 30 June 2032.",), None),
        (("# 7. Warranty", "It expires on 30 June 2032."), None),
    ],
)
def test_it_is_what_the_heading_or_the_sentence_before_speaks_of(settled, paragraphs, day):
    assert settled(term, PREAMBLE, *paragraphs).data["expiration_date"] == day


@pytest.mark.parametrize(
    ("sentence", "months"),
    [
        ("The Company hereby engages the Consultant, who accepts, for a period of eighteen (18) months.", 18),
        ("Owner appoints Northfield as its sales agent for an initial term of twenty months from the date hereof.", 20),
        ("The Landlord hereby leases to the Tenant the Premises for a term of 30 months.", 30),
        ("Consultant shall not hire any employee of the Company for a period of twelve (12) months.", None),
        ("Supplier shall retain such original records for a period of twelve (12) months.", None),
    ],
)
def test_who_is_engaged_for_a_time(settled, sentence, months):
    found = settled(term, sentence).data["term"]
    assert found == (months and {"count": months, "unit": "month"})


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Contract end: 31 March 2034", "2034-03-31"),
        ("Start of supply: January 1, 2031\nTermination Date: December 31, 2033", "2033-12-31"),
        ("Lease period: 01.04.2031 – 31.03.2036", "2036-03-31"),
        ("Period of Performance: April 1, 2031 through March 31, 2034 (36 months)", "2034-03-31"),
        ("The Works shall be carried out from 1 April 2031 until 31 March 2033 (the “Term”).", "2033-03-31"),
        ("Warranty period: 01.04.2031 – 31.03.2036", None),
        ("Payment Term: 60 days", None),
    ],
)
def test_a_label_and_a_name_say_that_it_is_the_term(settled, line, day):
    assert settled(term, PREAMBLE, line).data["expiration_date"] == day


@pytest.mark.parametrize(
    ("sentence", "day"),
    [
        ("This Agreement shall remain in force until the end of the calendar year 2034.", "2034-12-31"),
        ("This Agreement shall be in effect through the end of February 2032.", "2032-02-29"),
        ("This Agreement shall be in effect until the end of the fiscal year 2032.", None),
        ("Prices under this Agreement are fixed until the end of 2032.", None),
    ],
)
def test_the_end_of_a_year_or_month_is_a_day(settled, sentence, day):
    assert settled(term, sentence).data["expiration_date"] == day


@pytest.mark.parametrize(
    ("sentence", "day"),
    [
        (
            "The term begins on 1 March 2031 and ends on the last day of the month that is three (3) years later.",
            "2034-03-31",
        ),
        (
            "The term begins on 1 March 2031 and ends on the day before the second anniversary of its beginning.",
            "2033-02-28",
        ),
        (
            "The term begins on 1 March 2031 and ends on the last day of the calendar year in which its third "
            "anniversary falls.",
            "2034-12-31",
        ),
    ],
)
def test_a_term_is_rounded_as_it_says(settled, sentence, day):
    assert settled(term, sentence).data["expiration_date"] == day


@pytest.mark.parametrize(
    ("sentence", "day", "rules"),
    [
        (
            "This Agreement shall terminate upon the earliest to occur of: (a) December 31, 2034; (b) the sale.",
            "2034-12-31",
            [],
        ),
        (
            "The term shall expire on the earlier of (a) the sale of the Site and (b) December 31, 2034.",
            "2034-12-31",
            [],
        ),
        (
            "The term shall expire on the later of (a) December 31, 2034 and (b) the sale of the Site.",
            "2034-12-31",
            ["exception"],
        ),
        (
            "The term shall end on 30 June 2034 or, if later, when all Products have been delivered.",
            "2034-06-30",
            ["exception"],
        ),
    ],
)
def test_of_several_ends_the_printed_day_is_told_and_whether_a_later_one_counts(settled, sentence, day, rules):
    draft = settled(term, sentence)
    assert draft.data["expiration_date"] == day
    assert [problem.rule for problem in draft.problems] == rules


@pytest.mark.parametrize(
    "sentence",
    [
        "This Agreement is of indefinite duration and may be ended by either party on six months' notice.",
        "This Agreement is open-ended.",
        "The parties conclude this contract for an indefinite period.",
    ],
)
def test_what_has_no_end_is_perpetual(settled, sentence):
    assert settled(term, sentence).data["expiration_date"] == "perpetual"


@pytest.mark.parametrize(
    "sentence",
    [
        "(a) Provider fails to perform an obligation under this Agreement and such failure continues for ninety days;",
        "The Long Stop Date under this Agreement shall not have expired and shall be extended until 30 June 2032.",
        "This Agreement is effective when, on or prior to 30 June 2032, the Product is approved.",
        "If Provider resigns, it shall continue to perform under this Agreement until it is terminated.",
        "The Agreement will be valid for the 2031 calendar year.",
        "(b) “Contract Year” shall mean the consecutive 12-month period beginning on any January 1st of the Term.",
        "Licensor may terminate the Contract Period by so notifying Company on or before 60 days after the merger.",
        "Goods made before the end of the Contract Period may be sold in the ninety (90) day period next following the "
        "date of termination or expiration.",
    ],
)
def test_a_failure_a_long_stop_and_an_act_have_no_term(settled, sentence):
    data = settled(term, sentence).data
    assert (data["term"], data["expiration_date"]) == (None, None)
