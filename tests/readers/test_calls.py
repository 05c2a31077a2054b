"""Records that PDFium fills in, call after call."""

import pytest

from docpipe.readers import pdfium
from docpipe.readers.calls import MOST_KEPT, room


@pytest.mark.parametrize("count", [1, 300, MOST_KEPT + 1])
def test_room_has_an_argument_for_each_record(count):
    records = room(16, count)
    assert len(records.arguments) >= count
    assert len(records.filled(count)) == 16 * count


def test_a_character_that_is_not_there_has_no_box_whatever_stood_in_its_room_before(pdf):
    with (
        pdfium.opened(pdf([[(72, 700, "some words")]]), None) as document,
        pdfium.loaded_page(document, 1) as page,
        pdfium.TextPage(page) as text_page,
    ):
        frame = pdfium.frame(page)
        there = text_page.boxes(frame, [0, 3], [1, 3])
        beyond = text_page.boxes(frame, [0, 999], [1, 999])
    assert all(one[0] == other[0] for one, other in zip(there, beyond, strict=True))
    assert beyond[0][1] == beyond[2][1] == 0
