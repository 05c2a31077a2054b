"""What the reader knows of single words reaches the finished blocks."""

from __future__ import annotations

from building import document as built
from msgspec.structs import replace

from docpipe.cleaning.lines import Piece, Plan, rewrite, text_lines
from docpipe.cleaning.marks import with_marks
from docpipe.types import Document, Mark, Table, paragraphs


def known(*texts: str, marked=None, fields=None) -> Document:
    document = built(*texts)
    return replace(document, words=replace(document.words, marked=marked or {}, fields=fields or {}))


def told(document: Document) -> list[tuple[str, str, str, str | None]]:
    return [
        (block.id, block.kind, document.text[slice(*block.span)], block.continues)
        for block in document.blocks
        if block.span
    ]


def test_struck_words_in_a_row_are_one_mark():
    document = with_marks(known("The term is five two years", marked={3: "struck", 4: "struck"}))
    assert document.blocks[0].marks == (Mark("struck", (12, 20)),)


def test_a_document_without_marks_stays_the_same_value():
    document = known("The term is five years")
    assert with_marks(document) is document


def test_a_field_in_a_sentence_is_a_block_that_the_sentence_goes_on_through():
    document = with_marks(known("Rent is due", "within 30 days of May", "The end", fields={4: 0}))
    assert told(document) == [
        ("b1", "paragraph", "Rent is due", None),
        ("b2", "paragraph", "within", None),
        ("b3", "form_field", "30", "b2"),
        ("b4", "paragraph", "days of May", "b3"),
        ("b5", "paragraph", "The end", None),
    ]
    assert [paragraph.text for paragraph in paragraphs(document)][1] == "within 30 days of May"


def test_two_fields_side_by_side_are_two_blocks():
    document = with_marks(known("Ann Lee May 5", fields={0: 0, 1: 0, 2: 1, 3: 1}))
    assert [text for _, _, text, _ in told(document)] == ["Ann Lee", "May 5"]


def test_a_block_that_is_all_one_value_is_a_field():
    document = with_marks(known("# Ann Lee", fields={0: 0, 1: 0}))
    assert [(kind, text) for _, kind, text, _ in told(document)] == [("form_field", "Ann Lee")]


def test_a_table_stays_whole():
    document = known("Rent 30 monthly", fields={1: 0})
    table = Table("b0", (), 0, (("Rent", "30", "monthly"),), ())
    document = replace(document, blocks=(replace(document.blocks[0], kind="table"),), tables=(table,))
    assert [block.kind for block in with_marks(document).blocks] == ["table"]


def test_a_table_behind_a_field_is_still_found_by_its_block():
    document = known("Name Ann", "Rent 30", fields={1: 0})
    first, second = document.blocks
    table = Table("b1", (), 0, (("Rent", "30"),), ())
    document = with_marks(replace(document, blocks=(first, replace(second, kind="table")), tables=(table,)))
    assert document.tables[0].block == next(block.id for block in document.blocks if block.kind == "table")


def test_the_marks_of_a_block_stay_with_their_words():
    document = known("within 30 days1 of May", fields={1: 0})
    mark = Mark("superscript", (14, 15))
    document = with_marks(replace(document, blocks=(replace(document.blocks[0], marks=(mark,)),)))
    assert [block.marks for block in document.blocks] == [(), (), (mark,)]


def test_words_keep_what_is_known_of_them_when_lines_change_places():
    document = known("first line", "second line", marked={2: "struck"}, fields={0: 7})
    lines = text_lines(document)
    moved = rewrite(document, lines, Plan([Piece(1, 2), Piece(0, 1)]))
    assert (moved.text, moved.words.marked, moved.words.fields) == ("second line\nfirst line", {0: "struck"}, {2: 7})
