"""Reading order that is not the text layer's own is told, so that a quote can be shown in pieces that are found."""

import io

from reportlab.pdfgen.canvas import Canvas

from docpipe.cleaning import clean
from docpipe.readers import ReadOptions, describe, read


def pieces(data, words):
    """A stretch of the text as the text layer has it, piece by piece."""
    document = clean(read(data, describe(data, "drawn.pdf"), ReadOptions()))
    start = document.text.index(words)
    found = document.words.pieces(start, start + len(words), lambda word: True)
    return [document.text[slice(*piece)].strip() for piece in found]


def test_lines_in_the_order_of_the_text_layer_are_one_piece(pdf):
    page = [(72, 700, "The Supplier shall deliver the goods"), (72, 686, "within ten days.")]
    assert pieces(pdf([page]), "deliver the goods within ten days.") == ["deliver the goods within ten days."]


def test_cells_that_were_drawn_line_by_line_are_pieces_of_their_lines():
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    for row, (what, when) in enumerate((("Work", "Time"), ("Delivery", "Within"), ("of goods", "ten days"))):
        canvas.drawString(80, 700 - 14 * row, what)
        canvas.drawString(280, 700 - 14 * row, when)
    canvas.grid([72, 272, 472], [666, 696, 714])
    canvas.save()
    assert pieces(file.getvalue(), "Delivery of goods\tWithin ten days") == [
        "Delivery", "of goods", "Within", "ten days",
    ]  # fmt: skip


def test_a_line_that_is_drawn_twice_parts_what_stands_around_the_second(pdf):
    lines = [(72, 700 - 14 * row, f"The Supplier shall deliver lot {row} to the Customer and") for row in range(9)]
    data = pdf([[*lines[:8], lines[0], lines[8]]])
    assert pieces(data, "lot 7 to the Customer and The Supplier shall deliver lot 8") == [
        "lot 7 to the Customer and", "The Supplier shall deliver lot 8",
    ]  # fmt: skip


def test_numbers_in_the_margin_of_lines_part_nothing(pdf):
    page = []
    for row in range(24):
        page += [
            (40, 700 - 24 * row, str(row + 1)),
            (90, 700 - 24 * row, "the goods that the Supplier shall deliver to"),
        ]
    (piece,) = pieces(pdf([page]), "shall deliver to the goods that the Supplier shall deliver to the goods that")
    assert piece.startswith("shall deliver")
