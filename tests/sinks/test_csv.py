"""Tables as CSV."""

import csv
import io

import pytest

from docpipe.sinks.csv import harmless, tables_to_csv
from docpipe.types import Region, Table


def table(*rows):
    return Table("b1", (Region(1, (0, 0, 1, 1)),), 1, rows, ())


def test_cells_stand_as_printed_and_blank_ones_stay_blank():
    written = tables_to_csv([table(("", "2023"), ('Fees, "net"', "(1,234)"), ("Other", ""))])
    assert written == ',2023\n"Fees, ""net""","(1,234)"\nOther,\n'


def test_a_blank_line_stands_between_tables():
    assert tables_to_csv([table(("a", "b")), table(("c",))]) == "a,b\n\nc\n"


def test_lines_and_tabs_of_a_cell_come_back():
    rows = (("two\nlines", "a\tb"),)
    assert tuple(map(tuple, csv.reader(io.StringIO(tables_to_csv([table(*rows)]))))) == rows


@pytest.mark.parametrize("text", ["=1+2", "+HYPERLINK(A1)", "-2+3", "@SUM(A1)", "＝1+2", "\t=1", "-cmd|' /C calc'!A0"])
def test_what_a_spreadsheet_would_run_is_text(text):
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-1,234", "+3", "-", "--", "-12.5%", "a=b", "(5)", ""])
def test_figures_and_plain_text_stay_as_they_are(text):
    assert harmless(text) == text


def test_signs_that_steer_a_terminal_are_shown():
    assert tables_to_csv([table(("a\x1b[2Jb",))]) == "a\\x1b[2Jb\n"
