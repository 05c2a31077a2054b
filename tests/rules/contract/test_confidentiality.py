from collections.abc import Callable

import pytest

from docpipe.merge import Draft
from docpipe.rules.contract import confidentiality

Settled = Callable[..., Draft]


@pytest.mark.parametrize(
    ("sentence", "count", "unit"),
    [
        ("The confidentiality obligations survive for five (5) years after termination.", 5, "year"),
        ("The confidentiality period is extended from five (5) years to seven (7) years.", 7, "year"),
        ("Each party shall keep Confidential Information secret for 18 months from disclosure.", 18, "month"),
    ],
)
def test_how_long_confidentiality_lasts(sentence: str, count: int, unit: str, settled: Settled) -> None:
    assert settled(confidentiality, sentence).data["confidentiality_term"] == {"count": count, "unit": unit}


def test_secrecy_without_end_is_perpetual(settled: Settled) -> None:
    sentence = "The duty to keep Confidential Information secret shall continue in perpetuity."
    assert settled(confidentiality, sentence).data["confidentiality_term"] == "perpetual"


def test_other_periods_are_not_about_confidentiality(settled: Settled) -> None:
    sentence = "Supplier shall keep its records for three (3) years after termination."
    assert settled(confidentiality, "9. Audit", sentence).data["confidentiality_term"] is None


def test_the_obligations_in_this_article_are_those_of_its_heading(settled: Settled) -> None:
    paragraphs = ["# 8 CONFIDENTIALITY", *["8.1 Each party keeps what it learns of the other to itself."] * 6]
    last = "8.7 The obligations in this Article continue for five (5) years after termination."
    found = settled(confidentiality, *paragraphs, last).data["confidentiality_term"]
    assert found == {"count": 5, "unit": "year"}


def test_secrecy_during_the_term_and_some_years_after_it(settled: Settled) -> None:
    sentence = "Each party shall keep what it learns confidential, during the term and for two (2) years after it ends."
    assert settled(confidentiality, sentence).data["confidentiality_term"] == {"count": 2, "unit": "year"}


def test_what_is_kept_longer_is_a_check_that_cites_both_places(settled: Settled) -> None:
    term = "The confidentiality obligations survive for five (5) years after termination."
    longer = "In respect of Trade Secrets these obligations shall continue in perpetuity."
    draft = settled(confidentiality, f"{term} {longer}")
    assert draft.data["confidentiality_term"] == {"count": 5, "unit": "year"}
    (problem,) = draft.problems
    assert (problem.rule, problem.severity) == ("exception", "info")
    assert [quote.text for quote in problem.quotes] == [term, longer]


@pytest.mark.parametrize(
    "sentence",
    [
        "The mill grants Host a license to its trade secrets, which shall continue in perpetuity.",
        "Each party shall mark its trade secrets as such within a month.",
    ],
)
def test_trade_secrets_that_are_only_spoken_of_are_no_exception(sentence: str, settled: Settled) -> None:
    term = "The confidentiality obligations survive for five (5) years after termination."
    assert settled(confidentiality, f"{term} {sentence}").problems == ()


def test_an_exception_without_a_term_is_no_check(settled: Settled) -> None:
    sentence = "The parties shall protect source code for as long as it exists in the archive."
    assert settled(confidentiality, sentence).problems == ()


def test_trade_secrets_alone_are_not_the_term_but_its_exception(settled: Settled) -> None:
    term = "A receiving party's duties for information of the other survive termination for a period of five (5) years."
    longer = "Customer information and trade secrets shall remain confidential indefinitely."
    draft = settled(confidentiality, f"{term} {longer}")
    assert draft.data["confidentiality_term"] == {"count": 5, "unit": "year"}
    assert [problem.rule for problem in draft.problems] == ["exception"]


@pytest.mark.parametrize(
    ("sentence", "term"),
    [
        (
            "Each of us must keep the other’s confidential information secret while this contract lasts and for two "
            "years after it ends.",
            {"count": 2, "unit": "year"},
        ),
        (
            "The Agent shall keep all business secrets of the Principal after termination, without limit in time.",
            "perpetual",
        ),
    ],
)
def test_terms_in_the_words_of_letters_and_of_the_continent(settled, sentence, term):
    assert settled(confidentiality, sentence).data["confidentiality_term"] == term


def test_the_row_of_a_confidentiality_period(tabled_settled):
    rows = ("Confidentiality Period\t5 years from the Effective Date", "Purpose\tTrials of 2 years")
    draft = tabled_settled(confidentiality, "The particulars are these.", rows)
    assert draft.data["confidentiality_term"] == {"count": 5, "unit": "year"}
