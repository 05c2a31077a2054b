"""What is to be looked at is one number, wherever it is told, and every value that counts is marked."""

import json

import pytest
from msgspec.structs import replace

from docpipe.batch.runner import finished_outcome
from docpipe.cli.report import done
from docpipe.sinks import Look
from docpipe.sinks.folder import rendered
from docpipe.sinks.json import dumps, result_to_json
from docpipe.sinks.looks import element, tally, to_look_at
from docpipe.sinks.page.content import content
from docpipe.sinks.remarks import without_values
from docpipe.sinks.report import result_to_markdown
from docpipe.sinks.rows import rows
from docpipe.types import Check, Evidence, Trust


def at(start, end):
    return Evidence(1, (72.0, 72.0, 90.0, 82.0), (), (start, end), "words", "exact")


@pytest.fixture
def doubted(result):
    """A cap that lacks its amount, two amounts that a conflict cites, one of three, and a field without a value."""
    data = result.data | {
        "amounts": [{"what": name, "amount": "5", "currency": None} for name in ("rent", "rent", "deposit")],
        "liability_cap": {"amount": None, "currency": "USD", "carve_outs": ["fraud"]},
    }
    trust = dict(result.trust) | {
        path: Trust("confirmed", ("rules",))
        for path in ("/amounts/0", "/amounts/1", "/amounts/2", "/liability_cap", "/liability_cap/carve_outs/0")
    }
    evidence = dict(result.evidence) | {f"/amounts/{n}": (at(10 * n, 10 * n + 5),) for n in range(3)}
    checks = (
        *result.checks,
        Check("/amounts", "conflict", "warning", "5 or 6", (at(0, 5), at(12, 14))),
        Check("/liability_cap/amount", "conflict", "warning", "1 or 2", (at(50, 55),)),
        Check("/summary", "conflict", "warning", "this or that", (at(60, 65),)),
        Check("/summary", "odd", "warning", "this again", (at(60, 65),)),
    )
    return replace(result, data=data, trust=trust, evidence=evidence, checks=checks)


def test_values_count_and_not_their_parts():
    assert element("/amounts/3/currency") == "/amounts/3"
    assert element("/liability_cap/carve_outs/0") == "/liability_cap"
    assert element("/term") == "/term"
    assert element("") == ""


def test_every_place_tells_the_same_number(doubted):
    count = tally(doubted).to_look_at
    written = json.loads(dumps(result_to_json(doubted)))
    assert count == 7  # a party, two dates, two amounts, the cap, the summary
    assert finished_outcome(None, written).tally == tally(doubted)
    assert sum(item.look for item in content(doubted).items) == count
    assert f"{count} to look at" in done(doubted)
    assert f"{tally(doubted).located} judgements" in done(doubted)


def test_each_value_that_counts_has_a_marked_row_and_no_other_has(doubted):
    marked = {row.path for row in rows(doubted) if row.flagged}
    assert marked == to_look_at(doubted) - {"/summary"}
    assert {"/amounts/0", "/amounts/1"} <= marked
    assert "/amounts/2" not in marked


def test_each_value_that_counts_is_tagged_with_the_reason_and_no_other_is(doubted):
    items = content(doubted).values
    assert all(bool(item.tags) == item.look for item in items)
    cited = [item for item in items if item.head == "5"]
    assert [item.tags for item in cited if item.look] == [("conflict",), ("conflict",)]


def test_a_value_that_was_not_read_again_is_tagged_and_so_is_a_computed_one(result):
    check = Check("/term", "unconfirmed", "info", "not read again from the quote: unit")
    items = content(replace(result, checks=(check,))).values
    assert [item.tags for item in items if item.head == "3 years"] == [("a part was not read again",)]
    assert [item.tags for item in items if item.head == "31 March 2024"] == [("computed, not printed",)]


def test_words_and_figures_that_disagree_tag_both_amounts(doubted):
    check = Check("/amounts/0", "amount_words", "error", "5 or 6", (at(0, 5), at(12, 14)))
    worded = replace(doubted, checks=(check,))
    tagged = [row.path for row, item in zip(rows(worded), content(worded).values, strict=True) if item.remarks]
    assert tagged == ["/amounts/0", "/amounts/1"]
    assert [item.tags for item in content(worded).values if item.remarks] == [("amount words",)] * 2


def test_a_wrong_sum_marks_the_total_and_not_its_rows(doubted):
    check = Check("/amounts", "sum", "warning", "the rows add up to 9", (at(0, 5), at(10, 15), at(20, 25)))
    summed = replace(doubted, checks=(check,))
    assert {row.path for row in rows(summed) if row.label == "Amounts" and row.flagged} == {"/amounts/2"}
    assert [item.tags for item in content(summed).values if "sum" in item.tags] == [("sum",)]
    assert sum(item.look for item in content(summed).items) == tally(summed).to_look_at


def test_dates_that_do_not_agree_mark_every_one_of_them_that_is_cited(doubted):
    evidence = {"/effective_date": (at(0, 5),), "/term": (at(10, 15),), "/title": (at(10, 15),)}
    check = Check("/expiration_date", "term_arithmetic", "warning", "ends later", (at(2, 4), at(10, 15)))
    dated = replace(doubted, evidence=evidence, checks=(check,))
    marked = {row.path for row in rows(dated) if row.flagged}
    assert marked == {"/parties/1", "/effective_date", "/expiration_date", "/term"}
    tagged = {item.head for item in content(dated).values if "term arithmetic" in item.tags}
    assert tagged == {"1 April 2021", "31 March 2024", "3 years"}


def test_an_object_that_lacks_what_is_contradictory_is_not_confirmed(doubted):
    (cap,) = (row for row in rows(doubted) if row.path == "/liability_cap")
    assert cap.contradicted
    assert cap.head.text == "contradictory"
    assert cap.details.text == "currency: USD; carve outs: fraud"
    (item,) = (item for item in content(doubted).values if item.head == cap.head.text)
    assert item.state.word == "contradictory"


def test_the_heading_of_what_is_contradictory_gives_its_values(doubted):
    message = "the document says 250000.00 and 150000.00; no rule decides between them"
    check = Check("/liability_cap/amount", "conflict", "warning", message, (at(50, 55),))
    (cap,) = (row for row in rows(replace(doubted, checks=(check,))) if row.path == "/liability_cap")
    assert cap.head.text == "contradictory: 250,000.00 / 150,000.00"


def test_a_document_without_any_value_is_doubted_to_be_of_the_kind(result):
    empty = replace(result, data=dict.fromkeys(result.data), trust={}, evidence={}, checks=())
    assert "is it a contract?" in without_values(empty)
    assert content(empty).empty == without_values(empty)
    assert without_values(result) == ""


def test_what_the_document_leaves_open_is_to_be_looked_at_however_sure_the_rules_are(result):
    gaps = [{"kind": "blank", "what": "notice period"}, {"kind": "exhibit_missing", "what": "Exhibit A"}]
    data = result.data | {"completeness": gaps}
    trust = dict(result.trust) | {f"/completeness/{n}": Trust("located", ("rules",)) for n in range(2)}
    evidence = dict(result.evidence) | {f"/completeness/{n}": (at(10 * n, 10 * n + 5),) for n in range(2)}
    left_open = replace(result, data=data, trust=trust, evidence=evidence)
    assert tally(left_open).to_look_at == tally(result).to_look_at + 2
    written = json.loads(dumps(result_to_json(left_open)))
    assert finished_outcome(None, written).tally == tally(left_open)
    shown = [item for group in content(left_open).groups if group.label == "Completeness" for item in group.items]
    assert [(item.head, item.tags) for item in shown] == [
        ("blank: notice period", ("left open by the document",)),
        ("exhibit missing: Exhibit A", ("left open by the document",)),
    ]
    assert "**blank: notice period** (p. 1, located, to look at)" in result_to_markdown(left_open)
    assert rendered(left_open, "pretty", Look(width=100)).count("located !") == 2
