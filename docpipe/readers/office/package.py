"""The ZIP that Office files are, and its bounds."""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from xml.etree.ElementTree import Element

from msgspec import Struct

from docpipe.errors import Encrypted, LimitExceeded, ReadError, UnsupportedFormat, WrongPassword
from docpipe.readers.office.xml import attribute, children, parsed
from docpipe.readers.options import ReadOptions

MOST_ENTRIES = 20_000
"""Files in one archive; the largest data room at hand has 3,100, an Office file a few hundred."""

MOST_TIMES = 250
"""Times its packed size that a file may have unpacked: XML of an empty table reaches 120, zeros 1,030."""

ALWAYS_UNPACKED = 8 * 1024 * 1024
"""Bytes up to which any ratio will do: they hurt nobody."""

_DIRECTORY_ENTRY_BYTES = 46
_CHUNK_BYTES = 1 << 16


class Package(Struct, frozen=True):
    """An open archive; its files are unpacked one at a time, each within the limits."""

    archive: zipfile.ZipFile
    options: ReadOptions

    def names(self) -> list[str]:
        return [entry.filename for entry in self.archive.infolist() if not entry.is_dir()]

    def has(self, part: str) -> bool:
        return part in self.archive.NameToInfo

    def read(self, part: str) -> bytes:
        """A file's bytes. Raises ReadError, LimitExceeded, Encrypted, WrongPassword, UnsupportedFormat."""
        if not self.has(part):
            raise ReadError(f"{part} is missing in the file; it is damaged, ask for it again")
        return unpacked(self.archive, self.archive.getinfo(part), self.options)

    def xml(self, part: str) -> Element:
        return parsed(self.read(part), part)

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """By id, the last word of each relation's type and the part it leads to; those out of the file are left out."""
        folder, _, base = part.rpartition("/")
        rels = posixpath.join(folder, "_rels", f"{base}.rels")
        if not self.has(rels):
            return {}
        found = {}
        for one in children(self.xml(rels), "Relationship"):
            if attribute(one, "TargetMode") != "External":
                target = attribute(one, "Target")
                path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")
                found[attribute(one, "Id")] = (attribute(one, "Type").rpartition("/")[2], path.lstrip("/"))
        return found

    def main_part(self, usual: str) -> str:
        """The part that the file begins with."""
        return next((path for kind, path in self.relations("").values() if kind == "officeDocument"), usual)


@contextmanager
def opened(data: bytes, options: ReadOptions) -> Iterator[Package]:
    """The archive in some bytes, as an Office file. Raises ReadError, LimitExceeded."""
    with archive_of(data) as archive:
        yield Package(archive, options)


def archive_of(data: bytes) -> zipfile.ZipFile:
    """The archive in some bytes. Raises ReadError, LimitExceeded."""
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError, OverflowError) as error:
        raise ReadError(f"the archive is damaged ({error}); ask for it again") from error
    if len(archive.infolist()) > MOST_ENTRIES:
        raise LimitExceeded(
            f"the archive holds {len(archive.infolist()):,} files, more than {MOST_ENTRIES:,}; split it"
        )
    return archive


def unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, options: ReadOptions, most: int | None = None) -> bytes:
    """A file of an archive, or its first ``most`` bytes. Raises as ``Package.read`` does."""
    _check(entry, options)
    password = options.password.encode() if options.password else None
    if entry.flag_bits & 1 and password is None:
        raise Encrypted("the file is encrypted inside its archive: give its password with --password")
    try:
        with archive.open(entry, pwd=password) as stream:
            data = stream.read(most if most is not None else entry.file_size + 1)
    except NotImplementedError as error:
        raise UnsupportedFormat(f"packed in a way that is not read ({error}): unpack it and give the file") from error
    except RuntimeError as error:  # how zipfile says that the password is wrong
        raise WrongPassword("the password does not open the file inside its archive") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, OverflowError) as error:
        wrong = entry.flag_bits & 1 and "CRC" in str(error)
        if wrong:
            raise WrongPassword("the password does not open the file inside its archive") from error
        raise ReadError(f"damaged inside its archive ({error}); ask for it again") from error
    return data


def _check(entry: zipfile.ZipInfo, options: ReadOptions) -> None:
    size = entry.file_size
    if size > options.limits.size_bytes:
        raise LimitExceeded(
            f"{size:,} bytes unpacked, more than max_bytes = {options.limits.size_bytes:,}; raise the limit "
            f"with --set max_bytes={size} or in docpipe.toml"
        )
    if size > ALWAYS_UNPACKED and size > MOST_TIMES * max(entry.compress_size, 1):
        raise LimitExceeded(
            f"{entry.filename}: unpacks to {size // max(entry.compress_size, 1):,} times its size, more than "
            f"{MOST_TIMES}: it looks like an archive made to fill up memory"
        )
