"""Decisions, append-only: ``corrections.jsonl`` in the folder of the results, one object a line.

The machine's value is never overwritten. What was decided first stays in the file; what was decided last counts.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, get_args

import msgspec
from msgspec import Struct

from docpipe.audit.lock import locked
from docpipe.errors import ReadError

NAME = "corrections.jsonl"

Action = Literal["accept", "correct", "reject", "add", "absent"]
ACTIONS: tuple[str, ...] = get_args(Action)


class Correction(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One decision of one person about one value.

    ``id`` is the value's lasting name (``facts.Fact.id``), ``path`` its pointer at the time. ``accept`` and ``reject``
    judge the machine's value, ``machine``; ``correct`` and ``add`` give ``value``; ``absent`` says that the document
    does not have it. ``quote`` and ``page`` are of the words that the decision is about, by which it is found again:
    the machine's, or of what was added, those that say it. ``right_quote`` and ``right_page`` are where the document
    says a corrected value, as far as its reviewer told. ``at`` is UTC, ISO 8601; ``result_sha256`` is the hash of the
    result file that was looked at.
    """

    document_sha256: str
    id: str
    path: str
    action: Action
    value: str | None = None
    quote: str | None = None
    page: int | None = None
    right_quote: str | None = None
    right_page: int | None = None
    note: str | None = None
    by: str
    at: str
    result_sha256: str | None = None
    machine: str | None = None
    document: str | None = None


def read(folder: Path) -> list[Correction]:
    """All decisions of a folder in the order in which they were made; none where nobody has decided.

    Raises ReadError that names the line that is none. A last line that was broken off in writing is left out.
    """
    path = folder / NAME
    if not path.is_file():
        return []
    lines = path.read_bytes().split(b"\n")
    whole, tail = lines[:-1], lines[-1]
    found = [_decoded(path, number, line) for number, line in enumerate(whole, 1) if line.strip()]
    try:
        return [*found, *([msgspec.json.decode(tail, type=Correction)] if tail.strip() else [])]
    except (msgspec.DecodeError, msgspec.ValidationError):
        return found


def append(folder: Path, decided: Iterable[Correction]) -> int:
    """Add decisions at the end, on the disk before this returns; several programs may do so at once."""
    lines = [msgspec.json.encode(one) for one in decided]
    if not lines:
        return 0
    path = folder / NAME
    with locked(path.with_name(f".{NAME}.lock")):
        with path.open("ab+") as stream:
            stream.seek(0, os.SEEK_END)
            if stream.tell():
                stream.seek(-1, os.SEEK_END)
                lines = lines if stream.read(1) == b"\n" else [b"", *lines]  # a line that was broken off ends here
            stream.write(b"\n".join([*lines, b""]))
            stream.flush()
            os.fsync(stream.fileno())
        path.chmod(0o600)
    return sum(1 for line in lines if line)


def latest(decided: Sequence[Correction]) -> list[Correction]:
    """The last decision of each person about each value, in the order of the file."""
    last = {(about(one), one.by): index for index, one in enumerate(decided)}
    return [one for index, one in enumerate(decided) if last[about(one), one.by] == index]


def fresh(made: Iterable[Correction], decided: Sequence[Correction]) -> list[Correction]:
    """The decisions that say something else than holds already. Whoever said it: a workbook that shows what others
    decided, taken over, decides nothing. Where people disagree, one decision in their place settles it."""
    holding: dict[tuple[str, ...], dict[str, tuple[str, str | None]]] = {}
    for one in latest(decided):
        holding.setdefault(about(one), {})[one.by] = one.action, one.value
    found = []
    for one in made:
        ways, way = holding.get(about(one), {}), (one.action, one.value)
        if ways.get(one.by) != way and (len(set(ways.values())) > 1 or way not in ways.values()):
            found.append(one)
    return found


def about(one: Correction) -> tuple[str, str, str]:
    """What tells the value that a decision is about: of what is missing in an element, which part, too."""
    return one.document_sha256, one.id, shape(one.path)


def shape(pointer: str) -> str:
    """A pointer without the numbers of elements, which move: ``parties/name``."""
    return "/".join(part for part in pointer.split("/")[1:] if not part.isdigit())


def lines(path: Path) -> list[Correction]:
    """The decisions in a file that a page saved. Raises ReadError for one that holds something else."""
    try:
        written = [line for line in path.read_bytes().split(b"\n") if line.strip()]
        return [msgspec.json.decode(line, type=Correction) for line in written]
    except (OSError, msgspec.DecodeError, msgspec.ValidationError) as error:
        raise ReadError(f"{path}: is no file of decisions: {error}") from error


def _decoded(path: Path, number: int, line: bytes) -> Correction:
    try:
        return msgspec.json.decode(line, type=Correction)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise ReadError(f"{path}: line {number} is no decision ({error}); mend or remove that line") from error
