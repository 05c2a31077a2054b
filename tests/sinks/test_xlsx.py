"""Tables as workbooks."""

import io

import pytest
from openpyxl import load_workbook

from docpipe.errors import LimitExceeded
from docpipe.sinks.owned import is_owned
from docpipe.sinks.xlsx import tables_to_xlsx
from docpipe.types import Cell, Region, Table


def table(*rows, header_rows=0, cells=(), page=1):
    return Table("b1", (Region(page, (0, 0, 1, 1)),), header_rows, rows, cells)


def sheet(*rows, **more):
    return load_workbook(io.BytesIO(tables_to_xlsx([table(*rows, **more)]))).worksheets[0]


@pytest.mark.parametrize(
    ("printed", "value", "shape"),
    [
        ("(1,234)", -1234, "#,##0;(#,##0)"),
        ("$ 1,234.50", 1234.5, '"$"#,##0.00'),
        ("12.5%", 0.125, "0.0%"),
        ("1234", 1234, "0"),
        ("△525", -525, "0"),
    ],
)
def test_a_figure_is_a_number_that_looks_as_printed(printed, value, shape):
    cell = sheet((printed,))["A1"]
    assert (cell.value, cell.number_format) == (value, shape)


@pytest.mark.parametrize("printed", ["—", "020844", "5/20/92", "1234567890123456", "N/A", "5‰"])
def test_what_is_not_plainly_a_number_stays_text(printed):
    assert sheet((printed,))["A1"].value == printed


def test_figures_with_a_decimal_comma_are_read_as_the_whole_table_is():
    read = sheet(("1.234,56",), ("1.234",))
    assert (read["A1"].value, read["A2"].value) == (1234.56, 1234)


@pytest.mark.parametrize("printed", ["=1+2", "+A1", "-2+3", "@SUM(A1)", '=HYPERLINK("http://x.test")'])
def test_no_text_is_a_formula(printed):
    cell = sheet((printed,))["A1"]
    assert (cell.value, cell.data_type, cell.quotePrefix) == (printed, "s", True)


def test_headers_are_text_and_stay_in_sight():
    read = sheet(("", "2023"), ("Fees", "7"), header_rows=1)
    assert (read["B1"].value, read["B2"].value, read.freeze_panes) == ("2023", 7, "A2")


def test_blank_stays_blank():
    assert sheet(("", "a"))["A1"].value is None


def test_cells_that_span_several_are_merged_unless_others_would_lose_their_text():
    spans = (Cell(0, 0, 1, (0, 0, 1, 1), colspan=2), Cell(1, 0, 1, (0, 0, 1, 1), colspan=2))
    assert [str(found) for found in sheet(("a", ""), ("b", "c"), cells=spans).merged_cells.ranges] == ["A1:B1"]


def test_each_table_has_a_sheet_named_after_its_page():
    made = tables_to_xlsx([table(("a",)), table(("b",), page=7)])
    assert load_workbook(io.BytesIO(made)).sheetnames == ["1 (page 1)", "2 (page 7)"]


def test_a_cell_that_does_not_fit_is_refused_and_not_cut():
    with pytest.raises(LimitExceeded, match="32,768 characters"):
        tables_to_xlsx([table(("x" * 32_768,))])


def test_signs_that_xml_cannot_hold_are_shown():
    assert sheet(("a\x0bb\ufffe",))["A1"].value == "a\\x0bb\ufffd"


def test_docpipe_knows_its_own_workbook(tmp_path):
    (tmp_path / "a.xlsx").write_bytes(tables_to_xlsx([table(("a",))]))
    assert is_owned(tmp_path / "a.xlsx")
