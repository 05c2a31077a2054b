"""Printed figures as numbers."""

import pytest

from docpipe.figures import Figure, decimal_mark_of, figure


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("1,234", "1234"),
        ("(1,234)", "-1234"),
        ("(1,234", "-1234"),
        ("$ 1,234.50", "1234.50"),
        ("$(1,234)", "-1234"),
        ("($1,234)", "-1234"),
        ("−3.5", "-3.5"),
        ("1,234-", "-1234"),
        ("△525", "-525"),
        ("▲1.2", "-1.2"),
        (".75", "0.75"),
        ("(0)", "0"),
        ("1 234 567", "1234567"),
        ("1'234.5", "1234.5"),
        ("12,34,567", "1234567"),
        ("１，２３４", "1234"),
        ("（1,234）", "-1234"),
        ("+3", "3"),
        ("2023", "2023"),
    ],
)
def test_a_printed_figure_is_a_decimal_string(printed, value):
    assert figure(printed) == Figure(printed, value, sign="$" if "$" in printed else None)


@pytest.mark.parametrize("printed", ["12.5%", "12.5 %", "１２．５％"])
def test_a_percentage_is_the_figure_before_its_sign(printed):
    assert figure(printed) == Figure(printed, "12.5", "percent")


@pytest.mark.parametrize("printed", ["(12.5)%", "(12.5%)", "-12.5%"])
def test_a_percentage_in_parentheses_is_negative_wherever_its_sign_stands(printed):
    assert figure(printed).value == "-12.5"


@pytest.mark.parametrize("printed", ["—", "–", "-", "--", "$ —", "€-"])
def test_a_dash_is_the_mark_for_none(printed):
    assert figure(printed).value is None


@pytest.mark.parametrize(
    "printed",
    [
        "",
        " ",
        "N/A",
        "5/20/92",
        "1.2.3",
        "1,23",
        "1 2",
        "2020 2021",
        "1,234 (5)",
        "020844",
        "5)",
        "ABC",
        "$",
        "5 years",
    ],
)
def test_what_is_not_plainly_a_figure_is_none(printed):
    assert figure(printed) is None


@pytest.mark.parametrize(("printed", "currency"), [("€ 5", "EUR"), ("5 €", "EUR"), ("HK$5", "HKD"), ("$5", None)])
def test_a_sign_names_a_currency_unless_several_share_it(printed, currency):
    assert figure(printed).currency == currency


def test_a_comma_is_the_decimal_mark_where_figures_can_only_be_read_so():
    assert decimal_mark_of(["Umsatz", "1.234,56", "1.234"]) == ","
    assert figure("1.234", ",").value == "1234"
    assert figure("1.234,56", ",").value == "1234.56"


def test_figures_that_may_be_read_either_way_are_read_as_english():
    assert decimal_mark_of(["1.234", "1,234"]) == "."
    assert decimal_mark_of(["1,5", "1.5"]) == "."
