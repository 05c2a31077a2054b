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
