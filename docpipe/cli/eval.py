"""``docpipe eval``: results against what people read in the documents."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from docpipe.cli import options
from docpipe.cli.messages import FAILED, counted, say, say_error
from docpipe.errors import SettingsError

if TYPE_CHECKING:
    from docpipe.evaluate.evaluation import Evaluation
    from docpipe.evaluate.found import Results
    from docpipe.evaluate.gold import Gold
    from docpipe.evaluate.tables import Table
    from docpipe.types import Json


class Wanted(Struct, frozen=True):
    """What is shown: the errors of fields, the folder of the documents for citations, results to compare with."""

    errors: tuple[str, ...]
    documents: Path | None
    compare: tuple[Path, Path] | None


_ERRORS = click.option("--errors", multiple=True, metavar="FIELD", help="What is wrong or missing there. Repeatable.")
_DOCUMENTS = click.option(
    "--documents", type=options.PATH, metavar="DIR", help="The PDFs: judge quotes and boxes by them."
)
_COMPARE = click.option(
    "--compare", type=(options.PATH, options.PATH), metavar="A B", help="Two folders of results: is B better than A?"
)


@click.command()
@click.argument("gold", type=options.PATH)
@click.argument("results", nargs=-1, type=options.PATH, metavar="[RESULTS_OR_DOCUMENTS]...")
@options.gather("wanted", Wanted, _ERRORS, _DOCUMENTS, _COMPARE)
@options.target("pretty", "json", "markdown", "csv")
@options.analysis
@options.talk_of_reading
def command(
    gold: Path,
    results: tuple[Path, ...],
    wanted: Wanted,
    target: options.Target,
    overrides: dict[str, object],
    talk: options.Talk,
) -> int:
    """Score results against GOLD: per field precision, recall and F1, citations, calibration, errors with their text.

    RESULTS are folders (or files) of JSON that analyze or batch wrote; documents, or a folder of them, are analyzed
    now; where both are given, those that have no result. A document without a result counts as all facts missing.

    \b
    GOLD is JSON Lines, one document a line, in your own words and files:
      {"document": "lease.pdf", "facts": [
        {"field": "governing_law", "value": "New York", "page": 12, "quote": "the laws of the State of New York"},
        {"field": "effective_date", "value": "2024-03-01", "accept": ["2024-03-04"]},
        {"field": "parties", "value": "Fenwick Holdings LLC"}, {"field": "parties", "value": "Ardent Mills Ltd"},
        {"field": "renewal_term", "value": null}]}
    (each on one line). A field that a document's facts do not name is not scored there; null says that the document
    does not have it. Elements of a list are a fact each. Durations are {"count": 30, "unit": "day"}, money
    {"amount": "3000000.00", "currency": "CNY"}.

    \b
    More that a fact may have:
      accept     other right answers, plain or {"value": …, "page": …}
      tolerate   values that are neither right nor wrong
      quotes, pages, tolerance (of a number)
      where      which elements of a list: {"name": "revenue", "period_end": {"before": "2024-01-01"}}
      as         a name of its own to score it under: "revenue, prior"
      with       further attributes of the element: {"identifier": "91-2277"}
      sides      the quotes between which a check must see a conflict

    \b
    A first line may name the kind (contract if absent) and how fields are compared that are not the kind's own, or
    that you want otherwise: {"kind": "contract", "fields": {"rent": {"compare": "number", "paths": ["/rent/amount"]}}}
      compare    text (one holds the other, nearly), exact, code (10-Q, FORM 10Q), title (the same words), name (without
                 its legal form), date (slack_days), duration (in days), number (tolerance, unsigned), money,
                 jurisdiction, wording (its quote is the answer's), conflict
      paths      JSON Pointers of the values, * for each element: ["/parties/*/name"]
      match      one (value), each (element answers one fact), any (element may answer several)
      extra      a value without a fact is wrong (the default), wrong once if nothing is right, or ignored
      on_page, split (each value a field of its own), alike (0 to 100), group (the mean that it counts in)

    \b
    docpipe eval gold.jsonl results/ --errors parties
    docpipe eval gold.jsonl results/ --documents contracts/ --format markdown
    docpipe eval gold.jsonl contracts/*.pdf
    docpipe eval gold.jsonl --compare before/ after/
    """
    from docpipe.evaluate.evaluation import evaluate
    from docpipe.evaluate.gold import load

    asked = load(gold)
    if wanted.compare is not None:
        if results:
            raise SettingsError("--compare A B names both sets of results; leave out the others")
        pair = [evaluate(asked, _written([path])) for path in wanted.compare]
        for path, each in [] if talk.quiet else zip(wanted.compare, pair, strict=True):
            if each.without:
                say(f"note: {path} lacks {counted(len(each.without), 'document')} of gold, such as {each.without[0]}")
        _write(target, *_compared(pair[0], pair[1]))
        return 0
    if not results:
        raise SettingsError("names no results: a folder of them, documents, or --compare A B")
    found, failed = _results(results, asked, overrides, talk)
    evaluation = evaluate(asked, found)
    for name in [] if talk.quiet else evaluation.without[:3]:
        say(f"note: no result for {name}")
    _write(target, *_shown(evaluation, wanted))
    if not talk.quiet:
        share = evaluation.scores.total
        say(f"{counted(len(evaluation.results), 'document')} scored, F1 of all facts {share.f1:.3f}")
    return FAILED if failed else 0


def _shown(evaluation: Evaluation, wanted: Wanted) -> tuple[list[Table], dict[str, Json]]:
    from docpipe.evaluate import tables
    from docpipe.evaluate.evaluation import of_fields

    made, plain = tables.tables(evaluation), tables.as_json(evaluation)
    if wanted.documents is not None:
        judged, flaws = _citations(evaluation, wanted.documents)
        made.append(tables.citation_table(judged))
        plain["citations"] = {**_plain(judged), "flaws": [_plain(flaw) for flaw in flaws]}
    if wanted.errors:
        outcomes = of_fields(evaluation.outcomes, wanted.errors)
        made = [tables.errors_table(outcomes)]
        plain["errors"] = [_plain(each) for each in outcomes if each.verdict in ("wrong", "missing")]
    return made, plain


def _citations(evaluation: Evaluation, folder: Path) -> tuple[Any, list[Any]]:
    from docpipe.evaluate.citations import citations, finder

    if not folder.is_dir():
        raise SettingsError(f"--documents {folder}: is no folder; name the one that holds the PDFs")
    return citations(evaluation.results, finder(folder))


def _compared(before: Evaluation, after: Evaluation) -> tuple[list[Table], dict[str, Json]]:
    from docpipe.evaluate import difference, tables

    changed = difference.changes(before.outcomes, after.outcomes)
    turned = list(difference.turns(before.outcomes, after.outcomes))
    plain = {
        "changes": [{**_plain(each), "verdict": each.verdict} for each in changed],
        "documents": [_plain(each) for each in turned],
    }
    return [tables.change_table(changed), tables.turn_table(turned)], plain


def _plain(record: Any) -> dict[str, Json]:
    from msgspec.structs import asdict

    return asdict(record)


def _results(
    paths: Sequence[Path], gold: Gold, overrides: dict[str, object], talk: options.Talk
) -> tuple[Results, int]:
    """What was written, what an analysis of the documents without a result gives now, and how many of them failed."""
    from docpipe.evaluate.found import names_of

    for path in paths:
        if not path.exists():
            raise SettingsError(f"{path} does not exist: name results or documents")
    written = _written([path for path in paths if path.is_dir() or path.suffix.lower() == ".json"])
    documents = [document for path in paths for document in _documents(path)]
    if written.count:
        left = {name for each in gold.documents if written.of(each) is None for name in names_of(each.name)[:2]}
        documents = [document for document in documents if left & set(names_of(str(document)))]
        if documents and not talk.quiet:
            told = f"{counted(written.count, 'result')} found; analyzing {counted(len(documents), 'document')} of gold"
            say(f"note: {told} without one, such as {documents[0].name}")
    elif not documents:
        raise SettingsError(f"{paths[0]}: holds neither results (JSON of analyze or batch) nor documents to analyze")
    return _analyzed(documents, written, gold, (overrides, talk)) if documents else (written, 0)


def _documents(path: Path) -> list[Path]:
    """A document, or every one below a folder; results are none."""
    from docpipe.batch.folder import search

    if path.is_file():
        return [] if path.suffix.lower() == ".json" else [path]
    return [job.source for job in search(path, path / ".docpipe").jobs]


def _written(paths: Sequence[Path]) -> Results:
    from docpipe.evaluate.found import Results, load_results

    results = Results()
    for path in paths:
        if not path.exists():
            raise SettingsError(f"{path} does not exist: name a folder of results")
        results = load_results(path, results)
    return results


def _analyzed(
    documents: Sequence[Path], results: Results, gold: Gold, asked: tuple[dict[str, object], options.Talk]
) -> tuple[Results, int]:
    """The results, with those that an analysis of documents gives now, and how many documents failed."""
    from docpipe import api
    from docpipe.cli.report import go_offline
    from docpipe.settings import load
    from docpipe.sinks.json import result_to_json
    from docpipe.types import Result

    overrides, talk = asked
    settings = load(overrides)
    go_offline(settings)
    failed = 0
    for outcome in api.analyze_many(documents, gold.kind, settings):
        if isinstance(outcome, Result):
            results.add(result_to_json(outcome))
        else:
            failed += 1
            say_error(outcome.error, outcome.source, json_errors=talk.json_errors)
    return results, failed


def _write(target: options.Target, made: list[Table], plain: dict[str, Json]) -> None:
    from docpipe.evaluate.tables import FORMATS
    from docpipe.sinks.json import dumps

    form = target.format or _format_of(target.output)
    text = dumps(plain, 2) + "\n" if form == "json" else FORMATS[form](made)
    if target.output is None:
        sys.stdout.write(text)
        return
    if target.output.is_dir():
        raise SettingsError(f"--output {target.output}: is a folder; name a file such as scores.md")
    target.output.write_text(text, encoding="utf-8", newline="\n")


def _format_of(output: Path | None) -> str:
    """By the ending of the file; without one, as other commands: pretty on a terminal, JSON in a pipe."""
    endings = {".json": "json", ".md": "markdown", ".csv": "csv"}
    if output is not None:
        return endings.get(output.suffix.lower(), "pretty")
    return "pretty" if sys.stdout.isatty() else "json"
