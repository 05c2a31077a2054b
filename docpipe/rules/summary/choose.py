"""Which sentences say most: those whose words the whole document, its title and its headings come back to.

A sentence is worth the mean weight of its terms (how many sentences use them, more if the title does), more where it
opens a paragraph or a section that sums up, where it says what the document does or found. Sentences are chosen one
by one; one that repeats what is chosen already, or whose section has had its share, is passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.passages.terms import common, terms
from docpipe.rules.summary.sentences import Candidate, candidates, is_chinese
from docpipe.types import Document

MOST = 6
"""Sentences of a summary at most: about what fits on half a page."""

SHARE = 8
"""Sentences of the document for one of the summary, until there are ``MOST``."""

SAME = 0.5
"""Share of a sentence's terms from which it says the same as another."""

PER_SECTION = 2
"""Sentences that one section may give where there are others."""

TITLE, OPENS, FIRST_SECTION, SUMS_UP, TELLS = 2.0, 1.15, 1.25, 1.4, 1.3
"""What counts more: terms of the title; a paragraph's first sentence; the document's first words; sections that sum up;
words that tell what is done or found."""

FIRST = 12
"""Sentences at the beginning that count as the document's first words."""

LENGTH = 12
"""Terms of a sentence that says something; of fewer each counts less, and a long one gains nothing."""

_SUMMING_UP = compiled(
    r"\b(?:abstract|summary|highlights?|conclusions?|overview|key (?:findings|points|messages)|introduction"
    r"|purpose|objectives?"
    r"|background|scope|results|findings|recommendations?|main points)\b"
    r"|摘要|概述|概要|结论|引言|前言|目的|总结|概况|背景|重要提示",
    re.IGNORECASE,
)
_LEFT_OUT = compiled(
    r"\b(?:references|bibliography|acknowledge?ments?|notes|glossary|contents|disclaimer|forward.looking"
    r"|signatures?|index"
    r"|about the authors?|contact|appendix|annex|abbreviations|further information|copyright|how to (?:use|cite)"
    r"|paperwork reduction act|declarations?|exhibits?|sources?|correspondence|competing interests"
    r"|licen[cs]e notice)\b"
    r"|参考文献|致谢|附录|目录|免责声明|释义|签署|备查文件",
    re.IGNORECASE,
)
_TELLING = compiled(
    r"\bth(?:is|e present) (?:report|paper|study|article|document|rule|regulation|directive|chapter|policy|guide"
    r"|review|analysis"
    r"|survey|memo\w*|letter|notice|publication|section|book|brief|note|plan|appendix)\b"
    r"|\bwe (?:propose|present|show|find|found|conclude|introduce|examine|estimate|argue|describe|recommend|report)\b"
    r"|\b(?:in (?:conclusion|summary|sum)|overall|to summari[sz]e|the (?:purpose|aim|objective|goal)s? of"
    r"|results? (?:show|indicate|suggest)"
    r"|found that|shows? that|suggests? that|indicates? that|concludes? that|increased|decreased|rose|fell|grew"
    r"|declined|proposes?"
    r"|adopts?|requires?|establish(?:es|ed)?|announced?|reported)\b"
    r"|本(?:报告|文|研究|通知|办法|规定|文件|项目|公司)|结果表明|表明|总之|综上|旨在|同比|增长|下降",
    re.IGNORECASE,
)


class Scored(Struct, frozen=True):
    """A sentence with its terms and what it is worth."""

    candidate: Candidate
    terms: frozenset[str]
    score: float


@lru_cache(maxsize=2)
def scored(document: Document, title: str | None) -> tuple[Scored, ...]:
    """The sentences that can stand alone and are not of an appendix, in the order of the text, with their worth."""
    kept = [
        one
        for one in candidates(document, is_chinese(document))
        if not (one.heading and _LEFT_OUT.search(one.heading.text))
    ]
    own = [frozenset(terms(one.shown)) for one in kept]
    weights = _weights(own, frozenset(terms(title or "")))
    return tuple(
        Scored(one, words, _worth(at, one, words, weights))
        for at, (one, words) in enumerate(zip(kept, own, strict=True))
    )


def best(found: Sequence[Scored], most: int, taken: Iterable[Scored] = ()) -> list[Scored]:
    """The sentences worth most that say different things, in the order of the text; none says what ``taken`` says."""
    chosen: list[Scored] = []
    before = list(taken)
    sections = len({one.candidate.section for one in found})
    used: Counter[int] = Counter()
    for one in sorted(found, key=lambda one: (-one.score, one.candidate.start)):
        if len(chosen) == most:
            break
        if sections > PER_SECTION and used[one.candidate.section] >= PER_SECTION:
            continue
        if not any(repeats(one, other) for other in (*before, *chosen)):
            used[one.candidate.section] += 1
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.candidate.start)


def room(found: Sequence[Scored]) -> int:
    """How many sentences a summary has: one of few, ``MOST`` of many."""
    return max(1, min(MOST, len(found) // SHARE + 1))


def repeats(one: Scored, other: Scored) -> bool:
    """Whether a sentence says much the same as another."""
    least = min(len(one.terms), len(other.terms))
    return least == 0 or len(one.terms & other.terms) > SAME * least


def _weights(own: Sequence[frozenset[str]], title: frozenset[str]) -> Mapping[str, float]:
    """What a term is worth: the more sentences have it, the more; nothing if only one has."""
    counts = Counter(_flat(own))
    everyday = common()
    return {
        term: log(count) * (TITLE if term in title else 1.0)
        for term, count in counts.items()
        if count > 1 and term not in everyday and not term[:1].isdigit()
    }


def _worth(at: int, one: Candidate, words: frozenset[str], weights: Mapping[str, float]) -> float:
    worth = sum(weights.get(word, 0.0) for word in words) / max(len(words), LENGTH)
    worth *= OPENS if one.opens else 1.0
    worth *= FIRST_SECTION if at < FIRST else 1.0
    worth *= SUMS_UP if one.heading and _SUMMING_UP.search(one.heading.text) else 1.0
    return worth * (TELLS if _TELLING.search(one.shown) else 1.0)


def _flat(own: Sequence[frozenset[str]]) -> Iterator[str]:
    for words in own:
        yield from words
