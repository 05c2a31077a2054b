"""Amounts, penalties, payment and the cap on liability."""

from __future__ import annotations

import pytest
from building import document
from msgspec.structs import replace

from docpipe import kinds, pipeline
from docpipe.settings import load
from docpipe.types import Result


def amounts(result: Result) -> list[tuple[str | None, str, str, str]]:
    return [(each["what"], each["amount"], each["currency"], each["role"]) for each in result.data["amounts"]]


def test_amounts_have_a_name_and_a_role(read):
    result = read(
        "2.1 本合同总价款为人民币叁佰万元整（¥3,000,000.00），含 13% 增值税。",
        "2.2 其中不含税价款为 2,654,867.26 元。",
        "3.2 乙方应向甲方提交金额为 38 万元的不可撤销见索即付履约保函。",
        "4.2 乙方应向甲方支付市场保证金人民币 150 万元。",
        "2.2 需方承诺首个合同年度内的采购额不低于人民币贰仟肆佰万元（RMB 24,000,000）。",
    )
    assert amounts(result) == [
        ("本合同总价款", "3000000.00", "CNY", "price"),
        ("不含税价款", "2654867.26", "CNY", "price"),
        ("不可撤销见索即付履约保函", "380000", "CNY", "deposit"),
        ("市场保证金", "1500000", "CNY", "deposit"),
        ("采购额", "24000000", "CNY", "minimum"),
    ]
    assert result.data["amounts"][3]["payer"] == "乙方"


def test_capitals_that_differ_from_figures_are_two_amounts_and_one_check(read):
    result = read("2.1 本合同总价款为人民币叁佰捌拾陆万肆仟元整（¥3,846,000.00）。")
    assert sorted(each["amount"] for each in result.data["amounts"]) == ["3846000.00", "3864000"]
    (check,) = [check for check in result.checks if check.rule == "amount_words"]
    assert [entry.quote for entry in check.evidence] == ["人民币叁佰捌拾陆万肆仟元整", "（¥3,846,000.00）"]
    assert check.severity == "error"


def test_capitals_that_agree_are_silent(read):
    result = read("总价款为人民币叁佰捌拾陆万肆仟元整（¥3,864,000.00）。")
    assert [check.rule for check in result.checks if check.rule not in ("not_analyzed", "few_parties")] == []


def test_a_table_with_a_unit_gives_its_amounts_with_the_names_of_their_rows(read):
    result = read(
        "3.1 各协议年度的最低采购额（不含税）如下表：",
        "协议年度 仪器类 试剂类 合计（万元）",
        "第一年 420.00 1,380.00 1,800.00",
        "3.2 乙方应当按月提交采购计划。",
    )
    assert ("第一年", "18000000.00", "CNY", "other") in amounts(result)
    place = [each["amount"] for each in result.data["amounts"]].index("18000000.00")
    assert result.trust[f"/amounts/{place}"].state == "derived"


def with_table(*paragraphs):
    """The result of a contract whose last paragraph is a table."""
    made = document("技术服务合同书（示例文本）", *paragraphs)
    made = replace(made, blocks=(*made.blocks[:-1], replace(made.blocks[-1], kind="table")))
    return pipeline.analyze(made, kinds.load("contract"), load({}))


def test_a_table_of_cells_gives_the_amounts_of_its_rows():
    result = with_table("4.1 各期费用如下：", "阶段\t比例\t金额（元）\n首付款\t30%\t384,000.00\n尾款\t70%\t896,000.00")
    assert amounts(result) == [("首付款", "384000.00", "CNY", "other"), ("尾款", "896000.00", "CNY", "other")]
    assert [check for check in result.checks if check.rule == "unconfirmed"] == []


def test_a_header_in_two_languages_names_its_unit_by_a_code():
    result = with_table(
        "附件一 产品及价格",
        "序号\t产品名称\tDescription\tMOQ (pcs)\tUnit price (EUR)\n1\t导轨\tGuide rail\t2,500\t9.05",
    )
    assert amounts(result) == [("导轨", "9.05", "EUR", "price")]


def test_a_long_bill_of_quantities_gives_its_total_only(read):
    rows = [f"{row} 混凝土 m³ {row}.50 1,0{row % 10}0.00 2,0{row % 10}5.00" for row in range(1, 60)]
    result = read("序号 项目名称 单位 工程量 综合单价（元） 合价（元）", *rows[:55], "合计 3,456,789.00")
    assert amounts(result) == [("合计", "3456789.00", "CNY", "price")]


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        (
            "乙方逾期交货的，每逾期一日，应按逾期交付设备价款的 1‰向甲方支付违约金，累计不超过合同总价的 10%；",
            {"trigger": "乙方逾期交货", "rate": "1", "rate_unit": "permille", "base": "逾期交付设备价款",
             "payer": "乙方", "cap": "合同总价的10%"},
        ),
        (
            "甲方逾期付款的，每逾期一日，应按逾期金额的万分之五向乙方支付违约金。",
            {"trigger": "甲方逾期付款", "rate": "5", "rate_unit": "per_ten_thousand", "base": "逾期金额"},
        ),
        ("乙方擅自转租的，应当向甲方支付违约金人民币 20 万元。", {"trigger": "乙方擅自转租", "amount": "200000"}),
        ("任何一方单方解除合同的，应当向对方支付相当于六个月租金的违约金。", {"base": "六个月租金"}),
        ("乙方逾期返还房屋的，应当按照合同终止当期日租金的两倍支付房屋占有使用费。", {"trigger": "乙方逾期返还房屋"}),
        ("任何一方逾期付款的，应就逾期金额按每日万分之三支付逾期利息。", {"base": "逾期金额", "per": "日"}),
        ("因供方迟延导致生产线停线的，还应按每小时人民币 12,000 元赔偿停线损失。", {"amount": "12000", "per": "小时"}),
        ("乙方未经甲方同意更换负责人的，每人次支付违约金2万元。", {"payer": "乙方", "per": "人次", "amount": "20000"}),
    ],
)  # fmt: skip
def test_penalties(read, clause, expected):
    (penalty,) = read(clause).data["penalties"]
    assert {name: penalty[name] for name in expected} == expected


def test_what_is_no_penalty(read):
    for other in (
        "任何一方的累计赔偿责任不超过合同总价的 100%。",
        "乙方应当按照本合同约定承担违约责任。",
        "多计金额超过当期应结算金额百分之五的，审计费用由乙方承担。",
    ):
        assert read(other).data["penalties"] == [], other


def test_special_conditions_prevail_over_general_ones(read):
    result = read(
        "第二部分 通用合同条款",
        "7.4 除专用合同条款另有约定外，逾期竣工违约金按每日签约合同价的万分之二计算。",
        "第三部分 专用合同条款",
        "7.3 因承包人原因逾期竣工的，每逾期一日历天，承包人应支付违约金人民币60,000元。",
    )
    assert len(result.data["penalties"]) == 2
    (check,) = [check for check in result.checks if check.rule == "conflict"]
    assert "which prevail" in check.message
    assert len(check.evidence) == 2


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        (
            "除故意、重大过失及产品召回外，任何一方在任一合同年度内的累计责任不超过人民币 1,200 万元。",
            {
                "amount": "12000000",
                "currency": "CNY",
                "per": "合同年度",
                "carve_outs": ["故意", "重大过失", "产品召回"],
            },
        ),
        ("任何一方的累计赔偿责任总额以合同总价的 100% 为限。", {"formula": "合同总价的100%", "applies_to": "任何一方"}),
        ("乙方的赔偿责任以合同总金额的30%为上限。", {"formula": "合同总金额的30%", "applies_to": "乙方"}),
        ("违约赔偿责任总额不超过签约合同价的20%，但因承包人故意造成的损失除外。", {"formula": "签约合同价的20%"}),
    ],
)
def test_caps_on_liability(read, clause, expected):
    cap = read(clause).data["liability_cap"]
    assert {name: cap[name] for name in expected} == expected


def test_what_limits_something_else(read):
    for other in (
        "丙方承担连带保证责任，最高担保金额为人民币 800 万元。",
        "续租期限不超过三年，由双方另行协商责任。",
        "股东以其认缴的出资额为限对公司承担责任。",
    ):
        assert read(other).data["liability_cap"] is None, other


def test_payment_after_an_invoice_and_what_late_payment_costs(read):
    result = read(
        "3.3 除另有约定外，需方应在收到合规发票之日起 45 日内付款。",
        "3.4 需方逾期付款的，应就逾期金额按每日万分之三支付逾期利息。",
    )
    terms = result.data["payment_terms"]
    assert (terms["days"], terms["day_type"], terms["from_event"]) == (45, "day", "收到合规发票")
    assert terms["late_interest"] == "每日万分之三"


def test_one_breach_with_two_prices_is_a_conflict(read):
    result = read(
        "3.4 甲方逾期付款的，应按逾期金额的万分之五向乙方支付违约金。",
        "9.1 甲方逾期付款的，应按逾期金额的千分之一向乙方支付违约金。",
        "9.2 乙方逾期交货的，应按合同总价的千分之一向甲方支付违约金。",
    )
    (check,) = [check for check in result.checks if check.rule == "conflict"]
    assert len(check.evidence) == 2
    assert len(result.data["penalties"]) == 3


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("乙方逾期付款的，每逾期一日，应按未付金额的0.2%支付违约金。", "每逾期一日，应按未付金额的0.2%"),
        ("乙方逾期支付租金的，按欠付租金的万分之五/日支付滞纳金。", "万分之五/日"),
        ("乙方逾期付款超过十日的，应按合同总价的5%支付违约金。", "5%"),
    ],
)
def test_a_rate_on_late_payment_keeps_what_it_is_counted_by(read, clause, expected):
    assert read(clause).data["payment_terms"]["late_interest"] == expected


def test_a_row_without_a_name_takes_those_of_its_columns(read):
    table = ("年度 单价（元/台/日） 月租金（元） 年租金（元）", "2.50 7,500.00 90,000.00", "7,800.00 93,600.00")
    found = [(a["what"], a["amount"], a["per"]) for a in read("三、租金见下表：", *table).data["amounts"]]
    assert found == [("单价", "2.50", "台/日"), ("月租金", "7500.00", "月"), ("年租金", "90000.00", "年")]


def test_names_keep_their_brackets_and_first_characters(read):
    result = read(
        "2.1 乙方应向甲方支付许可费总额人民币 60 万元。",
        "许可费按模块如下表：",
        "模块名称 年度许可费（元）",
        "路线规划（R&P） 360,000.00",
        "3.1 乙方应当按年付款。",
    )
    assert [each["what"] for each in result.data["amounts"]] == ["许可费总额", "路线规划（R&P）"]


def test_the_day_from_which_a_rate_runs_is_no_sum(read):
    (penalty,) = read("9.1 乙方逾期支付任何款项的，应自逾期之日起按日0.04%支付滞纳金。").data["penalties"]
    assert (penalty["rate"], penalty["base"]) == ("0.04", None)


def test_handing_in_a_settlement_is_no_payment(read):
    result = read(
        "9.1 承包人应当在竣工验收合格后30天内向发包人提交竣工结算申请单及结算资料。",
        "9.2 发包人应当在付款证书签发后21天内完成支付。",
    )
    assert (result.data["payment_terms"]["days"], result.data["payment_terms"]["day_type"]) == (21, "day")
