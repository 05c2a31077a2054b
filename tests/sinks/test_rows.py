"""Results as rows: values in words, pages, trust."""

import pytest
from msgspec.structs import replace
from sinks.conftest import unsure

from docpipe.sinks.looks import tally
from docpipe.sinks.rows import LONG_LIST, Part, in_words, label, pages_in_words, path_in_words, rows, visible
from docpipe.types import Check, Evidence, Trust


def row(result, path):
    return next(one for one in rows(result) if one.path == path)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("New York", "New York"),
        ("execution_version", "execution version"),
        (None, ""),
        (True, "yes"),
        (30, "30"),
        ({"count": 1, "unit": "year"}, "1 year"),
        ({"count": 5, "unit": "business_day"}, "5 business days"),
        ({"amount": "3000000.00", "currency": "CNY"}, "CNY 3,000,000.00"),
        ({"what": "rent", "amount": "-12", "currency": None, "role": "fee"}, "-12; what: rent; role: fee"),
        ({"name": "Acme", "role": None, "aliases": ["A", "B"]}, "Acme; aliases: A, B"),
        ({"amount": None, "formula": "twelve months of fees"}, "formula: twelve months of fees"),
        ({"trigger": "delay", "rate": "0.5", "rate_unit": "percent"}, "delay; rate: 0.5 percent"),
        ({"party": "Buyer", "action": "assign", "modality": "must_not", "clause": "(a)"}, "Buyer must not assign (a)"),
        (
            {"party": "Buyer", "action": "pay within 9 days", "modality": "must", "deadline": "within 9 days"},
            "Buyer must pay within 9 days",
        ),
        ({"party": "Neither party", "action": "assign", "modality": "must_not"}, "Neither party may assign"),
        ({"days": 30, "day_type": "day", "from_event": None}, "30 days"),
        ({"days": 1, "day_type": "business_day", "from_event": "invoice"}, "1 business day; from event: invoice"),
        ({"days": None, "day_type": None, "late_interest": "1%"}, "late interest: 1%"),
        ({"name": None, "aliases": []}, ""),
    ],
)
def test_values_in_words(value, words):
    assert in_words(value) == words


def test_every_value_is_a_row_and_what_is_not_there_is_none(result):
    labels = [one.label for one in rows(result)]
    assert labels == [
        "Title", "Parties", "Parties", "Effective date", "Expiration date", "Term", "Amounts", "Clauses", "Clauses",
    ]  # fmt: skip


def test_elements_that_read_the_same_share_a_row_and_all_their_pages(result):
    assert row(result, "/clauses/0").where == "4-6"
    assert row(result, "/clauses/2").where == "Sheet1!B7"


def test_the_parts_of_an_object_are_told_apart_by_how_far_they_can_be_believed(result):
    parts = {"/amounts/0": "located", "/amounts/0/amount": "confirmed", "/amounts/0/currency": "confirmed"}
    trust = {**result.trust, **{path: Trust(state, ("rules",)) for path, state in parts.items()}}
    amount = row(replace(result, trust=trust), "/amounts/0")
    assert amount.head == Part("USD 3,000.50", "confirmed")
    assert amount.details == Part("what: rent; role: fee", "located")


def test_a_row_is_only_as_certain_as_the_less_certain_of_those_that_share_it(result):
    trust = {**result.trust, "/clauses/0": Trust("confirmed", ("rules",))}
    assert row(replace(result, trust=trust), "/clauses/0").head.trust == "located"


def test_an_ungrounded_part_shows_in_the_whole(result):
    trust = {**result.trust, "/title": Trust("confirmed", ("rules",)), "/term/unit": Trust("ungrounded", ("rules",))}
    assert row(replace(result, trust=trust), "/term").head.trust == "ungrounded"


def test_long_lists_stand_last(result):
    result = replace(result, data={"amounts": [str(n) for n in range(LONG_LIST + 1)], "summary": "short"})
    assert [one.label for one in rows(result)][:2] == ["Summary", "Amounts"]


def test_a_value_that_a_warning_names_is_flagged_and_a_note_flags_nothing(result):
    assert row(result, "/effective_date").flagged
    assert row(result, "/parties/1").flagged
    assert not row(result, "/amounts/0").flagged
    assert not row(result, "/title").flagged


def test_the_tally_counts_what_is_confirmed_and_what_a_person_should_look_at(result):
    counts = tally(result)
    assert counts.confirmed == 5
    assert counts.to_look_at == 3  # an ungrounded party, a derived date, and a confirmed date with a conflict


def test_a_value_that_was_not_read_again_asks_for_a_look(result):
    unread = Check("/amounts/0", "unconfirmed", "info", "not read again from the quote: currency")
    counts = tally(replace(result, checks=(*result.checks, unread)))
    assert counts.to_look_at == 4


def test_pages_are_joined_into_ranges_of_three_and_more(result):
    assert pages_in_words(row(result, "/parties/0").evidence) == "1, 3"
    assert pages_in_words(()) == ""


def test_paths_and_names_in_words():
    assert path_in_words("/parties/0/legal~1name") == "Parties 1, legal/name"
    assert path_in_words("/governing_law") == "Governing law"
    assert path_in_words("") == ""
    assert label("clauses: Non-Compete") == "Clauses: Non-Compete"


def test_text_of_a_document_has_no_power_over_the_terminal():
    assert visible("a\x1b[2Jb\u202ec") == "a\\x1b[2Jb\\u202ec"
    assert visible("合同 – “x”\n\t") == "合同 – “x”\n\t"


def test_a_quote_that_several_attributes_rest_on_stands_once(result):
    parts = {"method": "arbitration", "venue": "Linxi", "seat": "Linxi"}
    first, second = (Evidence(page, None, (), (0, 8), "The rent", "exact") for page in (1, 2))
    places = {"method": first, "venue": second, "seat": first}
    evidence = {f"/dispute_resolution/{name}": (place,) for name, place in places.items()}
    (row,) = rows(replace(result, data={"dispute_resolution": parts}, evidence=evidence, trust={}, checks=()))
    assert [one.page for one in row.evidence] == [1, 2]


@pytest.mark.parametrize(
    ("confidences", "perhaps"),
    [((0.3, 0.4, 0.3), [True, True]), ((0.3, 0.6, 0.3), [False, True]), ((None, 0.3, 0.5), [False, False])],
)
def test_a_value_is_only_perhaps_there_if_none_of_its_places_is_more_likely_right_than_wrong(
    result, confidences, perhaps
):
    clauses = [row for row in rows(unsure(result, *confidences)) if row.label == "Clauses"]
    assert [(row.head.text, row.perhaps) for row in clauses] == list(
        zip(("Insurance", "Audit Rights"), perhaps, strict=True)
    )
