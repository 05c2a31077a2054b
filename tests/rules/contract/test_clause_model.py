"""The linear model of clause categories: its file, its sum, and that it says the same everywhere."""

from __future__ import annotations

import math
from array import array

import pytest

from docpipe.kinds.contract import CATEGORIES
from docpipe.rules.contract.clause_model import DATA, GAP_BIT, SHORT, Line, loaded, model, packed, terms

LINE = Line(scale=0.5, bias=-1.0, keyword=2.0, threshold=0.0, slope=1.0, offset=0.0)

AUDIT, BOOK, HEADED = 0, 1, 2
WORDS = ("audit", "book", "h:record")
NEIGHBOURS = AUDIT << 16 | BOOK
GAP = GAP_BIT | AUDIT << 16 | BOOK


@pytest.fixture
def small():
    """Two categories; each of five features has one weight, in the first."""
    keys = array("I", (NEIGHBOURS, GAP))
    columns = [keys, array("I", range(6)), array("B", [0] * 5), array("b", (4, 2, 8, 16, 32))]
    return packed({"A": LINE, "B": LINE}, WORDS, columns)


def score(data, words, heading=(), keywords=()):
    return loaded(data).scores(words, heading, keywords)


def total(data, words, heading=()):
    """The weights of a few words in the first category: the score without bias, scale and length."""
    return (score(data, words, heading)[0] + 1) / 0.5 * math.sqrt(SHORT)


def test_words_neighbours_and_pairs_over_a_gap_add_up(small):
    assert total(small, ["audit"]) == pytest.approx(4)
    assert total(small, ["audit", "book"]) == pytest.approx(4 + 2 + 16)
    assert total(small, ["audit", "the", "book"]) == pytest.approx(4 + 2 + 32)


def test_a_word_counts_once_and_only_in_its_categories(small):
    assert total(small, ["audit", "audit"]) == pytest.approx(4)
    assert score(small, ["audit"])[1] == -1


def test_a_long_sentence_needs_more_words_for_the_same_score(small):
    first, second = (score(small, ["audit", *["the"] * (count - 1)])[0] + 1 for count in (SHORT, 4 * SHORT))
    assert first == pytest.approx(2 * second)


def test_a_heading_and_a_keyword_add_to_the_score(small):
    assert total(small, ["other"], ["record"]) == pytest.approx(8)
    assert score(small, ["other"], (), ["B"]) == [-1, 1]


def test_from_the_threshold_on_it_is_a_clause_with_the_calibrated_chance(small):
    assert loaded(small).found(["audit"], (), ()) == {}
    known = loaded(small).found(["audit"], (), ["A"])
    assert known == {"A": pytest.approx(1 / (1 + math.exp(-1 - 2 / math.sqrt(SHORT))), abs=0.006)}


def test_a_file_of_something_else_is_refused():
    with pytest.raises(ValueError, match="clause weights"):
        loaded(b"%PDF-1.7")


def test_the_model_that_ships_knows_every_category_and_is_small():
    assert model().names == CATEGORIES
    assert DATA.stat().st_size < 1_500_000
    assert b"CC BY 4.0" in DATA.read_bytes()[:200]


def test_forms_of_a_word_are_one_and_all_numbers_are_one():
    assert terms("audits audited 30 and 45 %") == ["audit", "audit", "0", "and", "0", "%"]
