"""Layouts of statements that other issuers print: columns taken apart, stacked heads, filled labels, plain names."""

from __future__ import annotations

from decimal import Decimal

import pytest
from rules_report.made import PAGE, Part, analysed, report, values
from rules_report.test_reports import COVER

from docpipe.rules.report.labels import named
from docpipe.rules.report.merging import merged
from docpipe.rules.report.wrapping import goes_on, width
from docpipe.units import unit_in

TITLE = "# Consolidated Statements of Income"


def plc(*parts: Part) -> list[Part]:
    """An annual report without a form of a commission."""
    return ["# Merrow Group plc", "# Annual Report", "for the year ended 31 December 2023", PAGE, *parts]


def sold() -> list[str]:
    return ["Revenue|3,412|3,120", "Cost of sales|(2,310)|(2,140)", "Gross profit|1,102|980",
            "Profit before tax|340|280", "Taxation|(78)|(62)", "Profit for the year|262|218"]  # fmt: skip


def test_amounts_with_a_sign_stand_in_the_column_of_those_without() -> None:
    rows = [{1, 3, 5, 7}, {2, 4, 6, 8}, {2, 4, 5, 7}, {2, 4, 6, 8}, {1, 3, 6, 8}]
    assert merged(rows) == {1: 2, 2: 2, 3: 4, 4: 4, 5: 6, 6: 6, 7: 8, 8: 8}


def test_columns_that_hold_figures_in_one_row_stay_apart() -> None:
    assert merged([{1, 2}, {1, 2}, {1}, {2}]) == {}


def test_rows_of_a_statement_of_equity_merge_no_columns() -> None:
    assert merged([{1, 2, 6}, {2, 6}, {3, 6}, {4, 6}, {5}, {1, 2, 3, 4, 5, 6}]) == {}


def test_only_a_label_that_fills_its_column_goes_on_in_a_name() -> None:
    first, second = "Net income attributable to Tidewater Petroleum", "Corporation"
    assert goes_on(first, second, width(first) + 2)
    assert not goes_on(first, second, width(first) + 40)


def test_a_full_heading_does_not_swallow_the_line_below_it() -> None:
    heading = "Earnings attributable to the common shareholders of"
    assert not goes_on("Net income attributable to noncontrolling holders", "Net income", 40.0)
    assert goes_on(heading, "the parent", 40.0)


def test_the_number_of_a_note_beside_a_heading_is_no_figure() -> None:
    rows = ["|Note|2023|2022", "||£m|£m", "Revenue|3|3,412|3,120", "Cost of sales||(2,310)|(2,140)",
            "Profit before tax||340|280", "Tax expense:|22||", "Current tax||(70)|(60)", "Deferred tax||(8)|(2)",
            "Total tax expense||(78)|(62)", "Profit for the year||262|218"]  # fmt: skip
    found = values(analysed(report(*plc("# Consolidated income statement", rows))))
    assert found["income_tax"] == -78_000_000


def test_statements_of_the_company_alone_give_way_to_the_consolidated_ones() -> None:
    alone = ["|2023|2022", "|£m|£m", *sold()]
    group = [row.replace("3,412", "5,000").replace("262", "300") for row in alone]
    parts = plc("# Standalone income statement", alone, PAGE, "# Consolidated income statement", group)
    assert values(analysed(report(*parts)))["revenue"] == 5_000_000_000


def test_ebit_is_operating_income_and_no_income_before_tax() -> None:
    rows = ["|2023|2022", "|EUR k|EUR k", *sold()]
    rows.insert(5, "Earnings before interest and taxes (EBIT)|362|300")
    found = values(analysed(report(*plc("# Consolidated income statement", rows))))
    assert (found["operating_income"], found["income_before_tax"]) == (362_000, 340_000)


def test_the_one_line_of_debt_of_an_insurer_is_its_long_term_debt() -> None:
    rows = ["|2023|2022", "|£m|£m", "Investments|900|800", "Cash|100|90", "Total assets|1,000|890",
            "Claims reserves|500|450", "Debt|120|110", "Total liabilities|620|560",
            "Total shareholders' equity|380|330", "Total liabilities and equity|1,000|890"]  # fmt: skip
    found = values(analysed(report(*plc("# Consolidated balance sheet", rows))))
    assert found["long_term_debt"] == 120_000_000


def test_several_lines_of_debt_are_none_of_them_long_term_debt() -> None:
    rows = ["|2023|2022", "|£m|£m", "Real estate|900|800", "Cash|100|90", "Total assets|1,000|890",
            "Mortgage notes payable, net|300|250", "Unsecured senior notes, net|320|310", "Total liabilities|620|560",
            "Total shareholders' equity|380|330", "Total liabilities and equity|1,000|890"]  # fmt: skip
    assert "long_term_debt" not in values(analysed(report(*plc("# Consolidated balance sheet", rows))))


def test_total_assets_without_a_label_are_what_the_other_side_is() -> None:
    rows = ["|2023|2022", "|£m|£m", "Plant|600|500", "Goodwill|300|300", "Cash and cash equivalents|100|90",
            "|1,000|890", "Borrowings|620|560", "Total shareholders' equity|380|330",
            "Total liabilities and equity|1,000|890"]  # fmt: skip
    found = values(analysed(report(*plc("# Consolidated balance sheet", rows))))
    assert found["total_assets"] == 1_000_000_000


def test_earnings_per_share_beside_diluted_ones_are_basic() -> None:
    rows = ["|2023|2022", "|£m|£m", *sold(), "Earnings per common share|1.40|1.20",
            "Diluted earnings per common share|1.38|1.19"]  # fmt: skip
    found = values(analysed(report(*plc("# Consolidated income statement", rows))))
    assert (found["eps_basic"], found["eps_diluted"]) == (Decimal("1.40"), Decimal("1.38"))


def test_dollars_of_a_report_that_names_no_country_are_of_none() -> None:
    rows = ["|2023|2022", "|$m|$m", *sold()]
    assert analysed(report(*plc("# Consolidated income statement", rows))).data["currency"] is None


def test_dollars_are_those_that_the_report_says_its_figures_are_in() -> None:
    rows = ["|2023|2022", "|$m|$m", *sold()]
    said = "All amounts in this report are in Australian dollars unless otherwise stated."
    parts = ["# Merrow Group Limited", "# Annual Report", said, *plc("# Consolidated income statement", rows)[2:]]
    assert analysed(report(*parts)).data["currency"] == "AUD"


def test_the_currency_over_the_first_columns_is_the_reports_not_that_of_the_translation() -> None:
    rows = ["|2023|2022|2023", "|RMB|RMB|US$", "Net revenues|4,101|3,552|594", "Income before income taxes|512|342|74",
            "Income taxes|80|51|12", "Net income|432|291|62"]  # fmt: skip
    found = analysed(report(*COVER, PAGE, TITLE, "(In thousands)", rows))
    assert found.data["currency"] == "CNY"


@pytest.mark.parametrize(
    ("printed", "factor", "currency"),
    [
        ("EUR k", 1_000, "EUR"),
        ("TEUR", 1_000, "EUR"),
        ("MSEK", 10**6, "SEK"),
        ("(in thousands of Brazilian reais, except earnings per share)", 1_000, "BRL"),
        ("₹ in crore", 10**7, "INR"),
        ("S$ million", 10**6, "SGD"),
    ],
)
def test_units_of_other_places(printed: str, factor: int, currency: str) -> None:
    unit = unit_in(printed)
    assert unit is not None
    assert (unit.factor, unit.currency) == (factor, currency)


def test_a_plan_of_section_401_k_is_no_unit() -> None:
    assert unit_in("contributions to the 401(k) plan") is None


@pytest.mark.parametrize(
    ("label", "kind", "item"),
    [
        ("Total revenues, net of interest expense", "income", "revenue"),
        ("Cost of sales, exclusive of depreciation and amortization", "income", "cost_of_revenue"),
        ("Group operating profit/(loss)", "income", "operating_income"),
        ("Provision for/(Benefit from) income taxes (Note 7)", "income", "income_tax"),
        ("Income and social contribution taxes", "income", "income_tax"),
        ("Total pretax income", "income", "income_before_tax"),
        ("Net Income Attributable to Harrow Common Stockholders", "income", "net_income"),
        ("Net loss and comprehensive loss", "income", "net_income"),
        ("Harrow Trust net income", "income", "net_income"),
        ("Cash at bank and in hand", "balance_sheet", "cash_and_equivalents"),
        ("Long term debt", "balance_sheet", "long_term_debt"),
        ("Debt and finance lease obligations, less current portion", "balance_sheet", "long_term_debt"),
        ("Total capital and reserves", "balance_sheet", "total_equity"),
        ("Utility capital/construction expenditures", "cash_flow", "capex"),
        ("Additions to properties", "cash_flow", "capex"),
    ],
)
def test_names_of_lines(label: str, kind: str, item: str) -> None:
    found = named(label, "", kind, False)  # type: ignore[arg-type]
    assert found is not None
    assert found.item == item


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Net revenues after provision for loan losses", "income"),
        ("Taxes other than income taxes", "income"),
        ("Long-term debt due within one year", "balance_sheet"),
        ("Proceeds from sale of property", "cash_flow"),
    ],
)
def test_lines_that_are_no_item(label: str, kind: str) -> None:
    assert named(label, "", kind, False) is None  # type: ignore[arg-type]


def test_shares_held_in_treasury_are_not_those_outstanding() -> None:
    cover = [
        line if "outstanding" not in line else "At July 26, 2024, 4,200,338,118 shares of the registrant's common "
        "stock were outstanding, after deducting 91,294,000 shares held in treasury."
        for line in COVER
    ]  # fmt: skip
    found = analysed(report(*cover)).data["items"]
    assert [item["value"] for item in found if item["name"] == "shares_outstanding"] == ["4200338118"]


@pytest.mark.parametrize(
    "signed", ["for and on behalf of Grant Thornton UK LLP", "Ernst & Young Hua Ming LLP", "/s/ Kost Forer & Kasierer"]
)
def test_auditors_sign_in_many_ways(signed: str) -> None:
    audit = ["# Independent auditor's report", "To the members of Merrow Group plc",
             "In our opinion the financial statements give a true and fair view of the group.", signed]  # fmt: skip
    found = analysed(report(*plc("# Consolidated income statement", ["|2023|2022", *sold()]), PAGE, *audit))
    assert found.data["auditor"] == signed.removeprefix("for and on behalf of ").removeprefix("/s/ ")


def test_a_total_under_diluted_is_per_share_by_the_heading_above_that() -> None:
    rows = ["|2023|2022", "|£m|£m", *sold(), "Earnings per share attributable to Merrow:||", "Diluted||",
            "Continuing operations|1.50|1.30", "Discontinued operations|(0.10)|0.05", "|1.40|1.35"]  # fmt: skip
    found = values(analysed(report(*plc("# Consolidated income statement", rows))))
    assert found["eps_diluted"] == Decimal("1.40")


def test_dividends_per_share_by_year_in_one_label() -> None:
    rows = ["|2023|2022", "|£m|£m", "Balance, beginning of year|900|800", "Net earnings|262|218",
            "Cash dividends declared (per share — 2023: $2.08; 2022: $1.92)|(130)|(118)",
            "Balance, end of year|1,032|900"]  # fmt: skip
    parts = plc("# Consolidated income statement", ["|2023|2022", "|£m|£m", *sold()], PAGE)
    found = values(analysed(report(*parts, "# Consolidated statement of equity", rows)))
    assert found["dividends_per_share"] == Decimal("2.08")


def test_a_line_under_two_headings_keeps_the_one_that_it_is_no_part_of() -> None:
    rows = ["|2023|2022", "|£m|£m", *sold(), "BASIC EARNINGS PER SHARE:||",
            "NET INCOME (LOSS) ATTRIBUTABLE TO MERROW GLOBAL ENERGY CORPORATION||", "COMMON STOCKHOLDERS|1.41|1.33",
            "DILUTED EARNINGS PER SHARE:||", "NET INCOME (LOSS) ATTRIBUTABLE TO MERROW GLOBAL ENERGY CORPORATION||",
            "COMMON STOCKHOLDERS|1.40|1.32"]  # fmt: skip
    found = values(analysed(report(*plc("# Consolidated income statement", rows))))
    assert (found["eps_basic"], found["eps_diluted"]) == (Decimal("1.41"), Decimal("1.40"))


def test_a_headline_with_a_part_of_the_name_gives_way_to_the_listed_company() -> None:
    parts = ["# Tessellate Announces Third Quarter 2023 Financial Results",
             "Tessellate Software Inc. (NYSE: TSSL) today announced its results for the quarter.",
             PAGE, "# Consolidated income statement", ["|2023|2022", *sold()]]  # fmt: skip
    assert analysed(report(*parts)).data["company"] == "Tessellate Software Inc."


def test_a_subtotal_of_the_owners_equity_is_added_up_once() -> None:
    rows = ["|2023|2022", "|£m|£m", "Total assets|1,000|890", "Equity||", "Share capital|100|100",
            "Retained earnings|250|200", "Equity attributable to owners of the parent|350|300",
            "Non-controlling interests|30|30", "Total equity|380|330", "Total liabilities|620|560"]  # fmt: skip
    wrong = [row.replace("Non-controlling interests|30|30", "Non-controlling interests|35|30") for row in rows]
    title = "# Consolidated balance sheet"
    assert [check.rule for check in analysed(report(*plc(title, rows))).checks if check.rule == "sum"] == []
    assert [check.rule for check in analysed(report(*plc(title, wrong))).checks if check.rule == "sum"] == ["sum"]
