"""The pipeline from a Document to a Result: side tables agree with the value, whatever the chunking."""

import pytest
from building import document

from docpipe import kinds, pipeline
from docpipe.kinds.contract import CONTRACT, Contract
from docpipe.settings import Settings
from docpipe.types import Check, Finding, Quote
from docpipe.verify import Verified

AGREEMENT = (
    "# DISTRIBUTION AGREEMENT",
    'This Distribution Agreement (this "Agreement") is made as of March 5, 2021, by and between Harrowgate Kettles, '
    'Inc., a Delaware corporation ("Supplier"), and Pellmoor Trading LLC, a Nevada limited liability company '
    '("Distributor").',
    "# 1. Term",
    'This Agreement commences on the date hereof and shall continue for a period of three (3) years (the "Term").',
    "# 2. Price",
    "Distributor shall pay Supplier a fee of Two Million Dollars ($3,000,000) within thirty (30) days of each invoice.",
    "# 3. Governing Law",
    "This Agreement shall be governed by and construed in accordance with the laws of the State of New York.",
    "IN WITNESS WHEREOF, the parties have executed this Agreement.",
)


@pytest.fixture(scope="module")
def result():
    return pipeline.analyze(document(*AGREEMENT), kinds.load("contract"), Settings())


def value_at(data, path):
    for part in path.split("/")[1:]:
        data = data[int(part)] if isinstance(data, list) else data[part]
    return data


def test_facts_are_found_with_their_types(result):
    assert isinstance(result.value, Contract)
    assert result.data["title"] == "DISTRIBUTION AGREEMENT"
    assert [party["name"] for party in result.data["parties"]] == ["Harrowgate Kettles, Inc.", "Pellmoor Trading LLC"]
    assert result.data["agreement_date"] == "2021-03-05"
    assert result.data["governing_law"] == ["New York"]
    assert result.data["term"] == {"count": 3, "unit": "year"}


def test_every_pointer_leads_to_a_value_and_every_quote_is_text(result):
    for path, entries in result.evidence.items():
        assert value_at(result.data, path) is not None
        for entry in entries:
            assert entry.quote == result.document.text[slice(*entry.span)]
            assert entry.boxes


def test_every_value_has_evidence_or_a_check(result):
    cited = {path.split("/")[1] for path in result.evidence} | {check.path.split("/")[1] for check in result.checks}
    assert {name for name, value in result.data.items() if value not in (None, [])} <= cited


def test_an_end_that_was_computed_says_so_and_cites_its_inputs(result):
    assert result.data["expiration_date"] == "2024-03-05"
    assert result.trust["/expiration_date"].state == "derived"
    cited = " ".join(entry.quote for entry in result.evidence["/expiration_date"])
    assert "March 5, 2021" in cited
    assert "three (3) years" in cited


def test_words_and_figures_that_differ_are_an_error(result):
    assert ("amount_words", "error") in {(check.rule, check.severity) for check in result.checks}


def test_what_was_not_asked_is_not_analyzed_and_never_not_found(result):
    not_analyzed = {check.path for check in result.checks if check.rule == "not_analyzed"}
    assert not any(f"/{name.split(':')[0]}" in not_analyzed for name in result.coverage.asked)
    assert "clauses: Insurance" in result.coverage.not_found


@pytest.mark.parametrize("chunk_tokens", [64, 100, 200])
def test_chunking_changes_nothing(result, chunk_tokens):
    chunked = pipeline.analyze(
        document(*AGREEMENT), kinds.load("contract"), Settings(threshold_tokens=1, chunk_tokens=chunk_tokens)
    )
    assert chunked.route.mode == "map_reduce"
    assert chunked.data == result.data


def test_a_value_that_does_not_fit_the_kind_is_dropped_and_said():
    verified = Verified({"title": "Lease", "agreement_date": "soon"}, {"/agreement_date": ()}, {}, ())
    kept, value = pipeline.validated(verified, CONTRACT)
    assert value == Contract(title="Lease")
    assert kept.data["agreement_date"] is None
    assert "/agreement_date" not in kept.evidence
    assert kept.checks == (
        Check("/agreement_date", "invalid", "error", "did not fit the kind: is 'soon', not a day as YYYY-MM-DD"),
    )


@pytest.mark.parametrize("strict", [False, True])
def test_an_invented_quote_is_an_error_and_its_value_goes_with_strict(monkeypatch, strict):
    def lie(*_: object) -> list[Finding]:
        true = Finding("title", "DISTRIBUTION AGREEMENT", (Quote("DISTRIBUTION AGREEMENT"),))
        return [true, Finding("governing_law", "Utah", (Quote("governed by the laws of the State of Utah alone"),))]

    monkeypatch.setattr("docpipe.rules.find", lie)
    monkeypatch.setattr("docpipe.rules.derive", lambda document, findings, kind: findings)
    lied = pipeline.analyze(document(*AGREEMENT), kinds.load("contract"), Settings(strict=strict))
    assert lied.data["title"] == "DISTRIBUTION AGREEMENT"
    assert lied.data["governing_law"] == ([] if strict else ["Utah"])
    assert "/governing_law/0" not in lied.evidence
    assert [check.severity for check in lied.checks if check.rule == "ungrounded"] == ["error"]
    assert strict or lied.trust["/governing_law/0"].state == "ungrounded"
