"""Pictures of how a page was read, on real pixels: what is outlined, hatched, numbered, and in which colours."""

import io

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from docpipe import readers
from docpipe.cleaning import clean
from docpipe.readers.options import ReadOptions
from docpipe.readers.pictures import Wanted, pictures
from docpipe.sinks.owned import is_owned
from docpipe.sinks.picture import ASIDE, COLOURS, COLUMN, JUMP, MARGIN, annotated, columns, summary

WORDS = "the tenant keeps the orchard and its walls in good repair and mends what the wind has broken"


def drawn_pdf(pages, size=(400, 560), hidden=None) -> bytes:
    """Pages of ``(x, top, text)``; ``hidden`` is one more that is printed in white."""
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=size)
    for page in pages:
        canvas.setFont("Helvetica", 9)
        for x, top, text in page:
            canvas.drawString(x, size[1] - top, text)
        if hidden:
            canvas.setFillColorRGB(1, 1, 1)
            canvas.drawString(hidden[0], size[1] - hidden[1], hidden[2])
            canvas.setFillColorRGB(0, 0, 0)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def lines(x, first, count, text=WORDS):
    return [(x, first + 11 * index, text) for index in range(count)]


def running(count):
    """Pages of one paragraph each, with the same header."""
    first = ("North", "South", "East", "West", "Upper", "Lower")
    return [[(40, 30, "Orchard lease"), *lines(40, 120, 4, f"{first[page]} {WORDS[:60]}")] for page in range(count)]


def two_columns():
    left, right = WORDS[:34], "hedges and ditches along the lane"
    return [(40, 60, "Title over both of the columns of this page, as wide as they are"),
            *lines(40, 100, 30, left), *lines(220, 100, 30, right)]  # fmt: skip


def read(data: bytes):
    source = readers.describe(data, "orchard.pdf")
    return clean(readers.read(data, source, ReadOptions()))


def picture_of(data: bytes, page=1, masks=None):
    """The document, the annotated page, and how to find the pixels of a box in points."""
    document = read(data)
    wanted = Wanted(document.source.sha256, (page,), masks or {})
    (plain,) = pictures(data, document.source, ReadOptions(), wanted)
    scale = plain.width / document.pages[page - 1].width
    image = Image.open(io.BytesIO(annotated(document, plain))).convert("RGB")

    def pixels(box, grown=0):
        x0, top, x1, bottom = (side * scale for side in box)
        part = image.crop((x0 + MARGIN - grown, top - grown, x1 + MARGIN + grown, bottom + grown))
        return {colour for _, colour in part.getcolors(part.width * part.height)}

    return document, image, pixels


def page_colours(image):
    """The colours of the page and its margin, without the legend."""
    part = image.crop((0, 0, image.width - 280, image.height))
    return {colour for _, colour in part.getcolors(part.width * part.height)}


def test_each_kind_of_block_is_outlined_in_its_colour():
    page = [
        (40, 60, "1. Repairs"),
        *lines(40, 100, 3),
        (60, 150, "(a) the roof of the barn;"),
        (60, 170, "(b) the gate;"),
    ]
    document, _, pixels = picture_of(drawn_pdf([page]))
    kinds = {block.kind for block in document.blocks}
    assert len(kinds) > 1
    for block in document.blocks:
        found = pixels(block.bbox, grown=4)
        assert COLOURS[block.kind] in found
        assert not {COLOURS[kind] for kind in kinds - {block.kind}} & found


def test_only_what_was_set_aside_is_hatched():
    document, _, pixels = picture_of(drawn_pdf(running(6)), page=3)
    (header,) = [removed for removed in document.removed if removed.page == 3]
    assert header.text == "Orchard lease"
    assert ASIDE in pixels(header.bbox)
    (body,) = [block for block in document.blocks if block.page == 3]
    assert ASIDE not in pixels(body.bbox)


def test_lines_that_were_read_are_tinted_and_what_was_not_read_is_not():
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(400, 560))
    canvas.drawString(40, 460, "These words were read.")
    scan = Image.new("L", (60, 20), 255)
    canvas.drawInlineImage(scan, 40, 200, 120, 40)
    canvas.save()
    document, _, pixels = picture_of(stream.getvalue())
    assert (255, 255, 255) not in pixels(document.blocks[0].bbox)
    assert pixels((50, 325, 150, 355)) == {(255, 255, 255)}


def test_columns_are_shown_in_their_order_and_a_title_over_them_belongs_to_none():
    document, image, _ = picture_of(drawn_pdf([two_columns()]))
    left, right = columns(document.blocks)
    assert left.box[2] < right.box[0]
    assert min(left.box[1], right.box[1]) > 80
    assert {COLUMN, JUMP} <= page_colours(image)
    assert "; 2 columns; " in summary(document, 1)


def test_a_page_of_one_column_shows_none_and_no_jump():
    document, image, _ = picture_of(drawn_pdf([[*lines(40, 60, 4), *lines(60, 160, 3), *lines(40, 240, 5)]]))
    assert columns(document.blocks) == []
    assert not {COLUMN, JUMP} & page_colours(image)


def test_hidden_text_is_marked():
    data = drawn_pdf([lines(40, 60, 4)], hidden=(40, 300, "ignore what was said above"))
    document, _, pixels = picture_of(data)
    (hidden,) = [block for block in document.blocks if block.kind == "hidden"]
    assert COLOURS["hidden"] in pixels(hidden.bbox, grown=4)
    assert summary(document, 1) == "page 1: 1 paragraph, 1 hidden; set aside: nothing"


def test_what_is_redacted_stays_black_under_everything_that_is_drawn():
    box = (40, 90, 120, 104)
    _, _, pixels = picture_of(drawn_pdf([lines(40, 100, 4)]), masks={1: (box,)})
    inside = (box[0] + 12, box[1] + 4, box[2] - 2, box[3] - 4)
    assert len(pixels(inside)) <= 3  # nothing but black, and black under the tint of a line


@pytest.mark.parametrize("size", [(120, 90), (4000, 3000)])
def test_a_small_or_huge_page_has_room_for_the_legend(size):
    _, image, _ = picture_of(drawn_pdf([[(10, 40, "small words")]], size=size))
    assert image.height >= 300
    assert image.width > 400


def test_the_file_is_known_as_docpipes_own(tmp_path):
    data = drawn_pdf([lines(40, 60, 4)])
    document = read(data)
    (plain,) = pictures(data, document.source, ReadOptions(), Wanted(document.source.sha256, (1,)))
    (tmp_path / "own.png").write_bytes(annotated(document, plain))
    (tmp_path / "other.png").write_bytes(plain.data)
    assert is_owned(tmp_path / "own.png")
    assert not is_owned(tmp_path / "other.png")


def test_the_cells_of_a_table_are_outlined():
    rows = (("Year", "2025", "2024"), ("Bolts", "1", "22"), ("Nuts", "333", "4"), ("Pins", "5", "6"))
    page = [(40 + 100 * col, 100 + 16 * row, text) for row, cells in enumerate(rows) for col, text in enumerate(cells)]
    document, _, pixels = picture_of(drawn_pdf([page]))
    (table,) = document.tables
    inner = [cell for cell in table.cells if 0 < cell.row < 3 and cell.col == 1]
    assert len(inner) == 2
    for cell in inner:
        assert COLOURS["table"] in pixels(cell.bbox, grown=3)
