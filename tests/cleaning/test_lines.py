from msgspec.structs import replace

from docpipe.cleaning.lines import Piece, Plan, rewrite, text_lines


def test_lines_without_text_are_left_out_and_their_words_keep_their_places(printed):
    source = printed([["a b", "c", "d e", "f"], ["g"], ["h", "i j"]])
    gone = {0, 2, 4, 6}
    lines = [replace(line, text="") if line.index in gone else line for line in text_lines(source)]
    document = rewrite(source, lines, Plan([Piece(1, 4), Piece(5, 6)]))
    words = document.words
    assert document.text == "c f\nh"
    assert [document.text[start:end] for start, end in zip(words.starts, words.ends, strict=True)] == [
        "", "", "c", "", "", "f", "", "h", "", "",
    ]  # fmt: skip
    assert words.boxes == source.words.boxes
    assert [(block.page, document.text[slice(*block.span)]) for block in document.blocks] == [(1, "c f"), (3, "h")]
