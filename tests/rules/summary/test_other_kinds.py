"""Summaries of contracts and reports: what their rules found, in the document's own sentences."""

from __future__ import annotations

from itertools import pairwise

from building import document

from docpipe import kinds, pipeline
from docpipe.rules.summary import contract, report
from docpipe.settings import Settings
from docpipe.types import Finding, Quote

AGREEMENT = (
    "# SUPPLY AGREEMENT",
    "This Supply Agreement is entered into as of May 4, 2026 between Otter Lamps Inc. (the “Buyer”) and Tern LLC.",
    "1.1 Supply. Tern shall supply the lamps that the Buyer orders in writing to the Buyer’s house in Hollow.",
    "This Agreement shall continue for a term of two years from the day on which both have signed it.",
    "Tern makes lamps. The Buyer sells them. Both have done so for a long time in the same valley of the hills.",
    "This Agreement is governed by the laws of the State of Maine.",
)
RISKS = (
    "# Item 1A. Risk Factors",
    "# If the river runs dry, our mills could stand still.",
    "Our mills depend on the river. In dry years the river has little water, and the mills have stood still. " * 12,
    "# Risks Related to Our Mills",
    "The price of corn may harm our results.",
    "Corn is what we buy most of. Its price has risen in each of the last years, and it may rise again in others. "
    * 12,
    "# Item 1B. Unresolved Staff Comments",
    "None of our mills could be harmed.",
)
DISCUSSION = (
    "# Management’s Discussion and Analysis",
    "Revenue increased 12% to $4 million as the mills sold more flour in the towns of the valley.",
    "Net income was $1 million compared to $2 million in the year before, as the price of corn rose.",
    "We thank the people of the valley who work in the mills for all that they have done for us. " * 25,
)


def found(field: str, text: str, made, value=None) -> Finding:
    start = made.text.index(text)
    return Finding(field, value, (Quote(text, (start, start + len(text))),))


def told(findings: list[Finding]) -> list[str]:
    return [quote.text for finding in findings if finding.field == "summary" for quote in finding.quotes]


def test_a_contract_is_summed_up_by_its_parties_what_is_agreed_its_term_and_its_law():
    made = document(*AGREEMENT)
    findings = [
        found("parties", "Otter Lamps Inc.", made, {"name": "Otter Lamps Inc."}),
        found("term", "two years", made),
        found("governing_law", "the State of Maine", made),
    ]
    assert told(contract.derive(made, findings)) == [
        AGREEMENT[1], AGREEMENT[2].removeprefix("1.1 Supply. "), AGREEMENT[3], AGREEMENT[5],
    ]  # fmt: skip


def test_a_contract_of_which_hardly_anything_is_known_has_no_summary():
    assert told(contract.derive(document("# NOTE", "The lamps are on the table."), [])) == []


def test_the_risks_of_a_report_are_their_headings_each_at_its_place():
    made = document(*RISKS)
    risks = [finding for finding in report.derive(made, []) if finding.field == "risks"]
    assert [risk.value for risk in risks] == [
        "If the river runs dry, our mills could stand still.",
        "The price of corn may harm our results.",
    ]
    assert all(made.text[slice(*risk.quotes[0].span)] == risk.quotes[0].text for risk in risks)


def test_a_report_is_summed_up_by_what_its_figures_did():
    assert told(report.derive(document(*DISCUSSION), [])) == list(DISCUSSION[1:3])


def test_the_risks_of_a_chinese_report_are_named_one_by_one():
    made = document(
        "# 可能面对的风险",
        "（一）原材料价格波动风险：钢材价格波动可能影响公司毛利率。" * 3,
        "2、汇率风险。公司出口收入以美元结算。" * 5,
    )
    risks = [finding.value for finding in report.derive(made, []) if finding.field == "risks"]
    assert risks == ["原材料价格波动风险", "汇率风险"]


def test_a_chinese_sentence_is_not_cut_at_its_semicolon():
    text = "全年实现营业收入4.2亿元，同比增长8%；实现净利润0.6亿元，同比增长12%。"
    assert told(report.derive(document("# 云帆磨坊年度报告", text, "磨坊的水坝在旱季修缮完毕并通过了验收。"), [])) == [
        text
    ]


def test_a_contracts_summary_shows_a_paragraph_once_not_its_sentences_again():
    made = pipeline.analyze(
        document(
            "# SUPPLY AGREEMENT",
            "This Supply Agreement is entered into as of March 1, 2026 between Ardent Mills LLC and Fenwick Flour LLC."
            " The term of this Agreement is 12 months from the date hereof."
            " This Agreement is governed by the laws of the State of New York.",
            "Ardent Mills LLC shall sell to Fenwick Flour LLC forty tons of flour in each month of the year.",
        ),
        kinds.load("contract"),
        Settings(),
    )
    assert made.data["summary"].count("The term of this Agreement is 12 months") == 1
    ends = [entry.span for entry in made.evidence["/summary"]]
    assert all(one[1] <= other[0] for one, other in pairwise(ends))
