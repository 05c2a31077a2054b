"""The nouns: places of text, paragraphs over page breaks, memory of the columns."""

import pickle
import sys
from array import array

from building import document

from docpipe.errors import NoText
from docpipe.types import Failure, paragraphs
from docpipe.words import Words


def test_a_place_has_one_box_per_line_and_their_union():
    doc = document("word " * 40)
    (place,) = doc.places(0, len(doc.text))
    assert place.page == 1
    assert len(place.boxes) == 3
    assert place.bbox[3] == max(box[3] for box in place.boxes)


def test_a_place_covers_the_words_of_the_span_and_not_more():
    doc = document("alpha beta gamma delta")
    start = doc.text.index("beta")
    (place,) = doc.places(start, start + len("beta gamma"))
    assert place.bbox[0] == doc.words.box(1)[0]
    assert place.bbox[2] == doc.words.box(2)[2]
    assert doc.text[slice(*place.span)] == "beta gamma"


def test_a_span_over_a_page_break_has_one_place_per_page():
    doc = document("The Supplier shall", "+deliver the goods.", page_breaks=(1,))
    places = doc.places(0, len(doc.text))
    assert [place.page for place in places] == [1, 2]
    assert [doc.text[slice(*place.span)] for place in places] == ["The Supplier shall", "deliver the goods."]


def test_a_span_without_words_has_no_place():
    doc = document("alpha", "beta")
    assert doc.places(5, 6) == ()


def test_removed_words_are_never_part_of_a_place():
    words = Words(
        array("I", [0, 5, 6]),
        array("I", [5, 5, 10]),
        array("f", range(12)),
        array("I", [0, 1, 2]),
        array("H", [1, 1, 1]),
    )
    doc = document("alpha beta")
    doc = type(doc)(doc.source, "alpha beta", words, doc.blocks, doc.pages)
    (place,) = doc.places(0, 10)
    assert place.boxes == (words.box(0), words.box(2))


def test_a_paragraph_goes_on_over_a_page_break():
    doc = document("The Supplier shall", "+deliver the goods.", "Next.", page_breaks=(1,))
    assert [paragraph.text for paragraph in paragraphs(doc)] == ["The Supplier shall deliver the goods.", "Next."]


def test_printed_gives_the_source_where_cleaning_changed_it():
    doc = document("the agree ment ends")
    words = Words(
        array("I", [0, 4, 9, 14]),
        array("I", [3, 9, 13, 18]),
        array("f", range(16)),
        array("I", [0, 2]),
        array("H", [1, 1]),
        {1: "agree-"},
    )
    doc = type(doc)(doc.source, "the agreement ends", words, doc.blocks, doc.pages)
    assert doc.printed(4, 13) == "agree- ment"
    assert doc.printed(14, 18) is None


def test_a_document_of_700_pages_takes_at_most_40_megabytes_beside_its_text():
    count = 700 * 650
    columns = Words(
        array("I", range(count)),
        array("I", range(1, count + 1)),
        array("f", bytes(16 * count)),
        array("I", range(0, count, 10)),
        array("H", [1] * (count // 10)),
    )
    size = sum(
        sys.getsizeof(getattr(columns, name)) for name in ("starts", "ends", "boxes", "line_starts", "line_pages")
    )
    assert size <= 40e6
    assert len(pickle.dumps(columns)) <= 40e6


def test_the_error_of_a_failure_names_its_document():
    failure = Failure("room/lease.pdf", NoText("no page has text"))
    assert str(failure.error) == "room/lease.pdf: no page has text"
    assert str(Failure("a.pdf", NoText("a.pdf: no page has text")).error) == "a.pdf: no page has text"
