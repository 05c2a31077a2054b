"""The documents below a folder, and which of them are done already."""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from docpipe.batch.ledger import Entry
from docpipe.readers import NEVER_TEXT, READERS
from docpipe.readers.office.folders import Member
from docpipe.readers.sniff import HOLDS_OTHERS, ZIP, media_type_of
from docpipe.sinks.files import Slot, slots
from docpipe.sinks.folder import EXTENSIONS, SHOWN, beside
from docpipe.sinks.owned import is_owned
from docpipe.types import Json
from docpipe.version import VERSION

_LEFT_BY_PROGRAMS = ("~$", "Thumbs.db", "desktop.ini")
_PDF = "application/pdf"
_TEXT, _TEXT_ENDINGS = "text/plain", (".txt", ".text", ".md", ".markdown")
"""Programs, tables and logs are text too: only files that are named so are taken for documents."""

_CHUNK_BYTES = 1 << 20
_BEGINNINGS = (b'{\n  "docpipe": ', b'{\n  "error": {\n    "code": ')
_SHOWN = frozenset(EXTENSIONS[name] for name in SHOWN)
_BEGINNING_BYTES = max(map(len, _BEGINNINGS))


class Job(Struct, frozen=True):
    """A document, its size, and the files that its outcome goes into: JSON, and one in ``format`` beside it.

    ``sha256`` is known of a document inside an archive or mail, whose path leads through that: ``room.zip/lease.pdf``.
    ``original`` is a document with the same content, of which this one is a copy; ``manifest`` what a list of the
    documents says of it (a number, a custodian), which goes into its result.
    """

    source: Path
    size_bytes: int
    slot: Slot
    format: str = "json"
    sha256: str | None = None
    original: Job | None = None
    manifest: Mapping[str, str] = {}

    @property
    def shown(self) -> Path | None:
        """The file for people; None where JSON is all that is wanted."""
        return None if self.format == "json" else beside(self.slot, self.format)


class Wanted(Struct, frozen=True):
    """What a result of this version must have been made with to be done; ``auto`` is any kind or engine.

    A version of the kind is asked for where it is one of somebody's own, who may have changed it since.
    """

    kind: str
    engine: str
    settings_sha256: str
    kind_version: str | None = None

    @property
    def made(self) -> str:
        """A hash of all that a result depends on beside its document."""
        made = (self.kind, self.kind_version or "", self.engine, self.settings_sha256, VERSION)
        return hashlib.sha256("\n".join(made).encode()).hexdigest()


class Found(Struct, frozen=True):
    """What stands below a folder: documents to work on, files that are not read, hidden files and programs' own."""

    jobs: list[Job]
    not_read: list[Path]
    hidden: list[Path]


LookInto = Callable[[Path], Iterable[Member]]
"""What is in an archive or mail; nothing where it cannot be looked into."""


def search(folder: Path, output: Path, form: str = "json", look_into: LookInto = lambda _: ()) -> Found:
    """Every file below the folder, in the order of their paths, but results and the output folder.

    In the place of archives, and behind mails, stand the documents in them.
    """
    files = sorted(_files(folder, output))
    hidden = [path for path in files if path.name.startswith((".", *_LEFT_BY_PROGRAMS))]
    shown = [path for path in files if not path.name.startswith((".", *_LEFT_BY_PROGRAMS))]
    found = [one for path in shown for one in _documents(path, look_into)]
    sources = [one for one in found if _is_read(one)]
    paths = [Path(one.path) for one in sources]
    jobs = [
        Job(path, one.size_bytes, slot, form, one.sha256)
        for path, one, slot in zip(paths, sources, slots(paths, folder, output), strict=True)
    ]
    return Found(jobs, [Path(one.path) for one in found if not _is_read(one)], hidden)


def with_originals(jobs: Iterable[Job]) -> list[Job]:
    """The jobs, those named whose content an earlier one has. Only files of the same size are compared."""
    sizes: dict[int, list[Job]] = defaultdict(list)
    everything = list(jobs)
    for job in everything:
        sizes[job.size_bytes].append(job)
    originals: dict[Path, Job] = {}
    for alike in sizes.values():
        first: dict[str, Job] = {}
        for job in alike if len(alike) > 1 else ():
            content = job.sha256 or _content(job.source)
            original = first.setdefault(content, job)
            if original is not job and content:
                originals[job.source] = original
    return [replace(job, original=originals.get(job.source)) for job in everything]


def entries(found: Found, folder: Path, wanted: Wanted) -> Iterator[Entry]:
    """What was found, as the ledger takes it in."""
    for job in found.jobs:
        original = None if job.original is None else name_of(job.original.source, folder)
        made = wanted.made + repr(sorted(job.manifest.items())) if job.manifest else wanted.made
        yield Entry(name_of(job.source, folder), job.size_bytes, _modified(job.source), made, copy_of=original)
    for path in found.not_read:
        yield Entry(name_of(path, folder), 0, 0, "", "unsupported")


def name_of(source: Path, folder: Path) -> str:
    """A document's path below the folder, with ``/`` on every system."""
    return (source.relative_to(folder) if source.is_relative_to(folder) else source).as_posix()


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
            and wanted.kind_version in (None, run.get("kind_version"))
            and wanted.engine in ("auto", run["engine"])
            and run["settings_sha256"] == wanted.settings_sha256
            and result["docpipe"] == VERSION
            and result["document"].get("manifest", {}) == job.manifest
        )
        return result if agrees and result["document"]["sha256"] == (job.sha256 or sha256(job.source)) else None
    except (OSError, ValueError, KeyError, TypeError):  # not there, or not a result of ours: to be done
        return None


def sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal digits."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def _content(path: Path) -> str:
    """The hash of a file; empty for one that cannot be read, which its analysis will tell."""
    try:
        return sha256(path)
    except OSError:
        return ""


def _modified(path: Path) -> int:
    """When a file was changed last, in nanoseconds; of a document in an archive, when the archive was."""
    while True:
        try:
            return path.stat().st_mtime_ns
        except NotADirectoryError:
            path = path.parent
        except OSError:
            return 0


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


def _documents(path: Path, look_into: LookInto) -> Iterator[Member]:
    """A file, and what is in it; an archive that can be looked into is none itself."""
    kind = _kind(path)
    inside = tuple(look_into(path)) if kind in HOLDS_OTHERS else ()
    if not inside or kind != ZIP:
        yield Member(str(path), kind, path.stat().st_size)
    yield from (Member(f"{path}/{one.path}", one.media_type, one.size_bytes, one.sha256) for one in inside)


def _kind(path: Path) -> str:
    """By its name or by how it begins; one that cannot be read is tried, and its error tells why."""
    if path.suffix.lower() == ".pdf":
        return _PDF
    try:
        with path.open("rb") as stream:
            return media_type_of(stream)
    except OSError:
        return _PDF


def _is_read(one: Member) -> bool:
    """What is named like a document and is none is worked on too, and its error tells what it is."""
    ending = Path(one.path).suffix.lower()
    return ending in NEVER_TEXT or (one.media_type in READERS and (one.media_type != _TEXT or ending in _TEXT_ENDINGS))


def _is_outcome(path: Path) -> bool:
    """Whether a file is a result or error of an earlier run into another folder: those are no documents."""
    if path.suffix in _SHOWN:
        return path.stat().st_size > 0 and is_owned(path)
    if path.suffix != ".json":
        return False
    with path.open("rb") as stream:
        return stream.read(_BEGINNING_BYTES).startswith(_BEGINNINGS)
