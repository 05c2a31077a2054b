"""The grounding ladder: true quotes are found however they are printed, inventions are not."""

from array import array

import pytest
from building import document
from msgspec.structs import replace

from docpipe.types import Quote, Removed
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


def test_a_quote_is_shown_in_the_pieces_in_which_its_page_has_it():
    doc = document("Delivery of the goods", "+within ten days of the order")
    doc = replace(doc, words=replace(doc.words, breaks=array("I", [4])))  # the text layer has its cells apart
    first, second = ground(doc, Quote(doc.text))
    assert (first.quote, second.quote) == ("Delivery of the goods ", "within ten days of the order")
    assert first.page == second.page == 1


def test_the_number_of_a_clause_is_no_piece_of_its_own():
    doc = document("9. " + TEXT)
    doc = replace(doc, words=replace(doc.words, breaks=array("I", [1])))  # drawn behind the clause
    (whole,) = ground(doc, Quote(doc.text))
    assert whole.quote == doc.text


def with_removed(text):
    """A sentence of two lines, cut by a line that cleaning took out."""
    doc = document("The Supplier shall deliver", text, "all of the goods in time")
    first, last = 4, 4 + len(text.split())
    starts, ends, cut = doc.words.starts[:], doc.words.ends[:], len(text) + 1
    for word in range(first, len(starts)):
        starts[word], ends[word] = (27, 27) if word < last else (starts[word] - cut, ends[word] - cut)
    removed = Removed("footer", 1, doc.blocks[1].bbox, text, "the same line on five pages")
    words = replace(doc.words, starts=starts, ends=ends)
    return replace(doc, text="The Supplier shall deliver all of the goods in time", words=words, removed=(removed,))


def test_what_was_removed_amid_a_quote_parts_it():
    doc = with_removed("Confidential treatment requested")
    assert [each.quote for each in ground(doc, Quote(doc.text))] == [
        "The Supplier shall deliver ", "all of the goods in time",
    ]  # fmt: skip


def test_a_rule_across_the_page_parts_nothing():
    doc = with_removed("-------- --------")
    assert [each.quote for each in ground(doc, Quote(doc.text))] == [doc.text]
