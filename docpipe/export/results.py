"""Results and failures of earlier runs, one after another: thousands of them never stand in memory together."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypedDict

import msgspec
from msgspec import Struct

from docpipe.errors import ReadError, SettingsError
from docpipe.types import Json

_LINES = (".jsonl", ".ndjson")


class Loaded(Struct, frozen=True):
    """A result or an error as it was written, and the file that holds it; ``page`` is the HTML page beside it,
    ``called`` what its document is called among others."""

    path: Path
    data: Mapping[str, Json]
    page: Path | None = None
    called: str | None = None

    @property
    def failed(self) -> bool:
        return "error" in self.data


def load(places: Iterable[Path]) -> Iterator[Loaded]:
    """What stands in result files and below folders, in the order of their paths. Other JSON files are passed over.

    Raises SettingsError for a place that is not there, ReadError for a result that is broken off.
    """
    return _loaded(places, _decoded)


def load_for_facts(places: Iterable[Path]) -> Iterator[Loaded]:
    """``load``, of each result only what facts and rows are made of: half of the time, a quarter of the memory."""
    return _loaded(places, _decoded_for_facts)


def load_briefly(places: Iterable[Path]) -> Iterator[Loaded]:
    """``load``, of each result only what it says of its document: a third of the time of ``load_for_facts``."""
    return _loaded(places, _decoded_briefly)


Decode = Callable[[bytes], Json]


def _loaded(places: Iterable[Path], decode: Decode) -> Iterator[Loaded]:
    for place in places:
        if not place.exists():
            raise SettingsError(f"{place} does not exist: name a folder or file that docpipe wrote")
        for path in sorted(_files(place)) if place.is_dir() else [place]:
            if path.suffix in _LINES:
                yield from _lines(path, decode)
            else:
                yield from _file(path, decode, named=not place.is_dir())


def _files(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(parent) / name for name in names if name.endswith((".json", *_LINES)) and name[0] != ".")


def _file(path: Path, decode: Decode, named: bool) -> Iterator[Loaded]:
    """One result; a file that is none is an error only where it was ``named``."""
    written = path.read_bytes()
    try:
        data = decode(written)
    except ValueError as error:
        if named or written.startswith(b'{\n  "docpipe": '):
            raise ReadError(f"{path}: broken off or changed, not JSON ({error}); run docpipe again for it") from error
        return
    if _is_outcome(data):
        page = path.with_suffix(".html")
        yield Loaded(path, data, page if page.is_file() else None)
    elif named:
        raise SettingsError(f"{path} is not a result of docpipe analyze or batch")


def _lines(path: Path, decode: Decode) -> Iterator[Loaded]:
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            try:
                data = decode(line.encode())
            except ValueError as error:
                raise ReadError(f"{path}: line {number} is not JSON ({error})") from error
            if _is_outcome(data):
                yield Loaded(path, data)


def _decoded(written: bytes) -> Json:
    """JSON; half a surrogate pair, which names of files may have, passes. Raises ValueError."""
    try:
        return msgspec.json.decode(written)
    except msgspec.DecodeError:
        return json.loads(written)


class _Evidence(TypedDict, total=False):
    page: Any
    place: Any
    bbox: Any
    quote: Any
    match: Any


class _Check(TypedDict, total=False):
    path: str
    rule: str
    severity: str
    message: str
    evidence: list[_Evidence]


class _About(TypedDict, total=False):
    name: str
    path: Any
    container: Any
    sha256: str
    pages: int | None
    manifest: dict[str, Any]


class _Coverage(TypedDict, total=False):
    pages_read: int
    not_found: list[str]


class _Brief(TypedDict, total=False):
    """The parts of a result that stay, and an error."""

    docpipe: Any
    error: Any
    document: _About
    kind: str
    value: Any
    evidence: dict[str, list[_Evidence]]
    trust: dict[str, Any]
    checks: list[_Check]
    coverage: _Coverage


_BRIEF = msgspec.json.Decoder(_Brief)


def _decoded_for_facts(written: bytes) -> Json:
    try:
        return _BRIEF.decode(written)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return _decoded(written)


class _Head(TypedDict, total=False):
    """What is told of a document; the rest is not looked into."""

    docpipe: msgspec.Raw
    error: Any
    document: _About
    value: msgspec.Raw


_HEAD = msgspec.json.Decoder(_Head)


def _decoded_briefly(written: bytes) -> Json:
    try:
        return _HEAD.decode(written)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return _decoded(written)


def _is_outcome(data: Json) -> bool:
    return isinstance(data, dict) and (("docpipe" in data and "value" in data) or set(data) == {"error"})
