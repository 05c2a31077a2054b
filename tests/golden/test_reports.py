"""The annual report among the samples, as a report: its figures against those of before and those a reader finds."""

from __future__ import annotations

from typing import Any

import pytest
from golden.facts import facts_of, missing, wrong
from golden.shape import answers
from golden.test_samples import SAMPLES, compare

import docpipe
from docpipe.sinks.json import result_to_json
from docpipe.types import Result

NAME = "reports/annual_report"
BESIDE = ("more_items", "summary", "risks")
"""Answers that are too many to be read in a diff, or that other tests are about."""


@pytest.fixture(scope="module")
def result() -> Result:
    return docpipe.analyze(SAMPLES / "annual_report.pdf", kind="financial_report")


def test_the_annual_report_gives_the_expected_figures(result: Result, update_golden: bool) -> None:
    found: dict[str, Any] = answers(result)
    found["answers"] = {name: value for name, value in found["answers"].items() if name not in BESIDE}
    compare(NAME, found, update_golden)


def test_no_figure_contradicts_what_a_reader_finds(result: Result) -> None:
    written = result_to_json(result)
    assert list(wrong(facts_of(NAME), written)) == []


def test_what_a_reader_finds_in_the_statements_is_found(result: Result) -> None:
    assert list(missing(facts_of(NAME), result_to_json(result))) == []


def test_every_figure_is_read_again_from_its_cell(result: Result) -> None:
    states = [result.trust[f"/items/{at}/value"].state for at in range(len(result.data["items"]))]
    assert set(states) == {"confirmed"}
    assert {entry.page for at in range(len(states)) for entry in result.evidence[f"/items/{at}"]} == {182, 183, 184}


def test_every_further_figure_stands_where_it_is_cited(result: Result) -> None:
    for at, item in enumerate(result.data["more_items"]):
        assert item["printed"] in [entry.quote for entry in result.evidence[f"/more_items/{at}"]]
