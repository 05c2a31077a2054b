"""Is the log whole? Every kind of tampering that can be seen is named, with the line that shows it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from msgspec import Struct, field

from docpipe.audit.chain import START, Entry, from_line, head_signature
from docpipe.audit.log import End, Log, beside, misfit, read_head
from docpipe.errors import AuditError

LEAST_DAYS = 190
"""How long entries are kept at least: six months and a week, for those who keep logs of systems for six months."""


class Problem(Struct, frozen=True):
    """Something wrong with the log, at a line (counted from 1; None for the log as a whole)."""

    kind: str
    line: int | None
    message: str


class Report(Struct):
    """What verifying found. ``notes`` are no problems: interrupted appends that were told of, what was pruned."""

    entry_count: int = 0
    first: int | None = None
    last: int | None = None
    signed_count: int = 0
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def verify(log: Log) -> Report:
    """Read the whole log and check chain, head file and signatures. Raises AuditError if it cannot be read."""
    try:
        if not log.path.exists() and not beside(log.path, "head").exists():
            return Report(notes=["there is no log yet"])
        return _Reading(log).report()
    except OSError as error:
        raise AuditError(f"the audit log {log.path} cannot be read: {error.strerror or error}") from error


def entries(path: Path) -> Iterator[Entry]:
    """The entries of a log in order, whatever else stands there left out."""
    if path.exists():
        with path.open("rb") as stream:
            for line in stream:
                entry = from_line(line.rstrip(b"\n"))
                if entry is not None:
                    yield entry


class _Reading:
    """One pass over the lines."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._report = Report()
        self._before: Entry | None = None
        self._torn: dict[str, int] = {}  # hash of a line that is no entry → where it stands
        self._checkpoint: Entry | None = None
        self._prunings: list[Entry] = []

    def report(self) -> Report:
        unfinished = self._read_lines()
        for line in self._torn.values():
            self._problem(
                "unreadable", line, "is no entry, and no entry 'repair' tells of it: it was changed or put in"
            )
        self._check_pruning()
        self._check_head(unfinished)
        self._check_signatures()
        return self._report

    def _read_lines(self) -> bool:
        """Check every line; says whether the last one has no end."""
        unfinished = False
        if not self._log.path.exists():
            return False
        with self._log.path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                unfinished = not line.endswith(b"\n")
                if not unfinished:
                    self._check_line(number, line.rstrip(b"\n"))
        if unfinished:
            self._report.notes.append("the last line has no end: an append was interrupted; the next one tells of it")
        return unfinished

    def _check_line(self, number: int, line: bytes) -> None:
        entry = from_line(line)
        if entry is None:
            self._torn[hashlib.sha256(line).hexdigest()] = number
            return
        if not entry.is_intact:
            self._problem("changed", number, f"entry {entry.seq} was changed: its content does not give its hash")
        self._check_chain(number, entry)
        self._note(number, entry)
        self._check_signature(number, entry)
        self._before = entry
        self._report.entry_count += not entry.is_checkpoint
        self._report.last = entry.seq

    def _check_chain(self, number: int, entry: Entry) -> None:
        before = self._before
        if entry.is_checkpoint:
            if number != 1:
                self._problem("chain", number, "a checkpoint stands in the middle of the log")
            self._checkpoint = entry
            return
        if before is None:
            self._report.first = entry.seq
            if entry.seq != 1 or entry.content["prev"] != START:
                self._problem(
                    "beginning", number, f"the log begins with entry {entry.seq}: what came before is missing"
                )
            return
        if before.is_checkpoint:
            self._report.first = entry.seq
        if entry.content["prev"] != before.hash:
            told = f"entry {entry.seq} does not follow entry {before.seq}: lines were taken out, put in or changed here"
            self._problem("chain", number, told)
        elif entry.seq != before.seq + 1 and not (entry.what == "gap" and entry.seq > before.seq):
            self._problem("chain", number, f"entry {entry.seq} follows entry {before.seq}")

    def _note(self, number: int, entry: Entry) -> None:
        """What entries tell of the log itself."""
        if entry.what == "repair":
            for torn in entry.content["torn"]:
                if self._torn.pop(torn, None) is None:
                    self._problem("unreadable", number, f"entry {entry.seq} tells of a half-written line that is gone")
            self._report.notes.append(f"before entry {entry.seq} an append was interrupted; its line is no entry")
        elif entry.what == "gap":
            self._problem("gap", number, f"when entry {entry.seq} was written, {entry.content['problem']}")
        elif entry.what == "prune":
            self._prunings.append(entry)

    def _check_pruning(self) -> None:
        """A checkpoint is the work of a pruning that an entry tells of, and took nothing too young."""
        for entry in self._prunings:
            kept = datetime.fromisoformat(entry.content["time"]) - datetime.fromisoformat(entry.content["last_time"])
            if kept.days < LEAST_DAYS:
                self._problem("pruned", None, f"entry {entry.seq}: entries were pruned after {kept.days} days")
        if self._checkpoint is None:
            return
        through = (self._checkpoint.seq, self._checkpoint.hash)
        if not any((one.content["through"], one.content["through_hash"]) == through for one in self._prunings):
            self._problem("beginning", 1, "the log begins with a checkpoint that no entry 'prune' tells of")
        self._report.notes.append(f"entries up to {self._checkpoint.seq} were pruned")

    def _check_head(self, unfinished: bool) -> None:
        head = read_head(self._log.path)
        # the pass over all lines knows the last entry; an earlier one that the head names is looked up
        if head is not None and self._before is not None and head.seq < self._before.seq:
            if not any((one.seq, one.hash) == (head.seq, head.hash) for one in entries(self._log.path)):
                self._problem("head", None, f"entry {head.seq} is not the one that the head file names")
            else:
                self._report.notes.append("the head file is behind: an append was interrupted")
        elif (wrong := misfit(head, End(self._before, (), unfinished))) is not None:
            self._problem("head", None, wrong)
        key = self._log.key
        if key is not None and head is not None and head.hmac != head_signature(head.seq, head.hash, key):
            self._problem("signature", None, "the head file is not signed with this key")

    def _check_signature(self, number: int, entry: Entry) -> None:
        if "hmac" not in entry.content:
            if self._report.signed_count and self._log.key is not None:
                self._problem("signature", number, f"entry {entry.seq} is not signed, though earlier ones are")
            return
        self._report.signed_count += 1
        if self._log.key is not None and not entry.is_signed(self._log.key):
            self._problem("signature", number, f"entry {entry.seq} is not signed with this key")

    def _check_signatures(self) -> None:
        report = self._report
        if self._log.key is None:
            if report.signed_count:
                report.notes.append(f"{report.signed_count} entries are signed; without the key that was not checked")
        elif report.entry_count and not report.signed_count:
            self._problem("signature", None, "there is a key, but no entry is signed: was the log written anew?")

    def _problem(self, kind: str, line: int | None, message: str) -> None:
        self._report.problems.append(Problem(kind, line, message))
