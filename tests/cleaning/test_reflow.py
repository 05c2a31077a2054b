import pytest
from msgspec.structs import replace

from docpipe.cleaning import clean

FULL = "The supplier delivers the goods to the buyer at the place that the order names and"
REST = "bears the risk until then."


def texts(document):
    return [document.text[block.span[0] : block.span[1]] for block in document.blocks]


def test_the_lines_of_a_paragraph_become_one(printed):
    document = clean(printed([[FULL, FULL, REST]]))
    assert texts(document) == [f"{FULL} {FULL} {REST}"]


def test_a_gap_begins_a_paragraph(printed):
    assert texts(clean(printed([[FULL, REST, "", FULL, REST]]))) == [f"{FULL} {REST}"] * 2


def test_double_spaced_text_is_not_one_paragraph_per_line(printed):
    lines = [line for text in (FULL, FULL, FULL, REST) for line in (text, "")]
    assert len(texts(clean(printed([lines])))) == 1


def test_an_indented_line_after_a_full_stop_begins_a_paragraph(printed):
    first, second = FULL[:-3] + "ok.", "    " + FULL
    lines = [first, (96, 84, FULL[:78]), (72, 96, REST)]
    assert len(texts(clean(printed([lines])))) == 2
    assert second.strip() == FULL


def test_numbers_begin_items_but_not_in_mid_sentence(printed):
    lines = [
        "(a) the first thing, which is dealt with in full and at length in the text of",
        "Section 2.1 of this agreement;",
    ]
    lines += ["(b) the second thing."]
    assert texts(clean(printed([lines]))) == [" ".join(lines[:2]), lines[2]]


def test_a_paragraph_over_a_page_break_continues(printed):
    document = clean(printed([[FULL, FULL], [REST, "", FULL, REST]]))
    first, second, third = document.blocks
    assert (first.page, second.page) == (1, 2)
    assert second.continues == first.id
    assert third.continues is None
    assert document.text[: second.span[1]] == f"{FULL} {FULL} {REST}"


def test_a_finished_paragraph_does_not_continue_on_the_next_page(printed):
    document = clean(printed([[FULL, "they pay."], [FULL, REST]]))
    assert [block.continues for block in document.blocks] == [None, None]


def test_chinese_lines_join_without_a_space(printed):
    document = clean(printed([["甲 方 应 当 按 照 本 合 同 的 约 定", "支 付 货 款 。"]]))
    assert "定支" in document.text


def test_a_broken_word_is_healed_and_its_print_kept(printed):
    lines = ["The agreement binds both of them, and they will keep to what the agree-", "ment says about it."]
    document = clean(printed([lines]))
    assert "what the agreement says" in document.text
    assert list(document.words.printed.values()) == ["agree-"]


def test_a_compound_keeps_its_hyphen(printed):
    lines = ["A non-binding offer is made under this agreement, and any other such non-", "binding offer too."]
    document = clean(printed([lines]))
    assert document.text.count("non-binding") == 2


def test_the_boxes_of_a_paragraph_are_those_of_its_lines(printed):
    document = clean(printed([[FULL, REST]]))
    start = document.text.index("names and bears")
    place = document.places(start, start + len("names and bears"))[0]
    assert [round(box[1]) for box in place.boxes] == [72, 84]


def test_a_number_that_the_sentence_needs_begins_no_item(printed):
    head = "4.1 The buyer pays for the goods at the latest and in full and in euros within ten"
    for first, second in (
        (head, "(10) days after delivery."),
        (head.replace("within ten", "by Schedule"), "2. The price is fixed."),
        (head.replace("within ten", "of Section"), "2.1 or 2.2 of this agreement."),
    ):
        assert texts(clean(printed([[first, (96, 84, second), "", FULL, REST]])))[0] == f"{first} {second}"


def test_the_next_number_of_a_list_begins_an_item_after_a_full_line(printed):
    lines = ["(a) the first thing, which is dealt with in full and at length in another text and", "(b) the second."]
    assert len(texts(clean(printed([lines])))) == 2


def test_a_line_whose_sentence_goes_on_in_a_column_below_is_not_cut_off(printed):
    document = printed([[FULL, (72, 84, "they pay by then."), (72, 200, "By: Ann"), (330, 200, "By: Bob")]])
    first = document.blocks[0]
    cut = len(FULL)
    parted = replace(
        document, blocks=(replace(first, span=(0, cut)), replace(first, id="b2", span=(cut + 1, first.span[1])))
    )
    assert texts(clean(parted))[0] == f"{FULL} they pay by then."


def test_a_footnote_amid_a_sentence_comes_after_its_paragraph_and_the_sentence_is_whole(printed):
    upper = [FULL.replace("goods", "goods1"), FULL, FULL + " the in-"]
    document = clean(
        small(printed([[*upper, "", "1 Goods are lamps."], ["dependent auditor signs.", "", FULL, REST]]), 4)
    )
    assert [(block.kind, block.page) for block in document.blocks[:3]] == [
        ("paragraph", 1),
        ("paragraph", 2),
        ("footnote", 1),
    ]
    assert "the independent auditor signs." in document.text
    assert document.places(*document.blocks[2].span)[0].page == 1
    assert document.text[slice(*document.blocks[2].span)] == "1 Goods are lamps."


def test_small_letters_without_a_mark_in_the_body_are_no_footnote(printed):
    document = clean(small(printed([[FULL, FULL, REST, "", "1 Goods are lamps."]]), 4))
    assert "footnote" not in {block.kind for block in document.blocks}


def small(document, line):
    """The document with one line set in smaller letters."""
    boxes = document.words.boxes[:]
    first, last = document.words.line_range(line - 1)
    for word in range(first, last):
        boxes[4 * word + 1] += 2
    return replace(document, words=replace(document.words, boxes=boxes))


@pytest.mark.parametrize("broken", ["work-manship", "autho-rized", "confiden-tial", "agree-ment"])
def test_a_word_that_the_document_has_nowhere_else_is_healed_by_its_ending(printed, broken):
    head, tail = broken.split("-")
    document = clean(
        printed([[f"The work binds both of them as long as it is good and shows {head}-", f"{tail} too."]])
    )
    assert f"{head}{tail} too" in document.text


@pytest.mark.parametrize("compound", ["third-party", "non-infringement", "twenty-five", "risk-based", "work-for-hire"])
def test_compounds_keep_their_hyphen_without_a_witness(printed, compound):
    head, tail = compound.rsplit("-", 1)
    document = clean(
        printed([[f"The buyer agrees to the terms that are set out here about {head}-", f"{tail} goods."]])
    )
    assert compound in document.text


def test_the_last_line_of_an_indented_item_is_no_title_although_it_stands_in_the_middle(printed):
    item = "(a) the first thing, which is dealt with in full and at length in this"
    lines = [FULL, REST, "", (150, 108, item), (190, 120, "one and in the other text too."), "", "", FULL]
    assert f"{item} one and in the other text too." in texts(clean(printed([lines])))


@pytest.mark.parametrize("number", ["3)", "(b)", "4.1", "1.", "•", "（一）"])
@pytest.mark.parametrize("drop", [3.0, 12.0])
def test_a_number_on_a_line_of_its_own_stays_with_its_text(printed, number, drop):
    text = "The supplier delivers the goods to the buyer at the place that the order names in full."
    page = [text, "", (72.0, 120.0, number), (100.0, 120.0 + drop, text), "", (72.0, 180.0, text)]
    document = clean(printed([page]))
    assert [document.text[slice(*block.span)] for block in document.blocks] == [text, f"{number} {text}", text]
    assert document.blocks[1].number == number.rstrip(".")


def test_an_article_on_a_line_of_its_own_stands_over_its_title(printed):
    text = "The supplier delivers the goods to the buyer at the place that the order names in full."
    document = clean(printed([[text, "", "ARTICLE 4", "Definitions", "", text]]))
    assert document.text.split("\n")[1:3] == ["ARTICLE 4", "Definitions"]


def test_a_chinese_heading_is_not_joined_to_the_first_of_its_items(printed):
    item = "1、租金标准：第一年每月租金为人民币" + "壹" * 60 + "元。"
    lines = [FULL, FULL, REST, "三、租金及支付方式", item, "2、租金每三个月支付一次。"]
    assert texts(clean(printed([lines])))[1:] == lines[3:]
