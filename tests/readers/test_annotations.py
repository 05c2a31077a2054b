"""Comments on a page are blocks of their own beside its text, and crossed-out words are known."""

from __future__ import annotations

import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String
from reportlab.pdfgen.canvas import Canvas

from docpipe.cleaning import clean
from docpipe.errors import NoText
from docpipe.readers import describe, read
from docpipe.readers.options import ReadOptions
from docpipe.types import Document

BODY = ("The Tenant pays rent on the", "first day of each month.")


def commented(*annotations: Dictionary, body: tuple[str, ...] = BODY, picture: bool = False) -> Document:
    """A page with two lines of text and some annotations, read and cleaned."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), invariant=1)
    canvas.setFont("Helvetica", 10)
    for line, text in enumerate(body):
        canvas.drawString(72, 700 - 12 * line, text)
    if picture:
        canvas.drawInlineImage(pikepdf_picture(), 72, 300, 100, 100)
    canvas.save()
    with pikepdf.open(buffer) as pdf:
        pdf.pages[0].Annots = pdf.make_indirect(Array([pdf.make_indirect(one) for one in annotations]))
        changed = io.BytesIO()
        pdf.save(changed)
    data = changed.getvalue()
    return clean(read(data, describe(data, "page.pdf", None), ReadOptions()))


def pikepdf_picture():
    from PIL import Image

    return Image.new("RGB", (4, 4), "blue")


def note(kind: str = "Text", text: str | None = "Ask the owner.", rect=(200, 640, 220, 660), flags=4, **more):
    entries = {"Type": Name.Annot, "Subtype": Name("/" + kind), "Rect": Array(rect), "F": flags, **more}
    if text is not None:
        entries["Contents"] = String(text)
    return Dictionary({f"/{name}": value for name, value in entries.items()})


def annotations(document: Document) -> list[str | None]:
    return [block.text for block in document.blocks if block.kind == "annotation"]


@pytest.mark.parametrize(
    "kind",
    ["Text", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline", "Squiggly",
     "Stamp", "Caret", "Ink", "FileAttachment"],
)  # fmt: skip
def test_a_comment_is_a_block_beside_the_text(kind):
    document = commented(note(kind))
    assert annotations(document) == ["Ask the owner."]
    assert document.text == " ".join(BODY)


def test_a_comment_stands_behind_the_blocks_of_its_page_with_its_box_as_displayed():
    document = commented(note(rect=(220, 660, 200, 640)))  # corners in the other order
    block = document.blocks[-1]
    assert (block.kind, block.page, block.span) == ("annotation", 1, None)
    assert block.bbox == pytest.approx((200, 132, 220, 152))


def test_links_and_popups_are_no_comments():
    assert annotations(commented(note("Link"), note("Popup"))) == []


def test_the_state_that_a_review_gave_a_comment_is_no_comment():
    assert annotations(commented(note(text="Accepted set by Ann", StateModel=String("Review")))) == []


def test_rich_text_is_read_without_its_mark_up_where_there_is_nothing_else():
    rich = String('<?xml version="1.0"?><body><p>Rent &amp; heat</p><p>are <b>due</b>.</p></body>')
    assert annotations(commented(note(text=None, RC=rich))) == ["Rent & heat\nare due."]


@pytest.mark.parametrize(("name", "shown"), [("SBDraft", ["DRAFT"]), ("NotApproved", ["NOT APPROVED"]), ("#x1", [])])
def test_a_stamp_without_contents_says_its_name(name, shown):
    assert annotations(commented(note("Stamp", text=None, Name=Name("/" + name)))) == shown


@pytest.mark.parametrize("flag", [2, 32])
def test_a_comment_that_no_viewer_shows_is_hidden_text_and_said(flag):
    document = commented(note(flags=flag))
    assert annotations(document) == []
    assert [block.text for block in document.blocks if block.kind == "hidden"] == ["Ask the owner."]
    assert any("hidden text (a comment that is not shown)" in warning for warning in document.warnings)


def test_a_page_of_nothing_but_comments_is_read():
    document = commented(note(), body=())
    assert document.text == ""
    assert annotations(document) == ["Ask the owner."]
    assert document.warnings == ("page 1: no text",)


def test_a_scan_with_a_comment_is_still_without_text():
    with pytest.raises(NoText):
        commented(note(), body=(), picture=True)


def _quad(x0, x1, y0=688, y1=700):
    return Array([x0, y1, x1, y1, x0, y0, x1, y0])


def struck(document: Document) -> list[str]:
    return [document.text[slice(*mark.span)] for block in document.blocks for mark in block.marks]


def test_what_a_strike_out_covers_is_marked_where_it_stands_and_said():
    second_line = note("StrikeOut", rect=(72, 685, 150, 700), QuadPoints=_quad(71, 112, 686, 698))
    document = commented(second_line)
    assert struck(document) == ["first day"]
    assert document.text == " ".join(BODY)
    assert annotations(document) == ["Ask the owner."]
    assert document.warnings == ("page 1: some text is struck through; it stands in the text, marked as struck",)


def test_a_strike_out_that_no_viewer_shows_strikes_nothing():
    hidden = note("StrikeOut", text=None, flags=2, rect=(72, 685, 150, 700), QuadPoints=_quad(71, 112, 686, 698))
    assert struck(commented(hidden)) == []


def test_a_highlight_strikes_nothing():
    assert struck(commented(note("Highlight", rect=(72, 685, 150, 700), QuadPoints=_quad(71, 112, 686, 698)))) == []
