"""What a batch says on stderr: failures as they come, how far the work is, a summary; and its exit code."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, field

from docpipe.batch.folder import Found, Job, Wanted, finished
from docpipe.batch.runner import Outcome, finished_outcome
from docpipe.cli.batch_notes import check_index, noted_lines, remove_index, write_index
from docpipe.cli.messages import CHECK_FAILED, FAILED, WRONG_USAGE, counted, say, say_error
from docpipe.cli.options import Talk
from docpipe.cli.progress import Progress, duration, on_terminal
from docpipe.cli.report import summed
from docpipe.errors import DocpipeError, SettingsError


class Counts(Struct):
    """Sums over outcomes."""

    done: int = 0
    failed: int = 0
    pages: int = 0
    size_bytes: int = 0
    confirmed: int = 0
    located: int = 0
    to_look_at: int = 0
    codes: list[int] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.size_bytes += outcome.job.size_bytes
        self.pages += outcome.page_count
        self.confirmed += outcome.tally.confirmed
        self.located += outcome.tally.located
        self.to_look_at += outcome.tally.to_look_at
        if outcome.error is not None:
            self.failed += 1
            self.codes.append(WRONG_USAGE if isinstance(outcome.error, SettingsError) else FAILED)
        else:
            self.done += 1
            self.codes += [CHECK_FAILED] if outcome.has_errors else []


class BatchReport:
    """Counts what earlier runs left and what this one does."""

    def __init__(self, talk: Talk, folder: Path, output: Path) -> None:
        self._talk = talk
        self._folder = folder
        self._output = output
        self._progress = Progress(on_terminal() and not talk.quiet, logged=not talk.quiet)
        self._before = Counts()
        self._now = Counts()
        self._outcomes: list[Outcome] = []
        self._index: Path | None = None
        self._job_count = 0
        self._todo_bytes = 0
        self._began = time.monotonic()

    def skipped(self, found: Found) -> None:
        """What is not worked on, in one line by ending; and that nothing is left, if so."""
        if self._talk.quiet:
            return
        endings = Counter(path.suffix.lower() or "without ending" for path in found.not_read)
        parts = [f"{count:,} {ending}" for ending, count in sorted(endings.items())]
        parts += [f"{len(found.hidden):,} hidden"] if found.hidden else []
        if parts:
            say(f"skipped (not read): {', '.join(parts)}")
        if not found.jobs:
            say(f"no document is below {self._folder}")

    def begin(self, jobs: Sequence[Job], wanted: Wanted) -> list[Job]:
        """The jobs that are still to be done; the clock starts when they are known."""
        self._job_count = len(jobs)
        if any(job.format == "html" for job in jobs):
            self._index = check_index([job.shown for job in jobs], self._output)
        todo: list[Job] = []
        for job in jobs:
            self._progress.show(f"looking at what is done: {job.source.name}")
            result = finished(job, wanted)
            if result is None:
                todo.append(job)
            else:
                self._outcomes.append(finished_outcome(job, result))
                self._before.add(self._outcomes[-1])
        self._todo_bytes = sum(job.size_bytes for job in todo)
        self._began = time.monotonic()
        self._progress.clear()
        self._progress.show(self._state())
        return todo

    def add(self, outcome: Outcome) -> None:
        self._now.add(outcome)
        self._outcomes.append(outcome)
        if outcome.error is not None or self._talk.verbose:
            self._progress.clear()
            self._tell(outcome)
        self._progress.show(self._state())

    def end(self, introduction: str = "") -> None:
        """The index, the summary, and what to know of some documents."""
        self._progress.clear()
        if self._index is not None and self._outcomes:
            write_index(self._outcomes, self._folder, self._index)
        elif self._now.done + self._now.failed:
            remove_index(self._outcomes, self._output)
        if self._talk.quiet:
            return
        say(introduction + self._summary())
        for line in noted_lines(self._outcomes, self._folder, str(self._index or f"the .json files in {self._output}")):
            say(line)

    @property
    def exit_code(self) -> int:
        return summed(self._before.codes + self._now.codes, self._talk.fail_on)

    def _tell(self, outcome: Outcome) -> None:
        source = outcome.job.source
        if outcome.error is not None:
            self._tell_error(outcome.error, source)
            return
        counts = outcome.tally
        pages = counted(outcome.page_count, "page")
        say(f"{source.name}: {pages}, {counts.confirmed} confirmed, {counts.to_look_at} to look at")
        for warning in outcome.warnings:
            say(f"warning: {source.name}: {warning}")

    def _tell_error(self, error: DocpipeError, source: Path) -> None:
        """With the path below the folder: names alone stand in several subfolders."""
        if self._talk.json_errors:
            say_error(error, str(source), json_errors=True)
            return
        message = error.message.removeprefix(f"{source}: ").removeprefix(f"{source.name}: ")
        say(f"error: {source.relative_to(self._folder)}: {message}")

    def _state(self) -> str:
        """How far the work is; the time left goes by bytes, which are known beforehand, as pages are not."""
        now = self._now
        seconds = self._seconds()
        left = (self._todo_bytes - now.size_bytes) * seconds / max(now.size_bytes, 1)
        finished_count = self._before.done + now.done + now.failed
        parts = [f"{finished_count:,} of {counted(self._job_count, 'document')}"]
        parts += [f"{now.failed:,} failed"] if now.failed else []
        if not now.done + now.failed:
            return f"{parts[0]}, starting"
        parts += [counted(now.pages, "page"), f"{now.pages / seconds:.0f} pages/s", f"about {duration(left)} left"]
        return ", ".join(parts)

    def _summary(self) -> str:
        """What was done, in one line."""
        now, before, seconds = self._now, self._before, self._seconds()
        parts = [f"{counted(self._job_count, 'document')}: {now.done:,} done"]
        parts += [f"{before.done:,} done before"] if before.done else []
        parts += [f"{now.failed:,} failed"] if now.failed else []
        pages = f"{counted(now.pages, 'page')} in {seconds:.1f} s ({now.pages / seconds:.0f} pages/s)"
        values = counted(before.confirmed + now.confirmed, "value")
        judged = counted(before.located + now.located, "judgement")
        doubtful = f"{judged}, {before.to_look_at + now.to_look_at:,} to look at"
        told = f"{', '.join(parts)}; {pages}; {values} confirmed, {doubtful}, nothing sent"
        return f"{told}; results in {self._index or self._output}"

    def _seconds(self) -> float:
        return max(time.monotonic() - self._began, 0.001)
