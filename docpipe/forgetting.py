"""A document's traces, found and removed: results, pages, decisions, ledger, replies of models. The source stays."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec import Struct

from docpipe.addresses import is_address
from docpipe.audit.lock import locked
from docpipe.batch.folder import key_of
from docpipe.batch.folder import sha256 as sha256_of
from docpipe.batch.ledger import FOLDER, NAME, tables
from docpipe.database import WAIT_SECONDS
from docpipe.engines.journal import forget, kept_of
from docpipe.errors import SettingsError
from docpipe.export.names import is_called
from docpipe.export.results import Loaded, load
from docpipe.review import corrections
from docpipe.settings import Settings
from docpipe.sinks.files import write_data
from docpipe.sinks.folder import EXTENSIONS, REPORT
from docpipe.sinks.owned import is_owned

BEYOND = (
    "the document itself",
    "exports (workbooks, CSV), copies and backups of results",
    "entries of the audit log: they hold no text, and say that the document was forgotten",
    "logs and caches of a model server that was asked",
)
"""What forgetting does not reach."""


class Journal(Struct, frozen=True):
    """Kept replies of models: how many are about a document, and how many about nobody knows which."""

    path: Path
    own: int
    unowned: int


class Traces(Struct, frozen=True):
    """What is left of one document: whole files, and lines or rows in files that are about others too."""

    sha256: str
    names: tuple[str, ...]
    files: tuple[Path, ...]
    decisions: tuple[tuple[Path, int], ...]
    ledgers: tuple[tuple[Path, tuple[str, ...]], ...]
    journal: Journal | None

    @property
    def found(self) -> bool:
        return bool(self.files or self.decisions or self.ledgers or (self.journal is not None and self.journal.own))


def traces(document: str, results: Iterable[Path], journal: Path | None) -> Traces:
    """The traces of a document, given by its SHA-256, its name or its file, in folders of results.

    Raises SettingsError where a name stands for several documents.
    """
    folders = list(results)
    outcomes = list(load(folders))
    hashes = _hashes(document, outcomes, folders)
    if len(hashes) > 1:
        told = ", ".join(sorted(hashes))
        raise SettingsError(f"{document}: several documents have this name; give a hash: {told}")
    sha256 = next(iter(hashes), document.lower())
    mine = [one for one in outcomes if not one.failed and one.data["document"]["sha256"] == sha256]
    names = tuple(dict.fromkeys(str(one.data["document"]["name"]) for one in mine)) or (Path(document).name,)
    files = [file for one in mine for file in _beside(one.path)]
    files += _errors(document, mine, {one.path: one for one in outcomes if one.failed})
    gone = () if files else (_slashed(document),)
    pages = [folder / REPORT for folder in folders if files and (folder / REPORT).is_file()]
    return Traces(
        sha256,
        names,
        tuple(dict.fromkeys([*files, *pages])),
        tuple((folder, count) for folder in folders if (count := _decided(folder, sha256))),
        tuple((folder, rows) for folder in folders if (rows := _noted(folder, files, gone))),
        Journal(journal, *kept_of(journal, sha256)) if journal is not None and journal.is_file() else None,
    )


def held(settings: Settings, found: Traces) -> str | None:
    """The legal hold that a document is under, by its hash, its name or the matter; None if it is under none."""
    under = {sign.casefold() for sign in (found.sha256, *found.names, settings.matter or "") if sign}
    return next((hold for hold in settings.legal_hold if hold.casefold() in under), None)


def remove(found: Traces) -> None:
    """Remove what was found. Files go last, so that what is broken off can be found and removed again."""
    for folder, _ in found.decisions:
        _forget_decisions(folder, found.sha256)
    for folder, rows in found.ledgers:
        with closing(sqlite3.connect(folder / FOLDER / NAME, timeout=WAIT_SECONDS)) as base, base:
            base.execute("PRAGMA secure_delete = ON")
            for table in tables(base):
                base.executemany(f"DELETE FROM {table} WHERE path = ?", [(row,) for row in rows])
    if found.journal is not None:
        forget(found.journal.path, found.sha256)
    for file in found.files:
        file.unlink(missing_ok=True)


def _hashes(document: str, outcomes: Iterable[Loaded], folders: Iterable[Path]) -> set[str]:
    """The hashes that a name, file or hash stands for."""
    if Path(document).is_file():
        return {sha256_of(Path(document))}
    if len(document) == 64 and all(char in "0123456789abcdefABCDEF" for char in document):
        return {document.lower()}
    found: set[str] = set()
    found |= {str(one.data["document"]["sha256"]) for one in outcomes if not one.failed and is_called(one, document)}
    for folder in folders:
        found |= {one.document_sha256 for one in corrections.read(folder) if one.document == document}
    return found


def _errors(document: str, mine: Iterable[Loaded], failed: Mapping[Path, Loaded]) -> list[Path]:
    """The errors of a document: those of its results' paths and of its file, else of what alone is called so.

    Raises SettingsError where other documents are called so too.
    """
    paths = {str(about["path"]) for about in (one.data["document"] for one in mine)}
    told = {error: str(one.data["error"]["document"]) for error, one in failed.items()}
    own = [error for error, path in told.items() if path in paths or _same(path, document)]
    if Path(document).is_file():
        return own
    called = {error: path for error, path in told.items() if error not in own and is_called(failed[error], document)}
    others = {*called.values()}
    if others and (paths or own or len(others) > 1):
        several = ", ".join(sorted({*paths, *others}))
        raise SettingsError(f"{document}: several documents are called so: {several}: give more of its path")
    return [*own, *called]


def _same(path: str, document: str) -> bool:
    return not is_address(document) and os.path.abspath(path) == os.path.abspath(document)  # noqa: PTH100 - not resolved


def _slashed(path: str) -> str:
    """A path as the ledger has it; an address is there as it is."""
    return path if is_address(path) else Path(path).as_posix()


def _beside(result: Path) -> Iterator[Path]:
    """A result and what stands beside it in other formats."""
    yield result
    for ending in EXTENSIONS.values():
        other = result.with_suffix(ending)
        if other != result and other.is_file() and is_owned(other):
            yield other


def _decided(folder: Path, sha256: str) -> int:
    return sum(one.document_sha256 == sha256 for one in corrections.read(folder))


def _noted(folder: Path, files: Iterable[Path], gone: Iterable[str]) -> tuple[str, ...]:
    """What a ledger calls the document that these files are of; where there are none any more, that of these paths."""
    if not (folder / FOLDER / NAME).is_file():
        return ()
    mine = {key_of(file, folder) for file in files if file.is_relative_to(folder)}
    with closing(sqlite3.connect(folder / FOLDER / NAME, timeout=WAIT_SECONDS)) as base:
        rows = [(path, path, "") for (path,) in base.execute("SELECT path FROM document")]
        if "place" in tables(base):
            rows += base.execute("SELECT path, error, source FROM place").fetchall()
    ours = [path for path, error, _ in rows if path in mine or error in mine]
    ours += [path for path, _, source in rows if any(f"/{source}".endswith(f"/{one}") for one in gone)]
    return tuple(dict.fromkeys(ours))


def _forget_decisions(folder: Path, sha256: str) -> None:
    """Write the file of decisions anew, without those about a document."""
    path = folder / corrections.NAME
    with locked(path.with_name(f".{corrections.NAME}.lock")):
        kept = [one for one in corrections.read(folder) if one.document_sha256 != sha256]
        write_data(path, b"".join(msgspec.json.encode(one) + b"\n" for one in kept))
