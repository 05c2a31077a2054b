"""Patterns whose compiled form is kept between runs: the 400 of a contract take 0.1 s to compile and 4 ms to load.

The compiled form depends only on the pattern, its flags and the version of Python. It stands in the user's cache
folder, for its owner alone; a store that somebody else could have written, or that is damaged, is none. Where the
folder cannot be written, or the inner parts of ``re`` look different, everything is compiled as ever. Only patterns
that stand in the program belong here; one that is made of a document's words or of a user's terms goes to
``re.compile``, for nothing of either may be kept.
"""

from __future__ import annotations

import atexit
import marshal
import os
import re
import sys
from array import array
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from docpipe.version import VERSION

MOST = 2_000
"""Patterns in a store before it begins anew: those of earlier states of the program are not taken out singly."""

Key = tuple[str, int]


class Kept(NamedTuple):
    """What ``re`` makes of a pattern: final flags, code as bytes of ``array('I')``, groups and the names of groups."""

    flags: int
    code: bytes
    groups: int
    names: dict[str, int]


def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The compiled pattern, from the store if it is there. Raises ``re.error`` as ``re.compile`` does."""
    key = (pattern, int(flags))
    try:
        return _revived(pattern, Kept(*(_store().get(key) or _new(key))))
    except (ImportError, AttributeError, TypeError, ValueError, RuntimeError, OverflowError):
        _fresh.pop(key, None)
        return re.compile(pattern, flags)


def keep() -> None:
    """Write the patterns that were compiled since the last time. A store that cannot be written is none."""
    path = store_path()
    if not _fresh or path is None:
        return
    both = _read(path) | _fresh if len(_read(path)) <= MOST else dict(_fresh)
    _fresh.clear()
    part = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(marshal.dumps((_stamp(), both)))
        part.replace(path)
    except OSError:
        return


@cache
def store_path() -> Path | None:
    """Where compiled patterns are kept, as each system wants it; none for a user without a home.

    Reading workers have a store of their own: they use a tenth of the patterns.
    """
    part = "reading" if Path(*sys.argv[:1]).stem == "worker_process" else "patterns"
    try:
        return _cache_folder() / "docpipe" / f"{part}-{sys.implementation.cache_tag}.bin"
    except RuntimeError:
        return None


_fresh: dict[Key, tuple[Any, ...]] = {}


def _new(key: Key) -> tuple[Any, ...]:
    """As ``re._compiler.compile`` makes a pattern, without its last step."""
    from re import _compiler, _parser  # type: ignore[attr-defined]

    pattern, flags = key
    parsed = _parser.parse(pattern, flags)
    code = array("I", map(int, _compiler._code(parsed, flags))).tobytes()
    if not _fresh:
        atexit.register(keep)
    _fresh[key] = (int(flags | parsed.state.flags), code, parsed.state.groups - 1, dict(parsed.state.groupdict))
    return _fresh[key]


def _revived(pattern: str, kept: Kept) -> re.Pattern[str]:
    import _sre

    indexes: list[str | None] = [None] * (kept.groups + 1)
    for name, index in kept.names.items():
        indexes[index] = name
    code = array("I", kept.code).tolist()
    found: re.Pattern[str] = _sre.compile(pattern, kept.flags, code, kept.groups, kept.names, tuple(indexes))
    return found


@cache
def _store() -> dict[Key, Any]:
    path = store_path()
    return {} if path is None else _read(path)


def _read(path: Path) -> dict[Key, Any]:
    """What a store holds; nothing if it is missing, damaged, another's, or of another version."""
    try:
        with path.open("rb") as file:
            if not _own(os.fstat(file.fileno())):
                return {}
            stamp, patterns = marshal.loads(file.read())
    except (OSError, ValueError, EOFError, TypeError):
        return {}
    return patterns if stamp == _stamp() and isinstance(patterns, dict) else {}


def _own(stat: os.stat_result) -> bool:
    """Whether nobody but this user can have written the file; Windows keeps the folder to its user."""
    return sys.platform == "win32" or (stat.st_uid == os.geteuid() and not stat.st_mode & 0o022)


def _stamp() -> tuple[str, str]:
    return VERSION, sys.version


def _cache_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if folder := os.environ.get("XDG_CACHE_HOME"):
        return Path(folder)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
