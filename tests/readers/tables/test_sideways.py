"""Tables that lie on their side: found as they stand upright, with the boxes that they have on the page."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from docpipe import readers
from docpipe.readers.options import ReadOptions

SIZE = 600
ROWS = (("Year", "2025", "2024"), ("Bolts", "1", "22"), ("Nuts", "333", "44"), ("Screws", "5", "6"))


def sideways(degrees: int) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(SIZE, SIZE))
    canvas.translate(SIZE / 2, SIZE / 2)
    canvas.rotate(degrees)
    canvas.translate(-SIZE / 2, -SIZE / 2)
    canvas.drawString(72, 540, "How many pieces there were at the end of each year, counted by hand")
    for row, cells in enumerate(ROWS):
        for col, text in enumerate(cells):
            canvas.drawString(72 + 130 * col, 500 - 16 * row, text)
    canvas.drawString(72, 420, "Nobody has counted them again since then.")
    canvas.save()
    return file.getvalue()


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_table_on_its_side_has_its_rows_and_stands_in_its_place(degrees):
    data = sideways(degrees)
    made = readers.read(data, readers.describe(data, "made.pdf", None), ReadOptions())
    (table,) = made.tables
    assert table.rows == ROWS
    assert [block.kind for block in made.blocks] == ["paragraph", "table", "paragraph"]


def test_its_cells_have_the_boxes_that_they_have_on_the_page():
    data = sideways(90)
    made = readers.read(data, readers.describe(data, "made.pdf", None), ReadOptions())
    (cell,) = [cell for cell in made.tables[0].cells if (cell.row, cell.col) == (2, 1)]
    start = made.text.index("333")
    (place,) = made.places(start, start + 3)
    assert cell.bbox == pytest.approx(place.bbox, abs=0.01)
    x0, top, x1, bottom = cell.bbox
    assert x1 - x0 < bottom - top
