"""What reports of other issuers, standards and countries print in another way."""

from __future__ import annotations

from decimal import Decimal

from rules_report.made import PAGE, analysed, report, values
from rules_report.test_reports import COVER, INCOME, UNIT

YEAR = ("# Merrow Group plc", "# Annual Report", "for the year ended 31 December 2023", PAGE)
SOLD = (
    "Revenue|3|3,412|3,120",
    "Cost of sales||(2,310)|(2,140)",
    "Gross profit||1,102|980",
    "Profit before tax|5|340|280",
    "Taxation|8|(78)|(62)",
    "Profit for the year||262|218",
)
INCOME_TITLE = "# Consolidated income statement"
CASH_TITLE = "# Consolidated cash flow statement"


def test_years_beside_a_column_of_notes_end_on_days_a_year_apart() -> None:
    document = report(*YEAR, INCOME_TITLE, "For the year ended 31 December 2023", ["|Note|2023|2022", "||£m|£m", *SOLD])
    found = analysed(document)
    assert values(found)["revenue"] == 3_412_000_000
    assert values(found, prior=True)["revenue"] == 3_120_000_000


def test_net_cash_after_interest_and_tax_is_operating_cash_flow() -> None:
    rows = ["|2023|2022", "|£m|£m", "Cash generated from operations|502|430", "Interest paid|(42)|(38)",
            "Tax paid|(70)|(58)", "Net cash from operating activities|390|334",
            "Purchase of property, plant and equipment|(142)|(128)",
            "Net cash used in investing activities|(142)|(128)",
            "Net cash used in financing activities|(200)|(180)"]  # fmt: skip
    found = values(analysed(report(*YEAR, CASH_TITLE, "For the year ended 31 December 2023", rows)))
    assert (found["operating_cash_flow"], found["capex"]) == (390_000_000, -142_000_000)


def test_one_line_for_basic_and_diluted_earnings_is_both() -> None:
    rows = [*INCOME[:-4], "Loss per share – basic and diluted|$ (0.93)|$ (1.01)|$ (1.85)|$ (1.75)"]
    found = values(analysed(report(*COVER, PAGE, "# Consolidated Statements of Operations", UNIT, rows)))
    assert found["eps_basic"] == found["eps_diluted"] == Decimal("-0.93")


def test_diluted_earnings_under_a_heading_that_names_only_the_income() -> None:
    rows = [row.replace("Earnings per share:", "Net income attributable to Harrow Mills, Inc.:") for row in INCOME]
    rows = [row.replace("Basic|", "- Basic|").replace("Diluted|", "- Diluted|") for row in rows]
    found = values(analysed(report(*COVER, PAGE, "# Consolidated Statements of Income", UNIT, rows)))
    assert (found["eps_basic"], found["eps_diluted"]) == (Decimal("0.93"), Decimal("0.92"))


def test_a_label_that_ends_within_a_phrase_goes_on_in_capitals() -> None:
    rows = [row for row in INCOME if not row.startswith("Net income|")]
    rows[-4:-4] = ["NET INCOME ATTRIBUTABLE TO||||", "HARROW MILLS, INC.|$ 75|$ 82|$ 150|$ 142"]
    found = values(analysed(report(*COVER, PAGE, "# Consolidated Statements of Income", UNIT, rows)))
    assert found["net_income"] == 75_000_000


def test_notes_due_after_the_current_portion_are_long_term_debt() -> None:
    rows = ("|June 30,|December 31,", "|2024|2023", "Total assets|900|880", "Total current liabilities|90|80",
            "Note payable, net of current portion|150|160", "Total liabilities|300|290",
            "Total partners’ capital|600|590", "Total liabilities and partners’ capital|900|880")  # fmt: skip
    found = values(analysed(report(*COVER, PAGE, "# Consolidated Balance Sheets", UNIT, rows)))
    assert (found["long_term_debt"], found["total_equity"]) == (150_000_000, 600_000_000)
