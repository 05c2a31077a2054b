"""What a batch says at its end of documents that are done and yet not to be relied on without a look; its index."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from docpipe.batch.folder import Found, name_of, printable
from docpipe.batch.runner import Outcome
from docpipe.batch.sources import File
from docpipe.cli.messages import counted
from docpipe.errors import SettingsError
from docpipe.sinks.folder import REPORT

if TYPE_CHECKING:
    from docpipe.batch.manifest import Astray, Listed
    from docpipe.sinks.index import Beside, IndexRow

MOST_LINES = 10
"""Documents that are named at the end of a batch: more of them push the summary off a terminal of 24 lines."""

MOST_NOTES = 2
"""Notes of a document on its line."""

Note = tuple[Literal["error", "warning"], str]


def notes(outcome: Outcome) -> tuple[Note, ...]:
    """What to know of one document, worst first."""
    if outcome.error is not None:
        return (("error", outcome.error.message), *(("warning", text) for text in outcome.warnings))
    found: list[Note] = [("error", f"a check of severity error: {text}") for text in outcome.errors]
    found += [("warning", text) for text in outcome.warnings]
    found += [("warning", "no value was found")] if outcome.without_values else []
    return tuple(found)


def noted_lines(outcomes: Sequence[Outcome], folder: Path, where: str) -> list[str]:
    """Lines about the documents that are done and have notes, worst first: how many there are, then a line for each of
    the first, and where the others are found."""
    noted = [(outcome, own) for outcome in outcomes if outcome.error is None and (own := notes(outcome))]
    if not noted:
        return []
    noted.sort(key=lambda pair: (pair[1][0][0] != "error", not pair[0].without_values))
    lines = [f"{counted(len(noted), 'document')} with warnings, checks of severity error or no value:"]
    for outcome, own in noted[:MOST_LINES]:
        more = f" (and {len(own) - MOST_NOTES} more)" if len(own) > MOST_NOTES else ""
        lines.append(f"  {name_of(outcome.job, folder)}: {'; '.join(text for _, text in own[:MOST_NOTES])}{more}")
    if len(noted) > MOST_LINES:
        lines.append(f"  and {len(noted) - MOST_LINES:,} more: see {where}")
    return lines


def astray_lines(listed: Listed, name: str, where: str) -> list[str]:
    """Lines about the rows of a list that say something of no document: how many, then the first of them, those before
    the others of which nobody knows what they mean."""
    if not listed.astray:
        return []
    first = sorted(listed.astray, key=lambda one: not one.is_lost)
    lines = [f"{name}: {counted(len(first), 'row')} about no document that is here:"]
    lines += [f"  {about}: {why}" for about, why in astray_rows(first[:MOST_LINES])]
    return [*lines, *([f"  and {len(first) - MOST_LINES:,} more: see {where}"] if len(first) > MOST_LINES else [])]


def astray_rows(astray: Sequence[Astray]) -> list[tuple[str, str]]:
    """``row 4, gone/lease.pdf`` and why it is about no document."""
    return [(f"row {one.row.number}{one.row.named and f', {one.row.named}'}", one.why) for one in astray]


def beside_documents(found: Found, listed: Listed | None) -> list[Beside]:
    """By name, all that was found and is no document of a batch, and rows of a list that are about none."""
    from docpipe.sinks.index import Beside

    told: list[Beside] = []
    if listed and listed.astray:
        lines = tuple(f"{about}: {why}" for about, why in astray_rows(listed.astray))
        rows = f"{counted(len(lines), 'row')} of the manifest about no document that is here"
        told.append(Beside(rows, lines, "error" if any(one.is_lost for one in listed.astray) else "none"))
    kinds = dict.fromkeys(one.skipped for one in found.skipped)
    groups = [
        ("file", "of other types, not read", found.not_read),
        *((kind, "that nobody looked into", [one for one in found.skipped if one.skipped == kind]) for kind in kinds),
        ("file", "hidden, or left there by programs", [File(path) for path in found.hidden]),
        ("file", "that docpipe wrote", [File(path) for path in found.ours]),
    ]
    names = ((word, what, tuple(name_of(one, found.folder) for one in files)) for word, what, files in groups if files)
    return [*told, *(Beside(f"{counted(len(lines), word)} {what}", lines) for word, what, lines in names)]


def check_page(outcomes: Sequence[Path | None], output: Path) -> Path:
    """Where the page of the batch goes. Raises SettingsError where a file stands that docpipe did not write."""
    from docpipe.sinks.owned import is_owned

    taken = {path for path in outcomes if path is not None}
    page = output / REPORT
    if page in taken:
        page = output / f"_{REPORT}"  # a document is called report.pdf
    if page.is_file() and not is_owned(page):
        raise SettingsError(f"{page}: is there already and was not written by docpipe: move it, or name another folder")
    return page


Summary = Sequence[tuple[str, str]]


def states(outcomes: Sequence[Outcome], left: int, not_read: int) -> Summary:
    """How the documents of a folder have ended, as a summary: what was found is their sum."""
    failed = Counter(outcome.error.code for outcome in outcomes if outcome.error is not None)
    copies = sum(outcome.is_copy for outcome in outcomes)
    codes = ", ".join(f"{count:,} {code}" for code, count in failed.most_common())
    told = [("Done", f"{len(outcomes) - failed.total() - copies:,}")]
    told += [("Copies of others", f"{copies:,}")] if copies else []
    told += [("Failed", f"{failed.total():,}: {codes}")] if failed else []
    told += [("Not done yet", f"{left:,}")] if left else []
    told += [("Not read", counted(not_read, "file") + " of other types")] if not_read else []
    return told


def write_page(
    outcomes: Sequence[Outcome], folder: Path, page: Path, summary: Summary = (), beside: Sequence[Beside] = ()
) -> None:
    """The page that tells of every document and leads to its own, in the order of their paths, and of what
    there is beside them. Raises OSError."""
    from docpipe.sinks.files import write_atomic
    from docpipe.sinks.index import index_page

    rows = [_row(one, folder, page) for one in sorted(outcomes, key=_source)]
    write_atomic(page, printable(index_page(rows, summary, beside)))


def _row(outcome: Outcome, folder: Path, page: Path) -> IndexRow:
    from docpipe.sinks.index import IndexRow

    shown, tally = outcome.job.shown, outcome.tally
    leads = shown if shown is not None and not outcome.is_copy else outcome.job.slot.result
    way = Path(os.path.relpath(leads, page.parent)).as_posix()
    link = quote(way, errors="surrogateescape") if outcome.error is None else None
    counts = (outcome.page_count, tally.confirmed, tally.located, tally.to_look_at) if outcome.error is None else ()
    original = outcome.job.original
    copied: tuple[Note, ...] = () if original is None else (("warning", f"a copy of {name_of(original, folder)}"),)
    return IndexRow(name_of(outcome.job, folder), link, counts, (*copied, *notes(outcome)))


def _source(outcome: Outcome) -> Path:
    return outcome.job.source
