"""A worksheet of XlsxWriter whose rows are given whole and written as XML at once.

XlsxWriter keeps a row's cells as objects, an object for every link, and a relationship for each: 75 s of CPU and 860 MB
for 3,000 contracts. Here a cell is a string, links wait in a file, and those to one page share its relationship. The
package is deflated at the quickest level: 8 % of the time for a fifth more on the disk.
Everything else of a sheet (looks, filters, comments, drop-downs, the package) stays with XlsxWriter.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from functools import lru_cache, partial
from types import FunctionType
from typing import Any
from zipfile import ZipFile

from xlsxwriter import workbook
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

_COPY_BYTES = 1 << 16
_ROWS_AT_ONCE = 64
_QUICKEST = 1
"""The level at which a package is deflated."""


class RowBook(workbook.Workbook):  # type: ignore[misc]
    """A workbook of such sheets. XlsxWriter names the level of deflation nowhere: its own function is given a ZipFile
    that has one."""

    _store_workbook = FunctionType(
        workbook.Workbook._store_workbook.__code__,
        vars(workbook) | {"ZipFile": partial(ZipFile, compresslevel=_QUICKEST)},
    )


class RowSheet(Worksheet):  # type: ignore[misc]
    """Cells that are written one by one stand in the first row only; ``begin``, then ``write_cells`` for the others,
    and ``end``."""

    _begun = False

    def begin(self) -> None:
        """The first row is complete."""
        self._write_single_row(1)
        self._begun = True
        self._pages: dict[str, int] = {}
        self._rows: list[str] = []
        self._linked: list[str] = []
        self._links = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")  # noqa: SIM115 - as long as this

    def write_cells(self, row: int, cells: Iterable[str]) -> None:
        """One row, from the left: cells as ``text_cell`` and ``number_cell`` make them."""
        self._rows.append(f'<row r="{row + 1}">{"".join(cells)}</row>')
        if len(self._rows) == _ROWS_AT_ONCE:
            self._flush()

    def link(self, place: str, page: str, anchor: str) -> None:
        """Lead from a cell (``B7``) to a place on a page; both percent-encoded."""
        number = self._pages.setdefault(page, len(self._pages) + 1)
        location = f' location="{anchor}"' if anchor else ""
        self._linked.append(f'<hyperlink ref="{place}" r:id="rId{number}"{location}/>')

    def end(self, last_row: int, last_column: int) -> None:
        """The rows are complete."""
        self._check_dimensions(last_row, last_column)
        self._flush()

    def _flush(self) -> None:
        self.fh.write("".join(self._rows))
        self._rows.clear()
        self._links.write("".join(self._linked))
        self._linked.clear()

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


def text_cell(place: str, text: str, look: str) -> str:
    """A cell of words, which are not empty; ``look`` is a format as ``look_of`` gives it."""
    if "&" in text or "<" in text or ">" in text or "_x" in text or not text.isprintable():
        text = _escaped(text)
    space = "" if text.strip() == text else ' xml:space="preserve"'
    return f'<c r="{place}"{look} t="inlineStr"><is><t{space}>{text}</t></is></c>'


def number_cell(place: str, number: float, look: str) -> str:
    return f'<c r="{place}"{look}><v>{number:.16G}</v></c>'


def look_of(made: Any) -> str:
    """A format of the workbook as the attribute of a cell."""
    return f' s="{made._get_xf_index()}"'


@lru_cache(maxsize=512)
def name_of(column: int) -> str:
    """A column's letters."""
    return str(xl_col_to_name(column))


def _escaped(text: str) -> str:
    """XML; control characters, and what looks like one escaped, in the way of the format."""
    if "_x" in text:
        text = re.sub("_x(?=[0-9a-fA-F]{4}_)", "_x005F_x", text)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if text.isprintable():
        return text
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", lambda found: f"_x{ord(found[0]):04X}_", text)
