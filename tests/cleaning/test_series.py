"""The heads of one series are of one kind."""

import pytest

from docpipe.cleaning import clean

BODY = "The supplier delivers the goods to the buyer at the place that the order names in full."
HEADS = ("1. Delivery", "2. Price and payment", "3. Warranty", "4. No other rights")


def kinds(document):
    return {block.number: block.kind for block in document.blocks if block.number}


def under(heads):
    return [line for head in heads for line in (head, "", BODY, "")]


def test_heads_in_sentence_case_are_headings_where_others_of_their_series_are(printed):
    assert kinds(clean(printed([under(HEADS)]))) == dict.fromkeys("1234", "heading")


@pytest.mark.parametrize(
    "other",
    [
        "4. The buyer pays within thirty days after it has received an invoice for the goods.",
        "4. The buyer pays late.",
    ],
)
def test_a_series_with_a_sentence_stays_as_it_is(printed, other):
    found = kinds(clean(printed([under((*HEADS[:3], other))])))
    assert found == {"1": "heading", "2": "list_item", "3": "heading", "4": "list_item"}


def test_items_of_another_series_between_the_heads_stay_items(printed):
    lines = [*under(HEADS[:2]), "(a) the goods;", "", "(b) the spare parts;", "", BODY, "", *under(HEADS[2:])]
    found = kinds(clean(printed([lines])))
    assert (found["2"], found["4"], found["(a)"], found["(b)"]) == ("heading", "heading", "list_item", "list_item")
