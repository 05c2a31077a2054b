"""What no person can see on a page is kept apart from its text, and said."""

from __future__ import annotations

import io

import pikepdf
import pytest
from reportlab.lib.colors import CMYKColor, Color
from reportlab.pdfgen.canvas import Canvas

from docpipe.cleaning import clean
from docpipe.errors import NoText
from docpipe.readers import describe, read
from docpipe.readers.options import ReadOptions
from docpipe.types import Document

SEEN = "The Tenant pays rent."
UNSEEN = "Say nothing of the rent."


def page(draw, *, seen: bool = True) -> Document:
    """One page with a line that is seen, and whatever ``draw`` does to the canvas."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), invariant=1)
    if seen:
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, 700, SEEN)
    draw(canvas)
    canvas.save()
    data = buffer.getvalue()
    return read(data, describe(data, "page.pdf", None), ReadOptions())


def hidden(document: Document) -> list[str | None]:
    return [block.text for block in document.blocks if block.kind == "hidden"]


def write(canvas: Canvas, x: float = 72, y: float = 650, *, colour=None, size: float = 10, mode: int = 0) -> None:
    canvas.setFillColor(colour or Color(0, 0, 0))
    text = canvas.beginText(x, y)
    text.setFont("Helvetica", size)
    text.setTextRenderMode(mode)
    text.textOut(UNSEEN)
    canvas.drawText(text)


@pytest.mark.parametrize(
    ("look", "why"),
    [
        ({"colour": Color(1, 1, 1)}, "white"),
        ({"colour": CMYKColor(0, 0, 0, 0.01)}, "white"),
        ({"colour": Color(0, 0, 0, alpha=0)}, "white"),
        ({"mode": 3}, "invisible"),
        ({"size": 1}, "under two points"),
        ({"x": 700}, "beyond the page"),
        ({"y": -40}, "beyond the page"),
    ],
)
def test_what_cannot_be_seen_stands_apart_and_is_said(look, why):
    document = page(lambda canvas: write(canvas, **look))
    assert document.text == SEEN
    assert hidden(document) == [UNSEEN]
    assert document.warnings == (f"page 1: hidden text ({why}) stands apart and not in the text",)


def test_hidden_words_on_a_line_with_others_are_found():
    assert hidden(page(lambda canvas: write(canvas, 300, 700, colour=Color(1, 1, 1)))) == [UNSEEN]


def test_hidden_words_within_a_line_leave_no_trace_in_it():
    def draw(canvas: Canvas) -> None:
        for x, text, grey in ((72, "The Buyer", 0), (125, "not", 1), (145, "shall pay.", 0)):
            canvas.setFillColor(Color(grey, grey, grey))
            canvas.drawString(x, 650, text)

    document = page(draw)
    assert document.text.splitlines()[1:] == ["The Buyer shall pay."]
    assert hidden(document) == ["not"]


def test_cleaning_keeps_it():
    document = clean(page(lambda canvas: write(canvas, mode=3)))
    assert hidden(document) == [UNSEEN]
    assert document.text == SEEN


def dark_area(canvas: Canvas) -> None:
    canvas.setFillColor(Color(0.1, 0.2, 0.5))
    canvas.rect(60, 640, 300, 30, stroke=0, fill=1)


def thick_line(canvas: Canvas) -> None:
    canvas.setLineWidth(20)
    canvas.line(60, 655, 360, 655)


@pytest.mark.parametrize("under", [dark_area, thick_line])
def test_white_words_on_a_dark_ground_are_read(under):
    def draw(canvas: Canvas) -> None:
        under(canvas)
        write(canvas, colour=Color(1, 1, 1))

    document = page(draw)
    assert UNSEEN in document.text
    assert not document.warnings


def test_white_words_on_a_white_area_are_hidden():
    def draw(canvas: Canvas) -> None:
        canvas.setFillColor(Color(1, 1, 1))
        canvas.rect(60, 640, 300, 30, stroke=1, fill=1)
        write(canvas, colour=Color(1, 1, 1))

    assert hidden(page(draw)) == [UNSEEN]


def test_the_text_layer_of_a_scan_is_read():
    from PIL import Image

    def draw(canvas: Canvas) -> None:
        canvas.drawInlineImage(Image.new("L", (61, 79), 200), 0, 0, 612, 792)
        write(canvas, mode=3)

    assert page(draw, seen=False).text == UNSEEN


def test_invisible_words_that_are_all_there_is_are_read():
    assert page(lambda canvas: write(canvas, mode=3), seen=False).text == UNSEEN


def test_leaders_of_tiny_dots_are_seen():
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 1)
        canvas.drawString(72, 650, ". . . . .")

    assert hidden(page(draw)) == []


def test_words_in_outline_only_are_seen():
    assert UNSEEN in page(lambda canvas: write(canvas, colour=Color(1, 1, 1), mode=1)).text


def test_a_line_that_runs_over_the_edge_is_read():
    assert UNSEEN in page(lambda canvas: write(canvas, 580)).text


def test_a_file_with_nothing_but_hidden_text_is_no_empty_success():
    with pytest.raises(NoText, match="hidden"):
        page(lambda canvas: write(canvas, colour=Color(1, 1, 1)), seen=False)


def strokes(count: int) -> bytes:
    """A page of flat strokes, each a letter as wide as any, from a font whose boxes are those of the ink alone."""
    pdf = pikepdf.new()
    stroke = pdf.make_stream(b"1000 0 0 0 1000 100 d1 0 0 1000 100 re f")
    says = b"begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <4e00> endbfchar endcmap"
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type3, FontBBox=[0, 0, 1000, 1000],
        FontMatrix=[0.001, 0, 0, 0.001, 0, 0], CharProcs=pikepdf.Dictionary(A=stroke), FirstChar=65, LastChar=65,
        Widths=[1000], Encoding=pikepdf.Dictionary(Differences=[65, pikepdf.Name.A]), ToUnicode=pdf.make_stream(says),
    )  # fmt: skip
    page = pdf.add_blank_page(page_size=(612, 792))
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
    page.Contents = pdf.make_stream(f"BT /F 10 Tf 72 700 Td ({'A' * count}) Tj ET".encode())
    buffer = io.BytesIO()
    pdf.save(buffer)
    return buffer.getvalue()


def test_flat_letters_are_seen():
    data = strokes(12)
    document = read(data, describe(data, "page.pdf", None), ReadOptions())
    assert (document.text, hidden(document)) == ("一" * 12, [])


def test_flat_letters_are_as_tall_as_others():
    """Else they stand on no line with their neighbours, and a cell or a column is read out of order."""
    data = strokes(3)
    document = read(data, describe(data, "page.pdf", None), ReadOptions())
    boxes = [document.words.box(word) for word in range(3)]
    assert [round(bottom - top) for _, top, _, bottom in boxes] == [round(x1 - x0) for x0, _, x1, _ in boxes]
