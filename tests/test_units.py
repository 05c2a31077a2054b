"""What the figures of a statement count in."""

import pytest

from docpipe.units import unit_among, unit_in


@pytest.mark.parametrize(
    ("line", "factor", "shares", "currency"),
    [
        ("(In millions, except per share data)", 10**6, None, None),
        ("(in thousands, except share and per share amounts)", 1000, 1, None),
        ("(in millions, except shares, which are reflected in thousands, and per-share amounts)", 10**6, 1000, None),
        ("(Dollars and shares in millions)", 10**6, 10**6, None),
        ("($ in thousands)", 1000, None, None),
        ("(in thousands of U.S. dollars)", 1000, None, "USD"),
        ("In EUR million", 10**6, None, "EUR"),
        ("in Mio. EUR", 10**6, None, "EUR"),
        ("£m", 10**6, None, "GBP"),
        ("US$ million", 10**6, None, "USD"),
        ("millions of euros", 10**6, None, "EUR"),
        ("RMB'000", 1000, None, "CNY"),
        ("HK$’000", 1000, None, "HKD"),
        ("单位：万元", 10**4, None, None),
        ("单位：百万元 币种：人民币", 10**6, None, "CNY"),
        ("人民币千元", 1000, None, "CNY"),
        ("(単位:百万円)", 10**6, None, "JPY"),
        ("(단위: 백만원)", 10**6, None, "KRW"),
        ("单位：元", 1, None, None),
    ],
)
def test_a_line_names_the_unit_of_money_and_that_of_shares(line, factor, shares, currency):
    unit = unit_in(line)
    assert (unit.factor, unit.shares, unit.currency) == (factor, shares, currency)


@pytest.mark.parametrize("line", ["Year ended December 31", "单位：股", "$5 million", "Millions of people", ""])
def test_a_line_without_a_unit_of_money_names_none(line):
    assert unit_in(line) is None


def test_the_first_unit_of_some_lines_counts():
    assert unit_among(["Revenue", "(in thousands)", "(in millions)"]).factor == 1000
    assert unit_among(["Revenue"]) is None


def test_millions_of_things_are_no_unit_of_money():
    assert unit_in("Tools that stand in millions of homes.") is None
    found = unit_in("(in millions of dollars)")
    assert found is not None
    assert found.factor == 10**6
