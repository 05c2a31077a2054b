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


def test_points_that_group_digits_and_a_comma_before_decimals() -> None:
    rows = ["|Note|2022|2021", "Revenue|20|1.980.440|1.760.118", "Cost of goods sold||(1.310.220)|(1.160.002)",
            "Gross profit||670.220|600.116", "Profit before tax||125.762|91.872", "Income tax|24|(30.118)|(22.004)",
            "Profit for the year||95.644|69.868", "Basic earnings per share (Euros)|25|0,76|0,56"]  # fmt: skip
    title = "Consolidated Income Statements for the years ended 31 December 2022 and 2021"
    found = analysed(report("# Almendral, S.A.", "# Annual Report 2022", PAGE, title, "(Thousands of Euros)", rows))
    assert values(found)["gross_profit"] == 670_220_000
    assert values(found)["eps_basic"] == Decimal("0.76")
    assert [check for check in found.checks if check.rule == "ungrounded"] == []
    assert found.data["currency"] == "EUR"


def test_pence_behind_earnings_per_share() -> None:
    rows = [*SOLD, "Earnings per share:|||", "Basic|10|50.9p|42.1p", "Diluted|10|50.2p|41.6p"]
    title = "For the year ended 31 December 2023"
    found = analysed(report(*YEAR, INCOME_TITLE, title, ["|Note|2023|2022", "||£m|£m", *rows]))
    assert values(found)["eps_diluted"] == Decimal("50.2")


def test_dollars_of_another_country_in_words() -> None:
    unit = "(Expressed in thousands of Canadian dollars, except per share amounts)"
    found = analysed(report(*COVER, PAGE, "# Consolidated Statements of Income", unit, INCOME))
    assert (found.data["currency"], values(found)["revenue"]) == ("CAD", 820_000)


def test_a_translation_into_dollars_beside_the_own_currency_is_left_out() -> None:
    rows = ["|Yen in millions|||U.S. dollars in thousands", "|2021|2022|2023|2023",
            "Net sales|¥ 1,904|¥ 2,110|¥ 2,330|$ 17,522", "Income before income taxes|151|187|218|1,639",
            "Income taxes|44|54|62|466", "Net income|¥ 107|¥ 133|¥ 156|$ 1,173"]  # fmt: skip
    title = "Years ended March 31, 2021, 2022 and 2023"
    found = analysed(
        report("# Minato Ltd.", "# Annual Report", PAGE, "# Consolidated Statements of Income", title, rows)
    )
    assert (found.data["currency"], values(found)["revenue"]) == ("JPY", 2_330_000_000)
    assert values(found, prior=True)["revenue"] == 2_110_000_000


QUARTERS = (
    "|3Q23|2Q23|1Q23|4Q22|3Q22|2Q23|3Q22",
    "Total revenues|7,015|6,890|6,755|6,710|6,420|2 %|9 %",
    "Income before income tax expense|2,413|2,305|2,126|2,325|2,159|5|12",
    "Income tax expense|481|455|420|466|458|6|5",
    "Net income|1,932|1,850|1,706|1,859|1,701|4|14",
)


def test_quarters_by_number_end_where_the_report_does() -> None:
    balance = ("|September 30, 2023|June 30, 2023", "Cash and due from banks|50|51", "Total assets|900|880",
               "Total liabilities|600|590", "Total stockholders’ equity|300|290",
               "Total liabilities and stockholders’ equity|900|880")  # fmt: skip
    found = analysed(
        report("# Corvane Corporation Reports Third Quarter 2023 Results", PAGE, "# Consolidated Statements of Income",
               "(in millions)", ["|||||3Q23 Change||", *QUARTERS], PAGE, "# Consolidated Balance Sheets", balance)
    )  # fmt: skip
    assert (values(found)["revenue"], values(found, prior=True)["revenue"]) == (7_015_000_000, 6_420_000_000)
    assert found.data["fiscal_quarter"] == 3


def test_a_balance_sheet_goes_on_under_its_title_on_the_next_page() -> None:
    head = ("|June 30,|December 31,", "|2024|2023")
    assets = ("Cash and cash equivalents|140|120", "Receivables|260|250", "Inventories|500|510", "Total assets|900|880")
    rest = ("Payables|170|160", "Total liabilities|550|540", "Total stockholders’ equity|350|340",
            "Total liabilities and stockholders’ equity|900|880")  # fmt: skip
    title = "# Consolidated Balance Sheets"
    document = report(
        *COVER, PAGE, title, "(In millions)", [*head, *assets], PAGE, title, "(In millions)", [*head, *rest]
    )
    found = values(analysed(document))
    assert (found["total_assets"], found["total_equity"]) == (900_000_000, 350_000_000)


def test_amounts_with_and_without_a_sign_in_columns_of_their_own_are_one_column() -> None:
    rows = ["||Three Months||Ended", "||June|30,|", "||2024||2023", "Net sales|$820||$790|", "Cost of sales||500||480",
            "Income before income taxes||100||110", "Income taxes||25||28", "Net income|$75||$82|"]  # fmt: skip
    found = values(analysed(report(*COVER, PAGE, "# Consolidated Statements of Income", UNIT, rows)))
    assert (found["revenue"], found["income_tax"], found["net_income"]) == (820_000_000, 25_000_000, 75_000_000)


def test_the_only_line_under_the_heading_of_revenues_is_revenue() -> None:
    rows = [*INCOME[:3], "Revenues||||", "Rental income|$ 820|$ 790|$ 1,640|$ 1,560", "Expenses||||",
            "Property taxes|500|480|1,010|960", "Maintenance|200|190|400|385", *INCOME[9:]]  # fmt: skip
    found = values(analysed(report(*COVER, PAGE, "# Consolidated Statements of Operations", UNIT, rows)))
    assert found["revenue"] == 820_000_000


def test_borrowings_above_the_total_of_non_current_liabilities_are_long_term() -> None:
    rows = ["|2023|2022", "|£m|£m", "Total assets|900|880", "Borrowings|40|60", "Total current liabilities|90|80",
            "Bank borrowings|150|160", "Deferred tax|20|20", "Total non-current liabilities|170|180",
            "Total liabilities|260|260", "Total equity|640|620", "Total equity and liabilities|900|880"]  # fmt: skip
    found = values(analysed(report(*YEAR, "# Consolidated balance sheet at 31 December 2023", rows)))
    assert found["long_term_debt"] == 150_000_000


def test_who_reports_stands_behind_the_dateline_of_a_half_years_statement() -> None:
    lead = "LONDON, 31 July 2024. Kestrel Resources plc today announces its results for the six months to 30 June 2024."
    data = analysed(report("# Interim report", lead, *(PAGE, INCOME_TITLE))).data
    assert (data["company"], data["form"]) == ("Kestrel Resources plc", "interim report")


def test_registrants_in_a_list_with_numbers_states_and_addresses() -> None:
    names = (
        "1-08841 MERIDIAN POWER HOLDINGS, INC. (An Ohio Corporation) 76 South Main Street, Akron",
        "1-02578 OHIO VALLEY LIGHT COMPANY (An Ohio Corporation) 76 South Main Street, Akron",
    )
    data = analysed(report(*COVER[:3], *names, "(Exact name of registrants as specified in their charters)")).data
    assert data["company"] == "MERIDIAN POWER HOLDINGS, INC."


THREE = (
    "|52 weeks ended 30 September 2023|||52 weeks ended 1 October 2022||",
    "|Before exceptional items|Exceptional items|Total|Before exceptional items|Exceptional items|Total",
    "|£m|£m|£m|£m|£m|£m",
    "Revenue|2,503|–|2,503|2,208|–|2,208",
    "Operating costs|(2,277)|(75)|(2,352)|(1,971)|(10)|(1,981)",
    "Operating profit|226|(75)|151|237|(10)|227",
    "Finance costs|(107)|(3)|(110)|(112)|3|(109)",
    "Profit before tax|119|(78)|41|125|(7)|118",
    "Tax (charge)/credit|(26)|18|(8)|(25)|4|(21)",
    "Profit for the period attributable to owners of the parent|93|(60)|33|100|(3)|97",
    "Basic earnings per share (p)|||5.5|||16.3",
    "Diluted earnings per share (p)|||5.4|||16.2",
)


def test_of_parts_and_their_total_for_one_period_the_total_counts() -> None:
    cover = ("# Fernleigh plc", "# Annual Report", "for the 52 weeks ended 30 September 2023")
    found = analysed(report(*cover, PAGE, "# Group income statement", list(THREE)))
    assert (values(found)["operating_income"], values(found, prior=True)["operating_income"]) == (
        151 * 10**6,
        227 * 10**6,
    )
    assert (values(found)["income_tax"], values(found)["net_income"]) == (-8_000_000, 33_000_000)


def test_columns_of_the_company_alone_beside_those_of_the_group_are_left_out() -> None:
    rows = ("||Group||Company|", "|Note|2022|2021|2022|2021", "||$’000|$’000|$’000|$’000",
            "Cash and cash equivalents|11|60|50|12|10", "Investments in subsidiaries|13|-|-|180|180",
            "Total assets||360|343|198|195", "Total liabilities||150|160|8|7", "Total equity||210|183|190|188",
            "Total equity and liabilities||360|343|198|195")  # fmt: skip
    found = analysed(report("# Selat Ltd", "# Annual Report", PAGE, "# Balance Sheets", "As at 31 December 2022", rows))
    assert values(found)["total_assets"] == 360_000
    assert values(found, prior=True)["total_assets"] == 343_000


def test_a_pro_forma_column_does_not_make_the_whole_statement_one() -> None:
    rows = ["|Three Months Ended June 30,||Six Months Ended June 30,||Pro Forma", "|2024|2023|2024|2023|2024"]
    rows += [f"{row}|77" for row in INCOME[3:13]]
    found = values(analysed(report(*COVER, PAGE, "# Consolidated Statements of Income", UNIT, rows)))
    assert (found["revenue"], found["net_income"]) == (820_000_000, 75_000_000)


def test_the_first_day_of_a_period_is_not_its_last() -> None:
    title = "Consolidated income statement for the period from January 1 to December 31, 2023"
    rows = ["in € million|2023|2022", "Revenue|22,402|21,118", "Operating result (EBIT)|3,364|3,100",
            "Income before income taxes|3,062|2,820", "Income taxes|(802)|(744)", "Net income|2,260|2,076"]  # fmt: skip
    found = analysed(report("# Nordwald AG", "# Annual Report 2023", PAGE, f"# {title}", rows))
    assert (found.data["period_end"], values(found)["operating_income"]) == ("2023-12-31", 3_364_000_000)
    assert values(found, prior=True)["revenue"] == 21_118_000_000
