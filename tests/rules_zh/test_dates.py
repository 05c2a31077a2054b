"""Dates of signing, taking effect and ending."""

from __future__ import annotations

from docpipe.types import Result


def checks(result: Result) -> list[str]:
    return [check.rule for check in result.checks if check.rule not in ("not_analyzed", "few_parties")]


SIGNED = (
    "甲方（盖章）：北京远航商贸有限公司",
    "日期：2024年3月5日",
    "乙方（盖章）：上海启明制造股份有限公司",
    "日期：2024年3月7日",
)


def test_the_label_at_the_top_dates_the_contract(read):
    assert read("签订日期：2024 年 3 月 5 日").data["agreement_date"] == "2024-03-05"
    assert read("本协议由下列各方于二〇二四年一月十日在江苏省无锡市签订：").data["agreement_date"] == "2024-01-10"


def test_an_earlier_contract_does_not_date_this_one(read):
    result = read("鉴于甲乙双方于2023年4月12日签订了《设备采购合同》，现达成补充协议如下：", *SIGNED)
    assert result.data["agreement_date"] == "2024-03-07"


def test_the_latest_signature_dates_the_contract_and_a_check_lists_all(read):
    result = read("本合同自双方签字盖章之日起生效。", *SIGNED)
    assert result.data["agreement_date"] == "2024-03-07"
    assert result.data["effective_date"] == "2024-03-07"
    assert result.trust["/effective_date"].state == "derived"
    (check,) = [check for check in result.checks if check.rule == "several_dates"]
    assert len(check.evidence) == 2


def test_a_guarantor_who_signs_later_does_not_date_the_contract(read):
    result = read(
        "出租方（甲方）：北京远航商贸有限公司",
        "承租方（乙方）：上海启明制造股份有限公司",
        "保证人（丙方）：杭州青禾控股集团有限公司",
        "甲方（盖章）：北京远航商贸有限公司",
        "日期：2024年3月5日",
        "乙方（盖章）：上海启明制造股份有限公司",
        "日期：2024年3月5日",
        "丙方（盖章）：杭州青禾控股集团有限公司",
        "日期：2024年3月8日",
    )
    assert result.data["agreement_date"] == "2024-03-05"
    assert "several_dates" in checks(result)


def test_signatures_without_dates_date_nothing(read):
    result = read("本合同自双方签字盖章之日起生效。", "甲方（盖章）：", "日期：    年   月   日")
    assert result.data["agreement_date"] is None
    assert result.data["effective_date"] is None
    assert result.data["effective_condition"] == "双方签字盖章之日"
    assert "partial_date" in checks(result)


def test_a_condition_beyond_signing_leaves_the_effective_date_open(read):
    for condition in (
        "本合同自双方签字且乙方支付首期租金之日起生效。",
        "本协议经三方加盖公章之日起成立，自甲方收到全部市场保证金之日起生效。",
        "本协议经各方签署并经目标公司股东会审议通过后生效。",
        "1、本合同自双方法定代表人签字并加盖公章，且承包人提交履约担保后生效。",
    ):
        result = read(condition, *SIGNED)
        assert result.data["effective_date"] is None, condition
        assert result.data["effective_condition"], condition


def test_a_printed_day_of_effect(read):
    result = read("9.1 本协议自 2024 年 5 月 1 日起生效，有效期四年，至 2028 年 4 月 30 日届满。")
    assert result.data["effective_date"] == "2024-05-01"
    assert result.data["expiration_date"] == "2028-04-30"
    assert result.data["term"] == {"count": 4, "unit": "year"}
    assert checks(result) == []


def test_a_notice_that_takes_effect_is_not_the_contract(read):
    assert read("合同解除的通知自送达对方之日起发生效力。").data["effective_condition"] is None
    assert read("补充协议自双方签字盖章之日起生效。").data["effective_condition"] is None


def test_a_term_with_its_first_and_last_day(read):
    result = read("租赁期限为五年，自二〇二三年十月一日起至二〇二八年九月三十日止。")
    assert result.data["term"] == {"count": 5, "unit": "year"}
    assert result.data["expiration_date"] == "2028-09-30"
    assert result.data["expiration_basis"]["anchor"] == "二〇二三年十月一日"


def test_a_term_that_stands_under_its_heading(read):
    result = read("二、服务期限", "自2024年1月1日至2026年12月31日，共计三年。")
    assert result.data["expiration_date"] == "2026-12-31"
    assert result.data["term"] == {"count": 3, "unit": "year"}


def test_a_term_from_a_printed_day_gives_the_end_by_arithmetic(read):
    result = read("特许经营期限为 5 年，自 2024 年 9 月 1 日起计算。")
    assert result.data["expiration_date"] == "2029-09-01"
    assert result.trust["/expiration_date"].state == "derived"


def test_a_term_from_an_event_that_nobody_dates_gives_no_end(read):
    result = read("本协议有效期为两年，自甲方首次供货之日起计算。")
    assert result.data["expiration_date"] is None
    assert result.data["expiration_basis"]["offset"] == {"count": 2, "unit": "year"}


def test_lengths_of_other_things_are_not_the_term(read):
    for other in (
        "免租装修期为 60 日，自 2023 年 10 月 1 日起至 2023 年 11 月 29 日止。",
        "乙方应提交不可撤销的履约保函，有效期至设备最终验收合格之日后 30 日。",
        "质量保证期限为 24 个月。",
        "其中试用期六个月，自 2023 年 7 月 1 日起至 2023 年 12 月 31 日止。",
        "保证期间为主债务履行期限届满之日起三年。",
    ):
        result = read(other)
        assert (result.data["term"], result.data["expiration_date"]) == (None, None), other


def test_a_contract_without_end(read):
    result = read("本合同为无固定期限劳动合同，自 2022 年 3 月 1 日起至法定终止条件出现时止。")
    assert result.data["expiration_date"] == "perpetual"


def test_a_contract_that_ends_with_an_event(read):
    result = read("本合同自双方签字盖章之日起生效，至双方权利义务履行完毕之日终止。")
    assert result.data["expiration_date"] is None
    assert result.data["expiration_basis"] == {"kind": "event", "anchor": "双方权利义务履行完毕", "offset": None}


def test_renewal_and_the_notice_that_refuses_it(read):
    result = read("3.2 许可期限届满前60日，任何一方未书面通知对方不续展的，许可期限自动续展一年。")
    assert result.data["notice_period"] == {"count": 60, "unit": "day"}
    assert result.data["renewal_term"] == {"count": 1, "unit": "year"}


def test_notice_that_ends_a_contract_without_a_cause_comes_second(read):
    ends = "任何一方可提前180日书面通知对方终止本协议。"
    assert read(ends).data["notice_period"] == {"count": 180, "unit": "day"}
    refuses = "任何一方不同意顺延的，应在合同期满前2个月书面通知对方。"
    assert read(ends, refuses).data["notice_period"] == {"count": 2, "unit": "month"}


def test_notices_after_a_breach_or_of_a_changed_account_are_none(read):
    for other in (
        "不可抗力持续超过九十日的，任何一方可提前10日书面通知对方解除本合同。",
        "乙方指定收款账户变更的，应当提前 10 日书面通知甲方。",
        "甲方调整供货价应当提前 60 日书面通知乙方。",
    ):
        assert read(other).data["notice_period"] is None, other


def test_signatures_of_another_day_than_the_text_states_are_listed(read):
    result = read("签订日期：2024 年 3 月 1 日", *["双方经协商一致，订立本合同，以资共同遵守。"] * 8, *SIGNED)
    assert result.data["agreement_date"] == "2024-03-01"
    (check,) = [check for check in result.checks if check.rule == "several_dates"]
    assert len(check.evidence) == 3
