"""Contracts as docpipe reads them → sentences with the categories of gold: what ``train_clauses.py`` learns from."""

from __future__ import annotations

import pickle
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz

from docpipe.api import read_each
from docpipe.rules.contract.clause_model import terms
from docpipe.rules.contract.clauses import candidates
from docpipe.rules.unstruck import unstruck
from docpipe.rules.view import View
from docpipe.settings import load
from docpipe.types import Chunk, Document, Failure

WORKERS = 2


@dataclass(frozen=True)
class Row:
    """A sentence that can be a clause: its contract, place, words, and the categories that gold and keywords say."""

    contract: int
    span: tuple[int, int]
    words: list[str]
    heading: list[str]
    keywords: frozenset[str]
    overlaps: dict[str, float]


def kept(path, make):
    """What a step gave the last time, or gives now."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps(make()))
    return pickle.loads(path.read_bytes())


def rows_of(gold: list[dict], folder: Path, cache: Path) -> list[Row]:
    """The sentences of all contracts that can be clauses, in order."""
    settings = load({"ocr": "never", "workers": "2"})
    paths = [folder / each["file"] for each in gold]
    documents = kept(cache / "documents.pickle", lambda: list(map(_document, read_each(paths, settings))))
    with ProcessPoolExecutor(WORKERS) as pool:
        return [row for rows in pool.map(_rows, range(len(gold)), documents, gold, chunksize=8) for row in rows]


def _document(read: object) -> Document:
    if isinstance(read, Failure):
        raise read.error
    return read.document


def _rows(number: int, document: Document, gold: dict) -> list[Row]:
    document = unstruck(document)
    places = gold_places(document.text, gold["clauses"])
    view = View(document, Chunk(0, 0, len(document.text), 0))
    return [
        Row(
            number,
            (each.sentence.start, each.sentence.end),
            terms(each.sentence.low),
            list(each.heading),
            each.keywords,
            overlaps((each.sentence.start, each.sentence.end), places),
        )
        for each in candidates(view)
    ]


def gold_places(text: str, clauses: dict[str, list[str]]) -> dict[str, list[tuple[int, int]]]:
    """Where the gold quotes of each category stand, every time that they do."""
    squeezed, origin = squeeze(text)
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for category, quotes in clauses.items():
        for quote in (squeeze(part)[0] for whole in quotes for part in whole.split("<omitted>")):
            for start, end in occurrences(quote, squeezed):
                found[category].append((origin[start], origin[end - 1] + 1))
    return found


def occurrences(quote: str, text: str, fewest: int = 8, telling: int = 40) -> Iterator[tuple[int, int]]:
    """Where a quote stands in a text; of one that does not, the place that is most like it. Short ones: the first."""
    if len(quote) < fewest:
        return
    places = [match.start() for match in re.finditer(re.escape(quote), text)]
    if places:
        yield from ((at, at + len(quote)) for at in places[: None if len(quote) >= telling else 1])
    elif alike := fuzz.partial_ratio_alignment(quote, text, score_cutoff=85):
        yield alike.dest_start, alike.dest_end


def squeeze(text: str) -> tuple[str, list[int]]:
    """Letters and digits only, folded, and where each came from."""
    letters, origin = [], []
    for at, character in enumerate(text):
        for letter in unicodedata.normalize("NFKC", character).casefold():
            if letter.isalnum():
                letters.append(letter)
                origin.append(at)
    return "".join(letters), origin


def overlaps(span: tuple[int, int], places: dict[str, list[tuple[int, int]]]) -> dict[str, float]:
    """The categories whose gold quotes a sentence shares words with: the greatest share of the shorter one."""
    start, end = span
    shares = {
        category: max((min(end, b) - max(start, a)) / max(1, min(end - start, b - a)) for a, b in spans)
        for category, spans in places.items()
    }
    return {category: share for category, share in shares.items() if share > 0}
