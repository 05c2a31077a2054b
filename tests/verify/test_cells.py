"""Figures that a model reads in tables: themselves times what the table counts in, and nothing else."""

import datetime

from building import document
from msgspec.structs import replace
from pydantic import BaseModel

from docpipe.kinds.contract import Contract
from docpipe.kinds.financial_report import FinancialReport
from docpipe.merge import Claim
from docpipe.types import Quote
from docpipe.verify.confirm import number
from docpipe.verify.modelled import trust_of

TABLE = "协议年度\t仪器类\t合计（万元）\n第一年\t420.00\t1,800.00"
HEAD = "Three Months Ended\t2023\t2022\n(In millions, except per share data)"
STATEMENT = f"{HEAD}\nNet loss\t(1,649)\t310\nPer share\t(2.28)\t0.50"


def unread(text, path, value, model):
    made = document("Before.", text)
    made = replace(made, blocks=(made.blocks[0], replace(made.blocks[1], kind="table")))
    row = next(line for line in text.split("\n") if line.startswith(value["label"]))
    start = made.text.index(row)
    quote = Quote(row, (start, start + len(row)), ("b1",))
    value = {name: part for name, part in value.items() if name in ("amount", "value", "measure")}
    return trust_of(made, path, Claim(value, (quote,), ("model",), None, False, ""), model)[1]


def test_an_amount_of_a_table_is_read_with_what_the_table_counts_in():
    assert unread(TABLE, "/amounts/0", {"label": "第一年", "amount": "18000000"}, Contract) == []
    assert unread(TABLE, "/amounts/0", {"label": "第一年", "amount": "1800.00"}, Contract) == ["amount"]
    assert unread(TABLE, "/amounts/0", {"label": "第一年", "amount": "42000000"}, Contract) == ["amount"]


def test_a_table_that_names_no_unit_counts_in_what_it_prints():
    plain = TABLE.replace("（万元）", "")
    assert unread(plain, "/amounts/0", {"label": "第一年", "amount": "1800.00"}, Contract) == []
    assert unread(plain, "/amounts/0", {"label": "第一年", "amount": "18000000"}, Contract) == ["amount"]


def test_figures_of_statements_are_negative_in_brackets_and_per_share_as_printed():
    loss = {"label": "Net loss", "value": "-1649000000", "measure": "money"}
    share = {"label": "Per share", "value": "-2.28", "measure": "per_share"}
    assert unread(STATEMENT, "/items/0", loss, FinancialReport) == []
    assert unread(STATEMENT, "/items/0", {**loss, "value": "1649000000"}, FinancialReport) == ["value"]
    assert unread(STATEMENT, "/items/0", share, FinancialReport) == []
    assert unread(STATEMENT, "/items/0", {**share, "measure": "money"}, FinancialReport) == ["value"]


def test_a_quarter_is_read_by_its_ordinal():
    made = document("eBay Inc. Reports First Quarter 2023 Results", "第三季度报告")

    def quarter(number, text):
        start = made.text.index(text)
        claim = Claim(number, (Quote(text, (start, start + len(text)), ()),), ("model",), None, False, "")
        return trust_of(made, "/fiscal_quarter", claim, FinancialReport)[1]

    assert quarter(1, "First Quarter 2023 Results") == []
    assert quarter(2, "First Quarter 2023 Results") == ["the value"]
    assert quarter(3, "第三季度报告") == []


def test_a_part_of_that_name_may_be_of_another_sort():
    class Milestone(BaseModel):
        value: datetime.date

    class Plan(BaseModel):
        steps: list[Milestone]

    class Floor(BaseModel):
        floor: int | str

    made = document("The first step is due on May 1, 2024.")
    claim = Claim({"value": "2024-05-01"}, (Quote("due on May 1, 2024", (18, 36), ()),), ("model",), None, False, "")
    assert trust_of(made, "/steps/0", claim, Plan)[1] == []
    floor = Claim("ground", (Quote("The first step", (0, 14), ()),), ("model",), None, False, "")
    assert trust_of(made, "/floor", floor, Floor)[1] == ["the value"]
    assert number("1500000") == number("1500000.00")
    assert number("2024-05-01") is None
