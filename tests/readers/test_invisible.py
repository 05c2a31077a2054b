from __future__ import annotations

from glyphs import drawn

from docpipe.cleaning import clean
from docpipe.readers import ReadOptions, describe, read


def _read(*lines):
    data = drawn([(72, 700 - 12 * row, line) for row, line in enumerate(lines)])
    return read(data, describe(data, "drawn.pdf"), ReadOptions())


def test_soft_hyphens_within_words_are_left_out():
    assert _read("the agree\u00adment of the par\u00adties").text == "the agreement of the parties"


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
