import datetime
import io

import pytest

from docpipe import errors

openpyxl = pytest.importorskip("openpyxl", reason="the extra office is not installed")

from docpipe.readers.office.xlsx import printed  # noqa: E402


def workbook(fill):
    book = openpyxl.Workbook()
    fill(book)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_cells_have_their_addresses_and_stretches_of_rows_are_tables(read_in):
    def fill(book):
        sheet = book.active
        sheet.title = "Rent roll"
        for at, row in enumerate([["Rent roll 2024"], [], ["Unit", "Rent"], ["A", 5120.5]], 1):
            for column, value in enumerate(row, 2):
                sheet.cell(at, column, value)
        sheet["C4"].number_format = "#,##0.00"

    document = read_in(workbook(fill))
    assert document.text == "Rent roll 2024\nUnit\tRent\nA\t5,120.50"
    assert document.place_name(document.text.index("5,120")) == "'Rent roll'!C4"
    assert document.tables[0].rows == (("Unit", "Rent"), ("A", "5,120.50"))


def test_sheets_can_be_chosen_and_hidden_ones_stand_apart(read_in):
    def fill(book):
        book.active["A1"] = "first"
        book.create_sheet("Two")["A1"] = "second"
        book.create_sheet("Three")["A1"] = "third"
        book["Three"].sheet_state = "hidden"

    data = workbook(fill)
    assert read_in(data).text == "first\nsecond"
    assert [block.text for block in read_in(data).blocks if block.kind == "hidden"] == ["third"]
    assert read_in(data, pages="2").text == "second"


def test_formulas_without_a_result_are_told(read_in):
    def fill(book):
        book.active["A1"] = "Total"
        book.active["B1"] = "=1+1"

    assert "1 formulas have no stored result" in read_in(workbook(fill)).warnings[0]


def test_merged_cells_keep_their_spans(read_in):
    def fill(book):
        sheet = book.active
        sheet["A1"], sheet["A2"], sheet["B2"] = "Year", "2023", "2024"
        sheet.merge_cells("A1:B1")

    document = read_in(workbook(fill))
    assert document.tables[0].rows == (("Year", ""), ("2023", "2024"))
    assert document.tables[0].cells[0].colspan == 2


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (1234.5, "General", "1234.5"),
        (3.0, "General", "3"),
        (-1234.5, "#,##0;(#,##0)", "(1,234)"),
        (0.125, "0.0%", "12.5%"),
        (1200, '"$"#,##0.00', "$1,200.00"),
        (1200, "[$€-407]#,##0", "€1,200"),
        (-5, "0.0", "-5.0"),
        (0, '#,##0;(#,##0);"-"', "-"),
        (True, "General", "TRUE"),
        (datetime.datetime(2024, 5, 1), "yyyy-mm-dd", "2024-05-01"),  # noqa: DTZ001
    ],
)
def test_numbers_are_printed_as_their_format_says(value, form, text):
    assert printed(value, form) == text


def test_a_document_type_in_a_workbook_is_refused(read_in, archive):
    data = archive({"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<!DOCTYPE x><workbook/>"})
    with pytest.raises(errors.ReadError, match="document type"):
        read_in(data)


def test_a_damaged_workbook_is_our_error(read_in, archive):
    with pytest.raises(errors.ReadError, match="damaged"):
        read_in(archive({"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>"}))
