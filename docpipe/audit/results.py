"""Results against the log: a log that was cut or written anew from the start shows only here, or by its signatures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from docpipe.audit.chain import Entry, result_sha256
from docpipe.audit.checking import Problem, entries


class Compared(Struct, frozen=True):
    """How many results agree with the log, and what is wrong with the others; ``notes`` are no problems."""

    agreeing: int
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def compare(folder: Path, log: Path) -> Compared:
    """Every result below a folder (``.json``, and lines of ``.jsonl``) against the log."""
    logged = {entry.seq: entry for entry in entries(log) if not entry.is_checkpoint}
    agreeing, problems, notes = 0, [], []
    for name, content in _results(folder):
        wrong, note = _compared(content, logged)
        agreeing += wrong is None and note is None
        problems += [Problem("result", None, f"{name}: {wrong}")] if wrong else []
        notes += [f"{name}: {note}"] if note else []
    return Compared(agreeing, tuple(problems), tuple(notes))


def _compared(content: Mapping[str, Any], logged: Mapping[int, Entry]) -> tuple[str | None, str | None]:
    """What is wrong with a result, and what is only to be known of it."""
    reference = content.get("audit")
    if not reference:
        return None, "was made without the audit log"
    seq = reference["seq"]
    entry = logged.get(seq)
    if entry is None:
        first = min(logged, default=0)
        if 0 < seq < first:
            return None, f"entry {seq} was pruned"
        return f"entry {seq} is not in the log: its end was cut off, or it is another log", None
    if entry.hash != reference["hash"]:
        return f"entry {seq} of the log has another hash: the log was written anew, or the result changed", None
    if entry.content.get("result_sha256") != result_sha256(content):
        return f"is not what entry {seq} recorded: it was changed afterwards", None
    text = content["document"].get("text")
    if text is not None and content["document"]["text_sha256"] != _sha256(text):
        return "its embedded text was changed afterwards", None
    return None, None


def _results(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for path in sorted(folder.rglob("*.json*")):
        for number, content in enumerate(_contents(path), 1):
            name = str(path.relative_to(folder))
            yield (f"{name}, line {number}" if path.suffix == ".jsonl" else name), content


def _contents(path: Path) -> Iterator[Mapping[str, Any]]:
    """The results in a file; other JSON is passed over."""
    if path.suffix not in (".json", ".jsonl"):
        return
    text = path.read_text(encoding="utf-8")
    for part in text.splitlines() if path.suffix == ".jsonl" else [text]:
        try:
            content = json.loads(part)
        except ValueError:
            continue
        if isinstance(content, dict) and {"docpipe", "document", "value"} <= content.keys():
            yield content


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
