"""Archives and mails as folders: the documents in them, each under a path of its own, ``room.zip/3.1/lease.pdf``.

Nothing is unpacked to disk. Names are made harmless, sizes and depth are bounded, and what is wrong with one file is
that file's error.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NoReturn

from msgspec import Struct, field
from msgspec.structs import replace

from docpipe import readers
from docpipe.addresses import is_address
from docpipe.errors import DocpipeError, LimitExceeded, ReadError, UnsupportedFormat
from docpipe.readers.office.package import archive_of, unpacked
from docpipe.readers.options import ReadOptions
from docpipe.readers.sniff import HOLDS_OTHERS, MAIL, MSG, ZIP, media_type
from docpipe.types import Document, Source

MOST_DEPTH = 4
"""Archives and mails inside each other: a mail that forwards a mail with an archive in an archive."""

MOST_FILES = 20_000
"""Files in one archive and all that are in it."""

TOTAL_TIMES = 4
"""Times ``max_bytes`` that everything in an archive may have unpacked together; only one file is in memory at once."""

LONGEST_PART = 200
"""Bytes of a name in UTF-8: file systems take 255, and results add an ending."""

_HEAD_BYTES = 4096
_SKIPPED = re.compile(r"(?:^|/)(?:__MACOSX/|\.(?!\.?/)|~\$|Thumbs\.db$|desktop\.ini$)", re.IGNORECASE)
_UNSAFE = re.compile(r'[<>:"|?*\x00-\x1f\x7f]')
_UNICODE_NAME = b"\x75\x70"  # the extra field of a name in UTF-8

Open = Callable[[int | None], bytes]
"""A file's bytes, or the first so many of them."""


class Member(Struct, frozen=True):
    """A file in an archive or mail: its path there, its media type, its size, and its hash where asked for."""

    path: str
    media_type: str
    size_bytes: int
    sha256: str | None = None


def members(data: bytes, source: Source, options: ReadOptions, hashed: object) -> tuple[Member, ...]:
    """Every document in an archive or mail, and in those inside it; the whole's own bytes are not among them.

    A task for a worker. Raises ReadError, LimitExceeded, Encrypted about the outermost file alone.
    """
    walk = _Walk(options, bool(hashed))
    return tuple(walk.below(data, source.media_type, "", 1))


def load(data: bytes, source: Source, inner: str, options: ReadOptions) -> tuple[bytes, Source]:
    """The bytes of a file inside another one, whose bytes these are. Raises InputError, with the whole path as the
    document."""
    outer, path, rest = source, source.path or source.name, inner
    whole = _written(f"{path}/{inner}")
    try:
        for _ in range(MOST_DEPTH + 1):
            within = entries(data, source.media_type, options)
            name = next((name for name in _beginnings(rest) if name in within), None)
            if name is None:
                raise ReadError(f"{source.name} holds no {rest}; list it with: docpipe batch")
            container, data = outer.name + path[len(outer.path or outer.name) :], within[name](None)
            path, rest = f"{path}/{name}", rest[len(name) + 1 :]
            source = replace(readers.describe(data, name.rpartition("/")[2], _written(path)), container=container)
            if not rest:
                return data, source
    except DocpipeError as error:
        raise type(error)(error.message, whole) from error
    raise LimitExceeded(f"lies more than {MOST_DEPTH} archives or mails deep; take it out and give it", whole)


def _written(path: str) -> str:
    """A path with the system's own slashes; an address keeps its."""
    return path if is_address(path) else str(Path(path))


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """An archive is no document: its documents are named. Raises UnsupportedFormat, or what is wrong with it."""
    found = members(data, source, options, False)
    if not found:
        raise ReadError("the archive holds no files", source.name)
    some = ", ".join(member.path for member in found[:3]) + (" …" if len(found) > 3 else "")
    raise UnsupportedFormat(
        f"an archive of {len(found):,} files ({some}): analyze_many takes them all, or name one: "
        f"{source.name}/{found[0].path}",
        source.name,
    )


def entries(data: bytes, kind: str, options: ReadOptions) -> dict[str, Open]:
    """The files in an archive or mail by their harmless, unique names. Raises ReadError, LimitExceeded."""
    named = _Named()
    if kind == ZIP:
        _zipped(data, options, named)
    elif kind == MAIL:
        from docpipe.readers.office.mail import attached

        for name, content in attached(data):
            named.add(name, partial(_first, content))
    elif kind == MSG:
        from docpipe.readers.office.msg import attached as attached_to_msg

        for name, content in attached_to_msg(data):
            named.add(name, partial(_first, content))
    return named.found


class _Walk(Struct):
    """A walk through everything in a file, with what may still come."""

    options: ReadOptions
    hashed: bool
    count: int = 0
    total: int = 0

    def below(self, data: bytes, kind: str, prefix: str, depth: int) -> Iterator[Member]:
        for name, read in entries(data, kind, self.options).items():
            self.count += 1
            if self.count > MOST_FILES:
                raise LimitExceeded(f"more than {MOST_FILES:,} files in one archive; split it")
            yield from self._member(f"{prefix}{name}", read, depth)

    def _member(self, path: str, read: Open, depth: int) -> Iterator[Member]:
        """A file, and what is in it; one that cannot be read is told as a document, whose reading tells why."""
        try:
            content = read(None if self.hashed else _HEAD_BYTES)
            if content.startswith(b"PK\x03\x04"):
                content = read(None)
            kind = media_type(content)
            inside: tuple[Member, ...] = ()
            if kind in HOLDS_OTHERS and depth < MOST_DEPTH:
                inside = tuple(self._inside(read(None), kind, path, depth))
        except DocpipeError:
            yield Member(path, "application/pdf", 0)
            return
        if kind != ZIP or not inside:
            yield Member(path, kind, len(content), hashlib.sha256(content).hexdigest() if self.hashed else None)
        yield from inside

    def _inside(self, data: bytes, kind: str, path: str, depth: int) -> Iterator[Member]:
        self.total += len(data)
        if self.total > TOTAL_TIMES * self.options.limits.size_bytes:
            raise LimitExceeded("archives in this archive unpack to too much; take them out and give them one by one")
        yield from self.below(data, kind, f"{path}/", depth + 1)


class _Named(Struct):
    """Files by names that differ in more than case."""

    found: dict[str, Open] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def add(self, name: str, read: Open) -> None:
        safe, leads_out = harmless(name)
        stem, dot, ending = safe.rpartition(".")
        unique, number = safe, 1
        while unique.casefold() in self.taken:
            number += 1
            unique = f"{stem} ({number}).{ending}" if dot and stem else f"{safe} ({number})"
        self.taken.add(unique.casefold())
        self.found[unique] = partial(_refuse, name) if leads_out else read


def harmless(name: str) -> tuple[str, bool]:
    """A name that stays below any folder on every system, and whether the given one would lead out of it."""
    slashed = name.replace("\\", "/")
    parts = [part for part in slashed.split("/") if part not in ("", ".")]
    leads_out = ".." in parts or slashed.startswith("/") or bool(re.match(r"[A-Za-z]:", slashed))
    safe = [_short(_UNSAFE.sub("_", part).rstrip(". ") or "_") for part in parts]
    return "/".join(safe) or "unnamed", leads_out


def _short(name: str) -> str:
    """A name, or its beginning, a hash of it and its ending where it is too long for a folder."""
    encoded = name.encode("utf-8", "replace")
    if len(encoded) <= LONGEST_PART:
        return encoded.decode()
    ending = "".join(re.findall(r"\.\w{1,8}$", name))
    mark = f"-{hashlib.sha256(encoded).hexdigest()[:8]}{ending}"
    return encoded[: LONGEST_PART - len(mark.encode())].decode("utf-8", "ignore") + mark


def _refuse(name: str, most: int | None) -> NoReturn:
    raise ReadError(f"its name in the archive leads out of it ({name!r}): it is refused; ask for a clean archive")


def _first(content: bytes, most: int | None) -> bytes:
    return content[:most]


def _zipped(data: bytes, options: ReadOptions, named: _Named) -> None:
    archive = archive_of(data)
    total = sum(entry.file_size for entry in archive.infolist())
    if total > TOTAL_TIMES * options.limits.size_bytes:
        raise LimitExceeded(
            f"{total:,} bytes unpacked, more than {TOTAL_TIMES} times max_bytes = {options.limits.size_bytes:,}; "
            "split the archive, or raise the limit with --set max_bytes=N or in docpipe.toml"
        )
    for entry in archive.infolist():
        name = zip_name(entry)
        if not entry.is_dir() and not _SKIPPED.search(name.replace("\\", "/")):
            named.add(name, partial(unpacked, archive, entry, options))


def zip_name(entry: zipfile.ZipInfo) -> str:
    """The name as it was meant: in UTF-8, or in a Chinese code page where it is no UTF-8 and gives Chinese there."""
    if entry.flag_bits & 0x800:
        return entry.filename
    if said := _said_in_utf8(entry.extra):
        return said
    try:
        raw = entry.orig_filename.encode("cp437")
    except UnicodeEncodeError:
        return entry.filename
    for coding in ("utf-8", "gb18030"):
        try:
            decoded = raw.decode(coding)
        except UnicodeDecodeError:
            continue
        if coding == "utf-8" or re.search("[\u4e00-\u9fff]", decoded):
            return decoded
    return entry.filename


def _said_in_utf8(extra: bytes) -> str:
    """The name in an extra field of its own, as Info-ZIP writes it; empty without one."""
    while len(extra) >= 4:
        size = int.from_bytes(extra[2:4], "little")
        if extra[:2] == _UNICODE_NAME and size > 5:
            return extra[9 : 4 + size].decode("utf-8", "replace")
        extra = extra[4 + size :]
    return ""


def _beginnings(path: str) -> Iterator[str]:
    """A path and what it begins with, longest first."""
    parts = path.split("/")
    for count in range(len(parts), 0, -1):
        yield "/".join(parts[:count])
