"""The jobs of a batch through the ledger: what is left to do, taken one by one, and what became of each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from docpipe import errors
from docpipe.batch.folder import Found, Job, Wanted, entries, finished, key_of, modified_at, printable
from docpipe.batch.ledger import Again, Ledger, Row, took
from docpipe.batch.runner import Outcome, finished_outcome
from docpipe.sinks.looks import Tally


class _Told(Struct, frozen=True):
    """What the ledger keeps of an outcome, and the size of the result's file: one that was changed is done again."""

    pages: int
    tally: Tally
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    result_bytes: int


class Work:
    """One run's share of the jobs. ``before`` are the outcomes that earlier runs left."""

    def __init__(self, found: Found, wanted: Wanted, ledger: Ledger, output: Path) -> None:
        self._ledger = ledger
        self._jobs = {key_of(job.slot.result, output): job for job in found.jobs}
        self._found, self._wanted, self._output = found, wanted, output
        self._told_of: set[str] = set()
        self._stopped = False
        self.before: list[Outcome] = []

    def begin(self, again: Again, seen: Callable[[Job], None]) -> None:
        """Take in what was found, and set aside what is done; ``seen`` is told of each job that is looked at."""
        self._ledger.enter(entries(self._found, self._wanted, self._output), again)
        self._ledger.requeue([row.path for row in self._ledger.rows("done", "duplicate") if not self._stands(row)])
        for row in self._ledger.rows("queued") if not again.everything else ():
            job = self._jobs[row.path]
            seen(job)
            result = finished(job, self._wanted) if job.slot.result.is_file() else None
            if result is not None:
                outcome = finished_outcome(job, result)
                self._ledger.settle(row.path, "done", _kept(outcome))
        self.before = self._new()
        self._ledger.leave(self._told_of)

    @property
    def left_bytes(self) -> int:
        """The size of what is still to be done."""
        return sum(self._jobs[row.path].size_bytes for row in self._ledger.rows("queued"))

    def next(self) -> Job | None:
        """A job for this run alone; None while there is none, and when it was stopped."""
        if self._stopped or (path := self._ledger.claim()) is None:
            return None
        return self._jobs[path]

    def stop(self) -> None:
        """Take no more; what was taken is finished."""
        self._stopped = True

    def end(self, outcome: Outcome) -> None:
        """Note what became of a job: its files are written."""
        path = key_of(outcome.job.slot.result, self._output)
        self._told_of.add(path)
        if outcome.error is not None:
            told = {"code": outcome.error.code, "message": printable(outcome.error.message)}
            self._ledger.end(path, "failed", b"", seconds=outcome.seconds, **told)
        else:
            self._ledger.end(path, "duplicate" if outcome.is_copy else "done", _kept(outcome), seconds=outcome.seconds)

    def by_others(self) -> list[Outcome]:
        """What other runs did meanwhile of what this one was asked for."""
        return self._new()

    def changed(self) -> set[Path]:
        """The results of documents that lie here and have changed since this run began: they may be of what was there
        before."""
        stamps = ((self._jobs[path], modified) for path, modified in self._ledger.stamps() if path in self._jobs)
        here = ((job, modified) for job, modified in stamps if job.address is None)
        return {job.slot.result for job, modified in here if modified_at(job) != modified}

    def left(self) -> int:
        """Documents that nothing was told of: others have them in hand, or this run was stopped."""
        return len(self._jobs) - len(self._told_of)

    def _new(self) -> list[Outcome]:
        """The outcomes that have not been told of yet."""
        found = []
        for row in self._ledger.rows("done", "duplicate", "failed"):
            if row.path not in self._told_of and (outcome := self._told(row)) is not None:
                self._told_of.add(row.path)
                found.append(outcome)
        return found

    def _stands(self, row: Row) -> bool:
        """Whether the files of a document that is done are there as they were written."""
        job = self._jobs[row.path]
        told = _decoded(row)
        if told is None or (job.shown is not None and not job.shown.is_file()):
            return False
        try:
            return job.slot.result.stat().st_size == told.result_bytes
        except OSError:
            return False

    def _told(self, row: Row) -> Outcome | None:
        job = self._jobs[row.path]
        if row.state == "failed":
            kind = getattr(errors, row.code or "", errors.DocpipeError)
            return Outcome(job, error=kind(row.message or "", job.told))
        told = _decoded(row)
        if told is None:
            return None
        return Outcome(job, told.pages, told.tally, told.errors, told.warnings, is_copy=row.state == "duplicate")


def pace(output: Path) -> tuple[int, float]:
    """The pages that earlier runs of a folder analyzed, and the seconds of a worker that they took; zeros if none."""
    known = [(told.pages, row.seconds or 0.0) for row in took(output) if (told := _decoded(row)) is not None]
    return sum(pages for pages, _ in known), sum(seconds for _, seconds in known)


def _kept(outcome: Outcome) -> bytes:
    size = outcome.job.slot.result.stat().st_size
    warnings = tuple(map(printable, outcome.warnings))
    told = _Told(outcome.page_count, outcome.tally, tuple(map(printable, outcome.errors)), warnings, size)
    return msgspec.json.encode(told)


def _decoded(row: Row) -> _Told | None:
    try:
        return msgspec.json.decode(row.outcome or b"", type=_Told)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None
