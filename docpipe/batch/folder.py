"""The documents among the files that a batch is given, and which of them are done already."""

from __future__ import annotations

import hashlib
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from os import PathLike, fspath
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from docpipe.addresses import Address
from docpipe.batch.ledger import Entry
from docpipe.batch.sources import Apart, File, Sources, gathered
from docpipe.errors import DocpipeError
from docpipe.readers import NEVER_TEXT, READERS
from docpipe.readers.office.folders import Member
from docpipe.readers.sniff import HOLDS_OTHERS, MAIL, MSG, ZIP, media_type, media_type_of
from docpipe.sinks.files import Slot, slots
from docpipe.sinks.folder import EXTENSIONS, SHOWN, beside
from docpipe.sinks.owned import is_owned
from docpipe.types import Json
from docpipe.version import VERSION

_PDF = "application/pdf"
_TEXT, _TEXT_ENDINGS = "text/plain", (".txt", ".text", ".md", ".markdown")
"""Programs, tables and logs are text too: only files that are named so are taken for documents."""

_MORE_ENDINGS = (".eml", ".html", ".htm", ".rtf", ".epub", ".odt", ".doc", ".ppt", ".xml")
_HOLDING = {".zip": ZIP, ".msg": MSG, ".eml": MAIL}
_MARK_BYTES = 7
"""What SQLite keeps as a whole number, without a sign."""

_CHUNK_BYTES = 1 << 20
_BEGINNINGS = (b'{\n  "docpipe": ', b'{\n  "error": {\n    "code": ')
_SHOWN = frozenset(EXTENSIONS[name] for name in SHOWN)
_TABLES = (".xlsx", ".csv", ".jsonl", ".parquet")
_BEGINNING_BYTES = max(map(len, _BEGINNINGS))


class Job(Struct, frozen=True):
    """A document, its size, and the files that its outcome goes into: JSON, and one in ``format`` beside it.

    One that lies elsewhere has an ``address``, and ``source`` is where it would stand here. ``mark`` and ``content``
    are a file's that lies there. ``sha256`` is known of a document inside an archive or mail, whose path leads through
    that: ``room.zip/lease.pdf``. ``original`` is a document with the same content, of which this one is a copy;
    ``manifest`` what a list of the documents says of it (a number, a custodian), which goes into its result.
    """

    source: Path
    size_bytes: int
    slot: Slot
    format: str = "json"
    sha256: str | None = None
    original: Job | None = None
    manifest: Mapping[str, str] = {}
    address: Address | None = None
    mark: str = ""
    content: str = ""

    @property
    def file(self) -> Path | Address:
        """What opens it."""
        return self.address or self.source

    @property
    def told(self) -> str:
        """What it is called in results and messages: its path or address."""
        return str(self.file)

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
    """What there is: documents to work on, files that are not read, hidden files and programs' own. Documents are told
    from ``folder``; ``without`` names what was given and has no file, ``ours`` results that were passed over,
    ``skipped`` what was not gone into, such as links to folders."""

    jobs: list[Job]
    not_read: list[File]
    hidden: Sequence[Path]
    folder: Path
    without: Sequence[str] = ()
    ours: Sequence[Path] = ()
    skipped: Sequence[File] = ()


LookInto = Callable[[Path | Address], Iterable[Member]]
"""What is in an archive or mail; nothing where it cannot be looked into."""


def search(folder: Path, output: Path) -> Found:
    """Every file below a folder, in the order of their paths, but results and the output folder; archives stay shut."""
    return found_in(gathered([str(folder)], None, apart_from(output)), output)


def documents(given: str | PathLike[str]) -> list[Path | Address]:
    """The documents of a folder, a pattern or an address, archives shut; none where it cannot be opened."""
    named = given.full if isinstance(given, Address) else fspath(given)
    try:
        files = gathered([named], None, lambda path: path.is_file() and _is_outcome(path)).files
    except DocpipeError:
        return []
    return [file.address or file.source for file in files if _is_read(file, _kind(file))]


def apart_from(output: Path) -> Apart:
    """Tells the output folder, and results of earlier runs into another one: those are no documents."""
    apart = output.resolve()
    return lambda path: _is_outcome(path) if path.is_file() else path.resolve() == apart


def found_in(sources: Sources, output: Path, form: str = "json", look_into: LookInto = lambda _: ()) -> Found:
    """The documents among files. In the place of archives, and behind mails, stand the documents in them."""
    seen = [one for file in sources.files for one in _documents(file, look_into)]
    read = [(file, sha256) for file, kind, sha256 in seen if _is_read(file, kind)]
    free = slots([file.source for file, _ in read], sources.folder, output)
    jobs = [_job(file, slot, form, sha256) for (file, sha256), slot in zip(read, free, strict=True)]
    not_read = [file for file, kind, _ in seen if not _is_read(file, kind)]
    left = sources.hidden, sources.folder, sources.without, sources.ours, sources.skipped
    return Found(jobs, not_read, *left)


def _job(file: File, slot: Slot, form: str, sha256: str | None) -> Job:
    job = Job(file.source, file.size_bytes, slot, form, sha256)
    return job if file.address is None else replace(job, address=file.address, mark=file.mark, content=file.content)


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
            content = job.sha256 or job.content or _content(job)
            original = first.setdefault(content, job)
            if original is not job and content:
                originals[job.slot.result] = original
    return [replace(job, original=originals.get(job.slot.result)) for job in everything]


def entries(found: Found, wanted: Wanted, output: Path) -> Iterator[Entry]:
    """What was found, as the ledger takes it in."""
    for job in found.jobs:
        original = None if job.original is None else key_of(job.original.slot.result, output)
        made = wanted.made + repr(sorted(job.manifest.items())) if job.manifest else wanted.made
        yield Entry(key_of(job.slot.result, output), job.size_bytes, modified_at(job), made, copy_of=original)
    for file in found.not_read:
        yield Entry(f"./{storable(name_of(file, found.folder))}", 0, 0, "", "unsupported")  # no result is called so


def key_of(file: Path, output: Path) -> str:
    """What a file below the folder of results is called in the ledger."""
    return storable(file.relative_to(output).as_posix())


def file_of(key: str, output: Path) -> Path:
    """The file below the folder of results that the ledger calls so."""
    return output / (json.loads(key[2:]) if key.startswith("//") else key)


def storable(text: str) -> str:
    """Text that UTF-8 has: a name that is none is written out, ``//"bad\\udcff.json"``. No other one begins so."""
    return text if text.isascii() or _is_unicode(text) else f"//{json.dumps(text)}"


def printable(text: str) -> str:
    """Text for people, in which bytes of a name that are no UTF-8 are written out: ``bad\\udcff.txt``."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def name_of(one: Job | File, folder: Path) -> str:
    """A document's path below the folder, with ``/`` on every system; of one elsewhere, its address."""
    if one.address is not None:
        return str(one.address)
    with suppress(ValueError):
        return one.source.relative_to(folder).as_posix()
    source = one.source.absolute()
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
        return result if agrees and result["document"]["sha256"] == (job.sha256 or sha256(job.file)) else None
    except (DocpipeError, OSError, ValueError, KeyError, TypeError):  # not there, or not a result of ours: to be done
        return None


def sha256(file: Path | Address) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal digits. Raises OSError, and of an address DocpipeError too."""
    digest = hashlib.sha256()
    for chunk in _chunks(file):
        digest.update(chunk)
    return digest.hexdigest()


def _chunks(file: Path | Address) -> Iterator[bytes]:
    if isinstance(file, Address):
        from docpipe.remote import chunks

        yield from chunks(file)
        return
    with file.open("rb") as stream:
        while chunk := stream.read(_CHUNK_BYTES):
            yield chunk


def _content(job: Job) -> str:
    """The hash of a file; empty for one that cannot be read, which its analysis will tell."""
    try:
        return sha256(job.file)
    except (OSError, DocpipeError):
        return ""


def modified_at(job: Job) -> int:
    """When a file was changed last, in nanoseconds; of a document in an archive, when the archive was.

    Of one elsewhere, a number for what is told of it there; where nothing is, another one each time: whether it has
    changed then shows when it is fetched.
    """
    if job.address is not None:
        told = hashlib.sha256(job.mark.encode()).digest()
        return int.from_bytes(told[:_MARK_BYTES], "big") if job.mark else time.time_ns()
    path = job.source
    while True:
        try:
            return path.stat().st_mtime_ns
        except NotADirectoryError:
            path = path.parent
        except OSError:
            return 0


def _documents(file: File, look_into: LookInto) -> Iterator[tuple[File, str, str | None]]:
    """A file, and what is in it, with media types and, of these, hashes; an archive that can be looked into is none."""
    kind = _kind(file) if file.is_there else _PDF
    place = file.address or file.source
    inside = tuple(look_into(place)) if kind in HOLDS_OTHERS else ()
    if not inside or kind != ZIP:
        yield file, kind, None
    for one in inside:
        address = None if file.address is None else replace(file.address, inner=one.path)
        member = replace(file, source=file.source / one.path, address=address, size_bytes=one.size_bytes, content="")
        yield member, one.media_type, one.sha256


def _kind(file: File) -> str:
    """By its name or by how it begins; one that cannot be read is tried, and its error tells why."""
    ending = file.source.suffix.lower()
    if ending == ".pdf":
        return _PDF
    try:
        if file.address is not None:
            return _kind_elsewhere(file.address, ending)
        with file.source.open("rb") as stream:
            return media_type_of(stream)
    except (OSError, DocpipeError):
        return _PDF


def _kind_elsewhere(address: Address, ending: str) -> str:
    """By its ending, where it has one: looking into each file would be a request."""
    from docpipe.remote import beginning

    if not ending:
        return media_type(beginning(address))
    return _HOLDING.get(ending, _PDF if ending in (*NEVER_TEXT, *_TEXT_ENDINGS, *_MORE_ENDINGS) else "")


def _is_read(file: File, kind: str) -> bool:
    """What is named like a document and is none is worked on too, and its error tells what it is."""
    ending = file.source.suffix.lower()
    return ending in NEVER_TEXT or (kind in READERS and (kind != _TEXT or ending in _TEXT_ENDINGS))


def _is_outcome(path: Path) -> bool:
    """Whether a file is a result, an error or a table of docpipe, in whatever folder: those are no documents.

    One that cannot be opened is none: its reading tells why.
    """
    try:
        if path.suffix in _SHOWN:
            return path.stat().st_size > 0 and is_owned(path)
        if path.suffix.lower() in _TABLES:
            from docpipe.sinks.exported import is_table  # few folders have any

            return is_table(path)
        if path.suffix != ".json":
            return False
        with path.open("rb") as stream:
            return stream.read(_BEGINNING_BYTES).startswith(_BEGINNINGS)
    except OSError:
        return False
