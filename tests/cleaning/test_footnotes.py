"""Footnotes are blocks of their own, tied to the raised marks that call them."""

import pytest
from msgspec.structs import replace

from docpipe.cleaning import clean

BODY = "The supplier delivers the goods to the buyer at the place that the order names in full."
NOTE = "The list of places stands in the second annex to this agreement."


def smaller(document, chosen, share=0.6, lowered=0.0):
    """The document with the words that ``chosen`` takes (text, y) set smaller, hanging from the top of their line."""
    words = document.words
    boxes = words.boxes[:]
    for at in range(len(words)):
        text, top, bottom = document.text[words.starts[at] : words.ends[at]], *boxes[4 * at + 1 : 4 * at + 4 : 2]
        if chosen(text, top):
            boxes[4 * at + 1] = top + lowered
            boxes[4 * at + 3] = top + lowered + share * (bottom - top)
    return replace(document, words=replace(words, boxes=boxes))


def marks(document):
    return [(mark.kind, document.text[slice(*mark.span)]) for block in document.blocks for mark in block.marks]


def notes(document):
    return {block.number: document.text[slice(*block.span)] for block in document.blocks if block.kind == "footnote"}


def test_every_column_ends_with_its_own_footnotes(printed):
    left = [
        (40.0, 100 + 12 * at, text) for at, text in enumerate(["one two three four five six1", "more of it here."] * 9)
    ]
    right = [(320.0, y, text.replace("six1", "six2")) for _, y, text in left]
    columns = [
        *left, (40.0, 700.0, "1 Of the first"), (40.0, 712.0, "column."),
        *right, (320.0, 700.0, "2 Of the second"), (320.0, 712.0, "column."),
    ]  # fmt: skip
    document = clean(smaller(printed([columns]), lambda _, top: top > 690, 0.8))
    assert notes(document) == {"1": "1 Of the first column.", "2": "2 Of the second column."}


def test_a_line_behind_a_raised_mark_is_a_footnote_though_its_letters_are_as_large(printed):
    page = ["the goods 3 and the order, which the buyer keeps for later use.", BODY, "", f"3 {NOTE}", "", BODY]
    document = clean(smaller(printed([page]), lambda text, _: text == "3"))
    assert notes(document) == {"3": f"3 {NOTE}"}
    assert marks(document) == [("footnote_mark", "3"), ("footnote_mark", "3")]


def test_a_raised_mark_without_its_note_is_superscript_and_the_text_stays_as_printed(printed):
    document = clean(smaller(printed([[f"an area of 20 km 2 and more. {BODY}", BODY]]), lambda text, _: text == "2"))
    assert marks(document) == [("superscript", "2")]
    assert "20 km 2 and" in document.text


@pytest.mark.parametrize(("share", "lowered"), [(0.95, 0.0), (0.6, 5.0)])
def test_figures_of_nearly_one_size_and_lowered_ones_are_no_marks(printed, share, lowered):
    document = smaller(
        printed([[f"2 parts of CO 2 and more. {BODY}", BODY]]), lambda text, _: text == "2", share, lowered
    )
    assert marks(clean(document)) == []


def test_a_numbered_item_in_letters_of_the_body_is_no_footnote(printed):
    page = ["the goods 1 and the order that the buyer keeps for later use.", BODY, "", f"1 {NOTE}", "", BODY]
    document = clean(smaller(printed([page]), lambda text, top: text == "1" and top < 80))
    assert notes(document) == {}


def test_a_chinese_footnote_behind_a_mark_that_follows_a_full_stop(printed):
    body = ["2.1 合同 总价 为 人民币 三百万元 ，含税。1", *["甲方 应当 按照 本 合同 向 乙方 支付 价款 。"] * 8]
    page = [(40.0, 100.0 + 14 * at, text) for at, text in enumerate(body)]
    page += [(40.0, 700.0, "1合同总价系固定总价，已包含 运输费、"), (40.0, 711.0, "保险费和培训费。")]
    document = clean(smaller(printed([page]), lambda _, top: top > 690, 0.75))
    assert list(notes(document)) == ["1"]
    assert notes(document)["1"].replace(" ", "") == "1合同总价系固定总价，已包含运输费、保险费和培训费。"
