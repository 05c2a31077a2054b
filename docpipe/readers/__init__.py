"""Bytes → Document: a table of readers by media type, and the type told from the content, never from the name."""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from docpipe.addresses import Address
from docpipe.errors import LimitExceeded, ReadError, SettingsError, UnsupportedFormat
from docpipe.readers.options import Limits, ReadOptions
from docpipe.readers.sniff import HOW_TO_CONVERT, PDF, PPTX, XLSX, media_type
from docpipe.types import Document, Source

__all__ = ["READERS", "Limits", "ReadOptions", "load", "read"]

READERS = {
    "application/pdf": "docpipe.readers.pdf:read",
    "text/plain": "docpipe.readers.office.text:read",
    "text/html": "docpipe.readers.office.html:read",
    "message/rfc822": "docpipe.readers.office.mail:read",
    "application/zip": "docpipe.readers.office.folders:read",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docpipe.readers.office.docx:read",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "docpipe.readers.office.xlsx:read",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "docpipe.readers.office.pptx:read",
    "application/rtf": "docpipe.readers.office.rtf:read",
    "application/vnd.ms-outlook": "docpipe.readers.office.msg:read",
    "application/x-ole-encrypted": "docpipe.readers.office.locked:read",
    "application/xml": "docpipe.readers.office.markup:read",
    "application/epub+zip": "docpipe.readers.office.unstructured:read",
    "application/vnd.oasis.opendocument.text": "docpipe.readers.office.unstructured:read",
    "application/msword": "docpipe.readers.office.unstructured:read",
    "application/vnd.ms-powerpoint": "docpipe.readers.office.unstructured:read",
}
"""Media type → ``read(data, source, options) -> Document``."""


NEVER_TEXT = (".pdf", ".docx", ".xlsx", ".pptx", ".zip", ".msg")
"""Endings of files that are no text: one that holds text says what went wrong where it comes from."""

ADDRESSES = ("http:", "https:", "ftp:", "s3:", "gs:")
"""How a path begins that is the address of something elsewhere; a path has only one of its two slashes left."""

PARTED = (PDF, XLSX, PPTX)
"""Media types that have pages, sheets or slides to choose from."""


def load(path: str | Path, limits: Limits) -> tuple[bytes, Source]:
    """A file's bytes and where they come from. Raises ReadError, LimitExceeded."""
    path = Path(path)
    try:
        _check_size(path.stat().st_size, limits)
        data = path.read_bytes()
    except OSError as error:
        raise ReadError(_cannot_open(path, error), path.name) from error
    return data, describe(data, path.name, str(path))


def _cannot_open(path: Path, error: OSError) -> str:
    if not isinstance(error, FileNotFoundError):
        return f"cannot open the file: {error.strerror or error}"
    if path.parts and path.parts[0].lower() in ADDRESSES:
        name = path.name.partition("?")[0]
        return f"docpipe opens no addresses here, only files: docpipe batch does, or download it first ({name})"
    if str(path) == "-":
        return "documents are read from files, not from standard input: save it, and give the file"
    return f"no such file: {path}" + ("" if path.is_absolute() else f" (looked for from {Path.cwd()})")


def loaded(path: str | Path | Address, options: ReadOptions) -> tuple[bytes, Source]:
    """``load``, also of a file inside an archive or mail: ``room.zip/3.1/contract.pdf``; and of an address, where
    ``Source.opens`` is the whole of it. Raises InputError."""
    if isinstance(path, Address):
        return _fetched(path, options)
    path = Path(path)
    if not _is_there(path) and (outer := next((one for one in path.parents if _is_file(one)), None)) is not None:
        return _inside(load(outer, options.limits), path.relative_to(outer).as_posix(), options)
    return load(path, options.limits)


def _fetched(address: Address, options: ReadOptions) -> tuple[bytes, Source]:
    from docpipe.remote import fetched

    data = fetched(address, options.limits.size_bytes)
    outer = replace(address, inner="")
    source = replace(describe(data, outer.name, str(outer)), opens=address.full)
    return _inside((data, source), address.inner, options) if address.inner else (data, source)


def _inside(outer: tuple[bytes, Source], inner: str, options: ReadOptions) -> tuple[bytes, Source]:
    from docpipe.readers.office import folders

    return folders.load(*outer, inner, options)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _is_file(path: Path) -> bool:
    return _is_there(path) and path.is_file()


def describe(data: bytes, name: str, path: str | None = None) -> Source:
    """What a document's bytes are: hash, media type, size."""
    return Source(name, path, hashlib.sha256(data).hexdigest(), media_type(data), len(data))


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """A document as its reader gives it, uncleaned. Raises InputError, with the document's name."""
    _check_size(len(data), options.limits)
    if not data:
        raise ReadError("the file is empty; ask for it again", source.name)
    if source.media_type not in READERS:
        raise UnsupportedFormat(HOW_TO_CONVERT.get(source.media_type, HOW_TO_CONVERT[""]), source.name)
    ending = source.name.lower()[-5:].rpartition(".")[2]
    if source.media_type.startswith("text/") and f".{ending}" in NEVER_TEXT:
        raise ReadError(
            f"named .{ending}, but it is text, as broken downloads are: ask for it again, or give it its own ending",
            source.name,
        )
    if options.pages is not None and source.media_type not in PARTED:
        raise SettingsError(f"--pages {options.pages}: {source.name} has no pages; leave the option out for it")
    module, name = READERS[source.media_type].split(":")
    return cast(Document, getattr(import_module(module), name)(data, source, options))


def _check_size(size_bytes: int, limits: Limits) -> None:
    if size_bytes > limits.size_bytes:
        raise LimitExceeded(
            f"{size_bytes:,} bytes, more than max_bytes = {limits.size_bytes:,}; split the file, or raise the limit "
            f"with --set max_bytes={size_bytes} or in docpipe.toml"
        )
