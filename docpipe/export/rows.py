"""A worksheet of XlsxWriter whose rows are given whole and written as XML at once.

XlsxWriter keeps a row's cells as objects, an object for every link, and a relationship for each: 75 s of CPU and 860 MB
for 3,000 contracts. Here a cell is a string, links wait in a file, and those to one page share its relationship.
Everything else of a sheet (looks, filters, comments, drop-downs, the package) stays with XlsxWriter.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

_MARKED = re.compile(r"[&<>\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_x[0-9a-fA-F]{4}_")
_COPY_BYTES = 1 << 16


class RowSheet(Worksheet):  # type: ignore[misc]
    """Cells that are written one by one stand in the first row only; ``begin``, then ``write_cells`` for the others."""

    _begun = False

    def begin(self) -> None:
        """The first row is complete."""
        self._write_single_row(1)
        self._begun = True
        self._pages: dict[str, int] = {}
        self._links = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")  # noqa: SIM115 - as long as this

    def write_cells(self, row: int, cells: Iterable[str], last_column: int) -> None:
        """One row, from the left: cells as ``text_cell`` and ``number_cell`` make them."""
        self._check_dimensions(row, last_column)
        self.fh.write(f'<row r="{row + 1}">{"".join(cells)}</row>')

    def link(self, row: int, column: int, page: str, anchor: str) -> None:
        """Lead from a cell to a place on a page; both percent-encoded."""
        number = self._pages.setdefault(page, len(self._pages) + 1)
        location = f' location="{_escaped(anchor)}"' if anchor else ""
        self._links.write(f'<hyperlink ref="{name_of(column)}{row + 1}" r:id="rId{number}"{location}/>')

    def _write_single_row(self, current_row_num: int = 0) -> None:
        """What XlsxWriter calls when a row is over, and at the end: rows that are given whole are written already."""
        if not self._begun:
            super()._write_single_row(current_row_num)

    def _write_hyperlinks(self) -> None:
        """What XlsxWriter calls in the place of its own links: where they stand in a sheet, and what they lead to."""
        if self._pages:
            self.fh.write("<hyperlinks>")
            self._links.seek(0)
            while text := self._links.read(_COPY_BYTES):
                self.fh.write(text)
            self.fh.write("</hyperlinks>")
            self.rel_count = len(self._pages)
            self.external_hyper_links = [["/hyperlink", page, "External"] for page in self._pages]
        self._links.close()


def text_cell(column: int, row: int, text: str, look: str) -> str:
    """A cell of words; ``look`` is a format as ``look_of`` gives it."""
    if _MARKED.search(text):
        text = _escaped(text)
    space = ' xml:space="preserve"' if text[:1].isspace() or text[-1:].isspace() else ""
    return f'<c r="{name_of(column)}{row + 1}"{look} t="inlineStr"><is><t{space}>{text}</t></is></c>'


def number_cell(column: int, row: int, number: float, look: str) -> str:
    return f'<c r="{name_of(column)}{row + 1}"{look}><v>{number:.16G}</v></c>'


def look_of(made: Any) -> str:
    """A format of the workbook as the attribute of a cell."""
    return f' s="{made._get_xf_index()}"'


@lru_cache(maxsize=512)
def name_of(column: int) -> str:
    """A column's letters."""
    return str(xl_col_to_name(column))


def _escaped(text: str) -> str:
    """XML; control characters, and what looks like one escaped, in the way of the format."""
    text = re.sub("_x(?=[0-9a-fA-F]{4}_)", "_x005F_x", text)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", lambda found: f"_x{ord(found[0]):04X}_", text)
