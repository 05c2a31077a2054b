from itertools import product

import pytest

from docpipe.cleaning import numbering
from docpipe.cleaning.numbering import marker


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Article IV Term", "Article IV"),
        ("SECTION 2.1 Term", "SECTION 2.1"),
        ("Exhibit A", "Exhibit A"),
        ("attachment 3", "attachment 3"),
        ("Note 4. Leases", "Note 4"),
        ("a. the goods", "a."),
        ("iv) the goods", "iv)"),
        ("IV. Term", "IV."),
        ("(a) the goods", "(a)"),
        ("第一条 总则", "第一条"),
        ("and the other party", None),
        ("the goods", None),
        ("I", None),
        ("", None),
    ],
)
def test_the_number_at_the_head(text, number):
    found = marker(text)
    assert (found.number if found else None) == number


def test_the_first_three_letters_hide_no_candidate():
    heads = ["".join(head) for head in product("aAcCeEhHiInNpPsStTvVxX.) 1", repeat=3)]
    rest = [
        "",
        "icle 1",
        "t 1.",
        "ibit A",
        "edule 2",
        "ndix B",
        "chment 1",
        "ex C",
        "m 2.",
        ". the goods",
        ") the goods",
    ]
    texts = [head + behind for head in heads for behind in rest]
    assert [
        text for text in texts if numbering._CANDIDATE.match(text) and marker(text) != numbering._marked(text)
    ] == []
    assert sum(marker(text) is not None for text in texts) > 500
