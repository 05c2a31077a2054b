"""Which sentences carry the words of a question, and whether any carries enough of them to be shown."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.passages.fields import Field
from docpipe.rules.passages.index import Around, Index, Unit
from docpipe.rules.passages.questions import Concept, Question
from docpipe.types import Document
from docpipe.words import Span

PASSAGES = 3
"""Passages shown for a question."""

ENOUGH = 0.6
"""Share of a question's weight that a passage must carry to be an answer.

Measured with 35 questions to 73 contracts whose answers people marked, and 30 questions on things that the contract
does not have: of the former .96 have passages, of the latter .03 (at .4: .98 and .14; at .8: .94 and .03)."""

NEAR = 0.35
"""Share from which the best passage is worth a look though it is no answer: a question in words of its own often has
its answer there, and saying that there is nothing would be wrong."""

RELATIVE = 0.6
"""Share of the best passage's score that the others must have."""

COMMON_WEIGHT = 0.3
"""What words that every contract has count beside others."""

SATURATION, LENGTH = 1.2, 0.4
"""``k1`` and ``b`` of BM25; sentences differ in length less than documents do."""

IN_PARAGRAPH, IN_HEADING, IN_UPPER_HEADING, IN_LEAD = 0.3, 0.7, 0.2, 0.3
"""What a term counts that stands beside a sentence and not in it."""

CARRIED = 0.5
"""How much a concept must count in and around a sentence to be carried by it in full."""

WANTED = 0.4
"""What a figure of the sort that is asked for adds to a sentence's score."""

TOTAL = 0.6
"""What a total with its amount adds where money is asked for: of the sentences on a fee, the one that says how much it
is altogether, before its parts and what is computed from it."""

FEW_TERMS, FEW = 5, 0.6
"""A sentence of fewer terms is a heading, a label or a cell: its score counts less."""


class Known(Struct, frozen=True):
    """A place that rules read a fact from, and the field that the fact is of."""

    field: Field
    span: Span


class Hit(Struct, frozen=True):
    """A sentence that answers to a question.

    ``share`` is how much of the question it carries, by weight; ``missing`` are the question's words that neither it
    nor what stands around it has; ``known`` counts the facts that rules read there, ``fact`` names one of them.
    """

    unit: Unit
    score: float
    share: float
    missing: tuple[str, ...]
    known: int = 0
    fact: str | None = None

    @property
    def enough(self) -> bool:
        """Whether it is an answer, and not only the nearest that there is."""
        return bool(self.known) or self.share >= ENOUGH


def best(document: Document, index: Index, question: Question, known: Sequence[Known] = ()) -> list[Hit]:
    """The sentences that carry a question best, each of another paragraph; none if none carries enough, and then the
    nearest one alone (``Hit.enough`` tells).

    ``known`` are facts that rules found and that the question asks for: sentences that they stand in come first.
    """
    hits = ranked(document, index, question, known)
    top = max((hit.score for hit in hits), default=0.0)
    enough = [hit for hit in hits if hit.known or (hit.share >= ENOUGH and hit.score >= RELATIVE * top)]
    return enough[:PASSAGES] or [hit for hit in hits[:1] if hit.share >= NEAR]


def ranked(document: Document, index: Index, question: Question, known: Sequence[Known] = ()) -> list[Hit]:
    """The best sentence of each paragraph, known ones first, then by score."""
    query = _Query.of(document, index, question)
    facts = _facts(index, known)
    hits = [hit for at, unit in enumerate(index.units) if (hit := query.hit(unit, facts.get(at, ())))]
    hits.sort(key=lambda hit: (not hit.known, -hit.score - hit.known, hit.unit.span))
    first: dict[int, Hit] = {}
    for hit in hits:
        first.setdefault(hit.unit.paragraph, hit)
    return list(first.values())


class _Query(Struct, frozen=True):
    """A question against one document: its concepts weighed by how rare they are there."""

    document: Document
    index: Index
    question: Question
    weights: tuple[tuple[Concept, float], ...]
    total: float
    mean_length: float

    @classmethod
    def of(cls, document: Document, index: Index, question: Question) -> _Query:
        weights = _weights(index, question.concepts)
        total = sum(weight for concept, weight in weights if not concept.common)
        mean = sum(unit.length for unit in index.units) / max(1, len(index.units))
        return cls(document, index, question, weights, total, max(1.0, mean))

    def hit(self, unit: Unit, facts: Sequence[Field]) -> Hit | None:
        """How well a sentence, in which facts of some fields stand, answers; None if it has nothing of the question."""
        around = self.index.around[unit.paragraph]
        if not facts and self.question.terms.isdisjoint(around.everything):
            return None
        counts = [_count(concept, unit, around) for concept, _ in self.weights]
        lacking = [one for (one, weight), count in zip(self.weights, counts, strict=True) if weight and not count]
        known = [field for field in facts if all(one.common or field.explains(one.text) for one in lacking)]
        if not known and not any(counts):
            return None
        norm = SATURATION * (1 - LENGTH + LENGTH * unit.length / self.mean_length)
        score = carried = 0.0
        for (concept, weight), count in zip(self.weights, counts, strict=True):
            score += weight * count * (1 + SATURATION) / (count + norm)
            carried += 0.0 if concept.common else weight * min(1.0, count / CARRIED)
        share = carried / self.total if self.total else 0.0
        missing = tuple(concept.text for concept in lacking if not concept.common)
        fact = known[0].name if known else None
        return Hit(unit, score * self._factor(unit), share, missing, len(known), fact)

    def _factor(self, unit: Unit) -> float:
        text = self.document.text[slice(*unit.span)]
        wanted = any(_SORTS[sort].search(text) for sort in self.question.wants)
        total = "money" in self.question.wants and _TOTAL.search(text) is not None
        return (1 + WANTED * wanted + TOTAL * total) * (FEW if unit.length < FEW_TERMS else 1.0)


def _facts(index: Index, known: Sequence[Known]) -> dict[int, list[Field]]:
    """The units, by their place in the index, in which known facts stand, and the fields of those."""
    starts = [unit.span[0] for unit in index.units]
    found: dict[int, list[Field]] = defaultdict(list)
    for fact in known:
        start, end = fact.span
        at = max(0, bisect_left(starts, start + 1) - 1)
        while at < len(starts) and starts[at] < end:
            if index.units[at].span[1] > start:
                found[at].append(fact.field)
            at += 1
    return found


def _weights(index: Index, concepts: Sequence[Concept]) -> tuple[tuple[Concept, float], ...]:
    """Each concept with its inverse document frequency over sentences, as BM25 has it.

    A pair of Chinese characters that is nowhere weighs nothing between two that are somewhere: it joins two words.
    """
    there = [
        sum(any(all(term in unit.own for term in one.terms) for one in concept.alternatives) for unit in index.units)
        for concept in concepts
    ]
    weights = []
    for at, (concept, count) in enumerate(zip(concepts, there, strict=True)):
        rarity = log(1 + (len(index.units) - count + 0.5) / (count + 0.5))
        if concept.common:
            rarity *= COMMON_WEIGHT
        if not count and 0 < at < len(concepts) - 1 and there[at - 1] and there[at + 1]:
            rarity *= not _joins(concepts[at - 1].text, concept.text, concepts[at + 1].text)
        weights.append((concept, rarity))
    return tuple(weights)


def _joins(before: str, pair: str, after: str) -> bool:
    return len(pair) == 2 and not pair.isascii() and before[-1:] == pair[0] and after[:1] == pair[1]


def _count(concept: Concept, unit: Unit, around: Around) -> float:
    """How often a concept stands in a sentence, what stands around it counting less."""
    return max(one.strength * min(_term(term, unit, around) for term in one.terms) for one in concept.alternatives)


def _term(term: str, unit: Unit, around: Around) -> float:
    own = unit.own.get(term, 0)
    count = own + (IN_PARAGRAPH if around.own.get(term, 0) > own else 0.0)
    for depth, heading in enumerate(around.heading_terms):
        if term in heading:
            count += IN_UPPER_HEADING if depth else IN_HEADING
            break
    return count + (IN_LEAD if term in around.lead else 0.0)


_TOTAL = compiled(
    r"(?:总额|总价款?|总金额|总费用|合计|总计|共计)[^，,。；;%％]{0,16}?(?:[¥￥]\s?\d|人民币|\d[\d,.]*\s*(?:万|亿)?元)"
    r"|\b(?:total|aggregate|in all)\b[^.;,%]{0,60}?(?:[$€£¥]|\b(?:USD|EUR|RMB|CNY)\b)\s?\d",
    re.IGNORECASE,
)
"""A total that has its amount beside it; a share of a total has none."""

_SORTS: Mapping[str, re.Pattern[str]] = {
    "money": compiled(r"[$€£¥￥]\s?\d|\b(?:USD|EUR|RMB|CNY|dollars?|euros?)\b|\d\s*(?:万|亿)?元|人民币", re.I),
    "percent": compiled(r"\d\s*[%％‰]|\bpercent\b|百分之|万分之|千分之", re.I),
    "date": compiled(
        r"\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+\d|\b(?:19|20)\d\d\b|\d/\d+/\d"
        r"|\d+\s*年\s*\d+\s*月|[一二三四五六七八九〇零○]{4}\s*年"
    ),
    "duration": compiled(
        r"\b(?:days?|months?|years?|weeks?|hours?|anniversary)\b"
        r"|[\d一二三四五六七八九十]\s*(?:个)?(?:工作日|日内|天|个?月|年|小时|周)",
        re.I,
    ),
    "number": compiled(r"\d"),
    "party": compiled(r"\b(?:Inc|Corp|LLC|Ltd|Company|L\.P|GmbH|shall|will|must)\b|公司|甲方|乙方"),
    "definition": compiled(r"[\"”]\s+(?:shall\s+)?means?\b|是指|系指|以下简称|\((?:the|each,? an?)?\s*[\"“]", re.I),
}
"""What a figure of a sort looks like: a glance, to prefer one sentence over another."""
