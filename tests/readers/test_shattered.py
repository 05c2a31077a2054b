"""Lines that PDFium broke behind every letter."""

from docpipe.readers.rows import PageWords
from docpipe.readers.shattered import whole_lines


def _letters(*lines: str, broken: bool = True) -> PageWords:
    """Each letter of the lines as a word, 6 points wide in a line of 12, on a line of PDFium's of its own if broken."""
    text, places = "", []
    for row, line in enumerate(lines):
        for at, letter in enumerate(line):
            if letter != " ":
                places.append((len(text), 6.0 * at, 20.0 * row))
                text += f"{letter} \n"
    starts = [start for start, _, _ in places]
    lefts, tops = [left for _, left, _ in places], [top for _, _, top in places]
    firsts = range(len(starts)) if broken else {tops.index(top) for top in tops}
    return PageWords(
        text, starts, [start + 1 for start in starts], lefts, tops,
        [left + 6 for left in lefts], [top + 12 for top in tops], frozenset(firsts),
    )  # fmt: skip


def test_letters_that_touch_on_one_line_are_one_word() -> None:
    words = whole_lines(_letters("Current assets", "Cash and deposits"))
    assert [words.word(at) for at in range(len(words.starts))] == ["Current", "assets", "Cash", "and", "deposits"]
    assert sorted(words.line_starts) == [0, 2]
    assert words.box(1) == (48.0, 0.0, 84.0, 12.0)


def test_words_keep_their_offsets_and_the_text_its_length() -> None:
    broken = _letters("Current assets", "Cash and deposits")
    words = whole_lines(broken)
    assert len(words.text) == len(broken.text)
    assert words.starts[1] == broken.starts[7]


def test_columns_stay_apart() -> None:
    words = whole_lines(_letters("Current assets    1210      843", "Total of all      2200     1843"))
    assert [words.word(at) for at in sorted(words.line_starts)] == ["Current", "1210", "843", "Total", "2200", "1843"]


def test_a_few_cells_that_touch_are_left_alone() -> None:
    broken = _letters("Current asset")
    assert whole_lines(broken) is broken


def test_letters_set_apart_on_lines_of_many_words_are_left_to_others() -> None:
    unbroken = _letters("Current assets", "Cash and deposits", broken=False)
    assert whole_lines(unbroken) is unbroken
