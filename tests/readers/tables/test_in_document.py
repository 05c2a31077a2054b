"""Tables in a document that was read: where they stand, and how."""

from __future__ import annotations

import io

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from docpipe import readers
from docpipe.cleaning import clean
from docpipe.readers.options import ReadOptions
from docpipe.types import Document

FIGURES = (
    ("Year", "2025", "2024"),
    ("Bolts", "1", "22"),
    ("Nuts", "333", ""),
    ("Screws", "5", "6"),
    ("Pin", "7", "8"),
)


def reading(canvas: Canvas, file: io.BytesIO) -> Document:
    canvas.save()
    data = file.getvalue()
    return clean(readers.read(data, readers.describe(data, "made.pdf", None), ReadOptions()))


@pytest.fixture
def page() -> tuple[Canvas, io.BytesIO]:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    canvas.setFont("Helvetica", 10)
    return canvas, file


def draw(canvas: Canvas, rows: tuple[tuple[str, ...], ...], top: float, left: float = 72, wide: float = 120) -> None:
    for row, cells in enumerate(rows):
        for col, text in enumerate(cells):
            canvas.drawString(left + wide * col, top - 16 * row, text)


def test_a_table_stands_between_what_is_above_and_below_it(page):
    canvas, file = page
    canvas.drawString(72, 740, "The numbers of pieces were as follows, and nobody has counted them again since then:")
    draw(canvas, FIGURES, 700)
    canvas.drawString(72, 600, "They were counted by hand in the store at the end of each year, by two persons.")
    made = reading(canvas, file)
    assert [block.kind for block in made.blocks] == ["paragraph", "table", "paragraph"]
    assert made.text.split("\n")[1:4] == ["Year\t2025\t2024", "Bolts\t1\t22", "Nuts\t333\t"]
    (table,) = made.tables
    assert table.block == made.blocks[1].id
    assert table.rows == FIGURES


def test_the_place_of_each_cell_is_its_own(page):
    canvas, file = page
    draw(canvas, FIGURES, 700)
    made = reading(canvas, file)
    start = made.text.index("333")
    (place,) = made.places(start, start + 3)
    (cell,) = [one for one in made.tables[0].cells if (one.row, one.col) == (2, 1)]
    assert place.bbox == pytest.approx(cell.bbox, abs=0.01)
    assert 190 < place.bbox[0] < 194


def test_a_table_over_pages_is_one(page):
    canvas, file = page
    draw(canvas, FIGURES, 120)
    canvas.showPage()
    canvas.setFont("Helvetica", 10)
    draw(canvas, (FIGURES[0], ("Rivets", "9", "10"), ("Dowels", "11", "12"), ("Cleats", "13", "14")), 770)
    (table,) = reading(canvas, file).tables
    assert [row[0] for row in table.rows] == ["Year", "Bolts", "Nuts", "Screws", "Pin", "Rivets", "Dowels", "Cleats"]
    assert [region.page for region in table.regions] == [1, 2]


def test_a_table_in_a_cell_follows_the_table_around_it(page):
    canvas, file = page
    for x in (60, 160, 520):
        canvas.line(x, 760, x, 560)
    for y in (760, 740, 560):
        canvas.line(60, y, 520, y)
    draw(canvas, (("Village", "Remarks"),), 745, wide=110)
    draw(canvas, (("Ashby", "These were counted in three parts of the place:"),), 725, wide=110)
    for x in (200, 300, 400):
        canvas.line(x, 700, x, 640)
    for y in (700, 680, 660, 640):
        canvas.line(200, y, 400, y)
    draw(canvas, (("Part", "Cases"),), 685, 210, 100)
    draw(canvas, (("North", "12"),), 665, 210, 100)
    draw(canvas, (("South", "9"),), 645, 210, 100)
    outer, inner = reading(canvas, file).tables
    assert outer.rows[0] == ("Village", "Remarks")
    assert outer.rows[1][0] == "Ashby"
    assert inner.rows == (("Part", "Cases"), ("North", "12"), ("South", "9"))


def test_the_page_number_below_a_table_that_fills_the_page_is_set_aside(page):
    canvas, file = page
    rows = tuple((f"Item {row}", f"{row}1.50", f"{row}2.75") for row in range(1, 44))
    draw(canvas, rows, 760)
    canvas.drawString(300, 30, "9")
    document = reading(canvas, file)
    assert [(one.kind, one.text) for one in document.removed] == [("page_number", "9")]
    assert len(document.tables[0].rows) == 43


def test_a_figure_right_below_a_table_stays(page):
    canvas, file = page
    rows = tuple((f"Item {row}", f"{row}1.50", f"{row}2.75") for row in range(1, 44))
    draw(canvas, rows, 745)
    canvas.drawString(192, 55, "990")
    document = reading(canvas, file)
    assert "990" in document.text
