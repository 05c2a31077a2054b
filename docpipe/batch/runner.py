"""Works off the jobs of a batch in worker processes; each outcome is on disk before it is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct, convert
from msgspec.structs import replace

from docpipe.addresses import Address
from docpipe.batch.folder import Job
from docpipe.batch.pool import Lost, run_all
from docpipe.completions import Usage
from docpipe.errors import DocpipeError, InternalError, LimitExceeded, ReadError
from docpipe.recording import Made, in_file
from docpipe.settings import Settings
from docpipe.sinks import Look
from docpipe.sinks.costs import costs_of
from docpipe.sinks.folder import write_both
from docpipe.sinks.looks import NOTHING, Doubt, Tally, asks_to_look, counted, tally
from docpipe.types import Check, Failure, Json, Result
from docpipe.words import Span


class Analyze(Protocol):
    """What is done to a document: in a worker, one after the other."""

    def __call__(self, file: Path | Address, manifest: Mapping[str, str]) -> Result | Failure: ...

    def copied(self, job: Job) -> dict[str, Json] | None:
        """The result of a job that is a copy of another document, as it is written; None where it must be made."""


MOST_ERRORS = 20
"""Checks that are told of one document: outcomes are kept until a batch ends, and all checks stand in the result."""

_ERRORS = {"raised": InternalError, "died": ReadError, "late": LimitExceeded}


class Outcome(Struct, frozen=True):
    """What became of one document, small enough to travel between processes: the result itself is in its file.

    ``errors`` are its checks of severity error, in words; of many, the first, and how many more there are.
    ``usage`` is what this run paid a model for it, ``costs`` the same by currency, None where a price is not known.
    """

    job: Job
    page_count: int = 0
    tally: Tally = NOTHING
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    error: DocpipeError | None = None
    seconds: float = 0.0
    is_copy: bool = False
    usage: Usage = Usage()
    costs: Mapping[str, str] | None = None

    @property
    def without_values(self) -> bool:
        """Whether a document was analyzed and not one value of it was found."""
        return self.error is None and not self.tally.confirmed + self.tally.located


class NotWritten(OSError):
    """A result cannot be written: the disk is full or read-only, and would be for the next one."""


class Unwritable(Struct, frozen=True):
    """A result that cannot be written, as its worker tells."""

    number: int
    why: str
    path: str

    @property
    def error(self) -> NotWritten:
        return NotWritten(self.number, self.why, self.path)


class Crew(Struct, frozen=True):
    """How many processes work, and how long one document may take, for what hangs where reading's own limit ends.

    ``settings`` name the audit log that outcomes are recorded in; without them none is.
    """

    workers: int
    limit_seconds: float | None = None
    settings: Settings | None = None


def run(following: Callable[[], Job | None], analyze: Analyze, crew: Crew, look: Look) -> Iterator[Outcome]:
    """Each job's outcome as it is ready, its file written. ``analyze`` runs in the workers and must be picklable.

    Raises NotWritten.
    """
    work = partial(_do, analyze, look, crew.settings)
    for job, answer in run_all(work, following, crew.workers, crew.limit_seconds, _is_well):
        if isinstance(answer, Unwritable):
            raise answer.error
        yield given_up(job, answer, crew.settings) if isinstance(answer, Lost) else of_job(answer, job)


def of_job(outcome: Outcome, job: Job) -> Outcome:
    """An outcome as it came from a worker, with the job that is here in the place of the copy that travelled: a batch
    keeps its outcomes to the end, and its jobs are there anyhow."""
    return replace(outcome, job=job)


def finished_outcome(job: Job, result: Json) -> Outcome:
    """The outcome of a job that an earlier run finished, from its file."""
    checks = result["checks"]
    states = {path: trust["state"] for path, trust in result["trust"].items()}
    doubted = [
        Doubt(check["path"], check["rule"], _spans(check["evidence"]))
        for check in checks
        if asks_to_look(check["rule"], check["severity"])
    ]
    return Outcome(
        job,
        page_count=result["coverage"]["pages_read"],
        tally=counted(states, {path: _spans(cited) for path, cited in result["evidence"].items()}, doubted),
        errors=_in_words([convert(check, Check) for check in checks if check["severity"] == "error"]),
        warnings=tuple(result["document"]["warnings"]),
    )


def _in_words(errors: Sequence[Check]) -> tuple[str, ...]:
    if not errors:
        return ()
    from docpipe.sinks.remarks import in_one_line  # few documents have any

    more = (f"and {len(errors) - MOST_ERRORS:,} more",) if len(errors) > MOST_ERRORS else ()
    return (*map(in_one_line, errors[:MOST_ERRORS]), *more)


def _spans(evidence: Json) -> tuple[Span, ...]:
    return tuple((one["span"][0], one["span"][1]) for one in evidence)


def _is_well(answer: Outcome | Unwritable) -> bool:
    """Whether the next document may begin at once: a failure may be the last that is allowed, a full disk the end."""
    return isinstance(answer, Outcome) and answer.error is None


def _do(analyze: Analyze, look: Look, settings: Settings | None, job: Job) -> Outcome | Unwritable:
    """Analyze, record and write, in a worker."""
    began = time.perf_counter()
    made = analyze.copied(job) or analyze(job.file, job.manifest)
    return written(job, made, look, settings, began)


def written(job: Job, made: Made, look: Look, settings: Settings | None, began: float) -> Outcome | Unwritable:
    """Record and write what became of a job; ``began`` by ``time.perf_counter``."""
    outcome, data = in_file(made, settings, look.include_text)
    try:
        if isinstance(outcome, dict):
            job.slot.write_data(data)
        else:
            write_both(outcome, data, job.slot, job.format, look)
    except OSError as error:
        return Unwritable(error.errno or 0, error.strerror or str(error), str(error.filename or job.slot.result))
    seconds = time.perf_counter() - began
    if isinstance(outcome, dict):
        return replace(finished_outcome(job, outcome), seconds=seconds, is_copy=True)
    if isinstance(outcome, Failure):
        return Outcome(job, error=outcome.error, seconds=seconds)
    return Outcome(
        job,
        page_count=outcome.coverage.pages_read,
        tally=tally(outcome),
        errors=_in_words([check for check in outcome.checks if check.severity == "error"]),
        warnings=outcome.document.warnings,
        seconds=seconds,
        usage=outcome.usage,
        costs=costs_of(outcome.spent),
    )


def given_up(job: Job, lost: Lost, settings: Settings | None) -> Outcome:
    """The failure of a document whose worker could not answer, written here since the worker is gone."""
    return failed(job, _ERRORS[lost.how](f"{job.source.name}: {lost.why}", job.told), settings)


def failed(job: Job, error: DocpipeError, settings: Settings | None) -> Outcome:
    """The failure of a document, recorded and written. Raises OSError."""
    failure, data = in_file(Failure(job.told, error), settings)
    assert isinstance(failure, Failure)
    write_both(failure, data, job.slot, job.format, Look())
    return Outcome(job, error=error)
