"""Results in files: one per document, named after it, written whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath

from msgspec import Struct

from docpipe.sinks.owned import is_owned

LONGEST_NAME = 255
"""Bytes of UTF-8 that one file name may have on Linux; NTFS and APFS allow as many UTF-16 units, which are fewer."""

LONGEST_WINDOWS_PATH = 240
"""Characters after which Windows wants its ``\\\\?\\`` prefix: its limit is 260, and a temporary name needs some."""

_DEVICES = frozenset(("CON PRN AUX NUL " + " ".join(f"COM{digit} LPT{digit}" for digit in range(1, 10))).split())
_FAILED = ".error.json"
_ELSEWHERE = "name another place with --output"
_REMEDIES = {
    errno.EACCES: f"{_ELSEWHERE}, or see to it that you may write to that folder",
    errno.EPERM: f"{_ELSEWHERE}, or see to it that you may write to that folder",
    errno.ENOSPC: f"make room there, or {_ELSEWHERE}",
}


class Slot(Struct, frozen=True):
    """The two files that a document may end in: its result, or its error. Only one of them exists at a time."""

    result: Path
    error: Path

    def write_result(self, text: str) -> None:
        self.write_data(text.encode("utf-8"))

    def write_error(self, text: str) -> None:
        self.write_data(text.encode("utf-8"), failed=True)

    def write_data(self, data: bytes, failed: bool = False) -> None:
        written, other = (self.error, self.result) if failed else (self.result, self.error)
        write_data(written, data)
        remove_own(other)


def slots(
    sources: Sequence[Path], below: Path, output: Path, extension: str = ".json", others: Iterable[Slot] = ()
) -> list[Slot]:
    """A slot below ``output`` for each source, subfolders of ``below`` mirrored, in the order of the sources.

    A PDF ``lease.pdf`` gives ``lease.json``, any other file ``lease.docx.json``. Where that name is taken, be it by a
    name that differs only in case or Unicode form, the full name is used: ``lease.PDF.json``, ``lease.PDF.2.json`` …
    So it is where one of ``others`` has it.
    """
    taken = {_key(path) for slot in others for path in (slot.result, slot.error)}
    return [_free_slot(source, _mirrored(source, below, output), extension, taken) for source in sources]


def common_folder(paths: Sequence[Path]) -> Path:
    """The deepest folder that holds all of the files."""
    folders = [str(path.absolute().parent) for path in paths]
    try:
        return Path(os.path.commonpath(folders))
    except ValueError:  # on several drives: nothing to mirror
        return Path(folders[0])


def write_atomic(path: Path, text: str) -> None:
    """``write_data`` of text in UTF-8."""
    write_data(path, text.encode("utf-8"))


def write_data(path: Path, data: bytes) -> None:
    """Write so that a reader sees the old file or the new one, never half; only the owner may read it.

    What is there and is not a plain file (a pipe, a terminal) is written to directly. Raises OSError that names this
    very file, whatever stood in the way, and what to do.
    """
    try:
        _write(_long(path), data)
    except OSError as error:
        why = f"cannot be written: {error.strerror or error}; {_REMEDIES.get(error.errno or 0, _ELSEWHERE)}"
        raise OSError(error.errno, why, str(path)) from error


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A file beside ``path`` to write into, which takes its place at the end; what goes wrong leaves all as it was."""
    long = _long(path)
    handle, temporary = tempfile.mkstemp(prefix=".docpipe-", suffix=path.suffix, dir=long.parent)  # mode 0600
    os.close(handle)
    try:
        yield Path(temporary)
        Path(temporary).replace(long)
    finally:
        Path(temporary).unlink(missing_ok=True)


def _write(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".docpipe-", suffix=".tmp", dir=path.parent)  # mode 0600
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def remove_own(path: Path) -> None:
    """Take away what an earlier run left; what docpipe did not write stays."""
    path = _long(path)
    if path.is_file() and is_owned(path):
        path.unlink(missing_ok=True)


def _mirrored(source: Path, below: Path, output: Path) -> Path:
    folder = source.absolute().parent
    base = below.absolute()
    return output / folder.relative_to(base) if folder.is_relative_to(base) else output


def _free_slot(source: Path, folder: Path, extension: str, taken: set[str]) -> Slot:
    for name in _names(source):
        slot = Slot(*(folder / (_fitting(name, ending) + ending) for ending in (extension, _FAILED)))
        keys = {_key(slot.result), _key(slot.error)}
        if not keys & taken:
            taken |= keys
            return slot
    raise AssertionError("the numbered names never end")


def _names(source: PurePath) -> Iterator[str]:
    """The names that a document's files may have, best first."""
    if source.suffix.casefold() == ".pdf":
        yield _portable(source.stem)
    yield _portable(source.name)
    number = 2
    while True:
        yield f"{_portable(source.name)}.{number}"
        number += 1


def _portable(name: str) -> str:
    """Names of Windows devices (``CON``, ``aux.v2``) get an underscore: nothing can be written there under them."""
    return f"_{name}" if name.split(".")[0].rstrip().upper() in _DEVICES else name


def _fitting(name: str, ending: str) -> str:
    """The name, or its beginning and a hash of it where name and ending together are too long for a file system."""
    room = LONGEST_NAME - len(ending)
    encoded = os.fsencode(name)
    if len(encoded) <= room:
        return name
    mark = "-" + hashlib.sha256(encoded).hexdigest()[:8]
    return encoded[: room - len(mark)].decode("utf-8", "ignore") + mark


def _key(path: Path) -> str:
    """Equal for paths that some file system takes for the same one."""
    return unicodedata.normalize("NFC", str(path)).casefold()


def _long(path: Path) -> Path:
    """The path in the form that Windows wants for long ones; elsewhere as it is."""
    if os.name != "nt" or len(str(path.absolute())) < LONGEST_WINDOWS_PATH or str(path).startswith("\\\\"):
        return path
    return Path("\\\\?\\" + str(path.absolute()))
