"""``docpipe batch``: every document below a folder, side by side; what is done already is left alone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from docpipe.cli import options
from docpipe.cli.messages import INTERRUPTED
from docpipe.errors import SettingsError

if TYPE_CHECKING:
    from docpipe.batch.folder import Job
    from docpipe.batch.runner import Outcome
    from docpipe.readers.workers import Pool
    from docpipe.settings import Settings
    from docpipe.types import Failure, Result

ANALYSIS_SECONDS = 300.0
"""What a document may take on top of reading it; the longest at hand, 667 pages, takes a few seconds."""

MOST_WORKERS = 8
"""Processes that are started without being asked for; each holds a tokenizer and a document, about 250 MB."""


class Output(Struct, frozen=True):
    """Where results go, what stands beside the JSON, and how many processes make them."""

    output: Path
    form: str
    workers: int | None


_OUTPUT = click.option(
    "--output", "-o", type=options.PATH, required=True, metavar="DIR", help="Folder for the results."
)
_FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["json", "markdown", "html", "pretty"]),
    default="json",
    help="Each result as JSON; with another format, a file to read beside it (lease.html beside lease.json).",
)
_WORKERS = click.option(
    "--workers", type=click.IntRange(1), help=f"Processes; by default one per CPU, at most {MOST_WORKERS}."
)


@click.command()
@click.argument("folder", type=options.PATH)
@options.gather("into", Output, _OUTPUT, _FORMAT, _WORKERS)
@options.kind
@options.shown_analysis
@options.talk
def command(folder: Path, into: Output, kind: str, overrides: dict[str, object], talk: options.Talk) -> int:
    """Every document below FOLDER, one file each in DIR, subfolders mirrored.

    lease.pdf gives lease.json; lease.docx, and a second file of that name, <name.ext>.json. Archives are folders, and
    what is attached to a mail are documents of their own: room.zip/lease.json, offer.eml/lease.json. A document that
    fails gives .error.json, and the others go on. Started again, only new and changed documents, failures, those that
    lack the --format, and all when the settings have changed, are done. A document that is done anew loses the files
    beside its JSON that an earlier run made. Files of types that are not read, and hidden ones, are counted and
    skipped; DIR itself is left out.
    """
    from docpipe.batch.folder import Wanted, search
    from docpipe.cli.batch_report import BatchReport
    from docpipe.cli.report import go_offline
    from docpipe.cli.safety import check_slots
    from docpipe.reading import LookingInto
    from docpipe.settings import load

    _check_folders(folder, into.output)
    if into.workers is not None:
        overrides["workers"] = into.workers
    settings = load(overrides)
    go_offline(settings)
    wanted = Wanted(kind, settings.engine, settings.sha256)
    report = BatchReport(talk, folder, into.output)
    try:
        with LookingInto(settings) as look_into:
            found = search(folder, into.output, into.form, look_into)
        shown = [job.shown for job in found.jobs if job.shown is not None]
        check_slots([job.slot for job in found.jobs], [job.source for job in found.jobs], beside=shown)
        report.skipped(found)
        todo = report.begin(found.jobs, wanted)
        for outcome in _run(todo, kind, settings):
            report.add(outcome)
    except KeyboardInterrupt:
        report.end("interrupted; the same command goes on. So far: ")
        return INTERRUPTED
    report.end()
    return report.exit_code


def _check_folders(folder: Path, output: Path) -> None:
    from docpipe.cli.safety import make_folder

    if not folder.exists():
        raise SettingsError(f"{folder} does not exist: name the folder that holds the documents")
    if not folder.is_dir():
        raise SettingsError(f"{folder} is not a folder: docpipe analyze takes single files")
    if output.resolve() == folder.resolve():
        raise SettingsError(f"--output {output}: results would be taken for documents; name a folder of their own")
    make_folder(output)


def _run(todo: Sequence[Job], kind: str, settings: Settings) -> Iterator[Outcome]:
    from docpipe import filters, recording
    from docpipe.api import choose_kind
    from docpipe.batch.runner import Crew, run
    from docpipe.reading import read_options
    from docpipe.sinks import Look, Pictures

    choose_kind(kind)  # an unknown kind is wrong usage, not a failure of each document; so is what follows
    filters.policy(settings)
    recording.check(settings)
    asked = settings.workers if settings.sources["workers"] != "default" else min(_cpus(), MOST_WORKERS)
    analysis = Analysis(kind, settings)
    limit_seconds = settings.timeout_seconds + ANALYSIS_SECONDS + _drawing_seconds(todo)
    crew = Crew(asked, limit_seconds, partial(recording.recorded, settings=settings))
    pictures = Pictures(settings.pictures, settings.picture_mb, read_options(settings))
    return run(todo, analysis, crew, Look(include_text=settings.include_text, pictures=pictures))


def _drawing_seconds(todo: Sequence[Job]) -> float:
    """What the pictures of a page may take."""
    if not any(job.format == "html" for job in todo):
        return 0.0
    from docpipe.sinks.page.drawn import MOST_SECONDS

    return MOST_SECONDS


def _cpus() -> int:
    """The CPUs that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Analysis(Struct):
    """Analyzes one path after the other in a worker, all with the same reading process."""

    kind: str
    settings: Settings
    _pool: Pool | None = None

    def __call__(self, path: Path) -> Result | Failure:
        from docpipe import api, tokens
        from docpipe.cli.report import go_offline
        from docpipe.reading import Ahead, open_pool

        if self._pool is None:
            go_offline(self.settings)
            self._pool = open_pool()
        ahead = Ahead([path], self.settings, self._pool)
        tokens.load()  # once in this process, while its first document is read
        ((_, reading),) = ahead
        return api.outcome(path, reading, api.choose_kind(self.kind), self.settings, ahead)
