"""What annotations only draw is read where it is drawn: signatures, and stamps with a date."""

from __future__ import annotations

import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String
from reportlab.pdfgen.canvas import Canvas

from docpipe.cleaning import clean
from docpipe.readers import describe, read
from docpipe.readers.options import ReadOptions
from docpipe.types import Document

AREA = (120, 600, 320, 640)
DRAWN = b"BT /F1 10 Tf 4 24 Td (Signed by Ann Lee) Tj 0 -14 Td (on May 5, 2026) Tj ET"


def signed(kind: str = "Widget", *, flags: int = 4, drawn: bytes = DRAWN, rotation: int = 0, **more) -> Document:
    """A page that ends in "By:", and beside it an annotation that draws two lines."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), invariant=1)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(72, 700, "The parties have signed this Agreement.")
    canvas.drawString(72, 624, "By:")
    canvas.save()
    with pikepdf.open(buffer) as pdf:
        font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
        look = pdf.make_stream(
            drawn, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 200, 40]),
            Resources=Dictionary(Font=Dictionary(F1=font)),
        )  # fmt: skip
        annotation = Dictionary(
            Type=Name.Annot, Subtype=Name("/" + kind), Rect=Array(AREA), F=flags, AP=Dictionary(N=look)
        )
        for name, entry in more.items():
            annotation[f"/{name}"] = entry
        annotation = pdf.make_indirect(annotation)
        pdf.pages[0].Annots = Array([annotation])
        pdf.pages[0].Rotate = rotation
        if kind == "Widget":
            pdf.Root.AcroForm = Dictionary(Fields=Array([annotation]))
        changed = io.BytesIO()
        pdf.save(changed)
    data = changed.getvalue()
    return clean(read(data, describe(data, "page.pdf", None), ReadOptions()))


SIGNATURE = {"FT": Name.Sig, "T": String("sig"), "V": Dictionary(Type=Name.Sig)}


def of_kind(document: Document, kind: str) -> list[str]:
    return [
        block.text or document.text[slice(*(block.span or (0, 0)))] for block in document.blocks if block.kind == kind
    ]


def test_a_signature_stands_in_the_text_as_it_is_drawn():
    document = signed(**SIGNATURE)
    assert "By: Signed by Ann Lee" in document.text
    assert " ".join(of_kind(document, "form_field")) == "Signed by Ann Lee on May 5, 2026"
    start = document.text.index("Signed by")
    assert document.places(start, start + 9)[0].bbox == pytest.approx((124, 157, 168, 171), abs=2.5)


def test_a_signature_on_a_rotated_page_is_read_too():
    assert "Signed by Ann Lee" in signed(rotation=180, **SIGNATURE).text


def test_a_place_to_sign_is_no_signature():
    assert of_kind(signed(FT=Name.Sig, T=String("sig")), "form_field") == []


def test_a_signature_that_is_not_shown_is_not_read():
    assert "Ann Lee" not in signed(flags=2, **SIGNATURE).text


@pytest.mark.parametrize("kind", ["Stamp", "FreeText"])
def test_a_stamp_that_only_draws_its_text_is_a_note(kind):
    document = signed(kind)
    assert of_kind(document, "annotation") == ["Signed by Ann Lee\non May 5, 2026"]
    assert "Ann Lee" not in document.text


def test_a_stamp_without_text_is_none():
    assert of_kind(signed("Stamp", drawn=b"0 0 200 40 re f"), "annotation") == []
