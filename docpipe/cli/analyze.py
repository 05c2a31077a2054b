"""``docpipe analyze``: facts of documents, each with page and quote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from docpipe.cli import options
from docpipe.cli.messages import INTERRUPTED, counted

if TYPE_CHECKING:
    from docpipe.cli.progress import Progress
    from docpipe.reading import Ahead
    from docpipe.settings import Settings
    from docpipe.types import Failure, Result


@click.command()
@click.argument("files", nargs=-1, required=True, type=options.PATH, metavar="FILE...")
@options.kind
@options.target("pretty", "json", "markdown", "html")
@options.shown_analysis
@options.talk
def command(
    files: tuple[Path, ...], kind: str, target: options.Target, overrides: dict[str, object], talk: options.Talk
) -> int:
    """Facts of documents, each with its page, its quote and how far it can be believed.

    Without --output, a table on a terminal and JSON in a pipe (JSON Lines for several files). With --output, a folder
    gets one <stem>.json per PDF (<name.ext>.json for other files and where two would clash), or <stem>.error.json.

    --format html makes one file per document for a browser: each value beside the page that it was read from.

    Exit codes: 0 done, 1 a document failed, 2 wrong usage or settings, 3 a check of severity error stands in a
    result, 130 interrupted.
    """
    from docpipe.launch import launched

    with launched() as worker:  # it starts and reads while everything else is imported
        from docpipe.cli import outputs
        from docpipe.reading import Ahead, open_pool
        from docpipe.settings import load

        outputs.refuse_folders(files)
        settings = load(overrides)
        with open_pool(settings.workers, worker) as pool:
            return _analyzed(Ahead(files, settings, pool), kind, (settings, target, talk), files)


def _analyzed(
    ahead: Ahead, kind: str, chosen: tuple[Settings, options.Target, options.Talk], files: Sequence[Path]
) -> int:
    """Write the outcome of every file; the exit code."""
    from docpipe import api
    from docpipe.cli import outputs
    from docpipe.cli.progress import Progress, on_terminal
    from docpipe.cli.report import Report, go_offline, tell_settings
    from docpipe.reading import read_options
    from docpipe.sinks import Look, Pictures

    settings, target, talk = chosen
    go_offline(settings)
    colour = target.output is None and outputs.wants_colour()
    pictures = Pictures(settings.pictures, settings.picture_mb, read_options(settings))
    look = Look(len(files) > 1, settings.include_text, talk.verbose, colour, pictures=pictures)
    sink = outputs.choose_sink(target, files, look)
    report = Report(talk, several=len(files) > 1)
    progress = Progress(live=on_terminal() and not talk.quiet)
    tell_settings(settings, talk)
    try:
        for outcome in _shown(progress, files, api.outcomes(ahead, api.choose_kind(kind), settings)):
            sink.write(outcome)
            report.add(outcome)
    except KeyboardInterrupt:
        progress.clear()
        report.interrupted(len(files))
        return INTERRUPTED
    finally:
        progress.clear()
        sink.close()
    return report.exit_code


def _shown(
    progress: Progress, files: Sequence[Path], outcomes: Iterator[Result | Failure]
) -> Iterator[Result | Failure]:
    """The outcomes, with a line that says what is being waited for."""
    for index, path in enumerate(files):
        progress.show(f"{path.name} ({index + 1} of {counted(len(files), 'document')})")
        outcome = next(outcomes)
        progress.clear()
        yield outcome
