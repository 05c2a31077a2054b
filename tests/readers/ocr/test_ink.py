"""What a picture shows beside its letters: slopes, stamps, text across the page."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

from docpipe.readers import ocr
from docpipe.readers.ocr.lines import Line, Text
from docpipe.readers.ocr.recognising import _straight

needs_ocr = pytest.mark.skipif(not ocr.installed("rapidocr"), reason="the extra ocr is not installed")

SIZE = (1654, 2339)


def page(shade=(0, 0, 0)) -> Image.Image:
    """Cells of figures in rows, as a table has them: each too short to tell the slope."""
    image = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(34)
    for row in range(30):
        for column in range(4):
            draw.text((200 + 350 * column, 200 + 60 * row), f"{row * 7 + column},000", fill=shade, font=font)
    return image


def stamped(image: Image.Image, colour) -> Image.Image:
    stamp = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(stamp)
    draw.ellipse((500, 700, 790, 990), outline=colour, width=9)
    draw.regular_polygon((645, 845, 60), 5, fill=colour)
    return ImageChops.darker(image, stamp)


@needs_ocr
@pytest.mark.parametrize("degrees", [-0.8, -0.3, 0.0, 0.5, 1.0])
def test_the_slope_of_rows_of_short_cells_is_told_from_their_ink(degrees):
    from docpipe.readers.ocr import ink

    turned = page().rotate(-degrees, Image.Resampling.BICUBIC, fillcolor="white")
    assert ink.slope(turned, 0, 0.0) == pytest.approx(degrees, abs=0.11)


@needs_ocr
@pytest.mark.parametrize("colour", [(130, 130, 130), (214, 40, 40)])
def test_a_stamp_paler_than_the_text_or_red_is_taken_out_and_the_text_stays(colour):
    from docpipe.readers.ocr import ink

    cleared, count = ink.without_stamps(stamped(page(), colour))
    assert count == 1
    plain = page()
    assert cleared.getpixel((645, 845))[0] > 240  # the star
    assert cleared.getpixel((500 + 4, 845))[0] > 240  # the ring
    inside = (560, 760, 730, 930)
    dark = [sum(one.crop(inside).convert("L").histogram()[:100]) for one in (cleared, plain)]
    assert dark[0] >= 0.8 * dark[1] > 0


@needs_ocr
def test_a_stamp_as_dark_as_the_text_is_left_alone():
    from docpipe.readers.ocr import ink

    image = stamped(page(), (10, 10, 10))
    cleared, count = ink.without_stamps(image)
    assert count == 0
    assert cleared is image


@needs_ocr
def test_a_page_without_stamps_is_not_touched():
    from docpipe.readers.ocr import ink

    image = page()
    assert ink.without_stamps(image) == (image, 0)


def test_what_runs_askew_is_set_aside_and_text_on_its_side_is_not():
    sure = Text("WORDS", (0.1, 0.3, 0.5, 0.7, 0.9), (1.0,) * 5)
    level = Line(((0.0, 0.0), (100.0, 1.0), (100.0, 21.0), (0.0, 20.0)), 0, sure)
    upright = Line(((0.0, 100.0), (0.0, 0.0), (20.0, 0.0), (20.0, 100.0)), 3, sure)
    across = Line(((0.0, 100.0), (100.0, 30.0), (112.0, 46.0), (12.0, 116.0)), 0, sure)
    assert _straight([level, upright, across], 0.5) == ([level, upright], [across])


@needs_ocr
def test_a_dark_picture_with_circles_in_it_is_no_stamp():
    from docpipe.readers.ocr import ink

    image = page()
    draw = ImageDraw.Draw(image)
    draw.rectangle((300, 500, 1300, 1500), fill=(120, 120, 120))
    for x in (400, 750, 1000):
        draw.ellipse((x, 700, x + 290, 990), outline=(20, 20, 20), width=9)
    assert ink.without_stamps(image) == (image, 0)
