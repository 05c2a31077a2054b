"""``docpipe export``: the results of many documents as one table."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from docpipe.cli import options
from docpipe.cli.messages import counted, say
from docpipe.errors import SettingsError

if TYPE_CHECKING:
    from zipfile import ZipFile

    from docpipe.export.results import Loaded
    from docpipe.export.sheets import Decision
    from docpipe.export.where import Condition
    from docpipe.facts import Fact
    from docpipe.review.attach import Reviewed
    from docpipe.review.overlay import Overlay

_WRITERS = {".csv": "write_csv", ".jsonl": "write_jsonl", ".parquet": "write_parquet"}
_ENDINGS = (".xlsx", *_WRITERS)
_PART_DATE = (1980, 1, 31)
"""The day that XlsxWriter gives every part of a workbook."""


@click.command()
@click.argument("results", nargs=-1, required=True, type=options.PATH, metavar="RESULTS...")
@click.option("--to", "target", required=True, type=options.PATH, metavar="FILE", help=", ".join(_ENDINGS))
@click.option(
    "--columns", default="", help="Only these, in this order; which there are is a matter of the format: see above."
)
@click.option("--where", metavar="CONDITION", help='Only what fits: "governing_law ~ York and state = located".')
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but errors.")
def command(results: tuple[Path, ...], target: Path, columns: str, where: str | None, quiet: bool) -> int:
    """RESULTS (folders, JSON files) as one table.

    --to grid.xlsx: a workbook. One row a document, sheets of obligations, amounts, parties, clauses and checks. The
    colour is trust (green: read again from its quote; yellow: a judgement; orange: doubted by a check), the comment
    quote and page. Cells lead to their place on the pages that batch --format html makes.

    --to facts.csv (.jsonl, .parquet): one row a value, with its quote and place.

    --columns of a workbook are fields of the kind, for its first sheet (title,parties/name,governing_law; docpipe kinds
    contract lists them). Those of .csv, .jsonl and .parquet are: document, path, container, sha256, kind, field, item,
    attribute, value, number, date, page, place, bbox, quote, match, state, by, confidence, checks, pointer, id,
    decision, corrected, reviewer, decided, review_note, review.

    A condition on a field chooses documents, one on a column of facts.csv (state, page, confidence …) chooses values:
    = != < <= > >=, and ~ for "contains".
    """
    from docpipe.export.results import load_for_facts
    from docpipe.export.where import conditions, known_names
    from docpipe.review.overlay import overlay
    from docpipe.sinks.files import written_whole

    ending = target.suffix.lower()
    if ending not in _ENDINGS:
        raise SettingsError(f"--to {target}: the ending says what is written: {', '.join(_ENDINGS)}")
    if not target.absolute().parent.is_dir():
        raise SettingsError(f"--to {target}: there is no folder {target.absolute().parent}; make it first")
    if target.exists() and not _is_export(target):
        raise SettingsError(f"--to {target}: is there and no export of docpipe, or was worked in; name another")
    chosen = tuple(name.strip() for name in columns.split(",") if name.strip())
    asked = conditions(where)
    names = [condition.name for condition in asked]
    outcomes = known_names(load_for_facts(results), names, chosen if ending == ".xlsx" else ())
    about = _Counted(overlay(results))
    write = _grid if ending == ".xlsx" else _flat
    before = _state(target)
    with written_whole(target) as part:
        told = write(part, outcomes, _Chosen(chosen, asked, about, results))
        if _state(target) != before:
            raise SettingsError(f"--to {target}: was written by somebody else meanwhile and stays; name another")
    if not quiet:
        say(f"{target}: {told}")
        if count := len(about.homeless):
            say(f"{counted(count, 'decision')} about no value that is here: docpipe review status names them")
        _tell_of_batches(results)
    return 0


def _tell_of_batches(places: Sequence[Path]) -> None:
    """Say what of the last batch is not in the table yet, and what of earlier ones is in it beside."""
    from docpipe.batch.ledger import open_count
    from docpipe.batch.places import strays

    for place in places:
        if count := open_count(place):
            say(f"{counted(count, 'document')} of the last batch in {place} not done yet, and not here: run it again")
        if found := strays(place):
            told = "is of a document" if len(found) == 1 else "are of documents"
            say(f"{len(found):,} of the results in {place} {told} that the last batch there was not given")


class _Counted:
    """An overlay that notes the decisions which no row shows: their value is gone, or was added by somebody."""

    def __init__(self, about: Overlay) -> None:
        self._about = about
        self.homeless: set[tuple[str, ...]] = set()

    def __call__(self, loaded: Loaded) -> Sequence[Reviewed]:
        from docpipe.review.corrections import about

        found = self._about(loaded)
        self.homeless |= {(*about(one.correction), one.correction.by) for one in found if one.fact is None}
        return found


class _Chosen(NamedTuple):
    """What of the results is wanted, and what people have decided about them."""

    columns: tuple[str, ...]
    asked: tuple[Condition, ...]
    about: Overlay
    results: Sequence[Path]


def _grid(path: Path, outcomes: Iterable[Loaded], chosen: _Chosen) -> str:
    from docpipe.export.grid import write_grid
    from docpipe.export.names import known
    from docpipe.export.results import load_briefly

    if any(condition.on_column for condition in chosen.asked):
        raise SettingsError("--where on a column chooses values; a workbook has documents: use a field, or --to .csv")
    wanted = _wanted(outcomes, chosen.asked)
    everything = known(load_briefly(chosen.results))
    named = everything.named(wanted)
    decided = partial(_decided, chosen.about)
    written = write_grid(path, named, chosen.columns, decided, everything.listed)
    told = [counted(written.documents, "document"), counted(written.rows, "row")]
    told += [f"{written.failures:,} failed (sheet Failed)"] if written.failures else []
    told += [f"{written.without_links:,} cells without a link: a sheet takes no more"] if written.without_links else []
    return ", ".join(told)


def _decided(about: Overlay, loaded: Loaded) -> Mapping[str, Decision]:
    from docpipe.review.overlay import in_rows

    return in_rows(loaded, about(loaded))


def _wanted(outcomes: Iterable[Loaded], asked: Sequence[Condition]) -> Iterator[Loaded]:
    from docpipe.export.where import kept
    from docpipe.facts import facts

    for outcome in outcomes:
        if not asked or (not outcome.failed and kept(facts(outcome.data), asked)):
            yield outcome


def _flat(path: Path, outcomes: Iterable[Loaded], chosen: _Chosen) -> str:
    from docpipe.export import flat
    from docpipe.facts import COLUMNS
    from docpipe.settings import did_you_mean

    for name in chosen.columns:
        if name not in COLUMNS:
            raise SettingsError(f"--columns: there is no column '{name}'{did_you_mean(name, COLUMNS)}")
    write: Callable[[Path, Iterable[Fact], Sequence[str]], int] = getattr(flat, _WRITERS[path.suffix.lower()])
    counts = {"documents": 0, "failed": 0}
    rows = write(path, _facts(outcomes, chosen, counts), chosen.columns or COLUMNS)
    failed = f", {counts['failed']:,} failed (no row)" if counts["failed"] else ""
    return f"{counted(counts['documents'], 'document')}, {counted(rows, 'row')}{failed}"


def _facts(outcomes: Iterable[Loaded], chosen: _Chosen, counts: dict[str, int]) -> Iterator[Fact]:
    from docpipe.export.where import kept
    from docpipe.facts import facts
    from docpipe.review.overlay import beside

    for outcome in outcomes:
        found = [] if outcome.failed else kept(beside(facts(outcome.data), chosen.about(outcome)), chosen.asked)
        counts["failed"] += outcome.failed
        counts["documents"] += bool(found) or not (outcome.failed or chosen.asked)
        yield from found


def _untouched(book: ZipFile) -> bool:
    """Whether a workbook is docpipe's and nobody has saved it since: decisions in it would be lost.

    The seconds in which it was made and saved last are not enough: a script can do both within one. Whoever saves a
    workbook gives its parts another date than XlsxWriter does.
    """
    properties = book.read("docProps/core.xml").decode("utf-8")
    saved = re.findall(r"<dcterms:(?:created|modified)[^>]*>([^<]*)<", properties)
    dates = {one.date_time[:3] for one in book.infolist()}
    return "<dc:creator>docpipe<" in properties and len(set(saved)) == 1 and dates == {_PART_DATE}


def _state(path: Path) -> tuple[int, ...]:
    """What changes with a file; nothing where there is none."""
    try:
        told = path.stat()
    except OSError:
        return ()
    return told.st_ino, told.st_size, told.st_mtime_ns


def _is_export(path: Path) -> bool:
    """Whether a file is one that this command wrote: by its maker, or by its columns."""
    from zipfile import BadZipFile, ZipFile

    from docpipe.facts import COLUMNS

    try:
        if path.suffix.lower() == ".xlsx":
            with ZipFile(path) as book:
                return _untouched(book)
        if path.suffix.lower() == ".parquet":
            import pyarrow.parquet

            return set(pyarrow.parquet.read_schema(path).names) <= set(COLUMNS)
        with path.open(encoding="utf-8-sig", newline="") as stream:
            line = stream.readline()
        names = next(csv.reader([line]), []) if path.suffix.lower() == ".csv" else json.loads(line)
        return bool(names) and set(names) <= set(COLUMNS)
    except (OSError, ValueError, KeyError, TypeError, BadZipFile, ImportError):
        return not path.stat().st_size
