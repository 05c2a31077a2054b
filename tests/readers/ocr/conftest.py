"""Scans made for a test: text drawn into a picture, and the picture alone on a page."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

SIZE = (595.0, 842.0)
DOTS = 200 / 72


@pytest.fixture
def scan():
    """``scan(pages)`` is a PDF's bytes: each page a list of lines on a picture, turned by degrees clockwise."""
    return _scan


def picture(lines, degrees=0.0, points=13) -> Image.Image:
    """Black lines on white, 24 points apart, from 72 points below the upper edge on."""
    image = Image.new("L", (round(SIZE[0] * DOTS), round(SIZE[1] * DOTS)), 255)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(round(points * DOTS))
    for at, line in enumerate(lines):
        draw.text((72 * DOTS, (72 + 24 * at) * DOTS), line, fill=0, font=font)
    return image.rotate(-degrees, Image.Resampling.BICUBIC, expand=degrees % 90 == 0, fillcolor=255)


def _scan(pages, degrees=0.0, texts=()):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=SIZE, invariant=1)
    for at, lines in enumerate(pages):
        image = picture(lines, degrees)
        size = SIZE if image.height > image.width else SIZE[::-1]
        canvas.setPageSize(size)
        canvas.drawImage(ImageReader(image), 0, 0, *size)
        if at < len(texts):
            layer = canvas.beginText(72, 700)
            layer.setTextRenderMode(3)
            layer.textLines(texts[at])
            canvas.drawText(layer)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
