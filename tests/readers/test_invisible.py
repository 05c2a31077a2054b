from __future__ import annotations

from glyphs import drawn

from docpipe.cleaning import clean
from docpipe.readers import ReadOptions, describe, read


def _read(*lines, widths=None):
    data = drawn([(72, 700 - 12 * row, line) for row, line in enumerate(lines)], widths=widths)
    return read(data, describe(data, "drawn.pdf"), ReadOptions())


def test_a_soft_hyphen_that_is_drawn_is_a_hyphen():
    assert _read("less than full\u00adlength or face\u00adto\u00adface").text == "less than full-length or face-to-face"


def test_a_soft_hyphen_without_width_is_left_out():
    page = _read(["agree", "\u00ad", "ment"], widths={"\u00ad": 0})
    assert page.text == "agreement"


def test_a_soft_hyphen_at_the_end_of_a_line_joins_its_word():
    assert clean(_read("and the parties hereto have all exe\u00ad", "cuted this document.")).text == (
        "and the parties hereto have all executed this document."
    )


def test_spaces_and_marks_without_width_are_left_out():
    assert _read("zero\u200bwidth \u200efee\u200e no\u2060break \ufeff end").text == "zerowidth fee nobreak end"


def test_a_page_of_nothing_else_keeps_what_it_has():
    assert _read("\u2060\u2060", "\u2060").text


def test_words_keep_their_boxes():
    document = _read("agree\u00adment now")
    assert document.words.box(0)[2] > 72 + 9 * 6
    assert document.text[document.words.starts[1] : document.words.ends[1]] == "now"
