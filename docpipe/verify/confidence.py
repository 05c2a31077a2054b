"""How likely a value of the rules is right: the share that was right of values with the same signs, where people had
read the documents.

What speaks for a value or against it are its *signs*: the sort of place it was read from, how it was found there, what
checks say, where it stands, how the document was read. Each field of a kind that has gold has a weight for each sign
(``calibrated``; made by ``benchmarks/calibrate.py``); the weights of a value's signs make its confidence. Fields that
nobody has gold for, documents in another language than English, and what a model alone has found, have none: no figure
is better than an invented one.

A clause's confidence is that of its category: how likely it is that people find such a clause in the contract, by all
places that were taken for one. It does not say which of them is the best.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module

from msgspec.structs import replace

from docpipe.merge import Claim, Draft
from docpipe.types import Check, Document, Evidence, Json, Trust

CALIBRATED = {
    "contract": "docpipe.verify.calibrated.contract",
    "financial_report": "docpipe.verify.calibrated.financial_report",
}
"""Kind → the module with its ``FIELDS``: per field the part of an element that gold judges (``""`` for the whole), the
weight that all values start from, and the weight of each sign."""

BY = "rules"
LEAST, MOST = 0.02, 0.99
"""No value is certain, whatever its signs: gold itself is wrong in about one of a hundred."""

Fields = Mapping[str, tuple[str, float, Mapping[str, float]]]


def rated(
    document: Document,
    draft: Draft,
    evidence: Mapping[str, tuple[Evidence, ...]],
    trust: Mapping[str, Trust],
    checks: Iterable[Check],
    kind: str,
) -> dict[str, Trust]:
    """The trust entries with their confidences; None where there is nothing to tell it by. What a rule thinks of its
    own value is one sign of it."""
    fields = _fields(kind) if _in_english(document) else {}
    told = {path: replace(entry, confidence=None) for path, entry in trust.items() if BY in entry.by}
    if fields:
        for path, signs in signs_of(document, draft, evidence, trust, checks):
            known = fields.get(path.split("/")[1])
            if known is None or BY not in trust[path].by:
                continue
            part, start, weights = known
            likely = likelihood(start + sum(weights.get(sign, 0.0) * much for sign, much in signs.items()))
            for at in (path, f"{path}/{part}"):
                if at in told:
                    told[at] = replace(told[at], confidence=likely)
    return {**trust, **told}


def likelihood(weight: float) -> float:
    """The logistic of a weight, in hundredths."""
    return round(min(max(1 / (1 + math.exp(-weight)), LEAST), MOST), 2)


def signs_of(
    document: Document,
    draft: Draft,
    evidence: Mapping[str, tuple[Evidence, ...]],
    trust: Mapping[str, Trust],
    checks: Iterable[Check],
) -> Iterator[tuple[str, dict[str, float]]]:
    """The signs of every value that was located, and how much of each: 1 of one that is just there. Of fields and
    elements, not of their parts."""
    categories = _by_category(draft)
    raised: dict[str, list[str]] = {}
    for check in checks:
        raised.setdefault(check.path, []).append(check.rule)
    for path, entries in evidence.items():
        _, name, *rest = path.split("/")
        claim = draft.claims.get(path)
        if claim is None or path not in trust or not (rest == [] or (len(rest) == 1 and rest[0].isdigit())):
            continue
        rules = {*raised.get(path, ()), *(raised.get(f"/{name}", ()) if rest else ())}
        signs = [f"check {rule}" for rule in sorted(rules)]
        signs += _of_claim(claim)
        signs += [f"state {trust[path].state}"]
        signs += _of_places(document, entries)
        signs += _of_words(document, entries)
        category = claim.value.get("category") if isinstance(claim.value, dict) else None
        signs += _of_value(name, claim.value, draft.data) if category is None else [f"category {category}"]
        yield path, dict.fromkeys(signs, 1.0) | (_of_category(categories, category) if category is not None else {})


def _by_category(draft: Draft) -> dict[str, list[float]]:
    """What the rule thinks of each place of each category of clauses, as the logits of its chances, greatest first."""
    found: dict[str, list[float]] = {}
    for claim in draft.claims.values():
        if isinstance(claim.value, dict) and "category" in claim.value and claim.confidence is not None:
            chance = min(max(claim.confidence, LEAST), MOST)
            found.setdefault(claim.value["category"], []).append(math.log(chance / (1 - chance)))
    return {category: sorted(chances, reverse=True) for category, chances in found.items()}


def _of_category(categories: Mapping[str, list[float]], category: str) -> dict[str, float]:
    """How many places of a category there are, what the rule thinks of the two best, and how many categories the
    contract has."""
    best, *others = categories.get(category) or [0.0]
    return {
        f"places {min(len(others) + 1, 4)}": 1.0,
        "best place": best,
        "second place": others[0] if others else 0.0,
        "tens of categories": len(categories) / 10,
    }


def _of_claim(claim: Claim) -> Iterator[str]:
    """How the value was found: the sorts of places, how many quotes say so."""
    for basis in claim.basis:
        yield f"basis {basis.partition('@')[0]}"
    yield f"quotes {min(len(claim.quotes), 3)}"


def _of_places(document: Document, entries: tuple[Evidence, ...]) -> Iterator[str]:
    """Where it stands, and how well that could be read."""
    if any(entry.match in ("normalized", "fuzzy") for entry in entries):
        yield "not word for word"
    pages = {entry.page for entry in entries}
    if pages & set(document.damaged_pages):
        yield "damaged page"
    if pages & set(document.ocr_pages):
        yield "read by OCR"
    yield f"place {_stretch(entries[0].span[0] / max(len(document.text), 1))}"
    yield f"length {_length(len(document.text))}"


def _of_words(document: Document, entries: tuple[Evidence, ...]) -> Iterator[str]:
    """What the words it was read from, and those in front of them, are about: the agreement as a whole, its term, or
    something else."""
    said = " ".join(entry.quote for entry in entries).casefold()
    yield "says this agreement" if "this agreement" in said or "the agreement" in said else "says no agreement"
    yield "says term" if _TERM.search(said) else "says no term"
    if "unless" in said or "later of" in said or "earlier of" in said or "subject to" in said:
        yield "says if"
    before = "".join(document.text[max(0, entry.span[0] - BEFORE) : entry.span[0]] for entry in entries).casefold()
    yield from (sign for sign, words in _SAYS.items() if words.search(said))
    yield from (f"{sign} before" for sign, words in _SAYS.items() if words.search(before))


BEFORE = 80
"""Characters in front of a quote that say what it is about: a date's quote is the date alone."""

_TERM = re.compile(r"\bterm\b(?! (?:sheet|loan))")
_SAYS = {
    "says effective": re.compile(r"\beffective\b|\bcommenc|\bin force\b"),
    "says hereof": re.compile(r"\bdate (?:hereof|of this)\b|\b(?:above|first) written\b|\b(?:set forth|date) above\b"),
    "says event": re.compile(
        r"\b(?:launch|deliver|complet|clos|releas|accept|approv|sign|initial|first|operation|condition|(?:later|longer|earlier)"
        r" of\b)"
    ),
    "says agreement ends": re.compile(
        r"\bterm of (?:this|the) (?:\w+ )?agreement|\bagreement (?:shall|will|is|has|takes|becomes|may)\b"
        r"|\bagreement\b[^.;]{0,60}\b(?:continues?|expires?|terminates?|remains?|ends?)\b"
    ),
    "says during the term": re.compile(r"\b(?:during|for|throughout) the (?:\w+ )?term\b|\bperiod\b"),
}


def _stretch(share: float) -> str:
    return next(
        name for limit, name in ((0.02, "opening"), (0.15, "early"), (0.85, "middle"), (2.0, "late")) if share < limit
    )


def _length(letters: int) -> str:
    return "short" if letters < 10_000 else "long" if letters > 100_000 else "medium"


def _of_value(name: str, value: Json, data: Mapping[str, Json]) -> Iterator[str]:
    """What the value looks like, alone and beside the others."""
    if isinstance(value, dict) and "measure" in value:
        yield f"item {value.get('name')}"
        yield f"label of {min(len(str(value.get('label') or '').split()), 6)} words"
        yield "below zero" if str(value.get("value")).startswith("-") else "above zero"
        return
    text = value.get("name") if isinstance(value, dict) else value
    if isinstance(text, str):
        yield f"words {min(len(text.split()), 6)}"
        yield "capitals" if text.isupper() else "lower case" if text.islower() else "mixed case"
    if isinstance(data.get(name), list):
        yield f"elements {min(len(data[name]), 4)}"
    if isinstance(value, dict) and isinstance(value.get("unit"), str):
        yield f"unit {value['unit']}"
    basis = data.get(BASIS.get(name, ""))
    if isinstance(basis, dict):
        yield f"fixed by {basis.get('kind')}"
        yield f"from {basis.get('anchor')}"
        offset = basis.get("offset") or {}
        yield f"after {'years' if offset.get('unit') == 'year' else 'less than years' if offset else 'nothing'}"
    for other in BESIDE:
        if other != name and data.get(other) not in (None, [], {}):
            yield f"with {other}" if data[other] != value else f"same as {other}"


BESIDE = ("agreement_date", "effective_date", "expiration_date", "term", "renewal_term", "notice_period", "period_end")
"""Fields whose presence says something about others: an end without a term, a renewal without notice."""


BASIS = {"expiration_date": "expiration_basis"}
"""Fields of which another one says how they are fixed."""


def _in_english(document: Document) -> bool:
    """Whether a document is in the language of the gold; one that does not show its language is taken to be."""
    return not document.languages or (document.languages[0] == "en" and "zh" not in document.languages)


@lru_cache(maxsize=4)
def _fields(kind: str) -> Fields:
    if kind not in CALIBRATED:
        return {}
    fields: Fields = import_module(CALIBRATED[kind]).FIELDS
    return fields
