"""Reports that have text in two languages: those of the language that the statements are in are read."""

from __future__ import annotations

from decimal import Decimal

from rules_report.made import PAGE, analysed, report, values
from rules_report.test_reports import BALANCE, CASH, COVER, INCOME

HAN = (
    "# 哈羅紡織有限公司",
    "（於開曼群島註冊成立的有限公司）",
    "本公司董事會謹此公佈本集團截至二零二四年六月三十日止期間之業績。",
)


def test_an_english_report_with_a_chinese_name_is_read_in_english():
    statements = (
        PAGE, "# CONDENSED CONSOLIDATED STATEMENTS OF INCOME", "(In millions, except per share amounts)", INCOME,
        PAGE, "# CONDENSED CONSOLIDATED BALANCE SHEETS", "(In millions)", BALANCE,
        PAGE, "# CONDENSED CONSOLIDATED STATEMENTS OF CASH FLOWS", "(In millions)", CASH,
    )  # fmt: skip
    found = analysed(report(*COVER, *HAN, *statements))
    assert values(found)["revenue"] == Decimal(820_000_000)
    assert values(found)["total_assets"] == Decimal(1_300_000_000)
    assert (found.data["company"], found.data["form"]) == ("HARROW MILLS, INC.", "10-Q")
    assert not [check for check in found.checks if check.rule == "conflict"]


def test_where_neither_has_statements_the_language_of_most_of_the_text_stands():
    found = analysed(
        report(*COVER, *HAN, "The statements of the group will be published later, in both languages. " * 9)
    )
    assert found.data["company"] == "HARROW MILLS, INC."
