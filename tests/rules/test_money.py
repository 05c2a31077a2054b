from decimal import Decimal

import pytest

from docpipe.rules.contract.passages import smooth
from docpipe.rules.money import find_money, find_percents, find_units


@pytest.mark.parametrize(
    ("printed", "amount", "currency"),
    [
        ("$1,250,000.00", "1250000.00", "USD"),
        ("US$ 5 million", "5000000", "USD"),
        ("U.S. $3,000", "3000", "USD"),
        ("USD 250,000", "250000", "USD"),
        ("€1.5m", "1500000", "EUR"),
        ("EUR 500.000", "500000", "EUR"),
        ("Rs. 1,15,000/-", "115000", "INR"),
        ("₹ 12,34,56,789.00", "123456789.00", "INR"),
        ("Rs 2.5 lakhs", "250000", "INR"),
        ("INR 3 crore", "30000000", "INR"),
        ("RM5,000", "5000", "MYR"),
        ("1.000.000,00 EUR", "1000000.00", "EUR"),
        ("GBP 20", "20", "GBP"),
        ("RMB 500,000", "500000", "CNY"),
        ("RMB10 million", "10000000", "CNY"),
        ("HK$5,000", "5000", "HKD"),
        ("C$20", "20", "CAD"),
        ("$2,000,000 CAD", "2000000", "CAD"),
        ("$117.60 CDN", "117.60", "CAD"),
        ("$40 Cdn", "40", "CAD"),
        ("$40 in Canadian funds", "40", "CAD"),
        ("$40 Canadian funds", "40", "CAD"),
        ("2,000 Dollars", "2000", "USD"),
        ("twenty-five thousand euros", "25000", "EUR"),
        ("$1.5 billion", "1500000000", "USD"),
        ("$0.05", "0.05", "USD"),
        ("$.125", "0.125", "USD"),
        ("¥500,000", "500000", None),
    ],
)
def test_amounts_are_read_as_printed(printed: str, amount: str, currency: str | None) -> None:
    text = f"The buyer shall pay {printed}, when due."
    (found,) = find_money(text)
    assert (str(found.amount), found.currency) == (amount, currency)
    assert text[found.start : found.end] == printed


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ("Three Million Dollars ($3,000,000)", "3000000"),
        ("Three Million (3,000,000) Dollars", "3000000"),
        ("One Hundred Thousand ($100,000)", "100000"),
        ("One Million, Two Hundred Thousand and No/100 Dollars ($1,200,000.00)", "1200000"),
        ("$3,000,000 (three million dollars)", "3000000"),
        ("five cents ($0.05)", "0.05"),
        ("Four Dollars and Forty One Cents ($4.41)", "4.41"),
    ],
)
def test_words_and_digits_of_one_amount_are_one_amount(printed: str, words: str) -> None:
    (found,) = find_money(f"a sum of {printed} and no more")
    assert found.amount == found.words == Decimal(words)
    assert found.end - found.start == len(printed)


def test_words_that_contradict_their_digits_are_kept_beside_them() -> None:
    (found,) = find_money("Four Hundred Dollars ($500)")
    assert (found.amount, found.words) == (500, 400)


@pytest.mark.parametrize(
    "text",
    ["five thousand (5,000) units", "a fee of $[***]", "$______", "15%", "€1.250 per unit", "EUR 1.250 per unit"],
)
def test_what_is_no_amount_or_ambiguous_is_not_found(text: str) -> None:
    assert find_money(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "three (3) million dollars ($3,000,000)",
        "Four and One-Half Million Dollars ($4,500,000)",
        "$0.005 (one-half cent)",
    ],
)
def test_words_that_are_only_part_of_a_figure_are_not_held_against_it(text: str) -> None:
    (found,) = find_money(text)
    assert found.words is None


def test_words_in_another_unit_are_not_held_against_a_rate() -> None:
    (found,) = find_percents("five basis points (0.05%) of the amount")
    assert (found.rate, found.words) == (Decimal("0.05"), None)


def test_the_lower_end_of_a_range_does_not_lose_its_scale() -> None:
    assert [money.amount for money in find_money("$5 to $10 million")] == [10_000_000]
    assert [money.amount for money in find_money("$50 to $1,000")] == [50, 1000]


@pytest.mark.parametrize(
    ("printed", "rate", "unit"),
    [
        ("15%", "15", "percent"),
        ("1.5 percent", "1.5", "percent"),
        ("1-1/2%", "1.5", "percent"),
        ("five per cent", "5", "percent"),
        ("two-thirds of one percent", "0.6667", "percent"),
        ("66 2/3%", "66.6667", "percent"),
        ("0.5‰", "0.5", "permille"),
        ("50 basis points", "50", "per_ten_thousand"),
    ],
)
def test_rates_keep_their_printed_unit(printed: str, rate: str, unit: str) -> None:
    (found,) = find_percents(f"interest of {printed} per month")
    assert (found.rate, found.unit) == (Decimal(rate), unit)


@pytest.mark.parametrize(
    ("printed", "rate", "words"),
    [
        ("fifteen percent (15%)", "15", "15"),
        ("ten (10%) percent", "10", "10"),
        ("one and one-half percent (1.5%)", "1.5", "1.5"),
        ("one-half of one percent (.5%)", "0.5", "0.5"),
        ("two point five percent (2.5%)", "2.5", "2.5"),
        ("twenty percent (25%)", "25", "20"),
    ],
)
def test_a_rate_in_words_and_digits_is_one_rate(printed: str, rate: str, words: str) -> None:
    (found,) = find_percents(f"a share of {printed} of Net Sales")
    assert (found.rate, found.words) == (Decimal(rate), Decimal(words))
    assert found.end - found.start == len(printed)


def test_the_head_of_a_column_names_its_currency() -> None:
    assert find_units("Item Unit price (US$) Preis (€) Weight (kg)") == {"USD", "EUR"}


def test_what_a_rate_counts_in_is_no_amount():
    (premium,) = find_money("$800 per million dollars of sales")
    assert premium.amount == 800


@pytest.mark.parametrize(
    ("printed", "amount"), [("CHF 3'500.–", "3500"), ("CHF 1’250’000.-", "1250000"), ("CHF 9'250.50", "9250.50")]
)
def test_amounts_in_the_swiss_notation(printed: str, amount: str) -> None:
    (found,) = find_money(smooth(f"a sum of {printed} is due."))
    assert (found.amount, found.currency) == (Decimal(amount), "CHF")


@pytest.mark.parametrize(
    ("printed", "amount", "currency"),
    [
        ("R24 750,00", "24750.00", "ZAR"),
        ("R 1,250,000", "1250000", "ZAR"),
        ("₦6,500,000.00", "6500000.00", "NGN"),
        ("300 dirhams", "300", "AED"),
        ("Five Hundred Naira (₦500)", "500", "NGN"),
    ],
)
def test_amounts_of_the_south_and_the_east(printed: str, amount: str, currency: str) -> None:
    (found,) = find_money(f"a sum of {printed} is due.")
    assert (found.amount, found.currency) == (Decimal(amount), currency)


def test_an_r_before_a_small_number_numbers_something() -> None:
    assert find_money("Rule R12 and route R 404 of the brand") == ()
