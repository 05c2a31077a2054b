"""The short way to tell that a line goes on never says so of one that begins a paragraph by the long way."""

from itertools import product

import pytest

from docpipe.cleaning import paragraphs
from docpipe.cleaning.lines import TextLine

LAST = ["of the goods", "of the goods.", "goods, the", "Term ....... 4", "THE GOODS"]
NEXT = ["and the rest", "The rest", "(a) the rest", "Name: the rest", "THE REST", "1.2 Rest", "的货物"]


def _line(index: int, text: str, x0: float, x1: float, bottom: float, height: float = 10.0, bold: bool = False):
    return TextLine(index, 1, 0, 1, x0, bottom - height, x1, bottom, height, text, bold)


def _agree(group, line, setting) -> bool:
    context = paragraphs._Context(setting, [*group, line], 0, {}, paragraphs.Series())
    return not (paragraphs._goes_on_plainly(group, line, setting) and paragraphs._begins(group, line, context))


@pytest.mark.parametrize("ragged", [False, True])
@pytest.mark.parametrize("above", [0, 1])
def test_the_short_way_agrees_with_the_long_one(ragged, above):
    setting = paragraphs.Setting(12.0, 72.0, 540.0, ragged, 10.0)
    first = [_line(0, "The seller delivers all", 72.0, 540.0, 88.0)][:above]
    plain = 0
    for last, text, x1, x0, far, height, bold in product(
        LAST,
        NEXT,
        (540.0, 534.0, 500.0, 300.0),
        (72.0, 73.0, 90.0, 250.0),
        (12.0, 18.0, -3.0),
        (10.0, 12.0, 1.5),
        (0, 1),
    ):
        group = [*first, _line(1, last, 72.0, x1, 100.0)]
        line = _line(2, text, x0, x0 + 200.0, 100.0 + far, height, bool(bold))
        assert _agree(group, line, setting), (last, text, x1, x0, far, height, bold)
        plain += paragraphs._goes_on_plainly(group, line, setting)
    assert plain > 50
