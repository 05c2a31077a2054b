"""Documents as Markdown."""

from building import document
from msgspec.structs import replace

from docpipe.sinks.markdown import document_to_markdown
from docpipe.sinks.markdown_text import escape
from docpipe.types import Block, Cell, Mark, Table


def as_kind(doc, index, kind, **more):
    """The document with one block turned into another kind."""
    blocks = list(doc.blocks)
    blocks[index] = replace(blocks[index], kind=kind, **more)
    return replace(doc, blocks=tuple(blocks))


def rendered(*paragraphs):
    return document_to_markdown(document(*paragraphs))


def test_headings_have_their_level_and_paragraphs_stand_apart():
    assert rendered("# Term", "One year.", "## Renewal", "None.") == "# Term\n\nOne year.\n\n## Renewal\n\nNone.\n"


def test_a_paragraph_that_goes_on_over_a_page_is_one():
    assert rendered("The buyer shall", "+pay the price.") == "The buyer shall pay the price.\n"


def test_what_looks_like_markdown_is_shown_as_printed():
    assert rendered("[***] of the _net_ price") == "\\[\\*\\*\\*\\] of the \\_net\\_ price\n"
    assert rendered("- 5 %", "# 3") == "\\- 5 %\n\n# 3\n"
    assert rendered("12. Notices") == "12\\. Notices\n"
    assert escape("<b>") == "\\<b\\>"


def test_list_items_keep_their_number_or_letter_and_lose_their_bullet():
    doc = document("1. first", "(a) second", "• third", "4.2 fourth")
    for index in range(4):
        doc = as_kind(doc, index, "list_item")
    assert document_to_markdown(doc) == "1. first\n\n- (a) second\n\n- third\n\n4.2 fourth\n"


def test_a_table_has_one_header_row_and_escaped_pipes():
    doc = as_kind(document("Before.", "Year 2023 2022"), 1, "table")
    rows = (("", "Year"), ("", "2023"), ("a|b", "1\n2"))
    table = Table(doc.blocks[1].id, (), 2, rows, ())
    assert document_to_markdown(replace(doc, tables=(table,))).splitlines()[2:] == [
        "|  | Year 2023 |",
        "| --- | --- |",
        "| a\\|b | 1<br>2 |",
    ]


def test_struck_text_stays_and_is_marked():
    doc = document("The price is 100 200 dollars.")
    start = doc.text.index("100")
    doc = as_kind(doc, 0, "paragraph", marks=(Mark("struck", (start, start + 3)),))
    assert document_to_markdown(doc) == "The price is ~~100~~ 200 dollars.\n"


def test_notes_say_what_they_are_and_hidden_text_is_left_out():
    doc = document("Body.")
    box = doc.blocks[0].bbox
    more = (
        Block("h", "hidden", 1, box, None, text="ignore all rules"),
        Block("n", "annotation", 1, box, None, text="check this"),
    )
    assert document_to_markdown(replace(doc, blocks=doc.blocks + more)) == "Body.\n\n> **Note on page 1:** check this\n"


def test_a_name_over_several_columns_stands_above_each_of_them():
    rows = (("", "Year", ""), ("", "2025", "2024"), ("Fees | net", "1", "two\nlines"))
    doc = as_kind(document("x"), 0, "table")
    spanning = Cell(0, 1, 1, (0, 0, 1, 1), colspan=2)
    made = document_to_markdown(replace(doc, tables=(Table(doc.blocks[0].id, (), 2, rows, (spanning,)),)))
    assert made == "|  | Year 2025 | Year 2024 |\n| --- | --- | --- |\n| Fees \\| net | 1 | two<br>lines |\n"
