"""Two versions of one contract, clause by clause: where they state different lengths, sums or rates.

Clauses are paired by their printed numbers. Only a pair that states as many figures of a sort in both languages, one of
them different, is reported: anything else may be a matter of reading.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from docpipe.rules import durations, money, zh_durations, zh_money
from docpipe.rules.zh_script import has_han
from docpipe.rules.zh_text import fold
from docpipe.types import Document, Finding, Paragraph, Quote, paragraphs
from docpipe.words import Span

Language = Literal["en", "zh"]

ENOUGH_PAIRS = 3
"""Clauses that stand in both languages under one number before a document counts as two versions."""

NAMES: dict[Language, str] = {"en": "English", "zh": "Chinese"}
LENGTHS = ("term", "renewal_term", "notice_period", "confidentiality_term")

_NUMBER = re.compile(r"\s*(?:Section|Clause|Article)?\s*(\d{1,2}(?:\.\d{1,2})+)(?![\d.]|\s?%)")
_SCALES = {"percent": Decimal(100), "permille": Decimal(1_000), "per_ten_thousand": Decimal(10_000)}
_Measure = tuple[str, Decimal, str]  # sort, how many, unit


@dataclass(frozen=True, slots=True)
class _Pair:
    """One clause in both languages."""

    number: str
    zh: Paragraph
    en: Paragraph

    def in_language(self, language: Language) -> Paragraph:
        return self.zh if language == "zh" else self.en


def compared(document: Document, findings: list[Finding], named: Language | None) -> list[Finding]:
    """All findings, lengths of the version that does not prevail put right, with a check per clause that differs."""
    pairs = list(_pairs(document))
    if len(pairs) < ENOUGH_PAIRS:
        return findings
    for pair in pairs:
        for ours, theirs in _differences(pair):
            if named is not None:
                findings = [_righted(finding, pair, named, (ours, theirs)) for finding in findings]
            if not any(_reports(finding, pair) for finding in findings):
                findings = [*findings, _check(findings, pair, named, (ours, theirs))]
    return findings


def _pairs(document: Document) -> Iterator[_Pair]:
    """The clauses that stand exactly once in either language."""
    found: dict[str, dict[bool, list[Paragraph]]] = {}
    for paragraph in paragraphs(document):
        if match := _NUMBER.match(paragraph.text):
            found.setdefault(match[1], {True: [], False: []})[has_han(paragraph.text)].append(paragraph)
    for number, versions in found.items():
        if len(versions[True]) == len(versions[False]) == 1:
            yield _Pair(number, versions[True][0], versions[False][0])


def _differences(pair: _Pair) -> Iterator[tuple[_Measure, _Measure]]:
    """The measure of each sort that the Chinese version states and the English one states otherwise."""
    chinese, english = _measures_zh(fold(pair.zh.text).text), _measures_en(pair.en.text)
    for sort in ("length", "sum", "rate"):
        ours = Counter(each for each in chinese if each[0] == sort)
        theirs = Counter(each for each in english if each[0] == sort)
        left, right = ours - theirs, theirs - ours
        if ours.total() == theirs.total() and left.total() == right.total() == 1:
            yield next(iter(left)), next(iter(right))


def _measures_zh(text: str) -> list[_Measure]:
    lengths = zh_durations.find_durations(text)
    return _measures(lengths, zh_money.find_money(text), zh_money.find_percents(text))


def _measures_en(text: str) -> list[_Measure]:
    return _measures(durations.find_durations(text), money.find_money(text), money.find_percents(text))


def _measures(
    lengths: tuple[durations.FoundDuration, ...],
    sums: tuple[money.FoundMoney, ...],
    rates: tuple[money.FoundPercent, ...],
) -> list[_Measure]:
    return [
        *(("length", Decimal(found.count), found.unit) for found in lengths),
        *(("sum", found.amount.normalize(), found.currency or "") for found in sums),
        *(("rate", (found.rate * 100 / _SCALES[found.unit]).normalize(), "%") for found in rates),
    ]


def _touches(quotes: tuple[Quote, ...], paragraph: Paragraph) -> bool:
    spans: list[Span] = [quote.span for quote in quotes if quote.span]
    return any(start < paragraph.end and end > paragraph.start for start, end in spans)


def _reports(finding: Finding, pair: _Pair) -> bool:
    return finding.problem == "conflict" and _touches(finding.quotes, pair.zh) and _touches(finding.quotes, pair.en)


def _righted(finding: Finding, pair: _Pair, named: Language, said: tuple[_Measure, _Measure]) -> Finding:
    """A length read from the version that yields, as the version that prevails says it."""
    lost, won = (said[1], said[0]) if named == "zh" else said
    yields, prevails = (pair.en, pair.zh) if named == "zh" else (pair.zh, pair.en)
    read = finding.value == {"count": int(lost[1]), "unit": lost[2]}
    if (
        finding.field not in LENGTHS
        or not read
        or _touches(finding.quotes, prevails)
        or not _touches(finding.quotes, yields)
    ):
        return finding
    quote = Quote(prevails.text.strip(), _stripped(prevails))
    return replace(finding, value={"count": int(won[1]), "unit": won[2]}, quotes=(quote,))


def _check(findings: list[Finding], pair: _Pair, named: Language | None, said: tuple[_Measure, _Measure]) -> Finding:
    """A check at the value that rests on the clause, citing both versions."""
    ours, theirs = (f"{measure[1]:,f} {measure[2]}".strip() for measure in said)
    rule = f"the {NAMES[named]} version prevails by its clause" if named else "no clause says which prevails"
    message = f"{pair.number}: the Chinese version says {ours}, the English version {theirs}; {rule}"
    quotes = tuple(Quote(p.text.strip(), _stripped(p)) for p in (pair.zh, pair.en))
    return Finding(_field_of(findings, pair), None, quotes, problem="conflict", message=message)


def _stripped(paragraph: Paragraph) -> Span:
    start = paragraph.start + len(paragraph.text) - len(paragraph.text.lstrip())
    return start, start + len(paragraph.text.strip())


def _field_of(findings: list[Finding], pair: _Pair) -> str:
    """The most telling field that rests on a clause."""
    resting = [f.field for f in findings if _touches(f.quotes, pair.zh) or _touches(f.quotes, pair.en)]
    return min(resting, key=lambda field: field in _GENERAL, default="clauses")


_GENERAL = ("obligations", "clauses")
"""Fields that nearly every clause feeds."""
