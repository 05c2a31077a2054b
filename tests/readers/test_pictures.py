"""Pictures of pages: as displayed, masked before they are encoded, small."""

import io

import pikepdf
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from docpipe.errors import ReadError, WrongPassword
from docpipe.readers import describe
from docpipe.readers.options import ReadOptions
from docpipe.readers.pictures import DOTS_PER_INCH, MOST_PIXELS, PHOTO_BYTES_PER_PIXEL, Wanted, pictures

WIDTH, HEIGHT = 400, 600
SQUARE = (100, 150, 160, 180)  # left, top, right, bottom in points, as displayed on an unrotated page


def square_pdf(size=(WIDTH, HEIGHT), colour=(0, 0, 0), password=None) -> bytes:
    """One page with a filled rectangle at SQUARE."""
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=size, encrypt=password)
    canvas.setFillColorRGB(*colour)
    left, top, right, bottom = SQUARE
    canvas.rect(left, size[1] - bottom, right - left, bottom - top, stroke=0, fill=1)
    canvas.showPage()
    canvas.save()
    return stream.getvalue()


def changed(data: bytes, **entries) -> bytes:
    """The same file with other entries in its page's dictionary."""
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for name, value in entries.items():
            pdf.pages[0].obj[f"/{name}"] = value
        pdf.save(stream)
    return stream.getvalue()


def drawn(data: bytes, masks=None, options=None):
    source = describe(data, "a.pdf")
    (picture,) = pictures(data, source, options or ReadOptions(), Wanted(source.sha256, (1,), masks or {}))
    return picture, Image.open(io.BytesIO(picture.data)).convert("RGB")


def dark_box(image: Image.Image, picture_scale: float):
    """The box around everything that is not white, in points."""
    box = image.convert("L").point(lambda value: 255 if value < 200 else 0).getbbox()
    return tuple(side / picture_scale for side in box)


@pytest.mark.parametrize(
    ("rotation", "where"),
    [
        (0, SQUARE),
        (90, (HEIGHT - 180, 100, HEIGHT - 150, 160)),
        (180, (WIDTH - 160, HEIGHT - 180, WIDTH - 100, HEIGHT - 150)),
        (270, (150, WIDTH - 160, 180, WIDTH - 100)),
    ],
)
def test_a_page_is_drawn_as_displayed_and_to_scale(rotation, where):
    picture, image = drawn(changed(square_pdf(), Rotate=rotation))
    width = HEIGHT if rotation in (90, 270) else WIDTH
    assert picture.width == round(width * DOTS_PER_INCH / 72)
    assert dark_box(image, picture.width / width) == pytest.approx(where, abs=1)


def test_only_what_lies_in_the_crop_box_is_drawn():
    cropped = changed(square_pdf(), CropBox=[50, 100, 350, 550])
    picture, image = drawn(cropped)
    left, top, right, bottom = SQUARE
    assert dark_box(image, picture.width / 300) == pytest.approx((left - 50, top - 50, right - 50, bottom - 50), abs=1)


def test_a_mask_is_solid_and_nothing_under_it_is_left():
    picture, image = drawn(square_pdf(colour=(0.5, 0.5, 0.5)), {1: (SQUARE,)})
    scale = picture.width / WIDTH
    inside = image.crop(tuple(round(side * scale) for side in SQUARE))
    assert inside.getextrema() == ((0, 0), (0, 0), (0, 0))
    assert dark_box(image, scale) == pytest.approx(SQUARE, abs=2)


def test_a_mask_of_another_page_hides_nothing():
    _, image = drawn(square_pdf(colour=(0.5, 0.5, 0.5)), {2: (SQUARE,)})
    assert image.convert("L").getextrema()[0] > 100


def test_colour_stays():
    _, image = drawn(square_pdf(colour=(0.8, 0.1, 0.1)))
    assert max(image.getcolors(), key=lambda one: one[1][0] - one[1][1])[1] == pytest.approx((204, 26, 26), abs=8)


def test_a_huge_page_is_drawn_smaller_instead_of_filling_the_memory():
    picture, _ = drawn(square_pdf(size=(14_000, 14_000)))
    assert 0.9 * MOST_PIXELS < picture.width * picture.height < 1.01 * MOST_PIXELS


def test_a_scan_becomes_a_photo_and_stays_small():
    noise = Image.effect_noise((900, 1200), 40)
    stream = io.BytesIO()
    noise.save(stream, "PDF")
    picture, _ = drawn(stream.getvalue())
    assert picture.media_type == "image/webp"
    assert len(picture.data) < 4 * PHOTO_BYTES_PER_PIXEL * picture.width * picture.height


def test_an_encrypted_file_is_drawn_with_its_password():
    data = square_pdf(password="larch")
    picture, _ = drawn(data, options=ReadOptions(password="larch"))
    assert picture.page == 1
    with pytest.raises(WrongPassword):
        drawn(data, options=ReadOptions(password="birch"))


def test_pages_that_are_not_there_are_left_out():
    data = square_pdf()
    source = describe(data, "a.pdf")
    assert [one.page for one in pictures(data, source, ReadOptions(), Wanted(source.sha256, (1, 2)))] == [1]


def test_a_file_that_changed_is_not_drawn():
    data = square_pdf()
    with pytest.raises(ReadError, match="changed"):
        pictures(data, describe(data, "a.pdf"), ReadOptions(), Wanted("0" * 64, (1,)))
