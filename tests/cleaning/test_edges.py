"""The keys of rows at the edges of pages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docpipe.cleaning.edges import Edge, rough_keys
from docpipe.cleaning.lines import TextLine

SIGNS = ["Page", "of", "12", "3", "iv", "XII", "xl", "#", "A-7", "—", "٣", "第", "页", "Section", "é", "\u2003", "\0"]


def edge(text):
    return Edge.of([TextLine(0, 1, 0, 1, 72.0, 40.0, 540.0, 50.0, 10.0, text)], "top", 0, 40.0)


@pytest.mark.parametrize(
    ("text", "key"),
    [("Page 12 of 40", "Page#of#"), ("Part iv — Terms", "Part#—Terms"), ("Annex  B-3", "AnnexB-#"), ("Terms", "Terms")],
)
def test_numbers_and_spaces_do_not_tell_rows_apart(text, key):
    assert edge(text).key == key


@given(
    one=st.lists(st.sampled_from(SIGNS), min_size=1, max_size=30),
    gaps=st.lists(st.sampled_from(["", " ", "  "]), min_size=30, max_size=30),
    numbers=st.lists(st.sampled_from(["1", "27", "٣", "iv", "XL"]), min_size=30, max_size=30),
)
@settings(max_examples=300)
def test_rows_of_one_key_have_one_rough_key(one, gaps, numbers):
    """The same words with other numbers and spaces, and whatever else happens to have the same key."""
    counted = ("12", "3", "iv", "XII", "xl")
    other = [number if sign in counted else sign for sign, number in zip(one, numbers, strict=False)]
    rows = [edge(" ".join(one)), edge(" ".join(other)), edge("".join(map("".join, zip(one, gaps, strict=False))))]
    first, *keys = rough_keys(rows)
    for row, key in zip(rows[1:], keys, strict=True):
        if row.key == rows[0].key:
            assert key == first


def test_rough_keys_tell_rows_of_other_words_apart():
    assert len({*rough_keys([edge("Page 3"), edge("Section 3"), edge("Terms")])}) == 3
    assert rough_keys([]) == []


def test_a_row_without_numbers_has_one_signature():
    assert list(edge("CONFIDENTIAL").signatures()) == [((), False)]


def test_a_row_with_a_number_counts_with_the_pages_or_not():
    assert list(edge("Page 3").signatures()) == [(("=3",), False), (("+2",), True)]
