"""Appending to the log: under a lock, in one write, on the disk before it is told."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct

from docpipe.audit.chain import START, Entry, from_line, head_signature, sealed, to_line
from docpipe.audit.lock import locked
from docpipe.errors import AuditError
from docpipe.types import Logged

HEAD_BYTES = 256
"""The head file is overwritten in place: a write of this length reaches a disk whole or not at all."""

_BLOCK_BYTES = 1 << 14


class Head(Struct, frozen=True):
    """What the head file says of the last entry."""

    seq: int
    hash: str
    hmac: str | None = None


class End(Struct, frozen=True):
    """The end of a log: its last whole entry, some lines before it, and the lines after it that are no entries.

    ``unfinished`` says that the last line has no end.
    """

    last: Entry | None = None
    torn: tuple[bytes, ...] = ()
    unfinished: bool = False
    before: tuple[bytes, ...] = ()


class Log(Struct, frozen=True):
    """The log at a path, its entries signed if there is a key. ``path.head`` and ``path.lock`` stand beside it."""

    path: Path
    key: bytes | None = None

    def append(self, content: Mapping[str, Any]) -> Logged:
        """Add an entry; number, time and hashes are given here. Raises AuditError if it is not on the disk.

        A line that a dying process left half-written stays, and an entry ``repair`` tells of it; an end that is not
        the one that the head file names gets an entry ``gap``, which ``audit verify`` shows from then on.
        """
        try:
            with self.held():
                end = read_end(self.path)
                entries = self._entries(end, content)
                broken = b"\n" if end.unfinished else b""
                log = identity(self.path) or entries[0].hash
                _write(self.path, broken + b"".join(map(to_line, entries)))
                self.write_head(entries[-1])
        except OSError as error:
            raise AuditError(
                f"the audit log {self.path} cannot be written: {error.strerror or error}; "
                "set audit_log to another place, or audit = false (--no-audit) to work without"
            ) from error
        return Logged(entries[-1].seq, entries[-1].hash, log)

    @contextmanager
    def held(self) -> Iterator[None]:
        """The log's lock; its folder is made if there is none."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with locked(beside(self.path, "lock")):
            yield

    def write_head(self, last: Entry) -> None:
        content: dict[str, Any] = {"seq": last.seq, "hash": last.hash}
        if self.key is not None:
            content["hmac"] = head_signature(last.seq, last.hash, self.key)
        line = json.dumps(content, separators=(",", ":")).encode("ascii").ljust(HEAD_BYTES - 1) + b"\n"
        descriptor = os.open(beside(self.path, "head"), os.O_RDWR | os.O_CREAT | _BINARY, 0o600)
        try:
            os.write(descriptor, line)
        finally:
            os.close(descriptor)

    def following(self, last: Entry | None, content: Mapping[str, Any], seq: int | None = None) -> Entry:
        """The entry that comes after another one."""
        number = (last.seq if last else 0) + 1 if seq is None else seq
        time = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return sealed({**content, "seq": number, "time": time, "prev": last.hash if last else START}, self.key)

    def _entries(self, end: End, content: Mapping[str, Any]) -> Sequence[Entry]:
        """The entry, after those that tell what was found before it."""
        entries: list[Entry] = []
        last = end.last
        head = read_head(self.path)
        if end.torn:
            hashes = [hashlib.sha256(line).hexdigest() for line in end.torn]
            last = self.following(last, {"what": "repair", "torn": hashes})
            entries.append(last)
        if (problem := misfit(head, end)) is not None:
            expected = None if head is None else {"seq": head.seq, "hash": head.hash}
            seq = max(last.seq if last else 0, head.seq if head else 0) + 1
            last = self.following(last, {"what": "gap", "problem": problem, "expected": expected}, seq)
            entries.append(last)
        return [*entries, self.following(last, content)]


def beside(path: Path, kind: str) -> Path:
    """The log's head or lock file."""
    return path.with_name(f"{path.name}.{kind}")


def identity(path: Path) -> str | None:
    """What tells a log from every other: the hash of its first entry, kept by the checkpoint when that was pruned.

    None for a log without entries.
    """
    try:
        with path.open("rb") as stream:
            first = next((entry for line in stream if (entry := from_line(line.rstrip(b"\n"))) is not None), None)
    except FileNotFoundError:
        return None
    if first is None:
        return None
    return str(first.content.get("log") or first.hash) if first.is_checkpoint else first.hash


def read_head(path: Path) -> Head | None:
    """What the head file says; None if it is not there or cannot be understood."""
    try:
        content = json.loads(beside(path, "head").read_bytes())
        return Head(int(content["seq"]), str(content["hash"]), content.get("hmac"))
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def misfit(head: Head | None, end: End) -> str | None:
    """What is wrong between head file and log, in words; None where they fit.

    A head that is one append behind is what a process leaves that dies between its two writes.
    """
    last = end.last
    if head is None:
        first = last is None or (last.seq == 1 and not last.is_checkpoint)
        return None if first else "the head file is missing or cannot be read"
    if last is None:
        return f"the log is empty, but its head file names entry {head.seq}"
    if head.seq > last.seq:
        return f"the log ends at entry {last.seq}, but its head file names entry {head.seq}: the end was cut off"
    before = (entry for line in reversed(end.before) if (entry := from_line(line)) is not None)
    if any((entry.seq, entry.hash) == (head.seq, head.hash) for entry in chain([last], before)):
        return None
    return f"entry {head.seq} is not the one that the head file names: the log was written anew or put in its place"


def read_end(path: Path) -> End:
    """The end of the log, read from the back until there is a whole entry."""
    try:
        with path.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            length = min(size, _BLOCK_BYTES)
            while True:
                stream.seek(size - length)
                end = _end(stream.read(length), whole=length == size)
                if end is not None:
                    return end
                length = min(size, 4 * length)
    except FileNotFoundError:
        return End()


def _end(block: bytes, whole: bool) -> End | None:
    """The end of a log from its last bytes; None if they are too few to hold an entry."""
    lines = block.split(b"\n")
    unfinished = lines[-1] != b""
    lines = lines if unfinished else lines[:-1]
    if not whole:
        lines = lines[1:]
    torn: list[bytes] = []
    while lines:
        entry = None if unfinished and not torn else from_line(lines[-1])
        if entry is not None:
            return End(entry, tuple(reversed(torn)), unfinished, tuple(lines[:-1]))
        torn.append(lines.pop())
    return End(None, tuple(reversed(torn)), unfinished) if whole else None


def _write(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _BINARY, 0o600)
    try:
        if os.write(descriptor, data) != len(data):
            raise OSError("the disk is full")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


_BINARY = getattr(os, "O_BINARY", 0)
