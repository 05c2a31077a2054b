"""Small Chinese reports of our own: what is found in them, and what is left alone."""

from __future__ import annotations

from decimal import Decimal

import pytest
from rules_report.made import PAGE, analysed, report, untabled, values

COVER = ("# 云岭药业股份有限公司", "# 2024年年度报告", "股票代码：600000")
TITLES = {"income": "合并利润表", "balance": "合并资产负债表", "cash": "合并现金流量表"}
INCOME = (
    "项目|附注|2024年度|2023年度",
    "一、营业总收入||8,210.50|7,900.10",
    "其中：营业收入|31|8,200.50|7,890.10",
    "二、营业总成本||7,000.00|6,900.00",
    "其中：营业成本|31|5,000.00|4,800.00",
    "三、营业利润（亏损以“－”号填列）||1,210.50|1,000.10",
    "四、利润总额（亏损总额以“－”号填列）||1,200.00|1,010.00",
    "减：所得税费用|42|200.00|210.00",
    "五、净利润（净亏损以“－”号填列）||1,000.00|800.00",
    "（一）归属于母公司所有者的净利润||1,050.00|850.00",
    "（二）少数股东损益||-50.00|-50.00",
    "基本每股收益（元/股）||0.42|0.34",
    "稀释每股收益（元/股）||0.41|0.33",
)
BALANCE = (
    "项目|附注|2024年12月31日|2023年12月31日",
    "流动资产：|||",
    "货币资金|1|900.00|700.00",
    "应收账款|2|1,100.00|1,300.00",
    "流动资产合计||2,000.00|2,000.00",
    "固定资产|9|3,000.00|2,500.00",
    "非流动资产合计||3,000.00|2,500.00",
    "资产总计||5,000.00|4,500.00",
    "短期借款|12|500.00|400.00",
    "流动负债合计||500.00|400.00",
    "长期借款|18|600.00|",
    "非流动负债合计||600.00|",
    "负债合计||1,100.00|400.00",
    "所有者权益合计||3,900.00|4,100.00",
    "负债和所有者权益总计||5,000.00|4,500.00",
)
CASH = (
    "项目|附注|2024年度|2023年度",
    "销售商品、提供劳务收到的现金||9,000.00|8,000.00",
    "经营活动现金流入小计||9,000.00|8,000.00",
    "经营活动现金流出小计||8,500.00|8,300.00",
    "经营活动产生的现金流量净额||500.00|-300.00",
    "购建固定资产、无形资产和其他长期资产支付的现金||250.00|220.00",
    "投资活动产生的现金流量净额||-250.00|-220.00",
    "筹资活动产生的现金流量净额||-50.00|20.00",
)
OWN = {
    "revenue": "8200.50", "cost_of_revenue": "5000.00", "operating_income": "1210.50", "income_before_tax": "1200.00",
    "income_tax": "200.00", "net_income": "1050.00", "eps_basic": "0.42", "eps_diluted": "0.41",
    "total_assets": "5000.00", "total_liabilities": "1100.00", "total_equity": "3900.00",
    "cash_and_equivalents": "900.00", "long_term_debt": "600.00", "operating_cash_flow": "500.00", "capex": "250.00",
}  # fmt: skip


def numbers(printed: dict[str, str], factor: int = 1) -> dict[str, Decimal]:
    per_share = ("eps_basic", "eps_diluted")
    return {name: Decimal(value) * (1 if name in per_share else factor) for name, value in printed.items()}


def statement(title, rows, unit="单位：元 币种：人民币", day="2024年度"):
    return (PAGE, f"# {title}", day, f"编制单位：云岭药业股份有限公司 {unit}", rows)


def whole(unit="单位：元 币种：人民币", income=INCOME, balance=BALANCE, cash=CASH, whose="合并"):
    return (
        *statement(f"{whose}资产负债表", balance, unit, "2024年12月31日"),
        *statement(f"{whose}利润表", income, unit),
        *statement(f"{whose}现金流量表", cash, unit),
    )


def halved(rows):
    """The same lines with other figures, as a parent's statement has them."""
    return (rows[0], *(row.replace("00", "11") for row in rows[1:]))


def reversed_columns(rows):
    """The same lines with the period before in front."""
    return tuple("|".join((*row.split("|")[:2], *reversed(row.split("|")[2:]))) for row in rows)


def test_the_statements_of_an_annual_report_are_read():
    found = analysed(report(*COVER, *whole()))
    assert values(found) == numbers(OWN)
    assert values(found, prior=True)["operating_cash_flow"] == Decimal("-300.00")
    facts = {name: found.data[name] for name in ("company", "form", "period_end", "fiscal_year", "currency", "unit")}
    assert facts == {
        "company": "云岭药业股份有限公司", "form": "annual report", "period_end": "2024-12-31", "fiscal_year": 2024,
        "currency": "CNY", "unit": "units",
    }  # fmt: skip


def test_a_blank_cell_has_no_value():
    assert "long_term_debt" not in values(analysed(report(*COVER, *whole())), prior=True)


def test_figures_in_wan_are_multiplied_out_and_those_per_share_are_not():
    found = analysed(report(*COVER, *whole(unit="单位：万元")))
    assert values(found) == numbers(OWN, 10_000)
    assert found.data["unit_printed"] == "单位：万元"


def test_the_period_before_may_stand_in_the_first_column():
    found = analysed(report(*COVER, *whole(income=reversed_columns(INCOME), balance=reversed_columns(BALANCE))))
    assert values(found) == numbers(OWN)


def test_the_parents_statements_are_not_the_groups_wherever_they_stand():
    parent = whole(income=halved(INCOME), balance=halved(BALANCE), cash=halved(CASH), whose="母公司")
    for parts in ((*parent, *whole()), (*whole(), *parent)):
        found = analysed(report(*COVER, *parts))
        assert values(found) == numbers(OWN)
        assert {item["scope"] for item in found.data["more_items"]} == {"consolidated", "parent"}


def test_statements_without_a_group_are_the_companys_own():
    assert values(analysed(report(*COVER, *whole(whose="")))) == numbers(OWN)


def test_columns_of_the_group_and_of_the_parent_in_one_statement_are_told_apart():
    cells = [row.split("|") for row in INCOME[1:]]
    lines = [f"{label}|{note}|{own}|7.00|{prior}|6.00" for label, note, own, prior in cells]
    both = ("项目|附注|2024年度||2023年度|", "||合并|公司|合并|公司", *lines)
    found = analysed(report(*COVER, *whole(income=both)))
    assert values(found) == numbers(OWN)


def test_a_day_printed_in_two_rows_of_the_head_is_read_and_cited_in_both():
    rows = ("项目|附注|2024年|2023年", "||12月31日|12月31日", *BALANCE[1:])
    found = analysed(report(*COVER, *whole(balance=rows)))
    assert values(found) == numbers(OWN)
    at = next(at for at, item in enumerate(found.data["items"]) if item["name"] == "total_assets")
    assert [quote.quote for quote in found.evidence[f"/items/{at}/period_end"]] == ["2024年", "12月31日"]


def test_words_for_periods_are_resolved_by_the_title():
    words = {"2024年12月31日|2023年12月31日": "期末余额|期初余额", "2024年度|2023年度": "本期金额|上年同期金额"}
    changed = [(rows[0].replace(*pair), *rows[1:]) for rows in (INCOME, BALANCE, CASH) for pair in words.items()]
    chosen = [rows for rows in changed if rows[0] not in (INCOME[0], BALANCE[0])]
    found = analysed(report(*COVER, *whole("单位：元", *chosen)))
    assert values(found) == numbers(OWN)


def test_a_balance_sheet_in_two_halves_is_read():
    left, right = BALANCE[1:8], BALANCE[8:]
    cells = [row.split("|") for row in (*left, *right)]
    halves = [
        "|".join((a[0], a[2], a[3], b[0], b[2], b[3])) for a, b in zip(cells[:7], cells[7:], strict=False)
    ]  # fmt: skip
    rows = ("资产|期末余额|年初余额|负债和所有者权益|期末余额|年初余额", *halves)
    assert values(analysed(report(*COVER, *whole(balance=rows)))) == numbers(OWN)


def test_a_statement_goes_on_on_the_next_page():
    parts = whole(balance=BALANCE[:8])
    rest = (PAGE, "# 合并资产负债表（续）", (BALANCE[0], *BALANCE[8:]))
    found = analysed(report(*COVER, *parts[:5], *rest, *parts[5:]))
    assert values(found) == numbers(OWN)
    page = next(
        quotes[0].page
        for at, item in enumerate(found.data["items"])
        if item["name"] == "total_liabilities"
        for quotes in (found.evidence[f"/items/{at}"],)
    )
    assert page == 3


def test_lines_of_print_without_a_table_are_read():
    found = analysed(untabled(report(*COVER, *whole())))
    assert values(found) == numbers(OWN)


def test_negative_figures_in_brackets_are_negative():
    rows = tuple(row.replace("-300.00", "（300.00）") for row in CASH)
    assert values(analysed(report(*COVER, *whole(cash=rows))), prior=True)["operating_cash_flow"] == Decimal("-300.00")


def test_quarters_and_supplements_are_no_statements():
    quarters = ("|第一季度|第二季度|第三季度|第四季度", "营业收入|1,000.00|2,000.00|2,000.00|3,200.50",
                "归属于上市公司股东的净利润|1.00|2.00|3.00|4.00",
                "经营活动产生的现金流量净额|5.00|6.00|7.00|8.00")  # fmt: skip
    supplement = ("补充资料|本期金额|上期金额", "净利润|1,000.00|800.00",
                  "经营活动产生的现金流量净额|501.00|-301.00", "现金的期末余额|9.00|8.00")  # fmt: skip
    parts = (*COVER, "分季度主要财务数据", quarters, *whole(), PAGE, "现金流量表补充资料", supplement)
    assert values(analysed(report(*parts))) == numbers(OWN)


KEY = (
    "主要会计数据|2024年|2023年|本年比上年增减（%）|2022年",
    "营业收入|8,200.50|7,890.10|3.93|7,000.00",
    "归属于上市公司股东的净利润|1,050.00|850.00|23.53|800.00",
    "总资产|5,000.00|4,500.00|11.11|4,000.00",
    "基本每股收益（元/股）|0.42|0.34|23.53|0.30",
)


def test_what_no_statement_has_is_taken_from_the_key_figures():
    found = analysed(report(*COVER, "主要会计数据", "单位：元", KEY))
    expected = numbers({name: OWN[name] for name in ("revenue", "net_income", "total_assets", "eps_basic")})
    assert values(found) == expected
    assert values(found, prior=True)["revenue"] == Decimal("7890.10")


def test_a_quarterly_report_counts_from_the_years_first_day():
    swap = (("2024年度", "2024年1-9月"), ("2023年度", "2023年1-9月"), ("2024年12月31日", "2024年9月30日"))
    parts = []
    for part in whole():
        for old, new in swap:
            part = part.replace(old, new) if isinstance(part, str) else tuple(row.replace(old, new) for row in part)
        parts.append(part)
    found = analysed(report("# 云岭药业股份有限公司", "# 2024年第三季度报告", *parts))
    assert (found.data["form"], found.data["fiscal_quarter"]) == ("quarterly report", 3)
    assert values(found) == numbers(OWN)
    revenue = next(item for item in found.data["items"] if item["name"] == "revenue")
    assert (revenue["period_start"], revenue["period_end"]) == ("2024-01-01", "2024-09-30")


def test_figures_of_a_subsidiary_are_neither_items_nor_conflicts():
    other = ("项目|2024年|2023年", "营业收入|90.00|80.00", "净利润|9.00|8.00", "总资产|50.00|40.00")
    parts = (*COVER, "重要子公司的主要财务数据", "单位：元", other, *whole(), PAGE, "子公司的主要财务数据", other)
    found = analysed(report(*parts))
    assert values(found) == numbers(OWN)
    assert checks(found) == []


def test_key_figures_that_differ_from_the_statements_are_a_conflict():
    key = (KEY[0], KEY[1].replace("8,200.50", "8,200.05"), *KEY[2:])
    found = analysed(report(*COVER, "主要会计数据", "单位：元", key, *whole()))
    assert values(found)["revenue"] == Decimal("8200.50")
    assert checks(found) == ["conflict"]


def test_beside_the_year_to_date_the_reported_period_is_a_quarter():
    key = ("项目|本报告期|上年同期|年初至报告期末|上年同期", "营业收入|400.00|390.00|1,200.00|1,100.00",
           "归属于上市公司股东的净利润|30.00|29.00|95.00|80.00")  # fmt: skip
    found = analysed(report("# 云岭药业股份有限公司", "# 2024年第三季度报告", "一、主要财务数据", "单位：元", key))
    assert values(found) == {"revenue": Decimal("400.00"), "net_income": Decimal("30.00")}
    assert values(found, prior=True) == {"revenue": Decimal("390.00"), "net_income": Decimal("29.00")}
    assert found.data["items"][0]["period_start"] == "2024-07-01"


AUDIT = (
    PAGE, "# 审计报告", "云岭药业股份有限公司全体股东：",
    "我们认为，后附的财务报表在所有重大方面按照企业会计准则的规定编制，公允反映了公司2024年12月31日的财务状况。",
    "如果我们得出结论认为存在重大不确定性，我们应当发表非无保留意见。就可能导致对持续经营能力产生重大疑虑的事项或情况"
    "是否存在重大不确定性得出结论。",
    "正衡明达会计师事务所（特殊普通合伙）", "2025年4月1日",
)  # fmt: skip


def test_the_auditor_and_a_clean_opinion_are_read():
    found = analysed(report(*COVER, "公司聘请的会计师事务所为正衡明达会计师事务所（特殊普通合伙）。", *AUDIT, *whole()))
    assert found.data["auditor"] == "正衡明达会计师事务所（特殊普通合伙）"
    assert found.data["audit_opinion"] == {"type": "unqualified", "going_concern": False}


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("二、形成保留意见的基础", "qualified"),
        ("二、形成否定意见的基础", "adverse"),
        ("二、形成无法表示意见的基础", "disclaimer"),
    ],
)
def test_another_opinion_is_told_by_what_it_is_based_on(heading, kind):
    found = analysed(report(*COVER, *AUDIT[:3], heading, *AUDIT[3:], *whole()))
    assert found.data["audit_opinion"]["type"] == kind


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("正衡明达会计师事务所对公司本年度财务报告的审计意见为：标准的无保留意见。", "unqualified"),
        ("审计意见类型：保留意见", "qualified"),
        ("正衡明达会计师事务所为公司出具了带强调事项段的无保留意见的审计报告。", "unqualified"),
        ("正衡明达会计师事务所为公司出具了无法表示意见的审计报告。", "disclaimer"),
    ],
)
def test_the_opinion_is_what_the_report_says_was_given(told, kind):
    found = analysed(report(*COVER, told, *whole()))
    assert found.data["audit_opinion"]["type"] == kind


def test_a_form_for_other_opinions_is_none():
    told = "董事会对会计师事务所“非标准审计报告”的说明：不适用"
    assert analysed(report(*COVER, told, *whole())).data["audit_opinion"] is None


def test_doubt_about_going_on_is_read_where_it_is_stated():
    doubt = "公司连续亏损，表明存在可能导致对公司持续经营能力产生重大疑虑的重大不确定性。"
    found = analysed(report(*COVER, *AUDIT[:4], doubt, *AUDIT[4:], *whole()))
    assert found.data["audit_opinion"]["going_concern"] is True


def test_a_dividend_for_ten_shares_is_divided():
    found = analysed(report(*COVER, "公司拟向全体股东每10股派发现金红利2.60元（含税）。", *whole()))
    assert values(found)["dividends_per_share"] == Decimal("0.26")


def checks(found):
    return [check.rule for check in found.checks if check.severity != "info"]


def test_a_sound_report_has_no_check():
    told = "公司2024年实现营业收入8,200.50元，母公司实现营业收入4,000.00元，预计公司2025年实现营业收入9,000.00元。"
    assert checks(analysed(report(*COVER, told, *whole(), "主要会计数据", "单位：元", KEY))) == []


def test_a_sum_that_does_not_add_up_is_a_check():
    rows = tuple(row.replace("资产总计||5,000.00", "资产总计||5,010.00") for row in BALANCE)
    assert set(checks(analysed(report(*COVER, *whole(balance=rows))))) == {"sum"}


@pytest.mark.parametrize(
    "told", ["报告期内，公司实现营业收入8,300.50元，同比增长。", "2024年度营业收入为8,300.50元，是关键业绩指标。"]
)
def test_a_figure_in_the_text_that_differs_from_the_statement_is_a_conflict(told):
    found = analysed(report(*COVER, told, *whole()))
    assert checks(found) == ["conflict"]
    quotes = [quote.quote for check in found.checks if check.rule == "conflict" for quote in check.evidence]
    assert any("8,300.50" in quote for quote in quotes)
    assert any("8,200.50" in quote for quote in quotes)


def test_traditional_characters_and_hong_kong_terms_are_read():
    income = ("|附註|二零二四年|二零二三年", "||人民幣千元|人民幣千元", "收入|4|1,203|1,100", "銷售成本||(800)|(750)",
              "毛利||403|350", "除稅前溢利|7|200|166", "所得稅開支|8|(40)|(33)", "年度溢利||160|133",
              "以下人士應佔：|||", "本公司擁有人||150|125", "非控股權益||10|8")  # fmt: skip
    balance = ("|附註|二零二四年|二零二三年", "||人民幣千元|人民幣千元", "現金及現金等價物|15|523|481",
               "流動負債|||", "計息銀行借款|17|200|220", "非流動負債|||", "計息銀行借款|17|250|240",
               "權益總額||713|667")  # fmt: skip
    found = analysed(report(
        "# 遠東海陸物流控股有限公司", "# 二零二四年年報", PAGE, "# 綜合損益表",
        "截至二零二四年十二月三十一日止年度", income, PAGE, "# 綜合財務狀況表", "於二零二四年十二月三十一日", balance,
    ))  # fmt: skip
    printed = {"revenue": "1203", "cost_of_revenue": "-800", "gross_profit": "403", "income_before_tax": "200",
               "income_tax": "-40", "net_income": "150", "cash_and_equivalents": "523", "long_term_debt": "250",
               "total_equity": "713"}  # fmt: skip
    assert values(found) == numbers(printed, 1_000)
    assert (found.data["company"], found.data["period_end"]) == ("遠東海陸物流控股有限公司", "2024-12-31")
