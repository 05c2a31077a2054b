"""Parties of Chinese contracts: labels, prose, tables, signature blocks, and what is printed of them."""

from __future__ import annotations

import pytest
from building import document
from msgspec.structs import replace

from docpipe import kinds, pipeline
from docpipe.settings import load
from docpipe.types import Result


def names(result: Result) -> list[str]:
    return [party["name"] for party in result.data["parties"]]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("甲方：北京远航商贸有限公司", "乙方：上海启明制造股份有限公司"),
        ("买方（甲方） 北京远航商贸有限公司", "卖方（乙方） 上海启明制造股份有限公司"),
        ("出租方（以下简称“甲方”）：北京远航商贸有限公司", "承租方（以下简称“乙方”）：上海启明制造股份有限公司"),
        ("发包人（全称）：北京远航商贸有限公司", "承包人（全称）：上海启明制造股份有限公司"),
        ("甲    方：北京远航商贸有限公司", "乙    方：上海启明制造股份有限公司"),
        ("甲方（供应", "商） 北京远航商贸有限公司"),
    ],
)
def test_labels_in_the_forms_that_practice_has(read, first, second):
    result = read(first, second, "双方协商一致，订立本合同。")
    assert names(result)[0] == "北京远航商贸有限公司"
    if "乙" in second or "承包" in second:
        assert names(result) == ["北京远航商贸有限公司", "上海启明制造股份有限公司"]


def test_parties_in_the_rows_of_a_table(read):
    result = read("甲方（供应商）\t北京远航商贸有限公司\n乙方（经销商）\t上海启明制造股份有限公司")
    assert names(result) == ["北京远航商贸有限公司", "上海启明制造股份有限公司"]


def test_labels_that_a_reader_ran_together(read):
    result = read("甲方（盖章）：北京远航商贸有限公司 乙方（盖章）：上海启明制造股份有限公司法定代表人（签字）：")
    assert names(result) == ["北京远航商贸有限公司", "上海启明制造股份有限公司"]


def test_prose_names_parties_before_their_aliases(read):
    result = read(
        "本协议由青岛海纳生物工程有限公司（以下简称“甲方”）与南京艾维药业股份有限公司（以下简称“乙方”）共同签署。甲方、乙方合称“双方”。"
    )
    assert names(result) == ["青岛海纳生物工程有限公司", "南京艾维药业股份有限公司"]
    assert [party["role"] for party in result.data["parties"]] == ["甲方", "乙方"]


def test_a_numbered_party_with_its_description(read):
    result = read(
        "本协议由下列双方签订：",
        "（1）苏州锐芯微电子有限公司，一家根据中国法律注册成立的有限责任公司，注册地址位于苏州市工业园区金鸡湖大道99号（“披露方”）；及",
        "（2）Altona Sensors B.V.，一家根据荷兰法律注册成立的公司，注册地址位于荷兰埃因霍温（“接收方”）。",
    )
    first, second = result.data["parties"]
    assert (first["name"], first["jurisdiction"], first["entity_type"]) == (
        "苏州锐芯微电子有限公司",
        "中国",
        "有限责任公司",
    )
    assert (second["name"], second["jurisdiction"], second["role"]) == ("Altona Sensors B.V.", "荷兰", "接收方")


def test_people_are_parties_where_a_label_says_so(read):
    result = read(
        "出借人（甲方）：张桂兰，身份证号：11010519491231002X", "借款人（乙方）：李明（身份证号：110105194912310021）"
    )
    assert names(result) == ["张桂兰", "李明"]
    assert [party["identifier"] for party in result.data["parties"]] == ["11010519491231002X", "110105194912310021"]
    (check,) = [check for check in result.checks if check.rule == "identifier"]
    assert "should be X" in check.message
    assert [entry.quote for entry in check.evidence] == ["110105194912310021"]


def test_a_credit_code_with_a_wrong_check_digit_is_reported_and_kept(read):
    result = read(
        "甲方：北京远航商贸有限公司", "统一社会信用代码：91440300MA5EQXL17A", "乙方：上海启明制造股份有限公司"
    )
    assert result.data["parties"][0]["identifier"] == "91440300MA5EQXL17A"
    assert [check.path for check in result.checks if check.rule == "identifier"] == ["/parties"]


def test_role_side_code_and_address_belong_to_the_party_above_them(read):
    result = read(
        "买方（甲方）：北京远航商贸有限公司",
        "住所：北京市海淀区中关村南大街 5 号",
        "卖方（乙方）：上海启明制造股份有限公司",
        "住所：上海市浦东新区张衡路1666弄9号楼",
    )
    first, second = result.data["parties"]
    assert (first["role"], first["side"], first["address"]) == ("买方", "甲方", "北京市海淀区中关村南大街5号")
    assert (second["role"], second["address"]) == ("卖方", "上海市浦东新区张衡路1666弄9号楼")
    assert second["aliases"] == ["卖方", "乙方"]


def test_who_only_represents_a_party_is_none(read):
    result = read(
        "甲方（盖章）：北京远航商贸有限公司",
        "法定代表人或委托代理人（签字）：周启明",
        "乙方（盖章）：上海启明制造股份有限公司",
    )
    assert names(result) == ["北京远航商贸有限公司", "上海启明制造股份有限公司"]


def test_clauses_that_begin_with_a_label_name_nobody(read):
    result = read(
        "甲方：北京远航商贸有限公司", "乙方：上海启明制造股份有限公司", "乙方授权广州南粤物流集团有限公司代为收取货款。"
    )
    assert len(names(result)) == 2


def test_another_company_that_signs_in_a_party_s_place_is_reported(read):
    said = ("甲方：北京远航商贸有限公司", "乙方：上海启明制造股份有限公司", "双方协商一致，订立本合同。")
    signed = ("甲方（盖章）：北京远航商贸有限公司", "乙方（盖章）：上海启铭制造股份有限公司")
    result = read(*said, *signed)
    (check,) = [check for check in result.checks if check.rule == "conflict"]
    assert "上海启铭制造股份有限公司 signs as 乙方" in check.message
    assert len(check.evidence) == 2
    assert names(result) == ["北京远航商贸有限公司", "上海启明制造股份有限公司"]


@pytest.mark.parametrize(
    ("signer", "conflicts"),
    [("上海启铭制造股份有限公司", 0), ("上海启明销售股份有限公司", 1), ("上海启明控股集团有限公司", 1)],
)
def test_a_letter_misread_on_a_scan_makes_no_other_company(signer, conflicts):
    said = ("甲方：北京远航商贸有限公司", "乙方：上海启明制造股份有限公司", "双方协商一致，订立本合同。")
    signed = ("甲方（盖章）：北京远航商贸有限公司", f"乙方（盖章）：{signer}")
    scan = replace(document("技术服务合同书（示例文本）", *said, *signed), ocr_pages=(1,))
    result = pipeline.analyze(scan, kinds.load("contract"), load({}))
    assert len([check for check in result.checks if check.rule == "conflict"]) == conflicts


def test_parties_side_by_side_in_one_row_with_their_codes_below(read):
    result = read(
        "买方（甲方）\t北京远航商贸有限公司\t卖方（乙方）\t上海启明制造股份有限公司\n"
        "住所\t北京市海淀区知春路7号\t住所\t上海市松江区新桥路8号\n"
        "统一社会信用代码\t91110108MA01ABCD1X\t统一社会信用代码\t91310117MA1J2EFG3Q",
        "双方协商一致，订立本合同。",
    )
    told = [(party["name"], party["identifier"], party["address"]) for party in result.data["parties"]]
    assert told == [
        ("北京远航商贸有限公司", "91110108MA01ABCD1X", "北京市海淀区知春路7号"),
        ("上海启明制造股份有限公司", "91310117MA1J2EFG3Q", "上海市松江区新桥路8号"),
    ]
