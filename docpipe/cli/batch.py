"""``docpipe batch``: every document of folders, files and addresses, side by side; what is done is left alone."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct
from msgspec.structs import asdict, replace

from docpipe.cli import options
from docpipe.cli.messages import INTERRUPTED
from docpipe.completions import Usage
from docpipe.errors import SettingsError
from docpipe.types import Failure, Json, Result

if TYPE_CHECKING:
    from docpipe.addresses import Address
    from docpipe.batch.folder import Found, Job
    from docpipe.batch.manifest import Manifest
    from docpipe.batch.runner import Outcome
    from docpipe.batch.sharing import Work
    from docpipe.cli.batch_report import BatchReport
    from docpipe.readers.workers import Pool
    from docpipe.settings import Settings

ANALYSIS_SECONDS = 300.0
"""What a document may take on top of reading it; the longest at hand, 667 pages, takes a few seconds."""

MOST_WORKERS = 8
"""Processes that are started without being asked for; each holds a tokenizer and a document, about 250 MB."""


MAY_PASS_NOW = ("MissingExtra", "EngineError", "AuditError", "InternalError", "Unreachable")
"""Failures that say nothing about the document: they are tried again in every run."""

LOCKED = ("Encrypted", "WrongPassword")
"""Failures that are tried again whenever a password is given."""


class Given(Struct, frozen=True):
    """What is worked on: folders, files, patterns and addresses, and a list of files."""

    sources: tuple[str, ...]
    files_from: str | None


class Output(Struct, frozen=True):
    """Where results go, what stands beside the JSON, how many processes make them, and what is done again or not."""

    output: Path
    form: str
    workers: int | None
    manifest: Path | None
    retry_failed: bool
    force: bool
    dry_run: bool
    max_failures: int | None


_SOURCES = click.argument("sources", nargs=-1, metavar="SOURCE...")
_FILES_FROM = click.option(
    "--files-from", metavar="LIST", help="A list of files, one path a line, told from where it lies; - for stdin."
)
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

_MANIFEST = click.option(
    "--manifest",
    type=options.PATH,
    metavar="CSV",
    help="A list of the documents with a column path (or file, name); its other columns go into their results. A row"
    " whose document is not there is told, and counts as a failure.",
)
_RETRY = click.option("--retry-failed", is_flag=True, help="Try again what failed in an earlier run.")
_FORCE = click.option("--force", is_flag=True, help="Do everything again.")
_DRY_RUN = click.option("--dry-run", is_flag=True, help="Say what there is and how long it may take; do nothing.")
_MAX_FAILURES = click.option(
    "--max-failures", type=click.IntRange(1), metavar="N", help="Stop after so many failures; what runs is finished."
)


@click.command()
@options.gather("given", Given, _SOURCES, _FILES_FROM)
@options.gather("into", Output, _OUTPUT, _FORMAT, _WORKERS, _MANIFEST, _RETRY, _FORCE, _DRY_RUN, _MAX_FAILURES)
@options.kind
@options.shown_analysis
@options.talk
def command(given: Given, into: Output, kind: str, overrides: dict[str, object], talk: options.Talk) -> int:
    """Every document of the SOURCEs, one file each in DIR, subfolders mirrored.

    A SOURCE is a folder with all below it, a file, a pattern in quotes ('room/**/*.pdf'), or an address that fsspec
    opens (s3://room/2024, 's3://room/**/*.pdf'): its documents stay there and are fetched one by one as they are read.

    lease.pdf gives lease.json; lease.docx, and a second file of that name, <name.ext>.json. Archives are folders, and
    what is attached to a mail are documents of their own: room.zip/lease.json, offer.eml/lease.json. A document that
    fails gives .error.json, and the others go on; copies of a document get its result under their own names.

    Started again, only new and changed documents, those that lack the --format, and all when the settings have changed,
    are done; --retry-failed does what failed as well. Two runs into one DIR share what both were given. One that is
    done anew loses the files beside its JSON that an earlier run made. Ctrl-C finishes what is running, a second one
    stops at once. Files of types that are not read, hidden ones and results of docpipe are counted and skipped; DIR
    itself is left out. Where no document is found at all, the exit code is 2, as for wrong usage.

    Given other SOURCEs, DIR keeps all apart: a result keeps the name that it had first, and a name is not given to
    another document while its own is still where it was. Results of documents that were not given this time stay, and
    how many is said.
    """
    from docpipe.api import choose_kind
    from docpipe.batch.folder import Wanted, apart_from, found_in
    from docpipe.batch.ledger import FOLDER, Again, Ledger
    from docpipe.batch.places import placed
    from docpipe.batch.sharing import Work
    from docpipe.batch.sources import gathered
    from docpipe.cli.batch_report import BatchReport
    from docpipe.cli.batch_stops import Stops
    from docpipe.cli.report import go_offline, hosts_of
    from docpipe.reading import LookingInto
    from docpipe.settings import load

    manifest = _manifest(into.manifest)
    _check_folders(given, into.output)
    if into.workers is not None:
        overrides["workers"] = into.workers
    settings = load(overrides)
    go_offline(settings)
    asked = choose_kind(kind)  # an unknown kind is wrong usage, not a failure of each document
    own = asked.version if asked and asked.about else None
    engine = settings.engine if settings.chosen_engine == "rules" else settings.chosen_engine
    wanted = Wanted(asked.name if asked else kind, "auto" if ":" in engine else engine, settings.sha256, own)
    with LookingInto(settings) as look_into:
        allowed = partial(_require, settings=settings)
        sources = gathered(given.sources, given.files_from, apart_from(into.output), allowed)
        found = found_in(sources, into.output, into.form, look_into)
    hosts = hosts_of(settings)
    told = f"sent to the model{f' at {hosts}' if hosts else ''}"
    report = BatchReport(talk, found.folder, into.output, "nothing sent" if settings.chosen_engine == "rules" else told)
    report.skipped(found)
    if not found.jobs:
        raise SettingsError(f"{', '.join(found.without) or found.folder}: no document is there")
    if into.dry_run:
        from docpipe.cli.batch_preview import preview

        return preview(_told_of(found, manifest, report), _workers(settings), into.output)
    if not (into.output / FOLDER).exists():  # refused before anything is made
        _check_places(found)
    with closing(Ledger(into.output)) as ledger:
        found = _told_of(placed(found, into.output, ledger), manifest, report)
        _check_places(found)
        work = Work(found, wanted, ledger, into.output)
        stops = Stops(work.stop, into.max_failures)
        try:
            codes = MAY_PASS_NOW + (LOCKED if settings.password else ())
            work.begin(Again(into.retry_failed, codes, into.force), report.looking)
            report.begin(found.jobs, work)
            with stops:
                for outcome in _run(work, found.jobs, kind, settings):
                    work.end(outcome)
                    report.add(outcome)
                    stops.after(outcome)
        except KeyboardInterrupt:
            stops.interrupted = True
        report.end(work, stops.introduction)
    return INTERRUPTED if stops.interrupted else report.exit_code


def _check_folders(given: Given, output: Path) -> None:
    from docpipe.addresses import is_address
    from docpipe.cli.safety import make_folder

    if not given.sources and given.files_from is None:
        raise SettingsError("there is no SOURCE: name folders, files, patterns or addresses, or a list (--files-from)")
    if is_address(str(output).replace(":/", "://", 1)):  # a path has lost one of them
        raise SettingsError("--output: results are written to this machine; name a folder")
    if any(output.resolve() == Path(one).resolve() for one in given.sources if not is_address(one)):
        raise SettingsError(f"--output {output}: results would be taken for documents; name a folder of their own")
    make_folder(output)


def _manifest(path: Path | None) -> Manifest | None:
    if path is None:
        return None
    from docpipe.batch.manifest import load

    return load(path)


def _told_of(found: Found, manifest: Manifest | None, report: BatchReport) -> Found:
    """What was found, with what is known of each document: of which other it is a copy, what a list says."""
    from docpipe.batch.folder import with_originals

    found = replace(found, jobs=with_originals(found.jobs))
    if manifest is None:
        return found
    from docpipe.batch.manifest import matched

    listed = matched(manifest, found)
    report.listed(manifest.path, listed)
    return replace(found, jobs=listed.jobs)


def _check_places(found: Found) -> None:
    from docpipe.cli.safety import check_slots

    shown = [job.shown for job in found.jobs if job.shown is not None]
    here = [job.source for job in found.jobs if job.address is None]
    check_slots([job.slot for job in found.jobs], here, beside=shown)


def _require(address: Address, settings: Settings) -> None:
    from docpipe.network import require_address

    require_address(address, settings)


def _run(work: Work, jobs: Sequence[Job], kind: str, settings: Settings) -> Iterator[Outcome]:
    from docpipe import filters, recording
    from docpipe.api import choose_kind
    from docpipe.batch.runner import Crew, run
    from docpipe.reading import read_options
    from docpipe.sinks import Look, Pictures

    choose_kind(kind)  # an unknown kind is wrong usage, not a failure of each document; so is what follows
    filters.policy(settings)
    recording.check(settings)
    analysis = Analysis(kind, settings)
    limit_seconds = settings.timeout_seconds + ANALYSIS_SECONDS + _drawing_seconds(jobs)
    crew = Crew(_workers(settings), limit_seconds, settings)
    pictures = Pictures(settings.pictures, settings.picture_mb, read_options(settings))
    look = Look(include_text=settings.include_text, pictures=pictures)
    if settings.chosen_engine != "rules":
        from docpipe.cli.batch_models import Outcomes

        return Outcomes(kind, settings, crew, look, analysis.copied).of(work.next)
    return run(work.next, analysis, crew, look)


def _workers(settings: Settings) -> int:
    """How many processes work: as many as were asked for, else one for each CPU up to a limit."""
    return settings.workers if settings.sources["workers"] != "default" else min(_cpus(), MOST_WORKERS)


def _drawing_seconds(jobs: Sequence[Job]) -> float:
    """What the pictures of a page may take."""
    if not any(job.format == "html" for job in jobs):
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

    def __call__(self, file: Path | Address, manifest: Mapping[str, str]) -> Result | Failure:
        from docpipe import api, tokens
        from docpipe.cli.report import go_offline
        from docpipe.reading import Ahead, open_pool

        if self._pool is None:
            go_offline(self.settings)
            self._pool = open_pool()
        ahead = Ahead([file], self.settings, self._pool)
        tokens.load()  # once in this process, while its first document is read
        ((_, reading),) = ahead
        made = api.outcome(file, reading, api.choose_kind(self.kind), self.settings, ahead)
        return replace(made, manifest=manifest) if manifest and isinstance(made, Result) else made

    def copied(self, job: Job) -> dict[str, Json] | None:
        """The result of a document with the same content, under this one's name.

        What stands in an archive, is written as a page too, or whose name may be filtered, is made on its own.
        """
        filtered = self.settings.blocked_terms or self.settings.blocked_terms_file
        if job.original is None or job.format != "json" or job.sha256 or filtered:
            return None
        try:
            content: dict[str, Json] = json.loads(job.original.slot.result.read_text(encoding="utf-8"))
            own = {"name": job.source.name, "path": job.told, "copy_of": content["document"]["path"]}
            content["document"].pop("manifest", None)  # what a list says of the original
            content["document"] |= own | ({"manifest": dict(job.manifest)} if job.manifest else {})
            content["usage"] = asdict(Usage())  # what the original took was paid once
        except (OSError, ValueError, KeyError, TypeError):
            return None  # made on its own, and what is wrong is told then
        return content
