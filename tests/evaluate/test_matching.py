"""Facts of gold against values of results."""

import json
from collections import Counter

import pytest
from evaluate.results import cite, written

from docpipe.errors import SettingsError
from docpipe.evaluate.evaluation import evaluate, of_fields
from docpipe.evaluate.found import collect
from docpipe.evaluate.gold import load


def judge(tmp_path, facts, value, head=None, **more):
    lines = [*([head] if head else []), {"document": "lease.pdf", "facts": facts}]
    path = tmp_path / "gold.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return evaluate(load(path), collect([written("lease.pdf", value, **more)]))


def verdicts(evaluation):
    return Counter((outcome.field, outcome.verdict) for outcome in evaluation.outcomes)


def test_a_wrong_value_is_wrong_and_the_right_one_is_missing(tmp_path):
    found = judge(tmp_path, [{"field": "effective_date", "value": "2024-03-01"}], {"effective_date": "2024-03-02"})
    assert verdicts(found) == {("effective_date", "wrong"): 1, ("effective_date", "missing"): 1}


def test_a_value_that_the_document_does_not_have_is_wrong(tmp_path):
    found = judge(tmp_path, [{"field": "renewal_term", "value": None}], {"renewal_term": {"count": 1, "unit": "year"}})
    assert verdicts(found) == {("renewal_term", "wrong"): 1}


def test_a_field_that_gold_does_not_name_is_not_scored(tmp_path):
    found = judge(tmp_path, [{"field": "title", "value": "LEASE"}], {"title": "Lease", "effective_date": "2024-03-02"})
    assert verdicts(found) == {("title", "right"): 1}


def test_another_accepted_answer_is_right_and_a_tolerated_one_is_neither(tmp_path):
    facts = [
        {"field": "agreement_date", "value": "2024-03-01", "accept": ["2024-03-04"]},
        {"field": "effective_date", "value": None, "tolerate": ["2024-03-09"]},
    ]
    found = judge(tmp_path, facts, {"agreement_date": "2024-03-04", "effective_date": "2024-03-09"})
    assert verdicts(found) == {("agreement_date", "right"): 1, ("effective_date", "tolerated"): 1}
    assert found.scores.total.f1 == 1


def test_names_match_without_their_legal_form_and_each_only_once(tmp_path):
    facts = [
        {"field": "parties", "value": name} for name in ("FENWICK HOLDINGS, INC.", "Ardent Mills Ltd", "the Company")
    ]
    parties = [{"name": "Fenwick Holdings Incorporated"}, {"name": "Fenwick Holdings"}, {"name": "Corvid Press LLC"}]
    found = judge(tmp_path, facts, {"parties": parties})
    assert verdicts(found) == {("parties", "right"): 1, ("parties", "missing"): 1, ("parties", "wrong"): 1}


def test_durations_and_ends_of_contracts_have_slack(tmp_path):
    facts = [
        {"field": "notice_period", "value": {"count": 60, "unit": "day"}},
        {"field": "renewal_term", "value": {"count": 1, "unit": "year"}},
        {"field": "expiration_date", "value": "2025-02-28"},
    ]
    value = {
        "notice_period": {"count": 2, "unit": "month"},
        "renewal_term": {"count": 18, "unit": "month"},
        "expiration_date": "2025-03-01",
    }
    right = {field for (field, verdict) in verdicts(judge(tmp_path, facts, value)) if verdict == "right"}
    assert right == {"notice_period", "expiration_date"}


def test_clauses_are_asked_for_by_category_each_a_field_of_its_own(tmp_path):
    facts = [{"field": "clauses", "value": "Audit Rights"}, {"field": "clauses", "value": "Insurance"}]
    value = {"clauses": [{"category": "Audit Rights"}, {"category": "Audit Rights"}, {"category": "Non-Compete"}]}
    assert verdicts(judge(tmp_path, facts, value)) == {
        ("clauses: Audit Rights", "right"): 1,
        ("clauses: Insurance", "missing"): 1,
        ("clauses: Non-Compete", "wrong"): 1,
    }


def test_items_are_chosen_by_name_and_period_and_compared_within_half_a_printed_digit(tmp_path):
    facts = [
        {"field": "items", "as": f"revenue, {name}", "where": {"name": "revenue", "period_end": when}, "value": value}
        | {"tolerance": 500_000}
        for name, when, value in (
            ("current", {"from": "2023-12-31"}, 82_959_000_000),
            ("prior", {"before": "2023-12-31"}, 81_434_000_000),
        )
    ]
    items = [
        {"name": "revenue", "value": "82959400000", "period_end": "2023-12-31"},
        {"name": "revenue", "value": "81434600000", "period_end": "2022-12-31"},
        {"name": "capex", "value": "1", "period_end": "2022-12-31"},
    ]
    found = judge(tmp_path, facts, {"items": items}, {"kind": "financial_report"})
    assert verdicts(found) == {
        ("items: revenue, current", "right"): 1,
        ("items: revenue, prior", "wrong"): 1,
        ("items: revenue, prior", "missing"): 1,
    }


def test_wording_is_right_when_the_field_rests_on_the_right_words(tmp_path):
    facts = [{"field": "liability_cap", "quote": "shall not exceed the fees paid in twelve months", "page": 7}]
    evidence = {"/liability_cap": [cite("liability shall not exceed the fees paid in twelve months", 7)]}
    cap = {"liability_cap": {"formula": "the fees paid in twelve months"}}
    right = judge(tmp_path, facts, cap, evidence=evidence)
    assert verdicts(right) == {("liability_cap", "right"): 1}
    assert right.scores.total.page_share == 1
    elsewhere = judge(
        tmp_path, facts, cap, evidence={"/liability_cap": [cite("the rent is due in advance each month")]}
    )
    assert verdicts(elsewhere) == {("liability_cap", "wrong"): 1, ("liability_cap", "missing"): 1}


def test_a_conflict_is_seen_by_a_check_that_cites_two_sides_and_another_check_is_false(tmp_path):
    facts = [{"field": "conflicts", "sides": ["within thirty days of invoice", "within sixty days of receipt"]}]
    seen = {"rule": "conflict", "severity": "warning", "path": "/payment_terms", "message": "30 and 60 days"}
    checks = [
        seen | {"evidence": [cite("within thirty days of invoice"), cite("within sixty days of receipt")]},
        seen | {"evidence": [cite("signed on the first of May"), cite("dated as of the second of June")]},
        seen | {"evidence": [cite("one place alone says nothing here")]},
    ]
    found = judge(tmp_path, facts, {"title": "x"}, checks=checks)
    assert verdicts(found) == {("conflicts", "right"): 1, ("conflicts", "wrong"): 1}


def test_an_identifier_is_judged_with_the_party_that_it_belongs_to(tmp_path):
    facts = [
        {"field": "parties", "value": "Corvid Press LLC", "with": {"identifier": "91-22 7"}},
        {"field": "parties", "value": "Ardent Mills", "with": {"identifier": "5"}},
    ]
    found = judge(tmp_path, facts, {"parties": [{"name": "Corvid Press LLC", "identifier": "91227"}]})
    assert verdicts(found) == {
        ("parties", "right"): 1,
        ("parties.identifier", "right"): 1,
        ("parties", "missing"): 1,
        ("parties.identifier", "missing"): 1,
    }


def test_a_gold_file_may_declare_how_a_field_of_its_own_is_compared(tmp_path):
    head = {"kind": "contract", "fields": {"rent": {"compare": "number", "paths": ["/rent/amount"]}}}
    found = judge(tmp_path, [{"field": "rent", "value": 1200}], {"rent": {"amount": "1,200.00"}}, head)
    assert verdicts(found) == {("rent", "right"): 1}


def test_a_document_without_a_result_misses_all_its_facts(tmp_path):
    path = tmp_path / "gold.jsonl"
    rows = [{"document": name, "facts": [{"field": "title", "value": "LEASE"}]} for name in ("a.pdf", "b.pdf")]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    found = evaluate(load(path), collect([written("a.pdf", {"title": "Lease"})]))
    assert found.without == ("b.pdf",)
    assert found.scores.total.recall == 0.5


def test_results_are_found_by_hash_and_by_name_with_or_without_its_ending(tmp_path):
    path = tmp_path / "gold.jsonl"
    facts = [{"field": "title", "value": "LEASE"}]
    rows = [{"sha256": "sha of a.pdf", "facts": facts}, {"document": "B", "facts": facts}]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    found = evaluate(load(path), collect(written(name, {"title": "Lease"}) for name in ("a.pdf", "b.pdf")))
    assert found.without == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"document": "a.pdf"}', "no list of facts"),
        ("[1]", "no JSON object"),
        ("{]", "no JSON"),
        ('{"document": "a.pdf",\n "facts": []}', "line 1: holds a part of an object; write one object a line, whole"),
        (
            '{"document": "a.pdf", "facts": [{"field": "goverming_law"}]}',
            "line 1, fact 1: the kind contract has no field 'goverming_law'; did you mean 'governing_law'",
        ),
        ('{"document": "a.pdf", "facts": [{"field": "title", "valeu": "x"}]}', "did you mean 'value'"),
        ('{"document": "a.pdf", "facts": [{"value": "x"}]}', "names no field"),
        ('{"kind": "contract", "fields": {"title": {"compare": "smell"}}}', "rule of field 'title'"),
        ("", "names no document"),
    ],
)
def test_a_gold_file_that_makes_no_sense_says_where(tmp_path, line, said):
    path = tmp_path / "gold.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(SettingsError, match=said):
        load(path)


def test_errors_of_a_split_field_are_those_of_all_its_parts(tmp_path):
    facts = [{"field": "clauses", "value": "Audit Rights"}, {"field": "clauses", "value": "Insurance"}]
    found = judge(tmp_path, facts, {"clauses": []})
    assert len(of_fields(found.outcomes, ["clauses"])) == 2
    with pytest.raises(SettingsError, match="no such field"):
        of_fields(found.outcomes, ["title"])
