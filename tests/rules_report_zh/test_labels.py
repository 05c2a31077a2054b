"""What the lines of Chinese statements are: names as they are printed under several standards."""

from __future__ import annotations

import pytest

from docpipe.rules.report_zh.labels import named, plain
from docpipe.rules.report_zh.titles import title_of
from docpipe.rules.report_zh.units import unit_of


def test_numbers_brackets_and_marks_are_no_part_of_a_name():
    assert plain("三、营业利润（亏损以“－”号填列）") == "营业利润"
    assert plain("其中：营业收入") == "营业收入"
    assert plain("1.归属于母公司股东的净利润（净亏损以\n“－”号填列）") == "归属于母公司股东的净利润"
    assert plain("物 業、廠 房 及 設 備") == "物业厂房及设备"


@pytest.mark.parametrize(
    ("label", "above", "kind", "item"),
    [
        ("其中：营业收入", "", "income", "revenue"),
        ("減：營業成本", "", "income", "cost_of_revenue"),
        ("除稅前溢利", "", "income", "income_before_tax"),
        ("除所得税前利润/（亏损）", "", "income", "income_before_tax"),
        ("減：所得稅費用", "", "income", "income_tax"),
        ("归属于母公司所有者的净利润", "", "income", "net_income"),
        ("本公司擁有人", "以下人士應佔：", "income", "net_income"),
        ("基本（人民幣元）", "本公司擁有人應佔每股盈利", "income", "eps_basic"),
        ("（二）稀释每股收益（元/股）", "八、每股收益：", "income", "eps_diluted"),
        ("所有者权益（或股东权益）合计", "", "balance_sheet", "total_equity"),
        ("計息銀行借款", "非流動負債", "balance_sheet", "long_term_debt"),
        ("购建固定资产、无形资产和其他长期资产所支付的现金", "", "cash_flow", "capex"),
        ("經營活動所用現金淨額", "", "cash_flow", "operating_cash_flow"),
    ],
)
def test_a_line_is_the_item_that_its_name_says(label, above, kind, item):
    found = named(label, above, kind)
    assert found is not None
    assert found.item == item


@pytest.mark.parametrize(
    ("label", "above", "kind"),
    [
        ("归属于上市公司股东的扣除非经常性损益的净利润", "", "income"),
        ("归属于母公司股东的综合收益总额", "", "income"),
        ("本公司擁有人", "以下人士應佔全面收益總額：", "income"),
        ("二、营业总成本", "", "income"),
        ("流动资产合计", "", "balance_sheet"),
        ("负债和所有者权益总计", "", "balance_sheet"),
        ("一年内到期的非流动负债", "流动负债：", "balance_sheet"),
        ("計息銀行借款", "流動負債", "balance_sheet"),
        ("投资活动产生的现金流量净额", "", "cash_flow"),
        ("处置固定资产、无形资产和其他长期资产收回的现金净额", "", "cash_flow"),
    ],
)
def test_a_line_that_sounds_like_an_item_is_none(label, above, kind):
    assert named(label, above, kind) is None


@pytest.mark.parametrize(
    ("line", "kind", "scope"),
    [
        ("合并资产负债表", "balance_sheet", "consolidated"),
        ("母公司利润表（续）", "income", "parent"),
        ("云岭药业股份有限公司母公司现金流量表", "cash_flow", "parent"),
        ("合并及公司利润表", "income", "consolidated"),
        ("3、现金流量表", "cash_flow", ""),
        ("綜合損益表", "income", "consolidated"),
        ("合并利润表 2023年度 编制单位：云岭药业股份有限公司 单位：元", "income", "consolidated"),
    ],
)
def test_a_title_says_which_statement_it_is_and_whose(line, kind, scope):
    title = title_of(line)
    assert title is not None
    assert (title.kind, title.scope) == (kind, scope)


@pytest.mark.parametrize(
    "line", ["现金流量表补充资料", "合并财务报表主要项目注释", "资产负债表日后事项", "利润表的变动说明"]
)
def test_a_line_that_speaks_of_a_statement_is_no_title(line):
    assert title_of(line) is None


@pytest.mark.parametrize(
    ("line", "factor", "currency"),
    [
        ("编制单位：云岭药业股份有限公司 单位：元 币种：人民币", 1, "CNY"),
        ("单位：万元", 10**4, None),
        ("（除特别注明外，金额单位为人民币千元）", 10**3, "CNY"),
        ("除另有说明外，货币单位均以人民币百万元列示", 10**6, "CNY"),
        ("人民幣千元", 10**3, "CNY"),
        ("千港元", 10**3, "HKD"),
    ],
)
def test_a_unit_is_read_beside_the_name_of_who_made_the_statement(line, factor, currency):
    unit = unit_of(line)
    assert unit is not None
    assert (unit.factor, unit.currency) == (factor, currency)
    assert unit.printed in line


@pytest.mark.parametrize("line", ["编制单位：云岭药业股份有限公司", "单位：股", "基本每股收益（元/股）"])
def test_no_unit_is_read_where_none_is_said(line):
    assert unit_of(line) is None
