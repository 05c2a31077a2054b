from __future__ import annotations

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from docpipe import readers
from docpipe.readers.options import ReadOptions


def _read(draw, *, rotation=0):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), invariant=1)
    draw(canvas)
    canvas.setPageRotation(rotation)
    canvas.save()
    data = buffer.getvalue()
    return readers.read(data, readers.describe(data, "a.pdf", None), ReadOptions())


def _turned(canvas, x, y, angle, text, *, one_by_one=False):
    """Text from a point on, turned anticlockwise; glyph by glyph if wanted."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.rotate(angle)
    at = 0.0
    for part in text if one_by_one else [text]:
        canvas.drawString(at, 0, part)
        at += canvas.stringWidth(part)
    canvas.restoreState()


ROWS = ["Table 4 Royalties by region", "Region Rate Minimum", "North 4.5 1,200", "South (3.0) 900", "West 5.1 2,450"]


@pytest.mark.parametrize(("angle", "x", "y", "step"), [(90, 100, 100, 14), (270, 500, 700, -14)])
@pytest.mark.parametrize("one_by_one", [False, True])
def test_a_page_on_its_side_is_read_in_its_own_direction(angle, x, y, step, one_by_one):
    def draw(canvas):
        for row, text in enumerate(ROWS):
            _turned(canvas, x + step * row, y, angle, text, one_by_one=one_by_one)
        canvas.drawString(300, 30, "12")

    document = _read(draw)
    assert "\n".join(ROWS) in document.text
    assert all(block.bbox[3] - block.bbox[1] > 50 for block in document.blocks if "Royalties" in _of(document, block))


def test_a_page_that_is_displayed_upright_is_not_turned():
    def draw(canvas):
        for row, text in enumerate(ROWS):
            _turned(canvas, 100 + 14 * row, 100, 90, text)

    document = _read(draw, rotation=90)
    assert document.text == "\n".join(ROWS)
    assert all(block.bbox[2] - block.bbox[0] > 50 for block in document.blocks)


def test_a_page_upside_down_is_read():
    def draw(canvas):
        for row, text in enumerate(ROWS):
            _turned(canvas, 500, 100 + 14 * row, 180, text)

    assert _read(draw).text == "\n".join(ROWS)


def test_turned_heads_of_columns_stand_above_their_columns():
    def draw(canvas):
        canvas.drawString(72, 740, "The fees of the last three years were these.")
        for row, text in enumerate(["North", "South"]):
            canvas.drawString(72, 600 - 14 * row, text)
            for column in range(3):
                canvas.drawString(200 + 60 * column, 600 - 14 * row, f"{row}.{column}")
        for column in range(3):
            _turned(canvas, 210 + 60 * column, 630, 90, f"Year {2020 + column}")

    lines = _read(draw).text.splitlines()
    assert lines == ["The fees of the last three years were these.", "Year 2020", "Year 2021", "Year 2022",
                     "North 0.0 0.1 0.2", "South 1.0 1.1 1.2"]  # fmt: skip


@pytest.mark.parametrize(
    "matrix", [(-1, 0, 0, 1, 500, 700), (1, 0, 0, -1, 100, 100), (0, 1, 1, 0, 100, 100), (0, -1, -1, 0, 500, 700)]
)
def test_a_mirrored_page_is_read(matrix):
    def draw(canvas):
        canvas.transform(*matrix)
        for row, text in enumerate(ROWS):
            canvas.drawString(0, -14 * row, text)

    assert _read(draw).text == "\n".join(ROWS)


def test_turned_text_beside_the_body_is_a_block_of_its_own_behind_it():
    def draw(canvas):
        for row in range(20):
            canvas.drawString(200, 700 - 14 * row, f"Sentence {row} of the body goes on over its line and")
            if row < 4:
                _turned(canvas, 130 + 14 * row, 300, 90, f"note {row} on the side by the office")

    document = _read(draw)
    assert _of(document, document.blocks[-1]).splitlines()[0] == "note 0 on the side by the office"
    assert "goes on over its line and\nSentence 10" in document.text


def test_an_oblique_mark_enters_no_sentence():
    def draw(canvas):
        for row in range(20):
            canvas.drawString(72, 700 - 14 * row, f"Sentence {row} of the body goes on over its line and")
            if row == 9:
                _turned(canvas, 150, 450, 45, "DRAFT FOR REVIEW")

    document = _read(draw)
    assert _of(document, document.blocks[-1]) == "DRAFT FOR REVIEW"
    assert "goes on over its line and\nSentence 10" in document.text


def _of(document, block):
    return document.text[slice(*block.span)]
