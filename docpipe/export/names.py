"""What documents are called in a workbook: by their file's name, or by as much of their path as tells them apart."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from docpipe.export.results import Loaded

_SEPARATOR = re.compile(r"[\\/]")


class Known(Struct, frozen=True):
    """Of all documents of a table: what each path is called, the paths that several documents have, and the columns of
    the lists of documents that batches were given."""

    names: dict[str, str]
    shared: frozenset[str]
    listed: tuple[str, ...]

    def named(self, outcomes: Iterable[Loaded]) -> Iterator[Loaded]:
        """The outcomes, each with what its document is called."""
        for one in outcomes:
            inside = not one.failed and one.data["document"]["container"] and _path(one) not in self.shared
            yield replace(one, called=None if inside else self.names.get(_told(one, self.shared)))


def known(briefs: Iterable[Loaded]) -> Known:
    """What is to be known of all documents before the first is written; of each, little is kept."""
    seen: dict[str, set[str]] = defaultdict(set)
    places: dict[str, list[Loaded]] = defaultdict(list)
    listed: dict[str, None] = {}
    for one in briefs:
        path = _path(one)
        if not one.failed:
            seen[path].add(one.data["document"]["sha256"])
            listed |= dict.fromkeys(one.data["document"].get("manifest", ()))
        if one.failed or not one.data["document"]["container"]:
            places[path].append(replace(one, data={}))
    shared = frozenset(path for path, contents in seen.items() if len(contents) > 1)
    told = {str(one.path) if path in shared else path for path, several in places.items() for one in several}
    return Known(shortest(told), shared, tuple(listed))


def is_called(one: Loaded, name: str) -> bool:
    """Whether a document has this name, path or end of a path, hash or result file."""
    if not one.failed and name in (one.data["document"]["name"], one.data["document"]["sha256"]):
        return True
    path, end = (told.replace("\\", "/") for told in (_path(one), name))
    return name == str(one.path) or f"/{path}".endswith(f"/{end}")


def shortest(paths: Collection[str]) -> dict[str, str]:
    """For each path its last part, or as many of its last parts as no other one of these paths ends in."""
    found: dict[str, str] = {}
    left, parts = sorted(paths), 1
    while left:
        tails = [_tail(path, parts) for path in left]
        alike = Counter(map(_seen, tails))
        short = {path: tail for path, tail in zip(left, tails, strict=True) if alike[_seen(tail)] == 1 or tail == path}
        found |= short
        left, parts = [path for path in left if path not in short], parts + 1
    return found


def _path(one: Loaded) -> str:
    if one.failed:
        return str(one.data["error"]["document"])
    name, path = one.data["document"]["name"], one.data["document"]["path"] or ""
    return path if path.endswith(name) else name


def _told(one: Loaded, shared: Collection[str]) -> str:
    """The path of a document; where two results name different ones by the same, as from two working directories, the
    path of the result."""
    path = _path(one)
    return str(one.path) if path in shared else path


def _tail(path: str, parts: int) -> str:
    ends: Sequence[int] = [found.end() for found in _SEPARATOR.finditer(path)]
    return path[ends[-parts] :] if parts <= len(ends) else path


def _seen(text: str) -> str:
    """Equal for names that look alike."""
    return unicodedata.normalize("NFC", text)
