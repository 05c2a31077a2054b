"""One row per value, in columns that stay: CSV, JSON Lines, Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from docpipe.errors import MissingExtra
from docpipe.facts import Fact, row
from docpipe.sinks.csv import harmless
from docpipe.sinks.exported import MARK
from docpipe.sinks.json import dumps
from docpipe.sinks.rows import visible
from docpipe.types import Json
from docpipe.version import VERSION

ROWS_AT_ONCE = 50_000
"""Rows of a Parquet row group: some 20 MB of text, so that memory does not grow with the number of documents."""

_INTEGERS = ("item", "page")
_TRUE_NUMBERS = ("confidence",)


def write_csv(path: Path, found: Iterable[Fact], columns: Sequence[str]) -> int:
    """UTF-8 with a byte order mark, which Excel needs; nothing in it is a formula. Returns the number of rows."""
    count = 0
    with path.open("w", encoding="utf-8-sig", newline="", errors="backslashreplace") as stream:
        writer = csv.writer(stream)
        writer.writerow(columns)
        for fact in found:
            values = row(fact)
            writer.writerow([_cell(values[column]) for column in columns])
            count += 1
    return count


def write_jsonl(path: Path, found: Iterable[Fact], columns: Sequence[str]) -> int:
    """One object a line, every column present. Returns the number of rows."""
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for fact in found:
            values = row(fact)
            stream.write(dumps({column: values[column] for column in columns}) + "\n")
            count += 1
    return count


def write_parquet(path: Path, found: Iterable[Fact], columns: Sequence[str]) -> int:
    """Row groups of typed columns. Returns the number of rows. Raises MissingExtra without pyarrow."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtra("a Parquet file needs pyarrow: pip install 'docpipe[parquet]'") from error
    names = [(column, _arrow_type(pyarrow, column)) for column in columns]
    schema = pyarrow.schema(names, metadata={MARK: VERSION})
    count = 0
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        for group in _groups(found):
            values = {column: [getattr(fact, column) for fact in group] for column in columns}
            writer.write_table(pyarrow.table(values, schema=schema))
            count += len(group)
    return count


def _groups(found: Iterable[Fact]) -> Iterator[list[Fact]]:
    facts = iter(found)
    while group := list(islice(facts, ROWS_AT_ONCE)):
        yield group


def _arrow_type(pyarrow: Any, column: str) -> Any:
    if column == "bbox":
        return pyarrow.list_(pyarrow.float64())
    if column in _INTEGERS:
        return pyarrow.int64()
    return pyarrow.float64() if column in _TRUE_NUMBERS else pyarrow.string()


def _cell(value: Json) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return harmless(visible(value)) if isinstance(value, str) else str(value)
