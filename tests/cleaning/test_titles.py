"""Headings by their type: larger, bold, or in the middle; and what looks like them and is none."""

from array import array

import pytest
from msgspec.structs import replace

from docpipe.cleaning import clean

BODY = "The supplier delivers the goods to the buyer at the place that the order names in full."
CHINESE = "供应商按照订单所列的地点向买方交付货物，买方在收到货物之后三十天之内支付价款，逾期按日计息。"


def bold(document, *chosen):
    """The document with the lines that hold one of the texts in bold."""
    words = document.words
    lines = [document.text[slice(*words.line(at).span)] for at in range(len(words.line_starts))]
    return replace(document, words=replace(words, bold=array("B", [line in chosen for line in lines])))


def larger(document, *chosen, share=1.4):
    """The document with the lines that hold one of the texts in larger letters, on the same foot."""
    words = document.words
    boxes = words.boxes[:]
    for at in range(len(words.line_starts)):
        if document.text[slice(*words.line(at).span)] in chosen:
            for word in range(*words.line_range(at)):
                boxes[4 * word + 1] = boxes[4 * word + 3] - share * (boxes[4 * word + 3] - boxes[4 * word + 1])
    return replace(document, words=replace(words, boxes=boxes))


def headings(document):
    return [document.text[slice(*block.span)] for block in document.blocks if block.kind == "heading"]


def test_a_bold_line_over_text_that_is_not_bold_is_a_heading_though_its_line_is_as_near(printed):
    document = printed([[BODY, BODY, "Examining the goods", BODY, BODY]])
    assert headings(clean(bold(document, "Examining the goods"))) == ["Examining the goods"]
    assert headings(clean(document)) == []


@pytest.mark.parametrize(
    "line",
    [
        "total of the goods,",
        "Lowmoor, PA 19044",
        "By: Ann Smith",
        "12 March 2021 and 13 April 2022",
        "1 Foundry Square, Lowmoor",
        "Acme Holdings, Inc.",
        "[Signature page follows]",
        "Ann Smith             Bob Jones",
    ],
)
def test_bold_lines_of_addresses_tables_and_signatures_are_no_headings(printed, line):
    shown = " ".join(line.split())
    assert headings(clean(bold(printed([[BODY, BODY, "", line, "", BODY, BODY]]), shown))) == []


def test_where_the_body_is_bold_a_bold_line_is_none(printed):
    document = printed([[BODY, BODY, "", "Examining the goods", "", BODY, BODY]])
    assert headings(clean(bold(document, BODY, "Examining the goods"))) == []


def test_a_line_in_larger_letters_is_a_heading_whatever_stands_below(printed):
    document = printed([["Disclosure of Contract", "", "1295", "", BODY, BODY]])
    assert headings(clean(larger(document, "Disclosure of Contract"))) == ["Disclosure of Contract"]


def test_a_title_over_two_lines_is_one_heading(printed):
    title = (
        "Overview of the Acceptance of Models: Their Origins, Developments and the Future",
        "Directions in the field",
    )
    document = clean(larger(printed([[*title, "", BODY, BODY]]), *title))
    assert headings(document) == [" ".join(title)]


def test_short_lines_in_larger_letters_stay_apart(printed):
    lines = ("Supply Agreement", "Customer Copy")
    assert headings(clean(larger(printed([[*lines, "", BODY, BODY]]), *lines))) == list(lines)


def test_a_title_in_the_middle_with_space_around_is_a_heading(printed):
    page = [BODY, BODY, (291.0, 120.0, "Price and Terms"), (72.0, 146.0, BODY), BODY]
    assert headings(clean(printed([page]))) == ["Price and Terms"]


@pytest.mark.parametrize(
    ("text", "number", "level"),
    [("1 Introduction", "1", 1), ("2.1 Measurement of goods", "2.1", 2), ("3.4.2. Measurement of goods", "3.4.2", 3),
     ("B. Other provisions", "B.", 3)],
)  # fmt: skip
def test_a_bold_numbered_line_is_a_heading_in_sentence_case_too(printed, text, number, level):
    document = clean(bold(printed([[BODY, BODY, "", text, "", BODY, BODY]]), text))
    assert [(block.number, block.level) for block in document.blocks if block.kind == "heading"] == [(number, level)]


def test_a_bold_item_that_is_a_sentence_stays_an_item(printed):
    item = "(a) the goods are delivered."
    assert headings(clean(bold(printed([[BODY, BODY, "", item, "", BODY, BODY]]), item))) == []


def test_statements_in_capitals_keep_what_stands_in_brackets(printed):
    title = "CONSOLIDATED BALANCE SHEETS (Unaudited)"
    assert headings(clean(printed([[title, "", BODY, BODY]]))) == [title]


def test_a_chinese_line_in_larger_letters_is_a_heading(printed):
    document = printed([["教育经历", "", "2018.05 - 2020.05", "", CHINESE, CHINESE, CHINESE]])
    assert headings(clean(larger(document, "教育经历"))) == ["教育经历"]


def test_a_bold_row_over_figures_stays_with_them(printed):
    page = [BODY, BODY, "", "Revenue by month 2025 2024", "Castings 12 13", "Lighting 14 15", "", BODY]
    document = clean(bold(printed([page]), "Revenue by month 2025 2024"))
    assert headings(document) == []


def test_a_heading_in_bold_at_a_pages_head_does_not_go_on_from_the_page_before(printed):
    document = printed([[BODY, BODY.rstrip(".")], ["Examining the goods", "", BODY, BODY]])
    document = clean(bold(document, "Examining the goods"))
    assert headings(document) == ["Examining the goods"]
    assert all(block.continues is None for block in document.blocks)
