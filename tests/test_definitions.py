"""Defined terms: what defines one, what only quotes, and what gives a term its meaning."""

import pytest
from building import document

from docpipe.definitions import definitions
from docpipe.sinks.json import document_to_json


def defined(*paragraphs: str) -> dict[str, str]:
    made = document(*paragraphs)
    return {one.term: made.text[slice(*one.meaning)] for one in definitions(made)}


@pytest.mark.parametrize(
    "sentence",
    [
        '"Widget" means any product in Annex 1.',
        "“Widget” shall mean any product in Annex 1.",
        "“Widget”, as used in this Agreement, refers to any product in Annex 1.",
        "“Widget” as stated herein shall mean any product in Annex 1.",
        "``Widget'' has the meaning given in Annex 1.",
    ],
)
def test_a_sentence_that_says_what_a_term_means_defines_it(sentence):
    assert defined(f"1.1 Terms. {sentence} It is blue.") == {"Widget": sentence}


def test_two_terms_of_one_sentence_are_two():
    assert set(defined("“Fee” or “Fees” means what Annex 2 lists.")) == {"Fee", "Fees"}


def test_brackets_define_what_their_sentence_has_said():
    found = defined("We agree. Otterbrook Inc. (hereinafter referred to as the “Seller”) sells.")
    assert found == {"Seller": "Otterbrook Inc. (hereinafter referred to as the “Seller”)"}


def test_what_stands_beside_the_term_in_brackets_does_not_hide_it():
    assert list(defined("This deed (with its schedules and annexes, this “Deed”) is made.")) == ["Deed"]


@pytest.mark.parametrize(
    "aside",
    [
        "(as defined in the “Loan Agreement”)",
        "(including “Otter” and “Brook”)",
        "(he called it “fine” in every letter)",
    ],
)
def test_brackets_that_only_quote_define_nothing(aside):
    assert defined(f"The mark {aside} is licensed.") == {}


@pytest.mark.parametrize(
    ("sentence", "term"),
    [
        ("“关联方”指受同一方控制的任何实体。", "关联方"),
        ("水獭溪有限公司（以下简称“甲方”）出售货物。", "甲方"),
        ("甲方和乙方（以下合称“双方”）约定如下。", "双方"),
    ],
)
def test_chinese_definitions(sentence, term):
    assert list(defined(sentence)) == [term]


def test_read_as_json_gives_terms_with_their_places():
    made = document("First page.", "“Widget” means a thing.", page_breaks=(1,))
    (term,) = document_to_json(made)["terms"]
    assert (term["term"], term["page"], term["meaning"]["text"]) == ("Widget", 2, "“Widget” means a thing.")
    assert made.text[slice(*term["span"])] == "“Widget”"
    assert term["bbox"][2] > term["bbox"][0]
