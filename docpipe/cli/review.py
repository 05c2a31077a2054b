"""``docpipe review``: what people decide about values, kept beside the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from docpipe.cli import options
from docpipe.cli.messages import FAILED, counted, say
from docpipe.errors import SettingsError
from docpipe.recording import user
from docpipe.review.corrections import ACTIONS

if TYPE_CHECKING:
    from docpipe.review.corrections import Action, Correction

_RESULTS = click.argument("results", type=options.PATH, metavar="RESULTS")
_BY = click.option("--by", metavar="NAME", help="Who decides; by default the name of this account.")


@click.group()
def command() -> None:
    """What people decide about values, in RESULTS/corrections.jsonl. Values of the machine stay as they are.

    \b
    docpipe export results/ --to grid.xlsx              (decide in the workbook)
    docpipe review import grid.xlsx results/            (see what would be taken over)
    docpipe review import grid.xlsx results/ --apply
    """


@command.command("import")
@click.argument("file", type=options.PATH)
@_RESULTS
@click.option("--apply", "really", is_flag=True, help="Take the decisions over; without it they are only shown.")
@_BY
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but what is wrong.")
def import_(file: Path, results: Path, really: bool, by: str | None, quiet: bool) -> int:
    """Decisions from a workbook of docpipe export, or from a .jsonl that the HTML page saved.

    Rows are known by hidden ids, so sorting, filtering, and adding or deleting columns does no harm. A cell that was
    changed without a decision is told and not taken over.
    """
    from docpipe.review import corrections
    from docpipe.review.deciding import called, from_page, from_workbook

    _check_folder(results)
    saved = file.suffix.lower() == ".jsonl"
    if saved:
        made, problems = from_page(corrections.lines(file), results)
    else:
        made, problems = from_workbook(file, results, by or user())
    fresh = corrections.fresh(made, corrections.read(results))
    if really:
        corrections.append(results, fresh)
    if not quiet:
        names = called(results) if fresh else {}
        for one in fresh:
            say(_line(one, names))
        again = f", {len(made) - len(fresh):,} known already" if len(made) > len(fresh) else ""
        done = "taken over" if really else "found; nothing is changed yet: --apply takes them over"
        say(f"{counted(len(fresh), 'decision')} {done}{again}")
    for problem in problems:
        say(f"{problem.where}: {problem.why}")
    return FAILED if problems else 0


@command.command()
@_RESULTS
@click.argument("document")
@click.argument("pointer", metavar="PATH")
@click.argument("action", type=click.Choice(ACTIONS))
@click.argument("value", required=False)
@click.option("--note", help="Why.")
@click.option("--quote", help="Where the document says VALUE, for add and correct.")
@click.option("--page", type=click.IntRange(1), help="On which page.")
@_BY
def decide(results: Path, document: str, pointer: str, action: str, value: str | None, **more: str | int | None) -> int:
    """Decide on one value: docpipe review decide results/ lease.pdf /governing_law/0 correct Texas

    PATH is the value's JSON Pointer, as results and facts.csv have it.
    """
    import msgspec

    from docpipe.export.results import load
    from docpipe.review import corrections, deciding

    _check_folder(results)
    if (action in ("correct", "add")) != (value is not None):
        raise SettingsError(f"{action} {'needs the right VALUE' if value is None else 'takes no VALUE'}")
    by = str(more.pop("by") or user())
    values = deciding.named(load([results]), document)
    words = msgspec.convert(more, deciding.Words)
    one = deciding.decide(values, pointer, cast("Action", action), value, words, by)
    corrections.append(results, [one])
    say(_line(one, deciding.called(results)))
    return 0


@command.command()
@_RESULTS
def status(results: Path) -> int:
    """How many decisions there are, and which need another look: the value changed, it is gone, none was found to stand
    beside, or people disagree."""
    from docpipe.export.results import load
    from docpipe.review import attach, corrections, deciding
    from docpipe.review.values import values_of

    _check_folder(results)
    decided = corrections.read(results)
    there = values_of(load([results]), {one.document_sha256 for one in decided})
    found = [one for values in there.values() for one in attach.reviewed(values, decided)]
    actions = Counter(one.correction.action for one in found)
    told = ", ".join(f"{count:,} {action}" for action, count in sorted(actions.items()))
    people = counted(len({one.correction.by for one in found}), "reviewer")
    print(f"{counted(len(found), 'decision')} by {people}{': ' if told else ''}{told}")
    names = deciding.called(results)
    for one in found:
        if one.message:
            print(f"{_called(one.correction, names)}: {one.correction.path}: {one.message}")
    _tell_gone(decided, there)
    return 0


@command.command()
@_RESULTS
@click.option("--to", "target", required=True, type=options.PATH, metavar="FILE", help="A gold file (.jsonl).")
def export(results: Path, target: Path) -> int:
    """Decisions as a gold file for docpipe eval.

    A field counts when there is a decision on it; a list when there is one on every element that was found. What is
    left out is told: where people disagree, the value has changed or is gone. A corrected value has a quote only where
    its reviewer gave one (review decide --quote).
    """
    import json

    from docpipe.export.results import load
    from docpipe.review import corrections
    from docpipe.review.gold import gold
    from docpipe.review.values import values_of
    from docpipe.sinks.files import write_atomic

    _check_folder(results)
    if target.exists():
        raise SettingsError(f"--to {target}: is there already; name another file")
    decided = corrections.read(results)
    there = values_of(load([results]), {one.document_sha256 for one in decided})
    lines = [json.dumps(line, ensure_ascii=False) for line in gold(there.values(), decided, say)]
    write_atomic(target, "".join(f"{line}\n" for line in lines))
    say(f"{target}: {counted(max(len(lines) - 1, 0), 'document')} of {counted(len(there), 'document')} with decisions")
    _tell_gone(decided, there)
    return 0


def _tell_gone(decided: Sequence[Correction], there: Collection[str]) -> None:
    """Documents that were decided on and have no result any more."""
    names = {one.document_sha256: one.document or one.document_sha256 for one in decided}
    if left := [name for sha256, name in names.items() if sha256 not in there]:
        say(f"{counted(len(left), 'document')} with decisions, and no result here: {', '.join(left)}")


def _check_folder(results: Path) -> None:
    if not results.is_dir():
        raise SettingsError(f"{results} is not a folder: decisions are kept in the folder of the results")


def _called(one: Correction, names: Mapping[str, str]) -> str:
    return names.get(one.document_sha256) or one.document or one.document_sha256


def _line(one: Correction, names: Mapping[str, str]) -> str:
    value = f" {one.machine!r}" if one.machine else ""
    right = f" -> {one.value!r}" if one.value else ""
    return f"{_called(one, names)}: {one.path}: {one.action}{value}{right}{f' ({one.note})' if one.note else ''}"
