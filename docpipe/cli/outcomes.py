"""What every command does with the outcomes of documents: written to a sink, told on stderr, summed to an exit code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from docpipe.cli import outputs
from docpipe.cli.messages import INTERRUPTED, counted
from docpipe.cli.options import Talk, Target
from docpipe.cli.progress import Progress, on_terminal
from docpipe.cli.report import Report, go_offline, hosts_of, tell_settings
from docpipe.reading import read_options
from docpipe.settings import Settings
from docpipe.sinks import Look, Pictures
from docpipe.types import Failure, Result


class Chosen(Struct, frozen=True):
    """What the caller chose: settings, where the result goes, and how much is said."""

    settings: Settings
    target: Target
    talk: Talk


def write_all(outcomes: Iterator[Result | Failure], files: Sequence[Path], chosen: Chosen) -> int:
    """Write one outcome per file, in order; the exit code. Outcomes are made while they are asked for."""
    settings, talk = chosen.settings, chosen.talk
    go_offline(settings)
    sink = outputs.choose_sink(chosen.target, files, _look(chosen, len(files)))
    report = Report(talk, len(files) > 1, hosts_of(settings))
    progress = Progress(live=on_terminal() and not talk.quiet)
    tell_settings(settings, talk)
    try:
        for index, path in enumerate(files):
            progress.show(f"{path.name} ({index + 1} of {counted(len(files), 'document')})")
            outcome = next(outcomes)
            progress.clear()
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


def _look(chosen: Chosen, file_count: int) -> Look:
    settings = chosen.settings
    colour = chosen.target.output is None and outputs.wants_colour()
    pictures = Pictures(settings.pictures, settings.picture_mb, read_options(settings))
    return Look(file_count > 1, settings.include_text, chosen.talk.verbose, colour, pictures=pictures)
