from __future__ import annotations

from glyphs import drawn

from docpipe import readers
from docpipe.cleaning import clean
from docpipe.readers.options import ReadOptions


def _read(lines):
    data = drawn(lines)
    return readers.read(data, readers.describe(data, "a.pdf", None), ReadOptions())


def _text(*visual):
    """The text of one line, its glyphs given from left to right."""
    return _read([(100, 700, visual)]).text


def _seen(text):
    return list(reversed(text))


def test_hebrew_is_read_from_the_right():
    assert _text(*_seen("שלום עולם")) == "שלום עולם"


def test_letters_of_one_glyph_come_in_their_order():
    assert _text("م", "لا", "س") == "سلام"


def test_presentation_forms_become_letters():
    assert _text("ﻢ", "ﻼ", "ﺳ") == "سلام"


def test_a_comma_stays_behind_its_number():
    assert _text(*_seen("وبعد"), " ", "،", *"2023", " ", *_seen("مصر")) == "مصر 2023، وبعد"


def test_dates_and_amounts_keep_their_figures():
    assert _text(*_seen("ועד"), " ", *"12/05/2024", " ", *_seen("מיום")) == "מיום 12/05/2024 ועד"
    assert _text(*_seen("דולר"), " ", *"1,250.50", " ", *_seen("סכום")) == "סכום 1,250.50 דולר"


def test_latin_names_stand_in_their_place():
    line = (*_seen("להלן"), " ", *"Orion Data Ltd", " ", *_seen("חברת"))
    below = (*_seen("והחברה תספק את השירותים"),)
    assert _read([(100, 700, line), (100, 680, below)]).text.splitlines()[0] == "חברת Orion Data Ltd להלן"


def test_an_arabic_word_in_an_english_line_leaves_it_alone():
    assert _text(*"The Company ", *_seen("الشركة"), *" shall pay") == "The Company الشركة shall pay"


def test_brackets_open_where_they_are_read():
    assert _text(*_seen(")העולם( שלום")) == "(העולם) שלום"
    assert _text(*_seen("שלום (העולם) כאן")) == "שלום (העולם) כאן"


def test_a_stretched_word_is_its_letters():
    assert _text(*_seen("الوطـــني")) == "الوطني"
    assert _text(*_seen("هـ"), *"1445") == "1445هـ"


def test_columns_follow_from_right_to_left():
    right = [(320, 700 - 14 * n, _seen("מילים רבות של הטור הראשון")) for n in range(8)]
    left = [(80, 700 - 14 * n, _seen("מילים אחרות של הטור השני")) for n in range(8)]
    lines = [line for pair in zip(left, right, strict=True) for line in pair]
    text = _read(lines).text
    assert text.rindex("הראשון") < text.index("השני")


def test_two_languages_side_by_side_keep_their_own_direction():
    hebrew = ["המילים", "של", "הטור", "העברי", "רצות"]
    lines = []
    for n in range(8):
        lines.append((60, 700 - 14 * n, f"the {n} words of the English column run"))
        lines.append((340, 700 - 14 * n, _seen(" ".join([*hebrew[n % 5 :], *hebrew[: n % 5]]))))
    text = _read(lines).text
    assert "the 0 words of the English column run\nthe 1 words" in text
    assert "המילים של הטור העברי רצות\nשל הטור העברי רצות המילים" in text


def test_boxes_stand_around_the_words_that_were_put_in_order():
    document = _read([(100, 700, (*_seen("وبعد"), " ", "،", *"2023", " ", *_seen("مصر")))])
    (place,) = document.places(document.text.index("مصر"), document.text.index("مصر") + 3)
    assert place.bbox[0] > 150


def test_cleaning_keeps_lines_that_are_read_from_the_right():
    lines = [(100, 700 - 12 * n, _seen(f"הצדדים {n} מסכימים כי החברה תשלם את הסכום")) for n in range(4)]
    assert clean(_read(lines)).text.count("הצדדים") == 4
