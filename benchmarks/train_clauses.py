"""Train the model of clause categories on contracts with gold clauses, and measure it on filers that it has not seen.

    python -m venv trainer && trainer/bin/pip install . numpy scipy scikit-learn rapidfuzz
    trainer/bin/python benchmarks/train_clauses.py GOLD.jsonl FOLDER --cache CACHE [--write MODEL] [--unseen DIR]

GOLD has one contract a line: ``file`` and ``clauses`` {category: [quote, ...]}; FOLDER holds the PDFs. Contracts are
read as docpipe reads them (without OCR), and kept in CACHE with the scores. ``--write`` writes the model trained on
all contracts, ``--unseen`` the model of each fold and ``folds.json`` with the fold of each file, for results by models
that have not seen the filer.

A sentence is a positive example if it overlaps a gold quote by a third of the shorter one. Folds are by filer (the
first part of a file's name). The printed figures are cross-validated: weights, pruning and rounding come from the
other folds, thresholds and calibration from the scores that these got in their turn (by models that had seen the fold
left out: not nested to the last). The constants below were chosen by these figures too, which move by .01 with them.
"""

from __future__ import annotations

import argparse
import json
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
from clause_rows import WORKERS, Row, kept, rows_of
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from docpipe.kinds.contract import CATEGORIES
from docpipe.rules.contract.clause_model import GAP_BIT, HEADING_MARK, SHORT, Line, packed

FOLDS = 10
OVERLAP = 0.33
"""Share of the shorter one that a sentence and a gold quote have in common."""
FEWEST_CONTRACTS = 4
"""Contracts in which a word or pair stands: rarer ones are names."""
STRENGTH = 0.5
"""Inverse of the penalty on weights: from 0.1 to 1 the figures are the same within their noise."""
KEYWORD_SCALE = 0.7
"""Size of a fired pattern beside the words of a sentence, which have a length of about one together."""
SHARE_OF_PLAIN = 0.3
"""Share of the sentences without clause or keyword that is trained on, with a weight that makes up for it."""
KEPT = 2500
"""Weights that each category keeps, the greatest ones."""
FLAT = 0.05
"""Thresholds whose F1 is this close to the best one are as good: the middle one is taken."""


@dataclass(frozen=True)
class Task:
    """All that a fit needs, per row: features (as they are scored; as they are trained on, ``scaled`` by how rare they
    are), keywords, shares of gold quotes,
    contract, fold, whether it is trained on, and at what cost."""

    plain: sparse.csr_matrix
    scaled: sparse.csr_matrix
    scale: np.ndarray
    keywords: np.ndarray
    overlaps: np.ndarray
    contracts: np.ndarray
    folds: np.ndarray
    trained: np.ndarray
    cost: np.ndarray


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--unseen", type=Path)
    arguments = parser.parse_args()
    gold = [json.loads(line) for line in arguments.gold.read_text(encoding="utf-8").splitlines()]
    rows = partial(rows_of, gold, arguments.folder, arguments.cache)
    filers = [filer(each["file"]) for each in gold]
    names, task = kept(arguments.cache / "task.pickle", partial(prepared, rows, filers))
    fitted = partial(fitted_all, task, range(FOLDS))
    folds = kept(arguments.cache / "folds.pickle", fitted)
    truth = np.array([[category in each["clauses"] for category in CATEGORIES] for each in gold])
    measured(task, folds, truth)
    for fold in range(FOLDS) if arguments.unseen else ():
        known = folds_of(filers) != fold
        data = model_bytes(names, folds[fold], lines(task, folds, truth, folds[fold], known))
        arguments.unseen.mkdir(parents=True, exist_ok=True)
        (arguments.unseen / f"fold-{fold}.bin").write_bytes(data)
        places = {each["file"]: int(one) for each, one in zip(gold, folds_of(filers), strict=True)}
        (arguments.unseen / "folds.json").write_text(json.dumps(places), encoding="utf-8")
    if arguments.write:
        everything = kept(arguments.cache / "everything.pickle", partial(fitted_all, task, [FOLDS]))[FOLDS]
        own = lines(task, folds, truth, everything, np.ones(len(gold), bool))
        arguments.write.write_bytes(model_bytes(names, everything, own))


def filer(file: str) -> str:
    return re.sub(r"[^a-z0-9]", "", file.split("_")[0].casefold())[:12]


# ---- rows → numbers


def features(row: Row) -> set[str]:
    """Words, pairs of neighbours ("a b"), pairs with a word between them ("a_b"), words of the heading ("h:a")."""
    words = row.words
    return {
        *words,
        *(f"{a} {b}" for a, b in pairwise(words)),
        *(f"{a}_{b}" for a, b in zip(words, words[2:], strict=False)),
        *(HEADING_MARK + word for word in row.heading),
    }


def prepared(make: Callable[[], list[Row]], filers: Sequence[str]) -> tuple[list[str], Task]:
    """The names of the features, and the numbers of all rows."""
    rows = make()
    found = [features(row) for row in rows]
    contracts = np.array([row.contract for row in rows])
    names = common(found, contracts)
    number = {name: at for at, name in enumerate(names)}
    columns = [[number[name] for name in each if name in number] for each in found]
    counts = np.cumsum([0, *map(len, columns)])
    lengths = np.array([max(1, len(row.words)) for row in rows])
    values = np.repeat(1 / np.sqrt(np.maximum(lengths, SHORT)), np.diff(counts))
    matrix = sparse.csr_matrix((values, np.concatenate(columns).astype(np.int32), counts), (len(rows), len(names)))
    rarity = np.log(len(rows) / np.bincount(matrix.indices, minlength=len(names))) / 8  # rows have length 1 or so
    keywords = np.array([[category in row.keywords for category in CATEGORIES] for row in rows])
    shares = np.array([[row.overlaps.get(category, 0.0) for category in CATEGORIES] for row in rows])
    telling = keywords.any(1) | (shares > 0).any(1)
    chosen = telling | (np.random.RandomState(1).rand(len(rows)) < SHARE_OF_PLAIN)
    cost = np.where(telling, 1.0, 1 / SHARE_OF_PLAIN)
    folds = folds_of(filers)[contracts]
    scaled = (sparse.diags(np.sqrt(np.maximum(lengths, SHORT) / lengths)) @ matrix @ sparse.diags(rarity)).tocsr()
    return names, Task(matrix, scaled, rarity, keywords, shares, contracts, folds, chosen, cost)


def common(found: Iterable[set[str]], contracts: np.ndarray) -> list[str]:
    """The features that stand in enough contracts."""
    seen: Counter[str] = Counter()
    last: dict[str, int] = {}
    for names, contract in zip(found, contracts, strict=True):
        for name in names:
            if last.get(name) != contract:
                last[name] = contract
                seen[name] += 1
    return sorted(name for name, count in seen.items() if count >= FEWEST_CONTRACTS)


def folds_of(filers: Sequence[str]) -> np.ndarray:
    """A fold for each contract, the same for all of a filer."""
    names = sorted(set(filers))
    fold = dict(zip(names, np.random.RandomState(0).permutation(len(names)) % FOLDS, strict=True))
    return np.array([fold[each] for each in filers])


# ---- fits


@dataclass(frozen=True)
class Fit:
    """A category's model: columns and rounded weights, and its scores on the rows of the fold that it has not seen,
    those of the words alone too."""

    columns: np.ndarray
    weights: np.ndarray
    scale: float
    bias: float
    keyword: float
    scores: np.ndarray
    alone: np.ndarray


def fitted_all(task: Task, folds: Iterable[int]) -> dict[int, list[Fit]]:
    """The models of all categories without each fold; ``FOLDS`` is none of them."""
    jobs = [(fold, category) for fold in folds for category in range(len(CATEGORIES))]
    with ProcessPoolExecutor(WORKERS, initializer=_share, initargs=(task,)) as pool:
        fits = list(pool.map(_fit, jobs))
    found: dict[int, list[Fit]] = defaultdict(list)
    for (fold, _), fit in zip(jobs, fits, strict=True):
        found[fold].append(fit)
    return dict(found)


_shared: list[Task] = []


def _share(task: Task) -> None:
    _shared[:] = [task]


def _fit(job: tuple[int, int]) -> Fit:
    """Two fits, with keywords and without, of which the mean is taken: keywords were written by people who knew these
    contracts, and alone they would be trusted too much."""
    fold, category = job
    task = _shared[0]
    share = task.overlaps[:, category]
    train = task.trained & (task.folds != fold) & ((share == 0) | (share >= OVERLAP))
    fires = sparse.csr_matrix(task.keywords[train][:, [category]] * KEYWORD_SCALE)
    seen = task.scaled[train]
    answers = share[train] >= OVERLAP
    alone, aided = (_fitted(one, answers, task.cost[train]) for one in (seen, sparse.hstack([seen, fires]).tocsr()))
    weights = (alone.coef_[0] + aided.coef_[0][:-1]) / 2 * task.scale
    bias = (alone.intercept_[0] + aided.intercept_[0]) / 2
    keyword = aided.coef_[0][-1] * KEYWORD_SCALE / 2
    columns = np.sort(np.argsort(-abs(weights))[:KEPT])
    scale = abs(weights).max() / 127
    rounded = np.round(weights[columns] / scale).astype(np.int8)
    columns, rounded = columns[rounded != 0], rounded[rounded != 0]
    test = task.folds == fold
    scores = task.plain[test][:, columns] @ (rounded * scale) + bias + keyword * task.keywords[test, category]
    words_alone = task.scaled[test] @ alone.coef_[0] + alone.intercept_[0]
    return Fit(columns, rounded, scale, bias, keyword, scores, words_alone)


def _fitted(matrix: sparse.csr_matrix, answers: np.ndarray, cost: np.ndarray) -> LinearSVC:
    return LinearSVC(C=STRENGTH, tol=0.1, random_state=0).fit(matrix, answers, sample_weight=cost)


# ---- thresholds, confidence, figures


def greatest(task: Task, scores: np.ndarray, count: int) -> np.ndarray:
    """The greatest score of each contract; far below zero for one without any sentence."""
    found = np.full(count, -20.0)
    np.maximum.at(found, task.contracts, scores)
    return found


def unseen(task: Task, folds: dict[int, list[Fit]], category: int, alone: bool = False) -> np.ndarray:
    """The scores of all rows, each by the model that has not seen its filer."""
    scores = np.zeros(len(task.contracts))
    for fold in range(FOLDS):
        fit = folds[fold][category]
        scores[task.folds == fold] = fit.alone if alone else fit.scores
    return scores


def threshold(scores: np.ndarray, truth: np.ndarray) -> float:
    """From which score of a contract on it has the clause: the middle of those with an F1 near the best."""
    steps = np.unique(scores.round(2))
    reached = np.array([f1(scores >= step, truth) for step in steps])
    return float(np.median(steps[reached >= reached.max() - FLAT]))


def f1(found: np.ndarray, truth: np.ndarray) -> float:
    return 2 * float((found & truth).sum()) / max(1, int(found.sum() + truth.sum()))


def measured(task: Task, folds: dict[int, list[Fit]], truth: np.ndarray) -> None:
    """Print what keywords, the words alone, and both together find, per category."""
    fold_of = np.zeros(len(truth), int)
    fold_of[task.contracts] = task.folds
    table = []
    print(f"{'':36s} gold  keywords  words  both")
    for category, name in enumerate(CATEGORIES):
        answers = truth[:, category]
        keywords = np.zeros(len(truth), bool)
        keywords[task.contracts[task.keywords[:, category]]] = True
        row = [f1(keywords, answers)]
        for alone in (True, False):
            best = greatest(task, unseen(task, folds, category, alone), len(truth))
            row.append(f1(best >= _thresholds(best, answers, fold_of)[fold_of], answers))
        table.append(row)
        print(f"{name:36s} {answers.sum():4d}  " + "  ".join(f"{each:8.3f}" for each in row))
    print("macro F1: keywords, words, both:", np.mean(table, axis=0).round(4))
    reliability(task, folds, truth, fold_of)


def _thresholds(best: np.ndarray, answers: np.ndarray, fold_of: np.ndarray) -> np.ndarray:
    """For each fold the threshold that the others ask for."""
    return np.array([threshold(best[fold_of != fold], answers[fold_of != fold]) for fold in range(FOLDS)])


def lines(
    task: Task, folds: dict[int, list[Fit]], truth: np.ndarray, fits: list[Fit], known: np.ndarray
) -> dict[str, Line]:
    """What each category adds to its weights. Thresholds and calibration rest on the ``known`` contracts, and there on
    the scores of models that have not seen them."""
    scores = all_unseen(task, folds)
    limits, slope, offsets = decided(task, scores, truth, known)
    return {
        name: Line(*map(float, (fit.scale, fit.bias, fit.keyword, limit, slope, offset - slope * limit)))
        for name, fit, limit, offset in zip(CATEGORIES, fits, limits, offsets, strict=True)
    }


def all_unseen(task: Task, folds: dict[int, list[Fit]]) -> np.ndarray:
    return np.stack([unseen(task, folds, category) for category in range(len(CATEGORIES))], axis=1)


def decided(
    task: Task, scores: np.ndarray, truth: np.ndarray, known: np.ndarray
) -> tuple[np.ndarray, float, np.ndarray]:
    """Threshold of each category; slope and offsets of the logistic curves of how often a contract has the clause that
    a place of it was taken for, from how far its score is above the threshold. Contract and category count once."""
    limits = np.array(
        [threshold(greatest(task, scores[:, at], len(truth))[known], truth[known, at]) for at in range(len(CATEGORIES))]
    )
    rows, categories = np.nonzero((scores >= limits) & known[task.contracts][:, None])
    above = (scores - limits)[rows, categories]
    contracts = task.contracts[rows]
    each = Counter(zip(contracts, categories, strict=True))
    cost = [1 / each[pair] for pair in zip(contracts, categories, strict=True)]
    ones = sparse.csr_matrix((np.ones(len(rows)), (np.arange(len(rows)), categories)), (len(rows), len(limits)))
    curve = LogisticRegression(C=1.0, max_iter=1000)
    curve.fit(sparse.hstack([above[:, None], ones]).tocsr(), truth[contracts, categories], sample_weight=cost)
    return limits, curve.coef_[0][0], curve.intercept_[0] + curve.coef_[0][1:]


def reliability(task: Task, folds: dict[int, list[Fit]], truth: np.ndarray, fold_of: np.ndarray) -> None:
    """Print what confidences are worth: of the first place of each category in a contract, by models, thresholds and
    curves that have not seen the filer."""
    scores = all_unseen(task, folds)
    chances, right = [], []
    for fold in range(FOLDS):
        limits, slope, offsets = decided(task, scores, truth, fold_of != fold)
        rows, categories = np.nonzero((scores >= limits) & (task.folds == fold)[:, None])
        _, first = np.unique(task.contracts[rows] * len(limits) + categories, return_index=True)
        rows, categories = rows[first], categories[first]
        logits = slope * (scores - limits)[rows, categories] + offsets[categories]
        chances.append(1 / (1 + np.exp(-logits)))
        right.append(truth[task.contracts[rows], categories])
    chance, correct = np.concatenate(chances), np.concatenate(right)
    bins = np.minimum((chance * 10).astype(int), 9)
    error = sum(abs(chance[bins == at].sum() - correct[bins == at].sum()) for at in range(10)) / len(chance)
    sure = chance >= 0.9
    print(f"{len(chance)} clauses, {correct.mean():.3f} right; calibration error {error:.3f}; ", end="")
    print(f"of {sure.mean():.2f} with 0.9 and more {correct[sure].mean():.3f} are right")


def model_bytes(names: Sequence[str], fits: Sequence[Fit], own: dict[str, Line]) -> bytes:
    """The file of a model: words and pairs that any category kept, each with its weights."""
    entries: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for category, fit in enumerate(fits):
        for column, weight in zip(fit.columns, fit.weights, strict=True):
            entries[names[column]].append((category, int(weight)))
    pairs = {name: re.split("([ _])", name) for name in entries if re.search("[ _]", name)}
    singles = {name for name in entries if name not in pairs} | {part for a, _, b in pairs.values() for part in (a, b)}
    vocabulary = sorted(singles)
    number = {word: at for at, word in enumerate(vocabulary)}
    keys = {name: (GAP_BIT if gap == "_" else 0) | number[a] << 16 | number[b] for name, (a, gap, b) in pairs.items()}
    ordered = sorted(keys, key=keys.__getitem__)
    weights = [entries[name] for name in (*vocabulary, *ordered)]
    starts = array("I", np.cumsum([0, *map(len, weights)]).tolist())
    flat = [entry for each in weights for entry in each]
    columns = [array("I", map(keys.__getitem__, ordered)), starts]
    return packed(
        own, vocabulary, [*columns, array("B", [category for category, _ in flat]), array("b", [w for _, w in flat])]
    )


if __name__ == "__main__":
    main()
