"""``docpipe read``: the text of documents, cleaned, without an analysis; or pictures of how pages were read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click
from msgspec import Struct

from docpipe.cli import options
from docpipe.cli.messages import INTERRUPTED
from docpipe.errors import DocpipeError, SettingsError

if TYPE_CHECKING:
    from docpipe.cli.report import Report
    from docpipe.filters.results import Screened
    from docpipe.settings import Settings
    from docpipe.sinks.files import Slot
    from docpipe.types import Document, Failure

EXTENSIONS = {"text": ".txt", "markdown": ".md", "json": ".json"}
MARKS = {"text": "text", "markdown": "body", "json": "json"}
"""Format → its name among the endings that a file may have."""


class Shown(Struct, frozen=True):
    """What is shown beside the text, or instead of it: what was set aside, pictures of pages, tables."""

    removed: bool
    pictures: tuple[str, ...]
    tables: str | None


class Writer(Protocol):
    """Takes documents, or what stands for them, by their place among the files; what it returns is told."""

    def write(self, screened: Screened, index: int) -> list[str]: ...

    def fail(self, failure: Failure, index: int) -> None: ...


_REMOVED = click.option("--removed", is_flag=True, help="Add what cleaning set aside, and why (JSON always has it).")
_PICTURE = click.option(
    "--picture",
    "pictures",
    multiple=True,
    metavar="PAGE",
    help="Instead of the text: these pages (3, 5-7) as PNG, with blocks, order and what was set aside drawn on them.",
)
_TABLES = click.option(
    "--tables",
    type=click.Choice(["csv", "xlsx"]),
    help="Instead of the text: its tables, as CSV (in a folder a file each, else one after another) or a workbook with"
    " a sheet for each.",
)


@click.command()
@click.argument("files", nargs=-1, required=True, type=options.PATH, metavar="FILE...")
@options.target("text", "markdown", "json")
@options.gather("shown", Shown, _REMOVED, _PICTURE, _TABLES)
@options.reading
@options.talk_of_reading
def command(
    files: tuple[Path, ...], target: options.Target, shown: Shown, overrides: dict[str, object], talk: options.Talk
) -> int:
    """The text of documents in reading order: lines joined, running headers and footers set aside.

    Without --output everything goes to stdout: text by default, JSON Lines for several files with --format json.

    --picture 3 --output FOLDER draws page 3 as it was read, to see at a glance what went wrong.
    """
    from docpipe.cli import outputs
    from docpipe.cli.report import Report, go_offline, tell_settings
    from docpipe.reading import expanded
    from docpipe.settings import load

    outputs.refuse_all_but_files(files)
    settings = load(overrides)
    files = tuple(map(Path, expanded(files, settings)))
    go_offline(settings)
    writer = _writer(files, target, shown, settings)
    report = Report(talk, several=len(files) > 1)
    tell_settings(settings, talk)
    try:
        from docpipe import api

        for index, outcome in enumerate(api.read_each(files, settings)):
            _write_one(outcome, index, files[index], writer, report)
    except KeyboardInterrupt:
        report.interrupted(len(files))
        return INTERRUPTED
    return report.exit_code


def _writer(files: Sequence[Path], target: options.Target, shown: Shown, settings: Settings) -> Writer:
    _refuse_together(target, shown)
    if shown.pictures:
        from docpipe.cli.pictures import PictureFiles

        return PictureFiles(",".join(shown.pictures), files, target.output, settings)
    if shown.tables:
        from docpipe.cli.tables import TableFiles

        return TableFiles(shown.tables, files, target.output)
    return Texts(files, target, shown.removed)


class Texts:
    """Writes each document's text in a format, to stdout, one file or a file each."""

    def __init__(self, files: Sequence[Path], target: options.Target, removed: bool) -> None:
        from docpipe.cli.outputs import choose_slots, written_format

        self._form = written_format(target, len(files), "text")
        self._removed, self._several, self._output = removed, len(files) > 1, target.output
        self._slots: list[Slot] | None = None
        if target.output is not None:
            self._slots = choose_slots(target.output, files, EXTENSIONS[self._form], MARKS[self._form])

    def write(self, screened: Screened, index: int) -> list[str]:
        """Raises SettingsError where what stands in the file's place is not docpipe's."""
        text = render(screened.document, self._form, self._removed, self._several)
        _write(text, self._output, self._slots[index] if self._slots else None)
        return []

    def fail(self, failure: Failure, index: int) -> None:
        from docpipe.sinks.json import dumps, failure_to_json

        if self._slots:
            self._slots[index].write_error(dumps(failure_to_json(failure), 2) + "\n")


def render(document: Document, form: str, removed: bool, several: bool) -> str:
    """A document in a format; where several follow each other, text and Markdown begin with the document's name."""
    from docpipe.sinks.aside import asides_to_markdown, asides_to_text, notes_to_text
    from docpipe.sinks.json import document_to_json, dumps
    from docpipe.sinks.markdown import document_to_markdown

    if form == "json":
        return dumps(document_to_json(document)) + "\n"
    name = f"==> {document.source.name} <==\n" if several else ""
    if form == "markdown":
        return name + document_to_markdown(document) + ("\n" + asides_to_markdown(document) if removed else "")
    aside = "\n==> set aside <==\n" + asides_to_text(document) if removed else notes_to_text(document)
    return name + document.text + "\n" + aside


def _refuse_together(target: options.Target, shown: Shown) -> None:
    beside = target.format is not None or shown.removed
    if shown.pictures and shown.tables:
        raise SettingsError("--picture and --tables write different files: give one of them")
    if shown.pictures and beside:
        raise SettingsError("--picture writes PNG and shows what was set aside: leave out --format and --removed")
    if shown.tables and beside:
        raise SettingsError(f"--tables {shown.tables} writes the tables alone: leave out --format and --removed")


def _write_one(outcome: Screened | Failure, index: int, path: Path, writer: Writer, report: Report) -> None:
    """One document written and told of; what is wrong with it, or in its place, does not stop the others."""
    from docpipe import api
    from docpipe.types import Failure

    if isinstance(outcome, Failure):
        writer.fail(outcome, index)
        report.failed(outcome)
        return
    try:
        remarks = writer.write(outcome, index)
        report.read(outcome.document, remarks)
    except DocpipeError as error:
        report.failed(Failure(str(path), error))
    except OSError:  # where it is written: told once, and the others could not be either
        raise
    except Exception as error:  # noqa: BLE001 - the outermost edge: a fault in one document must not stop the others
        report.failed(Failure(str(path), api.internal_error(error, str(path))))


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
