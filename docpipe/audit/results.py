"""Results against the log: a log that was cut or written anew from the start shows only here, or by its signatures."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from docpipe.audit.chain import Entry, result_hashes
from docpipe.audit.checking import Problem, entries
from docpipe.audit.log import identity

NAMED = 3
"""Results of another log that are named; they come by the hundred when the place of the log was changed."""

SHOWN = 12
"""Digits of a log's hash that are shown: they tell any two logs apart."""


class Compared(Struct, frozen=True):
    """How many results agree with the log, and what is wrong with the others; ``notes`` are no problems.

    ``elsewhere`` counts results that name another log; one problem tells of all that name the same.
    """

    agreeing: int
    elsewhere: int
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def compare(folder: Path, log: Path) -> Compared:
    """Every result below a folder (``.json``, and lines of ``.jsonl``) against the log."""
    logged = {entry.seq: entry for entry in entries(log) if not entry.is_checkpoint}
    own = identity(log)
    agreeing, problems, notes = 0, [], []
    others: dict[str, list[str]] = defaultdict(list)
    for name, content in _results(folder):
        other = (content.get("audit") or {}).get("log")
        if other is not None and other != own:
            others[other].append(name)
            continue
        wrong, note = _compared(content, logged)
        agreeing += wrong is None and note is None
        problems += [Problem("result", None, f"{name}: {wrong}")] if wrong else []
        notes += [f"{name}: {note}"] if note else []
    problems += [Problem("other_log", None, _elsewhere(names, other, own)) for other, names in others.items()]
    return Compared(agreeing, sum(map(len, others.values())), tuple(problems), tuple(notes))


def _elsewhere(names: Sequence[str], other: str, own: str | None) -> str:
    """What is said of results that name another log."""
    listed = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED:,} more" if len(names) > NAMED else "")
    verb = "was" if len(names) == 1 else "were"
    this = f"this one ({own[:SHOWN]}…)" if own else "this one, which has no entry"
    return (
        f"{listed} {verb} recorded in another log ({other[:SHOWN]}…) than {this}: the place of the log was changed, or "
        "it was written anew from its beginning; --log PATH checks against another"
    )


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
        return f"entry {seq} is not in the log: its end was cut off", None
    if entry.hash != reference["hash"]:
        return f"entry {seq} of the log has another hash: the log was written anew, or the result changed", None
    if entry.content.get("result_sha256") not in result_hashes(content):
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
