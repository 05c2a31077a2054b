import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from docpipe import errors
from docpipe.readers import Limits, ReadOptions, describe, read


def reading(data, **options):
    return read(data, describe(data, "drawn.pdf"), ReadOptions(**options))


def test_words_have_text_and_boxes_from_the_upper_left(pdf):
    document = reading(pdf([[(72, 700, "Supply Agreement")]]))
    assert document.text == "Supply Agreement"
    x0, top, x1, bottom = document.words.box(1)
    assert 105 < x0 < 112
    assert 150 < x1 < 165
    assert 80 < top < 88 < 92 < bottom < 96


def test_lines_are_joined_with_line_feeds_and_keep_their_page(pdf):
    document = reading(pdf([[(72, 700, "one two"), (72, 688, "three")], [(72, 700, "four")]]))
    assert document.text == "one two\nthree\nfour"
    assert list(document.words.line_starts) == [0, 2, 3]
    assert list(document.words.line_pages) == [1, 1, 2]
    assert [document.text[slice(*block.span)] for block in document.blocks] == ["one two\nthree", "four"]


@pytest.mark.parametrize(("rotation", "place"), [(0, (72, 292)), (90, (500, 72)), (180, (540, 500)), (270, (112, 720))])
def test_boxes_are_as_displayed_on_rotated_pages(pdf, rotation, place):
    document = reading(pdf([[(72, 500, "here")]], rotation=rotation))  # displayed upright: 612 wide, 792 high
    page = document.pages[0]
    assert (page.width, page.height, page.rotation) == (612, 792, rotation)
    x0, top, x1, bottom = document.words.box(0)
    assert (x1 - x0 > bottom - top) == (rotation in (0, 180))
    assert x0 - 3 <= place[0] <= x1 + 3
    assert top - 3 <= place[1] <= bottom + 3


def test_boxes_count_from_the_crop_box(pdf):
    plain = reading(pdf([[(172, 600, "here")]])).words.box(0)
    cropped = reading(pdf([[(172, 600, "here")]], crop=(100, 50, 500, 742)))
    assert (cropped.pages[0].width, cropped.pages[0].height) == (400, 692)
    moved = (plain[0] - 100, plain[1] - 50, plain[2] - 100, plain[3] - 50)
    assert cropped.words.box(0) == pytest.approx(moved, abs=0.01)


def test_every_chinese_character_has_its_own_box(pdf):
    document = reading(pdf([[(72, 700, "甲方应当支付 ABC 货款")]], font="STSong-Light"))
    assert document.text == "甲方应当支付 ABC 货款"
    place = document.places(2, 4)[0]
    assert document.text[2:4] == "应当"
    assert place.bbox[2] - place.bbox[0] == pytest.approx(20, abs=1)


def test_chinese_set_wide_has_no_spaces_but_a_gap_is_one(pdf):
    assert reading(pdf([[(72, 700, "支 付 货 款    乙方")]], font="STSong-Light")).text == "支付货款 乙方"


def test_two_columns_drawn_row_by_row_are_read_one_after_the_other(pdf):
    rows = [
        text
        for row in range(8)
        for text in (
            (72, 700 - 12 * row, f"left column words of row {row} go on"),
            (320, 700 - 12 * row, f"right column words of row {row} go on"),
        )
    ]
    text = reading(pdf([rows])).text
    assert text.index("left column words of row 7") < text.index("right column words of row 0")


def test_signature_blocks_side_by_side_are_read_one_after_the_other(pdf):
    rows = ["ACME, INC.", "By: ________", "Name: Ann", "Title: Director"]
    others = ["BETA LLC", "By: ________", "Name: Bob", "Title: Manager"]
    page = [(72, 730, "IN WITNESS WHEREOF, the parties have signed this agreement on the date first written above.")]
    for index, (left, right) in enumerate(zip(rows, others, strict=True)):
        page += [(72, 700 - 12 * index, left), (320, 700 - 12 * index, right)]
    assert "Name: Ann\nTitle: Director\nBETA LLC" in reading(pdf([page])).text


def test_the_rows_of_a_table_stay_rows(pdf):
    cells = [
        cell
        for row, name in enumerate(("Revenue", "Costs", "Profit", "Taxes", "Income", "Dividends"))
        for cell in ((72, 700 - 12 * row, name), (320, 700 - 12 * row, f"{row},120"))
    ]
    assert "Costs\t1,120\nProfit\t2,120" in reading(pdf([cells])).text


def test_the_form_at_the_head_of_a_chinese_contract_stays_in_rows(pdf):
    labels = ["买方（甲方）", "统一社会信用代码", "住所", "卖方（乙方）", "统一社会信用代码", "住所"]
    cells = [
        cell
        for row, label in enumerate(labels)
        for cell in ((80, 700 - 17 * row, label), (190, 700 - 17 * row, f"某某精密制造股份有限公司第{row}号"))
    ]
    assert "住所 某某精密制造股份有限公司第2号\n卖方（乙方） 某某" in reading(pdf([cells], font="STSong-Light")).text


def test_a_watermark_drawn_over_the_page_does_not_disturb_its_order(pdf):
    page = [(72, 700 - 14 * row, f"line {row} of the page") for row in range(20)]
    data = pdf([page], points=10, watermark="DRAFT")
    assert reading(data).text.startswith("line 0 of the page\nline 1 of the page\nline 2")


def test_a_header_drawn_last_is_read_first(pdf):
    page = [(72, 700, "The body of the page"), (72, 688, "goes on here."), (72, 760, "Header")]
    assert reading(pdf([page])).text == "Header\nThe body of the page\ngoes on here."


def test_a_number_drawn_apart_stays_with_its_line(pdf):
    page = [(72, 700, "(1)"), (100, 700, "the first item"), (72, 688, "(2)"), (100, 688, "the second item")]
    assert reading(pdf([page])).text == "(1) the first item\n(2) the second item"


def test_chosen_pages_keep_their_numbers(pdf):
    document = reading(pdf([[(72, 700, f"page {word}")] for word in ("one", "two", "three", "four")]), pages="2,4-")
    assert document.text == "page two\npage four"
    assert document.pages_read == (2, 4)
    assert [block.page for block in document.blocks] == [2, 4]


def test_pages_without_text_are_named_in_a_warning(pdf):
    document = reading(pdf([[(72, 700, "text")], [], []]))
    assert any("pages 2-3" in warning for warning in document.warnings)


def test_pages_of_pictures_are_named_where_nobody_is_to_read_them():
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.drawString(72, 700, "text")
    canvas.showPage()
    canvas.drawInlineImage(_picture(), 72, 500, 100, 100)
    canvas.showPage()
    canvas.save()
    document = reading(buffer.getvalue(), ocr="never")
    assert "page 2: only pictures, no text; --ocr auto reads scans" in document.warnings
    assert (document.pages_read, document.page_count) == ((1,), 2)


def test_no_text_at_all_is_an_error(pdf):
    with pytest.raises(errors.NoText, match="no page has text"):
        reading(pdf([[]]))


def test_a_password_is_asked_for_and_checked(pdf):
    data = pdf([[(72, 700, "secret")]], password="open")
    with pytest.raises(errors.Encrypted, match="--password"):
        reading(data)
    with pytest.raises(errors.WrongPassword):
        reading(data, password="shut")
    assert reading(data, password="open").text == "secret"


def test_a_cut_file_gives_what_can_be_read_or_says_that_it_is_damaged(pdf):
    data = pdf([[(72, 700, f"page {word}")] for word in ("one", "two", "three")])
    for share in (5, 35, 65, 95):
        try:
            document = reading(data[: len(data) * share // 100])
        except (errors.ReadError, errors.NoText):
            continue
        assert document.warnings


def test_pages_that_were_not_read_count_among_those_of_the_file(pdf):
    data = pdf([[(72, 700, f"page {word}")] for word in ("one", "two", "three", "four")])
    document = reading(data, pages="2-3")
    assert (document.pages_read, document.page_count) == ((2, 3), 4)


def test_an_empty_file_says_so():
    with pytest.raises(errors.ReadError, match="empty"):
        reading(b"")


def test_limits_name_their_setting_and_value(pdf):
    data = pdf([[(72, 700, "one")], [(72, 700, "two")]])
    with pytest.raises(errors.LimitExceeded, match=r"2 pages.*max_pages = 1"):
        reading(data, limits=Limits(page_count=1))
    with pytest.raises(errors.LimitExceeded, match=r"max_bytes = 10"):
        reading(data, limits=Limits(size_bytes=10))


def _picture():
    from PIL import Image

    return Image.new("RGB", (10, 10), "red")
