"""A workbook that a reviewer has worked in → decisions.

Rows are known by a hidden column, columns by their titles: sorting, filtering, added and deleted ones change nothing.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, cast
from zipfile import BadZipFile

from msgspec import Struct
from msgspec.structs import replace

from docpipe.errors import MissingExtra, ReadError
from docpipe.export.layout import DECISIONS, IDENTITY, LISTS, REVIEW, VALUES, Sheet
from docpipe.export.sheets import ABSENT, identified
from docpipe.facts import Fact
from docpipe.review.corrections import Action
from docpipe.review.overlay import DECIDED_APART
from docpipe.sinks.rows import in_words, visible

_DECISION, _CORRECTED, _NOTE = REVIEW
_SHEETS = {sheet.title: sheet for sheet in (VALUES, *(one for sheets in LISTS.values() for one in sheets))}


class Marked(Struct, frozen=True):
    """A row on which somebody decided, or changed something. ``cells`` are its texts by column title."""

    sheet: str
    line: int
    id: str
    path: str
    document_sha256: str
    document: str
    decision: str
    corrected: str
    note: str
    cells: Mapping[str, str]

    @property
    def where(self) -> str:
        return f"{self.sheet}, row {self.line}"


class Problem(Struct, frozen=True):
    """A row that gives no decision, and why."""

    where: str
    why: str


class Decided(Struct, frozen=True):
    """One decision as read from a row: about the value at ``path``, by its lasting name."""

    row: Marked
    id: str
    path: str
    action: Action
    value: str | None
    fact: Fact | None


def marked_rows(path: Path) -> Iterator[Marked]:
    """Every row of the sheets for review. Raises ReadError for a file that is no such workbook."""
    try:
        import openpyxl
        from openpyxl.utils.exceptions import InvalidFileException
    except ImportError as error:
        raise MissingExtra("a workbook is read with openpyxl: pip install 'docpipe[xlsx]'") from error
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except (OSError, ValueError, KeyError, BadZipFile, InvalidFileException) as error:
        raise ReadError(f"{path}: cannot be read as a workbook: {error}") from error
    seen = False
    for title, sheet in _SHEETS.items():
        if title in book.sheetnames:
            rows = book[title].iter_rows(values_only=True)
            titles = [str(name) if name is not None else "" for name in next(rows, ())]
            if not {IDENTITY, _DECISION} <= set(titles):
                missing = ", ".join(name for name in (IDENTITY, _DECISION) if name not in titles)
                raise ReadError(f"{path}: sheet {title} has lost its column {missing}; without it no row can be placed")
            seen = True
            yield from _marked(sheet, titles, rows)
    if not seen:
        raise ReadError(f"{path}: has no sheet of docpipe export to review; known are {', '.join(_SHEETS)}")


def decisions(row: Marked, fact: Fact, parts: Mapping[str, Fact], shown: str = "") -> list[Decided | Problem]:
    """What a row decides about its value, ``fact``; ``parts`` are the facts of its attributes, and ``shown`` is what an
    export writes as corrected of several decisions: a cell that still says so decides nothing.

    Of a field that was not found, accepting it says that the document does not have it, and correcting it adds it.
    """
    changed = dict(_changed(row, fact, parts))
    if not row.decision:
        told = ", ".join(sorted([*changed, *([_CORRECTED] if row.corrected else [])]))
        return [Problem(row.where, f"{told}: changed without a decision; choose one")] if told else []
    if not changed and _disagreement(row.decision):
        return []
    if row.decision not in DECISIONS:
        return [Problem(row.where, f"'{row.decision}' is no decision; known are {', '.join(DECISIONS)}")]
    if row.decision != "correct":
        stray = [Problem(row.where, f"{', '.join(sorted(changed))}: changed, but the decision is {row.decision}")]
        action = "absent" if row.decision == "accept" and fact.value is None else cast(Action, row.decision)
        return [*(stray if changed else []), Decided(row, row.id, row.path, action, None, fact)]
    if shown and row.corrected == shown:
        return _corrections(replace(row, corrected=""), fact, parts, changed) if changed else []
    return _corrections(row, fact, parts, changed)


def _disagreement(decision: str) -> bool:
    """Whether a cell tells what several reviewers decided, as an export writes it: nobody has settled it there."""
    said = decision.split(DECIDED_APART)
    return len(said) > 1 and set(said) <= set(DECISIONS)


def _corrections(
    row: Marked, fact: Fact, parts: Mapping[str, Fact], changed: Mapping[str, str]
) -> list[Decided | Problem]:
    """A corrected value: from its own column, or from the cells that were changed."""
    names = {column.title: column.name for column in _SHEETS[row.sheet].columns}
    if row.sheet == VALUES.title:
        value = row.corrected or changed.get("Value")
        action: Action = "add" if fact.value is None else "correct"
        return [Decided(row, row.id, row.path, action, value, fact)] if value else [_no_value(row)]
    told = _by_column(row.corrected, names)
    wanted = {**changed, **told}
    if row.corrected and not told:
        example = next(iter(names))
        return [Problem(row.where, f"'{row.corrected}': of which column? Write '{example}: …', or change the cell")]
    made: list[Decided | Problem] = []
    for title, value in wanted.items():
        part = parts.get(names[title])
        made.append(
            Decided(row, part.id if part else row.id, f"{row.path}/{names[title]}", "correct", value or None, part)
        )
    return made or [_no_value(row)]


def _by_column(corrected: str, names: Collection[str]) -> dict[str, str]:
    """``Party: Tenant; Deadline: 30 days`` by the titles of columns, as an export writes several; empty if the first
    words are no title."""
    found: dict[str, str] = {}
    last = ""
    for part in corrected.split(DECIDED_APART):
        title, colon, value = part.partition(":")
        if colon and title.strip() in names:
            last = title.strip()
            found[last] = value.strip()
        elif last:
            found[last] += DECIDED_APART + part
    return found


def _no_value(row: Marked) -> Problem:
    return Problem(row.where, f"'correct' without a value: fill {_CORRECTED}, or change the cell")


def _changed(row: Marked, fact: Fact, parts: Mapping[str, Fact]) -> Iterator[tuple[str, str]]:
    """The cells that say something else than the machine did, by the titles of their columns."""
    for column in _SHEETS[row.sheet].columns:
        if row.sheet == VALUES.title and column.name != "value":
            continue
        if column.title not in row.cells:
            continue  # a column that was deleted
        shown = (fact.value or ABSENT[fact.state]) if row.sheet == VALUES.title else _shown(parts, column.name)
        if not _same(row.cells[column.title], shown or ""):
            yield column.title, row.cells[column.title]


def _shown(parts: Mapping[str, Fact], name: str) -> str:
    """What a cell of an element showed: a part, or the parts of a list in it."""
    if name in parts:
        return in_words(parts[name].value)
    listed = [fact for attribute, fact in parts.items() if attribute.startswith(f"{name}/")]
    return ", ".join(in_words(fact.value) for fact in listed)


def _same(cell: str, shown: str) -> bool:
    first, second = " ".join(cell.split()), " ".join(visible(shown).split())
    if first == second or first == second.replace("_", " "):
        return True
    try:
        return Decimal(first) == Decimal(second)
    except InvalidOperation:
        return False


def _marked(sheet: Sheet, titles: Sequence[str], rows: Iterator[Sequence[Any]]) -> Iterator[Marked]:
    for line, values in enumerate(rows, 2):
        cells = {title: _text(value) for title, value in zip(titles, values, strict=False) if title}
        name, sha256, pointer = identified(cells.get(IDENTITY, ""))
        if name or cells[_DECISION].strip():
            yield Marked(
                sheet=sheet.title,
                line=line,
                id=name,
                path=pointer,
                document_sha256=sha256,
                document=cells.get("Document", ""),
                decision=cells[_DECISION].strip().lower(),
                corrected=cells.get(_CORRECTED, "").strip(),
                note=cells.get(_NOTE, "").strip(),
                cells=cells,
            )


def _text(value: Any) -> str:
    """A cell as it would stand in a result: days in ISO 8601, whole numbers without a point."""
    if value is None:
        return ""
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(sep=" ")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value)
