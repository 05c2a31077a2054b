"""The workbook, written row by row (XlsxWriter keeps one row a sheet in memory): dates as dates, numbers as numbers,
a colour for trust, quote and page as a comment, a link to the page of the value. Nothing in it is a formula.
"""

from __future__ import annotations

import datetime
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from os.path import relpath
from pathlib import Path
from typing import Any
from urllib.parse import quote as percent_encoded

from msgspec import Struct
from msgspec.structs import replace

from docpipe.errors import LimitExceeded, MissingExtra
from docpipe.export.layout import CHECKS, CLAUSES, DECISIONS, FAILED, IDENTITY, REVIEW, VALUES, Column, Sheet, sheets_of
from docpipe.export.results import Loaded
from docpipe.export.sheets import (
    Cell,
    Decision,
    check_rows,
    clause_row,
    identity,
    list_rows,
    listed_columns,
    main_row,
    main_sheet,
    value_rows,
)
from docpipe.facts import Fact, Named
from docpipe.sinks.csv import FORMULA
from docpipe.sinks.page.content import anchor
from docpipe.sinks.rows import visible
from docpipe.types import Json

MOST_ROWS = 1_048_576
"""Rows of a sheet in the format, the header among them."""

MOST_LINKS = 65_530
"""Links of a sheet in the format; further cells have none."""

MOST_DIGITS = 15
"""Digits that a number keeps in a spreadsheet; longer ones stay text."""

LONGEST_CELL = 32_767
LONGEST_COMMENT = 1_000
"""Characters of a quote in a comment: more does not fit on a screen. The whole quote stands on the page it links to."""

COLOURS = {"confirmed": "#E2F0D9", "located": "#FFF8DC", "derived": "#DDEBF7", "ungrounded": "#F8CBAD"}
DOUBTED = "#FFD966"
"""Light enough for black text (contrast above 10:1); what a check doubts has the strongest."""

_A3 = 8
_DAY_ZERO = datetime.date(1899, 12, 30)
_DOCUMENT = (Column("Document", "document", "text", 40),)


class Written(Struct, frozen=True):
    """What a workbook holds."""

    documents: int
    failures: int
    rows: int
    without_links: int


Decisions = Callable[[Loaded], Mapping[str, Decision]]
"""What people have decided already about a result, by the lasting names of its values."""


def write_grid(
    path: Path,
    outcomes: Iterable[Loaded],
    columns: Sequence[str] = (),
    decisions: Decisions = lambda _: {},
    listed: Sequence[str] = (),
) -> Written:
    """The workbook of results, one row a document in its first sheet. ``columns`` chooses the fields of that sheet,
    ``listed`` are the columns before them, of what lists of documents say.

    Raises MissingExtra without XlsxWriter, LimitExceeded where a sheet has more rows than the format takes.
    """
    book = _Book(path, Chosen(tuple(columns), tuple(listed)), decisions)
    with _without_collections():
        try:
            for outcome in outcomes:
                book.add(outcome)
        finally:
            book.close()
    return book.written


class Chosen(Struct, frozen=True):
    """The columns of the first sheet: fields of the kind, none for all, and before them those of lists of documents."""

    fields: tuple[str, ...]
    listed: tuple[str, ...]


@contextmanager
def _without_collections() -> Iterator[None]:
    """Results and cells have no cycles: looking for some among 50,000 comments takes a fifth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class _Book:
    """The workbook that is being written, and what must wait for its end."""

    def __init__(self, path: Path, chosen: Chosen, decisions: Decisions) -> None:
        try:
            from docpipe.export.rows import RowBook, look_of
        except ImportError as error:
            raise MissingExtra("a workbook needs XlsxWriter: pip install 'docpipe[xlsx]'") from error
        self._book: Any = RowBook(str(path), {"constant_memory": True, "strings_to_formulas": False})
        self._book.set_properties({"author": "docpipe"})
        self._folder = path.absolute().parent
        self._chosen = chosen
        self._decisions = decisions
        self._sheets: dict[str, _Drawn] = {}
        self._mains: dict[str, Sheet] = {}
        self._formats = _Formats(self._book, look_of)
        self._checks: list[tuple[Loaded, list[Cell]]] = []
        self._failed: list[Loaded] = []
        self._documents = 0

    @property
    def written(self) -> Written:
        drawn = self._sheets.values()
        return Written(
            self._documents, len(self._failed), sum(one.rows for one in drawn), sum(one.unlinked for one in drawn)
        )

    def add(self, outcome: Loaded) -> None:
        if outcome.failed:
            self._failed.append(outcome)
            return
        self._documents += 1
        result = outcome.data
        decided = self._decisions(outcome)
        main = self._main(result)
        self._drawn(main).add(outcome, main_row(result, main))
        for sheet in sheets_of(result["kind"]):
            drawn = self._drawn(sheet)
            for cells, named in list_rows(result, sheet):
                drawn.add(outcome, cells, named, decided.get(named.id))
        if result["kind"] == "contract":
            self._drawn(CLAUSES).add(outcome, clause_row(result))
        for cells, fact in value_rows(result):
            self._drawn(VALUES).add(outcome, cells, fact, decided.get(fact.id))
        brief = replace(outcome, data={"document": result["document"]})  # not all of the result
        self._checks += [(brief, cells) for cells in check_rows(result)]

    def close(self) -> None:
        if self._checks:
            drawn = self._drawn(CHECKS)
            for outcome, cells in self._checks:
                drawn.add(outcome, cells)
        if self._failed:
            drawn = self._drawn(FAILED)
            for outcome in self._failed:
                error = outcome.data["error"]
                drawn.add(outcome, [Cell(_name(outcome)), Cell(error["code"]), Cell(error["message"])])
        if not self._sheets:
            self._book.add_worksheet("Empty")
        for drawn in self._sheets.values():
            drawn.finish()
        self._book.close()

    def _main(self, result: Mapping[str, Json]) -> Sheet:
        """The sheet with a row a document: its columns are settled by the first document of a kind."""
        kind = str(result["kind"])
        if kind not in self._mains:
            sheet = main_sheet(result)
            known = {column.name: column for column in sheet.columns}
            chosen = [
                known.get(name) or Column(name.replace("_", " ").capitalize(), name) for name in self._chosen.fields
            ]
            listed = listed_columns(self._chosen.listed or result["document"].get("manifest", ()))
            self._mains[kind] = Sheet(sheet.title, (*listed, *(chosen or sheet.columns)))
        return self._mains[kind]

    def _drawn(self, sheet: Sheet) -> _Drawn:
        if sheet.title not in self._sheets:
            self._sheets[sheet.title] = _Drawn(self._book, sheet, self._formats, self._folder)
        return self._sheets[sheet.title]


_Look = tuple[str, str | None, bool, bool]
"""What a cell looks like: the sort of its column, its state, whether it is doubted, and whether it begins as a formula
would."""


class _Formats(dict[_Look, str]):
    """The looks of cells, made once each: a workbook keeps every one that it is given. ``named`` gives the name that a
    cell has one by."""

    def __init__(self, book: Any, named: Callable[[Any], str]) -> None:
        super().__init__()
        self._book, self._named = book, named

    def __missing__(self, wanted: _Look) -> str:
        sort, state, doubted, prefixed = wanted
        colour = DOUBTED if doubted else COLOURS.get(state or "")
        look: dict[str, object] = {"valign": "top"}
        look |= {"bg_color": colour} if colour else {}
        look |= {"num_format": "yyyy-mm-dd"} if sort == "date" else {}
        look |= {"num_format": "#,##0.############"} if sort == "number" else {}
        look |= {"quote_prefix": True} if prefixed else {}
        self[wanted] = self._named(self._book.add_format(look))
        return self[wanted]

    def header(self) -> Any:
        look = {"bold": True, "bg_color": "#1F3864", "font_color": "#FFFFFF", "text_wrap": True, "valign": "top"}
        return self._book.add_format(look)


class _Drawn:
    """A sheet that is being written from top to bottom."""

    def __init__(self, book: Any, sheet: Sheet, formats: _Formats, folder: Path) -> None:
        self._sheet, self._formats, self._folder = sheet, formats, folder
        self._columns = (*(() if sheet is FAILED else _DOCUMENT), *sheet.columns)
        from docpipe.export.rows import RowSheet, name_of, number_cell, text_cell

        self._on: Any = book.add_worksheet(sheet.title, RowSheet)
        self._letters = [name_of(index) for index in range(len(self._columns) + len(REVIEW) + 1)]
        self._text_cell, self._number_cell = text_cell, number_cell
        self._commented = sheet.field is None and sheet not in (VALUES, CHECKS)
        self._row = 0
        self._links = 0
        self.unlinked = 0
        self._begin()

    @property
    def rows(self) -> int:
        return self._row

    def add(
        self, outcome: Loaded, cells: Sequence[Cell], fact: Fact | Named | None = None, decided: Decision | None = None
    ) -> None:
        """One row: the document, the cells, what was decided on its value, and the ids by which it is known again."""
        self._row += 1
        if self._row >= MOST_ROWS:
            raise LimitExceeded(
                f"sheet {self._sheet.title}: more rows than a workbook takes ({MOST_ROWS:,}); export to .csv instead"
            )
        place = fact.pointer if fact is not None else ""
        shown = cells if self._sheet is FAILED else [Cell(_name(outcome), place), *cells]
        drawn: list[str] = []
        number, linked = str(self._row + 1), outcome.page
        for letters, column, cell in zip(self._letters, self._columns, shown, strict=False):
            if cell.value:
                drawn.append(self._cell(letters + number, column, cell, outcome))
                if linked is not None and cell.pointer is not None:
                    self._link(letters + number, cell.pointer, linked)
                    linked = None if fact is not None else linked  # the first cell of a row is enough
        if fact is not None:
            told = (decided.decision, decided.corrected, decided.note, identity(fact)) if decided else (identity(fact),)
            for letters, text in zip(self._letters[-len(told) :], told, strict=True):
                if text:
                    drawn.append(self._text_cell(letters + number, visible(text), ""))
        self._on.write_cells(self._row, drawn)

    def finish(self) -> None:
        """What needs the number of rows: filters, and the choice of decisions."""
        if self._row:
            self._on.end(self._row, len(self._columns) + len(REVIEW))
        width = len(self._columns) + (len(REVIEW) if self._sheet.reviewed else 0)
        self._on.autofilter(0, 0, self._row, width - 1)
        if self._sheet.reviewed and self._row:
            at = len(self._columns)
            self._on.data_validation(1, at, self._row, at, {"validate": "list", "source": list(DECISIONS)})

    def _begin(self) -> None:
        titles = [column.title for column in self._columns]
        if self._sheet.reviewed:
            titles += [*REVIEW, IDENTITY]
        for index, title in enumerate(titles):
            width = self._columns[index].width if index < len(self._columns) else 18
            self._on.set_column(index, index, width, None, {"hidden": title == IDENTITY})
        self._on.set_landscape()
        self._on.set_paper(_A3)
        self._on.fit_to_pages(1, 0)
        self._on.repeat_rows(0)
        self._on.freeze_panes(1, 0 if self._sheet is FAILED else 1)
        header = self._formats.header()
        for index, title in enumerate(titles):
            self._on.write_string(0, index, title, header)
        self._on.begin()

    def _cell(self, place: str, column: Column, cell: Cell, outcome: Loaded) -> str:
        """A cell, whose comment is noted, but where quote and place stand in columns of their own; empty where a date
        column would hold no date: what it says otherwise stands in a column of words."""
        sort = column.sort
        value = cell.value if sort == "text" else _typed(cell.value or "", sort)
        if isinstance(value, str):
            text = value if value.isprintable() else visible(value)
            if len(text) > LONGEST_CELL:
                said = f"{_name(outcome)}: a value of {len(text):,} characters; export to .csv instead"
                raise LimitExceeded(said)
            look = self._formats[sort, cell.state, cell.doubted, text.startswith(FORMULA)]
            drawn = self._text_cell(place, text, look)
        elif value is not None:
            look = self._formats[sort, cell.state, cell.doubted, False]
            drawn = self._number_cell(place, _as_number(value), look)
        else:
            return ""
        if self._commented and cell.quote:
            self._comment(place, cell)
        return drawn

    def _link(self, place: str, pointer: str, page: Path) -> None:
        """Lead to where the value stands on the HTML page beside the result."""
        if self._links >= MOST_LINKS:
            self.unlinked += 1
            return
        self._links += 1
        self._on.link(place, _beside(page, self._folder), _anchored(pointer))

    def _comment(self, place: str, cell: Cell) -> None:
        quote = " ".join((cell.quote or "").split())
        shown = quote if len(quote) <= LONGEST_COMMENT else f"{quote[:LONGEST_COMMENT]} …"
        where = f"page {cell.where}: " if cell.where and cell.where[:1].isdigit() else f"{cell.where or ''}: "
        self._on.write_comment(place, visible(f"{where}{shown}"), {"x_scale": 2.5, "y_scale": 1.5})


@lru_cache(maxsize=4_096)
def _anchored(pointer: str) -> str:
    """The name of a value's place on its page; documents share most."""
    return percent_encoded(anchor(pointer)) if pointer else ""


@lru_cache(maxsize=1)
def _beside(page: Path, folder: Path) -> str:
    """The address of a page from a folder; asked for every cell of a document."""
    return percent_encoded(relpath(page.absolute(), folder).replace("\\", "/"))


def _typed(text: str, sort: str) -> str | Decimal | datetime.date | None:
    """A cell's value by its column: a date column takes whole days alone, a number column numbers or their text."""
    if sort == "date":
        try:
            return datetime.date.fromisoformat(text)
        except ValueError:
            return None
    if sort == "number":
        try:
            number = Decimal(text)
        except InvalidOperation:
            return text
        return number if len(number.as_tuple().digits) <= MOST_DIGITS else text
    return text


def _as_number(value: Decimal | datetime.date) -> float:
    """A number as a workbook has it: a date is the days since the end of 1899."""
    return float(value) if isinstance(value, Decimal) else float((value - _DAY_ZERO).days)


def _name(outcome: Loaded) -> str:
    """What its document is called; of one in an archive or mail, its whole path."""
    if outcome.called is not None:
        return outcome.called
    if outcome.failed:
        return str(outcome.data["error"]["document"])
    document = outcome.data["document"]
    return str(document["path"] if document["container"] else document["name"])
