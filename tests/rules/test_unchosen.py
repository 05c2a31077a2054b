"""Rules take no value from an option of a form that nobody chose."""

from __future__ import annotations

import pytest
from building import document

from docpipe import kinds
from docpipe.pipeline import analyze
from docpipe.rules.unchosen import chosen
from docpipe.settings import load


def left(*lines: str) -> list[str]:
    """The lines as they read without what was not chosen."""
    return [" ".join(line.split()) for line in chosen(document(*lines)).text.split("\n")]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["☒ Three years. ☐ In perpetuity."], ["☒ Three years."]),
        (["[x] One year", "[ ] Two years", "The Tenant pays."], ["[x] One year", "", "The Tenant pays."]),
        (["■提交仲裁 □向法院起诉"], ["■提交仲裁"]),
        (["房屋作 ☑办公 □居住 □商业 使用。"], ["房屋作 ☑办公 使用。"]),
        (
            ["按下列第 2 种方式解决：", "1、提交仲裁；", "2、依法起诉。"],
            ["按下列第 2 种方式解决：", "", "2、依法起诉。"],
        ),
        (
            ["选择以下第（一）种形式：", "（一）固定期限：三年。", "（二）无固定期限。", "第二条 试用。"],
            ["选择以下第（一）种形式：", "（一）固定期限：三年。", "", "第二条 试用。"],
        ),
        (
            ["采取下列第A种方式：A.一次付清；B.分期支付。付款后交货。"],
            ["采取下列第A种方式：A.一次付清； 付款后交货。"],
        ),
    ],
)
def test_what_was_not_chosen_is_not_said(lines, said):
    assert left(*lines) == said


@pytest.mark.parametrize(
    "lines",
    [
        ["□ The Tenant pays.", "□ The Landlord repairs."],
        ["☐ One year ☐ Two years"],
        ["■ The Tenant pays.", "□ The rent."],
        ["Yes ☒ No ☐"],
        ["有下列情形之一的，甲方可以解除合同：", "1、逾期付款；", "2、擅自转租。"],
        ["按下列第__种方式解决：", "1、提交仲裁；", "2、依法起诉。"],
        ["按下列第3种方式解决：", "1、提交仲裁；", "2、依法起诉。"],
    ],
)
def test_where_nothing_is_chosen_everything_is_said(lines):
    assert left(*lines) == lines


def test_the_chosen_way_to_settle_disputes_is_found_and_quoted_as_printed():
    made = document(
        "# 房屋租赁合同",
        "出租方（甲方）：云山商贸有限公司",
        "承租方（乙方）：鹿鸣书店有限公司",
        "九、协商不成的，按下列第 2 种方式解决：",
        "1、提交云山仲裁委员会仲裁；",
        "2、依法向房屋所在地人民法院起诉。",
    )
    result = analyze(made, kinds.load("contract"), load({}))
    assert result.data["dispute_resolution"]["method"] == "litigation"
    assert all(one.quote in made.text for one in result.evidence["/dispute_resolution/method"])
