"""What somebody filled into a form stands in the text beside its label, as a form field."""

from __future__ import annotations

import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String
from reportlab.pdfgen.canvas import Canvas

from docpipe.cleaning import clean
from docpipe.readers import describe, read
from docpipe.readers.options import ReadOptions
from docpipe.types import Document, paragraphs

LABELS = (
    (72, 700, "Name:"),
    (300, 700, "Date:"),
    (72, 660, "The rent is paid within"),
    (250, 660, "days of the invoice."),
)


def form(*fields: Dictionary, labels=LABELS, acroform: bool = True) -> Document:
    """A page with labels and form fields, read and cleaned."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), invariant=1)
    canvas.setFont("Helvetica", 10)
    for x, y, text in labels:
        canvas.drawString(x, y, text)
    canvas.save()
    with pikepdf.open(buffer) as pdf:
        widgets = Array([pdf.make_indirect(field) for field in fields])
        pdf.pages[0].Annots = widgets
        if acroform:
            pdf.Root.AcroForm = Dictionary(Fields=widgets)
        changed = io.BytesIO()
        pdf.save(changed)
    data = changed.getvalue()
    return clean(read(data, describe(data, "page.pdf", None), ReadOptions()))


def field(value, rect, kind="Tx", *, flags=4, of_field=0, **more) -> Dictionary:
    entries = {
        "Type": Name.Annot, "Subtype": Name.Widget, "FT": Name("/" + kind), "T": String(str(rect)), "Ff": of_field,
        "Rect": Array(rect), "F": flags, "DA": String("/Helv 10 Tf 0 g"), **more,
    }  # fmt: skip
    if value is not None:
        entries["V"] = value if isinstance(value, Name | Array) else String(value)
    return Dictionary({f"/{name}": entry for name, entry in entries.items()})


def tick(state: str, rect) -> Dictionary:
    return field(Name("/" + state), rect, "Btn", AS=Name("/" + state))


def fields(document: Document) -> list[str]:
    spans = [block.span for block in document.blocks if block.kind == "form_field" and block.span]
    return [document.text[start:end] for start, end in spans]


@pytest.mark.filterwarnings("ignore:This document has 2 form widget")
@pytest.mark.parametrize("acroform", [True, False])
def test_a_value_stands_behind_its_label(acroform):
    document = form(
        field("Ann Lee", (105, 694, 250, 714)), field("May 5, 2026", (330, 694, 450, 714)), acroform=acroform
    )
    assert "Name: Ann Lee" in document.text
    assert "Date: May 5, 2026" in document.text
    assert fields(document) == ["Ann Lee", "May 5, 2026"]


def test_a_sentence_goes_on_through_the_field_that_it_holds():
    document = form(field("30", (185, 654, 240, 674)))
    assert "The rent is paid within 30 days of the invoice." in [paragraph.text for paragraph in paragraphs(document)]
    before, value, after = document.blocks[-3:]
    assert (value.kind, value.continues, after.continues) == ("form_field", before.id, value.id)


def test_a_value_has_a_place_within_its_field():
    document = form(field("Ann Lee", (105, 694, 250, 714)))
    start = document.text.index("Ann Lee")
    (place,) = document.places(start, start + 7)
    x0, top, x1, bottom = place.bbox
    assert 105 <= x0 < x1 <= 250
    assert 792 - 714 <= top < bottom <= 792 - 694


def test_a_value_below_its_label_follows_the_label():
    document = form(field("Ann Lee", (72, 676, 250, 692)), labels=((72, 700, "Name"), (72, 600, "The end.")))
    assert document.text.split() == ["Name", "Ann", "Lee", "The", "end."]


def test_the_lines_of_a_long_value_stay_together():
    value = "First line of it.\rA second one that is longer than the field is wide and goes on."
    document = form(field(value, (105, 500, 300, 640), of_field=1 << 12))
    assert " ".join(" ".join(fields(document)).split()) == " ".join(value.split())


def test_a_form_without_other_text_is_read():
    assert form(field("Ann Lee", (105, 694, 250, 714)), labels=()).text == "Ann Lee"


def test_a_tick_is_a_value_and_no_tick_is_none():
    labels = ((100, 700, "net"), (100, 680, "gross"))
    document = form(tick("Yes", (84, 698, 94, 708)), tick("Off", (84, 678, 94, 688)), labels=labels)
    assert "☒ net" in document.text
    assert document.text.count("☒") == 1


@pytest.mark.parametrize("label", ["Name: ____________________", "Name:____________________"])
def test_a_blank_that_is_filled_in_is_none_any_more(label):
    document = form(field("Ann Lee", (98, 696, 220, 712)), labels=((72, 700, label),))
    assert document.text == "Name: Ann Lee"
    assert [(removed.kind, removed.text) for removed in document.removed] == [("noise", "_" * 20)]


def test_a_blank_that_nobody_filled_in_stays_one():
    document = form(field("", (98, 696, 220, 712)), labels=((72, 700, "Name: ____________________"),))
    assert document.text == "Name: ____________________"


def test_a_choice_shows_its_label():
    options = Array([Array([String("v1"), String("Monthly")]), Array([String("v2"), String("Yearly")])])
    assert fields(form(field("v2", (105, 694, 250, 714), "Ch", of_field=1 << 17, Opt=options))) == ["Yearly"]


def test_an_empty_field_and_a_button_are_no_values():
    assert (
        fields(form(field("", (105, 694, 250, 714)), field("Push", (330, 694, 400, 714), "Btn", of_field=1 << 16)))
        == []
    )


def test_a_value_that_the_page_prints_itself_stands_once():
    labels = ((72, 700, "Name:"), (108, 700, "Ann Lee"))
    document = form(field("Ann Lee", (105, 694, 250, 714)), labels=labels)
    assert document.text == "Name: Ann Lee"
    assert fields(document) == ["Ann Lee"]


@pytest.mark.parametrize("how", [{"flags": 2}, {"flags": 32}, {"of_field": 1 << 13}])
def test_a_value_that_no_viewer_shows_is_hidden_text_and_said(how):
    document = form(field("secret", (105, 694, 250, 714), **how))
    assert "secret" not in document.text
    assert [block.text for block in document.blocks if block.kind == "hidden"] == ["secret"]
    assert "hidden text" in document.warnings[0]


def test_a_value_as_large_as_a_watermark_is_one():
    labels = tuple((72, 700 - 12 * row, f"line {row} of the text goes on over the") for row in range(10))
    large = field("DRAFT", (60, 580, 400, 720), DA=String("/Helv 90 Tf 0 g"))
    document = form(large, labels=labels)
    assert [(removed.kind, removed.text) for removed in document.removed] == [("watermark", "DRAFT")]
    assert document.text == " ".join(text for _, _, text in labels)


def test_columns_keep_their_own_fields():
    labels = tuple((x, 700 - 12 * row, text) for row in range(8) for x, text in (
        (72, f"left column row {row} has words enough here"), (330, f"right column row {row} has words too"))
        if not (x == 330 and row == 4))  # fmt: skip
    document = form(field("Filled", (330, 647, 430, 661)), labels=labels)
    text = " ".join(document.text.split())
    assert "right column row 3 has words too Filled right column row 5" in text
