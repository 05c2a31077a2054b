from docpipe.cleaning.cut import without_lines
from docpipe.cleaning.lines import text_lines


def test_lines_are_cut_from_the_middle_and_the_ends_and_words_keep_their_places(printed):
    source = printed([["a b", "c", "d e", "f"], ["g"], ["h", "i j"]])
    document = without_lines(source, text_lines(source), {0, 2, 4, 6})
    words = document.words
    assert document.text == "c\nf\nh"
    assert [document.text[start:end] for start, end in zip(words.starts, words.ends, strict=True)] == [
        "", "", "c", "", "", "f", "", "h", "", "",
    ]  # fmt: skip
    assert words.boxes == source.words.boxes
    assert [(block.page, document.text[slice(*block.span)]) for block in document.blocks] == [(1, "c\nf"), (3, "h")]
