"""The documents below a folder, and which of them are done already."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from docpipe.sinks.files import Slot, slots
from docpipe.sinks.folder import EXTENSIONS, SHOWN, beside
from docpipe.sinks.owned import is_owned
from docpipe.types import Json
from docpipe.version import VERSION

_LEFT_BY_PROGRAMS = ("~$", "Thumbs.db", "desktop.ini")
_PDF, _PDF_WITHIN_BYTES = b"%PDF-", 1024
"""Readers of PDF accept the mark within the first kilobyte."""

_CHUNK_BYTES = 1 << 20
_BEGINNINGS = (b'{\n  "docpipe": ', b'{\n  "error": {\n    "code": ')
_SHOWN = frozenset(EXTENSIONS[name] for name in SHOWN)
_BEGINNING_BYTES = max(map(len, _BEGINNINGS))


class Job(Struct, frozen=True):
    """A document, its size, and the files that its outcome goes into: JSON, and one in ``format`` beside it."""

    source: Path
    size_bytes: int
    slot: Slot
    format: str = "json"

    @property
    def shown(self) -> Path | None:
        """The file for people; None where JSON is all that is wanted."""
        return None if self.format == "json" else beside(self.slot, self.format)


class Wanted(Struct, frozen=True):
    """What a result of this version must have been made with to be done; ``auto`` is any kind or engine."""

    kind: str
    engine: str
    settings_sha256: str


class Found(Struct, frozen=True):
    """What stands below a folder: PDFs to work on, files that are not read yet, and hidden files and programs' own."""

    jobs: list[Job]
    not_read: list[Path]
    hidden: list[Path]


def search(folder: Path, output: Path, form: str = "json") -> Found:
    """Every file below the folder, in the order of their paths, but results and the output folder."""
    files = sorted(_files(folder, output))
    hidden = [path for path in files if path.name.startswith((".", *_LEFT_BY_PROGRAMS))]
    shown = [path for path in files if not path.name.startswith((".", *_LEFT_BY_PROGRAMS))]
    is_pdf = {path: _is_pdf(path) for path in shown}
    sources = [path for path in shown if is_pdf[path]]
    jobs = [
        Job(source, source.stat().st_size, slot, form)
        for source, slot in zip(sources, slots(sources, folder, output), strict=True)
    ]
    return Found(jobs, [path for path in shown if not is_pdf[path]], hidden)


def finished(job: Job, wanted: Wanted) -> Json:
    """The result in a job's slot if it is of this very document and was made as wanted; else None.

    Whatever stands beside a result is of that result, so a file that is there needs no look into it.
    """
    if job.shown is not None and not job.shown.is_file():
        return None
    try:
        result = json.loads(job.slot.result.read_text(encoding="utf-8"))
        run = result["run"]
        agrees = (
            wanted.kind in ("auto", result["kind"])
            and wanted.engine in ("auto", run["engine"])
            and run["settings_sha256"] == wanted.settings_sha256
            and result["docpipe"] == VERSION
        )
        return result if agrees and result["document"]["sha256"] == sha256(job.source) else None
    except (OSError, ValueError, KeyError, TypeError):  # not there, or not a result of ours: to be done
        return None


def sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal digits."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def _files(folder: Path, output: Path) -> Iterator[Path]:
    apart = output.resolve()
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and (Path(parent) / name).resolve() != apart
        )
        for name in names:
            path = Path(parent) / name
            if path.is_file() and not _is_outcome(path):
                yield path


def _is_pdf(path: Path) -> bool:
    """By its name or by how it begins; one that cannot be read is tried, and its error tells why."""
    if path.suffix.lower() == ".pdf":
        return True
    try:
        with path.open("rb") as stream:
            return _PDF in stream.read(_PDF_WITHIN_BYTES)
    except OSError:
        return True


def _is_outcome(path: Path) -> bool:
    """Whether a file is a result or error of an earlier run into another folder: those are no documents."""
    if path.suffix in _SHOWN:
        return path.stat().st_size > 0 and is_owned(path)
    if path.suffix != ".json":
        return False
    with path.open("rb") as stream:
        return stream.read(_BEGINNING_BYTES).startswith(_BEGINNINGS)
