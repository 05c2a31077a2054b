"""Figures that a model tells in its own words."""

from building import document

from docpipe.verify.told import strange_figures

MADE = document(
    "The tenant pays $3,000,000.00 within Ninety (90) days, and 2.5 percent a year from May 14, 2024.",
    "The lease runs for twenty-four months. 保证金为人民币伍拾万元。",
)


def strange(text):
    return [check.message.rpartition(": ")[2] for check in strange_figures(MADE, "/summary", text)]


def test_figures_that_stand_in_the_document_in_any_print_are_told_rightly():
    assert (
        strange("From 2024-05-14 the tenant pays 3000000 within 90 days, and 2.5 % a year, for 24 months: 2 sums.")
        == []
    )
    assert strange("保证金为 500,000 元。") == []


def test_a_figure_that_does_not_stand_there_is_named():
    assert strange("The tenant pays 3,500,000 within 90 days, and 2.6 % a year.") == ["3,500,000, 2.6"]
