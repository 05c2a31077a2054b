"""A contract that somebody filled in, commented on and crossed out, from the file to the values."""

from __future__ import annotations

import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

LAW = "7. Governing Law. This Agreement is governed by the laws of the State of "
LINES = (
    (740, "SERVICES AGREEMENT"),
    (700, "This Services Agreement is made as of"),
    (686, 'between Alder Ltd., a company of England ("Provider"), and Birch Inc. ("Client").'),
    (650, f"{LAW}Delaware New York."),
)
DAY = stringWidth(LINES[1][1], "Helvetica", 10) + 72


@pytest.fixture
def contract(tmp_path):
    """The path of a form whose date is filled in, whose law is crossed out and replaced, and that has a comment."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), invariant=1)
    canvas.setFont("Helvetica", 10)
    for y, text in LINES:
        canvas.drawString(72, y, text)
    start = 72 + stringWidth(LAW, "Helvetica", 10)
    canvas.line(start, 653, start + stringWidth("Delaware", "Helvetica", 10), 653)
    canvas.save()
    path = tmp_path / "filled.pdf"
    with pikepdf.open(buffer) as pdf:
        day = pdf.make_indirect(Dictionary(
            Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String("day"), V=String("May 5, 2026"), F=4,
            Rect=Array([DAY + 4, 696, DAY + 90, 712]), DA=String("/Helv 10 Tf 0 g"),
        ))  # fmt: skip
        note = pdf.make_indirect(Dictionary(
            Type=Name.Annot, Subtype=Name.Text, F=4, Rect=Array([400, 600, 420, 620]),
            Contents=String("This Agreement shall be governed by the laws of the State of Texas."),
        ))  # fmt: skip
        pdf.pages[0].Annots = Array([day, note])
        pdf.Root.AcroForm = Dictionary(Fields=Array([day]))
        pdf.save(path)
    return path


def test_what_is_filled_in_counts_and_what_is_crossed_out_or_only_noted_does_not(contract):
    import docpipe

    result = docpipe.analyze(contract, kind="contract")
    assert result.data["agreement_date"] == "2026-05-05"
    assert result.data["governing_law"] == ["New York"]
    assert [check.path for check in result.checks if check.rule == "struck"] == ["/governing_law/0"]
    (entry,) = result.evidence["/agreement_date"]
    assert entry.bbox is not None
    assert entry.bbox[0] < DAY + 10
    assert any("struck through" in warning for warning in result.document.warnings)
    assert [block.text for block in result.document.blocks if block.kind == "annotation"] == [
        "This Agreement shall be governed by the laws of the State of Texas."
    ]


def test_read_shows_the_field_the_note_and_the_crossed_out_words(contract, docpipe):
    text = docpipe("read", contract, "--format", "markdown").stdout
    assert "made as of May 5, 2026" in text
    assert "~~Delaware~~ New York" in text
    assert "> **Note on page 1:** This Agreement shall be governed" in text
