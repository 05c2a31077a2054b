"""A reply → findings: what is not the JSON that was asked for is a problem with a reason, never a value."""

import json

import pytest

from docpipe import kinds
from docpipe.llm.questions import Unit
from docpipe.llm.reply import Malformed, answers, parse

CONTRACT = kinds.load("contract")
BLOCKS = {1: ("b0",), 2: ("b1", "b2")}
PLACE = [{"block": 2, "quote": "these words"}]


def answered(data, *fields):
    return answers(data, [Unit(field) for field in fields], CONTRACT, BLOCKS)


def only(data, field):
    (one,) = answered({field: data}, field)
    return one


def test_an_answer_becomes_a_finding_that_names_the_blocks_of_its_paragraph():
    (finding,) = only({"places": PLACE, "value": "2021-03-05"}, "agreement_date").findings
    assert (finding.field, finding.value, finding.by) == ("agreement_date", "2021-03-05", ("model",))
    assert [(quote.text, quote.blocks, quote.span) for quote in finding.quotes] == [("these words", ("b1", "b2"), None)]


def test_null_and_an_empty_list_mean_that_it_is_not_there():
    found = answered({"title": None, "amounts": []}, "title", "amounts")
    assert [(one.findings, one.why) for one in found] == [((), ""), ((), "")]


def test_an_id_that_the_prompt_did_not_show_names_no_block():
    (finding,) = only({"places": [{"block": 77, "quote": "these words"}], "value": "Lease"}, "title").findings
    assert finding.quotes[0].blocks == ()


def test_words_left_out_inside_a_quote_make_it_two():
    places = [{"block": 1, "quote": "[§1] the first words … and the last"}]
    (finding,) = only({"places": places, "value": "Lease"}, "title").findings
    assert [quote.text for quote in finding.quotes] == ["the first words", "and the last"]


@pytest.mark.parametrize(
    "text",
    [
        "I cannot help with that.",
        '{"title": {"places": [{"block": 1, "quo',
        '{"title": null, "title": null}',
        '["title"]',
        '{"title": NaN}',
        "",
        "[" * 100_000,
    ],
    ids=["refusal", "cut", "key twice", "list", "not a number", "empty", "deep"],
)
def test_what_is_no_object_is_malformed(text):
    with pytest.raises(Malformed):
        parse(text)


def test_a_fence_around_the_object_does_not_matter():
    assert parse('```json\n{"title": null}\n```') == {"title": None}


def test_keys_that_were_not_asked_for_make_the_reply_useless():
    with pytest.raises(Malformed, match="not asked for"):
        answered({"title": None, "price": 3}, "title")


@pytest.mark.parametrize("value", ["title", "value", "quote"])
def test_the_name_of_a_field_is_no_value(value):
    assert "name" in only({"places": PLACE, "value": value}, "title").why


def test_names_of_parts_are_no_values_but_choices_are():
    fee = {"what": "what", "amount": "5", "currency": None, "role": "fee", "payer": None, "payee": None}
    fee |= {"per": None, "tax": None}
    assert "what" in only([{"places": PLACE, "value": fee}], "amounts").why
    deposit = fee | {"what": "security", "role": "deposit"}
    assert only([{"places": PLACE, "value": deposit}], "amounts").why == ""


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("agreement_date", "March 5"),
        ("agreement_date", "2021-02-30"),
        ("term", {"count": 3, "unit": "decade"}),
        ("term", {"count": "three", "unit": "year"}),
        ("governing_law", "New York"),
        ("title", 7),
    ],
)
def test_a_value_of_another_type_is_refused_with_its_reason(field, value):
    one = only({"places": PLACE, "value": value}, field)
    assert one.findings == ()
    assert one.why.startswith(field)


def test_a_value_without_a_quote_is_refused():
    assert only({"places": [], "value": "Lease"}, "title").why
    assert only({"places": [{"block": 1, "quote": "  "}], "value": "Lease"}, "title").why


def test_one_bad_answer_leaves_the_others_standing():
    bad, good = answered({"title": "Lease", "governing_language": None}, "title", "governing_language")
    assert bad.why
    assert not good.why


def test_a_field_that_is_left_out_is_not_answered():
    (one,) = answered({}, "title")
    assert "not answered" in one.why


def test_a_clause_that_can_be_read_both_ways_says_so():
    entry = {"places": PLACE, "summary": "Consent is needed.", "state": "unclear"}
    unit = Unit("clauses", ("Anti-Assignment", "Insurance"))
    (one,) = answers({"Anti-Assignment": [entry], "Insurance": []}, [unit], CONTRACT, BLOCKS)
    clause, doubt = one.findings
    assert clause.value == {"category": "Anti-Assignment", "summary": "Consent is needed."}
    assert (doubt.problem, doubt.value) == ("unclear", None)


def test_two_places_of_a_category_are_two_clauses():
    entries = [{"places": [{"block": n, "quote": f"words {n}"}], "summary": "s", "state": "yes"} for n in (1, 2)]
    (one,) = answers({"Insurance": entries}, [Unit("clauses", ("Insurance",))], CONTRACT, BLOCKS)
    assert len({finding.item for finding in one.findings}) == 2


def test_an_object_without_content_is_no_value():
    empty = dict.fromkeys(("days", "day_type", "from_event", "late_interest"))
    assert only({"places": PLACE, "value": empty}, "payment_terms").findings == ()


def test_replies_in_any_script_are_read():
    text = json.dumps(
        {"title": {"places": [{"block": 1, "quote": "采购合同"}], "value": "采购合同"}}, ensure_ascii=False
    )
    (one,) = answered(parse(text), "title")
    assert one.findings[0].value == "采购合同"
