"""Rows and regions stand in the order in which they are read, however they were drawn."""

from docpipe.readers import ReadOptions, describe, read


def text(data):
    return read(data, describe(data, "drawn.pdf"), ReadOptions()).text.split("\n")


def test_a_number_drawn_behind_its_text_stands_before_it(pdf):
    page = [(100, 700, "delivery of the goods"), (72, 700, "1."), (300, 700, "5 days"), (100, 680, "payment")]
    assert text(pdf([page])) == ["1. delivery of the goods 5 days", "payment"]


def test_items_drawn_from_the_bottom_up_stand_from_top_to_bottom_between_their_neighbours(pdf):
    items = [(72, 640 - 12 * at, f"{at + 1}. the goods") for at in range(4)]
    around = [(72, 664, "Contents of the chapter"), (72, 652, "Section"), (72, 580, "Notes"), (72, 560, "More notes")]
    assert text(pdf([[*reversed(items), *around]])) == [
        "Contents of the chapter", "Section", "1. the goods", "2. the goods", "3. the goods", "4. the goods",
        "Notes", "More notes",
    ]  # fmt: skip
