from docpipe import readers
from docpipe.readers.options import ReadOptions


def read(data):
    return readers.read(data, readers.describe(data, "page.pdf"), ReadOptions())


def test_an_empty_line_at_the_end_of_a_page_is_no_line(pdf):
    document = read(pdf([[(72, 700, "The Seller delivers."), (72, 680, "   ")]]))
    assert document.text == "The Seller delivers."
