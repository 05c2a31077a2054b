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
