"""Old page numbers amid the text of a filing that was printed, sent as text and printed again."""

from __future__ import annotations

from docpipe.cleaning import clean

LEGEND = ("*** The omitted material has been filed separately with us", "under a request for secrecy.")


def old_page(number: int, legend: bool) -> list[str]:
    """The lines of an old page: its head, a sentence that goes on over its end, a legend, its number."""
    body = [f"Sentence {number} line {line} goes on and on about the goods and the duties of" for line in range(12)]
    return ["SECRECY WANTED", *body, *(LEGEND if legend else ()), str(number)]


def test_a_legend_beside_old_page_numbers_goes_with_its_last_line(printed):
    lines = [line for number in range(1, 13) for line in old_page(number, legend=number % 2 == 0)]
    document = clean(printed([lines[at : at + 41] for at in range(0, len(lines), 41)]))
    assert "omitted material" not in document.text
    assert "request for secrecy" not in document.text
    assert "the duties of Sentence 3 line 0" in document.text
    assert sum(removed.text == LEGEND[1] for removed in document.removed) == 6


def test_a_sentence_that_ends_beside_old_page_numbers_stays(printed):
    lines = []
    for number in range(1, 13):
        ending = ["of the agreement."] if number % 3 == 0 else []
        lines += [*old_page(number, legend=False)[:-1], *ending, str(number)]
    document = clean(printed([lines[at : at + 41] for at in range(0, len(lines), 41)]))
    assert document.text.count("of the agreement.") == 4


def with_capital(printed, first_line, deep=50.0):
    """A page whose second paragraph begins with a letter that reaches down beside the next three lines."""
    before = ["The paragraph above it goes on for", "some lines of the usual sort and ends here."]
    below = [(100.0, 108.0 + 12 * row, f"line {row} beside the letter goes on and on") for row in range(4)]
    document = printed([[*before, first_line, *below, *["A line of the rest of the page."] * 12]])
    first = document.words.line_starts[2]
    document.words.boxes[4 * first + 3] = document.words.boxes[4 * first + 1] + deep
    return clean(document)


def test_a_line_that_begins_with_a_drop_capital_stays(printed):
    document = with_capital(printed, "Over the last three decades")
    assert "Over the last three decades" in document.text
    assert not document.removed


def test_a_drop_capital_whose_word_is_all_of_its_line_stays(printed):
    assert not with_capital(printed, "Notwithstanding").removed


def test_a_tall_word_across_the_lines_is_a_watermark(printed):
    body = [(80.0, 72.0 + 12 * row, f"line {row} of the page goes on and on") for row in range(20)]
    document = printed([[(72.0, 100.0, "SPECIMENSPECIMEN"), *body]])
    document.words.boxes[3] = 300.0
    removed = clean(document).removed
    assert [(one.kind, one.text) for one in removed] == [("watermark", "SPECIMENSPECIMEN")]
