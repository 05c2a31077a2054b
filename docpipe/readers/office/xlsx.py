"""Sheets (XLSX) → Document, read with openpyxl: each stretch of rows as a table whose cells have their addresses."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import groupby
from typing import Any

from docpipe.errors import LimitExceeded, MissingExtra, ReadError
from docpipe.readers.office.package import Package, opened
from docpipe.readers.office.pieces import Piece, Read, Stretch, plain, written
from docpipe.readers.options import ReadOptions, chosen_pages
from docpipe.types import Document, Source

MOST_CELLS = 2_000_000
"""Cells with something in them; the largest model at hand has 140,000."""

_FAULTS = (ValueError, KeyError, TypeError, AttributeError, IndexError, OSError, OverflowError)
"""What openpyxl raises for workbooks that are not as they should be; it has no error that they share."""

_UNCOUNTED = re.compile(
    rb"</(?:\w+:)?f>\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>|<f[^>]*/></c>"
)
_QUOTED = re.compile(r'"([^"]*)"|\\(.)')
_CURRENCY = re.compile(r"\[\$([^\]-]*)[^\]]*\]")
_LEFT_OUT = re.compile(r"_.|\*.|\[[^\]]*\]")


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """The chosen sheets of a workbook. Raises MissingExtra, ReadError, LimitExceeded, NoText, SettingsError (pages)."""
    with opened(data, options) as package:
        uncounted = _checked(package)
    book = _workbook(data)
    try:
        sheets = list(book.worksheets)
        chosen = chosen_pages(options.pages, len(sheets)) if sheets else []
        pieces: list[Piece] = []
        warnings = []
        for number in chosen:
            sheet = sheets[number - 1]
            own = list(_sheet_pieces(sheet, number))
            if sheet.sheet_state != "visible":
                warnings.append(f"sheet {sheet.title} is hidden: it stands apart and not in the text")
                own = [_apart(piece) for piece in own]
            pieces += own
    except _FAULTS as error:
        raise _damaged(error) from error
    if uncounted:
        warnings.append(
            f"{uncounted:,} formulas have no stored result, so nothing stands in their cells; save it in Excel"
        )
    return written(Read(pieces, warnings=warnings, parts=len(sheets), parts_read=chosen), source)


def _checked(package: Package) -> int:
    """How many formulas lack a result. Raises ReadError for a document type, LimitExceeded for too much in it."""
    uncounted = 0
    for part in package.names():
        if part.endswith((".xml", ".rels")):
            content = package.read(part)
            if b"<!DOCTYPE" in content or "<!DOCTYPE".encode("utf-16-le") in content:
                raise ReadError(f"{part}: declares a document type, which no workbook does; it may be an attack")
            if "/worksheets/" in part:
                uncounted += len(_UNCOUNTED.findall(content))
    return uncounted


def _workbook(data: bytes) -> Any:
    try:
        from openpyxl import load_workbook
        from openpyxl.utils.exceptions import InvalidFileException
    except ImportError as error:
        raise MissingExtra("workbooks (.xlsx) need an extra: pip install 'docpipe[office]'") from error
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what it does not keep when it saves
            return load_workbook(BytesIO(data), data_only=True, keep_links=False)
    except (InvalidFileException, *_FAULTS) as error:
        raise _damaged(error) from error


def _damaged(error: Exception) -> ReadError:
    return ReadError(f"the workbook is damaged ({type(error).__name__}: {error}); save it anew")


def _sheet_pieces(sheet: Any, number: int) -> Iterator[Piece]:
    """Stretches of rows without an empty one between them; a row alone with one cell is a paragraph."""
    spans = {
        (area.min_row, area.min_col): (area.max_row - area.min_row + 1, area.max_col - area.min_col + 1)
        for area in sheet.merged_cells.ranges
    }
    covered = {
        (row, col)
        for (top, left), (height, width) in spans.items()
        for row in range(top, top + min(height, 1000))
        for col in range(left, left + min(width, 1000))
        if (row, col) != (top, left)
    }
    rows: dict[int, dict[int, str]] = {}
    count = 0
    for row in sheet.iter_rows():
        for cell in row:
            if cell.value is not None and (text := plain(printed(cell.value, cell.number_format))):
                rows.setdefault(cell.row, {})[cell.column] = text
                count += 1
        if count > MOST_CELLS:
            raise LimitExceeded(f"sheet {sheet.title}: more than {MOST_CELLS:,} cells; split it")
    for first, last in _runs(sorted(rows)):
        stretch = {row: rows[row] for row in range(first, last + 1)}
        yield _piece(sheet.title, number, stretch, spans, covered)


def _runs(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    for _, run in groupby(enumerate(rows), lambda pair: pair[1] - pair[0]):
        own = [row for _, row in run]
        yield own[0], own[-1]


def _piece(
    title: str,
    number: int,
    rows: dict[int, dict[int, str]],
    spans: dict[tuple[int, int], tuple[int, int]],
    covered: set[tuple[int, int]],
) -> Piece:
    from openpyxl.utils import get_column_letter

    left, right = min(min(row) for row in rows.values()), max(max(row) for row in rows.values())
    sheet = f"'{title}'" if re.search(r"\W", title) else title
    place = f"{sheet}!{get_column_letter(left)}{min(rows)}"
    if len(rows) == 1 and left == right:
        return Piece("paragraph", next(iter(rows.values()))[left], place, part=number)
    cells = []
    for at, row in rows.items():
        own = []
        for column in range(left, right + 1):
            if (at, column) in covered:
                continue
            height, width = spans.get((at, column), (1, 1))
            named = f"{sheet}!{get_column_letter(column)}{at}"
            own.append(Stretch(row.get(column, ""), height, min(width, right - column + 1), named))
        cells.append(tuple(own))
    return Piece("table", "", place, part=number, rows=tuple(cells))


def _apart(piece: Piece) -> Piece:
    text = piece.text or "\n".join("\t".join(cell.text for cell in row) for row in piece.rows)
    return Piece("hidden", text, piece.place, piece.part, apart=True)


def printed(value: object, form: str) -> str:
    """A cell's value as its number format prints it, as far as signs, brackets, decimals and per cent go."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if not isinstance(value, int | float):
        return str(value)
    return _number(value, form or "General")


def _number(value: float, form: str) -> str:
    sections = form.split(";")
    own = (
        sections[1]
        if value < 0 and len(sections) > 1
        else sections[2]
        if value == 0 and len(sections) > 2
        else sections[0]
    )
    own = _LEFT_OUT.sub("", _CURRENCY.sub(lambda match: f'"{match[1]}"' if match[1] else "", own))
    digits = re.search(r"[0#?][0#?,]*(?:\.([0#?]+))?", _QUOTED.sub("", own))
    if digits is None:
        said = "".join(quoted or escaped for quoted, escaped in _QUOTED.findall(own))
        return said if said and "General" not in own and "@" not in own else _general(value)
    scaled = abs(value) * (100 if "%" in own else 1)
    places = len(digits[1] or "")
    text = f"{scaled:,.{places}f}" if "," in digits[0] else f"{scaled:.{places}f}"
    shape = re.sub(r"[0#?][0#?,]*(?:\.[0#?]+)?", "\x00", own, count=1)
    around = _QUOTED.sub(lambda match: match[1] if match[1] is not None else match[2], shape).replace("\x00", text)
    minus = "-" if value < 0 and len(sections) < 2 else ""
    return minus + " ".join(around.split())


def _general(value: float) -> str:
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else f"{value:.10g}"
