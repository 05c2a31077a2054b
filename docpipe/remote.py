"""Documents at addresses, through fsspec: what lies there, and their bytes. Nothing is written to this machine's disk.

Only what was named is asked for. Whatever goes wrong is told without what is secret in the address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from msgspec import Struct

from docpipe.addresses import Address, without_secrets
from docpipe.errors import LimitExceeded, MissingExtra, ReadError, SettingsError, Unreachable

_HASHES = ("ETag", "etag", "content_md5", "md5Hash")
_DATES = ("LastModified", "last_modified", "mtime", "updated", "modified", "created", "modify", "timeModified")
_CHANGES = (*_HASHES, "VersionId", "generation", *_DATES)
"""What systems tell of a file that is another one when its content is."""

_MD5_LENGTH = 32
"""Digits of an MD5: what S3 tells of a file that was sent in one piece."""

_ABSENT = (404, 410)
"""What a web server answers where nothing is."""

_HEAD_BYTES = 1 << 16
_CHUNK_BYTES = 1 << 20


class Listed(Struct, frozen=True):
    """A file at an address: its path below the folder that was listed, ``mark`` to tell whether it has changed (empty
    where the system tells nothing), and a hash of its content where that is known without fetching it."""

    below: str
    size_bytes: int
    mark: str = ""
    content: str = ""


def listed(address: Address) -> list[Listed] | None:
    """Every file below a folder, in the order of their paths; None where the address is a file itself.

    Raises FileNotFoundError where nothing is there, Unreachable, MissingExtra, SettingsError.
    """
    with _told(address):
        system, path = _opened(address.full)
        system.invalidate_cache()
        kind = _kind(system, path)
        if kind == "file" and not address.root.endswith("/"):
            return None
        found: Mapping[str, Any] = system.find(path, detail=True)
        if not found and kind is None:
            raise FileNotFoundError
    folder = path.rstrip("/")
    return [
        _listed(name[len(folder) :].lstrip("/"), about)
        for name, about in sorted(found.items())
        if about.get("type") == "file" and name != folder and not name.endswith("/")  # what stands for a folder on S3
    ]


def about(address: Address) -> Listed:
    """What is known of one file. Raises like ``listed``."""
    with _told(address):
        system, path = _opened(address.full)
        return _listed(address.name, system.info(path))


def beginning(address: Address) -> bytes:
    """The first bytes of a file. Raises like ``listed``."""
    with _told(address):
        system, path = _opened(address.full)
        return bytes(system.cat_file(path, start=0, end=_HEAD_BYTES))


def chunks(address: Address) -> Iterator[bytes]:
    """A file's bytes, piece by piece. Raises like ``listed``."""
    with _told(address):
        system, path = _opened(address.full)
        with system.open(path, "rb") as stream:
            while chunk := stream.read(_CHUNK_BYTES):
                yield chunk


def fetched(address: Address, most_bytes: int) -> bytes:
    """A file's bytes; of an archive, whose documents are asked for one after the other, the last one is kept.

    Raises ReadError where nothing is there, LimitExceeded, Unreachable, MissingExtra, SettingsError.
    """
    try:
        if address.inner:
            return _kept(address.full, most_bytes)
        _kept.cache_clear()
        return _fetched(address, most_bytes)
    except FileNotFoundError as error:
        raise ReadError(f"nothing is at {address}", address.name) from error


@lru_cache(maxsize=1)
def _kept(full: str, most_bytes: int) -> bytes:
    return _fetched(Address(full), most_bytes)


def _fetched(address: Address, most_bytes: int) -> bytes:
    with _told(address):
        system, path = _opened(address.full)
        with system.open(path, "rb") as stream:
            data: bytes = stream.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise LimitExceeded(
            f"more than max_bytes = {most_bytes:,}; split the file, or raise the limit with --set max_bytes=N or in "
            "docpipe.toml",
            address.name,
        )
    return data


def _kind(system: Any, path: str) -> str | None:
    try:
        return str(system.info(path)["type"])
    except FileNotFoundError as error:  # of a folder, some systems know nothing but what lies below it
        if _hindrance(error) is not None:
            raise
        return None


def _opened(full: str) -> tuple[Any, str]:
    """The system that an address belongs to, and the path there."""
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise MissingExtra("addresses are opened with fsspec: pip install 'docpipe[remote]'") from error
    system, path = url_to_fs(full)
    return system, str(path)


@contextmanager
def _told(address: Address) -> Iterator[None]:
    """What goes wrong as errors of ours; that nothing is there, as FileNotFoundError."""
    try:
        yield
    except (LimitExceeded, MissingExtra):
        raise
    except FileNotFoundError as error:
        if (why := _hindrance(error)) is not None:
            raise _unreachable(address, why) from None
        raise FileNotFoundError(f"nothing is at {address}") from None
    except ImportError as error:
        hint = f"then addresses that begin with {address.scheme}:// are opened"
        raise MissingExtra(f"{without_secrets(str(error), address)}; {hint}", str(address)) from None
    except Exception as error:  # noqa: BLE001 - the errors of all systems that there are have no name in common
        if isinstance(error, ValueError) and "Protocol not known" in str(error):
            raise SettingsError(f"{address}: nothing opens addresses that begin with {address.scheme}://") from None
        raise _unreachable(address, error) from None


def _hindrance(error: FileNotFoundError) -> BaseException | None:
    """Why it cannot be told what is there, where a system says that nothing is because it was not let in."""
    cause = error.__cause__
    told = cause is None or isinstance(cause, FileNotFoundError | KeyError)
    return None if told or getattr(cause, "status", None) in _ABSENT else cause


def _unreachable(address: Address, error: BaseException) -> Unreachable:
    told = " ".join(without_secrets(f"{type(error).__name__}: {error}", address).split())
    return Unreachable(f"{address} cannot be opened ({told})", str(address))


def _listed(below: str, about: Mapping[str, Any]) -> Listed:
    mark = [f"{name}={about[name]}" for name in _CHANGES if about.get(name)]
    content = next((str(about[name]).strip('"').lower() for name in _HASHES if about.get(name)), "")
    known = len(content) == _MD5_LENGTH and all(digit in "0123456789abcdef" for digit in content)
    return Listed(below, int(about.get("size") or 0), "\n".join(mark), content if known else "")
