"""Values with separators (CSV, TSV) → tables whose cells have their addresses, as in a sheet. Needs only Python."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from docpipe.errors import LimitExceeded, ReadError
from docpipe.readers.office.pieces import Piece, Stretch, plain
from docpipe.readers.tables.text import FIGURE

MOST_CELLS = 2_000_000
"""Cells with something in them, as for sheets."""

SEPARATORS = ",;\t|"
_LOOKED_AT = 64 * 1024


def pieces(text: str, ending: str) -> Iterator[Piece]:
    """The rows of a file as a table, those between empty lines as one each; ``ending`` is csv or tsv.

    Raises ReadError, LimitExceeded.
    """
    rows: list[tuple[int, list[str]]] = []
    count = 0
    for number, row in _rows(text, ending):
        if not any(row):
            yield from _table(rows)
            rows = []
            continue
        rows.append((number, row))
        count += len(row)
        if count > MOST_CELLS:
            raise LimitExceeded(f"more than {MOST_CELLS:,} cells; split the file")
    yield from _table(rows)


def column(number: int) -> str:
    """The letters of a column, 1 being A."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _rows(text: str, ending: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with their numbers, as a sheet would number them."""
    separator = "\t" if ending == "tsv" else _separator(text[:_LOOKED_AT])
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    before = csv.field_size_limit(max(len(text), 1))
    try:
        for number, row in enumerate(reader, 1):
            yield number, [plain(cell) for cell in row]
    except csv.Error as error:
        raise ReadError(f"row {reader.line_num}: {error}; save the file anew") from error
    finally:
        csv.field_size_limit(before)


def _separator(text: str) -> str:
    """The separator that parts most lines into the same number of values."""
    lines = [line for line in text.splitlines()[:50] if line.strip()]
    best, chosen = 0, ","
    for separator in SEPARATORS:
        counts = [len(row) for row in csv.reader(lines, delimiter=separator)]
        usual = max(counts, key=counts.count, default=1)
        score = counts.count(usual) * (usual > 1)
        if score > best:
            best, chosen = score, separator
    return chosen


def _table(rows: Sequence[tuple[int, list[str]]]) -> Iterator[Piece]:
    if not rows:
        return
    width = max(len(row) for _, row in rows)
    place = f"A{rows[0][0]}"
    if width == 1:
        for number, row in rows:
            yield Piece("paragraph", row[0], f"A{number}")
        return
    full = [(number, [*row, *[""] * (width - len(row))]) for number, row in rows]
    cells = tuple(
        tuple(Stretch(cell, place=f"{column(at)}{number}") for at, cell in enumerate(row, 1)) for number, row in full
    )
    yield Piece("table", "", place, rows=cells, header_rows=int(_names_columns(rows)))


def _names_columns(rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Whether the first row has names where the others have values."""
    first = rows[0][1]
    return len(rows) > 1 and all(first) and not any(FIGURE.fullmatch(cell) for cell in first)
