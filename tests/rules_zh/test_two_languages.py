"""What the two versions of a contract call its parties, and who signs for them."""

from __future__ import annotations

import pytest
from building import document

from docpipe import kinds, pipeline
from docpipe.settings import load
from docpipe.types import Result

PARAGRAPHS = (
    "技术服务协议",
    "TECHNICAL SERVICES AGREEMENT",
    "本技术服务协议由下列双方于 2026 年 5 月 18 日签订：",
    "甲方（委托方）：临江砚田软件有限公司，一家依据中国法律设立的有限责任公司；与",
    "乙方（服务方）：羽港仪器有限公司，一家依据英格兰和威尔士法律设立的公司，公司注册号为 00041773。",
    "This Technical Services Agreement is made on May 18, 2026 between the following parties:",
    "Client (Party A): Linjiang Yantian Software Co., Ltd., a limited liability company established under the laws of "
    "China; and",
    "Service Provider (Party B): Quillport Instruments Limited, a private limited company incorporated under the laws "
    "of England and Wales, company number 00041773.",
)
SIGNED = (
    "甲方（盖章）/ For and on behalf of Party A",
    "签字 / By: 骆闻溪 (Luo Wenxi)",
    "日期 / Date: 2026 年 5 月 18 日 May 18, 2026",
    "乙方（盖章）/ For and on behalf of Party B",
    "签字 / By: Ottoline Sedgeley",
    "日期 / Date: 2026 年 5 月 18 日 May 18, 2026",
)


def read(*paragraphs: str) -> Result:
    return pipeline.analyze(document(*paragraphs), kinds.load("contract"), load({}))


def test_each_party_has_the_names_of_its_own_label():
    first, second = read(*PARAGRAPHS).data["parties"]
    assert {"甲方", "委托方", "Party A", "Client"} <= set(first["aliases"])
    assert {"乙方", "服务方", "Party B", "Service Provider"} <= set(second["aliases"])
    assert not {"Party B", "Service Provider"} & set(first["aliases"])


def test_role_and_side_are_those_of_the_leading_version():
    _, second = read(*PARAGRAPHS).data["parties"]
    assert second["name"] == "Quillport Instruments Limited"
    assert (second["role"], second["side"]) == ("服务方", "乙方")


def test_who_signs_under_labels_in_two_languages():
    status = read(*PARAGRAPHS, *SIGNED).data["status"]
    assert status == {"stage": "executed", "signed_by": ["骆闻溪", "Ottoline Sedgeley"]}


def test_two_signatures_on_one_line():
    result = read(
        "采购合同",
        "甲方：临江商贸有限公司",
        "乙方：松江制造有限公司",
        "甲方（盖章）：临江商贸有限公司 乙方（盖章）：松江制造有限公司",
        "法定代表人（签字）：顾砚秋 法定代表人（签字）：沈岫云",
        "日期：2026年3月2日 日期：2026年3月2日",
    )
    assert result.data["status"]["signed_by"] == ["顾砚秋", "沈岫云"]


@pytest.mark.parametrize(
    ("printed", "law"),
    [("瑞典", "Sweden"), ("英格兰和威尔士", "England and Wales")],
)
def test_one_law_in_two_languages_is_one(printed, law):
    result = read(
        "# DISTRIBUTION AGREEMENT 经销协议",
        f"8.1 本协议适用{printed}法律。",
        f"8.1 This Agreement is governed by the laws of {law}.",
        "9.1 本协议以英文文本为准。",
        "9.1 The English version of this Agreement shall prevail.",
    )
    assert len(result.data["governing_law"]) == 1
