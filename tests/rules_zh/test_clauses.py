"""Law, disputes, language, ownership, secrecy, duties, status, gaps, amendments and categories."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("clause", "law"),
    [
        ("本合同适用中华人民共和国法律，不适用其冲突法规则。", ["中华人民共和国"]),
        ("本合同的订立、效力、解释及争议的解决均适用中华人民共和国法律。", ["中华人民共和国"]),
        ("本协议受中国法律管辖并依其解释。", ["中国"]),
        ("本协议适用香港特别行政区法律。", ["香港特别行政区"]),
        ("双方均为依据中华人民共和国法律合法设立并有效存续的法人。", []),
        ("双方根据《中华人民共和国民法典》及有关法律订立本合同。", []),
    ],
)
def test_governing_law(read, clause, law):
    assert read(clause).data["governing_law"] == law


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        (
            "任何争议均应提交中国国际经济贸易仲裁委员会，按照申请仲裁时该会现行有效的仲裁规则进行仲裁，仲裁地点为上海。",
            {"method": "arbitration", "venue": "中国国际经济贸易仲裁委员会", "seat": "上海",
             "rules": "申请仲裁时该会现行有效的仲裁规则"},
        ),
        (
            "凡因本合同引起的争议，应提交上海国际经济贸易仲裁委员会（上海国际仲裁中心）在上海进行仲裁。",
            {"venue": "上海国际经济贸易仲裁委员会（上海国际仲裁中心）", "seat": "上海"},
        ),
        (
            "任何一方均可向房屋所在地有管辖权的人民法院提起诉讼，即由北京市朝阳区人民法院管辖。",
            {"method": "litigation", "venue": "北京市朝阳区人民法院"},
        ),
        (
            "协商不成的，任何一方均有权向甲方住所地人民法院提起诉讼。",
            {"method": "litigation", "venue": "甲方住所地人民法院"},
        ),
        (
            "可以向苏州市相城区劳动人事争议仲裁委员会申请仲裁；对裁决不服的，可以向人民法院提起诉讼。",
            {"method": "arbitration", "venue": "苏州市相城区劳动人事争议仲裁委员会", "seat": None},
        ),
    ],
)  # fmt: skip
def test_disputes(read, clause, expected):
    found = read(clause).data["dispute_resolution"]
    assert {name: found[name] for name in expected} == expected


def test_an_address_for_court_papers_settles_no_dispute(read):
    text = "本合同载明的地址可作为诉讼、仲裁程序中法律文书的送达地址，由人民法院邮寄送达。"
    assert read(text).data["dispute_resolution"] is None


def test_the_body_prevails_over_an_attachment_and_a_check_cites_both(read):
    result = read(
        "16.2 各方同意将全部争议提交上海国际仲裁中心，在上海仲裁。",
        *["17.1 本协议未尽事宜，由双方协商一致后另行签订书面补充协议。"] * 3,
        "附件二 质量保证协议",
        "因产品质量发生的争议，双方同意由无锡市新吴区人民法院管辖。",
    )
    assert result.data["dispute_resolution"]["venue"] == "上海国际仲裁中心"
    (check,) = [check for check in result.checks if check.rule == "conflict"]
    assert len(check.evidence) == 2


def test_the_language_that_prevails(read):
    assert read("两种文本不一致的，以中文文本为准。").data["governing_language"] == "中文"
    assert read("如有不一致，以英文文本为准。").data["governing_language"] == "英文"
    assert read("补充协议与本合同不一致的，以补充协议为准。").data["governing_language"] is None


@pytest.mark.parametrize(
    ("clause", "owner", "what"),
    [
        ("由需方付款的模具归需方所有。", "需方", "由需方付款的模具"),
        ("许可软件的著作权、专利权及其他知识产权均归甲方所有。", "甲方", "许可软件的著作权、专利权及其他知识产权"),
        ("双方共同完成的接口程序，由双方共有。", "双方", "双方共同完成的接口程序"),
        (
            "为实施工程所编制的文件，除署名权以外的著作权属于发包人。",
            "发包人",
            "为实施工程所编制的文件，除署名权以外的著作权",
        ),
    ],
)
def test_ownership(read, clause, owner, what):
    (found,) = read(clause).data["ip_ownership"]
    assert (found["owner"], found["what"]) == (owner, what)


def test_risk_and_cost_are_not_owned(read):
    assert read("软件运输途中的风险由乙方承担，乙方使用甲方提供的软件。").data["ip_ownership"] == []


@pytest.mark.parametrize(
    ("clause", "term"),
    [
        ("保密期限自本合同签订之日起至本合同终止后五年止。", {"count": 5, "unit": "year"}),
        ("保密期限为披露之日起三年；涉及源代码的，保密义务长期有效。", {"count": 3, "unit": "year"}),
        ("本保密义务长期有效，不因合同终止而终止。", "perpetual"),
        ("接收方应在收到保密信息返还要求后五个工作日内销毁全部载体。", None),
    ],
)
def test_how_long_secrecy_lasts(read, clause, term):
    assert read(clause).data["confidentiality_term"] == term


def test_duties_have_party_action_deadline_and_clause(read):
    result = read(
        "5.3 供方应在 48 小时内提交报告，并自费进行更换。",
        "1.2 乙方不得向任何第三方披露保密信息。",
        "甲方有权解除合同。",
    )
    first, second, third = result.data["obligations"]
    assert (first["party"], first["modality"], first["clause"]) == ("供方", "must", "5.3")
    assert first["deadline"] == "在48小时内"
    assert (second["modality"], second["action"]) == ("must_not", "向任何第三方披露保密信息")
    assert third["modality"] == "may"


def test_a_draft_a_signed_contract_and_an_open_one(read):
    assert read("草稿", "本合同由双方签订。").data["status"]["stage"] == "draft"
    signed = read("甲方（盖章）：北京远航商贸有限公司", "法定代表人（签字）：周启明", "日期：2024年3月5日")
    assert signed.data["status"] == {"stage": "executed", "signed_by": ["周启明"]}
    assert read("甲方（盖章）：", "授权代表（签字）：").data["status"]["stage"] == "unknown"


def test_blanks_redactions_and_attachments_that_are_not_there(read):
    result = read(
        "1.1 租金为每月人民币____元。",
        "1.2 单价为每台【***】元。",
        "1.3 该房屋的平面图见附件一，附属设施清单见附件二。",
        "甲方（盖章）：",
        "附件二 附属设施清单",
        "风机盘管一台。",
    )
    found = [(each["kind"], each["what"]) for each in result.data["completeness"]]
    assert ("exhibit_missing", "附件一") in found
    assert ("exhibit_missing", "附件二") not in found
    assert {kind for kind, _ in found} == {"blank", "redacted", "exhibit_missing"}


def test_a_supplement_names_what_it_changes():
    from building import document

    from docpipe import kinds, pipeline
    from docpipe.settings import load

    made = document(
        "设备采购合同之补充协议（一）",
        "鉴于甲乙双方于2023年4月12日签订了《设备采购合同》，现达成补充协议如下：",
        "一、原合同第三条约定的付款期限由30日变更为45日。",
    )
    result = pipeline.analyze(made, kinds.load("contract"), load({}))
    assert result.data["title"] == "设备采购合同之补充协议（一）"
    assert result.data["amends"] == [{"title": "设备采购合同", "date": "2023-04-12", "sections": ["第三条"]}]


@pytest.mark.parametrize(
    ("clause", "category"),
    [
        ("未经对方事先书面同意，任何一方不得将本合同项下的权利义务转让给第三方。", "Anti-Assignment"),
        ("甲方授权乙方在四川省内独家经销产品。", "Exclusivity"),
        ("甲方有权委托第三方对乙方履行本合同的情况进行监督检查。", "Audit Rights"),
        ("合作终止后一年内，任何一方不得招揽或雇用对方的员工。", "No-Solicit Of Employees"),
        ("质量保证期为自最终验收合格之日起 24 个月。", "Warranty Duration"),
        ("任何一方可提前180日书面通知对方终止本协议。", "Termination For Convenience"),
    ],
)
def test_categories(read, clause, category):
    assert category in [found["category"] for found in read(clause).data["clauses"]]


def test_every_text_stands_in_its_quote(read):
    result = read(
        "甲方：北京远航商贸有限公司",
        "乙方：上海启明制造股份有限公司",
        "2.1 乙方应向甲方支付服务费总额人民币 20 万元，含 6% 增值税。",
    )
    for path in ("/parties/0", "/parties/1", "/amounts/0", "/obligations/0"):
        value = result.data
        for part in path.split("/")[1:]:
            value = value[int(part)] if part.isdigit() else value[part]
        quotes = [
            "".join(entry.quote.split())
            for at, entries in result.evidence.items()
            for entry in entries
            if at.startswith(path)
        ]
        texts = [
            leaf
            for name, leaf in value.items()
            if isinstance(leaf, str) and name not in ("amount", "currency", "modality")
        ]
        for text in texts:
            if text not in ("other", "fee", "price", "2.1"):
                assert any(text in quote for quote in quotes), (path, text)


@pytest.mark.parametrize(
    ("sentence", "category", "there"),
    [
        ("质保期届满后，乙方应在本合同有效期内按照附件二所列价格供应备件。", "Post-Termination Services", False),
        ("本合同终止后，乙方应继续提供三个月的过渡服务。", "Post-Termination Services", True),
        ("备件按照附件二所列价格供应，该价格在有效期内不得上调。", "Price Restrictions", True),
        ("乙方授予甲方永久、免费使用上述软件的权利。", "Irrevocable Or Perpetual License", True),
        ("甲方不可撤销地授权乙方从其账户中扣划款项。", "Irrevocable Or Perpetual License", False),
        ("乙方授予甲方使用上述软件的权利，该权利不得转让。", "Non-Transferable License", True),
        ("未经许可方同意，被许可方不得转让本合同。", "Non-Transferable License", False),
        ("设备的质保期为二十四个月，自验收之日起计算。", "Warranty Duration", True),
        ("质保期届满且无质量问题后十五日内，甲方支付质保金。", "Warranty Duration", False),
        ("质保期内出现故障的，乙方应在三日内修复。", "Warranty Duration", False),
    ],
)
def test_what_a_clause_of_a_category_is_and_is_not(read, sentence, category, there):
    found = {clause["category"] for clause in read(f"3.1 {sentence}").data["clauses"]}
    assert (category in found) is there


@pytest.mark.parametrize(
    ("clause", "there"),
    [
        ("保证范围包括主债权及利息、违约金、损害赔偿金。", False),
        ("丙方对货款、违约金及实现债权的费用承担连带保证责任。", False),
        ("丙方未履行保证责任的，应向甲方支付违约金十万元。", True),
    ],
)
def test_a_guarantee_that_covers_liquidated_damages_agrees_none(read, clause, there):
    found = [found["category"] for found in read(clause).data["clauses"]]
    assert ("Liquidated Damages" in found) == there


def test_the_most_that_a_renewal_may_last_is_marked_as_such(read):
    result = read("租赁期满，乙方可申请续租，续租期限不超过两年。")
    assert [check.rule for check in result.checks if check.path == "/renewal_term"] == ["ceiling"]
    plain = read("租赁期满，本合同自动续租两年。")
    assert plain.data["renewal_term"] == result.data["renewal_term"] == {"count": 2, "unit": "year"}
    assert [check.rule for check in plain.checks if check.path == "/renewal_term"] == []
