"""Numbers of clauses that are put together from those that they stand under."""

from docpipe.types import Paragraph
from docpipe.verify.numbers import is_printed


def _paragraphs(*numbered: tuple[str, str | None]) -> list[Paragraph]:
    return [Paragraph(at, text, 100 * at, "paragraph", 1, number) for at, (text, number) in enumerate(numbered)]


LIST = _paragraphs(
    ("4. Lanterns", "4."),
    ("4.1 The Keeper shall:", "4.1"),
    ("(a) trim each wick; and", "(a)"),
    ("(b) report (i) every outage and (ii) every repair.", "(b)"),
)


def test_a_number_is_printed_in_the_parts_that_it_is_made_of():
    assert is_printed("4.1(a)", LIST, 2)
    assert is_printed("4.1(b)(ii)", LIST, 3)


def test_a_part_that_stands_nowhere_before_is_not_printed():
    assert not is_printed("4.1(c)", LIST, 3)
    assert not is_printed("5.1(a)", LIST, 2)
    assert not is_printed("4.1(b)", LIST, 2)


def test_what_a_heading_says_before_its_number_is_no_part_of_it():
    everything = _paragraphs(("Section 9. Oil", "Section 9"), ("(a) The Keeper shall buy oil.", "(a)"))
    assert is_printed("9(a)", everything, 1)
    assert is_printed("Section 9(a)", everything, 1)
