"""``docpipe read --tables``: the tables of documents as CSV or workbooks."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from docpipe.cli import outputs
from docpipe.cli.messages import counted
from docpipe.cli.safety import check_file, check_slots, make_folder, refuse_other_text
from docpipe.errors import SettingsError
from docpipe.sinks.csv import tables_to_csv
from docpipe.sinks.files import Slot, common_folder, slots, write_data
from docpipe.sinks.rows import page_ranges
from docpipe.sinks.xlsx import tables_to_xlsx

if TYPE_CHECKING:
    from docpipe.filters.results import Screened
    from docpipe.types import Failure, Table


class TableFiles:
    """Writes the tables of each document: to one file, to a folder, or as CSV to stdout.

    In a folder a workbook is ``lease.xlsx``, and each table as CSV a file of its own, ``lease.table1.csv``. Where a
    document has no table nothing is written, and it is told.
    """

    def __init__(self, form: str, files: Sequence[Path], output: Path | None) -> None:
        """``form`` is csv or xlsx. Raises SettingsError for what cannot be done."""
        self._form, self._files, self._output = form, files, output
        self._folder = output if output is not None and outputs.is_folder(output, len(files)) else None
        if self._folder is not None:
            make_folder(self._folder)
        elif output is not None:
            check_file(output, files, form)
        elif len(files) > 1 or (form == "xlsx" and sys.stdout.isatty()):
            raise SettingsError(f"--tables {form}: name a folder for the tables with --output DIR")

    def write(self, screened: Screened, index: int) -> list[str]:
        """Write the tables of the document at ``index``; a line about each.

        Raises SettingsError where a file is in the way, MissingExtra, LimitExceeded.
        """
        tables = screened.document.tables
        if not tables:
            return ["no tables: nothing was written"]
        if self._form == "xlsx":
            self._put(tables_to_xlsx(tables), index, ".xlsx")
        elif self._folder is None:
            self._put(tables_to_csv(tables).encode("utf-8"), index, ".csv")
        else:
            for number, table in enumerate(tables, 1):
                self._put(tables_to_csv([table]).encode("utf-8"), index, f".table{number}.csv")
        return [_told(number, table) for number, table in enumerate(tables, 1)]

    def fail(self, failure: Failure, index: int) -> None:
        """A document that failed has no tables, and no file in their place."""

    def _put(self, data: bytes, index: int, extension: str) -> None:
        if self._output is None:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return
        slot = self._slot(self._output, index, extension)
        check_slots([slot], self._files, marked=self._form == "xlsx")
        if self._form == "csv":
            refuse_other_text(slot.result, data.decode("utf-8"))
        write_data(slot.result, data)

    def _slot(self, output: Path, index: int, extension: str) -> Slot:
        if self._folder is None:
            return Slot(output, output)
        return slots(self._files, common_folder(self._files), self._folder, extension)[index]


def _told(number: int, table: Table) -> str:
    pages = page_ranges([region.page for region in table.regions])
    place = f"{'page' if len(table.regions) == 1 else 'pages'} {', '.join(pages)}"
    return f"table {number}: {place}, {counted(len(table.rows), 'row')} of {counted(len(table.rows[0]), 'column')}"
