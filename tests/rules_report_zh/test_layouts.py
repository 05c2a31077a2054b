"""Chinese statements as other issuers print them: labels over two lines, units behind a day, 万元."""

from __future__ import annotations

import pytest
from rules_report.made import PAGE, analysed, report, values
from rules_report_zh.test_reports import BALANCE, CASH, COVER, INCOME

from docpipe.rules.report_zh.labels import named
from docpipe.rules.report_zh.units import unit_of


def test_a_label_whose_last_letters_stand_on_a_line_of_their_own() -> None:
    rows = [row for row in CASH if "购建" not in row]
    rows[-2:-2] = ["购建固定资产、无形资产和其他长期资产支付的|||", "现金||250.00|220.00"]
    found = values(analysed(report(*COVER, PAGE, "# 合并现金流量表", "单位：元", rows)))
    assert found["capex"] == 250


def test_ten_thousands_of_yuan_are_a_unit_with_a_name() -> None:
    found = analysed(report(*COVER, PAGE, "# 合并利润表", "单位：万元", INCOME))
    assert found.data["unit"] == "ten_thousands"
    assert values(found)["revenue"] == 82_005_000


def test_a_statement_without_a_unit_counts_in_that_of_the_one_beside_it() -> None:
    parts = (
        *COVER,
        PAGE,
        "# 合并资产负债表",
        "2024年12月31日",
        BALANCE,
        PAGE,
        "# 合并利润表",
        "2024年度",
        "单位：千元",
        INCOME,
    )
    assert values(analysed(report(*parts)))["total_assets"] == 5_000_000


@pytest.mark.parametrize("printed", ["2022年12月31日 人民币百万元", "2022年度人民币百万元", "人民币百万元"])
def test_a_unit_behind_the_day_of_a_statement(printed: str) -> None:
    unit = unit_of(printed)
    assert unit is not None
    assert unit.factor == 10**6


def test_a_heading_per_share_is_no_part_of_the_first_label_under_it() -> None:
    rows = [row for row in INCOME if "每股" not in row]
    rows += ["每股收益|||", "基本|55|0.42|0.34", "稀释|55|0.41|0.33"]
    found = values(analysed(report(*COVER, PAGE, "# 合并利润表", "单位：元", rows)))
    assert {"eps_basic", "eps_diluted"} <= set(found)


def test_a_number_read_before_its_brackets_is_no_part_of_the_name() -> None:
    found = named("一（ ）基本每股收益(元/股)", "", "income")
    assert found is not None
    assert found.item == "eps_basic"


@pytest.mark.parametrize(("tax", "sums"), [("200.00", 0), ("(200.00)", 0), ("210.00", 1)])
def test_what_is_taken_away_may_be_printed_with_its_minus(tax: str, sums: int) -> None:
    rows = [row.replace("所得税费用|42|200.00", f"所得税费用|42|{tax}") for row in INCOME]
    found = analysed(report(*COVER, PAGE, "# 合并利润表", "单位：元", rows))
    assert sum(check.rule == "sum" for check in found.checks) == sums
