"""The grounding ladder: true quotes are found however they are printed, inventions are not."""

import pytest
from building import document

from docpipe.types import Quote
from docpipe.verify.ground import ground, locate

TEXT = (
    "This Agreement shall be governed by the laws of the State of New York, "
    "without regard to its conflict of law rules."
)


def test_words_at_their_span_are_exact():
    doc = document("Intro.", TEXT)
    start = doc.text.index("governed")
    located = locate(doc, Quote("governed by", (start, start + 11)))
    assert (located.span, located.match) == ((start, start + 11), "exact")


def test_a_span_that_does_not_hold_the_words_is_not_believed():
    doc = document("Intro.", TEXT)
    assert locate(doc, Quote("governed by the laws", (0, 20))).span[0] == doc.text.index("governed")


def test_the_named_block_is_searched_before_the_document():
    doc = document("Fee: 5,000 euro", "Cap: 5,000 euro")
    assert locate(doc, Quote("5,000 euro", blocks=("b1",))).span[0] == doc.text.rindex("5,000")


@pytest.mark.parametrize(
    "quote",
    [
        "govern-\ned by the LAWS of the  State",
        "**governed** by_the laws of the State",
        "gov\u00aderned by the laws of the State",
    ],
)
def test_other_breaks_and_marks_are_normalized(quote):
    doc = document("Intro.", TEXT)
    located = locate(doc, Quote(quote))
    assert located.match == "normalized"
    assert doc.text[slice(*located.span)] == "governed by the laws of the State"


def test_nearly_the_same_words_are_fuzzy_with_a_score():
    located = locate(document("Intro.", TEXT), Quote("shall be goverened by the laws of the State of New York"))
    assert located.match == "fuzzy"
    assert located.score >= 90


@pytest.mark.parametrize(
    "quote",
    [
        "The Supplier shall pay a penalty of ten percent of the price for each week of delay.",
        "Yo",
        "an Agree",
        "",
        "   ",
        "governed by the laws of the State of California, and the courts of San Diego have jurisdiction",
    ],
)
def test_inventions_and_scraps_ground_nothing(quote):
    assert locate(document("Intro.", TEXT), Quote(quote)) is None


def test_the_same_words_with_another_figure_are_another_statement():
    doc = document("The Supplier shall pay a penalty of 15,000 euro for each week of delay.")
    assert locate(doc, Quote("The Supplier shall pay a penalty of 25,000 euro for each week of delays.")) is None


def test_a_quote_over_a_page_break_has_adjoining_parts():
    doc = document("The Supplier shall", "+deliver the goods.", page_breaks=(1,))
    first, second = ground(doc, Quote("The Supplier shall deliver the goods."))
    assert (first.page, second.page) == (1, 2)
    assert first.span[1] == second.span[0]
    assert first.quote + second.quote == "The Supplier shall deliver the goods."


def test_evidence_always_is_the_documents_own_text():
    doc = document("Intro.", TEXT)
    (entry,) = ground(doc, Quote("SHALL BE GOVERNED BY THE LAWS"))
    assert entry.quote == doc.text[slice(*entry.span)] == "shall be governed by the laws"


def test_chinese_quotes_are_found_by_character():
    doc = document("本合同自双方签字盖章之日起生效，有效期三年。")
    assert locate(doc, Quote("双方签字 盖章之日起")).match == "normalized"
    assert locate(doc, Quote("有效期三年")).match == "exact"
