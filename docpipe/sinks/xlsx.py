"""Tables of a document as a workbook: a sheet for each, figures as numbers that look as printed, all else as text."""

from __future__ import annotations

import io
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from docpipe.errors import LimitExceeded, MissingExtra
from docpipe.figures import DecimalMark, Figure, decimal_mark_of, figure
from docpipe.sinks.csv import FORMULA
from docpipe.sinks.rows import visible
from docpipe.types import Table

if TYPE_CHECKING:
    from openpyxl import Workbook

LONGEST_CELL = 32_767
"""Characters that a cell may have in the format."""

MOST_DIGITS = 15
"""Digits that a number keeps in a spreadsheet; longer ones stay text."""

WIDEST, NARROWEST = 60, 8
"""Characters that columns are wide at most and at least; what is longer is wrapped."""

_NO_XML = dict.fromkeys((0xFFFE, 0xFFFF), "\ufffd")
"""Characters that XML cannot hold, and may not be left out silently."""
_PROPERTIES = "docProps/core.xml"


def tables_to_xlsx(tables: Sequence[Table]) -> bytes:
    """A workbook with a sheet for each table (at least one), named after its number and page.

    Nothing in it is a formula. Raises MissingExtra without openpyxl, LimitExceeded where a cell holds too much.
    """
    workbook = _workbook()
    for number, table in enumerate(tables, 1):
        _fill(workbook.create_sheet(f"{number} (page {table.regions[0].page})"), table)
    workbook.properties.creator = "docpipe"
    written = io.BytesIO()
    workbook.save(written)
    return _with_mark_first(written)


def _workbook() -> Workbook:
    try:
        from openpyxl import Workbook
    except ImportError as error:
        raise MissingExtra("--tables xlsx needs openpyxl: pip install 'docpipe[xlsx]'") from error
    workbook = Workbook()
    workbook.remove(workbook.active)
    return workbook


def _fill(sheet: Any, table: Table) -> None:
    from openpyxl.styles import Font

    mark = decimal_mark_of(cell for row in table.rows for cell in row)
    for row, texts in enumerate(table.rows, 1):
        for column, text in enumerate(texts, 1):
            if text:
                header = row <= table.header_rows
                _write(sheet.cell(row, column), text, None if header else mark)
                if header:
                    sheet.cell(row, column).font = Font(bold=True)
    _merge(sheet, table)
    _shape(sheet, table)


def _write(cell: Any, text: str, mark: DecimalMark | None) -> None:
    """A cell as a number if it is plainly one, else as text; ``mark`` is None in headers, which are text."""
    found = None if mark is None else figure(text, mark)
    shape = _shape_of(found, text) if found is not None else None
    if found is not None and found.value is not None and shape is not None:
        value = Decimal(found.value)
        cell.value = value / 100 if found.measure == "percent" else value
        cell.number_format = shape
        return
    if len(text) > LONGEST_CELL:
        raise LimitExceeded(f"a cell of a table has {len(text):,} characters, more than a spreadsheet takes; use csv")
    cell.value = visible(text).translate(_NO_XML)
    cell.data_type = "s"  # not a formula, whatever it begins with
    cell.quotePrefix = text.startswith(FORMULA)  # nor after somebody has edited it


def _shape_of(found: Figure, text: str) -> str | None:
    """The number format in which a figure looks as printed; None where a spreadsheet could not keep all of it."""
    if found.value is None or found.measure == "permille":
        return None
    digits = found.value.lstrip("-")
    if len(digits.replace(".", "")) > MOST_DIGITS:
        return None
    decimals = len(digits.partition(".")[2])
    whole = digits.partition(".")[0]
    grouped = len(whole) > 3 and any(mark in text for mark in (f"{whole[-4]},", f"{whole[-4]}.", f"{whole[-4]} "))
    number = ("#,##0" if grouped else "0") + ("." + "0" * decimals if decimals else "")
    number += "%" if found.measure else ""
    number = f'"{found.sign}"{number}' if found.sign else number
    return f"{number};({number})" if "(" in text or "（" in text else number


def _merge(sheet: Any, table: Table) -> None:
    """Cells that span several, where those are blank; spans that would overlap stay apart."""
    taken: set[tuple[int, int]] = set()
    for cell in table.cells:
        places = [
            (row, column)
            for row in range(cell.row, min(cell.row + cell.rowspan, len(table.rows)))
            for column in range(cell.col, min(cell.col + cell.colspan, len(table.rows[0])))
        ]
        if len(places) < 2 or taken.intersection(places) or any(table.rows[row][column] for row, column in places[1:]):
            continue
        taken.update(places)
        (top, left), (bottom, right) = places[0], places[-1]
        sheet.merge_cells(start_row=top + 1, start_column=left + 1, end_row=bottom + 1, end_column=right + 1)


def _shape(sheet: Any, table: Table) -> None:
    """Columns as wide as what stands in them, and the header in sight."""
    from openpyxl.styles import Alignment
    from openpyxl.utils import get_column_letter

    for column in range(len(table.rows[0])):
        longest = max(len(line) for row in table.rows for line in row[column].split("\n"))
        sheet.column_dimensions[get_column_letter(column + 1)].width = min(max(longest + 2, NARROWEST), WIDEST)
    for row, texts in enumerate(table.rows, 1):
        for column, text in enumerate(texts, 1):
            if "\n" in text or len(text) > WIDEST:
                sheet.cell(row, column).alignment = Alignment(wrap_text=True, vertical="top")
    if table.header_rows:
        sheet.freeze_panes = f"A{table.header_rows + 1}"


def _with_mark_first(written: io.BytesIO) -> bytes:
    """The file with the name of its maker first and uncompressed, by which docpipe knows its own."""
    packed = io.BytesIO()
    with ZipFile(written) as source, ZipFile(packed, "w", ZIP_DEFLATED) as target:
        for name in sorted(source.namelist(), key=lambda name: name != _PROPERTIES):
            target.writestr(name, source.read(name), ZIP_STORED if name == _PROPERTIES else ZIP_DEFLATED)
    return packed.getvalue()
