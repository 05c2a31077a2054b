"""Small PDFs, drawn for a test."""

from __future__ import annotations

import io

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas


@pytest.fixture
def pdf():
    """``pdf([[(x, y, text), …], …])`` is a PDF's bytes: pages of texts at points from the lower left."""
    return _drawn


def _drawn(pages, *, size=(612, 792), rotation=0, crop=None, password=None, font="Helvetica", points=10, watermark=""):
    buffer = io.BytesIO()
    encrypt = None if password is None else StandardEncryption(password, ownerPassword="owner")
    canvas = Canvas(buffer, pagesize=size, encrypt=encrypt, pageCompression=0, invariant=1)
    if font == "STSong-Light":
        pdfmetrics.registerFont(UnicodeCIDFont(font))
    for page in pages:
        canvas.setFont(font, points)
        for x, y, text in page:
            canvas.drawString(x, y, text)
        if watermark:
            canvas.saveState()
            canvas.translate(72, 480)
            canvas.rotate(45)
            canvas.setFont(font, 60)
            canvas.drawString(0, 0, watermark)
            canvas.restoreState()
        canvas.setPageRotation(rotation)
        if crop is not None:
            canvas.setCropBox(crop)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
