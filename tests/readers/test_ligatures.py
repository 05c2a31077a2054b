"""Ligatures that a font gives no code for are spelled out by the words that they stand in."""

import io
from itertools import pairwise

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from docpipe.readers import describe, read
from docpipe.readers.ligatures import ligature, spelled_out
from docpipe.readers.options import ReadOptions

CODES = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Some def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfchar <23> <0000> endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end"""
"""A font's table of what its characters say: for # nothing."""


def printed(line: str):
    """A page that prints a line in a font that does not tell what ``#`` stands for."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), invariant=1)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(72, 700, line)
    canvas.save()
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(buffer.getvalue())) as made:
        for font in made.pages[0].Resources.Font.values():
            font.ToUnicode = made.make_stream(CODES)
        made.save(out)
    data = out.getvalue()
    return read(data, describe(data, "page.pdf", None), ReadOptions())


def test_a_ligature_without_a_code_is_spelled_out_and_the_words_keep_their_places():
    document = printed("The #rst quarter's pro#t and cash #ow are e#ective at the o#ce.")
    assert document.text == "The first quarter's profit and cash flow are effective at the office."
    words = document.words
    assert [document.text[slice(*span)] for span in zip(words.starts, words.ends, strict=True)] == document.text.split()
    boxes = [words.box(at) for at in range(len(words))]
    assert all(before[2] <= box[0] for before, box in pairwise(boxes))


def test_what_no_word_tells_is_seen_to_be_missing():
    assert printed("Messrs. Gar#nkel and Sha#er").text == "Messrs. Gar\ufffdnkel and Sha\ufffder"


@pytest.mark.parametrize(
    ("left", "right", "letters"),
    [
        ("pro", "t", "fi"), ("", "nancing", "fi"), ("", "ow", "fl"), ("E", "ect", "ff"), ("o", "cer", "ffi"),
        ("re", "ects", "fl"), ("classi", "cation", "fi"), ("o", "", "ff"), ("insu", "cient", "ffi"), ("", "xx", None),
        ("a", "uent", "ffl"), ("Gar", "nkel", None),
    ],
)  # fmt: skip
def test_the_one_ligature_that_makes_a_word(left, right, letters):
    assert ligature(left, right) == ligature(left.capitalize(), right) == letters


def test_a_hyphen_and_a_sign_by_itself_stay():
    text = "long\ufffeterm \ufffe pro\ufffet"
    assert spelled_out(text, [10, 15]) == ("long\ufffeterm \ufffe profit", [16])
