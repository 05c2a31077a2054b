"""Furniture of one page: every page here is 792 points high, its body ends far from the lower edge."""

import pytest

from docpipe.cleaning import clean

BODY = [
    (72, 120 + 12 * index, line)
    for index, line in enumerate(
        [
            "The Seller delivers the goods to the place that the order names and",
            "the Buyer takes them over there. Costs of the carriage are borne by",
            "the Seller, unless the parties agree on something else in writing.",
        ]
        * 4
    )
]


def read(printed, *lines, others=0):
    """A page with these lines around its body, and other pages that share no line with it."""
    more = [[(72, y, f"{name} says: {line}") for _, y, line in BODY] for name in "ABCDEFG"[:others]]
    return clean(printed([[*lines, *BODY], *more]))


def named(document):
    return [(entry.kind, entry.text) for entry in document.removed]


@pytest.mark.parametrize(
    "form", ["47", "173", "47698", "- 15 -", "－ 15 －", "A-42", "B-1191", "iv", "Page 3 of 40", "第 3 页", "[12]"]
)
def test_a_number_by_itself_at_the_edge_is_the_page_number(printed, form):
    for y in (36, 750):
        document = read(printed, (300, y, form))
        assert [(entry.kind, entry.text.replace(" ", "")) for entry in document.removed] == [
            ("page_number", form.replace(" ", ""))
        ]
        assert document.text == read(printed).text


def test_a_number_in_the_middle_below_a_short_page_is_the_page_number(printed):
    assert named(read(printed, (300, 300, "62"))) == [("page_number", "62")]
    assert not read(printed, (400, 300, "62")).removed


def test_a_page_number_is_known_on_one_page_of_many(printed):
    assert named(read(printed, (300, 750, "12"), others=7)) == [("page_number", "12")]


def test_a_number_of_the_body_stays(printed):
    after = read(printed, (72, 264, "400"))
    assert "400" in after.text
    year = read(printed, (300, 750, "2012"))
    assert "2012" in year.text
    price = read(printed, (300, 750, "1,250.00"))
    assert "1,250.00" in price.text


def test_a_bates_number_is_set_aside(printed):
    assert named(read(printed, (450, 770, "ACME-000123"))) == [("page_number", "ACME-000123")]


def test_a_footer_that_holds_the_page_number_goes_with_it(printed):
    for text in (
        "Order book                 12",
        "August 2, 2007                                   A-42",
        "Appendix B        200",
        "114    The Sales Journal 223     114/312",
    ):
        assert [entry.kind for entry in read(printed, (72, 750, text)).removed] == ["footer"], text


def test_what_stands_below_the_page_number_is_a_footer(printed):
    document = read(printed, (300, 740, "1"), (260, 754, "Alder Printing House"))
    assert named(document) == [("page_number", "1"), ("footer", "Alder Printing House")]


def test_footers_say_where_a_page_is_from(printed):
    for text in (
        "www.journal-of-sales.example",
        "Journal of Sales | www.journal-of-sales.example",
        "March 2014 | Volume 8 | Issue 3",
        "© 2014 The Sales Press",
        "Downloaded from http://sales.example on July 12, 2017",
    ):
        assert [entry.kind for entry in read(printed, (72, 750, text)).removed] == ["footer"], text


def test_a_row_that_says_where_the_page_was_taken_from_is_a_header(printed):
    document = read(printed, (72, 20, "Downloaded from http://sales.example on July 12, 2017"))
    assert [entry.kind for entry in document.removed] == ["header"]


def test_a_page_from_amid_a_book_has_a_header(printed):
    document = read(printed, (258, 40, "The law of sales"), (300, 750, "173"))
    assert named(document) == [("header", "The law of sales"), ("page_number", "173")]


def test_a_name_beside_a_page_number_is_a_header(printed):
    for text in ("The law of sales                      447", "38                   The law of sales"):
        document = read(printed, (72, 40, text))
        assert [entry.kind for entry in document.removed] == ["header"], text


def test_a_row_above_a_drawn_rule_is_the_header_of_a_page_with_a_number(printed):
    rows = [(72, 40, "Healthy Lives"), (72, 52, "_" * 60)]
    document = read(printed, *rows, (300, 750, "50"))
    assert "Healthy Lives" not in document.text
    assert ("header", "Healthy Lives") in named(document)
    assert "Healthy Lives" in read(printed, *rows).text


def test_a_number_in_the_upper_margin_may_stand_close_to_the_title(printed):
    document = read(printed, (550, 20, "15"), (250, 36, "ABRASIVES"), (72, 108, "Their uses are many"))
    assert named(document) == [("page_number", "15")]


def test_the_month_of_a_report_at_its_foot_is_a_footer(printed):
    document = read(printed, (550, 20, "15"), (72, 750, "Survey of Minerals, January 2011"))
    assert ("footer", "Survey of Minerals, January 2011") in named(document)
    assert not read(printed, (72, 750, "Ghent, 3 January 2011")).removed


def test_the_first_page_keeps_its_title_and_letterhead(printed):
    for text in (
        "SALES AGREEMENT",
        "Exhibit 10.1",
        "Acme Corporation, 12 High Street, Ghent, www.acme.example",
        "Invoice                                1234",
        "Execution Version",
    ):
        document = read(printed, (72, 40, text), (300, 750, "1"))
        assert [entry.kind for entry in document.removed] == ["page_number"], text
        assert text.split()[0] in document.text


def test_a_section_that_begins_an_extract_stays(printed):
    for x, text in (
        (258, "Article 7 Delivery"), (276, "Schedule 2"), (264, "Table 4 Prices"), (270, "7.1 Delivery"),
        (72, "The goods"), (279, "THE GOODS"),
    ):  # fmt: skip
        document = read(printed, (x, 40, text), (300, 750, "15"))
        assert [entry.kind for entry in document.removed] == ["page_number"], text


def test_what_ends_a_body_stays(printed):
    for text in (
        "By: ____________",
        "Name: Dora Ash",
        "Total                                       12",
        "Signed at Ghent on the day named above.",
        "1 See http://sales.example/law, and the notes there.",
        "Dora Ash, President",
    ):
        document = read(printed, (72, 740, text))
        assert not document.removed, text


def test_a_page_with_little_text_keeps_all_of_it(printed):
    document = clean(printed([[(72, 120, "Exhibit A"), (300, 400, "Prices"), (300, 750, "7")]]))
    assert "7" in document.text.split()
    assert not document.removed
