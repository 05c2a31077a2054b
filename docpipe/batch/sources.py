"""What a batch is given: folders, files, patterns (``'room/**/*.pdf'``), lists of files, addresses (``s3://room``)."""

from __future__ import annotations

import codecs
import fnmatch
import glob
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from docpipe.addresses import Address, address_of, is_address, path_of
from docpipe.batch.ledger import FOLDER
from docpipe.errors import MissingExtra, SettingsError, Unreachable
from docpipe.readers.office.folders import harmless
from docpipe.sinks.files import common_folder

STANDARD_INPUT = "-"
_BYTES = "surrogateescape"

_ADVICE = {
    FileNotFoundError: "name what is there",
    Unreachable: "see to its name, the network, and the keys, which are taken from the environment and settings files"
    " as other programs take them",
}

_LEFT_BY_PROGRAMS = ("~$", "Thumbs.db", "desktop.ini")


class File(Struct, frozen=True):
    """A file that was named or found. ``source`` is where it is; of one elsewhere, where it would stand here.

    ``mark`` changes with an elsewhere's file, ``content`` is a hash of it where it is known without fetching it.
    ``is_ours`` is what docpipe wrote: a result is no document. ``skipped`` says what is no file to read: a hidden
    folder, a linked one, a pipe or device.
    """

    source: Path
    address: Address | None = None
    size_bytes: int = 0
    mark: str = ""
    content: str = ""
    is_there: bool = True
    is_ours: bool = False
    skipped: str = ""


class Sources(Struct, frozen=True):
    """What was given: the files, in the order of their paths; those that nobody wants, hidden or of programs; what had
    none; the ``folder`` that all are told from; results of docpipe, which are passed over; what was not gone into."""

    folder: Path
    files: tuple[File, ...]
    hidden: tuple[Path, ...] = ()
    without: tuple[str, ...] = ()
    ours: tuple[Path, ...] = ()
    skipped: tuple[File, ...] = ()


Apart = Callable[[Path], bool]
"""Whether a folder or file is none of the documents': the results."""


Allowed = Callable[[Address], object]
"""Raises SettingsError for an address that must not be opened."""


def gathered(
    given: Sequence[str], listed: str | None, apart: Apart = lambda _: False, allowed: Allowed = lambda _: None
) -> Sources:
    """All files of what was given, each once, and of a list of files.

    Raises SettingsError for a file or folder that is not there, and for a list that cannot be read. A file on a list
    that is not there stays, and says so when it is read. Addresses raise what ``docpipe.remote`` raises, too.
    """
    places = [_place(one) for one in given]
    for place in places:
        if place.address is None and not place.pattern and not place.start.exists():
            raise SettingsError(f"{place.told} does not exist: name folders, files, patterns or addresses of documents")
    places += _of_list(listed) if listed is not None else ()
    for place in places:
        if place.address is not None:
            allowed(place.address)
    if len(places) > 1 or listed is not None:
        places = [replace(place, start=_plain(place.start)) for place in places]
    folder = _folder(places, listed)
    files: dict[str, File] = {}
    hidden: list[Path] = []
    without: list[str] = []
    ours: list[Path] = []
    skipped: dict[Path, File] = {}
    for place in places:
        seen = list(_elsewhere(place, folder, len(places) == 1) if place.address else _here(place, apart))
        skipped |= {one.source: one for one in seen if one.skipped}
        found = [one for one in seen if not one.is_ours and not one.skipped]
        ours += [one.source for one in seen if one.is_ours]
        wanted = [one for one in found if place.is_file or not _is_hidden(one.source)]
        hidden += [one.source for one in found if not place.is_file and not place.pattern and _is_hidden(one.source)]
        without += [] if wanted else [place.told]
        for one in wanted:
            files.setdefault(_full(one.address) if one.address else os.path.normpath(one.source.absolute()), one)
    ordered = sorted(files.values(), key=lambda one: (one.source, _full(one.address)))
    left = tuple(sorted(set(hidden))), tuple(without), tuple(sorted(set(ours))), tuple(skipped.values())
    return Sources(folder, tuple(ordered), *left)


class _Place(Struct, frozen=True):
    """What was given, as it was: a file, a folder, or a folder with a pattern of what is wanted below it."""

    told: str
    start: Path
    pattern: tuple[str, ...] = ()
    address: Address | None = None
    is_file: bool = False
    is_listed: bool = False


def _place(given: str) -> _Place:
    named = path_of(given)
    if is_address(named):
        return _address(named)
    path = Path(named)
    if path.exists() or not glob.has_magic(named):
        return _Place(given, path, is_file=not path.is_dir())
    start, pattern = _parted(path.parts)
    return _Place(given, Path(*start), pattern)


def _address(given: str) -> _Place:
    address = address_of(given)
    root, query = address.root, address.full[len(address.root) :]
    scheme, _, rest = root.partition("://")
    start, pattern = _parted(rest.split("/")) if glob.has_magic(rest) else (rest.split("/"), ())
    whole = Address(f"{scheme}://{'/'.join(start)}{query}")
    return _Place(str(address), Path(), tuple(pattern), whole)


def _parted(parts: Sequence[str]) -> tuple[Sequence[str], tuple[str, ...]]:
    """What of a path is a plain folder, and the pattern below it."""
    at = next(index for index, part in enumerate(parts) if glob.has_magic(part))
    return parts[:at], tuple(parts[at:])


def _of_list(listed: str) -> Iterator[_Place]:
    """The lines of a list, each as it stands there: a name may hold what would be a pattern elsewhere."""
    beside = Path() if listed == STANDARD_INPUT else Path(listed).parent
    for number, written in _lines(listed):
        line = path_of(written)
        if is_address(bare := line.strip()):
            yield _listed_address(bare, f"--files-from {listed}: line {number}")
            continue
        path = beside / line
        if line != bare and not os.path.lexists(path):  # blanks that somebody typed
            path = beside / bare
        yield _Place(line, path, is_file=not path.is_dir(), is_listed=True)


def _listed_address(given: str, where: str) -> _Place:
    try:
        address = address_of(given)
    except SettingsError as error:
        raise SettingsError(f"{where}: {error.message}") from None
    return _Place(str(address), Path(), address=address, is_listed=True)


def _lines(listed: str) -> list[tuple[int, str]]:
    """Each with its number, as it stands there, blanks and bytes that are no UTF-8 too; empty ones are left out."""
    try:
        written = sys.stdin.buffer.read() if listed == STANDARD_INPUT else Path(listed).read_bytes()
        wide = written.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))  # as PowerShell writes files
        text = written.decode("utf-16") if wide else written.removeprefix(codecs.BOM_UTF8).decode(errors=_BYTES)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"--files-from {listed}: cannot be read: {error}") from error
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if wrong := next((number for number, line in enumerate(lines, 1) if "\0" in line), 0):
        raise SettingsError(f"--files-from {listed}: line {wrong}: holds a NUL: write one path a line")
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _folder(places: Sequence[_Place], listed: str | None) -> Path:
    """What documents are told from: the only folder, else the deepest one that holds all."""
    own = [place.start.parent if place.is_file else place.start for place in places if place.address is None]
    if listed is not None:
        own.append(_plain(Path(listed).parent) if listed != STANDARD_INPUT else Path())
    if not own and len(places) == 1 and (address := places[0].address):
        return _as_path(address)
    found = list(dict.fromkeys(own)) or [Path()]
    return found[0] if len(found) == 1 else common_folder([one / "_" for one in found])


def _plain(path: Path) -> Path:
    """A path without ``..``, so that what lies below what can be told from its parts."""
    return path.resolve() if ".." in path.parts else path


def _here(place: _Place, apart: Apart) -> Iterator[File]:
    if place.is_file:
        yield _file(place.start, apart)
        return
    deep = "**" in place.pattern
    for path, skipped in _below(place.start, apart, None if deep or not place.pattern else len(place.pattern)):
        if skipped:
            yield from () if place.pattern else (File(path, skipped=skipped),)
        elif not place.pattern or path.is_dir() or fits(path.relative_to(place.start).parts, place.pattern):
            yield _file(path, apart)


def _file(path: Path, apart: Apart) -> File:
    there = path.is_file()
    return File(path, size_bytes=path.stat().st_size if there else 0, is_there=there, is_ours=there and apart(path))


def _below(folder: Path, apart: Apart, depth: int | None) -> Iterator[tuple[Path, str]]:
    """The files below a folder, those that stand apart left out, and what is skipped, each with what it is; not deeper
    than so many levels. Links to folders are not followed: they may lead in a circle.

    A folder that cannot be opened stands for what is in it, and a link to nothing for its file: reading them tells why.
    """
    closed: list[Path] = []
    for parent, folders, names in os.walk(folder, onerror=lambda error: closed.append(Path(error.filename))):
        here = Path(parent)
        deepest = depth is not None and len(here.relative_to(folder).parts) + 1 >= depth
        there = [name for name in sorted(folders) if name != FOLDER and not apart(here / name)]
        skipped = {name: told for name in there if (told := _not_entered(here / name))}
        folders[:] = [] if deepest else [name for name in there if name not in skipped]
        yield from ((here / name, told) for name, told in skipped.items())
        for name in names:
            path = here / name
            is_special = not path.is_file() and path.exists()
            yield path, "special file" if is_special else ""
    yield from ((path, "") for path in closed)


def _not_entered(folder: Path) -> str:
    """What a folder is that is not looked into; empty for one that is."""
    if folder.name.startswith("."):
        return "hidden folder"
    return "linked folder" if folder.is_symlink() else ""


def fits(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether a path below a folder is as a pattern wants it: ``**`` stands for any folders, none too."""
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return any(fits(parts[at:], pattern[1:] or ("*",)) for at in range(len(parts)))
    return bool(parts) and fnmatch.fnmatch(parts[0], pattern[0]) and fits(parts[1:], pattern[1:])


def _elsewhere(place: _Place, folder: Path, alone: bool) -> Iterator[File]:
    """The files at an address; one that a list names and that cannot be seen stays, and its reading tells why."""
    from docpipe import remote

    address = place.address
    assert address is not None
    root = folder if alone else folder / _as_path(address)
    try:
        below = remote.listed(address)
        one = remote.about(address) if below is None else None
    except (FileNotFoundError, Unreachable, MissingExtra) as error:
        if isinstance(error, MissingExtra) and not place.is_listed:
            raise
        if not place.is_listed:
            raise SettingsError(f"{error}: {_ADVICE[type(error)]}") from error
        yield File(root, address, is_there=False)
        return
    if one is not None:
        at = folder / address.name if alone else root
        yield File(at, address, one.size_bytes, one.mark, one.content)
    for one in below or ():
        parts = one.below.split("/")
        if any(part.startswith(".") for part in parts[:-1]):
            continue
        if not place.pattern or fits(parts, place.pattern):
            at = root / harmless(one.below)[0]
            yield File(at, address.beneath(one.below), one.size_bytes, one.mark, one.content)


def _as_path(address: Address) -> Path:
    """Where an address would stand here: a folder for its kind, then its parts, each harmless."""
    return Path(harmless(str(address).replace("://", "/"))[0])


def _full(address: Address | None) -> str:
    """All of an address: two that differ in their query alone are two documents."""
    return "" if address is None else f"{address.full}\n{address.inner}"


def _is_hidden(path: Path) -> bool:
    return path.name.startswith((".", *_LEFT_BY_PROGRAMS))
