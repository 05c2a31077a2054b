"""``docpipe forget``: removes what is left of a document."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from docpipe.cli import options
from docpipe.cli.messages import counted, say
from docpipe.errors import SettingsError

if TYPE_CHECKING:
    from docpipe.forgetting import Journal


@click.command()
@click.argument("document")
@click.argument("results", nargs=-1, required=True, type=options.PATH, metavar="RESULTS...")
@click.option("--dry-run", is_flag=True, help="Say what would be removed; remove nothing.")
@click.option("--matter", metavar="NAME", help="The matter or client that the audit log names.")
def command(document: str, results: tuple[Path, ...], dry_run: bool, matter: str | None) -> int:
    """Remove the traces of DOCUMENT (its file, name or SHA-256) from folders of results.

    Results, pages, decisions, rows of the ledger go, and the kept replies of models about it. The document itself
    stays, and so do exports; the audit log keeps an entry that it was forgotten. A document under legal hold (setting
    legal_hold) is left alone.
    """
    from docpipe import forgetting, recording
    from docpipe.addresses import address_of, is_address
    from docpipe.engines.journal import journal_path
    from docpipe.settings import load
    from docpipe.sinks.folder import REPORT

    for folder in results:
        if not folder.is_dir():
            raise SettingsError(f"{folder} is not a folder of results")
    if is_address(document):
        document = str(address_of(document))  # as results have it: without what is secret
    settings = load({"matter": matter} if matter else {})
    found = forgetting.traces(document, results, journal_path())
    if not found.found:
        raise SettingsError(f"{document}: nothing of it is in {', '.join(map(str, results))}")
    hold = forgetting.held(settings, found)
    if hold is not None:
        raise SettingsError(f"{document}: is under legal hold ({hold}); nothing was removed")
    if not dry_run:
        recording.check(settings)
        forgetting.remove(found)
        recording.record_forgetting(found.sha256, found.names, settings)
    verb = "would be removed" if dry_run else "removed"
    for file in found.files:
        about_all = " (the page about all documents: the next batch makes it anew)" if file.name == REPORT else ""
        print(f"{verb}: {file}{about_all}")
    for folder, count in found.decisions:
        print(f"{verb}: {counted(count, 'decision')} in {folder}")
    for folder, rows in found.ledgers:
        print(f"{verb}: {counted(len(rows), 'row')} of the ledger of {folder}")
    if found.journal is not None:
        _tell_journal(found.journal, verb)
    say(f"beyond reach: {'; '.join(forgetting.BEYOND)}")
    return 0


def _tell_journal(journal: Journal, verb: str) -> None:
    """Of replies that an earlier version kept it is not known whose they are: they go, too."""
    if journal.own:
        print(f"{verb}: {counted(journal.own, 'kept answer')} of models ({journal.path})")
    if journal.unowned:
        told = "of which an earlier version noted no document"
        print(f"{verb}: {counted(journal.unowned, 'kept answer')} of models, {told} ({journal.path})")
