"""Lists that a clause announces, the numbers of clauses, and what a payment, a penalty or a duty is about."""

from __future__ import annotations

import pytest


def test_the_items_of_a_list_are_what_the_cap_does_not_limit(read):
    result = read(
        "第八条 违约责任",
        "（一）任何一方的累计赔偿责任总额以合同总价款为限，但下列情形不受此限：",
        "1. 因故意或者重大过失造成的损失；",
        "2. 造成人身损害的；",
        "3. 违反第七条约定的。",
        "（二）乙方应当购买保险。",
    )
    carved = result.data["liability_cap"]["carve_outs"]
    assert carved == ["因故意或者重大过失造成的损失", "造成人身损害的", "违反第七条约定的"]


def test_a_list_in_one_paragraph_with_its_clause(read):
    result = read(
        "7.1 乙方的赔偿责任累计不超过人民币500,000元，但以下情形除外：（1）故意泄露客户数据；（2）侵犯第三方知识产权。"
    )
    assert result.data["liability_cap"]["carve_outs"] == ["故意泄露客户数据", "侵犯第三方知识产权"]


def test_a_list_without_numbers_gives_no_items(read):
    result = read("7.1 乙方的赔偿责任累计不超过人民币500,000元，但下列情形除外：", "见双方另行签署的清单。")
    assert result.data["liability_cap"]["carve_outs"] == []


@pytest.mark.parametrize(
    ("clause", "carved"),
    [
        (
            "但因故意或者重大过失造成的损失、以及违反第四条造成的损失除外。",
            ["因故意或者重大过失造成的损失", "违反第四条造成的损失"],
        ),
        ("但因故意、重大过失或泄密造成的损失除外。", ["故意", "重大过失", "泄密"]),
    ],
)
def test_causes_of_one_loss_are_split_and_kinds_of_loss_stay_whole(read, clause, carved):
    result = read(f"5.1 任何一方的累计赔偿责任不超过人民币1,200,000元，{clause}")
    assert result.data["liability_cap"]["carve_outs"] == carved


def test_a_duty_stands_in_its_article(read):
    result = read(
        "第三条 验收",
        "（二）最终验收：",
        "1. 乙方应在十个工作日内完成整改；",
        "第四条 付款",
        "甲方应按期付款至乙方账户。",
        "4.2 乙方应开具发票给甲方。",
    )
    assert [duty["clause"] for duty in result.data["obligations"]] == ["第三条（二）1", "第四条", "4.2"]
    unread = [check for check in result.checks if check.rule == "unconfirmed" and "clause" in check.message]
    assert unread == []


def test_rows_of_figures_number_no_clause(read):
    result = read("第四条 费用", "11.34 167,743.93", "乙方应向物业公司支付管理费。")
    assert [duty["clause"] for duty in result.data["obligations"]] == ["第四条"]


def test_two_parties_with_duties_in_one_sentence(read):
    result = read("3.1 两次整改后仍未达到要求的，甲方有权退货，乙方应退还已收取的全部价款。")
    assert [(duty["party"], duty["action"]) for duty in result.data["obligations"]] == [
        ("甲方", "退货"),
        ("乙方", "退还已收取的全部价款"),
    ]


@pytest.mark.parametrize(
    ("clause", "party", "modality", "action"),
    [
        (
            "任何一方未经对方书面同意，不得向第三方披露商业秘密。",
            "任何一方",
            "must_not",
            "向第三方披露商业秘密",
        ),
        (
            "甲方逾期付款的，每逾期一日，应按逾期金额的万分之三向乙方支付违约金。",
            "甲方",
            "must",
            "按逾期金额的万分之三向乙方支付违约金",
        ),
        (
            "依法征收的预提所得税，由甲方从服务费中代扣代缴。",
            "甲方",
            "must",
            "从服务费中代扣代缴",
        ),
        ("上述车辆由乙方负责日常保养和年检。", "乙方", "must", "负责日常保养和年检"),
        ("乙方擅自分包的，应当立即纠正并赔偿损失。", "乙方", "must", "立即纠正并赔偿损失"),
        ("甲方应当验收而未验收的，乙方可以书面催告。", "乙方", "may", "书面催告"),
        ("乙方在接到维修通知后，须于24小时内到达现场。", "乙方", "must", "于24小时内到达现场"),
    ],
)
def test_duties_in_a_case_and_what_falls_to_a_party(read, clause, party, modality, action):
    (duty,) = read(f"2.3 {clause}").data["obligations"]
    assert (duty["party"], duty["modality"], duty["action"]) == (party, modality, action)


@pytest.mark.parametrize(
    "clause",
    [
        "设备毁损、灭失的风险由甲方承担。",
        "由甲方提供的图纸为本合同附件的一部分。",
        "未经甲方同意，保险合同不得变更。",
        "甲方逾期交付场地的，工期相应顺延。",
        "乙方应当返还而未返还资料的，视为违约。",
        "运输和装卸费用由乙方承担。",
    ],
)
def test_risks_conditions_and_costs_without_words_for_the_duty_are_no_duties(read, clause):
    assert read(f"2.3 {clause}").data["obligations"] == []


def test_a_penalty_for_breach_of_this_article_names_it(read):
    result = read("第七条 保密", "（三）任何一方违反本条约定的，应向对方支付违约金人民币100,000元。")
    assert result.data["penalties"][0]["trigger"] == "任何一方违反第七条（保密）约定"


def test_steps_of_payment_are_called_by_the_head_of_their_line(read):
    result = read(
        "1. 预付款：合同生效后十日内，支付合同总价款的30%，即人民币684,000.00元；",
        "2. 质保金：质保期届满后十五日内，支付合同总价款的10%，即人民币228,000.00元。",
        "合同签订后支付合同总价的20%，即人民币50,000元。",
    )
    found = [(one["what"], one["role"]) for one in result.data["amounts"]]
    assert found == [("预付款", "price"), ("质保金", "deposit"), ("合同总价的20%", "price")]
    assert [clause["category"] for clause in result.data["clauses"]] == []


def test_rows_of_a_table_of_goods_are_prices_and_so_is_its_total(read):
    result = read(
        "序号 设备名称 规格型号 数量 单价（元） 金额（元）",
        "1 辊道窑 RK-26 1 1,286,000.00 1,286,000.00",
        "合计（小写） ¥1,286,000.00",
        "合计（大写） 人民币壹佰贰拾捌万陆仟元整",
    )
    assert {one["role"] for one in result.data["amounts"]} == {"price"}


def test_a_table_of_several_sorts_of_money_says_nothing_of_a_row(read):
    result = read("序号 项目 保证金（元） 月租金（元）", "1 一号铺位 30,000.00 10,000.00")
    assert {one["role"] for one in result.data["amounts"]} == {"other"}


def test_who_owns_a_thing_owns_its_rights(read):
    result = read("（二）乙方为甲方专门编制的控制程序和烧成曲线，其知识产权归甲方所有。")
    assert result.data["ip_ownership"][0]["what"] == "乙方为甲方专门编制的控制程序和烧成曲线"


@pytest.mark.parametrize(
    ("clause", "condition", "deadline"),
    [
        ("同一事项连续三次验收不合格的，甲方有权解除合同。", "同一事项连续三次验收不合格的", None),
        ("乙方逾期交货的，每逾期一日，应支付违约金1,000元。", "乙方逾期交货的，每逾期一日", None),
        ("未经甲方书面同意，乙方不得转租该房屋。", "未经甲方书面同意", None),
        ("本合同终止后十日内，乙方应当删除全部数据。", None, "本合同终止后十日内"),
        ("租赁期限届满后，乙方办理完毕迁出手续之日起30日内，甲方应退还保证金。",
         "租赁期限届满后", "乙方办理完毕迁出手续之日起30日内"),
        ("各方应对技术信息予以保密，保密义务在本协议终止后五年内持续有效。", None, None),
        ("3.1 交货期限：乙方应于2024年7月31日前交付全部设备。", None, "于2024年7月31日前"),
        ("乙方变更账户的，应当提前10日通知甲方。", "乙方变更账户的", "提前10日"),
    ],
)  # fmt: skip
def test_a_duty_says_when_it_is_owed_and_until_when(read, clause, condition, deadline):
    (duty,) = read(f"2.3 {clause}" if clause[0] != "3" else clause).data["obligations"]
    assert (duty.get("condition"), duty.get("deadline")) == (condition, deadline)


def test_what_a_sentence_begins_with_holds_for_both_duties(read):
    result = read("5.3 验收不合格的，甲方应当说明不合格事项，乙方应在十日内完成整改。")
    assert [duty["condition"] for duty in result.data["obligations"]] == ["验收不合格的"] * 2


def test_one_right_under_two_conditions_is_two(read):
    result = read("5.4 连续三次验收不合格的，甲方有权解除合同。", "11.1 乙方逾期超过30日的，甲方有权解除合同。")
    assert [(duty["action"], duty["condition"]) for duty in result.data["obligations"]] == [
        ("解除合同", "连续三次验收不合格的"),
        ("解除合同", "乙方逾期超过30日的"),
    ]


def test_each_item_of_a_list_of_duties_is_one_and_forbids_what_it_forbids(read):
    result = read(
        "（二）返还房屋时，乙方应当：",
        "（1）结清全部费用；",
        "（2）未经甲方同意，不得拆除固定设施。",
        "（三）乙方逾期返还的，应当支付占用费。",
    )
    duties = [(duty["modality"], duty["action"], duty["condition"]) for duty in result.data["obligations"]]
    assert duties == [
        ("must", "结清全部费用", "返还房屋时"),
        ("must_not", "拆除固定设施", "返还房屋时；未经甲方同意"),
        ("must", "支付占用费", "乙方逾期返还的"),
    ]


def test_instalments_in_a_list_are_duties_to_pay(read):
    result = read(
        "3.1 甲方按以下进度向乙方支付合同价款：",
        "（1）预付款：本合同生效后10个工作日内，支付合同总价的30%；",
        "（2）验收款：设备验收合格后20个工作日内，支付合同总价的70%。",
    )
    assert [(duty["party"], duty["deadline"], duty["clause"]) for duty in result.data["obligations"]] == [
        ("甲方", "本合同生效后10个工作日内", "3.1（1）"),
        ("甲方", "设备验收合格后20个工作日内", "3.1（2）"),
    ]


def test_cases_in_a_list_are_the_condition_of_a_right(read):
    result = read(
        "13.2 有下列情形之一的，甲方有权解除本合同：", "（1）乙方进入破产程序的；", "（2）乙方转让主要义务的。"
    )
    (duty,) = result.data["obligations"]
    assert duty["action"] == "解除本合同"
    assert duty["condition"] == "有下列情形之一的；乙方进入破产程序的；乙方转让主要义务的"
