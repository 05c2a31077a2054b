"""Wordings of other kinds of contracts: employment, loans, shares, leases in tables of labels, works, supplements."""

from __future__ import annotations

import pytest


def test_rows_of_a_table_of_labels_stay_apart(read):
    result = read(
        "甲方（出租方）：\t沈知微",
        "乙方（承租方）：\t拾光书店有限公司",
        "租赁期限\t自2025年8月1日起至2030年7月31日止，共计60个月",
        "月租金\t人民币15,800元/月，自第三年起每年递增3%",
        "押金\t人民币47,400元",
    )
    found = [(one["what"], one["role"], one["per"]) for one in result.data["amounts"]]
    assert found == [("月租金", "price", "月"), ("押金", "deposit", None)]
    assert result.data["expiration_date"] == "2030-07-31"


def test_a_limited_partnership_is_what_its_bracket_says(read):
    result = read("转让方：岑溪投资合伙企业（有限合伙）", "受让方：闻舟控股有限公司")
    assert [party["entity_type"] for party in result.data["parties"]] == ["有限合伙", "有限公司"]


def test_a_surcharge_on_interest(read):
    result = read("5.1 乙方逾期还款的，自逾期之日起按借款利率加收50%的罚息。")
    assert result.data["penalties"][0]["base"] == "借款利率"
    assert result.data["payment_terms"]["late_interest"] == "借款利率加收50%"


@pytest.mark.parametrize(
    ("sentence", "trigger"),
    [
        ("每延迟一小时，扣减服务费500元。", "每延迟一小时"),
        ("每低于0.1个百分点，扣减当季服务费的2%。", "每低于0.1个百分点"),
        ("任何一方违反本协议约定，应支付违约金人民币5万元。", "任何一方违反本协议约定"),
    ],
)
def test_what_a_penalty_falls_due_for(read, sentence, trigger):
    assert read(f"6.1 {sentence}").data["penalties"][0]["trigger"] == trigger


def test_an_instalment_is_called_after_what_is_paid(read):
    (found,) = read("第五条 甲方按季度支付服务费，每季度人民币12万元。").data["amounts"]
    assert (found["what"], found["role"], found["per"]) == ("服务费", "fee", "每季度")


def test_a_cap_of_a_fee_without_figures(read):
    cap = read("第十条 乙方的违约赔偿责任以年服务费为限，但因乙方泄露信息造成的损失除外。").data["liability_cap"]
    assert (cap["formula"], cap["applies_to"], cap["carve_outs"]) == ("年服务费", "乙方", ["因乙方泄露信息造成的损失"])


@pytest.mark.parametrize(
    ("sentence", "category", "there"),
    [
        ("甲方许可乙方非独家使用其注册商标。", "Exclusivity", False),
        ("联名产品的净利润由甲方与乙方按6:4的比例分配。", "Revenue/Profit Sharing", True),
        ("转让方不得从事与目标公司相同或者类似的业务。", "Non-Compete", True),
    ],
)
def test_categories_of_partners_and_sellers(read, sentence, category, there):
    found = {clause["category"] for clause in read(f"7.1 {sentence}").data["clauses"]}
    assert (category in found) is there


def test_works_count_from_the_day_on_which_they_begin(read):
    result = read(
        "计划开工日期：2025年7月5日。",
        "计划竣工日期：2025年8月25日。",
        "工期总日历天数：52天。",
        "签订时间：2025年6月28日",
    )
    assert result.data["expiration_basis"]["anchor"] == "2025年7月5日"
    assert {check.rule for check in result.checks if check.severity != "info"} <= {"few_parties"}


def test_a_supplement_says_what_becomes_of_the_term():
    from building import document

    from docpipe import kinds, pipeline
    from docpipe.settings import load

    made = document(
        "《设备租赁合同》补充协议（一）",
        "甲方：晴川机械租赁有限公司",
        "乙方：丰禾建设集团有限公司",
        "甲乙双方于2024年11月6日签订了《设备租赁合同》（以下简称“原合同”），现达成如下补充协议：",
        "一、原合同第三条约定的租赁期限由“十二个月”变更为“十八个月”，即至2026年5月5日止。",
        "签订日期：2025年5月20日",
    )
    result = pipeline.analyze(made, kinds.load("contract"), load({}))
    assert result.data["title"] == "《设备租赁合同》补充协议（一）"
    assert result.data["term"] == {"count": 18, "unit": "month"}
    assert result.data["expiration_date"] == "2026-05-05"
    (amended,) = result.data["amends"]
    assert (amended["title"], amended["date"], amended["sections"]) == ("设备租赁合同", "2024-11-06", ["第三条"])
    assert {check.rule for check in result.checks if check.severity != "info"} <= {"few_parties"}


def test_a_prohibition_for_a_time(read):
    (duty,) = read("第六条 乙方离职后十二个月内不得到与甲方有竞争关系的单位任职。").data["obligations"]
    assert (duty["party"], duty["modality"]) == ("乙方", "must_not")
    assert duty["action"].startswith("离职后十二个月内")


def test_taiwan_dollars_are_no_other_dollars(read):
    (found,) = read("加工費總價為新臺幣壹佰貳拾萬元整（NT$1,200,000）。").data["amounts"]
    assert (found["amount"], found["currency"]) == ("1200000", "TWD")
