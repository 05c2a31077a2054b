"""Tables over pages: one when their parts belong together, two when they do not."""

from __future__ import annotations

from array import array

from msgspec.structs import replace

from docpipe.cleaning.tables import with_whole_tables
from docpipe.types import Block, Cell, Document, Page, Region, Source, Table
from docpipe.words import Words

HEADER = ("Item", "2025", "2024")
COLUMNS = ((72.0, 200.0), (300.0, 340.0), (400.0, 440.0))


def table(block: str, page: int, *rows: tuple[str, ...], header: int = 1, shift: float = 0.0) -> Table:
    """A table whose columns stand where ``COLUMNS`` says."""
    cells = tuple(
        Cell(row, col, page, (COLUMNS[col][0] + shift, 20.0 * row, COLUMNS[col][1] + shift, 20.0 * row + 10))
        for row, texts in enumerate(rows)
        for col in range(len(texts))
    )
    return Table(block, (Region(page, (72.0, 0.0, 440.0, 500.0)),), header, rows, cells)


def document(*tables: Table, between: bool = False) -> Document:
    """A document of tables on following pages, with a sentence before the last one if wanted."""
    blocks = [Block(one.block, "table", one.regions[0].page, one.regions[0].bbox, (0, 1)) for one in tables]
    if between:
        blocks.insert(len(blocks) - 1, Block("p1", "paragraph", 1, (72.0, 600.0, 440.0, 610.0), (0, 1)))
    words = Words(array("I"), array("I"), array("f"), array("I"), array("H"))
    pages = tuple(Page(number, 612.0, 792.0) for number in (1, 2, 3))
    source = Source("made.pdf", None, "0" * 64, "application/pdf", 1)
    return Document(source, "x", words, tuple(blocks), pages, tables=tables)


FIRST = table("b1", 1, HEADER, ("Bolts", "1", "2"), ("Nuts", "3", "4"))


def test_a_repeated_header_is_no_row_of_the_whole():
    second = table("b2", 2, HEADER, ("Washers", "5", "6"))
    found = with_whole_tables(document(FIRST, second))
    (whole,) = found.tables
    assert whole.rows == (HEADER, ("Bolts", "1", "2"), ("Nuts", "3", "4"), ("Washers", "5", "6"))
    assert [region.page for region in whole.regions] == [1, 2]
    assert [(cell.row, cell.page) for cell in whole.cells if cell.col == 0] == [(0, 1), (1, 1), (2, 1), (3, 2)]
    assert [block.continues for block in found.blocks] == [None, "b1"]


def test_a_part_without_a_header_goes_on():
    second = table("b2", 2, ("Washers", "5", "6"), header=0)
    third = table("b3", 3, ("Screws", "7", "8"), header=0)
    (whole,) = with_whole_tables(document(FIRST, second, third)).tables
    assert [row[0] for row in whole.rows] == ["Item", "Bolts", "Nuts", "Washers", "Screws"]


def test_another_header_is_another_table():
    second = table("b2", 2, ("Place", "2025", "2024"), ("Ashby", "5", "6"))
    made = document(FIRST, second)
    assert with_whole_tables(made) is made


def test_other_columns_are_another_table():
    second = table("b2", 2, ("Washers", "5", "6"), header=0, shift=90.0)
    assert len(with_whole_tables(document(FIRST, second)).tables) == 2


def test_text_between_parts_two_tables():
    second = table("b2", 2, HEADER, ("Washers", "5", "6"))
    assert len(with_whole_tables(document(FIRST, second, between=True)).tables) == 2


def test_tables_of_one_page_stay_two():
    second = table("b2", 1, HEADER, ("Washers", "5", "6"))
    assert len(with_whole_tables(document(FIRST, replace(second, block="b2"))).tables) == 2


def test_a_header_that_fell_into_other_cells_is_the_same_header():
    first = table("b1", 1, ("", "Year ended", ""), HEADER, ("Bolts", "1", "2"), header=2)
    second = table("b2", 2, ("", "", "Year ended"), HEADER, ("Washers", "5", "6"), header=2)
    assert len(with_whole_tables(document(first, second)).tables) == 1


def test_names_in_another_order_are_kept():
    second = table("b2", 2, ("Item", "2024", "2025"), ("Washers", "5", "6"))
    assert len(with_whole_tables(document(FIRST, second)).tables) == 2
