"""``docpipe audit``: is the log whole, what stands in it, and taking old entries out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from docpipe.cli import options
from docpipe.cli.messages import FAILED, counted, printable, say
from docpipe.errors import SettingsError

if TYPE_CHECKING:
    from docpipe.audit.chain import Entry
    from docpipe.audit.checking import Problem, Report
    from docpipe.audit.log import Log
    from docpipe.audit.results import Compared

SHOWN = 20
"""Entries that ``show`` shows without being asked for more."""

_LOG = click.option("--log", type=options.PATH, metavar="PATH", help="The log; by default the setting audit_log.")
_KEY = click.option("--key-file", type=options.PATH, metavar="PATH", help="The key that signs it (audit_key_file).")
_FORMAT = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Format.")


@click.group()
def command() -> None:
    """Who analysed which document, when, with what and with which outcome: a log that shows when it was tampered with.

    It holds no text of any document. Every result carries the number and hash of its entry.
    """


@command.command()
@click.option("--results", type=options.PATH, metavar="DIR", help="Compare the results below this folder with the log.")
@_LOG
@_KEY
@_FORMAT
def verify(results: Path | None, log: Path | None, key_file: Path | None, form: str) -> int:
    """Check every entry, the chain, the head file, the signatures. Exit code 0 if nothing is wrong, else 1.

    A log that was written anew from some line on shows only by its signatures, or with --results.
    """
    from docpipe.audit.results import compare

    kept = _log(log, key_file)
    report = _verified(kept)
    compared = None if results is None else compare(_folder(results), kept.path)
    problems = [*report.problems, *(compared.problems if compared else ())]
    if form == "json":
        _write_json(_as_json(kept, report, compared, problems))
    else:
        sys.stdout.write(_in_words(kept, report, compared, problems))
    return FAILED if problems else 0


@command.command()
@click.option("--last", type=click.IntRange(1), default=SHOWN, show_default=True, help="How many, the newest last.")
@click.option("--matter", metavar="NAME", help="Only of this matter.")
@click.option("--document", metavar="FILE", help="Only of this document: a file, or the beginning of its SHA-256.")
@_LOG
@_FORMAT
def show(last: int, matter: str | None, document: str | None, log: Path | None, form: str) -> int:
    """The newest entries, one line each."""
    from collections import deque

    from docpipe.audit.checking import entries

    wanted = _digest(document)
    chosen = deque((entry for entry in entries(_log(log, None).path) if _is_wanted(entry, matter, wanted)), last)
    for entry in chosen:
        if form == "json":
            _write_json(dict(entry.content), None)
        else:
            sys.stdout.write(_line(entry) + "\n")
    return 0


@command.command()
@click.option("--keep-days", type=int, required=True, metavar="DAYS", help="Keep what is younger; 190 at least.")
@_LOG
@_KEY
def prune(keep_days: int, log: Path | None, key_file: Path | None) -> int:
    """Take out old entries. A checkpoint takes their place, and an entry tells of it."""
    from docpipe.audit.pruning import prune as take_out

    removed = take_out(_log(log, key_file), keep_days)
    say(f"{removed:,} {'entry' if removed == 1 else 'entries'} older than {counted(keep_days, 'day')} taken out")
    return 0


def _log(path: Path | None, key_file: Path | None) -> Log:
    from docpipe.audit.places import log_of
    from docpipe.settings import load

    given = {"audit_log": path, "audit_key_file": key_file}
    return log_of(load({name: str(value) for name, value in given.items() if value is not None}))


def _verified(log: Log) -> Report:
    """Verified while nobody appends, where the lock can be had: a copy for an auditor may be read-only."""
    from docpipe.audit.checking import verify as check

    if log.path.exists():
        try:
            with log.held():
                return check(log)
        except OSError:
            return check(log)
    return check(log)


def _folder(path: Path) -> Path:
    if not path.is_dir():
        raise SettingsError(f"--results {path}: is not a folder")
    return path


def _in_words(log: Log, report: Report, compared: Compared | None, problems: list[Problem]) -> str:
    lines = [f"{log.path}: {report.entry_count:,} entries, {report.first or '-'} to {report.last or '-'}"]
    lines += [f"problem: {'' if one.line is None else f'line {one.line}: '}{one.message}" for one in problems]
    lines += [f"note: {note}" for note in (*report.notes, *(compared.notes if compared else ()))]
    if compared is not None:
        lines.append(f"{compared.agreeing:,} results agree with the log")
    lines.append(_verdict(report, compared))
    return "\n".join([*lines, ""])


def _verdict(report: Report, compared: Compared | None) -> str:
    """Of the log and of the results apart: a result that was changed says nothing against the log."""
    count, differing = len(report.problems), _differing(compared)
    parts = [f"The log is not whole: {counted(count, 'problem')}" if count else "The log is whole"]
    if differing:
        parts.append(f"{counted(differing, 'result')} differ{'s' if differing == 1 else ''} from it")
    if elsewhere := compared.elsewhere if compared else 0:
        parts.append(f"{counted(elsewhere, 'result')} {'is' if elsewhere == 1 else 'are'} of another log")
    return f"{'; '.join(parts)}."


def _differing(compared: Compared | None) -> int:
    """The results that are of this log and differ from it."""
    return sum(problem.kind == "result" for problem in compared.problems) if compared else 0


def _as_json(log: Log, report: Report, compared: Compared | None, problems: list[Problem]) -> dict[str, Any]:
    return {
        "log": str(log.path),
        "whole": not report.problems,
        "entries": report.entry_count,
        "first": report.first,
        "last": report.last,
        "signed": report.signed_count,
        "results": None if compared is None else compared.agreeing,
        "results_differing": None if compared is None else _differing(compared),
        "results_elsewhere": None if compared is None else compared.elsewhere,
        "problems": [{"kind": one.kind, "line": one.line, "message": one.message} for one in problems],
        "notes": [*report.notes, *(compared.notes if compared else ())],
    }


def _digest(document: str | None) -> str | None:
    """The hash of a file, or what looks like the beginning of one."""
    if document is None:
        return None
    path = Path(document)
    if path.is_file():
        from docpipe.batch.folder import sha256

        return sha256(path)
    if set(document.lower()) <= set("0123456789abcdef"):
        return document.lower()
    raise SettingsError(f"--document {document}: is neither a file nor the beginning of a SHA-256")


def _is_wanted(entry: Entry, matter: str | None, digest: str | None) -> bool:
    content = entry.content
    of_document = digest is None or str(content.get("document_sha256") or "").startswith(digest)
    return of_document and (matter is None or content.get("matter") == matter)


def _line(entry: Entry) -> str:
    """Number, time, user, what, outcome, document, and what else is there."""
    content = entry.content
    parts = [f"{entry.seq:>6}", str(content.get("time", "")), str(content.get("user", "-")), entry.what]
    parts += [str(content[name]) for name in ("outcome", "kind", "engine", "model") if content.get(name)]
    parts += [str(content["document_sha256"])[:16]] if content.get("document_sha256") else []
    parts += [f"{name}: {content[name]}" for name in ("name", "matter", "problem", "removed") if content.get(name)]
    return "  ".join(printable(part) for part in parts)


def _write_json(content: dict[str, Any], indent: int | None = 2) -> None:
    from docpipe.sinks.json import dumps

    sys.stdout.write(dumps(content, indent) + "\n")
