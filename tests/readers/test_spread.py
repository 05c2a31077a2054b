"""Words printed with space between their letters come out whole."""

import pytest

from docpipe.readers import ReadOptions, describe, read


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        ("W I T N E S S E T H:", "WITNESSETH:"),
        ("A G R E E M E N T   O F   S A L E", "AGREEMENT OF SALE"),
        ("the A B C of it", "the A B C of it"),
        ("A. B. Smith and C. D. Jones", "A. B. Smith and C. D. Jones"),
        ("A      B      C      D      E      F", "A B C D E F"),
    ],
)
def test_letters_set_apart_are_a_word_and_others_are_not(pdf, printed, text):
    data = pdf([[(72, 700, printed)]], font="Courier")
    assert read(data, describe(data, "drawn.pdf"), ReadOptions()).text == text
