"""Does ``docpipe eval`` count as the scorers of ../shared/tools do? Both score the same results.

    python benchmarks/agreement.py contracts GOLD RESULTS --scorer ../shared/tools/score_contracts.py
    python benchmarks/agreement.py authored GOLD RESULTS --scorer ../shared/tools/score_facts.py
    python benchmarks/agreement.py reports GOLD RESULTS --scorer ../shared/tools/score_finance.py

GOLD is ``../shared/data/cuad/gold.jsonl``, ``../shared/data/authored``, ``../shared/data/finance/gold.jsonl``.

``--pdf FOLDER`` compares citations and boxes too (contracts). Exit status 1 if a figure differs in the third decimal.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import gold as converters

from docpipe.evaluate.citations import citations, finder
from docpipe.evaluate.evaluation import Evaluation, evaluate
from docpipe.evaluate.found import load_results
from docpipe.evaluate.gold import load
from docpipe.evaluate.scores import score_of

Pair = tuple[str, float | None, float | None]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=converters.CONVERTERS)
    parser.add_argument("gold", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--scorer", type=Path, required=True)
    parser.add_argument("--pdf", type=Path)
    arguments = parser.parse_args()
    mine = _mine(arguments.kind, arguments.gold, arguments.results)
    theirs = _theirs(arguments)
    apart = 0
    for name, ours, other in PAIRS[arguments.kind](mine, theirs, arguments.pdf):
        differs = ours is None or other is None or abs(ours - other) >= 0.0005
        apart += differs
        print(f"{name:34} eval {_shown(ours)}  scorer {_shown(other)}{'  DIFFERS' if differs else ''}")
    print(f"{apart} figures differ")
    return 1 if apart else 0


def _mine(kind: str, gold: Path, results: Path) -> Evaluation:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gold.jsonl"
        lines = (json.dumps(line, ensure_ascii=False) for line in converters.CONVERTERS[kind](gold))
        path.write_text("\n".join(lines), encoding="utf-8")
        return evaluate(load(path), load_results(results))


def _theirs(arguments: argparse.Namespace) -> dict[str, object]:
    """The scorer's own figures: a JSON file, or its output."""
    command = [
        sys.executable,
        str(arguments.scorer),
        "--gold",
        str(arguments.gold),
        "--results",
        str(arguments.results),
    ]
    if arguments.kind == "reports":
        said = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout
        return dict(json.loads(said))
    pdf = ["--pdf", str(arguments.pdf)] if arguments.pdf else []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.json"
        subprocess.run([*command, *pdf, "--json", str(path)], capture_output=True, check=True)
        return dict(json.loads(path.read_text()))


def _contracts(mine: Evaluation, theirs: dict, pdf: Path | None) -> Iterator[Pair]:
    fields = mine.scores.fields
    for name, other in theirs["facts"].items():
        yield name, fields[name].f1, other
    for name, other in theirs["clauses"].items():
        yield f"clauses: {name}", fields[f"clauses: {name}"].f1, other
    yield "Fact-F1", mine.scores.means["facts"], theirs["fact_f1"]
    yield "Clause-F1", mine.scores.means["clauses"], theirs["clause_f1"]
    yield "Cite-hit", mine.scores.total.cited_share, theirs["cite_hit"]
    if pdf:
        found, _ = citations(mine.results, finder(pdf))
        yield "Cite-valid", found.valid / found.quotes, theirs["cite_valid"]
        yield "Box-valid", found.boxed / found.boxes, theirs["box_valid"]


AUTHORED_NAMES = {"identifier": "parties.identifier"}


def _authored(mine: Evaluation, theirs: dict, pdf: Path | None) -> Iterator[Pair]:
    for name, other in theirs.items():
        if name not in ("micro_f1", "page"):
            score = mine.scores.fields.get(AUTHORED_NAMES.get(name, name))
            yield name, score and score.f1, other
    yield "micro F1", mine.scores.total.f1, theirs["micro_f1"]
    judged = [each for each in mine.outcomes if each.field not in ("amounts", "penalties")]
    yield "pages", score_of(judged).page_share, theirs["page"]


def _reports(mine: Evaluation, theirs: dict, pdf: Path | None) -> Iterator[Pair]:
    items = mine.scores.groups["items"]
    yield "items, precision", items.precision, theirs["items"]["p"]
    yield "items, recall", items.recall, theirs["items"]["r"]
    yield "items, F1", items.f1, theirs["items"]["f1"]
    yield "items, mean F1", mine.scores.means["items"], theirs["items"]["macro_f1"]
    yield "cover, F1", mine.scores.groups["cover"].f1, theirs["header"]["f"]
    yield "pages", mine.scores.total.page_share or 0.0, theirs["page"]["lenient"] / max(1, theirs["page"]["n"])


PAIRS = {"contracts": _contracts, "authored": _authored, "reports": _reports}


def _shown(figure: float | None) -> str:
    return "  none" if figure is None else f"{figure:6.4f}"


if __name__ == "__main__":
    sys.exit(main())
