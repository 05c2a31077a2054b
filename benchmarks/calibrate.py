"""Weights for the confidences of a kind: signs of values (``docpipe.verify.confidence``) against gold.

    python benchmarks/calibrate.py contract contracts.jsonl ../shared/data/cuad/pdf --work signs --unseen DIR --write
    python benchmarks/calibrate.py financial_report reports.jsonl ../shared/data/finance/pdf --work signs --write

GOLD is in the format of ``docpipe eval`` (``benchmarks/gold.py`` makes it). Each field gets a logistic regression with
a penalty on its weights, over signs that at least five values have; one in which hardly anything is wrong gets one
figure for all. The figures printed are cross-validated: a value is
rated by what was learnt from the documents of *other* companies. ``--work`` keeps the analysed documents, so that a
second run needs no reading (empty it when rules have changed). ``--write`` writes the module with the weights.

The model of clauses that ships with docpipe was trained on the contracts of GOLD. So the clauses of each contract are
found by the model of ``--unseen`` (``train_clauses.py --unseen`` makes them) that has not seen its filer, and the folds
are those of these models; without it, clauses are neither reported nor rated anew.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from docpipe import api, kinds, merge, rules
from docpipe.errors import DocpipeError
from docpipe.evaluate.evaluation import evaluate
from docpipe.evaluate.found import load_results
from docpipe.evaluate.gold import load
from docpipe.evaluate.matching import Outcome
from docpipe.evaluate.reliability import Reliability, reliability
from docpipe.rules.contract import clause_model
from docpipe.settings import load as load_settings
from docpipe.types import Chunk
from docpipe.verify import verify
from docpipe.verify.confidence import CALIBRATED, likelihood, signs_of

CLAUSES = "clauses"
FOLDS = 10
PENALTY = 8.0
"""Of 2, 4, 6, 8 and 12 the cross-validated loss over all fields of contracts is least at 8 and 12 (.280; at 2 .285)."""
FEWEST = 5
"""Values that must have a sign before it gets a weight."""
FEWEST_OF_A_FIELD = 30
FEWEST_WRONG = 3
"""Values, and wrong ones among them, that a field needs before signs can tell it anything: fields with fewer get one
confidence for all, by Laplace's rule of succession over *companies*, since what is right in one report of a company is
right in its next."""
FEWEST_COMPANIES = 5
PARTS = {"parties": "name", "clauses": "category", "items": "value"}
"""The part of an element that gold judges."""
SOURCES = {
    "contract": "the 365 development contracts of CUAD v1 (The Atticus Project, CC BY 4.0)",
    "financial_report": "23 public filings (SEC EDGAR), labelled by hand for docpipe",
}


class Sample(NamedTuple):
    """A value: its field, the company that its document is of, its signs, and whether it is right."""

    field: str
    group: str
    signs: dict[str, float]
    outcome: Outcome


class Unseen(NamedTuple):
    """Models of clauses that were trained without a fold each, and the fold of each file."""

    folder: Path
    folds: dict[str, int]

    def model(self, file: str) -> Path:
        """The model that has not seen the filer of a contract."""
        return self.folder / f"fold-{self.folds[file]}.bin"


class Weights(NamedTuple):
    start: float
    signs: dict[str, float]

    def rate(self, signs: Mapping[str, float]) -> float:
        return likelihood(self.start + sum(self.signs.get(sign, 0.0) * much for sign, much in signs.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=SOURCES)
    parser.add_argument("gold", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--unseen", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--penalty", type=float, default=PENALTY)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    unseen = _unseen(arguments.unseen) if arguments.unseen else None
    collect(partial(signed, arguments.kind, unseen), arguments.folder, arguments.work, arguments.workers)
    samples = [each for each in judge(arguments.gold, arguments.work) if unseen or each.field != CLAUSES]
    by_field: dict[str, list[Sample]] = {}
    for sample in samples:
        by_field.setdefault(sample.field, []).append(sample)
    enough = {name: mine for name, mine in by_field.items() if len({each.group for each in mine}) >= FEWEST_COMPANIES}
    folds = unseen.folds if unseen else by_company(samples)
    rated = [outcome for mine in enough.values() for outcome in cross_validated(mine, folds, arguments.penalty)]
    report(rated, [sample.outcome for sample in samples])
    if arguments.write:
        _write(arguments.kind, {name: fit(mine, arguments.penalty) for name, mine in enough.items()}, len(samples))
    return 0


def _unseen(folder: Path) -> Unseen:
    return Unseen(folder, json.loads((folder / "folds.json").read_text(encoding="utf-8")))


def collect(analyse: Callable[[Path], dict[str, Any] | None], folder: Path, work: Path, workers: int) -> None:
    """Analyse what has not been analysed yet; a result each, with the signs of its values."""
    work.mkdir(parents=True, exist_ok=True)
    paths = [path for path in sorted(folder.iterdir()) if path.suffix.lower() == ".pdf"]
    todo = [path for path in paths if not (work / f"{path.stem}.json").exists()]
    with ProcessPoolExecutor(workers) as pool:
        for path, result in zip(todo, pool.map(analyse, todo), strict=True):
            if result is not None:
                (work / f"{path.stem}.json").write_text(json.dumps(result, ensure_ascii=False), encoding="utf-8")


def signed(kind_name: str, unseen: Unseen | None, path: Path) -> dict[str, Any] | None:
    """A result with the signs of its values beside their trust; None for a document that cannot be read."""
    if unseen is not None and unseen.model(path.name) != clause_model.DATA:
        clause_model.DATA = unseen.model(path.name)
        clause_model.model.cache_clear()
    try:
        document = api.read(path, load_settings({"ocr": "never", "audit": False}))
    except DocpipeError as error:
        print(f"{path.name}: {error.code}", file=sys.stderr)
        return None
    kind = kinds.load(kind_name)
    found = rules.find(document, Chunk(0, 0, len(document.text), 0), kind_name)
    draft = merge.settle(rules.derive(document, merge.unite(found, kind), kind_name), kind)
    verified = verify(document, draft, kind)
    signs = dict(signs_of(document, draft, verified.evidence, verified.trust, verified.checks))
    evidence = {at: [{"page": e.page, "quote": e.quote} for e in some] for at, some in verified.evidence.items()}
    trust = {at: {"state": entry.state, "signs": signs.get(at, {})} for at, entry in verified.trust.items()}
    source = {"name": path.name, "sha256": document.source.sha256}
    return {"docpipe": "", "document": source, "value": verified.data, "evidence": evidence, "trust": trust}


def judge(gold: Path, work: Path) -> list[Sample]:
    """The values of the collected results that gold judges."""
    evaluation = evaluate(load(gold), load_results(work))
    results = dict(evaluation.results)
    samples = []
    for outcome in evaluation.outcomes:
        if outcome.verdict not in ("right", "wrong") or not outcome.pointer:
            continue
        field, trust = outcome.pointer.split("/")[1], results[outcome.document]["trust"]
        root = "/".join(outcome.pointer.split("/")[: 3 if outcome.pointer.split("/")[2:3] else 2])
        signs = (trust.get(root) or {}).get("signs")
        if signs:
            samples.append(Sample(field, company(outcome.document), signs, outcome))
    return samples


def company(document: str) -> str:
    """The company that a document is of: the first word of its name."""
    return str(re.findall(r"[A-Za-z]{3,}|$", Path(document).stem)[0]).casefold()


def by_company(samples: Sequence[Sample]) -> dict[str, int]:
    """The fold of each document, the same for all of a company."""
    groups = sorted({sample.group for sample in samples})
    chance = np.random.default_rng(20261130)
    fold_of = dict(zip(groups, map(int, chance.permutation(len(groups)) % FOLDS), strict=True))
    return {sample.outcome.document: fold_of[sample.group] for sample in samples}


def cross_validated(samples: Sequence[Sample], folds: Mapping[str, int], penalty: float) -> list[Outcome]:
    """Each value as rated by what the documents of other companies teach."""
    from msgspec.structs import replace

    rated = []
    for fold in range(FOLDS):
        held = [sample for sample in samples if folds[sample.outcome.document] == fold]
        weights = fit([sample for sample in samples if folds[sample.outcome.document] != fold], penalty)
        rated += [replace(sample.outcome, confidence=weights.rate(sample.signs)) for sample in held]
    return rated


def fit(samples: Sequence[Sample], penalty: float) -> Weights:
    """The weights that make what happened most likely, less a penalty on their squares (Newton's method)."""
    wrong = sum(sample.outcome.verdict == "wrong" for sample in samples)
    if wrong < FEWEST_WRONG or len(samples) < FEWEST_OF_A_FIELD:
        return Weights(_succession(samples), {})
    names = _telling(samples)
    at = {name: index + 1 for index, name in enumerate(names)}
    x = np.zeros((len(samples), len(names) + 1))
    x[:, 0] = 1
    for row, sample in enumerate(samples):
        for sign in at.keys() & sample.signs.keys():
            x[row, at[sign]] = sample.signs[sign]
    y = np.array([sample.outcome.verdict == "right" for sample in samples], dtype=float)
    ridge = np.full(len(names) + 1, penalty)
    ridge[0] = 0.05
    w = np.zeros(len(names) + 1)
    for _ in range(50):
        p = 1 / (1 + np.exp(-(x @ w)))
        step = np.linalg.solve((x.T * (p * (1 - p))) @ x + np.diag(ridge), x.T @ (y - p) - ridge * w)
        w += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-6:
            break
    return Weights(round(float(w[0]), 2), {name: round(float(w[i]), 2) for name, i in at.items() if abs(w[i]) >= 0.05})


def _telling(samples: Sequence[Sample]) -> list[str]:
    """The signs that enough values have, or have more of than the others."""
    strengths: dict[str, Counter[float]] = {}
    for sample in samples:
        for sign, much in sample.signs.items():
            strengths.setdefault(sign, Counter())[much] += 1
    most = {
        sign: max(len(samples) - seen.total(), *seen.values()) for sign, seen in strengths.items()
    }  # those without it have as much of it: nothing
    return sorted(sign for sign, count in most.items() if count <= len(samples) - FEWEST)


def _succession(samples: Sequence[Sample]) -> float:
    """The weight of the chance that the next company's values are right: (right + 1) of (all + 2)."""
    companies = {sample.group for sample in samples}
    faulty = {sample.group for sample in samples if sample.outcome.verdict == "wrong"}
    chance = (len(companies) - len(faulty) + 1) / (len(companies) + 2)
    return round(math.log(chance / (1 - chance)), 2)


def report(rated: list[Outcome], judged: list[Outcome]) -> None:
    """A line a field: values, share of right ones, calibration error, how many are sure and how many of these right."""
    print(f"{'field':22} values  right  error  at 0.9  of these right")
    fields = dict.fromkeys(outcome.field.partition(":")[0] for outcome in rated)
    for name in fields:
        mine = [outcome for outcome in rated if outcome.field.partition(":")[0] == name]
        print(_line(name, reliability(mine), mine))
    print(_line("all", reliability(rated), rated))
    sure = reliability(rated).sure
    print(f"of {len(judged)} values that gold judges, {sure} ({sure / len(judged):.1%}) have 0.9 and more")
    for each in reliability(rated).bins:
        share = f"mean {each.confidence:.3f}, right {each.right:.3f}"
        print(f"  {each.low:.1f} to {each.high:.1f}: {each.count:5} values, {share}")


def _line(name: str, found: Reliability, outcomes: list[Outcome]) -> str:
    right = sum(outcome.verdict == "right" for outcome in outcomes) / len(outcomes)
    of_sure = found.sure_right / found.sure if found.sure else float("nan")
    share = found.sure / found.values
    return f"{name:22} {found.values:6}  {right:.3f}  {found.error:.3f}   {share:.3f}           {of_sure:.3f}"


def _write(kind: str, fields: dict[str, Weights], count: int) -> None:
    path = Path(__file__).parent.parent / "docpipe" / "verify" / "calibrated" / f"{kind}.py"
    before = import_module(CALIBRATED[kind]).FIELDS
    if CLAUSES in before and CLAUSES not in fields:  # no models without a fold: what was learnt with them stands
        _, start, signs = before[CLAUSES]
        fields = {**fields, CLAUSES: Weights(start, signs)}
    lines = [
        f'"""Made by ``benchmarks/calibrate.py {kind}`` from {count:,} values of',
        f'{SOURCES[kind]}. Do not edit."""',
        "",
        "FIELDS: dict[str, tuple[str, float, dict[str, float]]] = {",
    ]
    for name, weights in sorted(fields.items()):
        start = f"    {json.dumps(name)}: ({json.dumps(PARTS.get(name, ''))}, {weights.start}, {{"
        if not weights.signs:
            lines.append(f"{start}}}),")
            continue
        lines.append(start)
        lines += [f"        {json.dumps(sign)}: {weight}," for sign, weight in sorted(weights.signs.items())]
        lines.append("    }),")
    lines += ["}  # fmt: skip", ""]
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
