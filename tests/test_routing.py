"""Routing: the decision and its reason, and chunks that fit, adjoin and lose nothing."""

from itertools import pairwise

from building import document
from hypothesis import given, settings
from hypothesis import strategies as st

from docpipe.routing import choose_route, split


def words(text: str) -> int:
    return len(text.split())


def test_a_document_at_the_threshold_goes_direct():
    route = choose_route(document("one two three"), words, 3, 2)
    assert route.mode == "direct"
    assert route.why == "3 tokens fit under the threshold of 3"
    assert [(chunk.start, chunk.end) for chunk in route.chunks] == [(0, 13)]


def test_a_document_over_the_threshold_is_chunked_and_says_why():
    route = choose_route(document("one two three", "four five six"), words, 5, 3)
    assert route.mode == "map_reduce"
    assert route.why == "6 tokens exceed the threshold of 5: 2 chunks of at most 3"


def test_chunks_begin_at_the_highest_heading_of_the_second_half():
    doc = document("# One", "a " * 6, "## Small", "b " * 2, "# Two", "c " * 2, "d " * 2, "e " * 20)
    chunks = split(doc, words, 14)
    assert doc.text[chunks[1].start :].startswith("Two")


def test_a_heading_is_never_left_behind_at_the_end_of_a_chunk():
    doc = document("a " * 4, "b " * 4, "# Heading", "c " * 8)
    chunks = split(doc, words, 9)
    assert doc.text[chunks[1].start :].startswith("Heading")


def test_the_path_of_headings_travels_with_a_chunk():
    doc = document("# Article I", "## Section 1", "a " * 10, "## Section 2", "b " * 10, "# Article II", "c " * 10)
    paths = [chunk.headings for chunk in split(doc, words, 14)]
    assert paths == [(), ("Article I",), ()]


def test_a_paragraph_that_is_too_large_is_cut_at_a_sentence_and_never_inside_a_number():
    doc = document("We pay 5,120 euro. " * 30)
    chunks = split(doc, words, 10)
    assert len(chunks) > 10
    assert all(doc.text[chunk.start : chunk.end].strip().endswith("euro.") for chunk in chunks)


@settings(max_examples=60)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=30), st.integers(3, 40), st.sets(st.integers(0, 29)))
def test_chunks_adjoin_cover_the_text_and_fit(lengths, limit, headings):
    doc = document(*(("# " if i in headings else "") + "wort, " * n for i, n in enumerate(lengths)))
    chunks = split(doc, words, limit)
    assert chunks[0].start == 0
    assert chunks[-1].end == len(doc.text)
    assert all(before.end == after.start for before, after in pairwise(chunks))
    assert all(words(doc.text[chunk.start : chunk.end]) == chunk.tokens <= limit for chunk in chunks)
