"""Small reports of our own: what is found in them, and what is left alone."""

from __future__ import annotations

from decimal import Decimal

import pytest
from rules_report.made import PAGE, analysed, report, untabled, values

COVER = (
    "# UNITED STATES SECURITIES AND EXCHANGE COMMISSION",
    "# FORM 10-Q",
    "For the quarterly period ended June 30, 2024",
    "# HARROW MILLS, INC.",
    "(Exact name of registrant as specified in its charter)",
    "As of July 26, 2024, there were 81,204,330 shares of common stock outstanding.",
)
INCOME = (
    "|Three Months Ended||Six Months Ended|",
    "|June 30,||June 30,|",
    "|2024|2023|2024|2023",
    "Net sales|$ 820|$ 790|$ 1,640|$ 1,560",
    "Cost of sales|500|480|1,010|960",
    "Gross profit|320|310|630|600",
    "Selling and administrative expenses|200|190|400|385",
    "Operating income|120|120|230|215",
    "Interest expense|(20)|(10)|(30)|(25)",
    "Income before income taxes|100|110|200|190",
    "Provision for income taxes|25|28|50|48",
    "Net income|$ 75|$ 82|$ 150|$ 142",
    "Earnings per share:||||",
    "Basic|$ 0.93|$ 1.01|$ 1.85|$ 1.75",
    "Diluted|$ 0.92|$ 1.00|$ 1.83|$ 1.73",
    "Cash dividends declared per share|$ 0.20|$ 0.18|$ 0.40|$ 0.36",
)
BALANCE = (
    "|June 30,|December 31,",
    "|2024|2023",
    "Current assets:||",
    "Cash and cash equivalents|$ 140|$ 120",
    "Receivables|260|250",
    "Total current assets|400|370",
    "Property, plant and equipment, net|900|880",
    "Total assets|$ 1,300|$ 1,250",
    "Current liabilities:||",
    "Term debt|30|30",
    "Payables|170|160",
    "Total current liabilities|200|190",
    "Term debt|350|360",
    "Total liabilities|550|550",
    "Total stockholders’ equity|750|700",
    "Total liabilities and stockholders’ equity|$ 1,300|$ 1,250",
)
CASH = (
    "|Six Months Ended June 30,|",
    "|2024|2023",
    "Net income|$ 150|$ 142",
    "Depreciation|60|58",
    "Net cash provided by operating activities|215|204",
    "Purchases of property, plant and equipment|(85)|(70)",
    "Net cash used in investing activities|(85)|(70)",
    "Net cash used in financing activities|(110)|(100)",
)
UNIT = "(In millions, except per share data)"
QUARTERLY = (
    *COVER,
    PAGE,
    "# Condensed Consolidated Statements of Income",
    UNIT,
    INCOME,
    PAGE,
    "# Condensed Consolidated Balance Sheets",
    "(In millions)",
    BALANCE,
    PAGE,
    "# Condensed Consolidated Statements of Cash Flows",
    "(In millions)",
    CASH,
)


def test_a_quarterly_report_gives_the_quarter_for_income_and_the_year_to_date_for_cash_flows() -> None:
    found = values(analysed(report(*QUARTERLY)))
    assert found["revenue"] == 820_000_000
    assert found["operating_cash_flow"] == 215_000_000
    assert found["capex"] == -85_000_000
    assert found["eps_diluted"] == Decimal("0.92")
    assert found["dividends_per_share"] == Decimal("0.20")
    assert found["shares_outstanding"] == 81_204_330
    assert len(found) == 18


def test_the_comparative_period_is_a_year_before_or_the_last_balance_sheet() -> None:
    found = values(analysed(report(*QUARTERLY)), prior=True)
    assert (found["revenue"], found["total_assets"]) == (790_000_000, 1_250_000_000)
    assert found["operating_cash_flow"] == 204_000_000


def test_debt_below_the_current_liabilities_is_long_term() -> None:
    assert values(analysed(report(*QUARTERLY)))["long_term_debt"] == 350_000_000


def test_cover_facts_say_who_reports_on_what() -> None:
    data = analysed(report(*QUARTERLY)).data
    assert (data["company"], data["form"], data["period_end"]) == ("HARROW MILLS, INC.", "10-Q", "2024-06-30")
    assert (data["fiscal_year"], data["fiscal_quarter"]) == (2024, 2)
    assert (data["currency"], data["unit"], data["unit_printed"]) == ("USD", "millions", UNIT)


@pytest.mark.parametrize(
    "cover",
    [
        ("For the quarterly period ended", "June 30, 2024", "Commission File Number 1-10635 HARROW MILLS, INC."),
        ("FOR THE QUARTERLY PERIOD ENDED JUNE 30, 2024", "001-36743", "HARROW MILLS, INC. AND SUBSIDIARIES"),
        (
            "For the transition period from January 1, 2024 to",
            "For the quarter ended: 30 June 2024",
            "HARROW MILLS, INC.",
        ),
    ],
)
def test_covers_say_the_same_in_other_print(cover: tuple[str, ...]) -> None:
    data = analysed(report(COVER[0], "# Form 10 - Q", *cover, COVER[4], *QUARTERLY[5:])).data
    assert (data["company"], data["form"], data["period_end"]) == ("HARROW MILLS, INC.", "10-Q", "2024-06-30")


def test_everything_else_of_the_statements_is_a_further_item() -> None:
    more = analysed(report(*QUARTERLY)).data["more_items"]
    assert {"name": "revenue", "value": "1640000000"}.items() <= next(
        one for one in more if one["label"] == "Net sales" and one["printed"] == "$ 1,640"
    ).items()
    receivables = next(one for one in more if one["label"] == "Receivables")
    assert (receivables["statement"], receivables["scope"], receivables["measure"]) == (
        "balance_sheet",
        "consolidated",
        "money",
    )


def test_values_are_read_again_from_their_cells_and_cite_them() -> None:
    document = report(*QUARTERLY)
    found = analysed(document)
    at = next(at for at, item in enumerate(found.data["items"]) if item["name"] == "revenue")
    assert found.trust[f"/items/{at}/value"].state == "confirmed"
    assert found.trust[f"/items/{at}/period_end"].state == "confirmed"
    quotes = [(entry.page, entry.quote) for entry in found.evidence[f"/items/{at}"]]
    assert quotes == [(2, "$ 820"), (2, "Net sales"), (2, UNIT)]
    assert [check for check in found.checks if check.rule == "unconfirmed"] == []


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_the_result_does_not_depend_on_chunks(share: float) -> None:
    document = report(*QUARTERLY)
    whole, cut = analysed(document), analysed(document, round(len(document.text) * share))
    assert cut.data == whole.data
    assert cut.evidence == whole.evidence


def test_statements_of_the_parent_alone_and_of_quarters_are_not_the_groups() -> None:
    parent = [row.replace("820", "11") for row in INCOME]
    document = report(
        *QUARTERLY, PAGE, "# HARROW MILLS, INC. (PARENT COMPANY ONLY)", "# Condensed Statements of Income", UNIT, parent
    )
    found = analysed(document)
    assert values(found)["revenue"] == 820_000_000
    assert {one["scope"] for one in found.data["more_items"]} == {"consolidated", "parent"}


def test_of_two_registrants_the_first_one_reports() -> None:
    second = [row.replace("$ 820", "$ 815") for row in INCOME]
    names = ("# HARROW MILLS, INC.", "# HARROW MILLS LIMITED PARTNERSHIP")
    cover = (*COVER[:3], *names, "(Exact name of registrants as specified in their charters)", COVER[5])
    document = report(*cover, *QUARTERLY[6:], PAGE, names[1], "# Consolidated Statements of Income", UNIT, second)
    found = analysed(document)
    assert (found.data["company"], values(found)["revenue"]) == ("HARROW MILLS, INC.", 820_000_000)


def test_two_statements_in_one_table_are_told_apart_by_the_title_between_them() -> None:
    both = (*BALANCE, "Condensed Consolidated Statements of Income||||", UNIT, *INCOME)
    document = report(*COVER, PAGE, "# Condensed Consolidated Balance Sheets", "(In millions)", both)
    found = values(analysed(document))
    assert (found["total_assets"], found["revenue"]) == (1_300_000_000, 820_000_000)


def test_figures_that_ran_into_the_label_are_set_apart() -> None:
    rows = [row.replace("Net income|$ 75|", "Net income $ 75||") for row in INCOME]
    document = report(*COVER, PAGE, "# Consolidated Statements of Income", UNIT, rows)
    assert values(analysed(document))["net_income"] == 75_000_000


def test_a_balance_sheet_that_does_not_balance_is_told() -> None:
    rows = [row.replace("Total assets|$ 1,300", "Total assets|$ 1,330") for row in BALANCE]
    document = report(*COVER, PAGE, "# Consolidated Balance Sheets", "(In millions)", rows)
    (check,) = [check for check in analysed(document).checks if check.rule == "sum"]
    assert "1,330" in check.message
    assert len(check.evidence) == 4


def test_a_gross_profit_that_is_not_what_costs_leave_is_told() -> None:
    rows = [row.replace("Gross profit|320", "Gross profit|330") for row in INCOME]
    document = report(*COVER, PAGE, "# Consolidated Statements of Income", UNIT, rows)
    (check,) = [check for check in analysed(document).checks if check.rule == "sum"]
    assert "330" in check.message


def test_statements_that_add_up_have_no_checks() -> None:
    assert [check.rule for check in analysed(report(*QUARTERLY)).checks if check.severity != "info"] == []


def test_a_total_without_a_label_is_derived_from_what_it_adds_up() -> None:
    rows = ["|Year ended December 31,|", "|2024|2023", "Revenues:||", "Rooms|400|380", "Casino|300|290", "|700|670"]
    rows += [
        row.replace("|120|120|", "|120|110|") for row in ("Operating income|90|80", "Income before income taxes|70|60")
    ]
    rows += ["Income tax expense|20|15", "Net income|$ 50|$ 45"]
    cover = ("# UNITED STATES SECURITIES AND EXCHANGE COMMISSION", "# FORM 10-K",
             "For the fiscal year ended December 31, 2024", *COVER[3:])  # fmt: skip
    found = analysed(report(*cover, PAGE, "# Consolidated Statements of Operations", UNIT, rows))
    assert values(found)["revenue"] == 700_000_000
    at = next(at for at, item in enumerate(found.data["items"]) if item["name"] == "revenue")
    assert found.trust[f"/items/{at}"].state == "derived"


def test_a_gross_profit_that_nothing_prints_is_not_made_up() -> None:
    rows = [row for row in INCOME if not row.startswith("Gross profit")]
    found = values(analysed(report(*COVER, PAGE, "# Consolidated Statements of Income", UNIT, rows)))
    assert "gross_profit" not in found
    assert found["cost_of_revenue"] == 500_000_000


def test_a_year_of_52_weeks_that_ends_in_january_is_named_as_the_text_names_it() -> None:
    cover = ("# UNITED STATES SECURITIES AND EXCHANGE COMMISSION", "# FORM 10-K",
             "For the fiscal year ended January 28, 2023", *COVER[3:5],
             "In fiscal 2022 we opened nine stores; fiscal 2022 had 52 weeks. More are due in fiscal 2023")  # fmt: skip
    rows = ["|52 Weeks Ended|52 Weeks Ended", "|January 28, 2023|January 29, 2022", "Net sales|900|850",
            "Income before income taxes|90|80", "Income tax expense|20|18", "Net income|70|62"]  # fmt: skip
    data = analysed(report(*cover, PAGE, "# Consolidated Statements of Income", UNIT, rows)).data
    assert (data["fiscal_year"], data["fiscal_quarter"]) == (2022, None)
    assert {item["period_start"] for item in data["items"]} == {"2022-01-30", "2021-01-31"}


def test_a_year_alone_ends_as_another_statement_says() -> None:
    cover = ("# UNITED STATES SECURITIES AND EXCHANGE COMMISSION", "# FORM 10-K",
             "For the fiscal year ended May 28, 2023", *COVER[3:])  # fmt: skip
    income = ["Fiscal Year|2023|2022", "Net sales|900|850", "Cost of sales|600|560", "Income before income taxes|90|80",
              "Income tax expense|20|18", "Net income|70|62"]  # fmt: skip
    balance = [row.replace("June 30,", "May 28,").replace("December 31,", "May 29,") for row in BALANCE]
    balance[1] = "|2023|2022"
    statements = (
        "# Consolidated Statements of Earnings",
        UNIT,
        income,
        PAGE,
        "# Consolidated Balance Sheets",
        UNIT,
        balance,
    )
    found = analysed(report(*cover, PAGE, *statements))
    assert values(found)["revenue"] == 900_000_000
    assert {item["period_end"] for item in found.data["items"] if item["name"] == "revenue"} == {
        "2023-05-28",
        "2022-05-29",
    }


def test_units_without_the_word_in_are_units() -> None:
    rows = [row for row in INCOME if "share" not in row]
    document = report(*COVER, PAGE, "# Consolidated Statements of Income", "(Millions, except per share amounts)", rows)
    assert values(analysed(document))["revenue"] == 820_000_000


EQUITY = (
    "|Common Stock|Retained Earnings|Total Equity",
    "Balances, March 31, 2024|10|600|610",
    "Net income||75|75",
    "Cash dividends declared ($0.21 per common share)||(17)|(17)",
    "Balances, June 30, 2024|10|658|668",
    "Balances, March 31, 2023|10|500|510",
    "Cash dividends declared ($0.18 per common share)||(15)|(15)",
    "Balances, June 30, 2023|10|540|550",
)


def test_dividends_in_a_label_are_those_up_to_the_balance_below_it() -> None:
    income = [row for row in INCOME if "dividends" not in row]
    document = report(
        *COVER, PAGE, "# Consolidated Statements of Income", UNIT, income,
        PAGE, "# Consolidated Statements of Stockholders’ Equity", UNIT, EQUITY,
    )  # fmt: skip
    assert values(analysed(document))["dividends_per_share"] == Decimal("0.21")


def test_shares_held_by_others_are_not_those_outstanding() -> None:
    market = ("As of June 30, 2024, 51,000,200 common shares outstanding were held by nonaffiliates, and the aggregate "
              "market value of these shares was $1,200,000,000.")  # fmt: skip
    document = report(*COVER[:5], market, COVER[5], *QUARTERLY[6:])
    assert values(analysed(document))["shares_outstanding"] == 81_204_330


AUDIT = (
    "# Report of Independent Registered Public Accounting Firm",
    "To the Board of Directors of Harrow Mills, Inc.",
    "In our opinion, the consolidated financial statements present fairly, in all material respects, the position.",
)


def test_the_auditor_signs_the_report_and_doubts_are_told() -> None:
    doubt = "These conditions raise substantial doubt about the Company’s ability to continue as a going concern."
    found = analysed(report(*QUARTERLY, PAGE, *AUDIT, doubt, "/s/ Bellwether & Stone LLP", "Lowmoor, Ohio"))
    assert found.data["auditor"] == "Bellwether & Stone LLP"
    assert found.data["audit_opinion"] == {"type": "unqualified", "going_concern": True}


def test_an_audit_without_doubts_has_none() -> None:
    found = analysed(report(*QUARTERLY, PAGE, *AUDIT, "/s/ Bellwether & Stone LLP"))
    assert found.data["audit_opinion"] == {"type": "unqualified", "going_concern": False}


def test_a_review_of_a_quarter_names_no_auditor() -> None:
    review = ("# Report of Independent Registered Public Accounting Firm",
              "We have reviewed the condensed statements. They present fairly nothing that we audited.",
              "/s/ Bellwether & Stone LLP")  # fmt: skip
    assert analysed(report(*QUARTERLY, PAGE, *review)).data["auditor"] is None


def test_a_release_is_known_by_its_headline_and_dated_by_its_statements() -> None:
    document = report(
        "# Harrow Mills Reports Second Quarter 2024 Results",
        "LOWMOOR, Ohio: sales grew for the year ended in spring.",
        *QUARTERLY[6:],
    )
    data = analysed(document).data
    assert (data["company"], data["form"], data["period_end"]) == ("Harrow Mills", "earnings release", "2024-06-30")
    assert data["fiscal_quarter"] == 2


def test_a_document_without_statements_has_no_items() -> None:
    found = analysed(report("# LEASE", "The rent is $1,000 per month.", ["Item|Amount", "Rent|1,000", "Deposit|2,000"]))
    assert found.data["items"] == []
    assert found.data["more_items"] == []


def test_statements_are_read_from_lines_of_print_where_no_table_holds_them() -> None:
    document = report(*QUARTERLY)
    loose = analysed(untabled(document))
    assert values(loose) == values(analysed(document))
    assert values(loose, prior=True) == values(analysed(document), prior=True)


def test_lines_of_print_that_are_no_statement_are_left_alone() -> None:
    lines = ["|2024|2023", *(f"Store {number}|{number},000|{number},100" for number in range(1, 9))]
    document = report(
        "# Balance sheets of our stores are kept by their managers", "The following list is theirs.", lines
    )
    assert analysed(untabled(document)).data["items"] == []


def test_figures_with_decimals_are_multiplied_out() -> None:
    rows = [row.replace("Net sales|$ 820|$ 790", "Net sales|$ 820.5|$ 790.1") for row in INCOME]
    document = report(*COVER, PAGE, "# Consolidated Statements of Income", UNIT, rows)
    items = {item["name"]: item["value"] for item in analysed(document).data["items"][:4]}
    assert items["revenue"] in ("820500000", "790100000")


def test_a_release_for_a_last_quarter_gives_the_quarter_beside_the_year() -> None:
    rows = ["|Fourth Quarter||Full Year|", "|2024|2023|2024|2023", *INCOME[3:]]
    balance = [row.replace("June 30,", "December 31,") for row in BALANCE]
    document = report(
        "# Harrow Mills Announces Fourth Quarter and Full Year 2024 Results", PAGE,
        "# Consolidated Statements of Income", UNIT, rows, PAGE, "# Consolidated Balance Sheets", UNIT, balance,
    )  # fmt: skip
    found = analysed(document)
    assert values(found)["revenue"] == 820_000_000
    assert (found.data["period_end"], found.data["fiscal_quarter"]) == ("2024-12-31", 4)


def test_statements_without_any_day_have_no_items() -> None:
    rows = ["|Amount|Share", *(row.rsplit("|", 2)[0] for row in INCOME[3:])]
    found = analysed(report("# Consolidated Statements of Income", UNIT, rows))
    assert found.data["items"] == []
    assert found.data["period_end"] is None
