"""Contents are recognised with what stands between their entries, and the headings of the body stay headings."""

import pytest

from docpipe.cleaning import clean

BODY = "The supplier delivers the goods to the buyer at the place that the order names in full."


def headings(document, page):
    return [
        document.text[slice(*block.span)] for block in document.blocks if block.kind == "heading" and block.page == page
    ]


def test_headings_between_the_entries_belong_to_the_contents(printed):
    contents = [
        "TABLE OF CONTENTS", "", "ARTICLE I", "", "DEFINITIONS", "", "1.1 Terms 21", "", "ARTICLE II", "", "DELIVERY",
        "", "2.1 Place 22", "", "2.2 Time 24",
    ]  # fmt: skip
    document = clean(printed([contents, ["ARTICLE I", "", "DEFINITIONS", "", BODY, BODY]]))
    assert headings(document, 1) == ["TABLE OF CONTENTS"]
    assert headings(document, 2) == ["ARTICLE I", "DEFINITIONS"]


def test_annexes_without_pages_end_the_contents_if_they_come_again(printed):
    contents = ["INDEX", "", "1.1 Terms 1", "1.2 Place 2", "1.3 Time 4", "", "Schedule A Prices", "", "Schedule B"]
    document = clean(printed([contents, [BODY, BODY, BODY, "", "Schedule A", "", BODY, "", "Schedule B", "", BODY]]))
    assert headings(document, 1) == ["INDEX"]
    assert headings(document, 2) == ["Schedule A", "Schedule B"]


def test_entries_without_pages_are_contents_up_to_where_the_first_stands_again(printed):
    names = ["1. Terms", "", "2. Delivery", "", "3. Price", "", "4. Law"]
    body = [line for name in names if name for line in (name, "", BODY, BODY, "")]
    document = clean(printed([["Contents", "", *names], body]))
    assert headings(document, 1) in (["Contents"], [])
    assert headings(document, 2) == [name for name in names if name]


@pytest.mark.parametrize("title", ["Contents", "SCHEDULE OF PRICES"])
def test_figures_that_fall_lead_to_no_pages(printed, title):
    lines = [title, "", "1.1 Bolts 30", "", "1.2 Nuts 20", "", "1.3 Gears 10", "", BODY]
    kinds = {block.number: block.kind for block in clean(printed([lines])).blocks if block.number}
    assert kinds == dict.fromkeys(("1.1", "1.2", "1.3"), "heading")


def test_each_entry_is_a_block_though_its_line_is_full(printed):
    entries = [f"{at}. {name} of the goods and of all other things that the parties name here {at}" for at, name in
               enumerate(("Terms", "Delivery", "Price", "Law"), 1)]  # fmt: skip
    document = clean(printed([["CONTENTS", "", *entries], [BODY, BODY]]))
    assert sum(block.page == 1 for block in document.blocks) == 5
