"""What reading tells of letters beside their text: bold rows, raised marks."""

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from docpipe.readers import ReadOptions, describe, read


@pytest.fixture
def set_in():
    """``set_in([(x, y, [(font, points, rise, text), …]), …])`` reads a page of lines, each a run of pieces."""
    return _reading


def _reading(lines):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    for x, y, pieces in lines:
        text = canvas.beginText(x, y)
        for font, points, rise, words in pieces:
            text.setFont(font, points)
            text.setRise(rise)
            text.textOut(words)
        canvas.drawText(text)
    canvas.save()
    data = buffer.getvalue()
    return read(data, describe(data, "drawn.pdf"), ReadOptions())


def test_a_row_is_bold_when_its_first_middle_and_last_words_are(set_in):
    plain, heavy = ("Times-Roman", 10, 0, "of the goods"), ("Times-Bold", 10, 0, "Delivery ")
    document = set_in([(72, 700, [heavy]), (72, 680, [heavy, plain]), (72, 660, [plain]), (72, 640, [heavy, heavy])])
    assert list(document.words.bold) == [1, 0, 0, 1]


def test_a_raised_mark_is_a_word_of_its_own_and_the_text_stays_as_printed(set_in):
    line = [("Times-Roman", 10, 0, "this Agreement"), ("Times-Roman", 6, 4, "12"), ("Times-Roman", 10, 0, " and")]
    document = set_in([(72, 700, line)])
    words = document.words
    assert document.text == "this Agreement12 and"
    assert [document.text[words.starts[at] : words.ends[at]] for at in range(4)] == ["this", "Agreement", "12", "and"]
    assert words.box(2)[0] >= words.box(1)[2] - 0.5


def test_a_footnotes_own_mark_is_a_word_of_its_own(set_in):
    document = set_in([(72, 100, [("Times-Roman", 5, 3, "3"), ("Times-Roman", 8, 0, "See below")])])
    assert (document.text, len(document.words)) == ("3See below", 3)


@pytest.mark.parametrize(
    "pieces",
    [
        [("Times-Roman", 10, 0, "Annex"), ("Times-Roman", 10, 0, "1")],
        [("Times-Roman", 10, 0, "CO"), ("Times-Roman", 6, -2, "2")],
    ],
)
def test_figures_of_one_size_and_lowered_ones_stay_with_their_word(set_in, pieces):
    assert len(set_in([(72, 700, pieces)]).words) == 1


@pytest.mark.parametrize(("note", "count"), [("1", 5), ("2", 4)])
def test_a_raised_figure_behind_a_number_is_a_mark_where_a_note_begins_with_it(set_in, note, count):
    number = [("Times-Roman", 10, 0, "Tax 7.9"), ("Times-Roman", 6, 4, "1")]
    lead = [("Times-Roman", 6, 4, note), ("Times-Roman", 10, 0, " Reduced")]
    words = set_in([(72, 700, number), (72, 600, lead)]).words
    assert len(words) == count
