"""Figures that follow from outcomes: scores, reliability, differences."""

import pytest

from docpipe.evaluate.difference import changes, turns
from docpipe.evaluate.matching import Outcome
from docpipe.evaluate.reliability import reliability
from docpipe.evaluate.scores import scores


def outcome(verdict, document="a", field="title", **more):
    return Outcome(document, field, "facts", verdict, **more)


def test_precision_recall_and_f1_come_from_right_wrong_and_missing():
    total = scores([outcome("right"), outcome("right"), outcome("wrong"), outcome("missing"), outcome("missing")]).total
    assert (total.precision, total.recall, total.f1) == (pytest.approx(2 / 3), 0.5, pytest.approx(4 / 7))


def test_the_mean_of_a_group_counts_its_fields_the_same():
    found = scores([outcome("right")] * 9 + [outcome("missing", field="parties")])
    assert found.means == {"facts": 0.5}
    assert found.groups["facts"].recall == 0.9


def test_confidences_that_hold_have_no_calibration_error_and_boasts_have():
    held = [outcome("right", pointer="/title", confidence=0.75)] * 3 + [
        outcome("wrong", pointer="/title", confidence=0.75)
    ]
    assert reliability(held).error == 0
    boast = [outcome("wrong", pointer="/title", confidence=0.95)] * 4
    found = reliability(boast)
    assert found.error == pytest.approx(0.95)
    assert (found.sure, found.sure_right) == (4, 0)


def test_values_without_a_confidence_count_as_values_and_missing_facts_do_not():
    found = reliability([outcome("right", pointer="/title"), outcome("missing")])
    assert (found.values, found.rated) == (1, 0)


def outcomes_of(right_in):
    return [outcome("right" if i in right_in else "missing", document=f"d{i:02}") for i in range(40)]


def test_a_difference_of_many_documents_is_better_and_one_of_a_single_document_is_noise():
    before = outcomes_of(range(20))
    (_, clear) = changes(before, outcomes_of(range(35)))
    (_, slight) = changes(before, outcomes_of(range(21)))
    assert clear.verdict == "better"
    assert slight.verdict == "within noise"
    (_, down) = changes(outcomes_of(range(35)), before)
    assert down.verdict == "worse"


def test_documents_that_turned_are_named_and_equal_fields_are_left_out():
    before = [*outcomes_of(range(20)), outcome("right", field="parties")]
    after = [*outcomes_of(range(1, 21)), outcome("right", field="parties")]
    assert [(turn.document, turn.before, turn.after) for turn in turns(before, after)] == [("d00", 1, 0), ("d20", 0, 1)]
    assert [change.field for change in changes(before, after)] == ["all", "title"]
