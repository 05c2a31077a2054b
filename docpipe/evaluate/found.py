"""Written results, found by the documents that gold names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from msgspec import Struct, field

from docpipe.errors import SettingsError
from docpipe.evaluate.gold import GoldDocument
from docpipe.evaluate.values import Written


class Results(Struct):
    """Results by hash and by name; a name that several documents have finds none of them."""

    by_hash: dict[str, Written] = field(default_factory=dict)
    by_name: dict[str, list[Written]] = field(default_factory=dict)
    count: int = 0

    def add(self, result: Written) -> None:
        """One more result, under its hash and every name that gold may call it by."""
        document = result.get("document") or {}
        self.count += 1
        self.by_hash.setdefault(str(document.get("sha256")), result)
        for name in names_of(str(document.get("path") or document.get("name") or "")):
            self.by_name.setdefault(name, []).append(result)

    def of(self, gold: GoldDocument) -> Written | None:
        """The result of a document, or None. Raises SettingsError where the name fits several."""
        if gold.sha256 and gold.sha256 in self.by_hash:
            return self.by_hash[gold.sha256]
        for name in names_of(gold.name)[:2]:
            found = self.by_name.get(name, [])
            if len(found) > 1 and len({str((each.get("document") or {}).get("sha256")) for each in found}) > 1:
                raise SettingsError(
                    f"gold names '{gold.name}', and {len(found)} results are of that name: add its sha256"
                )
            if found:
                return found[0]
        return None


def load_results(folder: Path, results: Results | None = None) -> Results:
    """Every result below a folder, as ``docpipe batch`` and ``analyze --output`` write them, added to others."""
    results = results or Results()
    for path in _files(folder):
        made = _decoded(path)
        if isinstance(made, dict) and "value" in made and "docpipe" in made:
            results.add(_named(made, path))
    return results


def collect(results: Iterable[Written]) -> Results:
    """Results that were just made."""
    collected = Results()
    for result in results:
        collected.add(result)
    return collected


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_file():
        yield folder
        return
    yield from sorted(path for path in folder.rglob("*.json") if not path.name.endswith(".error.json"))


def _decoded(path: Path) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror or error}") from error
    except msgspec.DecodeError:
        return None  # a JSON file of somebody else


def _named(made: dict[str, Any], path: Path) -> dict[str, Any]:
    """A result whose document has no name, of another program, is called after its file."""
    if (made.get("document") or {}).get("name"):
        return made
    return {**made, "document": {**(made.get("document") or {}), "name": path.stem}}


def names_of(path: str) -> list[str]:
    """What a document may be called: its whole path, its name, its name without the ending; folded."""
    folded = unicodedata.normalize("NFC", path).casefold().replace("\\", "/")
    name = PurePosixPath(folded).name
    stem = name.rpartition(".")[0] if 1 <= len(name.rpartition(".")[2]) <= 4 else ""
    return list(dict.fromkeys([folded, name, *([stem] if stem else [])]))
