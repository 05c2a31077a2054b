from __future__ import annotations

import io

from reportlab.pdfgen.canvas import Canvas

from docpipe.readers import ReadOptions, describe, read

LINES = [f"Know what item {number} is and what it comes from." for number in range(30)]


def _read(*shifts):
    """Thirty lines, drawn once for each shift, one page of them after the other."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), invariant=1)
    for shift in shifts:
        for row, line in enumerate(LINES):
            canvas.drawString(72 + shift[0], 700 - 14 * row - shift[1], line)
    canvas.save()
    return read(buffer.getvalue(), describe(buffer.getvalue(), "drawn.pdf"), ReadOptions())


def test_lines_drawn_twice_at_one_place_are_read_once_and_listed():
    document = _read((0, 0), (0.4, 0))
    assert document.text == "\n".join(LINES)
    assert [(removed.kind, removed.text) for removed in document.removed] == [("duplicate", line) for line in LINES]


def test_lines_that_are_printed_twice_stay():
    document = _read((0, 0), (0, 7))
    assert document.text.count("item 7 is") == 2
    assert not document.removed


def test_columns_of_the_same_words_stay():
    assert _read((0, 0), (280, 0)).text.count("item 7 is") == 2
