"""A list of documents, as a data room has one: what it says of each goes into that document's result."""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from docpipe.batch.folder import Job, name_of
from docpipe.errors import SettingsError

_NAMING = ("path", "file", "filename", "file name", "name", "document")
"""Columns that may say which document a row is about, the best first."""

Rows = Mapping[str, Mapping[str, str]]


def load(path: Path) -> Rows:
    """The rows by the path or name of their document. Raises SettingsError for a list that cannot be used."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            sample = stream.read(4096)
            stream.seek(0)
            reader = csv.DictReader(stream, delimiter=_delimiter(sample))
            titles = reader.fieldnames or []
            naming = next((title for name in _NAMING for title in titles if title.strip().lower() == name), None)
            if naming is None:
                raise SettingsError(f"--manifest {path}: has no column path, file or name, but {', '.join(titles)}")
            found: dict[str, dict[str, str]] = {}
            for line, row in enumerate(reader, 2):
                key = _key(row[naming] or "")
                if key in found:
                    raise SettingsError(f"--manifest {path}: line {line}: {row[naming]} is listed twice")
                found[key] = {name: value or "" for name, value in row.items() if name and name != naming}
            return found
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise SettingsError(f"--manifest {path}: cannot be read: {error}") from error


def said_of(rows: Rows, job: Job, folder: Path) -> Mapping[str, str]:
    """What the list says of a document: by its path or address, else by its name; empty if nothing."""
    return rows.get(_key(name_of(job, folder))) or rows.get(_key(job.source.name)) or {}


def _delimiter(sample: str) -> str:
    first = sample.partition("\n")[0]
    return max(",;\t", key=first.count)


def _key(path: str) -> str:
    """One form of a path: systems differ in slashes, case and Unicode form."""
    return unicodedata.normalize("NFC", path.strip().replace("\\", "/").removeprefix("./")).casefold()
