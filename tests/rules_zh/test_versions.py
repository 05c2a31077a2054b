"""Contracts in two languages: one party per company, one amount per sum, and a clause that decides."""

from __future__ import annotations

from building import document

from docpipe import kinds, pipeline
from docpipe.settings import load
from docpipe.types import Result

PARTIES = (
    "框架供货协议",
    "FRAME SUPPLY AGREEMENT",
    "本协议由下列双方于 2024 年 4 月 18 日签订：",
    'This Frame Supply Agreement (this "Agreement") is entered into on April 18, 2024 by and between:',
    "供方：凌云新材料（南通）有限公司，一家依据中国法律设立的有限责任公司；",
    "Lingyun Advanced Materials (Nantong) Co., Ltd., a limited liability company established under the laws of the PRC "
    '(the "Supplier"); and',
    "需方：霍尔丁动力系统有限公司，一家依据德国法律设立的有限责任公司，商业登记号：HRB 774019。",
    'Holding Powertrain GmbH, a limited liability company organized under the laws of Germany (the "Purchaser").',
)
CLAUSES = (
    "3.2 需方应向供方支付模具开发费用 850,000 欧元。",
    "3.2 The Purchaser shall pay the Supplier tooling development costs of EUR 850,000.",
    "9.1 本协议自 2024 年 5 月 1 日起生效，有效期四年。",
    "9.1 This Agreement shall take effect on May 1, 2024 and remain in force for four years.",
    "9.2 任何一方可提前 90 日书面通知对方终止本协议。",
    "9.2 Either Party may terminate this Agreement upon 120 days' prior written notice to the other Party.",
)
CHINESE = (
    "13.1 本协议以中文和英文书就。两种文本不一致的，以中文文本为准。",
    "13.1 In the event of any discrepancy between the two versions, the Chinese version shall prevail.",
)
ENGLISH = (
    "13.1 两种文本如有不一致，以英文文本为准。",
    "13.1 In case of any inconsistency, the English version shall prevail.",
)


def read(*paragraphs: str) -> Result:
    return pipeline.analyze(document(*paragraphs), kinds.load("contract"), load({}))


def conflicts(result: Result) -> list[tuple[str, int]]:
    return [(check.path, len(check.evidence)) for check in result.checks if check.rule == "conflict"]


def test_what_both_versions_say_is_said_once_with_both_places():
    result = read(*PARTIES, *CLAUSES[:4], *CHINESE)
    assert result.data["agreement_date"] == "2024-04-18"
    assert [(each["amount"], each["currency"]) for each in result.data["amounts"]] == [("850000", "EUR")]
    assert len(result.evidence["/amounts/0"]) == 2
    assert conflicts(result) == []


def test_a_clause_of_precedence_decides_between_two_versions():
    for clauses, days in ((CHINESE, 90), (ENGLISH, 120)):
        result = read(*PARTIES, *CLAUSES, *clauses)
        assert result.data["notice_period"] == {"count": days, "unit": "day"}
        assert conflicts(result) == [("/notice_period", 2)]


def test_without_such_a_clause_the_versions_are_only_reported():
    result = read(*PARTIES, *CLAUSES)
    ((path, places),) = conflicts(result)
    assert (path, places) == ("/notice_period", 2)
    assert "no clause says which prevails" in next(c.message for c in result.checks if c.rule == "conflict")


def test_a_company_is_one_party_under_its_registered_name():
    result = read(
        *PARTIES,
        *CLAUSES[:4],
        *CHINESE,
        "供方（盖章）：凌云新材料（南通）有限公司",
        "需方（盖章）：Holding Powertrain GmbH",
    )
    names = [party["name"] for party in result.data["parties"]]
    assert names == ["凌云新材料（南通）有限公司", "Holding Powertrain GmbH"]
    assert "霍尔丁动力系统有限公司" in result.data["parties"][1]["aliases"]
    assert result.data["parties"][1]["identifier"] == "HRB 774019"


def test_english_contracts_with_a_chinese_name_are_left_alone():
    plain = (
        "SUPPLY AGREEMENT",
        'This Agreement is made on May 1, 2024 by and between Acme Inc. (the "Buyer") and Sino Ltd. (the "Seller").',
    )
    named = (plain[0], plain[1].replace("Sino Ltd.", "Sino Ltd. (华岳)"))
    assert read(*plain).data["agreement_date"] == read(*named).data["agreement_date"] == "2024-05-01"


def test_versions_that_a_reader_put_on_one_line_are_compared_all_the_same():
    both = [f"{chinese} {english}" for chinese, english in zip(CLAUSES[::2], CLAUSES[1::2], strict=True)]
    result = read(*PARTIES, *both, *CHINESE)
    assert conflicts(result) == [("/notice_period", 2)]
