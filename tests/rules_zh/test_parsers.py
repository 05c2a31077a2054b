"""The parsers of Chinese numerals, dates, money, rates, durations and identifiers, and the folding under them."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docpipe.rules import parsers
from docpipe.rules.zh_dates import find_dates
from docpipe.rules.zh_durations import find_durations
from docpipe.rules.zh_identifiers import CODE, find_identifiers
from docpipe.rules.zh_money import find_money, find_percents
from docpipe.rules.zh_numerals import find_numbers, parse_number
from docpipe.rules.zh_script import has_han, is_chinese, mostly_han
from docpipe.rules.zh_text import fold, unspaced


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("叁佰捌拾陆万肆仟", 3_864_000),
        ("壹亿贰仟陆佰捌拾伍万肆仟叁佰", 126_854_300),
        ("二〇二四", 2024),
        ("十五", 15),
        ("两", 2),
        ("一百零五", 105),
        ("3万5千", 35_000),
        ("1,268.54万", 12_685_400),
        ("零点五", Decimal("0.5")),
        ("1.5万亿", 1_500_000_000_000),
    ],
)
def test_numerals_of_every_sort(printed, value):
    assert parse_number(printed) == value


@pytest.mark.parametrize("printed", ["三万五", "", "万", "五点", "三四五点"])
def test_a_numeral_that_leaves_a_place_open_has_no_value(printed):
    assert parse_number(printed) is None


def test_numbers_are_found_in_figures_and_in_words():
    assert [found.value for found in find_numbers("共三十名员工和 12 台设备")] == [30, 12]


@pytest.mark.parametrize(
    ("printed", "day"),
    [
        ("签订日期：2024 年 3 月 5 日", "2024-03-05"),
        ("二〇二四年三月五日", "2024-03-05"),
        ("二○二三年十二月三十一日", "2023-12-31"),
        ("二零二四年五月二十日", "2024-05-20"),
        ("２０２４年３月５日", "2024-03-05"),
        ("2024-03-05", "2024-03-05"),
        ("2024.3.5", "2024-03-05"),
    ],
)
def test_dates_as_they_are_printed(printed, day):
    (found,) = find_dates(printed)
    assert found.value == datetime.date.fromisoformat(day)


@pytest.mark.parametrize("printed", ["日期： 年 月 日", "20__年__月__日", "二〇二三年八月"])
def test_dates_that_are_not_whole_days_are_partial(printed):
    (found,) = find_dates(printed)
    assert found.value is None
    assert found.partial


def test_a_day_that_no_calendar_has_is_found_without_a_value():
    (found,) = find_dates("2024年2月30日")
    assert (found.value, found.partial) == (None, False)


@pytest.mark.parametrize(
    ("printed", "amount", "currency", "words"),
    [
        ("人民币叁佰捌拾陆万肆仟元整（¥3,846,000.00）", "3846000.00", "CNY", 3_864_000),
        ("人民币（大写）贰佰壹拾陆万元整（¥2,160,000）", "2160000", "CNY", 2_160_000),
        ("¥10000元（大写：壹万元整）", "10000", "CNY", 10_000),
        ("人民币壹拾万元整，小写：¥100,000.00", "100000.00", "CNY", 100_000),
        ("合计（大写：叁佰万元整） 3,000,000.00", "3000000.00", "CNY", 3_000_000),
        ("人民币肆拾叁万肆仟捌佰玖拾壹元陆角陆分（¥434,891.66）", "434891.66", "CNY", Decimal("434891.66")),
        ("38 万元", "380000", "CNY", None),
        ("金额为人民币1,268.54万元", "12685400", "CNY", None),
        ("850,000 欧元", "850000", "EUR", None),
        ("USD 320,000.00", "320000.00", "USD", None),
        ("￥５００，０００元", "500000", "CNY", None),
    ],
)
def test_amounts_and_the_capitals_beside_them(printed, amount, currency, words):
    (found,) = find_money(printed)
    assert (found.amount, found.currency, found.words) == (Decimal(amount), currency, words)


@pytest.mark.parametrize("printed", ["3,403 台设备", "2024 年", "多元化经营", "第三元素"])
def test_what_is_no_money(printed):
    assert find_money(printed) == ()


@pytest.mark.parametrize(
    ("printed", "rate", "unit"),
    [
        ("万分之五", "5", "per_ten_thousand"),
        ("1‰", "1", "permille"),
        ("千分之零点五", "0.5", "permille"),
        ("百分之十", "10", "percent"),
        ("0.03%", "0.03", "percent"),
    ],
)
def test_rates_keep_the_unit_that_is_printed(printed, rate, unit):
    (found,) = find_percents(printed)
    assert (found.rate, found.unit) == (Decimal(rate), unit)


@pytest.mark.parametrize(
    ("printed", "count", "unit"),
    [
        ("有效期四年", 4, "year"),
        ("24 个月", 24, "month"),
        ("十五个工作日", 15, "business_day"),
        ("半年", 6, "month"),
        ("一年半", 18, "month"),
        ("三十（30）日", 30, "day"),
        ("417天", 417, "day"),
    ],
)
def test_durations(printed, count, unit):
    (found,) = find_durations(printed)
    assert (found.count, found.unit) == (count, unit)


@pytest.mark.parametrize(
    "printed", ["2024 年 2 月 1 日", "每月25日", "九月三十日", "第三年", "四十八小时", "二〇二四年"]
)
def test_places_in_the_calendar_are_no_durations(printed):
    assert find_durations(printed) == ()


def credit_code(body: str) -> str:
    """A code with its check digit, added up digit by digit as GB 32100-2015 prints the weights."""
    weights = (1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28)
    rest = sum(CODE.index(digit) * weight for digit, weight in zip(body, weights, strict=True)) % 31
    return body + CODE[(31 - rest) % 31]


def test_a_credit_code_is_right_by_its_check_digit():
    code = credit_code("91440300MA5EQXL17")
    (found,) = find_identifiers(f"统一社会信用代码：{code}")
    assert (found.text, found.kind, found.valid) == (code, "credit_code", True)
    wrong = code[:17] + CODE[(CODE.index(code[17]) + 1) % 31]
    (found,) = find_identifiers(wrong)
    assert (found.valid, found.expected) == (False, code[17])


def test_an_identity_card_is_told_from_a_code_by_its_date_of_birth():
    (found,) = find_identifiers("身份证号：11010519491231002X")
    assert (found.kind, found.valid) == ("identity_card", True)
    (found,) = find_identifiers("身份证号：110105194912310021")
    assert (found.kind, found.valid, found.expected) == ("identity_card", False, "X")


def test_folding_drops_spaces_beside_han_and_finds_the_way_back():
    text = "产 品 价 格 ： ￥１，０００ 元, per unit"
    folded = fold(text)
    assert folded.text == "产品价格:¥1,000元， per unit"
    start = folded.text.index("价格")
    assert text[slice(*folded.span(start, start + 2))] == "价 格"


@given(st.text(alphabet="合同 甲方\t\n（）()，,:：ａ1２$¥abc。", max_size=60), st.integers(0, 1000))
def test_every_folded_character_has_its_place_in_the_source(text, base):
    folded = fold(text, base)
    assert len(folded.text) == len(folded.origins)
    assert list(folded.origins) == sorted(set(folded.origins))
    for place in range(len(folded.text)):
        start, end = folded.span(place, place + 1)
        assert end == start + 1
        assert base <= start < base + len(text)


def test_scripts():
    assert has_han("Art. 1 定义")
    assert not has_han("Naïve — “quotes”")
    assert is_chinese("本合同由下列双方签订并共同遵守")
    assert not is_chinese("Sinovac (科兴) and its affiliates")
    assert mostly_han("乙方应支付 RMB 100")
    assert not mostly_han("Supplier 供方 shall deliver the Products")
    assert unspaced("星湖街 1788\n号 and so on") == "星湖街1788号and so on"


def test_parsers_of_both_languages_read_one_text():
    assert {found.value.isoformat() for found in parsers.find_dates("May 1, 2024 / 2024年5月1日")} == {"2024-05-01"}
    assert [found.words for found in parsers.find_money("Two Million Dollars ($2,000,000)")] == [2_000_000]
    assert next(found.amount for found in parsers.find_money("贰佰万元整（¥2,000,000）")) == 2_000_000
    assert Decimal(15) in set(parsers.find_numbers("十五名"))
    assert [found.unit for found in parsers.find_percents("万分之五")] == ["per_ten_thousand"]
    assert [(found.count, found.unit) for found in parsers.find_durations("ten days 三年")] == [
        (10, "day"),
        (3, "year"),
    ]
