"""Figures of statements as people see them: in a table with columns for name, value, period and page."""

from __future__ import annotations

import io

import pytest
from msgspec.structs import replace
from sinks.conftest import cited

from docpipe.sinks import Look, open_sink
from docpipe.sinks.report import result_to_markdown
from docpipe.sinks.rows import in_words, rows
from docpipe.types import Result, Trust


def figure(name: str, value: str, start: str | None = "2024-01-01") -> dict[str, str | None]:
    return {"name": name, "value": value, "measure": "money", "period_start": start, "period_end": "2024-12-31"}


@pytest.fixture
def report(result: Result) -> Result:
    """A result with two figures, one of them of a day."""
    items = [figure("cost_of_revenue", "-875543000.50"), figure("total_assets", "1191295000", None)]
    at = [f"/items/{number}" for number in range(len(items))]
    return replace(
        result,
        kind="financial_report",
        data={"company": "Marrow Inc.", "items": items},
        trust=dict.fromkeys(["/company", *at], Trust("located", ("rules",))),
        evidence=dict.fromkeys(["/company", *at], (cited(2),)),
        checks=(),
    )


def test_a_figure_reads_as_name_value_and_period() -> None:
    assert in_words(figure("net_income", "4500000")) == "net income: 4,500,000, 2024-01-01 to 2024-12-31"


def test_rows_hold_the_parts_of_a_figure(report: Result) -> None:
    parts = [(row.figure.name, row.figure.value, row.figure.period) for row in rows(report) if row.figure]
    assert parts == [
        ("cost of revenue", "-875,543,000.50", "2024-01-01 to 2024-12-31"),
        ("total assets", "1,191,295,000", "2024-12-31"),
    ]


def test_markdown_has_a_table_of_figures(report: Result) -> None:
    lines = result_to_markdown(report).splitlines()
    head = lines.index("| | Value | Period | Page | Trust |")
    assert lines[head - 2] == "## Items"
    assert lines[head + 3] == "| total assets | 1,191,295,000 | 2024-12-31 | p. 2 | located |"
    assert "- **Marrow Inc.** (p. 2, located)" in lines


@pytest.mark.parametrize("quotes", [False, True])
def test_a_terminal_shows_figures_in_columns_of_their_own(report: Result, quotes: bool) -> None:
    stream = io.StringIO()
    open_sink("pretty", stream, Look(width=100, quotes=quotes)).write(report)
    line = next(line for line in stream.getvalue().splitlines() if line.startswith("total assets"))
    assert line.split() == ["total", "assets", "1,191,295,000", "2024-12-31", "2", "located"]
    assert (stream.getvalue().count("“The rent”") == 3) is quotes
