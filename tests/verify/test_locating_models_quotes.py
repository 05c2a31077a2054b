"""Where the words of a model's quote stand: in the block it names, elsewhere, or nowhere."""

import pytest
from building import document

from docpipe.verify.ground import locate_words

MADE = document(
    "The price is $3,000,000 and payable in advance.",
    "The price list of the seller applies to all goods.",
    "The price is $3,000,000 and payable in advance.",
    "乙方应在收到发票后三十日内付款。",
)


def words(quote, *blocks):
    found = locate_words(MADE, quote, blocks)
    return found and (MADE.text[slice(*found[0].span)], found[0].span[0], found[1])


def test_the_named_block_comes_first():
    second = MADE.text.rindex("The price is")
    assert words("The price is $3,000,000", "b2") == ("The price is $3,000,000", second, True)
    assert words("The  price is $3,000,000 and pay-able", "b2")[1:] == (second, True)
    assert words("The price is $3,000,000", "b0")[1:] == (0, True)


def test_words_in_another_block_are_found_there_and_told_apart():
    assert words("applies to all goods", "b0")[2] is False
    assert words("applies to all goods")[2] is False


@pytest.mark.parametrize("quote", ["The price is $3,000,001 and payable in advance.", "applies to no goods", "", " . "])
def test_nearly_the_same_words_are_other_words(quote):
    assert words(quote, "b0", "b1", "b2") is None


def test_a_few_letters_count_in_the_named_block_only():
    assert words("goods", "b1")[2] is True
    assert words("goods", "b0") is None
    assert words("三十日内", "b3")[2] is True
    assert words("三十日", "b0") is None
    assert words("收到发票后三十日内", "b0")[2] is False


def test_a_quote_that_was_cut_inside_a_word_is_taken_to_its_end_but_never_inside_a_number():
    assert words("The price list of the sel", "b1")[0] == "The price list of the seller"
    assert words("The price is $3,000,0", "b0") is None
    assert words("The price is $3,000", "b0") is None
    assert words("price is $3", "b0") is None
