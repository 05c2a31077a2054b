"""A list of documents, as a data room has one: what it says of each goes into that document's result."""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from docpipe.batch.folder import Found, Job, name_of
from docpipe.batch.sources import File
from docpipe.errors import SettingsError

_NAMING = ("path", "file", "filename", "file name", "name", "document")
"""Columns that may say which document a row is about, the best first."""

MOST_TWICE = 10
"""Documents that stand in several rows, and are named in the error; who mends ten sees the next."""


class Row(Struct, frozen=True):
    """A row of a list: its number, as a spreadsheet counts, the document that it names, and what it says of that."""

    number: int
    named: str
    says: Mapping[str, str]


class Manifest(Struct, frozen=True):
    """A list of documents."""

    path: Path
    rows: tuple[Row, ...]


class Astray(Struct, frozen=True):
    """A row that says something of no document, and why. ``is_lost`` where nobody can tell which one it means: its
    document is not there, or the row names several; else it is there and no document of this batch."""

    row: Row
    why: str
    is_lost: bool = True


class Listed(Struct, frozen=True):
    """What came of a list: the jobs with what it says of them, its rows that say something of none, and how many
    documents no row is about."""

    jobs: list[Job]
    astray: tuple[Astray, ...]
    unlisted: int


def load(path: Path) -> Manifest:
    """The rows of a list. Raises SettingsError for one that cannot be used, or that names a document twice."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            sample = stream.read(4096)
            stream.seek(0)
            numbered = enumerate(csv.reader(stream, delimiter=_delimiter(sample)), 1)
            written = [(number, cells) for number, cells in numbered if any(map(str.strip, cells))]
    except UnicodeDecodeError as error:
        raise SettingsError(f'--manifest {path}: is not UTF-8 ({error}): save it as "CSV UTF-8"') from error
    except (OSError, csv.Error) as error:
        raise SettingsError(f"--manifest {path}: cannot be read: {error}") from error
    titles = written[0][1] if written else []
    naming = next((at for name in _NAMING for at, title in enumerate(titles) if title.strip().lower() == name), None)
    if naming is None:
        raise SettingsError(f"--manifest {path}: has no column path, file or name, but {', '.join(titles) or 'none'}")
    _check_titles(path, titles)
    found = Manifest(path, tuple(_row(path, titles, naming, row) for row in written[1:]))
    _check_twice(found)
    return found


def matched(manifest: Manifest, found: Found) -> Listed:
    """What the list says of each document: by its path or address, else by its name, where no other one has it."""
    rows = {_key(row.named): row for row in manifest.rows if row.named}
    chosen = _fitting(rows, [name_of(job, found.folder) for job in found.jobs])
    used = {row.number for row in chosen if row is not None}
    rows = {key: row for key, row in rows.items() if row.number not in used}
    nameless = [job.source.name if row is None else "" for job, row in zip(found.jobs, chosen, strict=True)]
    chosen = [row or other for row, other in zip(chosen, _fitting(rows, nameless), strict=True)]
    used |= {row.number for row in chosen if row is not None}
    left = [row for row in manifest.rows if row.number not in used]
    return Listed(
        [replace(job, manifest=row.says if row else {}) for job, row in zip(found.jobs, chosen, strict=True)],
        tuple(_astray(left, Counter(map(_key, nameless)), found)),
        chosen.count(None),
    )


def _fitting(rows: Mapping[str, Row], names: Sequence[str]) -> list[Row | None]:
    """The row of each name; of several that differ in case alone, the one that is written as the row has it."""
    keys = [_key(name) for name in names]
    alike, same = Counter(keys), Counter(map(_clean, names))
    found = [rows.get(key) if key else None for key in keys]
    return [
        row if row and (alike[key] == 1 or (_clean(row.named) == name and same[name] == 1)) else None
        for row, key, name in zip(found, keys, map(_clean, names), strict=True)
    ]


def _check_titles(path: Path, titles: Sequence[str]) -> None:
    twice = [title for title, count in Counter(filter(None, map(str.strip, titles))).items() if count > 1]
    if twice:
        raise SettingsError(f"--manifest {path}: has several columns {twice[0]}: give each a title of its own")


def _row(path: Path, titles: Sequence[str], naming: int, written: tuple[int, list[str]]) -> Row:
    number, cells = written
    if any(map(str.strip, cells[len(titles) :])):
        why = f"has {len(cells)} cells, and there are {len(titles)} columns: put a cell that holds a comma into quotes"
        raise SettingsError(f"--manifest {path}: row {number}: {why}")
    filled = [*cells, *[""] * (len(titles) - len(cells))]
    named = [title.strip() or f"Column {at}" for at, title in enumerate(titles, 1)]
    says = dict(zip(named, filled, strict=False))
    del says[named[naming]]
    return Row(number, filled[naming].strip(), says)


def _check_twice(manifest: Manifest) -> None:
    named: dict[str, list[Row]] = defaultdict(list)
    for row in manifest.rows:
        if row.named:
            named[_key(row.named)].append(row)
    if twice := [f"{_numbers(rows)} {rows[0].named}" for rows in named.values() if len(rows) > 1]:
        told = (
            f"{'; '.join(twice[:MOST_TWICE])}{f'; and {len(twice) - MOST_TWICE:,} more' if twice[MOST_TWICE:] else ''}"
        )
        raise SettingsError(f"--manifest {manifest.path}: names a document twice: {told}; keep one row of each")


def _numbers(rows: Sequence[Row]) -> str:
    numbers = [str(row.number) for row in rows]
    return f"rows {', '.join(numbers[:-1])} and {numbers[-1]}"


def _astray(left: Sequence[Row], namesakes: Mapping[str, int], found: Found) -> Iterator[Astray]:
    """Why each of these rows is about no document."""
    if not left:
        return
    skipped = _skipped(found)
    folders = Counter(above for job in found.jobs for above in _above(_key(name_of(job, found.folder))))
    for row in left:
        key = _key(row.named)
        if not key:
            yield Astray(row, "names no document")
        elif key in skipped:
            yield Astray(row, skipped[key], is_lost=False)
        elif key in folders:
            yield Astray(row, f"is no document, but holds {folders[key]:,}: list those", is_lost=False)
        elif namesakes[key] > 1:
            yield Astray(row, f"is the name of {namesakes[key]:,} documents: write the path of each")
        else:
            yield Astray(row, "is not there")


def _skipped(found: Found) -> dict[str, str]:
    """Files that are there and are no documents, and why."""
    told = [(file, "is of a type that is not read") for file in found.not_read]
    told += [(File(path), "is hidden, or left there by a program") for path in found.hidden]
    told += [(File(path), "was written by docpipe") for path in found.ours]
    return {_key(name_of(file, found.folder)): why for file, why in told}


def _above(path: str) -> list[str]:
    """The folders, archives and mails that a path leads through."""
    return [path[:at] for at, char in enumerate(path) if char == "/" and at]


def _delimiter(sample: str) -> str:
    first = sample.partition("\n")[0]
    return max(",;\t", key=first.count)


def _key(path: str) -> str:
    """One form of a path: systems differ in slashes, case and Unicode form."""
    return _clean(path).casefold()


def _clean(path: str) -> str:
    return unicodedata.normalize("NFC", path.strip().replace("\\", "/").removeprefix("./"))
