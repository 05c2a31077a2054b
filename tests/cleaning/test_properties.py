"""What holds for every document, however it is set."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from docpipe.cleaning import clean

PIECES = """the The agreement agree- ment non- binding 1. (a) 2.1 ARTICLE IV 12 - 3 Page of 40 iv. By: _____ -----
end. 甲 方 。 [***]"""
WORDS = st.sampled_from(PIECES.split())
LINES = st.lists(WORDS, max_size=9).map(" ".join)
PLACED = st.tuples(st.sampled_from([72.0, 96.0, 250.0]), st.integers(10, 60).map(lambda row: 12.0 * row), LINES)
PAGES = st.lists(st.lists(st.one_of(LINES, PLACED), max_size=12), min_size=1, max_size=6)


@given(pages=PAGES)
@settings(max_examples=200)
def test_cleaning_loses_no_word_and_no_page(printed, pages):
    source = printed(pages)
    document = clean(source)
    words = document.words
    assert words.boxes == source.words.boxes
    assert list(words.starts) == sorted(words.starts)
    assert list(words.ends) == sorted(words.ends)
    before = [source.text[start:end] for start, end in zip(source.words.starts, source.words.ends, strict=True)]
    spans = list(zip(words.starts, words.ends, strict=True))
    kept = [index for index, (start, end) in enumerate(spans) if start < end]
    for index in kept:
        text = document.text[slice(*spans[index])]
        assert text == before[index] or words.printed[index] == before[index]
    gone = Counter(before[index] for index in set(range(len(before))) - set(kept))
    assert gone == Counter(word for entry in document.removed for word in entry.text.split())
    assert {block.page for block in document.blocks} == set(source.words.line_pages)


@given(pages=PAGES)
@settings(max_examples=200)
def test_blocks_follow_each_other_each_on_one_page(printed, pages):
    document = clean(printed(pages))
    words = document.words
    end = 0
    for block in document.blocks:
        assert block.span[0] >= end
        assert document.text[slice(*block.span)].strip() == document.text[slice(*block.span)] != ""
        end = block.span[1]
    for index in range(len(words)):
        if words.starts[index] < words.ends[index]:
            home = [block for block in document.blocks if block.span[0] <= words.starts[index] < block.span[1]]
            assert [block.page for block in home] == [words.line_pages[words.line_of(index)]]
