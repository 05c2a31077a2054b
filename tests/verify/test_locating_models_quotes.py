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


TYPED = document(
    "Lucid’s “Products” are sold at the price list — as amended — of Lucid;",
    "1. The Distributor shall end any registration that it has made.",
    "Total\t18,050,000\t17,688,000",
    "乙方应支付“市场保证金”人民币 150 万元，协议终止的，无息退还。",
    "Lucid's products are sold at the price list - as amended - of Lucid.",
)


def typed(quote, *blocks):
    found = locate_words(TYPED, quote, blocks)
    return found and (TYPED.text[slice(*found[0].span)], found[1])


def test_quotation_marks_and_bars_between_cells_are_typed_in_many_ways():
    assert typed('Lucid\'s "Products" are sold at the price list', "b0") == (
        "Lucid’s “Products” are sold at the price list",
        True,
    )
    assert typed("Total | 18,050,000 | 17,688,000", "b2") == ("Total\t18,050,000\t17,688,000", True)
    assert typed('乙方应支付"市场保证金"人民币150万元', "b3") == ("乙方应支付“市场保证金”人民币 150 万元", True)
    assert typed("乙方应支付「市场保证金」人民币 150 万元", "b3")[1]
    assert typed('Lucid\'s "Goods" are sold at the price list', "b0") is None


def test_a_quote_may_end_with_another_stop_than_the_text():
    assert typed("sold at the price list — as amended — of Lucid.", "b0")[1] is True
    assert typed("无息退还；", "b3") == ("无息退还", True)
    assert typed("sold at the price list — as amended — of Lucid;", "b1")[1] is False


def test_a_quote_that_goes_on_into_the_next_paragraph_stands_where_it_begins():
    assert typed("as amended — of Lucid; 1. The Distributor shall end", "b0")[1] is True
    assert typed("as amended — of Lucid; 1. The Distributor shall end", "b1")[1] is False
    assert typed("as amended — of Lucid; 1. The Distributor shall not end", "b0") is None
