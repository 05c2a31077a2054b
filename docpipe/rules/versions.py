"""Two versions of one contract, clause by clause: where they state different lengths, sums or rates.

Clauses are paired by their printed numbers. Only a pair that states as many figures of a sort in both languages, one of
them different, is reported: anything else may be a matter of reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import groupby
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules import dates, durations, money, zh_dates, zh_durations, zh_money
from docpipe.rules.contract_zh.passages import document_sentences
from docpipe.rules.zh_script import has_han
from docpipe.rules.zh_text import fold
from docpipe.types import Document, Finding, Quote, paragraphs
from docpipe.words import Span

Language = Literal["en", "zh"]

ENOUGH_PAIRS = 3
"""Clauses that stand in both languages under one number before a document counts as two versions."""

NAMES: dict[Language, str] = {"en": "English", "zh": "Chinese"}
LENGTHS = ("term", "renewal_term", "notice_period", "confidentiality_term")

_NUMBER = compiled(r"\s*(?:Section|Clause|Article)?\s*(\d{1,2}(?:\.\d{1,2})+)(?![\d.]|\s?%)")
_SCALES = {"percent": Decimal(100), "permille": Decimal(1_000), "per_ten_thousand": Decimal(10_000)}
_Measure = tuple[str, Decimal, str]  # sort, how many, unit


class _Clause(Struct, frozen=True):
    """One clause in one language, at ``start`` of the document."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def quote(self) -> Quote:
        return Quote(self.text, (self.start, self.end))


class _Pair(Struct, frozen=True):
    """One clause in both languages."""

    number: str
    zh: _Clause
    en: _Clause


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
    chinese, english = _by_number(_in_chinese(document)), _by_number(_in_english(document))
    for number, clauses in chinese.items():
        if len(clauses) == len(english.get(number, ())) == 1:
            yield _Pair(number, clauses[0], english[number][0])


def _by_number(clauses: Iterator[_Clause]) -> dict[str, list[_Clause]]:
    found: dict[str, list[_Clause]] = {}
    for clause in clauses:
        if match := _NUMBER.match(clause.text):
            found.setdefault(match[1], []).append(clause)
    return found


def _in_chinese(document: Document) -> Iterator[_Clause]:
    """Numbered clauses with their Chinese sentences, healed where a reader broke them."""
    for _, group in groupby(document_sentences(document), key=lambda sentence: id(sentence.folded)):
        together = list(group)
        start = together[0].span(0, 1)[0]
        yield _clause(document, start, together[-1].span(0, len(together[-1].text))[1])


def _in_english(document: Document) -> Iterator[_Clause]:
    """Numbered clauses without Han characters: paragraphs, or the ends of paragraphs that begin in Chinese."""
    for paragraph in paragraphs(document):
        if not has_han(paragraph.text):
            yield _clause(document, paragraph.start, paragraph.end)
        elif (match := _SECOND.search(paragraph.text)) and not has_han(paragraph.text[match.start() :]):
            yield _clause(document, paragraph.start + match.start(), paragraph.end)


def _clause(document: Document, start: int, end: int) -> _Clause:
    text = document.text[start:end]
    return _Clause(text.strip(), start + len(text) - len(text.lstrip()))


_SECOND = compiled(r"(?<=[。；）)])\s*(?=\d{1,2}(?:\.\d{1,2})+\s+[A-Z\"“(])")
"""Where the English version of a clause begins behind the Chinese one, under the same number."""


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


def _touches(quotes: tuple[Quote, ...], clause: _Clause) -> bool:
    spans: list[Span] = [quote.span for quote in quotes if quote.span]
    return any(start < clause.end and end > clause.start for start, end in spans)


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
    return replace(finding, value={"count": int(won[1]), "unit": won[2]}, quotes=(prevails.quote,))


def _check(findings: list[Finding], pair: _Pair, named: Language | None, said: tuple[_Measure, _Measure]) -> Finding:
    """A check at the value that rests on the clause, citing both versions."""
    ours, theirs = (f"{measure[1]:,f} {measure[2]}".strip() for measure in said)
    rule = f"the {NAMES[named]} version prevails by its clause" if named else "no clause says which prevails"
    message = f"{pair.number}: the Chinese version says {ours}, the English version {theirs}; {rule}"
    return Finding(_field_of(findings, pair), None, (pair.zh.quote, pair.en.quote), problem="conflict", message=message)


def _field_of(findings: list[Finding], pair: _Pair) -> str:
    """The most telling field that rests on a clause."""
    resting = [f.field for f in findings if _touches(f.quotes, pair.zh) or _touches(f.quotes, pair.en)]
    return min(resting, key=lambda field: field in _GENERAL, default="clauses")


_GENERAL = ("obligations", "clauses")
"""Fields that nearly every clause feeds."""


def stated_in_both(document: Document, value: object) -> bool:
    """Whether both versions of a contract state a day: then they agree, and one of the readings is of another day."""
    chinese = {found.value for found in zh_dates.find_dates(document.text) if found.value}
    english = {
        found.value for found in dates.find_dates(document.text) if found.value and not _figures_only(document, found)
    }
    return any(day.isoformat() == value for day in chinese & english)


def _figures_only(document: Document, found: dates.FoundDate) -> bool:
    """2024-03-05 is of no language."""
    return not any(character.isalpha() for character in document.text[found.start : found.end])
