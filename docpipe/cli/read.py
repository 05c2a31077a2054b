"""``docpipe read``: the text of documents, cleaned, without an analysis."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from docpipe.cli import options
from docpipe.cli.messages import INTERRUPTED
from docpipe.errors import DocpipeError, SettingsError

if TYPE_CHECKING:
    from docpipe.settings import Settings
    from docpipe.sinks.files import Slot
    from docpipe.types import Document, Failure

EXTENSIONS = {"text": ".txt", "markdown": ".md", "json": ".json"}
MARKS = {"text": "text", "markdown": "body", "json": "json"}
"""Format → its name among the endings that a file may have."""


@click.command()
@click.argument("files", nargs=-1, required=True, type=options.PATH, metavar="FILE...")
@options.target("text", "markdown", "json")
@click.option("--removed", is_flag=True, help="Add what cleaning set aside, and why (JSON always has it).")
@options.reading
@options.talk_of_reading
def command(
    files: tuple[Path, ...], target: options.Target, removed: bool, overrides: dict[str, object], talk: options.Talk
) -> int:
    """The text of documents in reading order: lines joined, running headers and footers set aside.

    Without --output everything goes to stdout: text by default, JSON Lines for several files with --format json.
    """
    from docpipe.cli import outputs
    from docpipe.cli.report import Report, go_offline, tell_settings
    from docpipe.settings import load
    from docpipe.types import Failure

    outputs.refuse_folders(files)
    settings = load(overrides)
    go_offline(settings)
    form = target.format or "text"
    slots = None if target.output is None else outputs.choose_slots(target.output, files, EXTENSIONS[form], MARKS[form])
    report = Report(talk, several=len(files) > 1)
    tell_settings(settings, talk)
    try:
        for index, path in enumerate(files):
            outcome = _read(path, settings)
            slot = slots[index] if slots else None
            if isinstance(outcome, Failure):
                _write_failure(outcome, slot)
                report.failed(outcome)
                continue
            try:
                _write(render(outcome, form, removed, several=len(files) > 1), target.output, slot)
                report.read(outcome)
            except SettingsError as error:  # what stands in its place is not ours: the others go on
                report.failed(Failure(str(path), error))
    except KeyboardInterrupt:
        report.interrupted(len(files))
        return INTERRUPTED
    return report.exit_code


def render(document: Document, form: str, removed: bool, several: bool) -> str:
    """A document in a format; where several follow each other, text and Markdown begin with the document's name."""
    from docpipe.sinks.json import document_to_json, dumps
    from docpipe.sinks.markdown import document_to_markdown, removed_to_text

    if form == "json":
        return dumps(document_to_json(document)) + "\n"
    body = document_to_markdown(document) if form == "markdown" else document.text + "\n"
    name = f"==> {document.source.name} <==\n" if several else ""
    aside = f"\n==> set aside <==\n{removed_to_text(document.removed)}" if removed else ""
    return name + body + aside


def _read(path: Path, settings: Settings) -> Document | Failure:
    from docpipe import api
    from docpipe.types import Failure

    try:
        return api.read(path, settings)
    except DocpipeError as error:
        return Failure(str(path), error)
    except Exception as error:  # noqa: BLE001 - the outermost edge: a fault in one document must not stop the others
        return Failure(str(path), api.internal_error(error, str(path)))


def _write(text: str, output: Path | None, slot: Slot | None) -> None:
    from docpipe.cli.safety import refuse_other_text
    from docpipe.sinks.files import write_atomic

    path = output if slot is None else slot.result
    if path is not None:
        refuse_other_text(path, text)
    if slot is not None:
        slot.write_result(text)
    elif output is not None:
        write_atomic(output, text)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()


def _write_failure(failure: Failure, slot: Slot | None) -> None:
    from docpipe.sinks.json import dumps, failure_to_json

    if slot is not None:
        slot.write_error(dumps(failure_to_json(failure), 2) + "\n")
