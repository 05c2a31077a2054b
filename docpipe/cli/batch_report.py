"""What a batch says on stderr: failures as they come, how far the work is, a summary; and its exit code."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from docpipe.batch.folder import Found, Job, name_of, printable
from docpipe.batch.places import strays
from docpipe.batch.runner import Outcome
from docpipe.batch.sharing import Work
from docpipe.cli.batch_notes import (
    Summary,
    astray_lines,
    astray_rows,
    beside_documents,
    check_page,
    noted_lines,
    states,
    write_page,
)
from docpipe.cli.messages import CHECK_FAILED, FAILED, WRONG_USAGE, counted, say, say_error
from docpipe.cli.options import Talk
from docpipe.cli.progress import Progress, duration, on_terminal
from docpipe.cli.report import summed
from docpipe.completions import Usage
from docpipe.errors import DocpipeError, ReadError, SettingsError
from docpipe.sinks.costs import in_words
from docpipe.sinks.costs import summed as summed_costs
from docpipe.sinks.folder import REPORT

if TYPE_CHECKING:
    from docpipe.batch.manifest import Listed


CHANGED = "has changed, or is gone, since this run began: run it again"


class Counts(Struct):
    """Sums over outcomes."""

    done: int = 0
    failed: int = 0
    copies: int = 0
    pages: int = 0
    size_bytes: int = 0
    confirmed: int = 0
    located: int = 0
    to_look_at: int = 0
    codes: list[int] = field(default_factory=list)
    usage: Usage = Usage()
    costs: dict[str, str] = field(default_factory=dict)
    unpriced: bool = False

    def add(self, outcome: Outcome) -> None:
        if outcome.usage.calls:
            self._spend(outcome)
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
            self.copies += outcome.is_copy
            self.codes += [CHECK_FAILED] if outcome.errors else []

    def _spend(self, outcome: Outcome) -> None:
        ours, theirs = self.usage, outcome.usage
        self.usage = Usage(*(getattr(ours, name) + getattr(theirs, name) for name in Usage.__struct_fields__))
        self.costs = summed_costs([self.costs, outcome.costs or {}])
        self.unpriced = self.unpriced or outcome.costs is None

    def spent(self) -> str:
        """``1,204,500 tokens (980,000 of them cached there), 40,120 tokens of replies, 0.1234 USD``."""
        usage = self.usage
        cached = f" ({usage.cached_tokens:,} of them cached there)" if usage.cached_tokens else ""
        cost = f", {in_words(self.costs)}" if self.costs and not self.unpriced else ""
        return f"{usage.prompt_tokens:,} tokens{cached}, {usage.reply_tokens:,} tokens of replies{cost}"


class BatchReport:
    """Counts what earlier runs left and what this one does."""

    def __init__(self, talk: Talk, folder: Path, output: Path, sent: str = "nothing sent") -> None:
        self._sent = sent
        self._talk = talk
        self._folder = folder
        self._output = output
        self._progress = Progress(on_terminal() and not talk.quiet, logged=not talk.quiet)
        self._before = Counts()
        self._now = Counts()
        self._outcomes: list[Outcome] = []
        self._page = output
        self._others = Counts()
        self._job_count = self._not_read = 0
        self._todo_bytes = 0
        self._began = time.monotonic()
        self._manifest = ""
        self._found: Found | None = None
        self._listed: Listed | None = None

    def skipped(self, found: Found) -> None:
        """What is not worked on, in one line by ending."""
        self._found, self._not_read = found, len(found.not_read)
        if self._talk.quiet:
            return
        endings = Counter(one.source.suffix.lower() or "without ending" for one in found.not_read)
        parts = [f"{count:,} {ending}" for ending, count in sorted(endings.items())]
        parts += [f"{len(found.hidden):,} hidden"] if found.hidden else []
        parts += [f"{counted(len(found.ours), 'file')} that docpipe wrote"] if found.ours else []
        skipped = Counter(one.skipped for one in found.skipped)
        parts += [counted(count, told) for told, count in sorted(skipped.items())]
        for told in found.without:
            say(f"{told}: no file is there that fits")
        if parts:
            say(f"skipped (not read): {', '.join(parts)}")

    def listed(self, manifest: Path, listed: Listed) -> None:
        """What came of a list of the documents. A row whose document is not there is an error, whatever is asked to be
        quiet."""
        self._manifest, self._listed = manifest.name, listed
        lost = [one for one in listed.astray if one.is_lost]
        if self._talk.json_errors:
            for one, (about, why) in zip(lost, astray_rows(lost), strict=True):
                say_error(ReadError(f"{manifest}: {about}: {why}", one.row.named or str(manifest)), json_errors=True)
            return
        if lost or not self._talk.quiet:
            for line in astray_lines(listed, str(manifest), str(self._output / REPORT)):
                say(line)
        if listed.unlisted and not self._talk.quiet:
            say(f"{manifest}: {counted(listed.unlisted, 'document')} on no row of it")

    def looking(self, job: Job) -> None:
        """While what earlier runs left is looked at."""
        self._progress.show(f"looking at what is done: {job.source.name}")

    def begin(self, jobs: Sequence[Job], work: Work) -> None:
        """What earlier runs left is known; the clock starts."""
        self._job_count = len(jobs)
        self._page = check_page([job.shown for job in jobs], self._output)
        self._outcomes = list(work.before)
        for outcome in work.before:
            self._before.add(outcome)
        self._todo_bytes = work.left_bytes
        self._began = time.monotonic()
        self._progress.clear()
        self._progress.show(self._state())

    def add(self, outcome: Outcome) -> None:
        self._now.add(outcome)
        self._outcomes.append(outcome)
        if outcome.error is not None or self._talk.verbose:
            self._progress.clear()
            self._tell(outcome)
        self._progress.show(self._state())

    def end(self, work: Work, introduction: str = "") -> None:
        """The page, the summary, and what to know of some documents."""
        self._progress.clear()
        for outcome in work.by_others():
            self._others.add(outcome)
            self._outcomes.append(outcome)
        self._mark(work.changed())
        left = work.left()
        if self._outcomes:
            told = [*states(self._outcomes, left, self._not_read), *self._run()]
            beside = beside_documents(self._found, self._listed) if self._found else ()
            write_page(self._outcomes, self._folder, self._page, told, beside)
        if self._talk.quiet:
            return
        say(introduction + self._summary(f"{left:,} left{'' if introduction else ' to another run'}" if left else ""))
        if others := strays(self._output):
            results = counted(len(others), "result")
            are = "is of a document that was" if len(others) == 1 else "are of documents that were"
            say(f"{results} in {self._output} ({_named(others, self._output)}) {are} not given this time, and stay")
        if self._listed and self._listed.astray:
            rows = counted(len(self._listed.astray), "row")
            say(f"{self._manifest}: {rows} about no document that is here: see {self._page}")
        for line in noted_lines(self._outcomes, self._folder, str(self._page)):
            say(line)

    def _mark(self, changed: Collection[Path]) -> None:
        """Say of outcomes that their documents are not any more what they were."""
        self._outcomes = [
            replace(one, warnings=(*one.warnings, CHANGED)) if one.job.slot.result in changed else one
            for one in self._outcomes
        ]

    @property
    def exit_code(self) -> int:
        codes = self._before.codes + self._now.codes + self._others.codes
        if self._listed and any(one.is_lost for one in self._listed.astray):
            codes.append(FAILED)
        return summed(codes, self._talk.fail_on)

    def _tell(self, outcome: Outcome) -> None:
        source = outcome.job.source
        if outcome.error is not None:
            self._tell_error(outcome.error, outcome.job)
            return
        counts = outcome.tally
        pages = counted(outcome.page_count, "page")
        say(f"{source.name}: {pages}, {counts.confirmed} confirmed, {counts.to_look_at} to look at")
        for warning in outcome.warnings:
            say(f"warning: {source.name}: {warning}")

    def _tell_error(self, error: DocpipeError, job: Job) -> None:
        """With the path below the folder: names alone stand in several subfolders."""
        if self._talk.json_errors:
            say_error(error, job.told, json_errors=True)
            return
        message = error.message.removeprefix(f"{job.told}: ").removeprefix(f"{job.source.name}: ")
        say(f"error: {name_of(job, self._folder)}: {message}")

    def _state(self) -> str:
        """How far the work is; the time left goes by bytes, which are known beforehand, as pages are not."""
        now = self._now
        seconds = self._seconds()
        left = (self._todo_bytes - now.size_bytes) * seconds / max(now.size_bytes, 1)
        finished_count = self._before.done + self._before.failed + now.done + now.failed
        parts = [f"{finished_count:,} of {counted(self._job_count, 'document')}"]
        parts += [f"{now.failed:,} failed"] if now.failed else []
        if not now.done + now.failed:
            return f"{parts[0]}, starting"
        parts += [counted(now.pages, "page"), f"{now.pages / seconds:.0f} pages/s", f"about {duration(left)} left"]
        return ", ".join(parts)

    def _summary(self, left: str) -> str:
        """What was done, in one line."""
        now, before, others, seconds = self._now, self._before, self._others, self._seconds()
        parts = [f"{counted(self._job_count, 'document')}: {now.done:,} done"]
        parts += [f"{before.done:,} done before"] if before.done else []
        parts += [f"{others.done + others.failed:,} by another run"] if others.done + others.failed else []
        parts += [f"{now.copies:,} of them copies"] if now.copies else []
        parts += [f"{now.failed:,} failed"] if now.failed else []
        parts += [f"{before.failed:,} failed before (--retry-failed)"] if before.failed else []
        parts += [left] if left else []
        pages = f"{counted(now.pages, 'page')} in {seconds:.1f} s ({now.pages / seconds:.0f} pages/s)"
        together = (before, now, others)
        values = counted(sum(one.confirmed for one in together), "value")
        judged = counted(sum(one.located for one in together), "judgement")
        doubtful = f"{judged}, {sum(one.to_look_at for one in together):,} to look at"
        told = f"{', '.join(parts)}; {pages}; {values} confirmed, {doubtful}, {self._sent}"
        if now.usage.calls:
            told += f": {now.spent()}"
        return f"{told}; results in {self._page if self._outcomes else self._output}"

    def _run(self) -> Summary:
        """What this run did, for the page."""
        now, seconds = self._now, self._seconds()
        pages = f"{counted(now.pages, 'page')} in {duration(seconds)}, {now.pages / seconds:.1f} pages/s"
        together = (self._before, now, self._others)
        confirmed, located = sum(one.confirmed for one in together), sum(one.located for one in together)
        doubtful = f"{sum(one.to_look_at for one in together):,} to look at"
        values = f"{confirmed:,} confirmed, {counted(located, 'judgement')}, {doubtful}"
        return [
            ("This run", f"{counted(now.done + now.failed, 'document')}, {pages}, {self._sent}"),
            ("Values", values),
        ]

    def _seconds(self) -> float:
        return max(time.monotonic() - self._began, 0.001)


def _named(files: Sequence[Path], folder: Path) -> str:
    """The first of them, so that it can be seen whose they are."""
    told = [printable(file.relative_to(folder).as_posix()) for file in files[:2]]
    return ", ".join([*told, "…"] if len(files) > len(told) else told)
