"""Clause categories by a linear model over the words of a sentence, trained by ``benchmarks/train_clauses.py``.

A sentence's score in a category is the sum of the weights of its words and pairs of words, and of the words of the
heading that it stands under, divided by the square root of its length, plus a number if a keyword pattern of the
category fires. From the category's threshold on, the sentence is a clause; the confidence is the calibrated chance
that lawyers find a clause of the category in a contract with that score.

The weights were trained on CUAD v1 (The Atticus Project, CC BY 4.0): see NOTICE.
"""

from __future__ import annotations

import json
import math
from array import array
from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

from msgspec import Struct

from docpipe.rules.later import later, meanwhile

MAGIC = b"docpipe clauses 1\n"
"""How the file begins. Then a line of JSON, a line of words, and the columns, in little-endian order."""

DATA = Path(__file__).with_name("clause_model.bin")

HEADING_MARK = "h:"
"""In front of a word that stands in the heading and not in the sentence."""

GAP_BIT = 1 << 31
"""What tells a pair of words with one word between them from a pair of neighbours: words have 15 bits."""

SHORT = 12
"""Words that a sentence counts as at least: with fewer each would weigh too much (F1 .7405 with, .7386 without)."""

_TOKEN = later(r"[a-z]+|\d+|[%$]")
_SUFFIX = later(
    r"(?<=\w{4})(?:ements?|ments?|ations?|ions?|ities|ity|ives?|ively|ings?|ies|ied|ers?|ors?|able|ably|ible|ly|ed|es"
    r"|e|s|y)$"
)


class Line(Struct, frozen=True):
    """What a category adds to the sum of weights: z = scale * sum / sqrt(words) + bias + keyword.

    ``slope`` and ``offset`` make a confidence of z; from ``threshold`` on it is a clause.
    """

    scale: float
    bias: float
    keyword: float
    threshold: float
    slope: float
    offset: float


class ClauseModel(Struct, frozen=True):
    """Features are numbered: words by their place in the vocabulary, then pairs. Feature f has the entries
    ``starts[f]`` to ``starts[f + 1]`` of ``categories`` and ``weights``."""

    names: tuple[str, ...]
    lines: tuple[Line, ...]
    words: dict[str, int]
    pairs: dict[int, int]
    starts: array[int]
    categories: bytes
    weights: array[int]

    def found(self, words: Sequence[str], heading: Iterable[str], keywords: Collection[str]) -> dict[str, float]:
        """The categories of which a sentence is a clause, with the confidence in each."""
        scores = self.scores(words, heading, keywords)
        return {
            name: _chance(line.slope * score + line.offset)
            for name, line, score in zip(self.names, self.lines, scores, strict=True)
            if score >= line.threshold
        }

    def scores(self, words: Sequence[str], heading: Iterable[str], keywords: Collection[str]) -> list[float]:
        """z of each category, for the terms of a sentence and of its heading, and the categories of its keywords."""
        sums = [0] * len(self.names)
        starts, categories, weights = self.starts, self.categories, self.weights
        for feature in self._features(words, heading):
            for entry in range(starts[feature], starts[feature + 1]):
                sums[categories[entry]] += weights[entry]
        length = math.sqrt(max(len(words), SHORT))
        return [
            line.scale * total / length + line.bias + (line.keyword if name in keywords else 0.0)
            for name, line, total in zip(self.names, self.lines, sums, strict=True)
        ]

    def _features(self, words: Sequence[str], heading: Iterable[str]) -> set[int]:
        number, pair = self.words.get, self.pairs.get
        found = {number(HEADING_MARK + word, -1) for word in heading}
        before = last = -1
        for word in words:
            this = number(word, -1)
            if this >= 0:
                found.add(this)
                if last >= 0:
                    found.add(pair(last << 16 | this, -1))
                if before >= 0:
                    found.add(pair(GAP_BIT | before << 16 | this, -1))
            before, last = last, this
        found.discard(-1)
        return found


def terms(low: str) -> list[str]:
    """The words of a sentence in lower case, by their stems; all numbers are ``0``."""
    return [_stem(word) for word in _TOKEN().findall(low)]


@cache
def model() -> ClauseModel:
    """The model that ships with docpipe, loaded when it is first asked for."""
    return loaded(DATA.read_bytes())


meanwhile(model)


def loaded(data: bytes) -> ClauseModel:
    """A model from the bytes of its file. Raises ValueError if they are of something else."""
    if not data.startswith(MAGIC):
        raise ValueError("not a file of clause weights")
    header, words, columns = data[len(MAGIC) :].split(b"\n", 2)
    head = json.loads(header)
    vocabulary = words.decode("ascii").split(" ")
    keys, starts, categories, weights = _columns(columns, head["columns"])
    return ClauseModel(
        names=tuple(head["lines"]),
        lines=tuple(Line(*line) for line in head["lines"].values()),
        words=dict(zip(vocabulary, range(len(vocabulary)), strict=True)),
        pairs=dict(zip(keys, range(len(vocabulary), len(vocabulary) + len(keys)), strict=True)),
        starts=starts,
        categories=categories.tobytes(),
        weights=weights,
    )


def packed(names_lines: dict[str, Line], vocabulary: Sequence[str], columns: Sequence[array[int]]) -> bytes:
    """The bytes of a model's file: ``loaded`` backwards. Columns: keys of pairs, starts, categories, weights."""
    head = {
        "licence": "weights from CUAD v1, The Atticus Project, CC BY 4.0",
        "columns": [[column.typecode, len(column)] for column in columns],
        "lines": {name: [getattr(line, part) for part in Line.__struct_fields__] for name, line in names_lines.items()},
    }
    body = b"".join(_little(column).tobytes() for column in columns)
    return MAGIC + json.dumps(head).encode() + b"\n" + " ".join(vocabulary).encode("ascii") + b"\n" + body


def _columns(data: bytes, described: Sequence[tuple[str, int]]) -> list[array[int]]:
    found: list[array[int]] = []
    at = 0
    for typecode, count in described:
        column = array(typecode)
        column.frombytes(data[at : at + count * column.itemsize])
        at += count * column.itemsize
        found.append(_little(column))
    return found


def _little(column: array[int]) -> array[int]:
    """A column turned from this machine's order of bytes to little-endian, or back."""
    import sys

    if sys.byteorder == "big":
        column.byteswap()
    return column


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    return "0" if word.isdigit() else _SUFFIX().sub("", word)


def _chance(logit: float) -> float:
    return round(min(1 / (1 + math.exp(-logit)), 0.99), 2)
