"""A question → the concepts that a passage must carry, with the words that may stand for them, and what it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.passages import terms as words
from docpipe.rules.passages.synonyms import by_phrase

SYNONYM = 0.8
"""What a synonym counts beside the word itself."""

_WORD = compiled(r"[A-Za-z\u00c0-\u024f]+(?:['’][a-z]+)?|\d+(?:[.,]\d+)*")
_HAN_RUN = compiled(f"[{words.HAN}]+")


class Alternative(Struct, frozen=True):
    """Terms that carry a concept when all of them stand together, and how well they do (1 is the question's own)."""

    terms: tuple[str, ...]
    strength: float


class Concept(Struct, frozen=True):
    """Something that the question is about. ``common`` ones are looked for but need not be there."""

    text: str
    alternatives: tuple[Alternative, ...]
    common: bool = False


class Question(Struct, frozen=True):
    """A question as it is looked for: ``wants`` names the sorts of figures that an answer to it would have, ``terms``
    has every term that matters to it."""

    text: str
    concepts: tuple[Concept, ...]
    wants: frozenset[str]
    terms: frozenset[str]


def understood(text: str) -> Question:
    """A question as concepts: phrases of the table of synonyms first, the longest before others, then single words."""
    text = " ".join(text.split())
    concepts = (*_latin(text), *_han(text))
    wants = frozenset(sort for sort, pattern in _WANTS if pattern.search(text))
    every = frozenset(term for concept in concepts for one in concept.alternatives for term in one.terms)
    return Question(text, concepts, wants, every)


_WANTS = tuple(
    (sort, compiled("|".join(patterns), re.IGNORECASE))
    for sort, patterns in {
        "money": (
            r"\bhow much\b|\b(?:price|costs?|fees?|amount|sum|salary|rent|deposit|cap|pay|paid)\b",
            "钱|价|金额|费|款|租金|押金",
        ),
        "percent": (
            r"\b(?:percent\w*|rate|share|royalty|interest)\b",
            "比例|利率|税率|百分|违约金",
        ),
        "date": (
            r"\bwhen\b|\bwhat (?:is the )?(?:\w+ )?(?:date|day|time)\b|\bdates?\b",
            "何时|什么时候|什么时间|日期|哪天|哪一天|时间",
        ),
        "duration": (
            r"\bhow (?:long|soon|often|much notice)\b|\bhow many (?:\w+ )?(?:days|months|years|weeks)\b|\bwhen\b",
            r"\b(?:period|deadline|term|duration|notice)\b",
            "多久|多长|几天|几个月|几年|期限|何时|期间|工期",
        ),
        "number": (r"\bhow many\b|\bnumber of\b|\bquantity\b", "多少|几[个台套份]|数量|面积"),
        "party": (r"\b(?:who|whom|whose|which part(?:y|ies))\b", "谁|哪一?方|哪家"),
        "definition": (
            r"\bwhat (?:is|are) (?:an? |the )?[\"“']|\b(?:define|definition|meaning of|mean by)\b",
            "是指|定义|指什么",
        ),
    }.items()
)


def _latin(text: str) -> Iterator[Concept]:
    tokens = [match.group() for match in _WORD.finditer(text)]
    stems = [words.stem(token.lower().replace("’", "'").removesuffix("'s").replace("'", "")) for token in tokens]
    free = [True] * len(stems)
    for phrase, stemmed in _latin_phrases():
        places = _places(stemmed, stems, free)
        if places is None or (not words.terms(phrase) and len(stemmed) < 2):
            continue
        for place in places:
            free[place] = False
        yield Concept(" ".join(tokens[place] for place in sorted(places)), _alternatives(phrase, by_phrase()[phrase]))
    for token, is_free in zip(tokens, free, strict=True):
        own = words.terms(token) if is_free else []
        if own:
            yield Concept(token, (Alternative(tuple(own), 1.0),), own[0] in words.common())


@cache
def _latin_phrases() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The table's phrases in Latin letters with the stems of all their words, those of most words first."""
    found = []
    for phrase in by_phrase():
        if not _HAN_RUN.search(phrase):
            found.append((phrase, tuple(words.stem(word.lower()) for word in re.findall(r"[\w']+", phrase))))
    return tuple(sorted(found, key=lambda pair: -len(pair[1])))


def _places(phrase: Sequence[str], stems: Sequence[str], free: Sequence[bool]) -> list[int] | None:
    """Where the words of a phrase stand in a question, each at its first free place, in any order."""
    places = []
    for stem in phrase:
        place = next((at for at, own in enumerate(stems) if own == stem and free[at] and at not in places), None)
        if place is None:
            return None
        places.append(place)
    return places


def _alternatives(phrase: str, others: Sequence[str]) -> tuple[Alternative, ...]:
    """The phrase itself and its synonyms; those that are nothing but small words of a question are left out."""
    found: dict[tuple[str, ...], float] = {}
    for other in (phrase, *others):
        own = tuple(dict.fromkeys(words.terms(other)))
        whole = len(own) >= len(re.findall(r"[A-Za-z]+", other)) - sum(other.count(f" {word}") for word in ("of", "to"))
        if own and (whole or other == phrase):
            found.setdefault(own, 1.0 if other == phrase else SYNONYM)
    return tuple(Alternative(own, strength) for own, strength in found.items())


def _han(text: str) -> Iterator[Concept]:
    for match in _HAN_RUN.finditer(text):
        rest = match.group()
        for phrase in _han_phrases():
            if phrase in rest:
                rest = rest.replace(phrase, " ", 1)
                yield Concept(phrase, _alternatives(phrase, by_phrase()[phrase]))
        for filler in words.FILLERS_HAN:
            rest = rest.replace(filler, " ")
        for run in rest.split():
            if len(run) > 1:  # a single character is what a filler left of a word
                yield from (Concept(pair, (Alternative((pair,), 1.0),)) for pair in words.pairs(run))


@cache
def _han_phrases() -> tuple[str, ...]:
    found = [phrase for phrase in by_phrase() if _HAN_RUN.fullmatch(phrase) and len(phrase) > 1]
    return tuple(sorted(found, key=len, reverse=True))
