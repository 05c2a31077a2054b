"""Lines through words strike them; lines under words, beside them and around tables do not."""

from __future__ import annotations

import io

import pytest
from reportlab.lib.colors import black, red, white
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from docpipe.cleaning import clean
from docpipe.readers import describe, read
from docpipe.readers.options import ReadOptions
from docpipe.readers.struck import FEW_OBJECTS
from docpipe.types import Document

BEFORE, STRUCK, AFTER = "The notice is ", "thirty (30)", " sixty (60) days long."
LEFT = 72 + stringWidth(BEFORE, "Helvetica", 10)
RIGHT = LEFT + stringWidth(STRUCK, "Helvetica", 10)


def page(draw, *, text: str = BEFORE + STRUCK + AFTER, turned: bool = False, crowd: int = 0) -> Document:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(792, 792), invariant=1)
    if turned:
        canvas.translate(792, 0)
        canvas.rotate(90)
        canvas.setPageRotation(90)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(72, 700, text)
    canvas.drawString(72, 676, "All else stays.")
    draw(canvas)
    for index in range(crowd):
        canvas.rect(300, 100, 1 + index % 7, 200, stroke=0, fill=1)
    canvas.save()
    data = buffer.getvalue()
    return clean(read(data, describe(data, "page.pdf", None), ReadOptions()))


def struck(document: Document) -> list[str]:
    return [document.text[slice(*mark.span)] for block in document.blocks for mark in block.marks]


def line(canvas: Canvas, x0: float = LEFT, x1: float = RIGHT, y: float = 703, colour=black) -> None:
    canvas.setStrokeColor(colour)
    canvas.setLineWidth(0.6)
    canvas.line(x0, y, x1, y)


def bar(canvas: Canvas, colour=black) -> None:
    canvas.setFillColor(colour)
    canvas.rect(LEFT, 702.5, RIGHT - LEFT + 3, 0.6, stroke=0, fill=1)


@pytest.mark.parametrize("draw", [line, bar, lambda canvas: bar(canvas, red)])
def test_a_line_or_a_thin_bar_through_words_strikes_them(draw):
    document = page(draw)
    assert struck(document) == [STRUCK]
    assert BEFORE + STRUCK + AFTER in document.text
    assert "page 1: some text is struck through; it stands in the text, marked as struck" in document.warnings


def test_a_line_strikes_words_on_a_page_that_is_shown_turned():
    assert struck(page(line, turned=True)) == [STRUCK]


def test_a_word_is_cut_where_its_strike_ends():
    document = page(line, text="The notice is thirty (30)sixty (60) days long.")
    assert struck(document) == [STRUCK]
    assert "thirty (30)sixty (60)" in document.text


@pytest.mark.parametrize(
    "draw",
    [
        lambda canvas: line(canvas, y=698.5),  # under the words
        lambda canvas: line(canvas, y=709),  # over them
        lambda canvas: line(canvas, x0=40, x1=560),  # a rule of a table
        lambda canvas: line(canvas, x0=400, x1=500),  # beside
        lambda canvas: line(canvas, colour=white),
        lambda canvas: canvas.rect(LEFT, 698, RIGHT - LEFT, 10, stroke=1, fill=0),  # a box around
        lambda canvas: canvas.line(LEFT, 698, RIGHT, 708),  # a cross
    ],
)
def test_other_lines_strike_nothing(draw):
    document = page(draw)
    assert struck(document) == []
    assert document.warnings == ()


def test_an_underlined_word_with_tails_is_not_struck():
    text = "pay gym"
    document = page(lambda canvas: line(canvas, 72, 72 + stringWidth(text, "Helvetica", 10), 698.6), text=text)
    assert struck(document) == []


def redline(canvas: Canvas, *, words=red, under=red, strike: bool = True) -> None:
    if strike:
        line(canvas)
    canvas.setFillColor(words)
    canvas.drawString(72, 640, "New words.")
    line(canvas, 72, 72 + stringWidth("New words.", "Helvetica", 10), 638.8, under)


def test_words_in_a_colour_and_underlined_in_it_are_inserted_where_others_are_struck():
    document = page(redline)
    kinds = {mark.kind: document.text[slice(*mark.span)] for block in document.blocks for mark in block.marks}
    assert kinds == {"struck": STRUCK, "inserted": "New words."}


@pytest.mark.parametrize("look", [{"words": black}, {"under": black}, {"words": black, "under": black}])
def test_other_underlined_words_are_not_inserted(look):
    assert struck(page(lambda canvas: redline(canvas, **look))) == [STRUCK]


def test_coloured_and_underlined_words_alone_are_no_redline():
    assert struck(page(lambda canvas: redline(canvas, strike=False))) == []


def test_a_crowded_page_is_looked_at_too():
    assert struck(page(line, crowd=FEW_OBJECTS + 100)) == [STRUCK]
