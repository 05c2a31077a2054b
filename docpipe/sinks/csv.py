"""Tables of a document as CSV: cells as printed, a merged one's text in its first cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from docpipe.figures import figure
from docpipe.sinks.rows import visible
from docpipe.types import Table

FORMULA = tuple("=+-@＝＋－＠\t\r")
"""Beginnings that make a spreadsheet take a cell for a formula, and run it (CWE-1236)."""


def tables_to_csv(tables: Sequence[Table]) -> str:
    """Comma-separated values in UTF-8, lines ended by line feeds; a blank line between tables."""
    return "\n".join(map(_csv, tables))


def harmless(text: str) -> str:
    """Text that no spreadsheet runs: an apostrophe stands before what would be a formula and is no figure."""
    if not text.startswith(FORMULA) or figure(text) is not None:
        return text
    return f"'{text}"


def _csv(table: Table) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerows([harmless(visible(cell)) for cell in row] for row in table.rows)
    return written.getvalue()
