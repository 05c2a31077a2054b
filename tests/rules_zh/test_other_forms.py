"""Forms of contracts that name, number and promise in ways of their own."""

from __future__ import annotations

import pytest


def names(result) -> list[tuple[str, str]]:
    return [(party["name"], party["role"]) for party in result.data["parties"]]


def test_people_who_buy_together_are_two_parties(read):
    result = read(
        "出卖人：谢怀安，身份证号：310199197601019999",
        "买受人：陶溪、陶夏（夫妻），身份证号：310199198802029999",
        "居间方：栖梧房地产经纪有限公司",
    )
    assert names(result) == [
        ("谢怀安", "出卖人"), ("陶溪", "买受人"), ("陶夏", "买受人"), ("栖梧房地产经纪有限公司", "居间方"),
    ]  # fmt: skip


def test_a_lady_with_her_paper_is_a_party_and_keeps_her_address(read):
    result = read(
        "業主：星渚發展有限公司，註冊辦事處位於香港九龍觀塘開源道99號（以下簡稱「業主」）",
        "租客：鄺美儀女士（香港身份證號碼：A999999(9)），地址為新界沙田正街9號（以下簡稱「租客」）",
    )
    assert names(result) == [("星渚發展有限公司", "業主"), ("鄺美儀", "租客")]
    landlord, tenant = result.data["parties"]
    assert (landlord["address"], tenant["address"]) == ("香港九龍觀塘開源道99號", "新界沙田正街9號")
    assert tenant["identifier"] == "A999999(9)"


def test_a_company_in_a_numbered_list_is_a_party_and_a_name_cut_by_its_cell_is_none(read):
    result = read(
        "本协议由下列各方于2023年11月20日在深圳市订立：",
        "1. 投资人：鹤汀创业投资合伙企业（有限合伙）（“投资人”）；",
        "2. 公司：熹微光电科技有限公司（“公司”）；",
        "第一条 投资人应在十日内汇款。",
        "投资人：鹤汀创业投资合伙企业（有限合",
        "伙）（盖章）",
    )
    assert names(result) == [("鹤汀创业投资合伙企业（有限合伙）", "投资人"), ("熹微光电科技有限公司", "公司")]
    assert result.data["agreement_date"] == "2023-11-20"


@pytest.mark.parametrize(
    ("sentence", "party", "action"),
    [
        ("竞业限制期间，甲方按月向乙方支付经济补偿。", "甲方", "按月向乙方支付经济补偿"),
        ("第九条 货物不合格的，出卖人应负责包换、包退。", "出卖人", "包换、包退"),
        ("合同生效后买受人预付30%货款，到货后付清。", "买受人", "预付30%货款"),
        ("公司应在季度结束后向投资人提供报表。", "公司", "在季度结束后向投资人提供报表"),
    ],
)
def test_duties_without_a_word_for_must_or_of_the_company(read, sentence, party, action):
    (duty,) = read(sentence).data["obligations"]
    assert (duty["party"], duty["action"], duty["modality"]) == (party, action, "must")


@pytest.mark.parametrize(
    "sentence", ["双方同意如下：", "甲方支付首期款后三日，工程开始。", "乙方提供的服务包括清洁。", "甲方逾期支付租金。"]
)
def test_what_binds_nobody_is_no_duty(read, sentence):
    assert not read(sentence).data["obligations"]


def test_a_clause_is_cited_by_its_own_number(read):
    result = read("6.2 发包人应及时付款。", "八、分包", "承包人不得将工程转包给第三人。")
    assert [duty["clause"] for duty in result.data["obligations"]] == ["6.2", "八"]
    assert [clause["category"] for clause in result.data["clauses"]] == ["Anti-Assignment"]


def test_who_pays_is_who_stands_nearest(read):
    (amount,) = read("逾期未整改的，甲方有权解除合同，乙方应向甲方支付违约金人民币伍万元。").data["amounts"]
    assert (amount["payer"], amount["payee"]) == ("乙方", "甲方")


def test_an_amount_that_stands_alone_is_what_its_heading_says(read):
    result = read("四、签约合同价", "人民币（大写）叁佰万元整（￥3,000,000.00元）。")
    (amount,) = result.data["amounts"]
    assert (amount["what"], amount["role"]) == ("签约合同价", "price")
    assert {check.rule for check in result.checks} <= {"few_parties"}


def test_a_penalty_with_its_cap_in_one_sentence(read):
    (found,) = read("承包人延误工期的，每延误一天，支付违约金5,000元，违约金上限为签约合同价的5%。").data["penalties"]
    assert (found["amount"], found["cap"]) == ("5000", "签约合同价的5%")


def test_a_multiple_of_a_published_rate_is_whole(read):
    (found,) = read(
        "发包人逾期支付工程款的，应按同期全国银行间同业拆借中心公布的贷款市场报价利率的1.5倍支付逾期利息。"
    ).data["penalties"]
    assert found["base"] == "同期全国银行间同业拆借中心公布的贷款市场报价利率的1.5倍"


def test_an_advance_is_no_term_of_payment(read):
    result = read("开工前7天内支付合同价的20%作为预付款。", "（1）平台验收合格后15日内支付50%。")
    assert result.data["payment_terms"]["days"] == 15
    assert result.data["payment_terms"]["from_event"] == "平台验收合格"


@pytest.mark.parametrize(
    ("sentence", "categories"),
    [
        ("除故意或重大过失外，任一方的赔偿责任总额不超过合同总额。", ["Cap On Liability", "Uncapped Liability"]),
        ("乙方逾期支付租金超过十五日的，甲方有权单方解除合同。", []),
        ("采购方可提前90日书面通知供应商终止本协议。", ["Termination For Convenience"]),
        ("乙方提前三十日以书面形式通知甲方，可以解除劳动合同。", ["Termination For Convenience"]),
        ("任何一方提前终止合同的，应提前一个月书面通知对方。", ["Termination For Convenience"]),
    ],
)
def test_clauses_by_what_they_say(read, sentence, categories):
    assert [clause["category"] for clause in read(sentence).data["clauses"]] == categories


def test_a_quotation_mark_that_opens_belongs_to_what_follows(read):
    result = read("1.1 “产品”见附件1。“订单”指采购方应向供应商发出的单据。")
    quotes = [one.quote for entries in result.evidence.values() for one in entries]
    assert quotes
    assert not any(quote.endswith("“") for quote in quotes)


def test_a_summary_says_what_is_agreed_and_not_what_words_mean(read):
    result = read(
        "第一条 “订单”指采购方向供应商提供的采购单据。",
        "第二条 供应商应按订单的约定向采购方供应包装材料和有关服务。",
        "第三条 采购方应在收到发票之日起六十日内支付货款人民币六百万元。",
        "第四条 本协议受中国法律管辖并依其解释。",
    )
    assert result.data["summary"].startswith("供应商应按订单的约定")


def test_a_quantity_is_no_money(read):
    result = read(
        "品名\t规格\t数量（米）\t加工单价（元/米）\t金额（元）",
        "全棉府绸\t40×40\t80,000\t3.20\t256,000.00",
        "合计\t\t130,000\t\t396,000.00",
    )
    assert {amount["amount"] for amount in result.data["amounts"]} == {"3.20", "256000.00", "396000.00"}


@pytest.mark.parametrize(
    ("sentence", "categories"),
    [
        ("许可方应将许可软件的源代码交给被许可方的管理人员查看使用。", []),
        ("许可方授予被许可方在其公司范围内使用本软件的权利。", ["License Grant"]),
        ("甲方许可乙方在代理期内非独占地使用白鹭商标。", ["License Grant"]),
        ("共同研发形成的知识产权由三方共同所有。", ["Ip Ownership Assignment", "Joint Ip Ownership"]),
        ("许可方保证软件自验收合格之日起十二个月内符合说明书。", ["Warranty Duration"]),
    ],
)
def test_licences_and_what_only_names_them(read, sentence, categories):
    found = {clause["category"] for clause in read(sentence).data["clauses"]}
    assert found - {"Ip Ownership Assignment"} == set(categories) - {"Ip Ownership Assignment"}


def test_a_contract_of_taiwan(read):
    result = read(
        "出租人：陳雅筑（以下簡稱甲方）",
        "承租人：艾斯格國際股份有限公司（以下簡稱乙方）",
        "雙方同意訂立本契約，條款如下：",
        "第一條　租賃期間，任一方得提前終止租約，但應於二個月前以書面通知他方。",
        "第二條　乙方遲延給付租金者，應按日給付千分之一之違約金。",
        "第三條　因本契約涉訟時，雙方合意以臺灣臺北地方法院為第一審管轄法院。",
        "中　華　民　國　114　年　2　月　18　日",
    )
    assert result.data["agreement_date"] == "2025-02-18"
    assert result.data["notice_period"] == {"count": 2, "unit": "month"}
    assert result.data["dispute_resolution"]["venue"] == "臺灣臺北地方法院"
    assert [penalty.get("base") for penalty in result.data["penalties"]] == [None]
    assert [duty["party"] for duty in result.data["obligations"]] == ["任一方"]
    assert [clause["category"] for clause in result.data["clauses"]] == [
        "Termination For Convenience", "Liquidated Damages",
    ]  # fmt: skip


def test_the_last_signature_on_the_line_of_its_name_dates_the_contract(read):
    result = read("甲方（盖章）：代表签字：党怀英 2025年3月28日", "丙方（盖章）：代表签字：辛安民 2025年3月30日")
    assert result.data["agreement_date"] == "2025-03-30"


def test_what_is_owned_is_named_without_the_duty_before_it(read):
    (owned,) = read("承揽方应对定作方的花型图案保密，花型图案的著作权归定作方所有。").data["ip_ownership"]
    assert (owned["owner"], owned["what"]) == ("定作方", "花型图案的著作权")


def test_part_of_a_price_kept_back_does_not_hide_its_term(read):
    terms = read("货到仓库经检验合格后30天内付清加工费的90%，余10%作为质量保证金。").data["payment_terms"]
    assert terms["days"] == 30


def test_a_warranty_is_not_the_contracts_term(read):
    assert read("出卖人对质量负责的条件及期限：质保期为验收合格之日起18个月。").data["term"] is None


def test_what_the_company_owns(read):
    (owned,) = read("顾问提供服务产生的工作成果及其知识产权归公司所有。").data["ip_ownership"]
    assert (owned["owner"], owned["what"]) == ("公司", "顾问提供服务产生的工作成果")


def test_labels_of_two_languages_are_no_part_of_a_name(read):
    result = read("甲方 Party A: 檀溪生物医药有限公司", "乙方 Party B: Greywether Advisors Limited")
    assert [party["name"] for party in result.data["parties"]] == [
        "檀溪生物医药有限公司",
        "Greywether Advisors Limited",
    ]


def test_what_is_said_of_somebody_unnamed_is_not_said_of_the_party_before(read):
    result = read("出租方：驰行汽车租赁有限公司", "承租方：（见附表）", "身份证号：230199198001019999")
    assert [party.get("identifier") for party in result.data["parties"]] == [None]


def test_a_driver_is_named_without_his_licence(read):
    result = read("出租方：驰行汽车租赁有限公司", "承租方：曹霑　　驾驶证号：230199198001019999")
    assert names(result) == [("驰行汽车租赁有限公司", "出租方"), ("曹霑", "承租方")]


def test_a_side_in_brackets_behind_a_name_in_a_cell(read):
    result = read("发起单位\t椰梦文旅发展有限公司（甲方）", "搭建单位\t小蛮腰展览工程有限公司（乙方）")
    assert [(party["name"], party["aliases"]) for party in result.data["parties"]] == [
        ("椰梦文旅发展有限公司", ["甲方"]), ("小蛮腰展览工程有限公司", ["乙方"]),
    ]  # fmt: skip


def test_a_deposit_given_back_is_no_penalty(read):
    assert not read("承租方交付押金人民币贰万元整，还车后30日内扣除违章罚款后退还。").data["penalties"]


def test_a_daily_rent_is_no_count_by_day(read):
    (found,) = read("逾期超过24小时的，按日租金的两倍支付违约金。").data["penalties"]
    assert (found["base"], found.get("per")) == ("日租金的两倍", None)
