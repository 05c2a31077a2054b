"""Sinks that write files: one per document in a folder, or a single one."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from docpipe.sinks import Look, open_sink
from docpipe.sinks.files import Slot, remove_own, write_atomic
from docpipe.sinks.json import dumps, failure_to_json
from docpipe.types import Failure, Result

EXTENSIONS = {"json": ".json", "pretty": ".txt", "markdown": ".md", "html": ".html"}

REPORT = "report.html"
"""The page about all documents, in the folder of their results."""

SHOWN = tuple(name for name in EXTENSIONS if name != "json")
"""The formats for people, that may stand beside a document's JSON."""


class FolderSink:
    """Writes each outcome into the next slot: a result in its format, a failure as JSON."""

    def __init__(self, slots: Sequence[Slot], name: str, look: Look) -> None:
        self._slots = iter(slots)
        self._name = name
        self._look = look

    def write(self, outcome: Result | Failure) -> None:
        write_outcome(outcome, next(self._slots), self._name, self._look)

    def close(self) -> None:
        return


class FileSink:
    """Writes one result into one file; a failure leaves what is there as it is."""

    def __init__(self, path: Path, name: str, look: Look) -> None:
        self._path = path
        self._name = name
        self._look = look

    def write(self, outcome: Result | Failure) -> None:
        if isinstance(outcome, Result):
            write_atomic(self._path, rendered(outcome, self._name, self._look))

    def close(self) -> None:
        return


def write_outcome(outcome: Result | Failure, slot: Slot, name: str, look: Look) -> None:
    """Fill a document's slot: with its result in a format of ``SINKS``, or with its error as JSON."""
    if isinstance(outcome, Result):
        slot.write_result(rendered(outcome, name, look))
    else:
        slot.write_error(dumps(failure_to_json(outcome), 2) + "\n")


def beside(slot: Slot, name: str) -> Path:
    """The file in a format of ``SHOWN`` that belongs to the JSON of a slot."""
    return slot.result.with_suffix(EXTENSIONS[name])


def write_both(outcome: Result | Failure, data: bytes, slot: Slot, name: str, look: Look) -> None:
    """Fill a document's slot with its JSON, and put a file in the format ``name`` beside it, unless that is JSON.

    Files in other formats that an earlier run left there go first, and the new one comes last: what stands beside a
    result is always of this very result, wherever the run is broken off.
    """
    for shown in SHOWN:
        remove_own(beside(slot, shown))
    slot.write_data(data, failed=isinstance(outcome, Failure))
    if name != "json" and isinstance(outcome, Result):
        write_atomic(beside(slot, name), rendered(outcome, name, look))


def rendered(result: Result, name: str, look: Look) -> str:
    """A result in a format of ``SINKS``, as text."""
    stream = io.StringIO()
    sink = open_sink(name, stream, look)
    sink.write(result)
    sink.close()
    return stream.getvalue()
