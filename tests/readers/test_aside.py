import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from docpipe import readers
from docpipe.readers.options import ReadOptions

LINES = [
    "The Seller delivers the goods to the place that the order names, and",
    "the Buyer takes them over there. Costs of the carriage are borne by",
    "the Seller, unless the parties agree on something else in writing.",
    "Goods that are not as agreed may be sent back within thirty days.",
] * 6


@pytest.fixture
def page():
    """``page(draw)`` is what is read of one page: 24 lines of text, and what ``draw`` puts on the canvas."""
    return _read_page


def _read_page(draw=lambda canvas: None, *, lines=LINES, left=100):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), pageCompression=0, invariant=1)
    canvas.setFont("Helvetica", 10)
    for index, line in enumerate(lines):
        canvas.drawString(left, 700 - 24 * index, line)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    return read(buffer.getvalue())


def read(data):
    return readers.read(data, readers.describe(data, "page.pdf"), ReadOptions())


def turned(x, y, text, *, angle=90, size=10):
    def draw(canvas):
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(angle)
        canvas.setFont("Helvetica", size)
        canvas.drawString(0, 0, text)
        canvas.restoreState()

    return draw


def marked(*texts, tag="/Artifact <</Type /Pagination>> BDC"):
    def draw(canvas):
        canvas._code.append(tag)
        for x, y, text in texts:
            canvas.drawString(x, y, text)
        canvas._code.append("EMC")

    return draw


def named(document):
    return [(entry.kind, entry.text) for entry in document.removed]


def test_an_empty_line_at_the_end_of_a_page_is_no_line(pdf):
    document = read(pdf([[(72, 700, "The Seller delivers."), (72, 680, "   ")]]))
    assert document.text == "The Seller delivers."


def test_a_plain_page_is_left_whole(page):
    document = page()
    assert document.text.split() == " ".join(LINES).split()
    assert not document.removed


def test_turned_text_in_the_margin_is_set_aside_in_its_own_order(page):
    document = page(turned(30, 300, "Deposited:2103.15348v2 [cs.CV] 21 Jun 2021", size=16))
    assert named(document) == [("header", "Deposited:2103.15348v2 [cs.CV] 21 Jun 2021")]
    assert document.text == page().text
    (entry,) = document.removed
    assert entry.page == 1
    assert entry.bbox[2] < 40
    assert entry.why


def test_text_that_runs_down_the_right_margin_is_set_aside(page):
    document = page(turned(580, 600, "Downloaded by the library of Ghent on 3 May 2021", angle=-90, size=8))
    assert named(document) == [("header", "Downloaded by the library of Ghent on 3 May 2021")]


def test_a_turned_page_number_in_the_margin_is_one(page):
    assert named(page(turned(590, 400, "B-1191"))) == [("page_number", "B-1191")]


def test_turned_heads_of_columns_and_names_of_an_axis_stay(page):
    within = page(turned(300, 720, "Volume"), left=150)
    assert "Volume" in within.text
    close = page(turned(96, 300, "Share of all orders"))
    assert "Share of all orders" in close.text
    assert not within.removed
    assert not close.removed


def test_turned_heads_of_many_rows_beside_a_table_stay(page):
    def draw(canvas):
        for index, name in enumerate(("North", "South", "Eastern", "Western", "Middle")):
            turned(60, 600 - 100 * index, name)(canvas)

    assert not page(draw).removed


def test_the_number_of_a_page_whose_body_is_turned_is_set_aside():
    def draw(canvas):
        for index, line in enumerate(LINES):
            turned(100 + 14 * index, 100, line)(canvas)
        turned(560, 380, "54")(canvas)

    document = _read_page(draw, lines=[])
    assert named(document) == [("page_number", "54")]
    assert "within thirty days" in document.text


def test_a_slanted_watermark_is_set_aside_however_little_the_page_has(page):
    document = page(turned(150, 300, "not for sale", angle=40, size=50), lines=["A short letter"])
    assert named(document) == [("watermark", "not for sale")]
    assert document.text == "A short letter"


def test_slanted_labels_of_a_chart_stay(page):
    assert "Turnover" in page(turned(300, 100, "Turnover", angle=45)).text


def test_large_letters_over_the_text_are_a_watermark(page):
    def draw(canvas):
        canvas.setFont("Helvetica-Bold", 90)
        canvas.drawString(110, 400, "VERSION")

    document = page(draw)
    assert named(document) == [("watermark", "VERSION")]
    assert document.text == page().text


def test_a_large_title_above_the_text_stays(page):
    def draw(canvas):
        canvas.setFont("Helvetica-Bold", 40)
        canvas.drawString(110, 730, "ANNUAL REPORT")

    assert "ANNUAL REPORT" in page(draw).text


def test_a_watermark_that_is_all_of_a_page_stays(page):
    document = page(turned(150, 300, "CONFIDENTIAL", angle=45, size=50), lines=[])
    assert document.text == "CONFIDENTIAL"
    assert not document.removed


def test_line_numbers_of_a_pleading_are_set_aside_as_one_column(page):
    def draw(canvas):
        for index in range(28):
            canvas.drawRightString(80, 700 - 24 * index, str(index + 1))

    document = page(draw)
    (entry,) = document.removed
    assert (entry.kind, entry.text) == ("line_number", " ".join(map(str, range(1, 29))))
    assert document.text == page().text


def test_line_numbers_drawn_with_their_lines_are_set_aside(pdf):
    rows = [(x, 700 - 24 * at, text) for at, line in enumerate(LINES) for x, text in ((72, str(at + 1)), (100, line))]
    document = read(pdf([rows]))
    assert [entry.kind for entry in document.removed] == ["line_number"]
    assert document.text.split() == " ".join(LINES).split()


def test_every_fifth_line_may_be_numbered(page):
    def draw(canvas):
        for index in range(4, len(LINES), 5):
            canvas.drawRightString(80, 700 - 24 * index, str(index + 1))

    document = page(draw)
    assert named(document) == [("line_number", "5 10 15 20")]


def test_numbers_of_items_and_of_rows_stay(page):
    def draw(canvas):
        for index in range(12):
            canvas.drawRightString(80, 700 - 24 * index, str(index + 1))

    items = page(draw, lines=[f"Order of the {name} of May" for name in "ABCDEFGHIJKL"])
    rows = page(draw, lines=[f"article {index} {index * 17}" for index in range(1, 13)])
    assert not items.removed
    assert not rows.removed


def test_numbers_under_the_head_of_a_column_stay(page):
    def draw(canvas):
        canvas.drawRightString(80, 724, "No.")
        for index in range(24):
            canvas.drawRightString(80, 700 - 24 * index, str(index + 1))

    assert not page(draw).removed


def test_what_the_file_calls_an_artifact_goes_from_around_the_body(page):
    document = page(marked((100, 760, "Model law of sales"), (500, 760, "17"), (100, 30, "Printed in Ghent")))
    assert named(document) == [
        ("header", "Model law of sales"), ("page_number", "17"), ("footer", "Printed in Ghent"),
    ]  # fmt: skip
    assert document.text == page().text


def test_a_form_that_is_an_artifact_is_furniture_as_a_whole(page):
    def draw(canvas):
        canvas.beginForm("stamp")
        canvas.setFont("Helvetica", 8)
        canvas.drawString(100, 20, "Exhibits of the hearing")
        canvas.endForm()
        canvas._code.append("/Artifact BMC")
        canvas.doForm("stamp")
        canvas._code.append("EMC")

    assert named(page(draw)) == [("footer", "Exhibits of the hearing")]


def test_page_numbers_of_any_form_are_page_numbers():
    for form in ("Page |23", "Page 3 of 61", "- 4 -", "iv"):
        document = _read_page(marked((280, 30, form)))
        assert named(document) == [("page_number", form)]


def test_heads_of_a_table_that_are_repeated_as_artifacts_stay(page):
    document = page(marked((100, 712, "Goods"), (300, 712, "Price"), (400, 712, "Day")))
    assert "Price" in document.text
    assert not document.removed


def test_a_body_that_the_file_calls_an_artifact_stays():
    rows = [(100, 700 - 24 * index, line) for index, line in enumerate(LINES)]
    document = _read_page(marked(*rows), lines=["Terms of sale"])
    assert "within thirty days" in document.text
    assert not document.removed
